"""All that each seat knows of a game so far, as text: an information state with perfect recall.

It begins with the seat's first view and goes on with a line for whatever the seat learns: its own moves, what is told
to it, what changes in its view. Nothing else goes in, not even that something happened, so two games that a seat cannot
tell apart have the same text, and from the text every view the seat has had can be put together again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec

from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State

View = dict[str, object]
Acted = tuple[tuple[bytes, int], ...]  # what a seat saw when it decided, as a vector, and what it decided

IMAGINED = "(what was known before is imagined)\n"


class Reference:
    """A view of the same game for each seat, from which first views differ in little: it keeps the texts short."""

    def __init__(self, setup: GameSetup, memory: int) -> None:
        self.setup = setup
        self.memory = memory  # how many decisions of a seat are kept as vectors
        self.seats = range(setup.config.seats)
        self.vector = None if setup.game.observation is None else setup.observation.vector
        deal = setup.new(Dice("reference"))
        self.views = [deal.view(seat) for seat in self.seats]

    def first(self, state: State, seat: int) -> str:
        return line(changes(self.views[seat], state.view(seat)))


class Recall:
    """What the seats know at one moment. It is never changed: `follow` gives that of the next moment."""

    def __init__(self, reference: Reference, state: State, texts: tuple[str, ...], acted: tuple[Acted, ...]) -> None:
        self.reference = reference
        self.state = state  # nobody plays on with it
        self.texts = texts
        self.acted = acted
        self.views = tuple(state.view(seat) for seat in reference.seats)

    @staticmethod
    def begin(reference: Reference, dice: Dice) -> Recall:
        state = reference.setup.new(dice, listen=True)
        texts = tuple(reference.first(state, seat) + told(state, seat) for seat in reference.seats)
        return Recall(reference, state, texts, ((),) * len(texts))

    def follow(self, seat: int, move: int, dice: Dice) -> Recall:
        """The same after a move."""
        state = self.state.copy()
        state.listen()
        own = line([f"> {' '.join(state.path(seat, move))}"])
        state.apply(seat, move, dice)
        return Recall(
            self.reference,
            state,
            tuple(
                text + (own if each == seat else "") + told(state, each) + line(changes(before, state.view(each)))
                for each, (text, before) in enumerate(zip(self.texts, self.views, strict=True))
            ),
            tuple(self.remembered(each, move) if each == seat else acted for each, acted in enumerate(self.acted)),
        )

    def remembered(self, seat: int, move: int) -> Acted:
        """What a seat that moves has decided by now, the oldest forgotten."""
        vector, memory = self.reference.vector, self.reference.memory
        if vector is None or memory == 0:
            return ()
        return (*self.acted[seat], (vector(self.views[seat]), move))[-memory:]

    def imagine(self, seat: int, dice: Dice) -> Recall:
        """What this seat cannot tell from the truth. What the others knew is not made up: they begin anew."""
        state = self.state.imagine(seat, dice)
        anew = [IMAGINED + self.reference.first(state, each) for each in self.reference.seats]
        texts = tuple(self.texts[each] if each == seat else anew[each] for each in self.reference.seats)
        acted = tuple(self.acted[each] if each == seat else () for each in self.reference.seats)
        return Recall(self.reference, state, texts, acted)


def told(state: State, seat: int) -> str:
    return "".join(f"{event.kind} {written(event.data)}\n" for event in state.heard(seat))


def line(parts: list[str]) -> str:
    return f"{' '.join(parts)}\n" if parts else ""


def changes(before: object, after: object) -> list[str]:
    return list(_changes(before, after, ""))


def _changes(before: object, after: object, where: str) -> Iterator[str]:
    """What is different now, each with where in the view it is."""
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name in after:
            yield from _changes(before[name], after[name], f"{where}.{name}" if where else cast(str, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(old, new, f"{where}.{at}")
    else:
        yield f"{where}={written(after)}"


def written(data: object) -> str:
    return msgspec.json.encode(data).decode()
