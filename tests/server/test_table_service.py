"""Two servers with the same tables: a move at one is seen at the other, and is made once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar, NoReturn

import pytest
from sqlalchemy.exc import OperationalError

from spiritboard.server import driver
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.bus import BusListener, ServerBus, TableNews
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.pace import FACTORS
from spiritboard.server.refusals import Stale
from spiritboard.server.storage import Storage
from spiritboard.server.table_service import TableService
from spiritboard.table.errors import IllegalMove
from tests.server.guests import LANTERNS
from tests.server.running import LONG_ENOUGH
from tests.server.serve_with_dice import rolled

HERE = [("me", ""), ("here", "Bo"), ("here", "Cy")]
DICE = partial(rolled, "two servers")
WITH_A_BOT = [("me", ""), ("friend", ""), ("bot", "easy")]


class Switchboard:
    """Passes messages from each bus to all others, at once, unless it is cut."""

    def __init__(self) -> None:
        self.buses: list[ShortBus] = []
        self.cut = False
        self.claims: dict[str, ShortBus] = {}
        self.claimed_by: set[str] = set()  # servers that have ever let bots move
        self.told: list[asyncio.Task[None]] = []

    async def settle(self) -> None:
        """Wait until all messages have been heard."""
        while self.told:
            await self.told.pop()


class ShortBus(ServerBus):
    shared: ClassVar[bool] = True

    def __init__(self, board: Switchboard) -> None:
        self.board = board
        self.name = f"server-{len(board.buses)}"
        self.listener: BusListener | None = None
        board.buses.append(self)

    def open(self, listener: BusListener) -> None:
        self.listener = listener

    async def close(self) -> None:
        await self.board.settle()
        self.listener = None

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        if self.listener is None:
            return
        news = TableNews(self.name, table, [], [] if heard is None else [heard], asks)
        self.listener.complete(news)
        for other in self.board.buses:
            if other is not self and other.listener is not None and not self.board.cut:
                self.board.told.append(asyncio.create_task(other.listener.hear(news)))

    async def claim(self, table: str) -> bool:
        if self.board.claims.setdefault(table, self) is not self:
            return False
        self.board.claimed_by.add(self.name)
        return True

    async def release(self, table: str) -> None:
        if self.board.claims.get(table) is self:
            del self.board.claims[table]


class House:
    """Two servers, and the tables whose changes they have announced."""

    def __init__(self, data: Path) -> None:
        self.board = Switchboard()
        self.shown: list[list[str]] = [[], []]
        self.services = [self.service(data, shown) for shown in self.shown]

    def service(self, data: Path, shown: list[str]) -> TableService:
        bot_pool = BotPool(1, 1e-9, DICE)
        return TableService(Storage.in_folder(data), bot_pool, shown.append, 0.0, ShortBus(self.board), DICE)

    async def live_tables(
        self, chairs: list[tuple[str, str]], away_seconds: int | None = None, game: str = LANTERNS.id
    ) -> tuple[LiveTable, LiveTable]:
        """Returns the live tables of one table at both servers."""
        order = NewTable(game, {}, chairs, away_seconds=away_seconds)
        live = await self.services[0].set_table(order, "ada", "Ada")
        same = await self.services[1].live_table(live.key)
        assert same is not None
        await self.board.settle()
        for shown in self.shown:
            shown.clear()
        return live, same

    async def live_tables_after_an_unheard_move(self) -> tuple[LiveTable, LiveTable]:
        """Returns the live tables of one table. Seat 0 has moved at the first; the second has not heard of it yet."""
        live, same = await self.live_tables(HERE)
        self.board.cut = True
        await self.services[0].play(live, 0, 0, some_path(live, 0))
        return live, same


@asynccontextmanager
async def opened(data: Path) -> AsyncIterator[House]:
    house = House(data)
    for service in house.services:
        service.open()
    try:
        yield house
    finally:
        for service in house.services:
            await service.close()


def at_two_servers(happens: Callable[[House], Awaitable[None]], data: Path) -> None:
    async def run() -> None:
        async with opened(data) as house:
            await happens(house)

    asyncio.run(run())


async def until(done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LONG_ENOUGH
    while not done() and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    return done()


def some_path(live: LiveTable, seat: int) -> tuple[str, ...]:
    return tuple(live.in_progress.state.paths(seat)[0])


# Moves.


def test_a_move_is_resolved_and_applied_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def count(kind: type, name: str) -> None:
        original = getattr(kind, name)

        def counted(*arguments: object) -> object:
            calls.append(name)
            return original(*arguments)

        monkeypatch.setattr(kind, name, counted)

    async def happens(house: House) -> None:
        live, _ = await house.live_tables(HERE)
        house.board.cut = True  # the other server would apply it once more, to its own state
        path = some_path(live, 0)
        for name in ("move", "apply", "copy"):
            count(type(live.in_progress.state), name)
        await house.services[0].play(live, 0, 0, path)
        assert sorted(calls) == ["apply", "copy", "move"]

    at_two_servers(happens, tmp_path)


def test_a_move_is_seen_at_the_other_server(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE)
        await house.services[0].play(live, 0, 0, some_path(live, 0))
        assert await until(lambda: same.number == 1)
        assert same.in_progress.state.to_json() == live.in_progress.state.to_json()
        assert house.shown[1] == [live.key]

    at_two_servers(happens, tmp_path)


def test_moves_made_at_the_same_time_at_two_servers_both_count(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        _, same = await house.live_tables_after_an_unheard_move()
        await house.services[1].play(same, 1, 0, some_path(same, 1))
        assert same.number == 2
        assert [move.seat for move in same.record.moves] == [0, 1]

    at_two_servers(happens, tmp_path)


def test_one_seat_answers_once_at_two_servers(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        _, same = await house.live_tables_after_an_unheard_move()
        with pytest.raises(Stale):
            await house.services[1].play(same, 0, 0, some_path(same, 0))
        assert same.number == 1

    at_two_servers(happens, tmp_path)


def test_a_server_shows_the_latest_stored_table(tmp_path: Path) -> None:
    """Even before it has heard of the change."""

    async def happens(house: House) -> None:
        live, same = await house.live_tables(WITH_A_BOT)
        house.board.cut = True
        one, other = house.services
        await one.sit(live, "bo", "Bo")
        assert await other.live_table(live.key) is same
        assert same.seats_of("bo") == [1]
        await one.play(live, 0, live.number, some_path(live, 0))
        assert await other.live_table(live.key) is same
        assert same.number >= 1

    at_two_servers(happens, tmp_path)


def test_after_an_interruption_of_the_bus_all_tables_are_read_again(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables_after_an_unheard_move()
        house.board.cut = False
        await house.services[1].hear_all()
        assert same.number == 1
        assert house.shown[1] == [live.key]

    at_two_servers(happens, tmp_path)


def test_an_error_at_one_table_does_not_stop_news_of_others(tmp_path: Path) -> None:
    """As if the rules of one server did not know the move of the other."""

    async def happens(house: House) -> None:
        (live, same), (other, same_other) = [await house.live_tables(HERE) for _ in range(2)]
        same.carry_out = fail  # type: ignore[method-assign,assignment]
        for each in (live, other):
            await house.services[0].play(each, 0, 0, some_path(each, 0))
        await house.board.settle()  # nothing is raised
        assert same.is_gone
        assert same_other.number == 1
        again = await house.services[1].live_table(live.key)  # opened again, by rules that know the entry
        assert again is not None
        assert again.number == 1

    at_two_servers(happens, tmp_path)


def test_an_error_at_one_table_does_not_keep_others_from_being_read_again(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        (live, same), (other, same_other) = [await house.live_tables(HERE) for _ in range(2)]
        house.board.cut = True
        for each in (live, other):
            await house.services[0].play(each, 0, 0, some_path(each, 0))
        house.board.cut = False
        storage = house.services[1]._storage
        version = storage.version
        storage.version = lambda key: fail() if key == live.key else version(key)  # type: ignore[method-assign]
        await house.services[1].hear_all()
        assert same.is_gone
        assert same_other.number == 1

    at_two_servers(happens, tmp_path)


def test_an_error_at_one_table_does_not_keep_others_from_losing_a_server(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        (_, same), (other, same_other) = [await house.live_tables(HERE) for _ in range(2)]
        same.hear_of = fail  # type: ignore[method-assign,assignment]
        with house.services[0].attending(other, "ada"):
            assert await until(lambda: same_other.is_present("ada"))
            house.services[1].lose("server-0")
            assert same.is_gone
            assert not same_other.is_present("ada")

    at_two_servers(happens, tmp_path)


def test_a_table_whose_bots_cannot_be_driven_is_opened_again(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, _ = await house.live_tables(HERE)
        live.seconds_until_move = fail  # type: ignore[method-assign,assignment]
        live.changed.set()
        assert await until(lambda: live.is_gone)
        again = await house.services[0].live_table(live.key)
        assert again is not None
        assert again is not live

    at_two_servers(happens, tmp_path)


def fail(*_: object) -> NoReturn:
    raise IllegalMove("'lantern-3' cannot be picked now. Possible: lantern-5.")


def test_an_error_at_a_table_is_logged_without_its_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE)
        same.carry_out = fail  # type: ignore[method-assign,assignment]
        await house.services[0].play(live, 0, 0, some_path(live, 0))
        await house.board.settle()

    at_two_servers(happens, tmp_path)
    told = [record for record in caplog.records if record.levelname != "INFO"]
    assert [record.getMessage() for record in told] == ["a table of lanterns must be opened anew: IllegalMove"]
    assert all(record.exc_info is None for record in told)


def test_a_service_that_ends_also_ends_the_bots_of_a_removed_table(tmp_path: Path) -> None:
    """Such a bot may wait for the table's lock. Later, it would find the storage closed."""

    async def happens() -> None:
        async with opened(tmp_path) as house:
            live, _ = await house.live_tables(HERE)
            driver = house.services[0]._drivers[live.key]
            await asyncio.sleep(0)
            house.services[0]._drop(live)
            live.is_gone = False  # as a bot found it that now waits for the lock
        assert driver.done()

    asyncio.run(happens())


