"""What people see: pages and table fragments from templates. A template is given views, never a state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property

import segno
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

import spiritboard
from spiritboard.server.room import Room
from spiritboard.table.events import Event
from spiritboard.table.game import Game
from spiritboard.table.shelf import games

LOG_LINES = 40


@dataclass(frozen=True)
class Card:
    """A game as pages show it."""

    game: Game

    def __getattr__(self, name: str) -> object:
        return getattr(self.game, name)

    @cached_property
    def cover(self) -> Markup:
        return Markup((self.game.folder / "cover.svg").read_text(encoding="utf-8"))


@cache
def card(game_id: str) -> Card:
    return Card(games()[game_id])


@cache
def environment() -> Environment:
    """Templates of the server, and those of each game under games/ID/."""
    folders = {f"games/{game.id}": FileSystemLoader(game.folder) for game in games().values()}
    loader = ChoiceLoader([PackageLoader("spiritboard.server"), PrefixLoader(folders, delimiter="//")])
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.globals["version"] = spiritboard.__version__
    return found


def page(name: str, **context: object) -> str:
    return environment().get_template(name).render(**context)


def rules_html(game: Game) -> Markup:
    """The rules without their title, which the page has already. Raw HTML in them stays text."""
    text = game.rules_text.partition("\n")[2]
    return Markup(MarkdownIt("js-default", {"html": False}).render(text))


def qr_code(url: str) -> Markup:
    return Markup(segno.make(url, micro=False).svg_inline(scale=4, border=2, dark="#14122e", light="#fff"))


def live_context(room: Room, seat: int | None, person: str | None) -> dict[str, object]:
    """What the fragment of a table shows to a seat: its view, and what is public about the table itself."""
    state = room.sitting.state
    view = state.view(seat)
    before, fresh = room.events_for(seat)
    lines = [(event, False) for event in before] + [(event, True) for event in fresh]
    your_turn = seat is not None and seat in state.pending()
    context: dict[str, object] = {
        "view": view,
        "open": None,
        "names": room.names,
        "seats": seats_context(room, seat, person),
        "told": Counter(event.kind for event, _ in lines),  # how often each kind of thing has happened
        "log": [{"words": event.say(room.names), "fresh": new} for event, new in lines[-LOG_LINES:]],
        "prompt": view["prompt"] if your_turn else waiting_for(room),
        "your_turn": your_turn,
        "can_take_back": seat is not None and room.sitting.can_take_back(seat),
        "over": state.over,
        "places": places(room, seat) if state.over else [],
        "verdict": Event("verdict", state.verdict(), {}).say(room.names) if state.over else "",
    }
    return context


def live(room: Room, context: dict[str, object]) -> str:
    """The fragment itself, the game's own table inside it."""
    table = environment().get_template(f"games/{room.game.id}//table.html")
    rendered = Markup(table.render(**context))
    return environment().get_template("live.html").render(**context, rendered=rendered)


def seats_context(room: Room, seat: int | None, person: str | None) -> list[dict[str, object]]:
    pending = room.sitting.state.pending()
    return [
        {
            "seat": chair.seat,
            "name": chair.name,
            "kind": _kind(chair.kind, person is not None and chair.person == person),
            "away": room.is_away(chair),
            "bot_plays": chair.kind != "bot" and room.bot_plays_for(chair),
            "pending": chair.seat in pending,
            "you": chair.seat == seat,
        }
        for chair in room.chairs
    ]


def _kind(kind: str, own: bool) -> str:
    return {"person": "me" if own else "friend", "here": "here", "bot": "bot", "open": "open"}[kind]


def waiting_for(room: Room) -> str:
    state = room.sitting.state
    if state.over:
        return "The game is over."
    chairs = [room.chairs[seat] for seat in state.pending()]
    if any(chair.kind == "open" for chair in chairs):
        return "Waiting for somebody to sit down."
    names = [chair.name for chair in chairs]
    if len(names) == 1:
        return f"{names[0]} is on the move."
    return f"{', '.join(names[:-1])} and {names[-1]} are on the move."


def places(room: Room, seat: int | None) -> list[dict[str, object]]:
    standings = room.sitting.state.standings()
    order = sorted(range(len(room.chairs)), key=lambda each: standings.places[each])
    return [
        {
            "name": room.names[each],
            "place": standings.places[each],
            "score": standings.scores[each],
            "you": each == seat,
        }
        for each in order
    ]
