"""A sitting: one game being played by somebody. The state, its record, and what may be taken back."""

from __future__ import annotations

from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.record import Move, Record
from spiritboard.table.state import State


class GameInProgress:
    """Moves come in as paths of picks; what happened goes out as events."""

    def __init__(self, setup: GameSetup, dice: Dice, names: list[str]) -> None:
        self.record = Record(setup, dice.text(), names)
        self.state = setup.new(dice, listen=True)
        self._before: list[State] = []  # copies to go back to, one for each move that may be taken back

    def resume(self, moves: list[Move], state: State) -> None:
        """Go on from a position of this game that these moves led to, and before which nothing may be taken back."""
        self.state = state
        self._before = []
        self.record.moves = moves
        self.record.result = state.standings() if state.over else None

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.record.moves)

    def play(self, seat: int, path: tuple[str, ...], dice: Dice) -> list[Event]:
        """Make a move; what it told, to whomever. IllegalMove changes nothing."""
        move = self.state.move(seat, path)
        before = self.state.copy()
        entropy = dice.text()
        self.state.apply(seat, move, dice)
        self._before = [*self._before, before] if self.state.reversible else []
        self.record.moves.append(Move(seat, path, entropy))
        self.record.result = self.state.standings() if self.state.over else None
        return (self.state.events or [])[len(before.events or []) :]

    def can_take_back(self, seat: int) -> bool:
        return bool(self._before) and self.record.moves[-1].seat == seat

    def state_taken_back(self, seat: int) -> State:
        """The state to which taking back this seat's last move would lead; IllegalMove if it may not."""
        if not self.can_take_back(seat):
            raise IllegalMove("There is nothing to take back.")
        return self._before[-1]

    def take_back(self, seat: int) -> None:
        """Undo this seat's last move, if nothing came to light since."""
        self.state = self.state_taken_back(seat)
        self._before.pop()
        self.record.moves.pop()
