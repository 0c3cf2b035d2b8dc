"""For whom something is done, and what is said when it is too much."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address


@dataclass(frozen=True)
class Asker:
    """For whom something is done: a person, and the network that they ask from."""

    person: str
    network: str


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
