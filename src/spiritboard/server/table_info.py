"""Facts about a table that pages, sockets and the API all show."""

from __future__ import annotations

from typing import TypedDict

from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.status_codes import HTTP_409_CONFLICT

from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NO_TABLE, NOT_OVER
from spiritboard.server.opening import SPANS
from spiritboard.server.people import Person
from spiritboard.server.storage import Chair, ListedTable, StoredTable
from spiritboard.server.table_service import TableService

IN_PARTS = "parts"  # in the address of a socket: the page takes a table in parts


class SeatInfo(TypedDict):
    """What everybody may know about a seat."""

    seat: int
    name: str
    kind: str  # person, here (shares another person's screen), bot, or open while it is free
    away: bool  # whether its person is not connected
    bot_plays: bool  # whether a bot plays for its absent person
    pending: bool  # whether it owes a decision


def seats_info(live: LiveTable) -> list[SeatInfo]:
    """Returns the seats of a table in order. The same list is for every viewer."""
    pending = live.pending
    return [_seat_info(live, chair, chair.seat in pending) for chair in live.chairs]


def _seat_info(live: LiveTable, chair: Chair, pending: bool) -> SeatInfo:
    away = live.is_away(chair)
    return {
        "seat": chair.seat,
        "name": chair.name,
        "kind": chair.kind,
        "away": away,
        "bot_plays": away and live.bot_plays_for(chair),
        "pending": pending,
    }


def can_close(table: ListedTable | StoredTable, person: Person | None) -> bool:
    """Returns whether this person is the host of an unfinished game that has not begun, or that nobody else plays."""
    waits = bool(table.waits) and any(chair.kind == "open" for chair in table.chairs)
    others = [chair for chair in table.chairs if chair.kind == "person" and chair.person != table.host]
    return person is not None and table.host == person.id and table.verdict is None and (waits or not others)


def table_urls(live: LiveTable, seats: list[int]) -> dict[str, str]:
    """Returns the addresses that belong to a table, for a person on these seats, or on none."""
    found = {
        "socket": f"/tables/{live.key}/socket?{IN_PARTS}",
        "replay": f"/tables/{live.key}/replay",
        "review": f"/tables/{live.key}/review",
        "rules": f"/rules/{live.game.id}",
    }
    if not seats:
        return found
    deal = live.stored.deal_key
    same = {"deal_again": f"/tables/{live.key}/deal"} if deal is None else {"deal": f"/deals/{deal}"}
    return {**found, **same, "again": f"/tables/{live.key}/again", "leave": f"/tables/{live.key}/leave"}


async def live_table_or_404(service: TableService, key: str) -> LiveTable:
    """Returns the live table with this key. Raises NotFoundException if there is none."""
    live = await service.live_table(key)
    if live is None:
        raise NotFoundException(NO_TABLE)
    return live


async def reviewable_table(service: TableService, key: str) -> LiveTable:
    """Returns a table whose game is over and can be replayed, which a review needs.

    Raises NotFoundException if there is none, Closed if it is only told, and an error if it is not over, or was played
    by several versions of the rules."""
    live = await live_table_or_404(service, key)
    if not live.in_progress.state.over:
        raise PermissionDeniedException(NOT_OVER)
    if live.stored.rules_since is not None:
        raise HTTPException(SPANS, status_code=HTTP_409_CONFLICT)
    return live
