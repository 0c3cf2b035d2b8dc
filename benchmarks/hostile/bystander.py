"""Bystanders: players who use the server while it is attacked, and how long they wait."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx
import websockets

from benchmarks.pages import TIMEOUT_SECONDS, Page, Refused, Visitor, client

MOVE_ACTIVITY, BOT_TURN, HOME, NEW_TABLE = "move", "bot's turn", "home page", "new table"
ACTIVITIES = (MOVE_ACTIVITY, BOT_TURN, HOME, NEW_TABLE)
PAUSES = {MOVE_ACTIVITY: 0.25, HOME: 0.5, NEW_TABLE: 1.0}  # seconds between two of a kind
SHARED, AGAINST_A_BOT = ("spookies", ["me", "here"]), ("thirteen", ["me", "bot"])
ACTIVITY_FAILURES = (Refused, OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException)


@dataclass
class Times:
    """The seconds that each activity took. A failure counts as infinitely long."""

    took: dict[str, list[float]] = field(default_factory=lambda: {what: [] for what in ACTIVITIES})
    reasons: Counter[str] = field(default_factory=Counter)  # of failures

    async def note(self, what: str, doing: Awaitable[object], began: float | None = None) -> bool:
        """Waits for an activity and notes its time. Returns whether it succeeded."""
        began = time.perf_counter() if began is None else began
        try:
            await asyncio.wait_for(doing, TIMEOUT_SECONDS)
        except ACTIVITY_FAILURES as reason:
            self.fail(what, reason)
            return False
        self.took[what].append(time.perf_counter() - began)
        return True

    def fail(self, what: str, reason: Exception) -> None:
        self.took[what].append(math.inf)
        self.reasons[f"{what}: {str(reason).partition(chr(10))[0] or type(reason).__name__}"] += 1

    def median(self, what: str) -> float:
        return statistics.median(self.took[what] or [math.nan])

    def slowest(self, what: str) -> float:
        """Returns the 99th percentile."""
        took = sorted(self.took[what] or [math.nan])
        return took[math.ceil(0.99 * len(took)) - 1]

    def failures(self, what: str) -> int:
        return sum(math.isinf(each) for each in self.took[what])


class Bystander:
    """A person at one address, with a page that two players share, a page against a bot, and other requests."""

    def __init__(self, base: str, address: str) -> None:
        self.base, self.address = base, address
        self.chance = random.Random(address)
        self.times = Times()
        self.pages: dict[str, Page] = {}

    async def arrive(self) -> None:
        self.person = await Visitor.come(self.base, self.address)
        await self.person.send("/name", name="Ada")
        await self._sit(MOVE_ACTIVITY, *SHARED)
        await self._sit(BOT_TURN, *AGAINST_A_BOT)

    async def _sit(self, what: str, game: str, kinds: list[str]) -> None:
        if what in self.pages:
            await self.pages.pop(what).leave()
        page = await self.person.open(await self.person.set_table(game, kinds))
        await page.reach(0)
        self.pages[what] = page

    async def play(self, seconds: float, times: Times) -> None:
        """Does all activities at the same time for so many seconds, and waits for the last answers."""
        self.times = times
        deadline = time.perf_counter() + seconds
        steps = (self._share, self._play_a_bot, self._look_at_home, self._set_table)
        await asyncio.gather(*(self._again_and_again(step, deadline) for step in steps))

    async def _again_and_again(self, step: Callable[[], Awaitable[None]], deadline: float) -> None:
        while time.perf_counter() < deadline:
            await step()

    async def _share(self) -> None:
        await asyncio.sleep(PAUSES[MOVE_ACTIVITY])
        await self._at_table(MOVE_ACTIVITY, SHARED, self._move_here)

    async def _play_a_bot(self) -> None:
        await self._at_table(BOT_TURN, AGAINST_A_BOT, self._move_or_wait)

    async def _at_table(self, what: str, order: tuple[str, list[str]], step: Callable[[Page], Awaitable[bool]]) -> None:
        """Does a step at the table. Makes a new table if the game is over or the step fails."""
        try:
            async with asyncio.timeout(2 * TIMEOUT_SECONDS):
                if what not in self.pages or self.pages[what].now.over or not await step(self.pages[what]):
                    await self._sit(what, *order)
        except ACTIVITY_FAILURES as reason:
            self.times.fail(what, reason)
            await asyncio.sleep(1)

    async def _move_here(self, page: Page) -> bool:
        await page.turn_to_the_next()
        return await self.times.note(MOVE_ACTIVITY, page.move_at_random(self.chance))

    async def _move_or_wait(self, page: Page) -> bool:
        if page.now.paths:
            return await self.times.note(MOVE_ACTIVITY, page.move_at_random(self.chance))
        return await self.times.note(BOT_TURN, page.reach(page.now.number + 1), page.since)

    async def _look_at_home(self) -> None:
        """Opens the home page with a new connection, as a new visitor does."""
        await asyncio.sleep(PAUSES[HOME])
        await self.times.note(HOME, self._home())

    async def _home(self) -> None:
        async with client(self.base, self.address) as http:
            (await http.get("/")).raise_for_status()

    async def _set_table(self) -> None:
        await asyncio.sleep(PAUSES[NEW_TABLE])
        await self.times.note(NEW_TABLE, self._new_table())

    async def _new_table(self) -> None:
        order = {"game": "ghosts", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        async with client(self.base, self.address) as http:
            (await http.post("/api/tables", json=order)).raise_for_status()

    async def leave(self) -> None:
        for page in self.pages.values():
            await page.leave()
        await self.person.http.aclose()


async def measure(bystanders: list[Bystander], seconds: float) -> Times:
    times = Times()
    await asyncio.gather(*(each.play(seconds, times) for each in bystanders))
    return times
