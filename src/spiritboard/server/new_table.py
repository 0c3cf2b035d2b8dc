"""A new table: what its host asks for, and the chairs that follow from it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server.deals import Deal
from spiritboard.server.seating import FREE_NAME
from spiritboard.server.storage import Chair, Origin, StoredTable
from spiritboard.table.errors import BadSetup

# Who takes a seat: the host, a friend who has the invitation, a person who shares the host's screen, or a bot.
CHAIR_KINDS = ("me", "friend", "here", "bot")
STORED_KINDS = {"me": "person", "here": "here", "friend": "open", "bot": "bot"}
BOT_NAMES = ("Grimsby", "Old Moll", "Wisp", "Hollow Tom", "Lady Grey", "Pale Nell", "Mister Knock", "Umber")


@dataclass(frozen=True)
class NewTable:
    """A table that a person or a program asks for."""

    game: str
    options: dict[str, str]
    chairs: list[tuple[str, str]]  # kind and name; for a bot and a friend, kind and level
    is_open: bool = False  # whether anybody may join
    away_seconds: int | None = None  # after which a bot plays for an absent person; None for never
    hints: bool = False  # whether people who play each other may ask for hints
    start: str | None = None  # the position from which the game is played on; None for a deal
    origin: Origin | None = None  # where that position comes from
    deal: Deal | None = None  # that several people play, each at a table of their own

    def chairs_for(self, host: str, host_name: str) -> list[Chair]:
        """Returns the chairs of this table. Raises BadSetup if a kind or a level does not exist."""
        self._check()
        chairs = [_chair(seat, kind, name, host, host_name) for seat, (kind, name) in enumerate(self.chairs)]
        names = bot_names([])
        for bot in (chair for chair in chairs if chair.kind == "bot"):
            bot.name = next(names)
        return chairs

    def _check(self) -> None:
        if any(kind not in CHAIR_KINDS for kind, _ in self.chairs):
            raise BadSetup(f"A seat is taken by one of: {', '.join(CHAIR_KINDS)}.")
        if any(kind in ("bot", "friend") and level and level not in LEVELS for kind, level in self.chairs):
            raise BadSetup(f"A bot plays at one of these levels: {', '.join(LEVELS)}.")
        if sum(kind == "me" for kind, _ in self.chairs) > 1:
            raise BadSetup("You can sit on one chair only.")


def _chair(seat: int, kind: str, name: str, host: str, host_name: str) -> Chair:
    person = host if kind in ("me", "here") else None
    shown = {"me": host_name, "here": name or f"Player {seat + 1}", "friend": FREE_NAME, "bot": ""}[kind]
    level = (name or USUAL_LEVEL) if kind in ("bot", "friend") else ""
    return Chair(seat, STORED_KINDS[kind], person, shown, new_key(), level)


def new_key() -> str:
    """Returns the key of a chair, which nobody can guess."""
    return secrets.token_urlsafe(24)


def free_chair(chair: Chair) -> Chair:
    """Returns a chair after its person has left: free, and with another key."""
    return Chair(chair.seat, "open", None, FREE_NAME, new_key(), chair.level)


def bots_for_free_chairs(chairs: list[Chair]) -> list[Chair]:
    """Returns the bots that take the free chairs of a table if the host begins without friends."""
    names = bot_names([chair.name for chair in chairs])
    free = [chair for chair in chairs if chair.kind == "open"]
    return [Chair(chair.seat, "bot", None, next(names), new_key(), chair.level or USUAL_LEVEL) for chair in free]


def bot_for(chair: Chair, chairs: list[Chair]) -> Chair:
    """Returns the bot that plays on for a person, under the person's name and at the level of the table's bots."""
    level = next((each.level for each in [chair, *chairs] if each.level), USUAL_LEVEL)
    return Chair(chair.seat, "bot", None, chair.name, new_key(), level, resigned=chair.person)


def bot_names(taken: list[str]) -> Iterator[str]:
    """Yields names for bots without end. Names that are not taken come first."""
    yield from (name for name in BOT_NAMES if name not in taken)
    yield from cycle(BOT_NAMES)


def stored_table(wanted: NewTable, chairs: list[Chair], host: str, network: str, deal: str) -> StoredTable:
    """Returns the row of a new table, with a key and an invitation that nobody can guess. `deal` are its first dice."""
    return StoredTable(
        key=secrets.token_urlsafe(12),
        game=wanted.game,
        options=wanted.options,
        deal=deal,
        host=host,
        invite=secrets.token_urlsafe(12),
        is_open=wanted.is_open,
        away_seconds=wanted.away_seconds,
        chairs=chairs,
        network=network,
        host_seen=time.time(),
        waits=any(chair.kind == "open" for chair in chairs),
        hints=wanted.hints,
        start=wanted.start,
        origin=wanted.origin,
        deal_key=None if wanted.deal is None else wanted.deal.key,
        same_deal=wanted.deal,
    )
