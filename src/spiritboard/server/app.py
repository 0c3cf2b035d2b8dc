"""The server put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_404_NOT_FOUND,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send

import spiritboard
from spiritboard.server import api, pages
from spiritboard.server.entropy import Entropy, secure
from spiritboard.server.hall import Hall
from spiritboard.server.metrics import metrics, show_metrics, timed
from spiritboard.server.people import People, secret_in
from spiritboard.server.render import page
from spiritboard.server.socket import UNREACHABLE, table_socket
from spiritboard.server.storage import Storage, Unreachable, postgres_url
from spiritboard.server.thinkers import Thinkers
from spiritboard.server.wire import Wire
from spiritboard.table.errors import TableError
from spiritboard.table.shelf import games

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
LARGEST_BODY = 32 << 10
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


@dataclass(frozen=True)
class Settings:
    """What can be told to a server."""

    data: Path
    database: str | None = None  # where several servers have their tables, instead of the folder
    bot_pace: float = 0.9
    requests_a_minute: int = 600  # by one network
    bot_processes: int | None = None
    bot_seconds: float | None = None
    public_url: str | None = None  # the address that people open, if it is not the one this server listens on
    allowed_hosts: tuple[str, ...] = ()  # further names that this server answers to
    expire_days: int = 30  # until an unfinished table that nobody touched is removed; 0 is never
    tables_a_person: int = 100  # unfinished ones
    tables_a_network: int = 500
    invitations_a_person: int = 5  # open tables with a free chair
    invitations_a_network: int = 50
    sockets_a_person: int = 20  # table pages and event streams
    sockets_a_network: int = 200
    metrics: bool = False
    entropy: Entropy = secure  # not to be set by anybody but tests


def create_app(settings: Settings) -> Litestar:
    channels = ChannelsPlugin(MemoryChannelsBackend(), arbitrary_channels_allowed=True)
    storage, secret, wire = _shared(settings.database) if settings.database else _alone(settings.data)
    people = People(secret)
    counted = metrics(settings.metrics)
    thinkers = Thinkers(settings.bot_processes, settings.bot_seconds, settings.entropy, metrics=counted)
    announce = partial(channels.publish, "")
    hall = Hall(storage, thinkers, announce, settings.bot_pace, wire, settings.entropy, counted)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncGenerator[None]:
        hall.open()
        yield
        await hall.close()

    def the_hall() -> Hall:
        return hall

    def the_people() -> People:
        return people

    limit = RateLimitConfig(("minute", settings.requests_a_minute), exclude=["^/static/", "^/games/"])
    handlers: list[ControllerRouterHandler] = [
        Router("/", route_handlers=pages.HANDLERS, include_in_schema=False),
        *api.HANDLERS,
        table_socket,
        game_style,
        create_static_files_router(path="/static", directories=[HERE / "static"]),
        *([show_metrics] if settings.metrics else []),
    ]
    app = Litestar(
        handlers,
        plugins=[channels],
        lifespan=[lifespan],
        dependencies={
            "hall": Provide(the_hall, sync_to_thread=False),
            "people": Provide(the_people, sync_to_thread=False),
        },
        csrf_config=CSRFConfig(secret=secret, cookie_httponly=True, exclude=["^/api/", "^/static/", "^/games/"]),
        middleware=[locked_down, limit.middleware],
        exception_handlers={HTTPException: explain, TableError: explain, Exception: explain},
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Spiritboard",
            version=spiritboard.__version__,
            description="Sit down at a table as a program: create, join, look, move, listen.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        state=State({"hall": hall}),
        debug=False,
    )
    if settings.metrics:
        app.asgi_handler = timed(app.asgi_handler, counted)
    return app


def _alone(folder: Path) -> tuple[Storage, str, Wire]:
    return Storage.in_folder(folder), secret_in(folder), Wire()


def _shared(database: str) -> tuple[Storage, str, Wire]:
    url = postgres_url(database)
    from spiritboard.server.postgres import PostgresWire  # whose driver is an extra

    storage = Storage.in_postgres(url)
    return storage, storage.secret(), PostgresWire(url.set(drivername="postgresql").render_as_string(False))


@get("/games/{game_id:str}/table.css", include_in_schema=False)
async def game_style(game_id: str) -> File:
    if game_id not in games():
        raise NotFoundException("There is no such game.")
    return File(games()[game_id].folder / "table.css", media_type=MediaType.CSS, content_disposition_type="inline")


def locked_down(app: ASGIApp) -> ASGIApp:
    """Every answer carries the headers, whoever gives it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def explain(request: Request, error: Exception) -> Response[object]:
    """What went wrong, as a page for people and as JSON for programs. Our own failures are logged, not shown."""
    code, sentence = _code_and_sentence(error)
    if "\0" in request.scope["path"]:  # which no file has, and no table
        code, sentence = HTTP_404_NOT_FOUND, SENTENCES[HTTP_404_NOT_FOUND]
    if code == HTTP_500_INTERNAL_SERVER_ERROR:
        request.app.state.hall.metrics.error(type(error).__name__)
        log.error("while answering %s", request.scope["path"].split("/")[1], exc_info=error)
    if request.scope["path"].startswith("/api/"):
        return Response({"error": sentence}, status_code=code, headers=HEADERS)
    token = request.cookies.get("csrftoken", "")
    content = page("error.html", title=sentence, me={"name": None}, csrf=token, code=code, sentence=sentence)
    return Response(content, status_code=code, media_type=MediaType.HTML, headers=HEADERS)


SENTENCES = {
    400: "The form was not filled in as expected.",
    403: "That is not allowed.",
    404: "There is nothing at this address.",
    405: "That is not possible here.",
    413: "That was too much at once.",
    429: "That was too often; please wait a moment.",
}


def _code_and_sentence(error: Exception) -> tuple[int, str]:
    if isinstance(error, TableError):
        return HTTP_400_BAD_REQUEST, str(error)
    if isinstance(error, Unreachable):
        return HTTP_503_SERVICE_UNAVAILABLE, UNREACHABLE
    if isinstance(error, RecursionError):
        return HTTP_400_BAD_REQUEST, "That was nested too deeply."
    if isinstance(error, UnicodeDecodeError):
        return HTTP_400_BAD_REQUEST, "That was not text in UTF-8."
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        wrong = error.extra[0]
        return HTTP_400_BAD_REQUEST, f"Not as expected: {wrong.get('key', 'the order')}: {wrong.get('message', '')}."
    if isinstance(error, HTTPException) and error.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        detail = error.detail if error.detail.endswith(".") else SENTENCES.get(error.status_code, "That did not work.")
        return error.status_code, detail
    return HTTP_500_INTERNAL_SERVER_ERROR, "Something went wrong on our side."
