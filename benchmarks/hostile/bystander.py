"""Somebody who only wants to play while others attack the server, and how long everything takes them."""

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

from benchmarks.pages import PATIENCE, Page, Person, Refused, client

MOVE, BOT_TURN, HOME, NEW_TABLE = "move", "bot's turn", "home page", "new table"
DONE = (MOVE, BOT_TURN, HOME, NEW_TABLE)
PAUSES = {MOVE: 0.25, HOME: 0.5, NEW_TABLE: 1.0}  # seconds between two of a kind
SHARED, AGAINST_A_BOT = ("spookies", ["me", "here"]), ("thirteen", ["me", "bot"])
FAILURES = (Refused, OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException)


@dataclass
class Times:
    """How many seconds each kind of thing took. What failed, or took longer than anybody waits, took for ever."""

    took: dict[str, list[float]] = field(default_factory=lambda: {what: [] for what in DONE})
    reasons: Counter[str] = field(default_factory=Counter)  # of failures

    async def note(self, what: str, doing: Awaitable[object], began: float | None = None) -> bool:
        """Whether it was done."""
        began = time.perf_counter() if began is None else began
        try:
            await asyncio.wait_for(doing, PATIENCE)
        except FAILURES as reason:
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
        """The 99th percentile."""
        took = sorted(self.took[what] or [math.nan])
        return took[math.ceil(0.99 * len(took)) - 1]

    def failures(self, what: str) -> int:
        return sum(math.isinf(each) for each in self.took[what])


class Bystander:
    """One person at one address: a page that two share, a page against a bot, and a look around now and then."""

    def __init__(self, base: str, address: str) -> None:
        self.base, self.address = base, address
        self.chance = random.Random(address)
        self.times = Times()
        self.pages: dict[str, Page] = {}

    async def arrive(self) -> None:
        self.person = await Person.come(self.base, self.address)
        await self.person.send("/name", name="Ada")
        await self._sit(MOVE, *SHARED)
        await self._sit(BOT_TURN, *AGAINST_A_BOT)

    async def _sit(self, what: str, game: str, kinds: list[str]) -> None:
        if what in self.pages:
            await self.pages.pop(what).leave()
        page = await self.person.open(await self.person.set_table(game, kinds))
        await page.reach(0)
        self.pages[what] = page

    async def play(self, seconds: float, times: Times) -> None:
        """All of it at the same time, so long, and until what was begun has been answered."""
        self.times = times
        deadline = time.perf_counter() + seconds
        steps = (self._share, self._play_a_bot, self._look_at_home, self._set_table)
        await asyncio.gather(*(self._again_and_again(step, deadline) for step in steps))

    async def _again_and_again(self, step: Callable[[], Awaitable[None]], deadline: float) -> None:
        while time.perf_counter() < deadline:
            await step()

    async def _share(self) -> None:
        await asyncio.sleep(PAUSES[MOVE])
        await self._at_table(MOVE, SHARED, self._move_here)

    async def _play_a_bot(self) -> None:
        await self._at_table(BOT_TURN, AGAINST_A_BOT, self._move_or_wait)

    async def _at_table(self, what: str, order: tuple[str, list[str]], step: Callable[[Page], Awaitable[bool]]) -> None:
        """A step at the table, or at the next one if the game is over or the server does not answer."""
        try:
            async with asyncio.timeout(2 * PATIENCE):
                if what not in self.pages or self.pages[what].now.over or not await step(self.pages[what]):
                    await self._sit(what, *order)
        except FAILURES as reason:
            self.times.fail(what, reason)
            await asyncio.sleep(1)

    async def _move_here(self, page: Page) -> bool:
        await page.turn_to_the_next()
        return await self.times.note(MOVE, page.move_at_random(self.chance))

    async def _move_or_wait(self, page: Page) -> bool:
        if page.now.paths:
            return await self.times.note(MOVE, page.move_at_random(self.chance))
        return await self.times.note(BOT_TURN, page.reach(page.now.number + 1), page.since)

    async def _look_at_home(self) -> None:
        """With a new connection, as somebody who has just heard of the place."""
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
