"""The same for programs: JSON over HTTP, so that a bot in any language can sit at a table.

Whoever sits down gets a key for that seat, and sends it as `Authorization: Bearer KEY`. No cookie counts here.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager

import msgspec
from litestar import Request, delete, get, post
from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber
from litestar.exceptions import ClientException, HTTPException, NotAuthorizedException, PermissionDeniedException
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_409_CONFLICT

import spiritboard
from spiritboard.server.hall import Full, Hall, NotYours, Order, Stale
from spiritboard.server.limits import Asker
from spiritboard.server.openapi import ANY_EYES, ONE_SEAT, only_json, problems
from spiritboard.server.opening import SPANS
from spiritboard.server.pages import NOT_TO_CLOSE, room_or_404
from spiritboard.server.people import People
from spiritboard.server.render import seats_context
from spiritboard.server.room import Room
from spiritboard.server.socket import RESTARTS
from spiritboard.server.storage import Chair
from spiritboard.server.throttle import OpenSockets
from spiritboard.table.names import clean_name
from spiritboard.table.shelf import games

LONGEST_AWAY = 7 * 24 * 3600
RETRY_MILLISECONDS = 1500
HEARTBEAT_SECONDS = 10.0  # after which a stream in which nothing happens says that it is still there
STILL_HERE = ServerSentEventMessage(comment="", data=None)


class GameInfo(msgspec.Struct):
    id: str
    title: str
    seats: list[int]
    options: dict[str, list[str]]


class Health(msgspec.Struct):
    version: str


class SeatOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Who takes a seat: me, here (also mine), friend (open to whoever has the invitation) or bot.

    A bot plays at a level: easy, medium, hard or expert."""

    kind: str
    name: str = ""
    level: str = ""


