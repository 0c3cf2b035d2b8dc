"""A new table: what its host asks for, and the chairs that follow from it."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server.storage import Chair, StoredTable
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
    chairs: list[tuple[str, str]]  # kind and name; for a bot, kind and level
    is_open: bool = False  # whether anybody may join
    away_seconds: int | None = None  # after which a bot plays for an absent person; None for never

    def chairs_for(self, host: str, host_name: str) -> list[Chair]:
        """Returns the chairs of this table. Raises BadSetup if a kind or a level does not exist."""
        self._check()
        chairs = [_chair(seat, kind, name, host, host_name) for seat, (kind, name) in enumerate(self.chairs)]
        for at, bot in enumerate(chair for chair in chairs if chair.kind == "bot"):
            bot.name = BOT_NAMES[at % len(BOT_NAMES)]
        return chairs

    def _check(self) -> None:
        if any(kind not in CHAIR_KINDS for kind, _ in self.chairs):
            raise BadSetup(f"A seat is taken by one of: {', '.join(CHAIR_KINDS)}.")
        if any(kind == "bot" and level and level not in LEVELS for kind, level in self.chairs):
            raise BadSetup(f"A bot plays at one of these levels: {', '.join(LEVELS)}.")
        if sum(kind == "me" for kind, _ in self.chairs) > 1:
            raise BadSetup("You can sit on one chair only.")


def _chair(seat: int, kind: str, name: str, host: str, host_name: str) -> Chair:
    person = host if kind in ("me", "here") else None
    shown = {"me": host_name, "here": name or f"Player {seat + 1}", "friend": "Open seat", "bot": ""}[kind]
    level = (name or USUAL_LEVEL) if kind == "bot" else ""
    return Chair(seat, STORED_KINDS[kind], person, shown, secrets.token_urlsafe(24), level)


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
    )
