"""The rules for people, as `how-to-play.md` in a game's folder holds them: headings, rule ids and figures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HOW_TO_PLAY_FILE = "how-to-play.md"
HEADINGS = ("The goal", "What lies on the table", "A turn", "Special cases", "The end")  # in this order
RULE = re.compile(r"^- \*\*([A-Z]+\d*[A-Za-z]?\d*)\*\* ", re.MULTILINE)  # as rules.md lists them
# At the end of a paragraph or list item: the rules that it covers.
COVERED = re.compile(r"\s*\[([A-Z]{2,}\w*(?: [A-Z]{2,}\w*)*)\]\s*$")
FIGURE = re.compile(r"^!\[([^\]]*)\]\(figure:([\w-]+)\)$", re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")  # what separates paragraphs and list items


@dataclass(frozen=True)
class HowToPlay:
    """The text of how-to-play.md."""

    text: str

    @property
    def headings(self) -> list[str]:
        return HEADING.findall(self.text)

    @property
    def covered(self) -> list[str]:
        """Returns the ids of all rules that a paragraph or list item covers, in the order of the text."""
        found = [COVERED.search(block) for block in BLOCK.split(self.text)]
        return [rule for each in found if each for rule in each[1].split()]

    @property
    def figures(self) -> list[str]:
        """Returns the names of the figures, in the order of the text."""
        return [name for _, name in FIGURE.findall(self.text)]


def read_how_to_play(folder: Path) -> HowToPlay | None:
    """Returns the rules for people in a game's folder, and None if the game brings none."""
    path = folder / HOW_TO_PLAY_FILE
    return HowToPlay(path.read_text(encoding="utf-8")) if path.exists() else None
