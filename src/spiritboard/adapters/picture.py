"""A picture of a table for people who watch a program play: the game's own cover, and its drawing for a terminal.

The browser draws the real table; this one needs no browser, so that it also works where there is no screen.
"""

from __future__ import annotations

import io
import textwrap
from html import escape
from typing import TYPE_CHECKING

from spiritboard.adapters import Missing
from spiritboard.table.game import Game

try:
    import numpy as np
    import resvg_py
    from PIL import Image
except ImportError as error:
    raise Missing(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH = 960
MARGIN = 24
COVER = (256, 160)
LINE = 1.35  # of the height of a letter
LETTER = 0.602  # how wide a letter is, of its height
LARGEST = 19.0
LONGEST = 100  # letters in a line
NIGHT, PANEL, INK, FAINT, GOLD = "#17132b", "#221c3f", "#efe9ff", "#a79fce", "#ffd166"


def picture(game: Game, text: str, headline: str, below: str) -> NDArray[np.uint8]:
    """Height by width by red, green, blue."""
    png = resvg_py.svg_to_bytes(svg_string=drawing(game, text, headline, below), monospace_family="DejaVu Sans Mono")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))


def drawing(game: Game, text: str, headline: str, below: str) -> str:
    """The same as SVG."""
    lines = [part for line in text.splitlines() for part in wrapped(line)]
    size = letter_size(lines)
    top = 2 * MARGIN + COVER[1]
    panel = round(len(lines) * size * LINE + MARGIN)
    height = top + panel + MARGIN
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">',
            f'<rect width="{WIDTH}" height="{height}" fill="{NIGHT}"/>',
            cover(game),
            heading(52, "serif", 46, INK, game.title),
            heading(96, "sans-serif", 21, GOLD, headline),
            heading(130, "sans-serif", 16, FAINT, below),
            f'<rect x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{panel}" rx="14" fill="{PANEL}"/>',
            *(written(line, top + MARGIN / 2 + (at + 0.95) * size * LINE, size) for at, line in enumerate(lines)),
            "</svg>",
        ]
    )


def heading(down: int, family: str, size: int, colour: str, words: str) -> str:
    """A line beside the cover."""
    place = f'x="{2 * MARGIN + COVER[0]}" y="{MARGIN + down}"'
    return f'<text {place} font-family="{family}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def wrapped(line: str) -> list[str]:
    """A line that is too long goes on below, a little further in."""
    inside = len(line) - len(line.lstrip()) + 4
    return textwrap.wrap(line, LONGEST, subsequent_indent=" " * inside) or [""]


def letter_size(lines: list[str]) -> float:
    """As large as the longest line allows."""
    longest = max([1, *(len(line) for line in lines)])
    return min(LARGEST, (WIDTH - 4 * MARGIN) / (longest * LETTER))


def cover(game: Game) -> str:
    """The game's cover with rounded corners."""
    width, height = COVER
    place = f'x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}"'
    art = (game.folder / "cover.svg").read_text(encoding="utf-8").replace("<svg ", f"<svg {place} ", 1)
    return f'<clipPath id="frame"><rect {place} rx="14"/></clipPath><g clip-path="url(#frame)">{art}</g>'


def written(line: str, y: float, size: float) -> str:
    colour, weight = (GOLD, "bold") if line.startswith(">") else (INK, "normal")
    return (
        f'<text x="{2 * MARGIN}" y="{y:.1f}" xml:space="preserve" font-family="monospace" font-size="{size:.2f}" '
        f'font-weight="{weight}" fill="{colour}">{escape(line)}</text>'
    )
