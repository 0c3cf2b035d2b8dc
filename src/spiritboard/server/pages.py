"""The pages that people open, and the forms that they send."""

from __future__ import annotations

from typing import Annotated

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import MediaType, RequestEncodingType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Body
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.utils.scope.state import ScopeState

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server.address import Address
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_TO_CLOSE
from spiritboard.server.new_table import NewTable
from spiritboard.server.older import older_context
from spiritboard.server.opening import OLDER, SPANS, Closed, cannot_go_on
from spiritboard.server.people import People, Person, new_person
from spiritboard.server.refusals import Full, NotYours
from spiritboard.server.render import art, card, draw_live, live_context, page, qr_code, rules_html
from spiritboard.server.storage import ListedTable, StoredTable
from spiritboard.server.table_info import live_table_or_404, seats_info, table_urls
from spiritboard.server.table_service import TableService
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.names import clean_name
from spiritboard.table.options import Option
from spiritboard.table.pieces import PROVENANCE_WORDS
from spiritboard.table.registry import find, games
from spiritboard.table.state import State

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
AWAY_MINUTES = ("never", "1", "5", "15")


def html(request: Request, people: People, name: str, title: str, **context: object) -> Response[str]:
    person = people.known(request)
    token = ScopeState.from_scope(request.scope).csrf_token
    shared = {"title": title, "me": {"name": person.name if person else None}, "csrf": str(token)}
    return Response(page(name, **shared, **context), media_type=MediaType.HTML)


def see(path: str, cookie: Cookie | None = None) -> Redirect:
    """Returns the answer to a form: the browser opens this path by GET."""
    return Redirect(path, status_code=HTTP_303_SEE_OTHER, cookies=[cookie] if cookie else [])


def game_or_404(game_id: str) -> Game:
    if game_id not in games():
        raise NotFoundException(f"There is no game called {game_id}.")
    return games()[game_id]


# The home page, a person's games, and the rules.


@get("/")
async def home(request: Request, service: TableService, people: People) -> Response[str]:
    person = people.known(request)
    mine = _of_known_games(await service.of_person(person.id) if person else [])
    listed = [summary(table, person) for table in mine if table.verdict is None]
    free = [
        table
        for table in _of_known_games(await service.with_open_chairs())
        if table.key not in {each.key for each in mine}
    ]
    return html(
        request,
        people,
        "home.html",
        "Spiritboard: ghost games at one table",
        games=[card(game_id) for game_id in games()],
        mine=sorted(listed, key=lambda table: table["closed"] is not None)[:6],
        open_tables=[open_table(table) for table in free],
    )


def _of_known_games(tables: list[ListedTable]) -> list[ListedTable]:
    """Returns the tables whose game is installed. The package of a game may have been removed."""
    return [table for table in tables if table.game in games()]


def summary(table: ListedTable, person: Person | None) -> dict[str, object]:
    asked = [table.chairs[seat].person for seat in table.pending or ()]
    closed = OLDER if table.closed is None and cannot_go_on(table) else table.closed
    return {
        "url": f"/tables/{table.key}",
        "replay": f"/tables/{table.key}/replay",
        "title": games()[table.game].title,
        "names": [chair.name for chair in table.chairs],
        "your_turn": closed is None and person is not None and person.id in asked,
        "over": table.verdict is not None,
        "verdict": table.verdict,
        "closed": closed,
        "older": closed == OLDER,
        "close": f"/tables/{table.key}/close" if _can_close(table, person) else None,
    }


def _can_close(table: ListedTable | StoredTable, person: Person | None) -> bool:
    """Returns whether this person is the host of an unfinished game in which no other person plays."""
    others = [chair for chair in table.chairs if chair.kind == "person" and chair.person != table.host]
    return person is not None and table.host == person.id and table.verdict is None and not others


