"""Pages and drawings of tables, made from templates. A template is given views, never a state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import msgspec
import segno
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined, Template
from jinja2.runtime import Macro
from markupsafe import Markup

import spiritboard
from spiritboard.server.drawings import Drawing, Drawings
from spiritboard.server.hints import BUTTON_WORDS
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import verdict
from spiritboard.server.part import compose
from spiritboard.server.sheets import end_sheet, headline, round_sheet
from spiritboard.server.story import Story
from spiritboard.server.table_info import seats_info
from spiritboard.server.templating import Memo, TableEnvironment, among, equal, fields_of, one_of
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.summary import Opened


@dataclass(frozen=True)
class GameCard:
    """A game as pages show it: its own attributes, its cover, and what is explained."""

    game: Game

    def __getattr__(self, name: str) -> object:
        return getattr(self.game, name)

    @cached_property
    def terms(self) -> object:
        """The terms of the game that can be explained, as plain data."""
        return msgspec.to_builtins(self.game.help.terms)

    @cached_property
    def cover(self) -> Markup:
        return Markup((self.game.folder / "cover.svg").read_text(encoding="utf-8"))


@cache
def card(game_id: str) -> GameCard:
    return GameCard(games()[game_id])


@cache
def environment() -> Environment:
    """Returns the templates of the server, and those of each game under games/ID/."""
    folders = {f"games/{game.id}": FileSystemLoader(game.folder) for game in games().values()}
    loader = ChoiceLoader([PackageLoader("spiritboard.server"), PrefixLoader(folders, delimiter="//")])
    found = TableEnvironment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["memo"] = memo
    found.globals["one_of"] = one_of
    found.globals["fields_of"] = fields_of
    found.globals["equal"] = equal
    found.globals["among"] = among
    found.globals["hint_button"] = BUTTON_WORDS
    found.globals["version"] = spiritboard.__version__
    return found


@cache
def template(name: str) -> Template:
    return environment().get_template(name)


memo = Memo(most=10_000)


def page(name: str, **context: object) -> str:
    return environment().get_template(name).render(**context)


@lru_cache(1000)
def qr_code(url: str) -> Markup:
    return Markup(segno.make(url, micro=False).svg_inline(scale=4, border=2, dark="#14122e", light="#fff"))


@cache
def art(game_id: str) -> Markup:
    """Returns the pictures that a game's table refers to, if it has any. They are sent once, not in every update."""
    name = f"games/{game_id}//art.html"
    found = environment().get_template(name).render() if (games()[game_id].folder / "art.html").exists() else ""
    return Markup(found)


@cache
def drawer(game_id: str) -> Callable[[Opened], Markup]:
    """Returns the function that draws what the end of a round has opened. A game without `sheet.html` draws nothing."""
    if not (games()[game_id].folder / "sheet.html").exists():
        return lambda opened: Markup("")
    macro: Macro = template(f"games/{game_id}//sheet.html").module.opened  # type: ignore[attr-defined]
    return lambda opened: Markup(macro(opened))


def live_context(live: LiveTable, seat: int | None) -> dict[str, object]:
    """Returns what `live.html` shows to a seat or a spectator: its view, and public facts about the table."""
    state = live.in_progress.state
    view = live.view(seat)
    story = live.story(seat)
    your_turn = seat is not None and seat in live.pending
    context: dict[str, object] = {
        "view": view,
        "open": None,
        "names": live.names,
        "seats": seats_info(live),
        "story": story,
        "round_end": None if state.over else round_sheet(live, seat, drawer(live.game.id)),
        "headline": headline(live, seat) if state.over else "",
        "prompt": headline(live, seat) if state.over else view["prompt"] if your_turn else waiting_for(live),
        "your_turn": your_turn,
        "can_take_back": seat is not None and live.can_take_back(seat),
        "allows_hints": live.allows_hints,
        "over": state.over,
        "end": end_sheet(live, seat, drawer(live.game.id)) if state.over else None,
        "places": places(live, seat) if state.over else [],
        "verdict": live.stored.verdict or verdict(state, live.names) if state.over else "",
    }
    return context


@dataclass(frozen=True)
class DrawnTable:
    """A table as a seat is shown it: the drawings of its parts by name, and the log."""

    parts: dict[str, Drawing]
    story: Story

    @property
    def html(self) -> str:
        """Returns the whole drawing, with the last lines of the log."""
        return self._composed(self.story.last_lines)

    @property
    def with_whole_log(self) -> str:
        """Returns the whole drawing, with all lines of the log."""
        return self._composed(self.story.all_lines)

    def _composed(self, log: Markup) -> str:
        parts = {name: drawing.html for name, drawing in self.parts.items()}
        small = {name: part.html for drawing in self.parts.values() for name, part in drawing.small.items()}
        return compose({**parts, **small, LOG: log}, LIVE)


def waiting_context(live: LiveTable, person: str | None) -> dict[str, object]:
    """Returns what `waiting.html` shows to a person at a table whose game has not begun. Nothing was dealt to them."""
    free = sum(chair.kind == "open" for chair in live.chairs)
    return {
        "prompt": f"Waiting for {'one more player' if free == 1 else f'{free} more players'}.",
        "seats": seats_info(live),
        "host": live.host_name,
        "is_host": person == live.stored.host,
        "can_leave": bool(live.seats_of(person)) and person != live.stored.host,
        "hints": live.allows_hints,
        "free": free,
        "address": f"/tables/{live.key}",
    }


def draw_waiting(context: dict[str, object]) -> DrawnTable:
    """Returns `waiting.html`, without a log: what was told of the deal is shown when the game begins."""
    # With drawings of its own, because it takes the place of `live.html`.
    return DrawnTable(Drawings(1).draw(template("waiting.html"), LIVE, {"": context}), Story(None, NO_EDITION))


NO_EDITION = -1  # of a story, so that the first story of the game replaces the empty one
LIVE, TABLE, LOG = "live", "table", "log"  # the names of parts; `live.html` has marks of the other two


def draw_live(live: LiveTable, context: dict[str, object]) -> DrawnTable:
    """Returns `live.html` with the game's own table in it. Seats that are shown the same share the drawings."""
    view, story = context["view"], context["story"]
    assert isinstance(view, dict)
    assert isinstance(story, Story)
    of_game = {name: context[name] for name in ("open", "names", "seats")}
    parts = live.drawings.draw(template("live.html"), LIVE, {"": context})
    table = template(f"games/{live.game.id}//table.html")
    parts |= live.drawings.draw(table, TABLE, {"view": view, "told": story.kinds, "": of_game})
    return DrawnTable(parts, story)


def waiting_for(live: LiveTable) -> str:
    """Returns a sentence that says for whom the table waits."""
    chairs = [live.chairs[seat] for seat in live.pending]
    if any(chair.kind == "open" for chair in chairs):
        return "Waiting for somebody to sit down."
    names = [chair.name for chair in chairs]
    if len(names) == 1:
        return f"{names[0]} is on the move."
    return f"{', '.join(names[:-1])} and {names[-1]} are on the move."


def places(live: LiveTable, seat: int | None) -> list[dict[str, object]]:
    """Returns the players of a finished game in the order of their places."""
    standings = live.in_progress.state.standings()
    order = sorted(range(len(live.chairs)), key=lambda each: standings.places[each])
    return [
        {
            "name": live.names[each],
            "place": standings.places[each],
            "score": standings.scores[each],
            "you": each == seat,
        }
        for each in order
    ]
