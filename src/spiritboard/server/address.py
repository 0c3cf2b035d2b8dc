"""The public address of this server, which invitations contain, and the host names it answers to."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from litestar.connection import ASGIConnection

from spiritboard.table.errors import BadSetup

# A host name, an IPv4 address, or an IPv6 address in brackets, and optionally a port.
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?", re.ASCII)
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")
ANYWHERE = ("192.0.2.1", 9)  # an address that is reserved for documentation
ONLY_HERE = (
    "Only this computer can open this link. To let others in, start the server with: spiritboard serve --host 0.0.0.0"
)
IN_NETWORK = "People in the same network as this computer can open this link."
PUBLIC_URL_FORM = "The public URL must be written like https://play.example.org, without a path."


@dataclass(frozen=True)
class Invitation:
    """The beginning of an invitation's link, and a sentence about who can open it; empty if everybody can."""

    base: str
    note: str = ""


@dataclass(frozen=True)
class Address:
    """The public URL and the host names of this server. Without host names it answers to any name."""

    public: str | None = None  # like https://play.example.org
    names: frozenset[str] = frozenset()
    admits_network: bool = False  # whether this server listens on all addresses of its machine

    @staticmethod
    def of(public_url: str | None, allowed_hosts: tuple[str, ...], listens_on: str = "") -> Address:
        """Returns the address with this public URL and these host names. Raises BadSetup if one is not valid."""
        for host in allowed_hosts:
            if not HOST.fullmatch(host):
                raise BadSetup(f"An allowed host must be written like play.example.org, not {host!r}.")
        public = None if public_url is None else _origin(public_url)
        given = [*allowed_hosts, *([] if public is None else [public.partition("://")[2]])]
        names = frozenset([_name(host) for host in given] + list(LOOPBACK_NAMES)) if given else frozenset()
        return Address(public, names, listens_on in EVERYWHERE)

    def base(self, connection: ASGIConnection) -> str:
        """Returns the beginning of links that people send to each other."""
        return self.public or str(connection.base_url).rstrip("/")

    def invitation(self, connection: ASGIConnection) -> Invitation:
        """Returns how a link begins that other people can open. A link to this machine itself is replaced by one to its
        address in the network, if this server listens there."""
        base = self.base(connection)
        parts = urlsplit(base)
        if self.public is not None or _name(parts.netloc) not in LOOPBACK_NAMES:
            return Invitation(base)
        # Only a person at this machine is told its address.
        asks_here = connection.client is not None and is_loopback(connection.client.host)
        found = network_address() if self.admits_network and asks_here else None
        if found is None or not self.answers_to(found):
            return Invitation(base, ONLY_HERE)
        port = f":{parts.port}" if parts.port else ""
        return Invitation(f"{parts.scheme}://{found}{port}", IN_NETWORK)

    def is_secure(self, scheme: str) -> bool:
        """Returns whether people use https, so that cookies must not be sent without it."""
        return scheme in ("https", "wss") or (self.public or "").startswith("https:")

    def answers_to(self, host: str) -> bool:
        """Returns whether this server answers requests for this host."""
        return bool(HOST.fullmatch(host)) and (not self.names or _name(host) in self.names)

    def is_own_page(self, origin: str, host: str) -> bool:
        """Returns whether a page with this origin came from this server, when the request names this host."""
        return bool(origin and host) and (origin == self.public or origin.partition("://")[2] == host)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def network_address() -> str | None:
    """Returns the address of this machine in its network; None if it has none. Nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if is_loopback(found) or found == "0.0.0.0" else found


def _origin(public_url: str) -> str:
    try:
        parts = urlsplit(public_url)
        parts.port  # noqa: B018 # raises ValueError if it is not a port
    except ValueError:
        raise BadSetup(PUBLIC_URL_FORM) from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.netloc) or _has_more_than_origin(parts):
        raise BadSetup(PUBLIC_URL_FORM)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _has_more_than_origin(parts: SplitResult) -> bool:
    return parts.path not in ("", "/") or bool(parts.query or parts.fragment)


def _name(host: str) -> str:
    """Returns a host without its port, in small letters."""
    return re.sub(r":\d{1,5}$", "", host).lower().rstrip(".")
