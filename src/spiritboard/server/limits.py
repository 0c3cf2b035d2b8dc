"""How much one person and one network may have, and the error if they would have more."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

HOUR = 3600  # seconds
DAY = 24 * HOUR
FINISH_SOME = "Please finish or close some of them on the page My games, or come back in an hour."
FILL_SOME = "Please wait until somebody has sat down there, or close one on the page My games."


@dataclass(frozen=True)
class Requester:
    """The person for whom the server does something, and the network from which they ask."""

    person: str
    network: str


class Amounts(NamedTuple):
    """How many tables one person has, and how many their network has in all."""

    person: int
    network: int


@dataclass(frozen=True)
class TableCounts:
    """The unfinished tables of a person and of their network, and those of them that are open and have a free chair."""

    tables: Amounts
    invitations: Amounts


@dataclass(frozen=True)
class Quotas:
    """The most unfinished tables, and the most open tables with a free chair, of one person and of one network."""

    tables_a_person: int = 100
    tables_a_network: int = 500
    invitations_a_person: int = 5
    invitations_a_network: int = 50

    def check_table(self, has: TableCounts) -> None:
        """Raises TooMuch if a person who has so many tables may not set another one."""
        if has.tables.person >= self.tables_a_person:
            raise TooMuch(f"You have {has.tables.person} unfinished games. {FINISH_SOME}", HOUR)
        if has.tables.network >= self.tables_a_network:
            raise TooMuch(f"Your network has {has.tables.network} unfinished games. {FINISH_SOME}", HOUR)

    def check_invitation(self, has: TableCounts) -> None:
        """Raises TooMuch if a person who has so many tables may not set another open table."""
        if has.invitations.person >= self.invitations_a_person:
            raise TooMuch(f"{has.invitations.person} of your open tables have a free chair. {FILL_SOME}", HOUR)
        if has.invitations.network >= self.invitations_a_network:
            raise TooMuch(f"{has.invitations.network} open tables of your network have a free chair. {FILL_SOME}", HOUR)

    def check_seat(self, sits_at: int) -> None:
        """Raises TooMuch if a person who sits at so many unfinished tables may not sit down at another one."""
        if sits_at >= self.tables_a_person:
            raise TooMuch(f"You sit at {sits_at} unfinished games. {FINISH_SOME}", HOUR)


class TooMuch(Exception):
    """A person or a network would have more than it may have. The sentence is for that person."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after  # in seconds


def network_of(address: str) -> str:
    """Returns the network that one customer of a provider usually has: an IPv4 address, or the /64 of an IPv6 address.

    An IPv6 address that stands for an IPv4 address counts as that one. Text that is not an address is returned as it
    is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
