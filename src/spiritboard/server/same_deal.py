"""The deal of the day, and the deals of finished games: who may play which, once each, and who may see how it went.

The deal of a day is named by its date and its game. Days turn at midnight UTC. While a day lasts, tables of its deal
are seen only by the person who plays there and by those who have finished the deal, because everything that comes out
at one table comes out at all. A game that ends after midnight does not count, because everything is open by then.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.server import deals
from spiritboard.server.deals import Deal, KnownDice, Result, Try
from spiritboard.server.entropy import DEAL, DealDice
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import SPANS
from spiritboard.server.storage import Storage, StoredTable
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import find, games

T = TypeVar("T")
DAY_LEVEL = "medium"
DAY_KEY = re.compile(r"(\d{4}-\d\d-\d\d)-(.+)", re.ASCII)
PAST_DAYS = 31  # for which deals of the day that nobody played then can be played later
UNLIMITED = float("inf")
OTHER_RULES = "This deal belongs to other rules than those of today, so it cannot be played any more."
CLOSED_ONE = "You have closed your table of this deal, and it is played once each. The next deal comes at midnight UTC."
NOT_OVER = "This game is not over: only the deal of a finished game can be played again."
LATER = "The deal of the day can be played again when its day is over."


class InStorage(Protocol):
    """Runs work on the storage in another thread."""

    def __call__(self, work: Callable[..., T], *arguments: object) -> Awaitable[T]: ...


@dataclass(frozen=True)
class Shown:
    """A deal as one person finds it."""

    deal: Deal
    own: Try | None  # the game of this person that counts
    is_open: bool  # whether everybody may see how it went
    results: list[Result]  # best first

    @property
    def may_see(self) -> bool:
        return self.is_open or (self.own is not None and self.own.finished is not None)

    @property
    def won(self) -> int:
        """Returns how many have won, alone or with others."""
        return sum(result.shares for result in self.results)


class SameDeal:
    """The deals of a server."""

    def __init__(
        self,
        storage: Storage,
        read: InStorage,
        write: InStorage,
        secret: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._storage = storage
        self._read = read
        self._write = write
        self.now = clock
        self.dice = DealDice(secret)

    # Days.

    def today(self) -> date:
        return datetime.fromtimestamp(self.now(), UTC).date()

    def seconds_left(self) -> float:
        """Returns the seconds until the next deals come."""
        return _end(self.today()) - self.now()

    def is_over(self, deal: Deal) -> bool:
        """Returns whether this is a deal of a day that is over."""
        return deal.day is not None and self.now() >= _end(date.fromisoformat(deal.day))

    def runs(self, deal: Deal | None) -> bool:
        """Returns whether this is the deal of a day that lasts."""
        return deal is not None and deal.day is not None and not self.is_over(deal)

    # Finding deals.

    async def find(self, key: str) -> Deal | None:
        """Returns the deal with this key; None if there is none, or if its day has not come yet."""
        stored: Deal | None = await self._transact(self._read, deals.find_deal, key)
        return stored or self._of_day(key)

    def _of_day(self, key: str) -> Deal | None:
        found = DAY_KEY.fullmatch(key)
        if found is None or found[2] not in games():
            return None
        try:
            day = date.fromisoformat(found[1])
        except ValueError:
            return None
        if not timedelta(0) <= self.today() - day <= timedelta(PAST_DAYS):
            return None
        return day_deal(games()[found[2]], day, self.now())

    async def shown(self, deal: Deal, person: str | None) -> Shown:
        """Returns a deal as this person finds it."""
        own = None
        if person is not None:
            own = await self._transact(self._read, deals.try_of, deal.key, person)
        before = _end(date.fromisoformat(deal.day)) if deal.day is not None else UNLIMITED
        found = await self._transact(self._read, deals.results, deal, before)
        return Shown(deal, own, self.is_over(deal), best_first(found))

    async def tries_today(self, person: str | None) -> dict[str, Try]:
        """Returns the tries of a person at the deals of today, by the key of the deal."""
        if person is None:
            return {}
        keys = [day_key(game, self.today()) for game in games().values()]
        return await self._transact(self._read, deals.tries_of, person, keys)

    async def may_see(self, table: StoredTable, person: str | None) -> bool:
        """Returns whether a person may see a table: at that of a shared deal, players only, and who has finished it."""
        deal = table.same_deal
        if deal is None or self.is_over(deal):
            return True
        if person is None:
            return False
        if person == table.host or any(chair.person == person for chair in table.chairs):
            return True
        own = await self._transact(self._read, deals.try_of, deal.key, person)
        return own is not None and own.finished is not None

    # Playing a deal.

    async def table_of(self, deal: Deal, person: str) -> tuple[str | None, bool]:
        """Returns the table at which this person plays the deal already, if any, and whether a new game would count.

        Raises BadSetup if the person cannot play the deal."""
        game = find(deal.game)
        if (deal.rules_version, deal.pieces) != (game.rules_version, game.own_pieces.digest()):
            raise BadSetup(OTHER_RULES)
        if self.is_over(deal):
            return None, False
        own = await self._transact(self._read, deals.try_of, deal.key, person)
        if own is None:
            return None, True
        exists = await self._read(self._storage.version, own.table_key) is not None
        if exists and (deal.day is not None or own.finished is None):
            return own.table_key, False
        if deal.day is not None:
            raise BadSetup(CLOSED_ONE)
        return None, False

    async def keep(self, deal: Deal) -> Deal:
        """Store a deal unless it is stored already. Returns the stored one."""
        return await self._transact(self._write, deals.add_deal, deal)

    def wanted(self, deal: Deal) -> NewTable:
        """Returns the table at which a person plays this deal: alone against bots, without hints."""
        chairs = [("me", "") if seat == deal.seat else ("bot", level) for seat, level in enumerate(deal.levels)]
        return NewTable(deal.game, deal.options, chairs, start=deal.start, deal=deal)

    def first_dice(self, deal: Deal) -> str:
        return self.dice.at(deal, DEAL)

    def check_finished(self, live: LiveTable) -> None:
        """Raises BadSetup if nobody can play the deal of this game again now."""
        if not live.in_progress.state.over:
            raise BadSetup(NOT_OVER)
        if live.stored.rules_since is not None:
            raise BadSetup(SPANS)
        if self.runs(live.stored.same_deal):
            raise BadSetup(LATER)

    async def made_of(self, live: LiveTable, person: str | None) -> Deal:
        """Returns the deal of a finished game, for others to play. If this person has played it alone against bots,
        that game is the one of theirs that counts."""
        if live.stored.same_deal is not None:
            return live.stored.same_deal
        seat = first_person(live, person)
        return await self._transact(self._write, _make, live, seat, person, self.now())

    async def _transact(self, run: InStorage, work: Callable[..., T], *arguments: object) -> T:
        return await run(self._storage.transact, work, *arguments)


# What deals there are.


def day_key(game: Game, day: date) -> str:
    return f"{day.isoformat()}-{game.id}"


def day_deal(game: Game, day: date, now: float) -> Deal:
    """Returns the deal of a day: for a fixed number of players, with the usual options, against medium bots."""
    levels = ["", *[DAY_LEVEL] * (game.seats_of_the_day - 1)]
    pieces = game.own_pieces.digest()
    return Deal(day_key(game, day), game.id, {}, 0, levels, game.rules_version, pieces, now, day.isoformat())


def _make(connection: Connection, live: LiveTable, seat: int, person: str | None, now: float) -> Deal:
    """Returns the deal that was made of a finished game for this seat, or makes it."""
    made = deals.made_of(connection, live.key, seat)
    if made is None:
        made = deals.add_deal(connection, _deal_of(live, seat, now))
    chair = live.chairs[seat]
    if person is not None and chair.person == person and _is_alone(live, seat):
        deals.begin_try(connection, Try(made.key, person, live.key, now))
    return made


def _deal_of(live: LiveTable, seat: int, now: float) -> Deal:
    stored, levels = live.stored, [chair.level or USUAL_LEVEL for chair in live.chairs]
    return Deal(
        key=f"d{secrets.token_urlsafe(12)}",
        game=stored.game,
        options=stored.options,
        seat=seat,
        levels=[*levels[:seat], "", *levels[seat + 1 :]],
        rules_version=stored.rules_version,
        pieces=live.in_progress.state.config.digest,
        created=now,
        source=live.key,
        start=stored.start,
        dice=_known_dice(live),
    )


def _known_dice(live: LiveTable) -> KnownDice:
    seats = range(len(live.chairs))
    return {
        "deal": live.stored.deal,
        "seats": [[move.dice for move in live.record.moves if move.seat == seat] for seat in seats],
    }


def first_person(live: LiveTable, person: str | None) -> int:
    """Returns the seat of this person, or else the first one that was not a bot's."""
    own = live.seats_of(person)
    return own[0] if own else next((chair.seat for chair in live.chairs if chair.kind != "bot"), 0)


def _is_alone(live: LiveTable, seat: int) -> bool:
    return all(chair.kind == "bot" for chair in live.chairs if chair.seat != seat)


def _end(day: date) -> float:
    """Returns the moment at which a day ends."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + timedelta(1).total_seconds()


def best_first(results: list[Result]) -> list[Result]:
    """Returns results by place, and those of the same place by score."""
    better = -1 if _low_is_better(results) else 1
    return sorted(results, key=lambda result: (result.place, -better * result.score))


def _low_is_better(results: list[Result]) -> bool:
    """Returns whether players with fewer points had better places. A game does not say it, but standings show it."""
    votes = 0
    for result in results:
        told = list(zip(result.standings["scores"], result.standings["places"], strict=True))
        for (score, place), (other_score, other_place) in combinations(told, 2):
            votes += 1 if (score - other_score) * (place - other_place) > 0 else 0
            votes -= 1 if (score - other_score) * (place - other_place) < 0 else 0
    return votes > 0
