"""The outermost part of the application: it sees every request, also those for paths that there are none of.

Whoever asks too often or for another host is refused here, before anything is done for them, and every answer gets
the headers that all have.
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
from spiritboard.server.errors import SENTENCES, told
from spiritboard.server.limits import network_of
from spiritboard.server.socket_codes import FLOOD, REFUSED
from spiritboard.server.throttle import Buckets

FILES = ("/static/", "/games/")
FILES_A_REQUEST = 10  # a page needs several of them
PARAMETER_TYPE = re.compile(r":\w+(?=})")
NOT_HERE = "This server does not go by the name that was asked for."
# Nothing from elsewhere, no script or style inside a page, nobody's frame.
CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Edge:
    """Around the whole application."""

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
                scope = scope.copy()  # the web server must know which it was
                scope["method"] = HttpMethod.GET
        await app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        if not self._address.answers_to(Headers.from_scope(scope).get("host", "")):
            return Refusal(400, REFUSED, NOT_HERE)
        if wait := self._seconds_to_wait(scope):
            return Refusal(429, FLOOD, SENTENCES[429], {"Retry-After": str(ceil(wait))})
        return None

    def _seconds_to_wait(self, scope: Scope) -> float:
        """Returns 0 if the network that asks may do so now."""
        client = scope["client"]
        buckets = self._files if scope["path"].startswith(FILES) else self._requests
        return buckets.take(network_of(client[0] if client else ""))


@dataclass(frozen=True)
class Refusal:
    """What is answered instead of what was asked for."""

    status: int
    close_code: int
    sentence: str
    headers: Mapping[str, str] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._hang_up(receive, send)
            return
        media_type, body = told(scope["path"], self.status, self.sentence)
        headers = {"content-type": f"{media_type.value}; charset=utf-8", "content-length": str(len(body))}
        raw = [(name.lower().encode(), value.encode()) for name, value in {**headers, **self.headers}.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _hang_up(self, receive: Receive, send: Send) -> None:
        """Pages hear of a reason only from a socket that was open."""
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": self.close_code, "reason": self.sentence})


class Reply:
    """An answer on its way out: with our headers, and without a body if none is wanted."""

    def __init__(self, send: Send, scope: HTTPScope, secure: bool) -> None:
        self._send = send
        self._scope = scope
        self._path = scope["path"]
        self._known = Headers.from_scope(scope).get("if-none-match")
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
        for name, value in HEADERS.items():
            headers[name] = value
        headers["Cache-Control"] = caching(self._path)
        if self._secure:
            message["headers"] = [(name, _only_by_https(name, value)) for name, value in headers.headers]
        if "allow" in headers:
            headers["Allow"] = ", ".join(self._allowed(headers["allow"]))
        if self._known and self._known == headers.get("etag") and message["status"] == 200:
            message["status"] = 304
            self._without_body = True
            del headers["content-length"]

    def _allowed(self, told: str) -> list[str]:
        """Returns the methods of this path. Litestar forgets those of handlers after the first when it is asked for
        them, and does not know that HEAD is answered here."""
        methods = set(told.split(", "))
        for path, handlers in self._scope["litestar_app"].route_handler_method_map.items():
            if PARAMETER_TYPE.sub("", path) == self._scope.get("path_template"):
                methods.update(handlers)
        return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def caching(path: str) -> str:
    """What browsers may keep: files, as long as they ask whether they are still the same; of what is somebody's own,
    what it takes to go back to a form half filled in, and of tables nothing."""
    if path.startswith(FILES):
        return "no-cache"
    return "no-store" if path.startswith(("/tables/", "/api/")) else "private, no-cache"


def _only_by_https(name: bytes, value: bytes) -> bytes:
    is_open = name.lower() == b"set-cookie" and b"secure" not in value.lower().split(b"; ")
    return value + b"; Secure" if is_open else value
