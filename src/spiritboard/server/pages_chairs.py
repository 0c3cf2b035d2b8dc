"""Pages and forms for sitting down and getting up: names, invitations, the start of a game, and ways to leave it."""

from __future__ import annotations

from dataclasses import replace

from litestar import Request, Response, get, post
from litestar.exceptions import PermissionDeniedException
from litestar.response import Redirect
from litestar.status_codes import HTTP_409_CONFLICT

from spiritboard.server.answers import Form, html, see
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_TO_BEGIN, NOT_TO_CLOSE, NOT_TO_LEAVE, NOT_TO_RESIGN, NOT_TO_UNLIST
from spiritboard.server.people import People, Person, new_person
from spiritboard.server.refusals import Full, NotYours
from spiritboard.server.render import card
from spiritboard.server.table_info import can_close, live_table_or_404
from spiritboard.server.table_service import TableService
from spiritboard.table.names import clean_name


@post("/name")
async def set_name(request: Request, service: TableService, people: People, data: Form) -> Redirect:
    """Take another name, which all tables of this person show at once."""
    person = await renamed(service, people.known(request) or new_person(), data.get("name", ""))
    back = request.headers.get("referer", "").partition("://")[2].partition("/")[2]
    return see("/" + back.lstrip("/\\"), people.cookie(person))


async def renamed(service: TableService, person: Person, name: str) -> Person:
    """Returns a person under another name, which all their tables show. Raises BadSetup if it is not a name."""
    named = replace(person, name=clean_name(name))
    if named != person:
        await service.rename(named.id, named.name)
    return named


def _person_id(request: Request, people: People) -> str:
    """Returns the id of the person who sends a form, or an empty text, which is nobody's id."""
    person = people.known(request)
    return person.id if person else ""


# Sitting down.


@get(["/tables/{key:str}/join", "/tables/{key:str}/join/{invite:str}"])
async def invitation(request: Request, service: TableService, people: People, key: str, invite: str = "") -> Response:
    live = await live_table_or_404(service, key)
    _must_be_invited(live, invite)
    if live.seats_of(_person_id(request, people)):
        return see(f"/tables/{key}")
    return _invitation(request, people, live)


def _invitation(request: Request, people: People, live: LiveTable) -> Response[str]:
    """Returns the page of an invitation. At a full table it offers to watch."""
    seated = [chair.name for chair in live.chairs if chair.kind != "open"]
    context = {"host": live.host_name, "names": seated, "free": len(live.chairs) - len(seated), "key": live.key}
    return html(request, people, "join.html", f"{context['host']} asks you in", game=card(live.game.id), **context)


@post(["/tables/{key:str}/join", "/tables/{key:str}/join/{invite:str}"])
async def join(
    request: Request, service: TableService, people: People, key: str, data: Form, invite: str = ""
) -> Response:
    live = await live_table_or_404(service, key)
    _must_be_invited(live, invite)
    known = people.known(request) or new_person()
    person = await renamed(service, known, data.get("name", known.name))
    try:
        await service.sit(live, person.id, person.name)
    except Full:
        full = _invitation(request, people, live)
        full.status_code = HTTP_409_CONFLICT
        return full
    return see(f"/tables/{key}", people.cookie(person))


def _must_be_invited(live: LiveTable, invite: str) -> None:
    if not live.admits(invite):
        raise PermissionDeniedException("This table is by invitation: ask for its link.")


@post("/tables/{key:str}/begin")
async def begin(request: Request, service: TableService, people: People, key: str) -> Redirect:
    """Begin a game without the friends who have not come."""
    live = await live_table_or_404(service, key)
    try:
        await service.begin(live, _person_id(request, people))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_BEGIN) from None
    return see(f"/tables/{key}")


@post("/tables/{key:str}/again")
async def again(request: Request, service: TableService, people: People, key: str) -> Redirect:
    live = await live_table_or_404(service, key)
    try:
        following = await service.again(live, _person_id(request, people), people.network(request))
    except NotYours:
        raise PermissionDeniedException("Only the players of this table can play on.") from None
    return see(f"/tables/{following.key}")


# Getting up. A page asks for confirmation first.


@get("/tables/{key:str}/leave")
async def ask_to_leave(request: Request, service: TableService, people: People, key: str) -> Response[str]:
    """Show the ways in which this person can leave the table now."""
    live = await live_table_or_404(service, key)
    person = people.known(request)
    seats = live.seats_of(person.id if person else None)
    context = {
        "key": key,
        "names": live.names,
        "can_leave": live.waits and bool(seats) and _person_id(request, people) != live.stored.host,
        "resigning": [live.chairs[seat] for seat in seats if not live.waits and not live.in_progress.state.over],
        "can_close": can_close(live.stored, person),
        "others": _other_people(live),
        "is_shared": live.stored.deal_key is not None,
    }
    return html(request, people, "leave.html", "Leave the table?", game=card(live.game.id), **context)


@post("/tables/{key:str}/leave")
async def leave(request: Request, service: TableService, people: People, key: str) -> Redirect:
    """Free the person's chair before the game begins."""
    live = await live_table_or_404(service, key)
    try:
        await service.leave(live, _person_id(request, people))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_LEAVE) from None
    return see("/mine")


@post("/tables/{key:str}/resign")
async def resign(request: Request, service: TableService, people: People, key: str, data: Form) -> Redirect:
    """Let a bot play on. The person becomes a spectator."""
    live = await live_table_or_404(service, key)
    seat = data.get("seat", "")
    try:
        await service.resign(live, _person_id(request, people), int(seat) if seat.isdecimal() and len(seat) < 3 else -1)
    except NotYours:
        raise PermissionDeniedException(NOT_TO_RESIGN) from None
    return see(f"/tables/{key}")


@get("/tables/{key:str}/close")
async def ask_to_close(request: Request, service: TableService, people: People, key: str) -> Response[str]:
    """Ask for confirmation, because a closed game cannot be opened again."""
    live = await live_table_or_404(service, key)
    if not can_close(live.stored, people.known(request)):
        raise PermissionDeniedException(NOT_TO_CLOSE)
    context = {
        "game": card(live.game.id),
        "names": live.names,
        "key": key,
        "others": _other_people(live),
        "is_shared": live.stored.deal_key is not None,
    }
    return html(request, people, "close.html", "Close this game?", **context)


def _other_people(live: LiveTable) -> list[str]:
    """Returns the names of the people at a table but for its host."""
    return [chair.name for chair in live.chairs if chair.kind == "person" and chair.person != live.stored.host]


@post("/tables/{key:str}/close")
async def close(request: Request, service: TableService, people: People, key: str) -> Redirect:
    live = await live_table_or_404(service, key)
    try:
        await service.close_table(live, _person_id(request, people))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_CLOSE) from None
    return see("/mine")


@get("/tables/{key:str}/unlist")
async def ask_to_unlist(request: Request, people: People, key: str) -> Response[str]:
    """Ask for confirmation. The page says nothing about the table, because it may be closed, or not this person's."""
    return html(request, people, "unlist.html", "Remove this game from your list?", key=key)


@post("/tables/{key:str}/unlist")
async def unlist(request: Request, service: TableService, people: People, key: str) -> Redirect:
    """Remove a finished or closed game from the person's list."""
    try:
        await service.unlist(key, _person_id(request, people))
    except NotYours:
        raise PermissionDeniedException(NOT_TO_UNLIST) from None
    return see("/mine")


CHAIR_HANDLERS = [
    set_name,
    invitation,
    join,
    begin,
    again,
    ask_to_leave,
    leave,
    resign,
    ask_to_close,
    close,
    ask_to_unlist,
    unlist,
]
