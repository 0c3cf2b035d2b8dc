"""Where people find this server: the address in invitations, and the names it answers to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from litestar.connection import ASGIConnection

from spiritboard.table.errors import BadSetup

# A name or an IPv4 address, or an IPv6 address in brackets; then a port, perhaps.
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?", re.ASCII)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
WRITTEN = "The public URL is written like https://play.example.org, without a path."


@dataclass(frozen=True)
class Address:
    """What is public about where this server is. Without names it answers to any."""

    public: str | None = None  # like https://play.example.org
    names: frozenset[str] = frozenset()

    @staticmethod
    def of(public_url: str | None, allowed_hosts: tuple[str, ...]) -> Address:
        """Raises BadSetup if the URL or a host is none."""
        for host in allowed_hosts:
            if not HOST.fullmatch(host):
                raise BadSetup(f"An allowed host is written like play.example.org, not {host!r}.")
        public = None if public_url is None else _origin(public_url)
        given = [*allowed_hosts, *([] if public is None else [public.partition("://")[2]])]
        return Address(public, frozenset([_name(host) for host in given] + list(LOOPBACK)) if given else frozenset())

    def base(self, connection: ASGIConnection) -> str:
        """Returns what links begin with that are given to others."""
        return self.public or str(connection.base_url).rstrip("/")

    def is_secure(self, scheme: str) -> bool:
        """Whether people come by https, so that cookies must not go any other way."""
        return scheme in ("https", "wss") or (self.public or "").startswith("https:")

    def answers_to(self, host: str) -> bool:
        """Whether a request that asks for this host is for this server."""
        return bool(HOST.fullmatch(host)) and (not self.names or _name(host) in self.names)

    def is_own_page(self, origin: str, host: str) -> bool:
        """Whether a page from that origin came from this server, which is asked as that host."""
        return bool(origin and host) and (origin == self.public or origin.partition("://")[2] == host)


def _origin(public_url: str) -> str:
    try:
        parts = urlsplit(public_url)
        parts.port  # noqa: B018 # raises ValueError if it is none
    except ValueError:
        raise BadSetup(WRITTEN) from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.netloc) or _more_than_origin(parts):
        raise BadSetup(WRITTEN)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _more_than_origin(parts: SplitResult) -> bool:
    return parts.path not in ("", "/") or bool(parts.query or parts.fragment)


def _name(host: str) -> str:
    """A host without its port. Names are the same in small and in capital letters."""
    return re.sub(r":\d{1,5}$", "", host).lower().rstrip(".")
