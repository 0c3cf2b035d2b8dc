"""A state that remembers the last things that everybody saw happen, for programs that learn.

A game notes each of them as a number of at most fifteen bits, which is not 0. Eight are kept: the four newest in one
int and the four before them in another, so that a copy of the state costs next to nothing.
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
LAST_SHIFT: Final = 45  # of the oldest note in an int
WITHOUT_LAST: Final = (1 << LAST_SHIFT) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Remembering(State):
    """A state that keeps notes. `noted` is a field of its position."""

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.newest: i64 = 0  # four notes, the newest in the lowest bits
        self.earlier: i64 = 0  # the four notes before them

    def note(self, note: i64) -> None:
        """Remember this as the newest note, and forget the oldest one."""
        self.earlier = (self.earlier & WITHOUT_LAST) << NOTE_BITS | self.newest >> LAST_SHIFT
        self.newest = (self.newest & WITHOUT_LAST) << NOTE_BITS | note

    def forget(self) -> None:
        """Forget all notes."""
        self.newest = 0
        self.earlier = 0

    def note_at(self, at: i64) -> i64:
        """Returns a note, counted from 0, which is the newest; and 0 where nothing is noted."""
        if at < IN_AN_INT:
            return self.newest >> NOTE_BITS * at & NOTE_MASK
        return self.earlier >> NOTE_BITS * (at - IN_AN_INT) & NOTE_MASK

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