def open_table(table: ListedTable) -> dict[str, object]:
    seated = [chair.name for chair in table.chairs if chair.kind != "open"]
    return {
        "url": f"/tables/{table.key}/join",
        "title": games()[table.game].title,
        "names": seated,
        "free": len(table.chairs) - len(seated),
    }


@get("/mine")
async def my_games(request: Request, service: TableService, people: People) -> Response[str]:
    person = people.known(request)
    tables = _of_known_games(await service.of_person(person.id) if person else [])
    listed = [summary(table, person) for table in tables]
    finished = [table for table in listed if table["over"]]
    closed = [table for table in listed if not table["over"] and table["closed"]]
    going = [table for table in listed if not table["over"] and not table["closed"]]
    context = {"going": going, "finished": finished, "closed": closed, "expire_days": service.expire_days}
    return html(request, people, "mine.html", "My games", **context)


@post("/name")
async def set_name(request: Request, people: People, data: Form) -> Redirect:
    known = people.known(request) or new_person()
    person = Person(known.id, clean_name(data.get("name", "")))
    back = request.headers.get("referer", "").partition("://")[2].partition("/")[2]
    return see("/" + back.lstrip("/\\"), people.cookie(person))


@get("/rules/{game_id:str}")
async def rules(request: Request, people: People, game_id: str) -> Response[str]:
    game = game_or_404(game_id)
    context = {"game": card(game.id), "rules_html": rules_html(game), "tables": game.own_pieces.tables()}
    shown = {cell.provenance for table in game.own_pieces.tables() for row in table.rows for cell in row}
    provenance = {code: words for code, words in PROVENANCE_WORDS.items() if code in shown and code != "rulebook"}
    return html(request, people, "rules.html", f"{game.title}: the rules", provenance=provenance, **context)


# Setting a table.


@post("/play")
async def play_now(request: Request, service: TableService, people: People, data: Form) -> Redirect:
    """Set a table for the person and bots, by one click."""
    game = find(data.get("game", ""))
    seats = 3 if 3 in game.seats else game.seats[0]
    person = people.known(request) or new_person()
    wanted = NewTable(game.id, {}, [("me", ""), *[("bot", "")] * (seats - 1)])
    live = await service.set_table(wanted, person.id, person.name, people.network(request))
    return see(f"/tables/{live.key}", people.cookie(person))


@get("/set-up/{game_id:str}")
async def set_up(request: Request, people: People, game_id: str) -> Response[str]:
    game = game_or_404(game_id)
    options = [
        {
            "name": option.name,
            "label": option.name.replace("-", " ").capitalize(),
            "help": option.help,
            "default": option.default,
            "choices": _choices(game, option),
        }
        for option in game.options
    ]
    levels = {"levels": list(LEVELS), "usual_level": USUAL_LEVEL}
    context = {"options": options, "seat_counts": list(game.seats), "max_seats": game.seats[-1], **levels}
    return html(request, people, "set_up.html", f"Set a table for {game.title}", game=card(game.id), **context)


def _choices(game: Game, option: Option) -> list[dict[str, str]]:
    """Returns every value of an option, with the numbers of seats for which it is possible."""
    values = dict.fromkeys(value for seats in game.seats for value in option.values(seats))
    return [
        {
            "value": value,
            "label": option.label(value),
            "seats": " ".join(str(seats) for seats in game.seats if value in option.values(seats)),
        }
        for value in values
    ]


@post("/tables")
async def set_table(request: Request, service: TableService, people: People, data: Form) -> Redirect:
    person = people.known(request) or new_person()
    live = await service.set_table(_wanted_table(data), person.id, person.name, people.network(request))
    return see(f"/tables/{live.key}", people.cookie(person))


