"""When bots move: only while people look, at one server, and not sooner if they have no choice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import cast

import pytest

from spiritboard.server import live_table as live_table_module
from spiritboard.server.bot_pool import BotPool, Decision, Luck
from spiritboard.server.bus import ServerBus
from spiritboard.server.driver import BOT_RETRY_SECONDS, ELSEWHERE_SECONDS, Clock, Driver
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import GLANCE_SECONDS, LiveTable
from spiritboard.server.pace import FACTORS, Pace, TablePace
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
    """A clock that jumps ahead whenever it is waited for."""

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
    """Bots that choose the first legal move after a given time, and say when it is due."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.takes: list[float] = []  # seconds for each of the next decisions; 0 for all others
        self.askers: list[Requester] = []
        self.fails: list[Exception] = []
        self.then: Callable[[], None] = lambda: None  # happens when a bot has decided

    async def think(
        self,
        state: State,
        seat: int,
        bot: str,
        asker: Requester,
        hurry: asyncio.Event,
        luck: Luck | None = None,
    ) -> Decision:
        if self.fails:
            raise self.fails.pop(0)
        self.askers.append(asker)
        due = self.clock.now() + SLOT
        self.clock.time += self.takes.pop(0) if self.takes else 0.0
        self.then()
        return Decision(state.paths(seat)[0], due)


class CountingBus(ServerBus):
    """A bus that lets its server claim bots, or does not."""

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
    """One table, and the driver of its bots."""

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
            raise asyncio.CancelledError  # the test has seen enough

    async def settle(self) -> None:
        """Wait until the game is over, or the driver waits for a change at the table."""
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


# Only while people look.