def test_a_bot_waits_while_the_storage_is_unreachable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(driver, "BOT_RETRY_SECONDS", 0.01)
    tried: list[str] = []

    def is_away(*_: object) -> None:
        tried.append("once more")
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    async def happens(house: House) -> None:
        live, _ = await house.live_tables([("bot", "easy"), ("bot", "easy")], game="spookies")
        await until(lambda: live.number > 0)
        with monkeypatch.context() as patch:
            for service in house.services:
                patch.setattr(service._storage, "append", is_away)
                patch.setattr(service._storage, "append_all", is_away)
            assert await until(lambda: len(tried) > 5)
        number = live.number
        assert await until(lambda: live.number > number)

    at_two_servers(happens, tmp_path)
    told = [record.getMessage() for record in caplog.records if record.levelname != "INFO"]
    begun = [line for line in told if line.endswith(": disk I/O error")]
    assert len(begun) <= 2 < len(tried)  # one warning at each server
    assert len(told) <= 2 * len(begun)  # and one when it is over


# Presence.


def test_a_person_connected_to_one_server_is_present_at_both(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE)
        ada = same.chairs[0]
        assert same.is_away(ada)
        with house.services[0].attending(live, "ada"):
            assert await until(lambda: not same.is_away(ada))
            assert house.shown[1] == [live.key]
        assert await until(lambda: same.is_away(ada))
        assert house.shown[1] == [live.key] * 2

    at_two_servers(happens, tmp_path)


