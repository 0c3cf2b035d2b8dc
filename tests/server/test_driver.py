"""When bots move: only if somebody sees it, by one server, and never sooner for having no choice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import cast

import pytest

from spiritboard.server import live_table as live_table_module
from spiritboard.server.bot_pool import BotPool, Decision
from spiritboard.server.bus import ServerBus
from spiritboard.server.driver import BOT_RETRY_SECONDS, ELSEWHERE_SECONDS, Clock, Driver
from spiritboard.server.limits import Asker
from spiritboard.server.live_table import GLANCE_SECONDS, LiveTable
from spiritboard.server.storage import Chair, StoredTable, Unreachable
from spiritboard.table.dice import Dice
from spiritboard.table.record import Move
from spiritboard.table.state import State
from tests.server.guests import LANTERNS

PACE = 0.9
SLOT = 0.4
BOTS = ("bot", "bot")
ADA_AND_A_BOT = ("ada", "bot")


class FakeClock(Clock):
    """Time that passes when somebody waits for it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        await asyncio.sleep(0)
        if event.is_set():
            return True
        await self.sleep(seconds)
        return False

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.waits.append(seconds)
        self.time += seconds


class FakeBotPool:
    """Bots that make the first move there is, after so many seconds, and say when it is due."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.takes: list[float] = []  # how long for each decision; at once for all further ones
        self.askers: list[Asker] = []
        self.fails: list[Exception] = []

    async def think(self, state: State, seat: int, bot: str, asker: Asker) -> Decision:
        if self.fails:
            raise self.fails.pop(0)
        self.askers.append(asker)
        due = self.clock.now() + SLOT
        self.clock.time += self.takes.pop(0) if self.takes else 0.0
        return Decision(state.paths(seat)[0], due)


class CountingBus(ServerBus):
    """One that says whether its server may let bots move."""

    def __init__(self) -> None:
        self.yields = True
        self.claims = 0
        self.claimed = False

    async def claim(self, table: str) -> bool:
        self.claims += 1
        self.claimed = self.yields
        return self.yields

    async def release(self, table: str) -> None:
        self.claimed = False


class Scene:
    """One table, and a driver who lets bots move there."""

    def __init__(self, people: tuple[str, ...], away_seconds: int | None, pace: float) -> None:
        self.clock = FakeClock()
        self.bot_pool = FakeBotPool(self.clock)
        self.bus = CountingBus()
        self.moved_at: list[float] = []
        self.pace = pace
        chairs = [
            Chair(seat, "bot" if who == "bot" else "person", None if who == "bot" else who, who, f"key-{seat}")
            for seat, who in enumerate(people)
        ]
        stored = StoredTable(
            "table", LANTERNS.id, {}, Dice("scene").text(), "ada", "invite", False, away_seconds, chairs
        )
        stored.network = "net-1"
        self.stored = stored
        self.most = 10**9

    def open(self) -> None:
        self.live = LiveTable(self.stored, [])
        self.driver = Driver(self.play, cast(BotPool, self.bot_pool), self.bus, self.pace, self.clock)
        self.task = asyncio.create_task(self.driver.drive(self.live))

    async def play(self, live: LiveTable, seat: int, number: int, path: tuple[str, ...]) -> None:
        assert number == live.number
        live.carry_out(Move(seat, path, Dice(number).text()))
        self.moved_at.append(self.clock.time)
        if len(self.moved_at) == self.most:
            raise asyncio.CancelledError  # enough has been seen

    async def settle(self) -> None:
        """Until the game is over, or the driver waits for something that no clock brings."""
        for _ in range(3000):
            await asyncio.sleep(0)


def watch(
    happens: Callable[[Scene], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    people: tuple[str, ...],
    away_seconds: int | None = None,
    pace: float = PACE,
) -> None:
    async def run() -> None:
        scene = Scene(people, away_seconds, pace)
        monkeypatch.setattr(live_table_module, "time", SimpleNamespace(monotonic=scene.clock.now))
        scene.open()
        await happens(scene)
        scene.task.cancel()
        await asyncio.gather(scene.task, return_exceptions=True)

    asyncio.run(run())


# Only if somebody is there.


def test_bots_play_to_the_end_for_somebody_who_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.watching = 1
        await scene.settle()
        assert scene.live.in_progress.state.over
        assert not scene.bus.claimed
        assert set(scene.bot_pool.askers) == {Asker("ada", "net-1")}

    watch(happens, monkeypatch, BOTS)


def test_a_bot_does_not_move_at_a_table_that_was_dropped_while_it_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        async def think(state: State, seat: int, bot: str, asker: Asker) -> Decision:
            scene.live.is_gone = True
            return Decision(state.paths(seat)[0], scene.clock.now())

        monkeypatch.setattr(scene.bot_pool, "think", think)
        scene.live.watching = 1
        await scene.settle()
        assert scene.task.done()
        assert scene.moved_at == []

    watch(happens, monkeypatch, BOTS)


def test_a_table_with_nobody_there_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No timer, no claim, no thought; and it goes on at the usual pace when somebody looks."""

    async def happens(scene: Scene) -> None:
        scene.clock.time += GLANCE_SECONDS
        await scene.settle()
        assert (scene.clock.waits, scene.bus.claims, scene.moved_at) == ([], 0, [])
        came_at = scene.clock.time
        scene.most = 1
        scene.live.glance()
        await scene.settle()
        assert scene.moved_at == [pytest.approx(came_at + PACE + SLOT)]

    watch(happens, monkeypatch, BOTS)


