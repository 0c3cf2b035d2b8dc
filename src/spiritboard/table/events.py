"""What just happened: a kind, its typed facts, and the words that are made from those facts alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypedDict, TypeVar, cast

# A player in words, and after it the genitive or a verb in the third person, such as "plays".
NAME: Final = re.compile(r"\{(\d+)\}('s\b| [a-z]+s\b)?")
SENTENCE_ENDS: Final = (". ", "! ", "? ")

Facts = TypeVar("Facts", bound=Mapping[str, object])


class Event:
    """Something that happened, told to all (`to` is None) or to one seat only.

    In `words`, {0} stands for the player in seat 0, so that one log serves whatever people are called. The words are in
    the past tense, so that they are right for "You" as well: "{0} played a card."
    """

    def __init__(self, kind: str, words: str, data: Mapping[str, object], to: int | None = None) -> None:
        self.kind = kind
        self.words = words
        self.data = data
        self.to = to

    def __reduce__(self) -> tuple[object, tuple[str, str, Mapping[str, object], int | None]]:
        """Returns how `pickle` and `copy` make the same event again."""
        return Event, (self.kind, self.words, self.data, self.to)

    def __repr__(self) -> str:
        to = "" if self.to is None else f" to seat {self.to}"
        return f"<Event {self.kind}{to}: {self.words}>"

    def say(self, names: list[str], you: int | None = None) -> str:
        """Returns the words with the players' names in them, as they are said to seat `you`, if there is one."""
        return with_names(self.words, names, you)

    def to_data(self) -> dict[str, object]:
        return {"kind": self.kind, "words": self.words, "data": self.data, "to": self.to}


class DeclaredEvent:
    """A kind of event as a game declares it: its name, and the type of its facts, a TypedDict."""

    def __init__(self, name: str, facts: type) -> None:
        self.name = name
        self.facts = facts

    def words(self, facts: Mapping[str, object]) -> str:
        """Returns the sentence that says these facts."""
        raise NotImplementedError


class EventKind(DeclaredEvent, Generic[Facts]):
    """The same with the function that puts the facts into words."""

    def __init__(self, name: str, facts: type[Facts], say: Callable[[Facts], str]) -> None:
        super().__init__(name, facts)
        self.say = say

    def words(self, facts: Mapping[str, object]) -> str:
        return self.say(cast(Facts, facts))

    def event(self, facts: Facts, to: int | None = None) -> Event:
        return Event(self.name, self.say(facts), facts, to)

    def read(self, event: Event) -> Facts | None:
        """Returns the facts of an event of this kind, and None for any other event."""
        return cast(Facts, event.data) if event.kind == self.name else None


class NoFacts(TypedDict):
    """The facts of an event that needs none."""


def with_names(words: str, names: list[str], you: int | None = None) -> str:
    """Returns words with the players' names in them. To seat `you` they say "You" and "your".

    A name stays before a verb in the third person ("{0} plays"), because "You plays" would be wrong.
    """

    def name(found: re.Match[str]) -> str:
        seat, following = int(found[1]), found[2] or ""
        if seat != you or following not in ("", "'s"):
            return names[seat] + following
        begins = found.start() == 0 or found.string.endswith(SENTENCE_ENDS, 0, found.start())
        word = "your" if following else "you"
        return word.capitalize() if begins else word

    return NAME.sub(name, words)


def named(seats: list[int]) -> str:
    """Returns the players in these seats as words of an event: {0}, {1} and {2}."""
    names = [f"{{{seat}}}" for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