def test_a_server_that_opens_a_table_asks_who_is_present(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live = await house.services[0].set_table(NewTable(LANTERNS.id, {}, HERE), "ada", "Ada")
        with house.services[0].attending(live, "ada"):
            await house.board.settle()
            same = await house.services[1].live_table(live.key)
            assert same is not None
            assert await until(lambda: not same.is_away(same.chairs[0]))

    at_two_servers(happens, tmp_path)


def test_the_people_of_a_server_that_ended_are_away(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE, away_seconds=60)
        with house.services[0].attending(live, "ada"):
            assert await until(lambda: not same.is_away(same.chairs[0]))
            assert same.seconds_until_bot(same.chairs[0]) is None
            house.services[1].lose("server-0")
            assert same.is_away(same.chairs[0])
            assert 59 < (same.seconds_until_bot(same.chairs[0]) or 0) <= 60

    at_two_servers(happens, tmp_path)


def test_the_time_away_begins_with_the_last_disconnection(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE, away_seconds=60)
        same.left_at["ada"] = time.monotonic() - 59
        with house.services[0].attending(live, "ada"):
            assert await until(lambda: not same.is_away(same.chairs[0]))
        assert await until(lambda: same.is_away(same.chairs[0]))
        assert (same.seconds_until_bot(same.chairs[0]) or 0) > 30

    at_two_servers(happens, tmp_path)


def test_a_program_that_asks_one_server_is_present_at_both(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE, away_seconds=60)
        same.left_at["ada"] = time.monotonic() - 59
        house.services[0].hear_from(live, "ada")
        assert await until(lambda: (same.seconds_until_bot(same.chairs[0]) or 0) > 30)

    at_two_servers(happens, tmp_path)


# Bots.


def test_how_a_person_wishes_bots_to_move_counts_at_both_servers(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE)
        one = house.services[0]
        with one.attending(live, "ada"):
            one.set_pace(live, "page", "calm")
            assert await until(lambda: same.pace.factor == FACTORS["calm"])
            one.forget_pace(live, "page")
        assert await until(lambda: same.pace.factor == FACTORS["normal"])

    at_two_servers(happens, tmp_path)


def test_the_wishes_at_a_server_that_ended_are_forgotten(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        live, same = await house.live_tables(HERE)
        house.services[0].set_pace(live, "page", "calm")
        assert await until(lambda: same.pace.factor == FACTORS["calm"])
        house.services[1].lose("server-0")
        assert same.pace.factor == FACTORS["normal"]

    at_two_servers(happens, tmp_path)


def test_bots_move_at_one_server_and_then_at_the_other(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        one, other = house.services
        live = await one.set_table(NewTable("spookies", {}, [("me", ""), ("bot", "easy")]), "ada", "Ada")
        await play_until_a_bot_is_asked(one, live)
        assert await until(lambda: live.in_progress.state.turn == 0 or live.in_progress.state.over)  # the bot has moved
        await one.close()
        same = await other.live_table(live.key)
        assert same is not None
        await play_until_a_bot_is_asked(other, same)
        assert await until(lambda: same.in_progress.state.turn == 0 or same.in_progress.state.over)
        assert house.board.claimed_by == {"server-0", "server-1"}

    at_two_servers(happens, tmp_path)


async def play_until_a_bot_is_asked(service: TableService, live: LiveTable) -> None:
    while live.in_progress.state.turn == 0 and not live.in_progress.state.over:
        await service.play(live, 0, live.number, some_path(live, 0))