class TableOrder(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    seats: list[SeatOrder]
    options: dict[str, str] = {}
    open: bool = False
    away_seconds: int | None = None
    name: str = "Program"


class SeatKey(msgspec.Struct):
    seat: int
    key: str


class TableSet(msgspec.Struct):
    """A new table: its key, the invitation for friends, and the keys of the seats that are yours."""

    table: str
    invite: str
    seats: list[SeatKey]


class JoinOrder(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    invite: str = ""


class MoveOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A move answers the position with this number; a stale one is refused and changes nothing."""

    number: int
    path: list[str]


class TakeBackOrder(msgspec.Struct, forbid_unknown_fields=True):
    number: int


class Said(msgspec.Struct):
    """Something that happened."""

    kind: str
    words: str
    data: dict[str, object]


class Look(msgspec.Struct):
    """What a seat, or a spectator, sees: never more than somebody sitting there would."""

    number: int
    seat: int | None
    names: list[str]
    seats: list[dict[str, object]]
    view: dict[str, object]
    paths: list[list[str]]
    events: list[Said]
    can_take_back: bool
    again: str | None  # the table where the same people play on, each with the key they have


def look(room: Room, seat: int | None, since: int | None = None) -> Look:
    """The table as a seat sees it, with what happened by the last move, or since a position seen before."""
    state = room.sitting.state
    known = max(0, room.number - 1) if since is None else max(0, min(since, room.number))
    fresh = room.events_since(seat, known)
    return Look(
        number=room.number,
        seat=seat,
        names=room.names,
        seats=seats_context(room),
        view=state.view(seat),
        paths=[list(path) for path in state.paths(seat)] if seat is not None and seat in state.pending() else [],
        events=[Said(event.kind, event.say(room.names), event.data) for event in fresh],
        can_take_back=seat is not None and room.sitting.can_take_back(seat),
        again=room.stored.again if seat is not None else None,
    )


def chair_of(request: Request, hall: Hall, room: Room) -> Chair | None:
    """The chair whose key the request carries; None without a key, and an error with a wrong one."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    chair = room.chair_with(key) if scheme.lower() == "bearer" else None
    if chair is None or chair.kind in ("open", "bot"):
        raise NotAuthorizedException("That is not the key of a seat at this table.")
    hall.hear_from(room, chair.person)
    return chair


def seated(request: Request, hall: Hall, room: Room) -> Chair:
    chair = chair_of(request, hall, room)
    if chair is None:
        raise NotAuthorizedException("Send the key of your seat: Authorization: Bearer KEY.")
    return chair


@get("/api/games", responses=problems())
async def list_games() -> list[GameInfo]:
    """Every game, with what can be agreed on."""
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
async def health(hall: Hall) -> Health:
    """For whoever leads people to one of several servers: 200 if this one can serve them, 503 if not."""
    await hall.check()
    return Health(spiritboard.__version__)


@post("/api/tables", status_code=HTTP_201_CREATED, guards=[only_json], responses=problems(413, 415))
async def create_table(request: Request, hall: Hall, people: People, data: TableOrder) -> TableSet:
    """Set a table; the answer holds the keys of the seats of kind me and here."""
    if any(seat.level for seat in data.seats if seat.kind != "bot"):
        raise ClientException("Only bots have a level.")
    chairs = [
        (seat.kind, seat.level if seat.kind == "bot" else clean_name(seat.name) if seat.name else "")
        for seat in data.seats
    ]
    if data.away_seconds is not None and not 0 <= data.away_seconds <= LONGEST_AWAY:
        raise ClientException(f"A bot takes over an empty seat after 0 to {LONGEST_AWAY} seconds, or never.")
    order = Order(data.game, data.options, chairs, data.open, data.away_seconds)
    host = secrets.token_urlsafe(12)
    room = await hall.set_table(order, host, clean_name(data.name), people.network(request))
    own = [SeatKey(chair.seat, chair.secret) for chair in room.chairs if chair.person == host]
    return TableSet(room.key, room.stored.invite, own)


@post(
    "/api/tables/{key:str}/join",
    status_code=HTTP_201_CREATED,
    guards=[only_json],
    responses=problems(403, 404, 409, 410, 413, 415),
)
async def join_table(hall: Hall, key: str, data: JoinOrder) -> SeatKey:
    """Take a free chair, with the invitation unless the table is open."""
    room = await room_or_404(hall, key)
    if not room.stored.is_open and not secrets.compare_digest(data.invite.encode(), room.stored.invite.encode()):
        raise PermissionDeniedException("This table is by invitation.")
    try:
        chair = await hall.sit(room, None, clean_name(data.name))
    except Full:
        raise HTTPException("Every chair is taken.", status_code=HTTP_409_CONFLICT) from None
    return SeatKey(chair.seat, chair.secret)


@get("/api/tables/{key:str}", security=ANY_EYES, responses=problems(401, 404, 410))
async def look_at_table(request: Request, hall: Hall, key: str, since: int | None = None) -> Look:
    """The table as the seat of the key sees it, or as a spectator does, with what happened since a number."""
    room = await room_or_404(hall, key)
    chair = chair_of(request, hall, room)
    return look(room, None if chair is None else chair.seat, since)


@post(
    "/api/tables/{key:str}/moves",
    status_code=HTTP_200_OK,
    guards=[only_json],
    security=ONE_SEAT,
    responses=problems(401, 404, 409, 410, 413, 415),
)
async def make_move(request: Request, hall: Hall, key: str, data: MoveOrder) -> Look:
    """Make a move; the answer is the table after it."""
    room = await room_or_404(hall, key)
    chair = seated(request, hall, room)
    try:
        await hall.play(room, chair.seat, data.number, tuple(data.path))
    except Stale:
        raise _stale(room) from None
    return look(room, chair.seat)


@post(
    "/api/tables/{key:str}/take-back",
    status_code=HTTP_200_OK,
    guards=[only_json],
    security=ONE_SEAT,
    responses=problems(401, 404, 409, 410, 413, 415),
)
async def take_back(request: Request, hall: Hall, key: str, data: TakeBackOrder) -> Look:
    """Take back one's last move, where nothing has come to light since."""
    room = await room_or_404(hall, key)
    chair = seated(request, hall, room)
    try:
        await hall.take_back(room, chair.seat, data.number)
    except Stale:
        raise _stale(room) from None
    return look(room, chair.seat)


@delete("/api/tables/{key:str}", security=ONE_SEAT, responses=problems(401, 403, 404, 410))
async def close_table(request: Request, hall: Hall, key: str) -> None:
    """Remove an unfinished table for good: with the key of its host, as long as nobody else has sat down there."""
    room = await room_or_404(hall, key)
    chair = seated(request, hall, room)
    try:
        await hall.close_table(room, str(chair.person))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_CLOSE) from None


def _stale(room: Room) -> HTTPException:
    return HTTPException(f"The table has gone on: it is at number {room.number}.", status_code=HTTP_409_CONFLICT)


@get("/api/tables/{key:str}/record", media_type="text/plain", responses=problems(403, 404, 409, 410))
async def record(hall: Hall, key: str) -> str:
    """The record of a finished game. Before the end it would give everything away."""
    room = await room_or_404(hall, key)
    if not room.sitting.state.over:
        raise PermissionDeniedException("The record is there when the game is over.")
    if room.stored.rules_since is not None:
        raise HTTPException(SPANS, status_code=HTTP_409_CONFLICT)
    return room.record.to_text()


@get(
    "/api/tables/{key:str}/events", media_type="text/event-stream", security=ANY_EYES, responses=problems(401, 404, 410)
)
async def listen(
    request: Request, hall: Hall, people: People, open_sockets: OpenSockets, channels: ChannelsPlugin, key: str
) -> ServerSentEvent:
    """A stream of server-sent events: the table as this seat sees it, now and after everything that happens.

    Lines that begin with a colon only say that the stream is still there. An event of the type `restart` says that the
    server is about to end: ask for the stream again after the time that `retry` names."""
    room = await room_or_404(hall, key)
    chair = chair_of(request, hall, room)
    listener = Asker((chair.person if chair else None) or "", people.network(request))
    open_sockets.check(listener)
    return ServerSentEvent(_stream(hall, room, chair, channels, open_sockets.counted(listener)))


async def _stream(
    hall: Hall, room: Room, chair: Chair | None, channels: ChannelsPlugin, counted: AbstractContextManager[None]
) -> AsyncGenerator[str | ServerSentEventMessage]:
    seat = None if chair is None else chair.seat
    attending = hall.attending(room, None if chair is None else chair.person)
    with counted, hall.metrics.connection("stream"), attending:
        async with channels.start_subscription([room.key]) as subscriber:
            first = msgspec.json.encode(look(room, seat)).decode()
            yield ServerSentEventMessage(data=first, retry=_retry())
            if _is_over(room):
                return
            async for is_news in _beats(subscriber, HEARTBEAT_SECONDS):
                if not is_news:
                    yield STILL_HERE
                    continue
                if hall.ending:
                    yield _goodbye()
                    return
                if room.is_gone:
                    return
                yield msgspec.json.encode(look(room, seat)).decode()
                if _is_over(room):
                    return


def _goodbye() -> ServerSentEventMessage:
    return ServerSentEventMessage(event="restart", data=RESTARTS, retry=_retry())


def _retry() -> int:
    """After how many milliseconds a stream that was cut off is asked for again: not at once by everybody."""
    return RETRY_MILLISECONDS + secrets.randbelow(RETRY_MILLISECONDS)


async def _beats(subscriber: Subscriber, seconds: float) -> AsyncGenerator[bool]:
    """Yields True whenever something has happened, and False whenever nothing has for so many seconds."""
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


def _is_over(room: Room) -> bool:
    return room.sitting.state.over


HANDLERS = [
    list_games,
    health,
    create_table,
    join_table,
    look_at_table,
    make_move,
    take_back,
    close_table,
    record,
    listen,
]
ORDERS: list[type[msgspec.Struct]] = [SeatOrder, TableOrder, JoinOrder, MoveOrder, TakeBackOrder]
