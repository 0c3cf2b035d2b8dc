"""Who may see a table. The deal of a running day, and what became of it, is for those who have played it."""

from __future__ import annotations

from litestar.exceptions import PermissionDeniedException

from spiritboard.server.live_table import LiveTable
from spiritboard.server.people import Person
from spiritboard.server.table_service import TableService

NOT_YET = "This table plays a deal that others play, too. You can see it when you have played the deal yourself."


async def must_see(service: TableService, live: LiveTable, person: Person | None) -> None:
    """Raises PermissionDeniedException if this person may not see the table yet."""
    await must_be_seen_by(service, live, person.id if person else None)


async def must_be_seen_by(service: TableService, live: LiveTable, person: str | None) -> None:
    """The same for the id of a person, or None."""
    if not await service.same_deal.may_see(live.stored, person):
        raise PermissionDeniedException(NOT_YET)
