"""Bots at tables: for which seat a bot moves, at which server, and when."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.server.bot_pool import BotPool, Luck
from spiritboard.server.bus import ServerBus
from spiritboard.server.entropy import DealDice
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import LiveTable
from spiritboard.server.metrics import Metrics
from spiritboard.server.storage import Chair, Unreachable

log = logging.getLogger(__name__)

ELSEWHERE_SECONDS = 2  # until this server tries to take over the bots of a server that has ended
BOT_RETRY_SECONDS = 5  # after which a bot that failed tries again

Play = Callable[[LiveTable, int, int, tuple[str, ...]], Awaitable[None]]


class Clock:
    """The real time. Tests use a clock of their own."""

    def now(self) -> float:
        return time.monotonic()

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event, but no longer than this many seconds. Returns whether it came."""
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Driver:
    """Lets bots move. A table that nobody looks at costs nothing: no timer runs, and no server claims its bots."""

    def __init__(
        self,
        play: Play,
        bot_pool: BotPool,
        bus: ServerBus,
        pace: float,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
        dice: DealDice | None = None,
    ) -> None:
        self._play = play  # does nothing if the bot's question is no longer asked
        self._bot_pool = bot_pool
        self._bus = bus
        self._pace = pace
        self._clock = clock or Clock()
        self._metrics = metrics or Metrics()
        self._dice = dice or DealDice("")  # of deals that several people play

    async def drive(self, live: LiveTable) -> None:
        """Let bots move for their own chairs, and for people who are away for too long, until the game is over."""
        try:
            while not live.in_progress.state.over and not live.is_gone:
                await self._step(live)
        finally:
            await self._bus.release(live.key)

    async def _step(self, live: LiveTable) -> None:
        """Wait until the table changes, or let a bot move."""
        live.changed.clear()
        wait, chair = self._next(live)
        if chair is None:
            await self._bus.release(live.key)
            await live.changed.wait()
        elif not await self._bus.claim(live.key):
            await self._clock.wait(live.changed, ELSEWHERE_SECONDS)
        elif not await self._clock.wait(live.changed, wait):
            await self._try_to_move(live, chair)

    def _next(self, live: LiveTable) -> tuple[float, Chair | None]:
        """Returns how long until a bot decides, and for which chair; no chair if nobody looks at the table."""
        pending = [live.chairs[seat] for seat in live.pending]
        waits = [(live.seconds_until_move(chair, self._pace), chair) for chair in pending]
        soon = [(wait, chair) for wait, chair in waits if wait is not None]
        return min(soon, key=lambda pair: pair[0], default=(0.0, None))

    async def _try_to_move(self, live: LiveTable, chair: Chair) -> None:
        """Let a bot move. An error of the bot is logged, and the people at the table can go on."""
        try:
            await self._move(live, chair.seat)
        except Unreachable:  # logged elsewhere, and no fault of the bot
            await self._clock.sleep(BOT_RETRY_SECONDS)
        except Exception:
            self._metrics.error("bot")
            log.exception("a bot failed to move")
            await self._clock.sleep(BOT_RETRY_SECONDS)

    async def _move(self, live: LiveTable, seat: int) -> None:
        if not live.bot_plays_for(live.chairs[seat]) or not live.is_attended():
            return  # the person came back, or nobody looks at the table any more
        number, asker = live.number, Requester(live.stored.host, live.stored.network)
        level = live.chairs[seat].level or USUAL_LEVEL
        hurry, luck = live.pace.skipping, self._luck(live, seat)
        decision = await self._bot_pool.think(live.in_progress.state, seat, level, asker, hurry, luck)
        if self._pace:
            await self._clock.wait(hurry, max(0.0, decision.due - self._clock.now()))
        if live.bot_plays_for(live.chairs[seat]) and not live.is_gone:
            await self._play(live, seat, number, decision.path)

    def _luck(self, live: LiveTable, seat: int) -> Luck | None:
        """Returns the dice for a bot's thoughts where several people play a deal, so that it thinks the same at all
        their tables."""
        deal, moment = live.stored.same_deal, live.moment(seat)
        return None if deal is None else lambda purpose: self._dice.at(deal, purpose, seat, moment)
