"""How notebooks draw a state. The drawing belongs to the web table, which nothing in this folder imports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spiritboard.table.state import State

Draw = Callable[["State", int | None], str]
_drawers: list[Draw] = []


def draw_with(draw: Draw) -> None:
    """Have states drawn by this function, which returns HTML for a state and a seat or None for a spectator.

    It may raise any error if it cannot draw a state."""
    _drawers[:] = [draw]


def html(state: State, seat: int | None) -> str | None:
    """Returns a table as HTML, or None if it cannot be drawn; then a notebook shows its text."""
    try:
        return _drawers[0](state, seat) if _drawers else None
    except Exception:  # the web table may not be able to draw a state, for example one with other pieces
        return None


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Returns a table of results as HTML, with every text escaped."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
