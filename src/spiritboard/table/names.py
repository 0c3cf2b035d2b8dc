"""Names of players, as people enter them."""

from __future__ import annotations

import re
import unicodedata

from spiritboard.table.errors import BadSetup

LONGEST_NAME = 24
MOST_MARKS = 3  # on one letter: enough for every language, too few to cover the lines above and below
# Invisible characters outside the Unicode categories C: fillers, variation selectors, the empty Braille cell.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def clean_name(text: str) -> str:
    """Returns a name as others see it, on one line. Raises BadSetup if it is empty, invisible or too long."""
    known = unicodedata.normalize("NFC", UNSEEN.sub("", text))
    shown = "".join(" " if char.isspace() else char for char in known if not unicodedata.category(char).startswith("C"))
    name = " ".join(_with_few_marks(shown).split())
    if not name:
        raise BadSetup("A name needs at least one letter.")
    if len(name) > LONGEST_NAME:
        raise BadSetup(f"A name has at most {LONGEST_NAME} letters.")
    if speaks_of_the_reader(name):
        raise BadSetup(f"Whoever reads {name!r} at the table would think of themselves. Please take another name.")
    return name


def speaks_of_the_reader(name: str) -> bool:
    """Returns whether a name is a word with which sentences speak to their reader, such as "You"."""
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKC", name))).casefold() in ("you", "your", "yours")


def _with_few_marks(text: str) -> str:
    """Returns the text without marks that follow no letter, and with at most MOST_MARKS on each letter."""
    kept = ""
    marks = MOST_MARKS
    for char in text:
        is_mark = unicodedata.category(char).startswith("M")
        marks = marks + 1 if is_mark else MOST_MARKS if char == " " else 0
        if not is_mark or marks <= MOST_MARKS:
            kept += char
    return kept
