"""A state that remembers the last things that everybody saw happen, for programs that learn.

A game notes each of them as a number of at most fifteen bits, which is not 0. An int holds four notes, and a state has
three such ints: the first is filled, and when it is full, it becomes the second, and the second the third. So to
note something costs little, and so does a copy. The last eight notes are always there. Games make no notes while
`state.remembers` is off, as in random playouts: these would otherwise take a tenth longer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.errors import BadPosition
from spiritboard.table.state import GameConfig, State

NOTE_BITS: Final = 15
NOTE_MASK: Final = (1 << NOTE_BITS) - 1
IN_AN_INT: Final = 4
NOTES_KEPT: Final = 2 * IN_AN_INT
OLDEST_SHIFT: Final = 45  # of the oldest of four notes


@mypyc_attr(allow_interpreted_subclasses=True)
class Remembering(State):
    """A state that keeps notes. `noted` is a field of its position."""

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.newest: i64 = 0  # up to four notes, the newest in the lowest bits
        self.earlier: i64 = 0  # the four notes before them
        self.earliest: i64 = 0  # and the four notes before those

    def note(self, note: i64) -> None:
        """Remember this as the newest note."""
        newest = self.newest
        if newest >> OLDEST_SHIFT:
            self.earliest = self.earlier
            self.earlier = newest
            self.newest = note
        else:
            self.newest = newest << NOTE_BITS | note

    def forget(self) -> None:
        """Forget all notes."""
        self.newest = 0
        self.earlier = 0
        self.earliest = 0

    def note_at(self, at: i64) -> i64:
        """Returns one of the last eight notes, counted from 0, which is the newest; and 0 where nothing is noted."""
        held: i64 = 0
        while held < IN_AN_INT and self.newest >> NOTE_BITS * held:
            held += 1
        if at < held:
            return self.newest >> NOTE_BITS * at & NOTE_MASK
        before = at - held
        if before < IN_AN_INT:
            return self.earlier >> NOTE_BITS * before & NOTE_MASK
        return self.earliest >> NOTE_BITS * (before - IN_AN_INT) & NOTE_MASK

    @property
    def noted(self) -> list[int]:
        """The notes, the newest first. Setting them raises BadPosition if they are too many, or no notes at all."""
        notes = [int(self.note_at(at)) for at in range(NOTES_KEPT)]
        return [note for note in notes if note]

    @noted.setter
    def noted(self, notes: list[int]) -> None:
        if len(notes) > NOTES_KEPT or not all(0 < note <= NOTE_MASK for note in notes):
            raise BadPosition(f"At most {NOTES_KEPT} things are noted, each as a number from 1 to {NOTE_MASK}.")
        self.forget()
        for note in reversed(notes):
            self.note(note)

    def carry_over(self, twin: State) -> None:
        super().carry_over(twin)
        assert isinstance(twin, Remembering)
        twin.newest = self.newest
        twin.earlier = self.earlier
        twin.earliest = self.earliest
