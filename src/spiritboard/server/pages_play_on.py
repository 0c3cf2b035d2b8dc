"""The page on which people play on from a moment of a finished game."""

from __future__ import annotations

from litestar import Request, Response, get, post
from litestar.response import Redirect

from spiritboard.bots.levels import LEVELS, USUAL_LEVEL
from spiritboard.server import further_tables
from spiritboard.server.access import must_see
from spiritboard.server.answers import Form, html, see
from spiritboard.server.live_table import LiveTable
from spiritboard.server.pages import wanted_table
from spiritboard.server.pages_chairs import renamed
from spiritboard.server.pages_replay import Replays
from spiritboard.server.people import People, Person, new_person
from spiritboard.server.play_on import AS_THEY_WERE, hides, moment
from spiritboard.server.render import card
from spiritboard.server.table_info import live_table_or_404
from spiritboard.server.table_service import TableService

LONGEST_PLY = 7  # digits


@get("/tables/{key:str}/play-on")
async def set_play_on(
    request: Request, service: TableService, people: People, replays: Replays, key: str, ply: int = 0
) -> Response[str]:
    """Show the form for a table that goes on after this many moves."""
    then = await _moment(request, service, people, replays, key, ply)
    person = people.known(request)
    context = {
        "key": key,
        "ply": then.in_progress.ply,
        "seats": _seats(then, person),
        "told": then.story(None).news if then.number else [],
        "hides": hides(then.in_progress.state),
        "levels": list(LEVELS),
        "usual_level": USUAL_LEVEL,
    }
    title = f"Play on: {then.game.title}"
    return html(request, people, "play_on.html", title, game=card(then.game.id), **context)


@post("/tables/{key:str}/play-on")
async def play_on(
    request: Request, service: TableService, people: People, replays: Replays, key: str, data: Form
) -> Redirect:
    """Set the table that goes on."""
    written = data.get("ply", "")
    ply = int(written) if written.isascii() and written.isdecimal() and len(written) <= LONGEST_PLY else 0
    then = await _moment(request, service, people, replays, key, ply)
    wanted = wanted_table({**_without_options(data), "game": then.game.id, "seats": str(len(then.chairs))})
    person = people.known(request) or new_person()
    if data.get("name"):
        person = await renamed(service, person, data["name"])
    hidden = data.get("hidden", AS_THEY_WERE)
    live = await further_tables.play_on(service, then, wanted, hidden, person, people.network(request))
    return see(f"/tables/{live.key}", people.cookie(person))


async def _moment(
    request: Request, service: TableService, people: People, replays: Replays, key: str, ply: int
) -> LiveTable:
    """Returns the game at that moment. Raises an error if this person may not see it, or nobody can play on there."""
    live = await live_table_or_404(service, key)
    await must_see(service, live, people.known(request))
    replays.check(people.network(request))
    return moment(live, ply)


def _seats(then: LiveTable, person: Person | None) -> list[dict[str, object]]:
    """Returns the chairs, with the person on their own, or else on the first one that has to move."""
    own = then.seats_of(person.id if person else None) or then.in_progress.state.pending()
    return [
        {"seat": chair.seat, "name": chair.name, "moves": chair.seat in then.pending, "me": chair.seat == own[0]}
        for chair in then.chairs
    ]


def _without_options(data: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in data.items() if not name.startswith("option-")}


PLAY_ON_HANDLERS = [set_play_on, play_on]
