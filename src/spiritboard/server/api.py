"""The API: JSON over HTTP, so that a program in any language can play at a table.

A program that takes a seat gets a key for it, and sends it as `Authorization: Bearer KEY`. The API ignores cookies.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AbstractContextManager
from functools import partial

import msgspec
from litestar import Request, delete, get, post
from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber
from litestar.exceptions import ClientException, HTTPException, NotAuthorizedException, PermissionDeniedException
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_409_CONFLICT

import spiritboard
from spiritboard.server import further_tables
from spiritboard.server.access import must_be_seen_by
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_TO_BEGIN, NOT_TO_CLOSE, NOT_TO_LEAVE, NOT_TO_RESIGN, RESTARTS
from spiritboard.server.new_table import NewTable
from spiritboard.server.openapi import ANY_EYES, ONE_SEAT, ToldEvent, only_json, problems
from spiritboard.server.opening import SPANS
from spiritboard.server.pages_replay import Replays
from spiritboard.server.people import People, Person
from spiritboard.server.play_on import moment, origin_words
from spiritboard.server.refusals import Full, NotYours, Stale
from spiritboard.server.storage import Chair
from spiritboard.server.table_info import SeatInfo, live_table_or_404, seats_info
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import OpenSockets
from spiritboard.table.names import clean_name
from spiritboard.table.registry import games
from spiritboard.table.view import View

LONGEST_AWAY = 7 * 24 * 3600
RETRY_MILLISECONDS = 1500
HEARTBEAT_SECONDS = 10.0  # between two signs of life in a stream without news
BOT_KINDS = ("bot", "friend")  # of seats that a bot has, or may get
STILL_HERE = ServerSentEventMessage(comment="", data=None)


class GameInfo(msgspec.Struct):
    """A game, its numbers of seats, and the values of each option."""

    id: str
    title: str
    seats: list[int]
    options: dict[str, list[str]]


class HealthReport(msgspec.Struct):
    version: str


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who takes a seat: me, here (also mine), friend (free for a person or program with the invitation) or bot.

    A bot plays at a level: easy, medium, hard or expert. The level of a friend is that of the bot which takes the seat
    if the host begins without the friend."""

    kind: str
    name: str = ""
    level: str = ""


class PlayOnRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A moment of a finished game to play on from: its table, and after how many moves.

    `hidden` is `as-they-were`, or `anew`: then everything is dealt again that could not be known on your first seat of
    the kind me or here; without such a seat, everything that a spectator could not know."""

    table: str
    move: int
    hidden: str = "as-they-were"


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table to set. With `play_on` it has the game, the options and the number of seats of the finished game."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = {}
    open: bool = False
    away_seconds: int | None = None
    name: str = "Program"
    hints: bool = False  # whether people who play each other may ask for hints on their pages
    play_on: PlayOnRequest | None = None


class SeatKey(msgspec.Struct):
    seat: int
    key: str


class TableSet(msgspec.Struct):
    """A new table: its key, the invitation for friends, and the keys of your seats."""

    table: str
    invite: str
    seats: list[SeatKey]


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    invite: str = ""


class MoveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A move, and the number of the position that it answers. A move for an older position is refused."""

    number: int
    path: list[str]


class ChairRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about your own chair. It has no fields, because the key says which chair it is."""


class TakeBackRequest(msgspec.Struct, forbid_unknown_fields=True):
    number: int


class TableView(msgspec.Struct):
    """What a seat or a spectator sees of a table: no more than a person on that seat would see.

    While a chair is free, the table waits: nobody can move, and `view` is a spectator's with no pending seat. The game
    begins when every chair is taken, or when the host begins it."""

    number: int
    seat: int | None
    waits: bool
    hints: bool  # whether players may ask for hints on their pages
    names: list[str]
    seats: list[SeatInfo]
    view: View
    paths: list[list[str]]
    events: list[ToldEvent]
    can_take_back: bool
    origin: str  # where the table was played on from, in words; an empty text if its game began with a deal
    again: str | None  # the next table of the same players, who keep their keys


def table_view(live: LiveTable, seat: int | None, since: int | None = None) -> TableView:
    """Returns the table as a seat sees it, with the events of the last move or since an earlier position."""
    known = max(0, live.number - 1) if since is None else max(0, min(since, live.number))
    fresh = live.events_since(None if live.waits else seat, known)
    return TableView(
        number=live.number,
        seat=seat,
        waits=live.waits,
        hints=live.allows_hints,
        names=live.names,
        seats=seats_info(live),
        view=live.view(seat),
        paths=[list(path) for path in live.paths(seat)],
        events=[ToldEvent(event.kind, event.say(live.names), event.data) for event in fresh],
        can_take_back=seat is not None and live.can_take_back(seat),
        origin=origin_words(live),
        again=live.stored.again if seat is not None else None,
    )


def chair_of(request: Request, service: TableService, live: LiveTable) -> Chair | None:
    """Returns the chair whose key the request carries; None without a key. Raises an error for a wrong key."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    chair = live.chair_with(key) if scheme.lower() == "bearer" else None
    if chair is None or chair.kind in ("open", "bot"):
        raise NotAuthorizedException("That is not the key of a seat at this table.")
    service.hear_from(live, chair.person)
    return chair


def seated(request: Request, service: TableService, live: LiveTable) -> Chair:
    """Returns the chair whose key the request carries. Raises an error without a key."""
    chair = chair_of(request, service, live)
    if chair is None:
        raise NotAuthorizedException("Send the key of your seat: Authorization: Bearer KEY.")
    return chair


@get("/api/games", responses=problems())
async def list_games() -> list[GameInfo]:
    """Every game with its options."""
    return [
        GameInfo(
            game.id,
            game.title,
            list(game.seats),
            {option.name: list(option.values(game.seats[-1])) for option in game.options},
        )
        for game in games().values()
    ]


@get("/api/health", responses=problems())
async def health(service: TableService) -> HealthReport:
    """For a load balancer: 200 if this server can store moves, 503 if it cannot."""
    await service.check()
    return HealthReport(spiritboard.__version__)


@post(
    "/api/tables",
    status_code=HTTP_201_CREATED,
    guards=[only_json],
    security=ANY_EYES,
    responses=problems(401, 403, 404, 410, 413, 415),
)
async def create_table(
    request: Request, service: TableService, people: People, replays: Replays, data: TableRequest
) -> TableSet:
    """Set a table, or with `play_on` one that goes on from a moment of a finished game. The answer holds the keys of
    the seats of the kinds me and here."""
    if any(seat.level for seat in data.seats if seat.kind not in BOT_KINDS):
        raise ClientException("Only bots have a level, and friends for whom a bot may play.")
    chairs = [
        (seat.kind, seat.level if seat.kind in BOT_KINDS else clean_name(seat.name) if seat.name else "")
        for seat in data.seats
    ]
    if data.away_seconds is not None and not 0 <= data.away_seconds <= LONGEST_AWAY:
        raise ClientException(f"A bot takes over an empty seat after 0 to {LONGEST_AWAY} seconds, or never.")
    wanted = NewTable(data.game, data.options, chairs, data.open, data.away_seconds, data.hints)
    host = secrets.token_urlsafe(12)
    network, name = people.network(request), clean_name(data.name)
    if data.play_on is None:
        live = await service.set_table(wanted, host, name, network)
    else:
        replays.check(network)
        then = await _moment(request, service, data, data.play_on)
        live = await further_tables.play_on(service, then, wanted, data.play_on.hidden, Person(host, name), network)
    own = [SeatKey(chair.seat, chair.secret) for chair in live.chairs if chair.person == host]
    return TableSet(live.key, live.stored.invite, own)


async def _moment(request: Request, service: TableService, data: TableRequest, wanted: PlayOnRequest) -> LiveTable:
    """Returns the moment of a finished game from which a table is to go on. Raises an error if there is none."""
    source = await live_table_or_404(service, wanted.table)
    await must_see_with_key(request, service, source)
    if data.game != source.game.id or data.options:
        raise ClientException(f"That was a game of {source.game.id}; name that game, and no options.")
    return moment(source, wanted.move)