def _wanted_table(data: dict[str, str]) -> NewTable:
    """Returns the table that a form describes. Raises BadSetup."""
    game = find(data.get("game", ""))
    seats = data.get("seats", "")
    if seats not in map(str, game.seats):
        raise BadSetup(f"{game.title} takes {game.seats_text} players.")
    away = data.get("away", "never")
    if away not in AWAY_MINUTES:
        raise BadSetup(f"A bot takes over after one of: {', '.join(AWAY_MINUTES)} minutes.")
    names = [data.get(f"name-{seat}", "").strip() for seat in range(int(seats))]
    kinds = [data.get(f"seat-{seat}", "bot") for seat in range(int(seats))]
    # A form has one level for all bots. Their names are not the form's to choose.
    level = data.get("level", USUAL_LEVEL)
    chairs = [
        (kind, level if kind == "bot" else clean_name(name) if name else "")
        for kind, name in zip(kinds, names, strict=True)
    ]
    return NewTable(
        game.id,
        {name.removeprefix("option-"): value for name, value in data.items() if name.startswith("option-")},
        chairs,
        is_open=data.get("visibility") == "open",
        away_seconds=None if away == "never" else 60 * int(away),
    )


# At a table.


@get("/tables/{key:str}")
async def table(request: Request, service: TableService, people: People, address: Address, key: str) -> Response[str]:
    try:
        live = await live_table_or_404(service, key)
    except Closed as closed:
        return _older(request, people, closed)
    person = people.known(request)
    seats = live.seats_of(person.id if person else None)
    # People who share a screen see no hand until the curtain is opened; then the socket sends it.
    seat = seats[0] if len(seats) == 1 else None
    token = str(ScopeState.from_scope(request.scope).csrf_token)
    context = {**live_context(live, seat), "csrf": token, "urls": table_urls(live, seats)}
    return html(
        request,
        people,
        "table.html",
        live.game.title,
        **{name: value for name, value in context.items() if name != "csrf"},
        rendered_live=draw_live(live, context).html,
        game=card(live.game.id),
        art=art(live.game.id),
        ply=live.number,
        invite=_invite(address.base(request), live) if seats else None,
        passing=len(seats) > 1,
    )


def _older(request: Request, people: People, closed: Closed) -> Response[str]:
    """Returns the page of a table at which nobody can play any more."""
    game = games()[closed.found.table.game]
    context = older_context(closed, people.known(request))
    return html(request, people, "older.html", f"{game.title}, as it was played", game=card(game.id), **context)


def _invite(base: str, live: LiveTable) -> dict[str, object] | None:
    if live.free_chair() is None:
        return None
    url = f"{base}/tables/{live.key}/join/{live.stored.invite}"
    return {"url": url, "qr": qr_code(url)}


@get(["/tables/{key:str}/join", "/tables/{key:str}/join/{invite:str}"])
async def invitation(request: Request, service: TableService, people: People, key: str, invite: str = "") -> Response:
    live = await live_table_or_404(service, key)
    _must_be_invited(live, invite)
    person = people.known(request)
    if person is not None and live.seats_of(person.id):
        return see(f"/tables/{key}")
    host = next((chair.name for chair in live.chairs if chair.person == live.stored.host), "Somebody")
    seated = [chair.name for chair in live.chairs if chair.kind != "open"]
    context = {"host": host, "names": seated, "free": len(live.chairs) - len(seated)}
    return html(request, people, "join.html", f"{host} asks you in", game=card(live.game.id), **context)


@post(["/tables/{key:str}/join", "/tables/{key:str}/join/{invite:str}"])
async def join(
    request: Request, service: TableService, people: People, key: str, data: Form, invite: str = ""
) -> Redirect:
    live = await live_table_or_404(service, key)
    _must_be_invited(live, invite)
    known = people.known(request) or new_person()
    person = Person(known.id, clean_name(data.get("name", known.name)))
    try:
        await service.sit(live, person.id, person.name)
    except Full:
        raise BadSetup("Somebody was quicker: every chair is taken. You can still watch.") from None
    return see(f"/tables/{key}", people.cookie(person))


def _must_be_invited(live: LiveTable, invite: str) -> None:
    if not live.admits(invite):
        raise PermissionDeniedException("This table is by invitation: ask for its link.")


