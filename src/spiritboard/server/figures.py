"""Figures of the rules for people: positions drawn by the game's own template, as pictures that nobody can touch."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from spiritboard.server.new_table import BOT_NAMES
from spiritboard.server.part import compose
from spiritboard.server.render import TABLE, draw_live, live_context, page
from spiritboard.server.staged_table import staged_table
from spiritboard.table.figures import Figure
from spiritboard.table.game import Game
from spiritboard.table.staging import play_figure
from spiritboard.table.state import State

YOU = "You"
# A figure is a picture, so it has no names that scripts and other elements of the page could find.
NAMES = re.compile(
    r' (?:id|for|aria-labelledby|aria-describedby|data-(?:explain|explain-words|pick|path|mark))="[^"]*"'
)


@cache
def figure_html(game: Game, name: str, caption: str) -> Markup:
    """Returns a figure with its caption. Raises BadLesson if the rules do not allow it."""
    figure = game.figures[name]
    tables = [_table(game, figure, state) for state in play_figure(game, name)]
    return Markup(page("figure.html", game=game.id, tables=tables, caption=caption, part=figure.part))


def _table(game: Game, figure: Figure, state: State) -> Markup:
    """Returns the game's table in this state, as the figure's seat or a spectator sees it."""
    names = [YOU if seat == figure.seat else BOT_NAMES[seat % len(BOT_NAMES)] for seat in range(figure.seats)]
    live = staged_table(game, figure, state, names)
    parts = draw_live(live, {**live_context(live, figure.seat), "csrf": "", "urls": {}}).parts
    drawn = {part: drawing.html for part, drawing in parts.items()}
    small = {part: each.html for drawing in parts.values() for part, each in drawing.small.items()}
    return Markup(NAMES.sub("", compose({**drawn, **small}, TABLE)))
