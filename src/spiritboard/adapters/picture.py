"""Pictures of a table, for people who watch a program play: the game's cover, and its drawing for a terminal.

They are simpler than the table in the browser, but need neither a browser nor a screen.
"""

from __future__ import annotations

import io
import textwrap
from html import escape
from typing import TYPE_CHECKING

from spiritboard.adapters import MissingLibrary
from spiritboard.table.game import Game

try:
    import numpy as np
    import resvg_py
    from PIL import Image
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

PICTURE_WIDTH = 960
PICTURE_MARGIN = 24
COVER_SIZE = (256, 160)
LINE_HEIGHT = 1.35  # as a multiple of the letter size
LETTER_WIDTH = 0.602  # as a multiple of the letter size
LARGEST_LETTERS = 19.0
LETTERS_PER_LINE = 100
NIGHT_COLOUR = "#17132b"
PANEL_COLOUR = "#221c3f"
LIGHT_COLOUR = "#efe9ff"
FAINT_COLOUR = "#a79fce"
GOLD_COLOUR = "#ffd166"


class Film:
    """Pictures of one size: that of the first one. In a later one with more lines, the letters are smaller."""

    def __init__(self) -> None:
        self._height: int | None = None

    def picture(self, game: Game, text: str, headline: str, below: str) -> NDArray[np.uint8]:
        """Returns the next picture, as `picture` does."""
        found = picture(game, text, headline, below, self._height)
        self._height = len(found)
        return found


def picture(game: Game, text: str, headline: str, below: str, height: int | None = None) -> NDArray[np.uint8]:
    """Returns the picture as an array: height by width by red, green and blue. Without a height, all lines fit."""
    svg = drawing(game, text, headline, below, height)
    png = resvg_py.svg_to_bytes(svg_string=svg, monospace_family="DejaVu Sans Mono")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))


def drawing(game: Game, text: str, headline: str, below: str, height: int | None = None) -> str:
    """Returns the picture as SVG."""
    lines = [part for line in text.splitlines() for part in wrapped(line)]
    size = letter_size(lines)
    top = 2 * PICTURE_MARGIN + COVER_SIZE[1]
    if height is not None:
        size = min(size, (height - top - 2 * PICTURE_MARGIN) / (len(lines) * LINE_HEIGHT))
    panel = round(len(lines) * size * LINE_HEIGHT + PICTURE_MARGIN) if height is None else height - top - PICTURE_MARGIN
    height = top + panel + PICTURE_MARGIN
    first_line = top + PICTURE_MARGIN / 2
    panel_place = f'x="{PICTURE_MARGIN}" y="{top}" width="{PICTURE_WIDTH - 2 * PICTURE_MARGIN}" height="{panel}"'
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{PICTURE_WIDTH}" height="{height}">',
            f'<rect width="{PICTURE_WIDTH}" height="{height}" fill="{NIGHT_COLOUR}"/>',
            cover(game),
            heading(52, "serif", 46, LIGHT_COLOUR, game.title),
            heading(96, "sans-serif", 21, GOLD_COLOUR, headline),
            heading(130, "sans-serif", 16, FAINT_COLOUR, below),
            f'<rect {panel_place} rx="14" fill="{PANEL_COLOUR}"/>',
            *(text_line(line, first_line + (at + 0.95) * size * LINE_HEIGHT, size) for at, line in enumerate(lines)),
            "</svg>",
        ]
    )


def heading(down: int, family: str, size: int, colour: str, words: str) -> str:
    """Returns a line of text beside the cover."""
    place = f'x="{2 * PICTURE_MARGIN + COVER_SIZE[0]}" y="{PICTURE_MARGIN + down}"'
    return f'<text {place} font-family="{family}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def wrapped(line: str) -> list[str]:
    """Returns the parts of a line. Those after the first are indented a little more."""
    inside = len(line) - len(line.lstrip()) + 4
    return textwrap.wrap(line, LETTERS_PER_LINE, subsequent_indent=" " * inside) or [""]


def letter_size(lines: list[str]) -> float:
    """Returns the letter size at which the longest line fits."""
    longest = max([1, *(len(line) for line in lines)])
    return min(LARGEST_LETTERS, (PICTURE_WIDTH - 4 * PICTURE_MARGIN) / (longest * LETTER_WIDTH))


def cover(game: Game) -> str:
    """Returns the game's cover with rounded corners."""
    width, height = COVER_SIZE
    place = f'x="{PICTURE_MARGIN}" y="{PICTURE_MARGIN}" width="{width}" height="{height}"'
    art = (game.folder / "cover.svg").read_text(encoding="utf-8").replace("<svg ", f"<svg {place} ", 1)
    return f'<clipPath id="frame"><rect {place} rx="14"/></clipPath><g clip-path="url(#frame)">{art}</g>'


def text_line(line: str, y: float, size: float) -> str:
    colour, weight = (GOLD_COLOUR, "bold") if line.startswith(">") else (LIGHT_COLOUR, "normal")
    place = f'x="{2 * PICTURE_MARGIN}" y="{y:.1f}"'
    font = f'font-family="monospace" font-size="{size:.2f}" font-weight="{weight}" fill="{colour}"'
    return f'<text {place} xml:space="preserve" {font}>{escape(line)}</text>'
