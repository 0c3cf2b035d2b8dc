"""The home page, a person's games, the rules, the set-up of a table, and the page of a table."""

from __future__ import annotations

from litestar import Request, Response, get, post
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server.address import Address, Invitation
from spiritboard.server.answers import Form, game_or_404, html, label_of, older_page, see
from spiritboard.server.identity import Identity
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import OLDER, Closed, cannot_go_on
from spiritboard.server.pages_chairs import renamed
from spiritboard.server.people import People, Person, new_person
from spiritboard.server.play_on import origin
from spiritboard.server.previews import A_TABLE
from spiritboard.server.render import (
    art,
    card,
    draw_live,
    draw_waiting,
    live_context,
    qr_code,
    waiting_context,
)
from spiritboard.server.storage import ListedTable
from spiritboard.server.table_info import can_close, live_table_or_404, table_urls
from spiritboard.server.table_service import TableService
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.names import clean_name
from spiritboard.table.options import Option
from spiritboard.table.registry import find, games

AWAY_MINUTES = ("never", "1", "5", "15")


# The home page, and a person's games.


@get("/")
async def home(request: Request, service: TableService, identity: Identity, people: People) -> Response[str]:
    person = people.known(request)
    if person is not None:
        await identity.note(person, label_of(request))
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
    waits = bool(table.waits) and any(chair.kind == "open" for chair in table.chairs)
    asked = [] if waits else [table.chairs[seat].person for seat in table.pending or ()]
    closed = OLDER if table.closed is None and cannot_go_on(table) else table.closed
    return {
        "url": f"/tables/{table.key}",
        "replay": f"/tables/{table.key}/replay",
        "review": f"/tables/{table.key}/review",
        "title": games()[table.game].title,
        "names": [chair.name for chair in table.chairs],
        "your_turn": closed is None and person is not None and person.id in asked,
        "waits": waits,
        "over": table.verdict is not None,
        "verdict": table.verdict,
        "closed": closed,
        "older": closed == OLDER,
        "close": f"/tables/{table.key}/close" if can_close(table, person) else None,
        "unlist": f"/tables/{table.key}/unlist",
    }


def open_table(table: ListedTable) -> dict[str, object]:
    seated = [chair.name for chair in table.chairs if chair.kind != "open"]
    return {
        "url": f"/tables/{table.key}/join",
        "title": games()[table.game].title,
        "names": seated,
        "free": len(table.chairs) - len(seated),
    }


@get("/mine")
async def my_games(request: Request, service: TableService, identity: Identity, people: People) -> Response[str]:
    person = people.known(request)
    if person is not None:
        await identity.note(person, label_of(request))
    tables = _of_known_games(await service.of_person(person.id) if person else [])
    listed = [summary(table, person) for table in tables]
    finished = [table for table in listed if table["over"]]
    closed = [table for table in listed if not table["over"] and table["closed"]]
    going = [table for table in listed if not table["over"] and not table["closed"]]
    context = {"going": going, "finished": finished, "closed": closed, "expire_days": service.expire_days}
    return html(request, people, "mine.html", "My games", **context)


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
    wanted = wanted_table(data)
    person = people.known(request) or new_person()
    if data.get("name"):
        person = await renamed(service, person, data["name"])
    live = await service.set_table(wanted, person.id, person.name, people.network(request))
    return see(f"/tables/{live.key}", people.cookie(person))


def wanted_table(data: dict[str, str]) -> NewTable:
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
    # A form has one level for all bots, also for those that take the chairs of absent friends.
    level = data.get("level", USUAL_LEVEL)
    chairs = [
        (kind, level if kind in ("bot", "friend") else clean_name(name) if name else "")
        for kind, name in zip(kinds, names, strict=True)
    ]
    return NewTable(
        game.id,
        {name.removeprefix("option-"): value for name, value in data.items() if name.startswith("option-")},
        chairs,
        is_open=data.get("visibility") == "open",
        away_seconds=None if away == "never" else 60 * int(away),
        hints=data.get("hints") == "all",
    )


# At a table.


@get("/tables/{key:str}")
async def table(request: Request, service: TableService, people: People, address: Address, key: str) -> Response:
    person = people.known(request)
    try:
        live = await live_table_or_404(service, key)
    except Closed as closed:
        if not await service.same_deal.may_see(closed.found.table, person.id if person else None):
            return see(f"/deals/{closed.found.table.deal_key}")
        return older_page(request, people, closed)
    if not await service.same_deal.may_see(live.stored, person.id if person else None):
        return see(f"/deals/{live.stored.deal_key}")
    seats = live.seats_of(person.id if person else None)
    return html(
        request,
        people,
        "table.html",
        live.game.title,
        shown_title=A_TABLE,
        rendered_live=_drawn(request, live, person, seats),
        urls=table_urls(live, seats),
        game=card(live.game.id),
        art=art(live.game.id),
        ply=live.number,
        invite=_invite(address.invitation(request), live) if person and live.concerns(person.id) else None,
        passing=len(seats) > 1,
        seated=bool(seats),
        unnamed=bool(seats) and person is not None and not person.is_named,
        people_play=sum(chair.kind != "bot" for chair in live.chairs) > 1,
        allows_hints=live.allows_hints,
        origin=origin(live, person.id if person else None),
        deal=deal_note(live),
    )


def _drawn(request: Request, live: LiveTable, person: Person | None, seats: list[int]) -> str:
    """Returns the part of the page that the socket replaces after every change."""
    token = str(ScopeState.from_scope(request.scope).csrf_token)
    if live.waits:
        return draw_waiting({**waiting_context(live, person.id if person else None), "csrf": token}).html
    # People who share a screen see no hand until the curtain is opened; then the socket sends it.
    seat = seats[0] if len(seats) == 1 else None
    return draw_live(live, {**live_context(live, seat), "csrf": token, "urls": table_urls(live, seats)}).html


def deal_note(live: LiveTable) -> dict[str, object] | None:
    """Returns the deal of a table that others play, too."""
    deal = live.stored.same_deal
    if deal is None:
        return None
    return {"url": f"/deals/{deal.key}", "day": deal.day}


def _invite(invitation: Invitation, live: LiveTable) -> dict[str, object] | None:
    if live.free_chair() is None:
        return None
    url = f"{invitation.base}/tables/{live.key}/join/{live.stored.invite}"
    return {"url": url, "qr": qr_code(url), "note": invitation.note}


PAGE_HANDLERS = [
    home,
    my_games,
    play_now,
    set_up,
    set_table,
    table,
]
