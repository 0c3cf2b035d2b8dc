"""The outermost part of the application, which sees every request, even for paths that do not exist.

A request that comes too often or names another host is refused here, before it costs anything. Every answer gets the
common headers here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, HTTPScope, Message, Receive, Scope, Send

from spiritboard.server.address import Address
from spiritboard.server.errors import SENTENCES, error_content
from spiritboard.server.limits import network_of
from spiritboard.server.socket_codes import FLOOD, REFUSED
from spiritboard.server.throttle import Buckets

FILE_PATHS = ("/static/", "/games/", "/docs/pictures/")
FILES_A_REQUEST = 10  # because a page needs several files
PARAMETER_TYPE = re.compile(r":\w+(?=})")
WRONG_HOST = "This server does not have the host name that you asked for."
# Nothing from other sites, no scripts or styles inside a page, no frames around a page.
CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
COMMON_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Edge:
    """Wraps the application: refuses requests, and adds the common headers to answers."""

    def __init__(self, app: ASGIApp, address: Address, requests_a_minute: int) -> None:
        self._app = app
        self._address = address
        self._requests = Buckets(requests_a_minute)
        self._files = Buckets(requests_a_minute * FILES_A_REQUEST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._refusal(scope) or self._app
        if scope["type"] == ScopeType.HTTP:
            send = Reply(send, scope, self._address.is_secure(scope["scheme"]))
            if scope["method"] == HttpMethod.HEAD:
                scope = scope.copy()  # the web server keeps the original, with HEAD
                scope["method"] = HttpMethod.GET
        await app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        if not self._address.answers_to(Headers.from_scope(scope).get("host", "")):
            return Refusal(400, REFUSED, WRONG_HOST)
        if wait := self._seconds_to_wait(scope):
            return Refusal(429, FLOOD, SENTENCES[429], {"Retry-After": str(ceil(wait))})
        return None

    def _seconds_to_wait(self, scope: Scope) -> float:
        """Returns after how many seconds this network may ask again; 0 if it may ask now."""
        client = scope["client"]
        buckets = self._files if scope["path"].startswith(FILE_PATHS) else self._requests
        return buckets.take(network_of(client[0] if client else ""))


@dataclass(frozen=True)
class Refusal:
    """An application that answers every request with an error."""

    status: int
    close_code: int
    sentence: str
    headers: Mapping[str, str] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._hang_up(receive, send)
            return
        media_type, body = error_content(scope["path"], self.status, self.sentence)
        headers = {"content-type": f"{media_type.value}; charset=utf-8", "content-length": str(len(body))}
        raw = [(name.lower().encode(), value.encode()) for name, value in {**headers, **self.headers}.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _hang_up(self, receive: Receive, send: Send) -> None:
        """Accept the socket before closing it: a page learns the reason only from a socket that was open."""
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": self.close_code, "reason": self.sentence})


class Reply:
    """Sends an answer with the common headers, and without its body if the browser does not want it."""

    def __init__(self, send: Send, scope: HTTPScope, secure: bool) -> None:
        self._send = send
        self._scope = scope
        self._path = scope["path"]
        self._known_etag = Headers.from_scope(scope).get("if-none-match")
        self._secure = secure
        self._without_body = scope["method"] == HttpMethod.HEAD
        self._done = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begin(message)
        elif message["type"] == "http.response.body" and self._without_body:
            if self._done:
                return
            self._done = True
            message = {"type": "http.response.body", "body": b"", "more_body": False}
        await self._send(message)

    def _begin(self, message: HTTPResponseStartEvent) -> None:
        headers = MutableScopeHeaders.from_message(message)
        for name, value in COMMON_HEADERS.items():
            headers[name] = value
        headers["Cache-Control"] = caching(self._path)
        if self._secure:
            message["headers"] = [(name, _only_by_https(name, value)) for name, value in headers.headers]
        if "allow" in headers:
            headers["Allow"] = ", ".join(self._allowed(headers["allow"]))
        if self._known_etag and self._known_etag == headers.get("etag") and message["status"] == 200:
            message["status"] = 304
            self._without_body = True
            del headers["content-length"]

    def _allowed(self, named: str) -> list[str]:
        """Returns the methods of this path. Litestar names only those of the first handler, and does not know that HEAD
        is answered here."""
        methods = set(named.split(", "))
        for path, handlers in self._scope["litestar_app"].route_handler_method_map.items():
            if PARAMETER_TYPE.sub("", path) == self._scope.get("path_template"):
                methods.update(handlers)
        return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def caching(path: str) -> str:
    """Returns the Cache-Control header for this path. A browser may keep files, but must ask whether they have changed.
    It may keep a person's pages, so that they can go back to a half-filled form. It may not keep tables."""
    if path.startswith(FILE_PATHS):
        return "no-cache"
    return "no-store" if path.startswith(("/tables/", "/api/", "/me", "/take/")) else "private, no-cache"


def _only_by_https(name: bytes, value: bytes) -> bytes:
    is_open = name.lower() == b"set-cookie" and b"secure" not in value.lower().split(b"; ")
    return value + b"; Secure" if is_open else value