async def must_see_with_key(request: Request, service: TableService, live: LiveTable) -> Chair | None:
    """Returns the chair whose key the request carries, or None. Raises an error if the table may not be seen yet."""
    chair = chair_of(request, service, live)
    await must_be_seen_by(service, live, None if chair is None else chair.person)
    return chair


@post(
    "/api/tables/{key:str}/join",
    status_code=HTTP_201_CREATED,
    guards=[only_json],
    responses=problems(403, 404, 409, 410, 413, 415),
)
async def join_table(service: TableService, key: str, data: JoinRequest) -> SeatKey:
    """Take a free chair. It takes the invitation, unless the table is open."""
    live = await live_table_or_404(service, key)
    if not live.admits(data.invite):
        raise PermissionDeniedException("This table is by invitation.")
    try:
        chair = await service.sit(live, None, clean_name(data.name))
    except Full:
        raise HTTPException("Every chair is taken.", status_code=HTTP_409_CONFLICT) from None
    return SeatKey(chair.seat, chair.secret)


# What changes of the chairs have in common.
change_chairs = partial(
    post,
    status_code=HTTP_200_OK,
    guards=[only_json],
    security=ONE_SEAT,
    responses=problems(401, 403, 404, 410, 413, 415),
)


@change_chairs("/api/tables/{key:str}/begin")
async def begin_game(request: Request, service: TableService, key: str, data: ChairRequest) -> TableView:
    """Begin the game without the friends who have not come: bots take the free chairs. It takes a key of the host."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    try:
        await service.begin(live, str(chair.person))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_BEGIN) from None
    return table_view(live, chair.seat)


@change_chairs("/api/tables/{key:str}/leave")
async def leave_table(request: Request, service: TableService, key: str, data: ChairRequest) -> TableView:
    """Free your chair before the game begins. Your key is of no use afterwards. A host cannot leave."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    try:
        await service.leave(live, str(chair.person))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_LEAVE) from None
    return table_view(live, None)


@change_chairs("/api/tables/{key:str}/resign")
async def resign_game(request: Request, service: TableService, key: str, data: ChairRequest) -> TableView:
    """Let a bot play on in your place until the game is over. Your key is of no use afterwards."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    try:
        await service.resign(live, str(chair.person), chair.seat)
    except NotYours:
        raise PermissionDeniedException(NOT_TO_RESIGN) from None
    return table_view(live, None)


@get("/api/tables/{key:str}", security=ANY_EYES, responses=problems(401, 403, 404, 410))
async def look_at_table(request: Request, service: TableService, key: str, since: int | None = None) -> TableView:
    """The table as the seat of the key sees it, or a spectator, with the events since a position."""
    live = await live_table_or_404(service, key)
    chair = await must_see_with_key(request, service, live)
    return table_view(live, None if chair is None else chair.seat, since)


# What making a move and taking it back have in common.
post_by_seat = partial(
    post,
    status_code=HTTP_200_OK,
    guards=[only_json],
    security=ONE_SEAT,
    responses=problems(401, 404, 409, 410, 413, 415),
)


@post_by_seat("/api/tables/{key:str}/moves")
async def make_move(request: Request, service: TableService, key: str, data: MoveRequest) -> TableView:
    """Make a move. The answer is the table after it."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    return await _after(service.play(live, chair.seat, data.number, tuple(data.path)), live, chair)


