"""What people see: pages and table fragments from templates. A template is given views, never a state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import msgspec
import segno
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

import spiritboard
from spiritboard.server.live_table import Fragment, LiveTable
from spiritboard.server.opening import verdict
from spiritboard.server.templating import MISSING, Memo, TableEnvironment, Watched
from spiritboard.table.game import Game
from spiritboard.table.registry import games


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
    found = TableEnvironment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["memo"] = memo
    found.globals["version"] = spiritboard.__version__
    return found


memo = Memo(most=10_000)


def page(name: str, **context: object) -> str:
    return environment().get_template(name).render(**context)


def rules_html(game: Game) -> Markup:
    """The rules without their title, which the page has already. Raw HTML in them stays text."""
    text = game.rules_text.partition("\n")[2]
    return Markup(MarkdownIt("js-default", {"html": False}).render(text))


@lru_cache(1000)
def qr_code(url: str) -> Markup:
    return Markup(segno.make(url, micro=False).svg_inline(scale=4, border=2, dark="#14122e", light="#fff"))


@cache
def art(game_id: str) -> Markup:
    """The pictures that a game's table uses by name, if it has any: once in the page, not in every update."""
    name = f"games/{game_id}//art.html"
    found = environment().get_template(name).render() if (games()[game_id].folder / "art.html").exists() else ""
    return Markup(found)


def live_context(live: LiveTable, seat: int | None) -> dict[str, object]:
    """What the fragment of a table shows to a seat: its view, and what is public about the table itself."""
    state = live.in_progress.state
    view = state.view(seat)
    story = live.story(seat)
    your_turn = seat is not None and seat in state.pending()
    context: dict[str, object] = {
        "view": view,
        "open": None,
        "names": live.names,
        "seats": seats_context(live),
        "told": story.told,
        "log": story.log,
        "last_words": story.last,
        "round_end": live.round_end(seat),
        "prompt": view["prompt"] if your_turn else waiting_for(live),
        "your_turn": your_turn,
        "can_take_back": seat is not None and live.in_progress.can_take_back(seat),
        "over": state.over,
        "places": places(live, seat) if state.over else [],
        "verdict": live.stored.verdict or verdict(state, live.names) if state.over else "",
    }
    return context


@dataclass(frozen=True)
class Drawing:
    """A table as it was drawn, and everything that it was drawn from."""

    read: dict[str, object]
    frame: tuple[object, ...]
    html: Markup

    def serves(self, view: dict[str, object], frame: tuple[object, ...]) -> bool:
        return self.frame == frame and all(view.get(name, MISSING) == value for name, value in self.read.items())


def draw_table(live: LiveTable, context: dict[str, object]) -> Markup:
    """The game's own part. Whoever sees the same is shown the same drawing: it holds nothing but what it read."""
    view = context["view"]
    assert isinstance(view, dict)
    frame = (live.number, context["open"], context["names"], context["told"], context["seats"])
    for drawing in live.drawings:
        if isinstance(drawing, Drawing) and drawing.serves(view, frame):
            return drawing.html
    watched = Watched(view)
    parts = {name: context[name] for name in ("open", "names", "told", "seats")}
    html = Markup(environment().get_template(f"games/{live.game.id}//table.html").render(view=watched, **parts))
    live.drawings.append(Drawing(watched.read, frame, html))
    return html


def draw_live(live: LiveTable, context: dict[str, object]) -> Fragment:
    """The fragment itself, the game's own table inside it. Those who wait see the same, so it is made once for them."""
    rendered = draw_table(live, context)
    if context["over"]:
        return _fragment(context, rendered)
    key = (rendered, *(context[name] for name in ASKED))
    if key not in live.fragments:
        live.fragments[key] = _fragment(context, rendered)
    return live.fragments[key]


def _fragment(context: dict[str, object], rendered: Markup) -> Fragment:
    html = environment().get_template("live.html").render(**context, rendered=rendered)
    return Fragment(html, msgspec.Raw(msgspec.json.encode(html)))


# What live.html shows besides the table while a game goes on; its forms, which are personal, come at the end.
ASKED = ("prompt", "your_turn", "can_take_back", "log", "round_end")


def seats_context(live: LiveTable) -> list[dict[str, object]]:
    """What everybody knows about everybody: the page itself knows which of them is "you"."""
    pending = live.in_progress.state.pending()
    return [
        {
            "seat": chair.seat,
            "name": chair.name,
            "kind": chair.kind,
            "away": live.is_away(chair),
            "bot_plays": chair.kind != "bot" and live.bot_plays_for(chair),
            "pending": chair.seat in pending,
        }
        for chair in live.chairs
    ]


def waiting_for(live: LiveTable) -> str:
    state = live.in_progress.state
    if state.over:
        return "The game is over."
    chairs = [live.chairs[seat] for seat in state.pending()]
    if any(chair.kind == "open" for chair in chairs):
        return "Waiting for somebody to sit down."
    names = [chair.name for chair in chairs]
    if len(names) == 1:
        return f"{names[0]} is on the move."
    return f"{', '.join(names[:-1])} and {names[-1]} are on the move."


def places(live: LiveTable, seat: int | None) -> list[dict[str, object]]:
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