@pytest.mark.parametrize(("away_seconds", "seconds"), [(None, GLANCE_SECONDS), (5, GLANCE_SECONDS), (300, 300)])
def test_bots_go_on_for_a_while_after_somebody_was_there(
    monkeypatch: pytest.MonkeyPatch, away_seconds: int | None, seconds: int
) -> None:
    """For as long as it takes until a bot takes over, or a minute."""

    pace = seconds / 3

    async def happens(scene: Scene) -> None:
        left_at = scene.clock.time
        await scene.settle()
        assert scene.moved_at == [pytest.approx(left_at + at * (pace + SLOT)) for at in (1, 2)]
        assert not scene.bus.claimed

    watch(happens, monkeypatch, BOTS, away_seconds, pace)


def test_a_program_that_asks_now_and_then_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """And asking often does not keep bots waiting."""

    async def happens(scene: Scene) -> None:
        started = scene.clock.time
        wait = scene.clock.wait

        async def ask_meanwhile(event: asyncio.Event, seconds: float) -> bool:
            scene.live.glance()
            return await wait(event, seconds)

        scene.clock.wait = ask_meanwhile  # type: ignore[method-assign]
        scene.live.glance()
        await scene.settle()
        assert scene.live.in_progress.state.over
        assert scene.moved_at[0] == pytest.approx(started + PACE + SLOT)

    watch(happens, monkeypatch, BOTS)


def test_nobody_plays_for_the_last_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.arrive("ada")
        scene.live.watching = 1
        await scene.settle()
        assert len(scene.moved_at) == 1  # the bot's, who chooses at the same time
        scene.live.watching = 0
        scene.live.leave("ada")
        scene.live.seen_at = scene.clock.time
        await scene.settle()
        scene.clock.time += 10_000
        await scene.settle()
        assert len(scene.moved_at) == 1
        assert not scene.bus.claimed

    watch(happens, monkeypatch, ADA_AND_A_BOT, away_seconds=300)


def test_a_bot_takes_over_for_those_who_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.most = 1
        left_at = scene.clock.time
        scene.live.watching = 1
        scene.live.arrive("bo")
        await scene.settle()
        assert scene.moved_at == [pytest.approx(left_at + 300 + SLOT)]
        assert scene.live.number == 1

    watch(happens, monkeypatch, ("ada", "bo"), away_seconds=300)


# By one server.


def test_a_server_that_may_not_let_bots_move_asks_again_as_long_as_somebody_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def happens(scene: Scene) -> None:
        scene.bus.yields = False
        await scene.settle()
        assert set(scene.clock.waits) == {ELSEWHERE_SECONDS}
        assert scene.bus.claims == len(scene.clock.waits) == GLANCE_SECONDS / ELSEWHERE_SECONDS
        assert (scene.moved_at, scene.bot_pool.askers) == ([], [])

    watch(happens, monkeypatch, BOTS)


# When.


@pytest.mark.parametrize("takes", [[0.0, 0.0, 0.0], [0.0, 0.3, 0.01], [0.4, 0.2, 0.0]])
def test_moves_come_at_the_same_times_however_soon_a_bot_had_them(
    monkeypatch: pytest.MonkeyPatch, takes: list[float]
) -> None:
    """A bot without a choice has its move at once."""

    async def happens(scene: Scene) -> None:
        started, scene.most = scene.clock.time, 3
        scene.bot_pool.takes = list(takes)
        await scene.settle()
        assert scene.moved_at == [pytest.approx(started + at * (PACE + SLOT)) for at in (1, 2, 3)]

    watch(happens, monkeypatch, BOTS)


def test_without_a_pace_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        started = scene.clock.time
        scene.live.watching = 1
        await scene.settle()
        assert scene.live.in_progress.state.over
        assert scene.clock.time == started

    watch(happens, monkeypatch, BOTS, pace=0.0)


# If something fails.


@pytest.mark.parametrize(
    ("error", "logged"), [(Unreachable("away"), 0), (ValueError("no idea"), 1)], ids=["database", "bot"]
)
def test_a_bot_that_failed_tries_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, logged: int
) -> None:
    """That the database is away is told by others, once, and not for each table."""

    async def happens(scene: Scene) -> None:
        scene.bot_pool.fails = [error]
        scene.live.watching = 1
        with caplog.at_level(logging.WARNING):
            await scene.settle()
        assert scene.live.in_progress.state.over
        assert BOT_RETRY_SECONDS in scene.clock.waits
        assert len(caplog.records) == logged

    watch(happens, monkeypatch, BOTS)
