"""The public address of this server, which invitations contain, and the host names it answers to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from litestar.connection import ASGIConnection

from spiritboard.table.errors import BadSetup

# A host name, an IPv4 address, or an IPv6 address in brackets, and optionally a port.
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?", re.ASCII)
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
PUBLIC_URL_FORM = "The public URL must be written like https://play.example.org, without a path."


@dataclass(frozen=True)
class Address:
    """The public URL and the host names of this server. Without host names it answers to any name."""

    public: str | None = None  # like https://play.example.org
    names: frozenset[str] = frozenset()

    @staticmethod
    def of(public_url: str | None, allowed_hosts: tuple[str, ...]) -> Address:
        """Returns the address with this public URL and these host names. Raises BadSetup if one is not valid."""
        for host in allowed_hosts:
            if not HOST.fullmatch(host):
                raise BadSetup(f"An allowed host must be written like play.example.org, not {host!r}.")
        public = None if public_url is None else _origin(public_url)
        given = [*allowed_hosts, *([] if public is None else [public.partition("://")[2]])]
        return Address(
            public, frozenset([_name(host) for host in given] + list(LOOPBACK_NAMES)) if given else frozenset()
        )

    def base(self, connection: ASGIConnection) -> str:
        """Returns the beginning of links that people send to each other."""
        return self.public or str(connection.base_url).rstrip("/")

    def is_secure(self, scheme: str) -> bool:
        """Returns whether people use https, so that cookies must not be sent without it."""
        return scheme in ("https", "wss") or (self.public or "").startswith("https:")

    def answers_to(self, host: str) -> bool:
        """Returns whether this server answers requests for this host."""
        return bool(HOST.fullmatch(host)) and (not self.names or _name(host) in self.names)

    def is_own_page(self, origin: str, host: str) -> bool:
        """Returns whether a page with this origin came from this server, when the request names this host."""
        return bool(origin and host) and (origin == self.public or origin.partition("://")[2] == host)


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
