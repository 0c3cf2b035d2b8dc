"""New tables that come from others: those that go on from a moment of a finished game, and those of shared deals."""

from __future__ import annotations

from spiritboard.server.deals import Deal
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import DEAL_RUNS
from spiritboard.server.new_table import NewTable
from spiritboard.server.people import Person
from spiritboard.server.play_on import played_on
from spiritboard.server.storage import AlreadyTaken
from spiritboard.server.table_service import TableService
from spiritboard.table.errors import BadSetup


async def play_on(
    service: TableService, then: LiveTable, wanted: NewTable, hidden: str, host: Person, network: str
) -> LiveTable:
    """Returns a new table that goes on from a moment of a finished game. Raises as `TableService.set_table` does."""
    if service.same_deal.runs(then.stored.same_deal):
        raise BadSetup(DEAL_RUNS)
    dice = service.entropy(f"imagine {then.game.id}", 0)
    return await service.set_table(played_on(then, wanted, hidden, dice), host.id, host.name, network)


async def play_deal(service: TableService, deal: Deal, person: Person, network: str) -> str:
    """Returns the key of the table at which a person plays a deal, a new one if necessary. Raises as
    `TableService.set_table` does."""
    same_deal = service.same_deal
    own, counts = await same_deal.table_of(deal, person.id)
    if own is not None:
        return own
    wanted = same_deal.wanted(await same_deal.keep(deal))
    try:
        return (await service.set_table(wanted, person.id, person.name, network, counts)).key
    except AlreadyTaken:  # the same person has clicked twice
        own, _ = await same_deal.table_of(deal, person.id)
        assert own is not None
        return own
