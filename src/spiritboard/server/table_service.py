"""The hall: every room somebody is in. Moves come in here, are stored, carried out, and made known."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server import bulk
from spiritboard.server.bot_pool import Advice, BotPool
from spiritboard.server.bus import News, ServerBus
from spiritboard.server.driver import Driver
from spiritboard.server.entropy import Entropy, secure
from spiritboard.server.health import Health
from spiritboard.server.limits import Asker, Quotas
from spiritboard.server.live_table import LiveTable
from spiritboard.server.metrics import Metrics, MoveTimes
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
from spiritboard.server.storage import Chair, ListedTable, NotPlayed, Storage, StoredTable, Taken, Unreachable
from spiritboard.server.upkeep import HOST_GONE_SECONDS, Upkeep
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.in_progress import NextPosition
from spiritboard.table.record import Move
from spiritboard.table.registry import find, games

T = TypeVar("T")
log = logging.getLogger(__name__)

GOODBYE_SECONDS = 1.0
READERS = 4  # threads
MOST_COMPLAINTS = 1000
KINDS = ("me", "friend", "here", "bot")


class Stale(Exception):
    """A move that answers a position which is not there any more."""


class NotYours(Exception):
    """Something that only somebody else may do."""


class Full(Exception):
    """There is no chair left."""


@dataclass(frozen=True)
class Order:
    """A table as somebody wants it set."""

    game: str
    options: dict[str, str]
    chairs: list[tuple[str, str]]  # kind and name; of a bot, its level
    is_open: bool = False
    away_seconds: int | None = None


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
    ) -> None:
        self._storage = storage
        self._bot_pool = bot_pool
        self._announce = announce
        self._bus = bus or ServerBus()
        self.metrics = metrics or Metrics()
        self._driver = Driver(self._play_for_a_bot, bot_pool, self._bus, bot_pace, metrics=self.metrics)
        self._entropy = entropy
        self.metrics.count_live_tables(lambda: len(self._live))
        self._quotas = quotas or Quotas()
        self.expire_days = expire_days  # after which an unfinished table that nobody opens is removed; 0: never
        # In threads of its own, so that the event loop never waits for the disk, nor a reader for a writer.
        self._writer = ThreadPoolExecutor(storage.hands, thread_name_prefix="storage")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading")
        self._live: dict[str, LiveTable] = {}  # those used longest ago come first
        self._complained: set[str] = set()  # tables that cannot be opened, which the log knows
        self._opening: dict[str, asyncio.Lock] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._health = Health(
            lambda: self.stored(storage.reach),
            Outage(log, "the tables cannot be reached; people are told to try again"),
        )
        self.ending = False  # this server is about to end; another, or the same one anew, is there in a moment
        self._setting = asyncio.Lock()  # held while it is counted what somebody has, and a table is added to that
        self._upkeep = Upkeep(self._live, self._let_go, storage, self.stored, expire_days)

    async def stored(self, work: Callable[..., T], *arguments: object) -> T:
        """Do something with the storage without holding up anybody; Unreachable if that is not possible just now."""
        return await self._in_thread(self._writer, work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: object) -> T:
        """Ask the storage something, beside whatever is being written; Unreachable as above."""
        return await self._in_thread(self._readers, work, *arguments)

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[..., T], *arguments: object) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, self._storage.do, work, *arguments)
        except Unreachable as error:
            self.metrics.error("unreachable")
            self._health.fail(str(error))
            raise

    # Opening and closing.

    def open(self) -> None:
        self._upkeep.open()
        self._bus.open(self)

    async def say_goodbye(self) -> None:
        """Tell everybody who is there by a line to this server that it is about to end, and wait until they have left,
        but not for long."""
        self.ending = True
        for key in self._live:
            self._announce(key)
        deadline = time.monotonic() + GOODBYE_SECONDS
        while any(live.watching for live in self._live.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self._upkeep.close()
        for task in self._drivers.values():
            task.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        await self._health.close()
        await self._bus.close()
        self._writer.shutdown()
        self._readers.shutdown()
        self._storage.close()
        self._bot_pool.close()

    async def live_table(self, key: str) -> LiveTable | None:
        """A table by its key, brought back from storage if nobody was there, and as it is now.

        Closed if nothing more is played there, Elsewhere if that is up to a server that is being upgraded."""
        live = self._live.get(key) or await self._open_live_table(key)
        if live is not None and self._bus.shared:
            await self._refresh(live)
            live = await self._open_live_table(key) if live.is_gone else live
        if live is not None:
            if self._live.pop(key, None) is not None:
                self._live[key] = live  # at the end: used last
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
        with self._apart(live):
            await self._driver.drive(live)

    async def _found_live_table(self, key: str) -> LiveTable | None:
        """The room of a stored table, which is raised to the rules of today if it goes on by them."""
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
        except NotPlayed:  # another server was quicker to do so
            return await self._found_live_table(key)
        return opened.live

    async def found(self, live: LiveTable) -> FoundTable:
        """All that is stored of a table."""
        found = await self.read(find_table, self._storage, live.key)
        assert found is not None
        return found

    async def _is_played_elsewhere(self, found: FoundTable) -> bool:
        """Whether another server goes on with a game by rules that this one does not have."""
        if found.table.verdict is not None or has_same_rules(found.table):
            return False
        return await self._bus.is_played_elsewhere(found.table.game, found.rules)

    async def _note_closed(self, closed: Closed) -> None:
        """The reason is logged once, and a game that was played by older rules is closed for good."""
        table = closed.found.table
        if closed.reason and table.key not in self._complained:
            if len(self._complained) >= MOST_COMPLAINTS:
                self._complained.clear()  # some are told again then, rather than remembered for good
            self._complained.add(table.key)
            log.warning("a table cannot be opened by the rules of today: %s", closed.reason)
        if closed.sentence == OLDER and table.closed is None and table.verdict is None:
            with contextlib.suppress(NotPlayed):
                await self.stored(self._storage.close_table, table, OLDER)

    def _drop(self, live: LiveTable) -> None:
        """A table is closed, or must be opened anew: whoever is there by this server is told so."""
        live.is_gone = True
        if self._live.get(live.key) is live:
            del self._live[live.key]
            del self._drivers[live.key]  # which ends by itself
        self._show(live)

    @contextlib.contextmanager
    def _apart(self, live: LiveTable) -> Iterator[None]:
        """Whatever goes wrong at one table stays there: it is opened anew when somebody asks for it."""
        try:
            yield
        except Unreachable:
            return  # which is logged once for all tables
        except Exception as error:
            self.metrics.error(type(error).__name__)
            log.warning("a table of %s must be opened anew: %s", live.game.id, type(error).__name__)
            self._drop(live)

    def _let_go(self, key: str) -> None:
        """Forget a room, if it is there; its table is kept."""
        if key in self._live:
            self._drivers.pop(key).cancel()
            del self._live[key]

    # Setting a table and sitting down.

    async def set_table(self, order: Order, host: str, host_name: str, network: str = "") -> LiveTable:
        """A new table; TooMuch if its host, or the network they come from, has enough of them."""
        find(order.game).setup(len(order.chairs), None, **order.options)
        key = secrets.token_urlsafe(12)
        table = StoredTable(
            key=key,
            game=order.game,
            options=order.options,
            deal=self._entropy(f"deal {order.game}", 0),
            host=host,
            invite=secrets.token_urlsafe(12),
            is_open=order.is_open,
            away_seconds=order.away_seconds,
            chairs=_chairs(order.chairs, host, host_name),
            network=network,
            host_seen=time.time(),
        )
        await self._create(table)
        self.metrics.table_set(order.game)
        live = await self.live_table(key)
        assert live is not None
        return live

    async def _create(self, table: StoredTable) -> None:
        """One after the other, so that nobody has more than is allowed by asking several times at once."""
        async with self._setting:
            has = await self.read(self._storage.transact, bulk.counts, table.host, table.network)
            self._quotas.check_table(has)
            if table.is_open and any(chair.kind == "open" for chair in table.chairs):
                self._quotas.check_invitation(has)
            await self.stored(self._storage.create, table, dealt(table))

    async def sit(self, live: LiveTable, person: str | None, name: str) -> Chair:
        """Take the first free chair; Full if there is none, TooMuch if somebody sits at enough tables."""
        if person is not None and not live.seats_of(person):
            self._quotas.check_seat(await self.read(self._storage.transact, bulk.sits_at, person))
        async with live.lock:
            if person is not None and (own := live.seats_of(person)):
                return live.chairs[own[0]]
            while (free := live.free_chair()) is not None:
                chair = Chair(free.seat, "person", person or secrets.token_urlsafe(12), name, free.secret)
                try:
                    await self.stored(self._storage.sit, live.key, chair)
                except Taken:
                    await self._catch_up(live)
                    continue
                live.chairs[free.seat] = chair
                self._make_known(live)
                return chair
        raise Full

    async def again(self, live: LiveTable, person: str, network: str = "") -> LiveTable:
        """The same people at the next table. Whoever asks first sets it, and is its host; the others are led there."""
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
        chairs = [replace(chair) for chair in old.chairs]  # with the keys that programs have to their seats
        following = StoredTable(
            key=secrets.token_urlsafe(12),
            game=old.game,
            options=old.options,
            deal=self._entropy(f"deal {old.game}", 0),
            host=host,
            invite=secrets.token_urlsafe(12),
            is_open=old.is_open,
            away_seconds=old.away_seconds,
            chairs=chairs,
            network=network,
            host_seen=time.time(),
        )
        await self._create(following)
        self.metrics.table_set(old.game)
        try:
            await self.stored(self._storage.set_again, old.key, following.key)
            old.again = following.key
        except Taken:
            await self.stored(self._storage.transact, bulk.remove, following.key)
            await self._catch_up(live)
        self._make_known(live)

    async def close_table(self, live: LiveTable, person: str) -> None:
        """Remove an unfinished table for good; NotYours unless its host asks for it and nobody else sits there."""
        async with live.lock:
            if not await self.stored(self._storage.transact, bulk.remove_own, live.key, person):
                raise NotYours
        self._drop(live)
        self._bus.tell(live.key)

    async def check(self) -> None:
        """Unreachable if nobody could play here now."""
        await self._health.check()

    async def of_person(self, person: str) -> list[ListedTable]:
        return await self.read(self._storage.of_person, person)

    async def with_open_chairs(self) -> list[ListedTable]:
        """Games under way that anybody may join and whose host is there."""
        return await self.read(self._storage.with_open_chairs, time.time() - HOST_GONE_SECONDS)

    # Playing.

    async def play(self, live: LiveTable, seat: int, number: int, path: tuple[str, ...], by: str = "person") -> None:
        """Make a move that answers what its seat was asked after `number` entries. It is stored before it happens."""
        times = self.metrics.move(live.game.id, by)
        async with live.lock:
            while live.is_answer(seat, number):
                with contextlib.suppress(Stale):  # somebody at another server may have chosen at the same time
                    return await self._play(live, seat, path, times)
            raise Stale

    async def _play(self, live: LiveTable, seat: int, path: tuple[str, ...], times: MoveTimes) -> None:
        dice = self._entropy(f"play {live.game.id}", live.number)
        await self._store(live, live.in_progress.after_move(seat, path, dice), times)

    async def take_back(self, live: LiveTable, seat: int, number: int) -> None:
        async with live.lock:
            if number != live.number:
                raise Stale
            await self._store(live, live.in_progress.after_take_back(seat), MoveTimes())

    async def _store(self, live: LiveTable, position: NextPosition, times: MoveTimes) -> None:
        """Store the move that leads to this position, and only then go there. Raises Stale if it cannot be stored."""
        state = position.state
        ended = (verdict(state, live.names), state.standings().to_data()) if state.over else (None, None)
        saved = state.to_json() if live.is_to_be_saved(state) else None
        try:
            version = live.stored.rules_version
            await self.stored(self._storage.append, live.key, live.number, position.move, *ended, saved, version)
        except Taken:
            await self._catch_up(live)
            raise Stale from None
        except NotPlayed:
            self._drop(live)
            await self.live_table(live.key)  # which says why, if it is closed
            raise Stale from None
        times.stored()
        live.go_to(position)
        live.stored.verdict, live.stored.standings = ended
        self._make_known(live)
        times.announced()

    async def _catch_up(self, live: LiveTable) -> None:
        """Another server was first: take over what it stored."""
        found = await self.read(self._storage.load, live.key, live.number)
        if found is None or not _goes_on(live.stored, found[0]):
            self._drop(live)
            return
        live.stored = found[0]
        self._take_over(live, found[1])

    def _take_over(self, live: LiveTable, news: list[Move]) -> None:
        with self._apart(live):
            for entry in news:
                live.carry_out(entry)
            self._show(live)

    def _make_known(self, live: LiveTable) -> None:
        self._show(live)
        self._bus.tell(live.key)

    def _show(self, live: LiveTable) -> None:
        """To those who are there by this server."""
        live.changed.set()
        self._announce(live.key)

    # Who is there.

    @contextlib.contextmanager
    def attending(self, live: LiveTable, person: str | None) -> Iterator[None]:
        """Somebody is at a table for a while: the person whose seat it is, or an onlooker."""
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
        """Somebody without a line of their own has just asked or said something."""
        if person is not None:
            live.hear_from(person)
            if live.stored.away_seconds is not None:
                self._bus.tell(live.key, heard=person)

    # Other servers with the same tables.

    def present(self, table: str) -> list[str]:
        return list(self._live[table].present) if table in self._live else []

    async def hear(self, news: News) -> None:
        live = self._live.get(news.table)
        if live is not None:
            with self._apart(live):
                await self._hear(live, news)

    async def _hear(self, live: LiveTable, news: News) -> None:
        for person in news.heard:
            live.hear_from(person)
        if live.hear_of(news.server, set(news.present)):
            self._show(live)
        if news.asks and live.present:
            self._bus.tell(live.key)
        await self._refresh(live)

    async def hear_all(self) -> None:
        for live in list(self._live.values()):
            live.elsewhere.clear()
            self._bus.tell(live.key, asks=True)
            with self._apart(live):
                await self._refresh(live)

    def lose(self, server: str) -> None:
        for live in list(self._live.values()):
            with self._apart(live):
                if live.hear_of(server, set()):
                    self._show(live)

    async def _refresh(self, live: LiveTable) -> None:
        async with live.lock:
            version = await self.read(self._storage.version, live.key)
            if version == live.version:
                return
            if version is None or version[0] < live.number:  # removed, or the last entries undone
                self._drop(live)
            elif version[1:] == live.version[1:]:
                self._take_over(live, await self.read(self._storage.played, live.key, live.number))
            else:
                await self._catch_up(live)

    # Hints.

    async def hint(self, live: LiveTable, seat: int, number: int, network: str = "") -> list[Advice]:
        """What an expert would do on this seat, best first. One hint at a time: thinking is the dearest thing here."""
        if not live.is_answer(seat, number) or seat not in live.in_progress.state.pending():
            raise Stale
        if seat in live.hinting:
            raise IllegalMove("A hint is being thought about already.")
        known = (seat, live.number)
        if known not in live.hints:
            live.hinting.add(seat)
            asker = Asker(str(live.chairs[seat].person), network)
            try:
                found = await self._bot_pool.advise(live.in_progress.state, seat, asker)
            finally:
                live.hinting.discard(seat)
            live.hints = {**{key: old for key, old in live.hints.items() if key[1] == live.number}, known: found}
        return live.hints[known]

    async def _play_for_a_bot(self, live: LiveTable, seat: int, number: int, path: tuple[str, ...]) -> None:
        with contextlib.suppress(Stale, IllegalMove):  # somebody came back and was quicker
            await self.play(live, seat, number, path, by="bot")


def _goes_on(before: StoredTable, now: StoredTable) -> bool:
    """Whether a table is still played at, and by the same rules."""
    return now.closed is None and now.rules_version == before.rules_version


def _chairs(wanted: list[tuple[str, str]], host: str, host_name: str) -> list[Chair]:
    if any(kind not in KINDS for kind, _ in wanted):
        raise BadSetup(f"A seat is taken by one of: {', '.join(KINDS)}.")
    if any(kind == "bot" and level and level not in LEVELS for kind, level in wanted):
        raise BadSetup(f"A bot plays at one of these levels: {', '.join(LEVELS)}.")
    if sum(kind == "me" for kind, _ in wanted) > 1:
        raise BadSetup("You can sit on one chair only.")
    chairs = []
    for seat, (kind, name) in enumerate(wanted):
        person = host if kind in ("me", "here") else None
        stored_kind = {"me": "person", "here": "here", "friend": "open", "bot": "bot"}[kind]
        shown = {"me": host_name, "here": name or f"Player {seat + 1}", "friend": "Open seat", "bot": ""}[kind]
        level = (name or USUAL_LEVEL) if kind == "bot" else ""
        chairs.append(Chair(seat, stored_kind, person, shown, secrets.token_urlsafe(24), level))
    for at, bot in enumerate(chair for chair in chairs if chair.kind == "bot"):
        bot.name = BOT_NAMES[at % len(BOT_NAMES)]
    return chairs


BOT_NAMES = ("Grimsby", "Old Moll", "Wisp", "Hollow Tom", "Lady Grey", "Pale Nell", "Mister Knock", "Umber")