def test_bots_play_to_the_end_for_a_spectator(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.watching = 1
        await scene.settle()
        assert scene.live.in_progress.state.over
        assert not scene.bus.claimed
        assert set(scene.bot_pool.askers) == {Requester("ada", "net-1")}

    watch(happens, monkeypatch, BOTS)


def test_a_bot_does_not_move_at_a_table_that_was_dropped_while_it_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        async def think(
            state: State, seat: int, bot: str, asker: Requester, hurry: asyncio.Event, luck: object = None
        ) -> Decision:
            scene.live.is_gone = True
            return Decision(state.paths(seat)[0], scene.clock.now())

        monkeypatch.setattr(scene.bot_pool, "think", think)
        scene.live.watching = 1
        await scene.settle()
        assert scene.task.done()
        assert scene.moved_at == []

    watch(happens, monkeypatch, BOTS)


def test_a_table_that_nobody_looks_at_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No timer, no claim and no decision; and the bots go on at the usual pace when a person looks."""

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
def test_bots_go_on_for_a_while_after_the_last_look(
    monkeypatch: pytest.MonkeyPatch, away_seconds: int | None, seconds: int
) -> None:
    """For a minute, or for the time until bots take over if that is longer."""

    pace = seconds / 3

    async def happens(scene: Scene) -> None:
        left_at = scene.clock.time
        await scene.settle()
        assert scene.moved_at == [pytest.approx(left_at + at * (pace + SLOT)) for at in (1, 2)]
        assert not scene.bus.claimed

    watch(happens, monkeypatch, BOTS, away_seconds, pace)


def test_a_program_that_asks_now_and_then_keeps_bots_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frequent requests do not keep bots waiting."""

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


def test_no_bot_plays_for_the_last_person_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.arrive("ada")
        scene.live.watching = 1
        await scene.settle()
        assert len(scene.moved_at) == 1  # the move of the bot, which chooses at the same time
        scene.live.watching = 0
        scene.live.leave("ada")
        scene.live.seen_at = scene.clock.time
        await scene.settle()
        scene.clock.time += 10_000
        await scene.settle()
        assert len(scene.moved_at) == 1
        assert not scene.bus.claimed

    watch(happens, monkeypatch, ADA_AND_A_BOT, away_seconds=300)


def test_a_bot_takes_over_while_others_are_still_present(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.most = 1
        left_at = scene.clock.time
        scene.live.watching = 1
        scene.live.arrive("bo")
        await scene.settle()
        assert scene.moved_at == [pytest.approx(left_at + 300 + SLOT)]
        assert scene.live.number == 1

    watch(happens, monkeypatch, ("ada", "bo"), away_seconds=300)


# At one server.


def test_a_server_without_the_claim_tries_again_while_a_person_looks(
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
def test_moves_are_made_at_the_same_times_however_soon_a_bot_decides(
    monkeypatch: pytest.MonkeyPatch, takes: list[float]
) -> None:
    """A bot that has no choice decides at once, but does not move sooner."""

    async def happens(scene: Scene) -> None:
        started, scene.most = scene.clock.time, 3
        scene.bot_pool.takes = list(takes)
        await scene.settle()
        assert scene.moved_at == [pytest.approx(started + at * (PACE + SLOT)) for at in (1, 2, 3)]

    watch(happens, monkeypatch, BOTS)


def test_without_a_pace_bots_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        started = scene.clock.time
        scene.live.watching = 1
        await scene.settle()
        assert scene.live.in_progress.state.over
        assert scene.clock.time == started

    watch(happens, monkeypatch, BOTS, pace=0.0)


# Errors.


@pytest.mark.parametrize(
    ("error", "logged"), [(Unreachable("away"), 0), (ValueError("no idea"), 1)], ids=["database", "bot"]
)
def test_a_bot_that_failed_tries_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, logged: int
) -> None:
    """An outage of the storage is logged once elsewhere, not for each table."""

    async def happens(scene: Scene) -> None:
        scene.bot_pool.fails = [error]
        scene.live.watching = 1
        with caplog.at_level(logging.WARNING):
            await scene.settle()
        assert scene.live.in_progress.state.over
        assert BOT_RETRY_SECONDS in scene.clock.waits
        assert len(caplog.records) == logged

    watch(happens, monkeypatch, BOTS)


# As people wish.


ADA_AND_BOTS = ("ada", "bot", "bot")


@pytest.mark.parametrize("pace", ["calm", "normal", "quick"])
def test_bots_wait_as_a_person_wishes(monkeypatch: pytest.MonkeyPatch, pace: Pace) -> None:
    async def happens(scene: Scene) -> None:
        started, scene.most = scene.clock.time, 1
        scene.live.arrive("ada")
        scene.live.pace.wish("page", pace)
        await scene.settle()
        assert scene.moved_at == [pytest.approx(started + PACE * FACTORS[pace] + SLOT)]

    watch(happens, monkeypatch, ADA_AND_BOTS)


def test_a_wish_counts_at_once_and_as_long_as_its_page_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.pace.wish("page", "calm")
        assert scene.live.seconds_until_move(scene.live.chairs[1], PACE) == pytest.approx(PACE * FACTORS["calm"])
        scene.live.pace.forget("page")
        assert scene.live.seconds_until_move(scene.live.chairs[1], PACE) == pytest.approx(PACE)

    watch(happens, monkeypatch, ADA_AND_BOTS)


def test_the_most_patient_person_decides() -> None:
    pace = TablePace()
    assert pace.factor == FACTORS["normal"]
    pace.wish("one", "quick")
    assert pace.factor == FACTORS["quick"]
    pace.wish("two", "calm")
    assert pace.factor == FACTORS["calm"]
    pace.forget("two")
    assert pace.hear_of("another server", FACTORS["normal"], skips=False)
    assert pace.factor == FACTORS["normal"]
    assert not pace.hear_of("another server", FACTORS["normal"], skips=False)
    assert pace.hear_of("another server", 0.0, skips=False)
    assert pace.factor == FACTORS["quick"]
    assert pace.hear_of("another server", 0.0, skips=True)
    assert pace.factor == 0.0
    pace.stop_skipping()
    assert pace.factor == FACTORS["quick"]


def test_without_a_pace_nobody_can_make_bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.pace.wish("page", "calm")
        assert scene.live.seconds_until_move(scene.live.chairs[1], 0.0) == 0.0

    watch(happens, monkeypatch, ADA_AND_BOTS)


def test_a_skip_ends_the_wait_until_a_move_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(scene: Scene) -> None:
        scene.live.arrive("ada")
        scene.live.carry_out(Move(0, scene.live.in_progress.state.paths(0)[0], Dice(0).text()))
        scene.bot_pool.then = scene.live.pace.skip  # the bots have decided, but their moves are not due
        await scene.settle()
        assert scene.moved_at
        assert sum(scene.clock.waits) == pytest.approx(PACE)

    watch(happens, monkeypatch, ADA_AND_BOTS)


def test_who_skips_waits_for_nothing_until_a_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots choose first; then Ada is asked, and bots wait again."""

    async def happens(scene: Scene) -> None:
        scene.live.arrive("ada")
        scene.live.carry_out(Move(0, scene.live.in_progress.state.paths(0)[0], Dice(0).text()))
        assert scene.live.waits_for_bots()
        scene.live.pace.skip()
        started = scene.clock.time
        await scene.settle()
        assert scene.moved_at
        assert set(scene.moved_at) == {started}
        assert not scene.live.pace.skips

    watch(happens, monkeypatch, ADA_AND_BOTS)
