"""Information states with perfect recall: all that each seat has learned in a game so far, as text.

A text begins with the seat's first view. Each line after it is something that the seat learns: its own move, an event
that it is told, or a change of its view. Nothing else is in the text. So two games that a seat cannot tell apart have
the same text, and all views that the seat has had can be rebuilt from the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec

from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State

PastDecisions = tuple[tuple[bytes, int], ...]  # of a seat: its observation before each decision, and its move

IMAGINED_START = "(what was known before is imagined)\n"  # a part of stored information states: never change it


class Reference:
    """The views of another deal of the same set-up. First views are written as differences from them: that is short."""

    def __init__(self, setup: GameSetup, memory: int, version: int | None = None, rolls: bool = False) -> None:
        self.setup = setup
        self.rolls = rolls  # whether chance nodes are single rolls, and not the digits of a seed
        self.version = version  # of the observation; None stands for the newest
        self.memory = memory  # how many past decisions of a seat are kept
        self.seats = range(setup.config.seats)
        self.observation = None if setup.game.observation is None else setup.observation_of(version)
        deal = setup.new(Dice("reference"))
        self.views = [deal.view(seat) for seat in self.seats]

    def first_text(self, state: State, seat: int) -> str:
        return line(changes(self.views[seat], state.view(seat)))


class Recall:
    """What the seats know at one moment. It never changes: `follow` returns what they know after a move."""

    def __init__(
        self, reference: Reference, state: State, texts: tuple[str, ...], acted: tuple[PastDecisions, ...]
    ) -> None:
        self.reference = reference
        self.state = state  # never changed: moves are made in copies
        self.texts = texts
        self.acted = acted
        self.views = tuple(state.view(seat) for seat in reference.seats)

    @staticmethod
    def begin(reference: Reference, dice: Dice) -> Recall:
        state = reference.setup.new(dice, listen=True)
        texts = tuple(reference.first_text(state, seat) + told(state, seat) for seat in reference.seats)
        return Recall(reference, state, texts, ((),) * len(texts))

    def follow(self, seat: int, move: int, dice: Dice) -> Recall:
        """Returns what the seats know after this move."""
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

    def remembered(self, seat: int, move: int) -> PastDecisions:
        """Returns the past decisions of a seat with this one, without the oldest if there are too many."""
        observation, memory = self.reference.observation, self.reference.memory
        if observation is None or memory == 0:
            return ()
        return (*self.acted[seat], (observation.vector_of(self.state, seat), move))[-memory:]

    def imagine(self, seat: int, dice: Dice) -> Recall:
        """Returns a state that this seat cannot tell from the real one, with the same text for this seat.

        The texts of the other seats start anew: what they knew in the real game is not known to this seat.
        """
        state = self.state.imagine(seat, dice)
        anew = [IMAGINED_START + self.reference.first_text(state, each) for each in self.reference.seats]
        texts = tuple(self.texts[each] if each == seat else anew[each] for each in self.reference.seats)
        acted = tuple(self.acted[each] if each == seat else () for each in self.reference.seats)
        return Recall(self.reference, state, texts, acted)


def told(state: State, seat: int) -> str:
    """Returns a line for each event that the seat was told."""
    return "".join(f"{event.kind} {written(event.data)}\n" for event in state.heard(seat))


def line(parts: list[str]) -> str:
    return f"{' '.join(parts)}\n" if parts else ""


def changes(before: object, after: object) -> list[str]:
    return list(_changes(before, after, ""))


def _changes(before: object, after: object, where: str) -> Iterator[str]:
    """Yields what has changed in a view, each change with its place."""
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
