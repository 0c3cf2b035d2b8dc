"""The application: its settings, and how its parts are put together."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Router, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.app import AppConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.plugins import InitPlugin
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from spiritboard.review.values import Effort
from spiritboard.server import (
    api,
    api_review,
    learn,
    openapi,
    pages,
    pages_chairs,
    pages_deals,
    pages_me,
    pages_play_on,
    pages_replay,
    pages_review,
    puzzles,
    rules_page,
)
from spiritboard.server.address import Address
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.bus import ServerBus
from spiritboard.server.docs.handlers import DOCS_HANDLERS
from spiritboard.server.edge import Edge
from spiritboard.server.entropy import Entropy, secure
from spiritboard.server.errors import explain
from spiritboard.server.identity import Identity
from spiritboard.server.lesson_connection import lesson_socket
from spiritboard.server.limits import Quotas
from spiritboard.server.metrics import Metrics, metrics, show_metrics, timed
from spiritboard.server.opening import served_rules
from spiritboard.server.page_connection import table_socket
from spiritboard.server.pages_replay import Replays
from spiritboard.server.people import People, secret_in
from spiritboard.server.puzzle_connection import puzzle_socket
from spiritboard.server.reviews import Reviews
from spiritboard.server.storage import Storage, postgres_url
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import Buckets, OpenSockets
from spiritboard.table.errors import TableError
from spiritboard.table.registry import games

HERE = Path(__file__).parent
LARGEST_BODY = 32 << 10
PAGE_HANDLERS = [
    *pages.PAGE_HANDLERS,
    *pages_chairs.CHAIR_HANDLERS,
    *pages_me.ME_HANDLERS,
    *pages_replay.REPLAY_HANDLERS,
    *pages_play_on.PLAY_ON_HANDLERS,
    *pages_deals.DEAL_HANDLERS,
    *pages_review.REVIEW_HANDLERS,
    *learn.LEARN_HANDLERS,
    *puzzles.PUZZLE_HANDLERS,
    *rules_page.RULES_HANDLERS,
    *DOCS_HANDLERS,
]


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    data: Path
    database: str | None = None  # of several servers, which use it instead of the folder
    bot_pace: float = 0.9  # seconds that a bot waits, so that people can see the last move
    requests_a_minute: int = 600  # of one network
    bot_processes: int | None = None  # that think for bots; None for one less than there are cores
    bot_seconds: float | None = None  # the longest time for one decision of a bot
    listens_on: str = "127.0.0.1"
    public_url: str | None = None  # the address that people open, if it is not the one this server listens on
    allowed_hosts: tuple[str, ...] = ()  # further names that this server answers to
    expire_days: int = 30  # until an unfinished table that nobody uses is removed; 0 for never
    tables_a_person: int = 100  # unfinished ones
    tables_a_network: int = 500
    invitations_a_person: int = 5  # open tables with a free chair
    invitations_a_network: int = 50
    sockets_a_person: int = 20  # table pages and event streams
    sockets_a_network: int = 200
    metrics: bool = False
    entropy: Entropy = secure  # set by tests only
    clock: Callable[[], float] = time.time  # by which days turn; set by tests only
    review_effort: Effort | None = None  # set by tests only


def create_app(settings: Settings) -> Litestar:
    """Returns the whole application. Raises BadSetup for settings that no server can work with."""
    address = Address.of(settings.public_url, settings.allowed_hosts, settings.listens_on)
    channels = _channels()
    counted = metrics(settings.metrics)
    storage, secret, bus = _shared(settings.database) if settings.database else _alone(settings.data)
    bot_pool = BotPool(settings.bot_processes, settings.bot_seconds, settings.entropy, metrics=counted)
    service = _service(settings, storage, bot_pool, bus, counted, partial(channels.publish, ""), secret)
    people = People(secret)
    identity = Identity(service, storage, secret, people.signed_out, settings.clock, shared=bool(settings.database))
    reviews = Reviews(service, storage, bot_pool.background, bus, settings.review_effort)
    app = Litestar(
        _handlers(settings),
        plugins=[
            channels,
            ServiceLifespan(service, identity, reviews),
            openapi.DeclaredViews(),
            openapi.DeclaredEvents(),
        ],
        dependencies={
            "service": _provide(service),
            "reviews": _provide(reviews),
            "people": _provide(people),
            "identity": _provide(identity),
            "address": _provide(address),
            "replays": _provide(Replays(Buckets(max(1, settings.requests_a_minute // 2)))),
            "open_sockets": _provide(OpenSockets(settings.sockets_a_person, settings.sockets_a_network)),
        },
        csrf_config=CSRFConfig(secret=secret, cookie_httponly=True, exclude=["^/api/", "^/static/", "^/games/"]),
        exception_handlers={HTTPException: explain, TableError: explain, Exception: explain},
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi.config(),
        state=State({"service": service, "identity": identity, "address": address}),
        debug=False,
    )
    openapi.forbid_unknown_fields(app, [*api.REQUEST_BODIES, api_review.ReviewRequest])
    app.asgi_handler = Edge(app.asgi_handler, address, settings.requests_a_minute)
    if settings.metrics:
        app.asgi_handler = timed(app.asgi_handler, counted)
    return app


def _channels() -> ChannelsPlugin:
    """Returns the channels by which pages and streams hear that their table has changed."""
    return ChannelsPlugin(
        MemoryChannelsBackend(),
        arbitrary_channels_allowed=True,
        # A slow reader needs only the newest table.
        subscriber_max_backlog=1,
        subscriber_backlog_strategy="dropleft",
    )


def _service(
    settings: Settings,
    storage: Storage,
    bot_pool: BotPool,
    bus: ServerBus,
    counted: Metrics,
    announce: Callable[[str], None],
    secret: str,
) -> TableService:
    return TableService(
        storage,
        bot_pool,
        announce,
        settings.bot_pace,
        bus,
        settings.entropy,
        counted,
        quotas=Quotas(**{each.name: getattr(settings, each.name) for each in fields(Quotas)}),
        expire_days=settings.expire_days,
        secret=secret,
        clock=settings.clock,
    )


@dataclass(frozen=True, eq=False)
class ServiceLifespan(InitPlugin):
    """Opens and closes the table service, its people and its reviews with the application.

    It stands after the channels, so that it begins after them and ends before them: until the service has ended, its
    bots announce moves on the channels.
    """

    service: TableService
    identity: Identity
    reviews: Reviews

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.append(self._lifespan)
        return app_config

    @asynccontextmanager
    async def _lifespan(self, _: Litestar) -> AsyncGenerator[None]:
        self.service.open()
        await self.identity.open()
        self.reviews.open()
        yield
        await self.reviews.close()
        await self.identity.close()
        await self.service.close()


def _provide(value: object) -> Provide:
    """Returns a dependency that is the same object for every request."""

    def provided() -> Any:
        return value

    return Provide(provided, sync_to_thread=False)


def _handlers(settings: Settings) -> list[ControllerRouterHandler]:
    return [
        Router("/", route_handlers=PAGE_HANDLERS, include_in_schema=False),
        *api.API_HANDLERS,
        *api_review.REVIEW_API_HANDLERS,
        table_socket,
        lesson_socket,
        puzzle_socket,
        game_style,
        goal_picture,
        create_static_files_router(path="/static", directories=[HERE / "static"]),
        *([show_metrics] if settings.metrics else []),
    ]


def _alone(folder: Path) -> tuple[Storage, str, ServerBus]:
    """Returns the storage, the secret for cookies and the bus of a server that has a folder for itself."""
    return Storage.in_folder(folder), secret_in(folder), ServerBus()


def _shared(database: str) -> tuple[Storage, str, ServerBus]:
    """The same for a server that shares a database with others."""
    url = postgres_url(database)
    from spiritboard.server.postgres import PostgresBus  # needs a driver that is an extra

    storage = Storage.in_postgres(url)
    return (
        storage,
        storage.secret(),
        PostgresBus(url.set(drivername="postgresql").render_as_string(False), served_rules()),
    )


@get("/games/{game_id:str}/table.css", include_in_schema=False)
async def game_style(game_id: str) -> File:
    return _game_file(game_id, MediaType.CSS, "table.css")


@get("/games/{game_id:str}/goal.svg", include_in_schema=False)
async def goal_picture(game_id: str) -> File:
    """Returns the picture of the game's goal, or its cover if it has none."""
    return _game_file(game_id, "image/svg+xml", "goal.svg", "cover.svg")


def _game_file(game_id: str, media_type: str, *names: str) -> File:
    """Returns the first of these files that the game has. Raises NotFoundException if there is no such game."""
    if game_id not in games():
        raise NotFoundException("There is no such game.")
    paths = [games()[game_id].folder / name for name in names]
    found = next((path for path in paths if path.exists()), paths[-1])
    return File(found, media_type=media_type, content_disposition_type="inline")
