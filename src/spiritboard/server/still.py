"""A table as one piece of HTML that loads nothing, for notebooks: it looks as it does in the browser."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from spiritboard.server.figures import NAMES
from spiritboard.server.part import compose
from spiritboard.server.render import TABLE, art, draw_live, live_context, page
from spiritboard.server.staged_table import staged_table
from spiritboard.table.registry import find
from spiritboard.table.scene import Scene
from spiritboard.table.state import State

STATIC = Path(__file__).parent / "static"
LOADED = re.compile(r"url\((?!['\"]?(?:data:|#))[^)]*\)")  # a file that a style sheet would load


def still(state: State, seat: int | None, names: list[str] | None = None) -> str:
    """Returns a frame with the table as a seat or a spectator sees it.

    Raises BadSetup or BadPosition if the table cannot be drawn, for example with other pieces than the game's own."""
    document = page(
        "still.html",
        game=state.config.game,
        style=_style(state.config.game),
        art=art(state.config.game),
        table=_table(state, seat, names or _names(state)),
    )
    return f'<iframe class="spiritboard" style="{FRAME}" srcdoc="{escape(document)}"></iframe>'


FRAME = "width: 100%; height: 36rem; border: 0; border-radius: 12px"


def _names(state: State) -> list[str]:
    return [f"Seat {seat}" for seat in range(state.seats)]


def _table(state: State, seat: int | None, names: list[str]) -> Markup:
    config = state.config
    scene = Scene(seats=config.seats, options=config.options)
    people = dict(enumerate(names))
    live = staged_table(find(config.game), scene, state, names, people)
    parts = draw_live(live, {**live_context(live, seat), "csrf": "", "urls": {}}).parts
    drawn = {part: drawing.html for part, drawing in parts.items()}
    small = {part: each.html for drawing in parts.values() for part, each in drawing.small.items()}
    return Markup(NAMES.sub("", compose({**drawn, **small}, TABLE)))


@cache
def _style(game: str) -> Markup:
    """Returns the style of all pages and of the game's table, without files that it would load."""
    sheets = [STATIC / "theme.css", find(game).folder / "table.css"]
    return Markup(LOADED.sub("none", "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)))