@post("/tables/{key:str}/again")
async def again(request: Request, service: TableService, people: People, key: str) -> Redirect:
    live = await live_table_or_404(service, key)
    person = people.known(request)
    try:
        following = await service.again(live, person.id if person else "", people.network(request))
    except NotYours:
        raise PermissionDeniedException("Only the players of this table can play on.") from None
    return see(f"/tables/{following.key}")


@get("/tables/{key:str}/close")
async def ask_to_close(request: Request, service: TableService, people: People, key: str) -> Response[str]:
    """Ask for confirmation, because a closed game cannot be opened again."""
    live = await live_table_or_404(service, key)
    if not _can_close(live.stored, people.known(request)):
        raise PermissionDeniedException(NOT_TO_CLOSE)
    return html(request, people, "close.html", "Close this game?", game=card(live.game.id), names=live.names, key=key)


@post("/tables/{key:str}/close")
async def close(request: Request, service: TableService, people: People, key: str) -> Redirect:
    live = await live_table_or_404(service, key)
    person = people.known(request)
    try:
        await service.close_table(live, person.id if person else "")
    except NotYours:
        raise PermissionDeniedException(NOT_TO_CLOSE) from None
    return see("/mine")


@get("/tables/{key:str}/replay")
async def replay(
    request: Request, service: TableService, people: People, key: str, ply: int | None = None, eyes: str = "spectator"
) -> Response:
    """Show a finished game after this many moves: as a seat or a spectator saw it, or with everything open."""
    try:
        live = await live_table_or_404(service, key)
    except Closed:
        return see(f"/tables/{key}")
    if not live.in_progress.state.over:
        return see(f"/tables/{key}")
    if live.stored.rules_since is not None:
        return _older(request, people, Closed(await service.found(live), SPANS))
    plies = len(live.record.moves)
    at = plies if ply is None else max(0, min(ply, plies))
    seat = next((chair.seat for chair in live.chairs if str(chair.seat) == eyes), None)
    shown = _replayed(live, at)
    context = _replay_context(shown, seat, eyes == "all")
    return html(
        request,
        people,
        "replay.html",
        f"{live.game.title}, replayed",
        **context,
        rendered_live=draw_live(shown, {**context, "csrf": ""}).with_whole_log,
        game=card(live.game.id),
        art=art(live.game.id),
        ply=at,
        plies=plies,
        eyes="all" if eyes == "all" else "spectator" if seat is None else str(seat),
    )


def _replayed(live: LiveTable, ply: int) -> LiveTable:
    """Returns the table as it was after this many moves."""
    return LiveTable(live.stored, live.record.moves[:ply])


def _replay_context(shown: LiveTable, seat: int | None, with_everything_open: bool) -> dict[str, object]:
    """Returns what `live.html` shows of a replay, in which nobody is asked and nobody is away."""
    state, context = shown.in_progress.state, live_context(shown, seat)
    return context | {
        "prompt": context["prompt"] if state.over else "",
        "round_end": context["round_end"] if shown.round_at == shown.number else None,
        "can_take_back": False,
        "seats": [{**each, "away": False, "bot_plays": False} for each in seats_info(shown)],
        "open": everything(state) if with_everything_open else None,
        "sentences": shown.story(seat).news if shown.number else ["The table is set."],
        "urls": {"replay": f"/tables/{shown.key}/replay", "rules": f"/rules/{shown.game.id}"},
    }


def everything(state: State) -> dict[str, object]:
    """Returns the whole position of a game that is over, and what each seat saw in it."""
    return {**state.position(), "views": [state.view(seat) for seat in range(state.seats)]}


PAGE_HANDLERS = [
    home,
    my_games,
    set_name,
    rules,
    play_now,
    set_up,
    set_table,
    table,
    invitation,
    join,
    again,
    ask_to_close,
    close,
    replay,
]
