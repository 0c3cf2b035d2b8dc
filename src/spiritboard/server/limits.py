"""For whom something is done, how much one person and one network may have, and what is said when it is too much."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address


@dataclass(frozen=True)
class Asker:
    """For whom something is done: a person, and the network that they ask from."""

    person: str
    network: str


HOUR = 3600  # seconds
DAY = 24 * HOUR


@dataclass(frozen=True)
class Counts:
    """What a person has under way, and their network with them."""

    tables_of_person: int = 0
    tables_of_network: int = 0
    invitations_of_person: int = 0
    invitations_of_network: int = 0


@dataclass(frozen=True)
class Quotas:
    """How many unfinished tables, and how many open ones with a free chair, one person and one network may have."""

    tables_a_person: int = 100
    tables_a_network: int = 500
    invitations_a_person: int = 5
    invitations_a_network: int = 50

    def check_table(self, has: Counts) -> None:
        """Raises TooMuch if somebody who has so much may not set another table."""
        if has.tables_of_person >= self.tables_a_person:
            raise TooMuch(f"You have {has.tables_of_person} unfinished games. {FINISH_SOME}", HOUR)
        if has.tables_of_network >= self.tables_a_network:
            raise TooMuch(f"Your network has {has.tables_of_network} unfinished games. {FINISH_SOME}", HOUR)

    def check_invitation(self, has: Counts) -> None:
        """Raises TooMuch if somebody who has so much may not set another table that everybody is asked to."""
        if has.invitations_of_person >= self.invitations_a_person:
            raise TooMuch(f"{has.invitations_of_person} of your open tables have a free chair. {FILL_SOME}", HOUR)
        if has.invitations_of_network >= self.invitations_a_network:
            which = f"{has.invitations_of_network} open tables of your network"
            raise TooMuch(f"{which} have a free chair. {FILL_SOME}", HOUR)

    def check_seat(self, sits_at: int) -> None:
        """Raises TooMuch if somebody who sits at so many unfinished tables may not sit down at another."""
        if sits_at >= self.tables_a_person:
            raise TooMuch(f"You sit at {sits_at} unfinished games. {FINISH_SOME}", HOUR)


FINISH_SOME = "Please finish or close some of them on the page My games, or come back in an hour."
FILL_SOME = "Please wait until somebody has sat down there, or close one on the page My games."


class TooMuch(Exception):
    """More than one person or one network may have. Its sentence is for them."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after  # seconds


def network_of(address: str) -> str:
    """Returns what one customer of a provider usually has: an IPv4 address, or the /64 of an IPv6 address.

    An IPv6 address that stands for one of IPv4 is that one. Text that is no address is returned as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
