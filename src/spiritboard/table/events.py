"""What just happened, in words and data."""

from __future__ import annotations

import re
from typing import Final

NAME: Final = re.compile(r"\{(\d+)\}")


class Event:
    """Something that happened, told to all (`to` is None) or to one seat only.

    In `words`, {0} stands for the player in seat 0, so that one log serves whatever people are called.
    """

    def __init__(self, kind: str, words: str, data: dict[str, object], to: int | None = None) -> None:
        self.kind = kind
        self.words = words
        self.data = data
        self.to = to

    def say(self, names: list[str]) -> str:
        """The words with the players' names in them."""
        return NAME.sub(lambda found: names[int(found[1])], self.words)

    def to_data(self) -> dict[str, object]:
        return {"kind": self.kind, "words": self.words, "data": self.data, "to": self.to}


def named(seats: list[int]) -> str:
    """The players in these seats, in words of an event: {0}, {1} and {2}."""
    names = [f"{{{seat}}}" for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