@post_by_seat("/api/tables/{key:str}/take-back")
async def take_back(request: Request, service: TableService, key: str, data: TakeBackRequest) -> TableView:
    """Take back your last move, if it has brought no secret to light."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    return await _after(service.take_back(live, chair.seat, data.number), live, chair)


async def _after(move: Awaitable[object], live: LiveTable, chair: Chair) -> TableView:
    """Returns the table after a move. Raises an error with status 409 if the table has gone on."""
    try:
        await move
    except Stale:
        raise _stale(live) from None
    return table_view(live, chair.seat)


@delete("/api/tables/{key:str}", security=ONE_SEAT, responses=problems(401, 403, 404, 410))
async def close_table(request: Request, service: TableService, key: str) -> None:
    """Remove an unfinished table for good. It takes the key of its host, and no other person may sit there."""
    live = await live_table_or_404(service, key)
    chair = seated(request, service, live)
    try:
        await service.close_table(live, str(chair.person))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_CLOSE) from None


def _stale(live: LiveTable) -> HTTPException:
    return HTTPException(f"The table has gone on: it is at number {live.number}.", status_code=HTTP_409_CONFLICT)


@get(
    "/api/tables/{key:str}/record",
    media_type="text/plain",
    security=ANY_EYES,
    responses=problems(401, 403, 404, 409, 410),
)
async def record(request: Request, service: TableService, key: str) -> str:
    """The record of a finished game. Before the end it would betray every secret. That of a deal which others still
    play takes the key of the seat."""
    live = await live_table_or_404(service, key)
    await must_see_with_key(request, service, live)
    if not live.in_progress.state.over:
        raise PermissionDeniedException("The record is there when the game is over.")
    if live.stored.rules_since is not None:
        raise HTTPException(SPANS, status_code=HTTP_409_CONFLICT)
    return live.record.to_text()


@get(
    "/api/tables/{key:str}/events",
    media_type="text/event-stream",
    security=ANY_EYES,
    responses=problems(401, 403, 404, 410),
)
async def listen(
    request: Request,
    service: TableService,
    people: People,
    open_sockets: OpenSockets,
    channels: ChannelsPlugin,
    key: str,
) -> ServerSentEvent:
    """A stream of server-sent events: the table as this seat sees it, now and after every change.

    Lines that begin with a colon are signs of life. An event of the type `restart` says that the server is about to
    end: ask for the stream again after the time that `retry` names."""
    live = await live_table_or_404(service, key)
    chair = await must_see_with_key(request, service, live)
    listener = Requester((chair.person if chair else None) or "", people.network(request))
    open_sockets.check(listener)
    return ServerSentEvent(_stream(service, live, chair, channels, open_sockets.counted(listener)))


async def _stream(
    service: TableService,
    live: LiveTable,
    chair: Chair | None,
    channels: ChannelsPlugin,
    counted: AbstractContextManager[None],
) -> AsyncGenerator[str | ServerSentEventMessage]:
    seat = None if chair is None else chair.seat
    attending = service.attending(live, None if chair is None else chair.person)
    with counted, service.metrics.connection("stream"), attending:
        async with channels.start_subscription([live.key]) as subscriber:
            first = msgspec.json.encode(table_view(live, seat)).decode()
            yield ServerSentEventMessage(data=first, retry=_retry())
            if _is_over(live):
                return
            async for is_news in _beats(subscriber, HEARTBEAT_SECONDS):
                if not is_news:
                    yield STILL_HERE
                    continue
                if service.ending:
                    yield _goodbye()
                    return
                if live.is_gone or (chair is not None and not live.is_of(chair)):
                    return
                yield msgspec.json.encode(table_view(live, seat)).decode()
                if _is_over(live):
                    return


def _goodbye() -> ServerSentEventMessage:
    return ServerSentEventMessage(event="restart", data=RESTARTS, retry=_retry())


def _retry() -> int:
    """Returns after how many milliseconds a client asks again, a random time so that not all ask at once."""
    return RETRY_MILLISECONDS + secrets.randbelow(RETRY_MILLISECONDS)


async def _beats(subscriber: Subscriber, seconds: float) -> AsyncGenerator[bool]:
    """Yields True after each change, and False whenever there was none for this many seconds."""
    events = subscriber.iter_events()
    while True:
        coming = asyncio.ensure_future(anext(events, None))
        try:
            while not (await asyncio.wait([coming], timeout=seconds))[0]:
                yield False
        finally:
            coming.cancel()
        if coming.result() is None:
            return
        yield True


def _is_over(live: LiveTable) -> bool:
    return live.in_progress.state.over


API_HANDLERS = [
    list_games,
    health,
    create_table,
    join_table,
    begin_game,
    leave_table,
    resign_game,
    look_at_table,
    make_move,
    take_back,
    close_table,
    record,
    listen,
]
REQUEST_BODIES: list[type[msgspec.Struct]] = [
    PlayOnRequest,
    SeatRequest,
    TableRequest,
    JoinRequest,
    ChairRequest,
    MoveRequest,
    TakeBackRequest,
]
