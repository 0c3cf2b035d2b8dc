"""Reviews of finished games: worked out move by move behind bots and hints, and stored as they go.

One server at a time works on a review. It holds a lease of the same kind as for the bots of a table, so if it dies,
another one goes on with what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from spiritboard.review.estimate import Estimate
from spiritboard.review.review import (
    MEASURE_VERSION,
    PlyTask,
    PlyValues,
    Review,
    ReviewJob,
    ply_tasks,
    put_together,
    work_out,
)
from spiritboard.review.values import Effort, Values
from spiritboard.server import review_storage
from spiritboard.server.background import Background
from spiritboard.server.bus import ServerBus
from spiritboard.server.limits import Amounts, Requester, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import Elsewhere
from spiritboard.server.review_storage import DONE, FAILED, StoredReview
from spiritboard.server.storage import Storage, Unreachable
from spiritboard.server.table_service import TableService
from spiritboard.server.upkeep import every
from spiritboard.table.record import Record

log = logging.getLogger(__name__)

BEFORE_THE_DEAL = -1  # the number of the part of a review that belongs to no move
SEED = "review"
LOOK_SECONDS = 15.0  # between two searches for reviews that a server has left unfinished
MOST_AT_ONCE = 20  # reviews that a server keeps in memory while it works on them; others wait in the storage
KEPT = 50  # reviews that are done and were opened last
A_PERSON, A_NETWORK = 3, 12  # the most reviews that are not done
RETRY_SECONDS = 60
WAIT_FOR_SOME = "are being worked out; please wait until one of them is done."


@dataclass(frozen=True, eq=False)
class ReviewedGame:
    """A finished game and its review."""

    record: Record
    review: Review


@dataclass(frozen=True)
class Part:
    """A part of a review for the process that works it out: a move, or the deal if there is no task."""

    job: ReviewJob
    task: PlyTask | None

    @property
    def number(self) -> int:
        return BEFORE_THE_DEAL if self.task is None else self.task.ply


def find_out(part: Part) -> str:
    """Returns what is found about a part of a review, as JSON."""
    if part.task is not None:
        return msgspec.json.encode(work_out(part.job, part.task)).decode()
    values = Values(part.job.setup())
    return msgspec.json.encode(values.before_the_deal(part.job.dice("deal"), part.job.effort)).decode()


def parts(record: Record, effort: Effort) -> Iterator[Part]:
    """Yields the parts of a review, in the order in which they are worked out."""
    config = record.setup.config
    options = tuple(config.options.items())
    job = ReviewJob(config.game, config.seats, options, record.setup.pieces, effort, SEED)
    if not record.start:
        yield Part(job, None)
    for task in ply_tasks(record):
        yield Part(job, task)


def number_of_parts(record: Record) -> int:
    """Returns how many parts a review has: the moves, and the deal unless the game was played on from a position."""
    return len(record.moves) + (not record.start)


def put_parts_together(record: Record, found: dict[int, str]) -> ReviewedGame:
    """Returns the review that was stored in parts."""
    initial = None if record.start else msgspec.json.decode(found[BEFORE_THE_DEAL], type=Estimate)
    plies = [msgspec.json.decode(found[ply], type=PlyValues) for ply in range(len(record.moves))]
    return ReviewedGame(record, put_together(record, initial, plies))


class Reviews:
    """Begins reviews, works them out and finds them again."""

    def __init__(
        self,
        service: TableService,
        storage: Storage,
        background: Background,
        bus: ServerBus,
        effort: Effort | None = None,
    ) -> None:
        """`effort` is for a whole game; without it, a game takes the time that it usually needs."""
        self._service = service
        self._storage = storage
        self._background = background
        self._bus = bus
        self._effort = effort
        self._working: dict[str, asyncio.Task[None]] = {}
        self._kept: OrderedDict[str, ReviewedGame] = OrderedDict()
        self._beginning = asyncio.Lock()  # held while a person's reviews are counted and one is added
        self._looking: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        tasks = [*self._working.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Asking.

    async def find(self, live: LiveTable) -> StoredReview | None:
        """Returns the review of a game, done or not; None if nobody has asked for it."""
        return await self._service.read(self._storage.transact, review_storage.find, live.key, MEASURE_VERSION)

    async def begin(self, live: LiveTable, requester: Requester) -> None:
        """Begin the review of a game that is over, or begin again after a failure. If it is there, nothing happens.

        Raises TooMuch if too many reviews of this person or their network are not done yet."""
        async with self._beginning:
            found = await self.find(live)
            if found is not None and not found.has_failed:
                return
            _check(await self._service.read(self._storage.transact, review_storage.amounts, requester))
            total = number_of_parts(live.record)
            asked = StoredReview(live.key, MEASURE_VERSION, requester, total, None, 0)
            await self._service.stored(self._storage.transact, review_storage.begin, asked, time.time())
        self._start(live.key)

    async def reviewed(self, live: LiveTable) -> ReviewedGame:
        """Returns the review of a game, which must be done."""
        if live.key not in self._kept:
            arguments = (review_storage.found, live.key, MEASURE_VERSION)
            found = await self._service.read(self._storage.transact, *arguments)
            self._kept[live.key] = await asyncio.to_thread(put_parts_together, live.record, found)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(live.key)
        return self._kept[live.key]

    # Working.

    async def _look(self) -> None:
        with suppress(Unreachable):
            await self.go_on()
        await every(LOOK_SECONDS, self.go_on)

    async def go_on(self) -> None:
        """Go on with stored reviews that are not done, and that no server works on."""
        arguments = (review_storage.unended, MEASURE_VERSION, MOST_AT_ONCE)
        for key in await self._service.read(self._storage.transact, *arguments):
            self._start(key)

    def _start(self, key: str) -> None:
        if key not in self._working and len(self._working) < MOST_AT_ONCE:
            self._working[key] = asyncio.create_task(self._work(key))

    async def _work(self, key: str) -> None:
        lease = f"review-{key}"
        try:
            if await self._bus.claim(lease):
                await self._try_to_work(key, lease)
        finally:
            self._working.pop(key, None)
            await self._bus.release(lease)

    async def _try_to_work(self, key: str, lease: str) -> None:
        try:
            await self._work_out(key, lease)
        except (Unreachable, Elsewhere, TooMuch):
            return  # a later search finds the review again
        except Exception as error:
            self._service.metrics.error("review")
            log.warning("a review has failed: %s", type(error).__name__)
            with suppress(Unreachable):
                await self._end(key, FAILED)

    async def _work_out(self, key: str, lease: str) -> None:
        """Work out the parts that are missing. Raises whatever goes wrong."""
        live = await self._service.live_table(key)
        stored = None if live is None else await self.find(live)
        if live is None or stored is None or stored.ended:
            return
        known = await self._service.read(self._storage.transact, review_storage.numbers, key, MEASURE_VERSION)
        effort = self._effort or Effort(seconds=live.game.review_seconds)
        for part in parts(live.record, effort.part(1 / number_of_parts(live.record))):
            if part.number in known:
                continue
            found = await self._background.do(find_out, part, stored.requester)
            if not await self._bus.claim(lease):
                return  # this server has lost its lease, and another one goes on
            await self._store(review_storage.add, key, MEASURE_VERSION, part.number, found)
        await self._end(key, DONE)

    async def _end(self, key: str, ended: str) -> None:
        await self._store(review_storage.end, key, MEASURE_VERSION, ended)

    async def _store(self, statement: object, *arguments: object) -> None:
        await self._service.stored(self._storage.transact, statement, *arguments)


def _check(has: Amounts) -> None:
    """Raises TooMuch if a person who has so many reviews may not begin another one."""
    if has.person >= A_PERSON:
        raise TooMuch(f"{has.person} of your reviews {WAIT_FOR_SOME}", RETRY_SECONDS)
    if has.network >= A_NETWORK:
        raise TooMuch(f"{has.network} reviews of your network {WAIT_FOR_SOME}", RETRY_SECONDS)
