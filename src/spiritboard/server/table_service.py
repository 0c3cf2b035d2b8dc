"""The table service: every table that people have open at this server. It stores, makes and announces their moves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from spiritboard.server import bulk, devices, seating
from spiritboard.server.bot_pool import Advice, BotPool
from spiritboard.server.bus import ServerBus, TableNews
from spiritboard.server.driver import Driver
from spiritboard.server.entropy import PLAY, Entropy, secure
from spiritboard.server.health import StorageHealth
from spiritboard.server.hints import find_advice
from spiritboard.server.limits import Quotas
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NO_TAKING_BACK, NOT_BEGUN
from spiritboard.server.metrics import Metrics, MoveTimes
from spiritboard.server.new_table import NewTable, bot_for, bots_for_free_chairs, free_chair, stored_table
from spiritboard.server.opening import (
    ELSEWHERE,
    OLDER,
    Closed,
    Elsewhere,
    FoundTable,
    dealt,
    find_table,
    has_same_rules,
    note_opened,
    open_table,
    verdict,
)
from spiritboard.server.outage import Outage
from spiritboard.server.pace import Pace
from spiritboard.server.refusals import Full, NotAlone, NotYours, Stale
from spiritboard.server.same_deal import SameDeal
from spiritboard.server.storage import (
    AlreadyTaken,
    Chair,
    ListedTable,
    NewEntry,
    NotPlayed,
    Storage,
    StoredTable,
    Unreachable,
)
from spiritboard.server.storage_threads import StorageThreads
from spiritboard.server.upkeep import HOST_GONE_SECONDS, Upkeep
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.in_progress import NextPosition
from spiritboard.table.record import Move
from spiritboard.table.registry import find, games

T = TypeVar("T")
log = logging.getLogger(__name__)

GOODBYE_SECONDS = 1.0  # that a server waits at its end for pages to leave
MOST_COMPLAINTS = 1000  # tables about which the log is kept from repeating itself


class TableService:
    def __init__(
        self,
        storage: Storage,
        bot_pool: BotPool,
        announce: Callable[[str], None],
        bot_pace: float = 0.9,
        bus: ServerBus | None = None,
        entropy: Entropy = secure,
        metrics: Metrics | None = None,
        quotas: Quotas | None = None,
        expire_days: int = 0,
        secret: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`announce` is called with the key of a table that has changed, for the pages and streams of this server. From
        `secret` follow the dice of deals that several people play."""
        self._storage = storage
        self._bot_pool = bot_pool
        self._announce = announce
        self.bot_pace = bot_pace  # seconds that a bot waits, so that people can see the last move
        self._bus = bus or ServerBus()
        self.metrics = metrics or Metrics()
        self.same_deal = SameDeal(storage, self.read, self.stored, secret, clock)
        self._driver = Driver(
            self._play_for_a_bot, bot_pool, self._bus, bot_pace, metrics=self.metrics, dice=self.same_deal.dice
        )
        self.entropy = entropy
        self.metrics.count_live_tables(lambda: len(self._live))
        self._quotas = quotas or Quotas()
        self.expire_days = expire_days  # after which an unfinished table that nobody opens is removed; 0 for never
        self._threads = StorageThreads(storage, self._note_unreachable)
        self._live: dict[str, LiveTable] = {}  # the least recently used comes first
        self._complained: set[str] = set()  # tables that cannot be opened, and that the log has named
        self._opening: dict[str, asyncio.Lock] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._dropped_drivers: set[asyncio.Task[None]] = set()  # of tables that were dropped, until they end
        self._health = StorageHealth(
            lambda: self.stored(storage.reach),
            Outage(log, "the tables cannot be reached; people are told to try again"),
        )
        self.ending = False  # whether this server is about to end; it, or another one, will be there in a moment
        self._setting = asyncio.Lock()  # held while a person's tables are counted and one is added
        self._upkeep = Upkeep(self._live, self._let_go, storage, self.stored, expire_days)

    async def stored(self, work: Callable[..., T], *arguments: object) -> T:
        """Returns what work on the storage returns. Raises Unreachable if the storage cannot be used now."""
        return await self._threads.write(work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: object) -> T:
        """The same for work that only reads, which need not wait for a writer."""
        return await self._threads.read(work, *arguments)

    def _note_unreachable(self, reason: str) -> None:
        self.metrics.error("unreachable")
        self._health.fail(reason)

    # The life of the service.

    def open(self) -> None:
        self._upkeep.open()
        self._bus.open(self)

    async def say_goodbye(self) -> None:
        """Tell the pages and streams of this server that it is about to end. Waits a short while for them to leave."""
        self.ending = True
        for key in self._live:
            self._announce(key)
        deadline = time.monotonic() + GOODBYE_SECONDS
        while any(live.watching for live in self._live.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self._upkeep.close()
        drivers = [*self._drivers.values(), *self._dropped_drivers]
        for task in drivers:
            task.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        await self._health.close()
        await self._bus.close()
        self._threads.close()
        self._bot_pool.close()

    # Opening and dropping live tables.

    async def live_table(self, key: str) -> LiveTable | None:
        """Returns the table with this key in its current state, loaded from the storage if necessary.

        Returns None if there is no such table. Raises Closed if nobody can play there any more, and Elsewhere if a
        server that is being upgraded plays it."""
        live = self._live.get(key) or await self._open_live_table(key)
        if live is not None and self._bus.shared:
            await self._refresh(live)
            live = await self._open_live_table(key) if live.is_gone else live
        if live is not None:
            if self._live.pop(key, None) is not None:
                self._live[key] = live  # at the end, as the most recently used
            live.glance()
        return live

    async def _open_live_table(self, key: str) -> LiveTable | None:
        try:
            async with self._opening.setdefault(key, asyncio.Lock()):
                if key not in self._live and (live := await self._found_live_table(key)) is not None:
                    await self._keep(live)
        finally:
            self._opening.pop(key, None)
        return self._live.get(key)

    async def _keep(self, live: LiveTable) -> None:
        self._upkeep.make_place()
        self._live[live.key] = live
        self._drivers[live.key] = asyncio.create_task(self._drive(live))
        self._bus.tell(live.key, asks=True)
        await self._upkeep.touch(live)

    async def _drive(self, live: LiveTable) -> None:
        with self._contained(live):
            await self._driver.drive(live)

    async def _found_live_table(self, key: str) -> LiveTable | None:
        """Returns the live table of a stored one, with the current rules if it can continue by them."""
        found = await self.read(find_table, self._storage, key)
        if found is None or found.table.game not in games():
            return None
        if await self._is_played_elsewhere(found):
            raise Elsewhere(ELSEWHERE)
        try:
            opened = open_table(found)
            if opened.is_to_be_noted(found):
                await self.stored(note_opened, self._storage, found, opened)
        except Closed as closed:
            await self._note_closed(closed)
            raise
        except NotPlayed:  # another server has opened it in the meantime
            return await self._found_live_table(key)
        return opened.live

    async def found(self, live: LiveTable) -> FoundTable:
        """Returns all that is stored of a table."""
        found = await self.read(find_table, self._storage, live.key)
        assert found is not None
        return found

    async def _is_played_elsewhere(self, found: FoundTable) -> bool:
        """Returns whether another server continues a game by rules that this server does not have."""
        if found.table.verdict is not None or has_same_rules(found.table):
            return False
        return await self._bus.is_played_elsewhere(found.table.game, found.rules)

    async def _note_closed(self, closed: Closed) -> None:
        """Log once why a table cannot be opened. If its rules are too old, store that it is closed for good."""
        table = closed.found.table
        if closed.reason and table.key not in self._complained:
            if len(self._complained) >= MOST_COMPLAINTS:
                self._complained.clear()  # a repeated warning costs less than a set that grows without end
            self._complained.add(table.key)
            log.warning("a table cannot be opened by the rules of today: %s", closed.reason)
        if closed.sentence == OLDER and table.closed is None and table.verdict is None:
            with contextlib.suppress(NotPlayed):
                await self.stored(self._storage.close_table, table, OLDER)

    def _drop(self, live: LiveTable) -> None:
        """Put a live table out of use because it was closed or must be opened again, and tell its pages so."""
        live.is_gone = True
        if self._live.get(live.key) is live:
            del self._live[live.key]
            driver = self._drivers.pop(live.key)  # the task ends by itself, but perhaps later than this service
            self._dropped_drivers.add(driver)
            driver.add_done_callback(self._dropped_drivers.discard)
        self._show(live)

    @contextlib.contextmanager
    def _contained(self, live: LiveTable) -> Iterator[None]:
        """Keep an error at one table from harming others: the table is dropped, and opened again on demand."""
        try:
            yield
        except Unreachable:
            return  # logged once for all tables
        except Exception as error:
            self.metrics.error(type(error).__name__)
            log.warning("a table of %s must be opened anew: %s", live.game.id, type(error).__name__)
            self._drop(live)

    def _let_go(self, key: str) -> None:
        """Forget a live table, if there is one with this key. The stored table remains."""
        if key in self._live:
            self._drivers.pop(key).cancel()
            del self._live[key]

    # Setting a table and sitting down.

    async def set_table(
        self, wanted: NewTable, host: str, host_name: str, network: str = "", counts: bool = False
    ) -> LiveTable:
        """Returns a new table. Raises BadSetup, or TooMuch if the host or their network has too many tables. `counts`
        says that it is the host's only game of a shared deal that counts; raises AlreadyTaken if there is one."""
        find(wanted.game).setup(len(wanted.chairs), None, **wanted.options)
        shared = wanted.deal and self.same_deal.first_dice(wanted.deal)
        deal = shared or self.entropy(f"deal {wanted.game}", 0)
        table = stored_table(wanted, wanted.chairs_for(host, host_name), host, network, deal)
        await self._create(table, host if counts else None)
        self.metrics.table_set(wanted.game)
        live = await self.live_table(table.key)
        assert live is not None
        return live

    async def _create(self, table: StoredTable, counts_for: str | None = None) -> None:
        """Store a new table. Requests take turns, so that several at once cannot exceed a quota."""
        async with self._setting:
            has = await self.read(self._storage.transact, bulk.counts, table.host, table.network)
            self._quotas.check_table(has)
            if table.is_open and table.has_free_chair:
                self._quotas.check_invitation(has)
            await self.stored(self._storage.create, table, dealt(table), counts_for)

    async def sit(self, live: LiveTable, person: str | None, name: str) -> Chair:
        """Take the first free chair. Returns it, or the one that the person has already.

        Raises Full if no chair is free, and TooMuch if the person sits at too many tables."""
        if person is not None and not live.seats_of(person):
            self._quotas.check_seat(await self.read(self._storage.transact, bulk.sits_at, person))
        async with live.lock:
            if person is not None and (own := live.seats_of(person)):
                return live.chairs[own[0]]
            while (free := live.free_chair()) is not None:
                owner = person or secrets.token_urlsafe(12)
                chair = Chair(free.seat, "person", owner, name, free.secret, free.level)
                with contextlib.suppress(AlreadyTaken):
                    await self._change_chairs(live, seating.sit, chair)
                    return chair
                await self._catch_up(live)
        raise Full

    async def begin(self, live: LiveTable, person: str) -> None:
        """Begin a game without the friends who have not come: bots take their chairs.

        Raises NotYours unless the host asks, and the table waits."""
        async with live.lock:
            if person != live.stored.host or not live.waits:
                raise NotYours
            await self._change_chairs(live, seating.begin, bots_for_free_chairs(live.chairs))

    async def leave(self, live: LiveTable, person: str) -> None:
        """Free a person's chair. Raises NotYours unless the person is a guest at a table that waits."""
        async with live.lock:
            own = live.seats_of(person)
            if person == live.stored.host or not own or not live.waits:
                raise NotYours
            if not await self._change_chairs(live, seating.leave, person, free_chair(live.chairs[own[0]])):
                raise NotYours

    async def resign(self, live: LiveTable, person: str, seat: int) -> None:
        """Let a bot play on for a person. Raises NotYours unless the seat is that person's, in a game that goes on."""
        async with live.lock:
            if seat not in live.seats_of(person) or live.waits:
                raise NotYours
            bot = bot_for(live.chairs[seat], live.chairs)
            if not await self._change_chairs(live, seating.resign, person, bot):
                raise NotYours

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name at all tables whose game is not over, and show it there."""
        await self.stored(self._storage.transact, devices.rename, person, name)
        await self.seat_anew(await self.stored(self._storage.transact, seating.rename, person, name))

    async def seat_anew(self, keys: list[str]) -> None:
        """Take over the chairs of these tables, which were changed in the storage, and show them."""
        for key in keys:
            if (live := self._live.get(key)) is not None:
                with self._contained(live):
                    await self._refresh(live)
            self._bus.tell(key)

    async def unlist(self, key: str, person: str) -> None:
        """Remove a finished or closed game from a person's list. Raises NotYours if it is no such game of theirs."""
        if not await self.stored(self._storage.transact, seating.unlist, key, person):
            raise NotYours

    async def _change_chairs(self, live: LiveTable, change: Callable[..., T], *arguments: object) -> T:
        """Returns what a statement of `seating.py` returns. The live table takes over the chairs and shows them."""
        found: T = await self.stored(self._storage.transact, change, live.key, *arguments)
        await self._catch_up(live)
        self._bus.tell(live.key)
        return found

    async def again(self, live: LiveTable, person: str, network: str = "") -> LiveTable:
        """Returns the next table for the same people. The first who asks for it becomes its host.

        Raises NotYours if the person did not play, and BadSetup if the game is not over."""
        if not live.seats_of(person):
            raise NotYours
        if not live.in_progress.state.over:
            raise BadSetup("This game is not over yet.")
        if live.stored.again is None:
            await self._set_next_table(live, person, network)
        following = await self.live_table(str(live.stored.again))
        assert following is not None
        return following

    async def _set_next_table(self, live: LiveTable, host: str, network: str) -> None:
        old = live.stored
        chairs = [replace(chair) for chair in old.chairs]  # with the same keys, so that programs can play on
        state = live.in_progress.state
        options = {**old.options, **live.game.again(state.config, state.standings())}
        wanted = NewTable(old.game, options, [], old.is_open, old.away_seconds, old.hints is not False)
        following = stored_table(wanted, chairs, host, network, self.entropy(f"deal {old.game}", 0))
        await self._create(following)
        self.metrics.table_set(old.game)
        try:
            await self.stored(self._storage.set_again, old.key, following.key)
            old.again = following.key
        except AlreadyTaken:
            await self.stored(self._storage.transact, bulk.remove, following.key)
            await self._catch_up(live)
        self._make_known(live)

    async def close_table(self, live: LiveTable, person: str) -> None:
        """Remove an unfinished table for good if no other person sits there. A table that waits is closed, so that its
        guests can read why. Raises NotYours unless its host asks, or if a game with other people has begun."""
        why = f"{live.host_name} has closed this table before the game began."
        async with live.lock:
            if not (
                await self.stored(self._storage.transact, bulk.remove_own, live.key, person)
                or await self.stored(self._storage.transact, seating.close_waiting, live.key, person, why)
            ):
                raise NotYours
        self._drop(live)
        self._bus.tell(live.key)

    async def check(self) -> None:
        """Raises Unreachable if nobody could play here now."""
        await self._health.check()

    async def of_person(self, person: str) -> list[ListedTable]:
        """Returns the tables that a person plays at or hosts."""
        return await self.read(self._storage.of_person, person)

    async def with_open_chairs(self) -> list[ListedTable]:
        """Returns the unfinished tables that anybody may join and whose host is connected."""
        return await self.read(self._storage.with_open_chairs, time.time() - HOST_GONE_SECONDS)

    # Playing.

    async def play(self, live: LiveTable, seat: int, number: int, path: tuple[str, ...], by: str = "person") -> None:
        """Make a move that answers the question which its seat was asked after `number` entries.

        The move is stored before it is made. Raises Stale if the question is no longer asked, and IllegalMove."""
        times = self.metrics.move(live.game.id, by)
        async with live.lock:
            if live.waits:
                raise IllegalMove(NOT_BEGUN)
            while live.is_answer(seat, number):
                # Another seat may have answered at another server at the same time: then this answer still counts.
                with contextlib.suppress(Stale):
                    return await self._play(live, seat, path, times)
            raise Stale

    async def _play(self, live: LiveTable, seat: int, path: tuple[str, ...], times: MoveTimes) -> None:
        deal = live.stored.same_deal
        if deal is None:
            dice = self.entropy(f"play {live.game.id}", live.number)
        else:
            dice = self.same_deal.dice.at(deal, PLAY, seat, live.moment(seat))
        await self._store(live, live.in_progress.after_move(seat, path, dice), times)

    async def take_back(self, live: LiveTable, seat: int, number: int) -> None:
        """Take back this seat's last move. Raises Stale if the table is not at that number, and IllegalMove."""
        async with live.lock:
            if number != live.number:
                raise Stale
            if live.stored.deal_key is not None:
                raise IllegalMove(NO_TAKING_BACK)
            await self._store(live, live.in_progress.after_take_back(seat), MoveTimes())

    async def _store(self, live: LiveTable, position: NextPosition, times: MoveTimes) -> None:
        """Store the move that leads to this position, and only then make it. Raises Stale if it cannot be stored."""
        state = position.state
        ended = (verdict(state, live.names), state.standings().to_data()) if state.over else (None, None)
        saved = state.to_json() if live.is_to_be_saved(state) else None
        told, standings = ended
        rules, now = live.stored.rules_version, self.same_deal.now()
        entry = NewEntry(live.key, live.number, position.move, rules, saved, told, standings, now)
        try:
            await self._threads.append(entry)
        except AlreadyTaken:
            await self._catch_up(live)
            raise Stale from None
        except NotPlayed:
            self._drop(live)
            await self.live_table(live.key)  # raises Closed if the table is closed
            raise Stale from None
        times.stored()
        live.go_to(position)
        live.stored.verdict, live.stored.standings = ended
        self._make_known(live)
        times.announced()

    async def _catch_up(self, live: LiveTable) -> None:
        """Take over the entries and chairs that another server has stored in the meantime."""
        found = await self.read(self._storage.load, live.key, live.number)
        if found is None or not _goes_on(live.stored, found[0]):
            self._drop(live)
            return
        live.seat_anew(found[0])
        self._take_over(live, found[1])

    def _take_over(self, live: LiveTable, news: list[Move]) -> None:
        with self._contained(live):
            for entry in news:
                live.carry_out(entry)
            self._show(live)

    def _make_known(self, live: LiveTable) -> None:
        self._show(live)
        self._bus.tell(live.key)

    def _show(self, live: LiveTable) -> None:
        """Announce a change to the pages, streams and bots of this server."""
        live.changed.set()
        self._announce(live.key)

    async def _play_for_a_bot(self, live: LiveTable, seat: int, number: int, path: tuple[str, ...]) -> None:
        with contextlib.suppress(Stale, IllegalMove):  # the absent person came back and moved first
            await self.play(live, seat, number, path, by="bot")

    async def hint(self, live: LiveTable, seat: int, number: int, network: str = "") -> list[Advice]:
        """Returns what an expert would do on this seat, best move first: see `find_advice`."""
        return await find_advice(self._bot_pool, live, seat, number, network)

    # Presence.

    @contextlib.contextmanager
    def attending(self, live: LiveTable, person: str | None) -> Iterator[None]:
        """Count a connection to a table while it lasts: that of a player, or of a spectator without a name."""
        live.glance()
        live.watching += 1
        if person is not None:
            live.arrive(person)
            self._make_known(live)
        try:
            yield
        finally:
            live.watching -= 1
            live.seen_at = time.monotonic()
            if person is not None:
                live.leave(person)
                self._make_known(live)

    def hear_from(self, live: LiveTable, person: str | None) -> None:
        """Note a request from a person who has no open connection."""
        if person is not None:
            live.hear_from(person)
            if live.stored.away_seconds is not None:
                self._bus.tell(live.key, heard=person)

    # How long bots wait.

    def set_pace(self, live: LiveTable, page: object, pace: Pace) -> None:
        """Note how a person wishes bots to move while their page is open."""
        live.pace.wish(page, pace)
        live.changed.set()
        self._bus.tell(live.key)

    def forget_pace(self, live: LiveTable, page: object) -> None:
        live.pace.forget(page)
        live.changed.set()

    def can_skip(self, live: LiveTable, person: str | None) -> bool:
        """Returns whether this person may let the bots move at once: nobody else at the table wants to see them."""
        return self.bot_pace > 0 and live.waits_for_bots() and live.is_alone(person)

    def skip(self, live: LiveTable, person: str | None) -> None:
        """Let bots move at once until a person is asked. Raises NotAlone if another person is at the table."""
        if not live.is_alone(person):
            raise NotAlone
        if self.can_skip(live, person):
            live.pace.skip()
            live.changed.set()
            self._bus.tell(live.key)

    # Other servers with the same tables: the service is their BusListener.

    def complete(self, news: TableNews) -> None:
        if (live := self._live.get(news.table)) is not None:
            news.present = list(live.present)
            news.pace, news.skips = live.pace.here, live.pace.skips

    async def hear(self, news: TableNews) -> None:
        live = self._live.get(news.table)
        if live is not None:
            with self._contained(live):
                await self._hear(live, news)

    async def _hear(self, live: LiveTable, news: TableNews) -> None:
        for person in news.heard:
            live.hear_from(person)
        paced = live.pace.hear_of(news.server, news.pace, news.skips and live.waits_for_bots())
        if live.hear_of(news.server, set(news.present)) or paced:
            self._show(live)
        if news.asks and live.present:
            self._bus.tell(live.key)
        await self._refresh(live)

    async def hear_all(self) -> None:
        for live in list(self._live.values()):
            live.elsewhere.clear()
            self._bus.tell(live.key, asks=True)
            with self._contained(live):
                await self._refresh(live)

    def lose(self, server: str) -> None:
        for live in list(self._live.values()):
            with self._contained(live):
                live.pace.hear_of(server, 0.0, skips=False)
                if live.hear_of(server, set()):
                    self._show(live)

    async def _refresh(self, live: LiveTable) -> None:
        """Bring a live table to what is stored, in case another server has changed it."""
        async with live.lock:
            version = await self.read(self._storage.version, live.key)
            if version == live.version:
                return
            if version is None or version[0] < live.number:  # removed, or the last entries were undone
                self._drop(live)
            elif version[1:] == live.version[1:]:
                self._take_over(live, await self.read(self._storage.played, live.key, live.number))
            else:
                await self._catch_up(live)


def _goes_on(before: StoredTable, now: StoredTable) -> bool:
    """Returns whether people can still play at a table, and by the same rules."""
    return now.closed is None and now.rules_version == before.rules_version
