"""A game in progress: its state, its record, and the moves that can be taken back."""

from __future__ import annotations

import json
from dataclasses import dataclass

from spiritboard.table.choice import CHOICE_MADE, ChoiceMade
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.record import Move, Record
from spiritboard.table.state import State


@dataclass(frozen=True)
class NextPosition:
    """The position that a move leads to. The move is worked out, but the game has not gone there yet."""

    move: Move  # with the seats that are asked after it and the events that it tells
    state: State
    before: State  # the state in which the move is made


class GameInProgress:
    """Players make moves as paths of picks, and hear of them as events."""

    def __init__(self, setup: GameSetup, dice: Dice, names: list[str], start: str | None = None) -> None:
        """Deal the game, or begin it from the position `start`: see `GameSetup.begin`."""
        self.record = Record(setup, dice.text(), names, start=start)
        self.state = setup.begin(dice, start, listen=True)
        self._before: list[State] = []  # the states before each move that may be taken back

    def resume(self, moves: list[Move], state: State) -> None:
        """Continue from a state of this game that these moves led to. None of them can be taken back."""
        self.state = state
        self._before = []
        self.record.moves = moves
        self.record.result = state.standings() if state.over else None

    @property
    def ply(self) -> int:
        """Returns how many moves have been made."""
        return len(self.record.moves)

    def after_move(self, seat: int, path: tuple[str, ...], dice: str) -> NextPosition:
        """Returns where a move with these dice leads, and changes nothing. Raises IllegalMove."""
        return self._worked_out(seat, path, Dice.at(dice), dice)

    def _worked_out(self, seat: int, path: tuple[str, ...], dice: Dice, dice_text: str) -> NextPosition:
        move = self.state.move(seat, path)
        after = self.state.copy()
        after.apply(seat, move, dice)
        self._tell_choice(after, seat, path)
        told = [event.to_data() for event in _events(after)[len(_events(self.state)) :]]
        return NextPosition(Move(seat, path, dice_text, tuple(after.pending()), told), after, self.state)

    def _tell_choice(self, after: State, seat: int, path: tuple[str, ...]) -> None:
        """Tell everybody of a move of which the rules tell nothing: what was picked, unless the game has secrets."""
        news = _events(after)[len(_events(self.state)) :]
        if all(event.to is not None for event in news):
            said = "" if after.SECRET else self.record.setup.game.say_path(path)
            after.tell(CHOICE_MADE, ChoiceMade(seat=seat, said=said))

    def can_take_back(self, seat: int) -> bool:
        """Returns whether this seat made the last move, and no secret came to light by it."""
        return bool(self._before) and self.record.moves[-1].seat == seat

    def after_take_back(self, seat: int) -> NextPosition:
        """Returns where taking back this seat's last move leads, and changes nothing. Raises IllegalMove."""
        if not self.can_take_back(seat):
            raise IllegalMove("There is nothing to take back.")
        state = self._before[-1]
        return NextPosition(Move(seat, (), "", tuple(state.pending()), []), state, self.state)

    def go_to(self, position: NextPosition) -> None:
        """Make the move that leads to this position. Raises ValueError if another move was made since."""
        if position.before is not self.state:
            raise ValueError("this position does not follow the current one")
        if position.move.takes_back:
            self._before.pop()
            self.record.moves.pop()
        else:
            self._before = [*self._before, self.state] if position.state.reversible else []
            self.record.moves.append(position.move.without_outcome())
        self.state = position.state
        self.record.result = self.state.standings() if self.state.over else None

    def play(self, seat: int, path: tuple[str, ...], dice: Dice) -> list[Event]:
        """Make a move. Returns the events that it told, to all players or to one. IllegalMove changes nothing."""
        told_before = len(_events(self.state))
        self.go_to(self._worked_out(seat, path, dice, dice.text()))
        return _events(self.state)[told_before:]

    def take_back(self, seat: int) -> None:
        """Undo this seat's last move. Raises IllegalMove if it may not be undone."""
        self.go_to(self.after_take_back(seat))


def position_of(state: State) -> str:
    """Returns this position as a game can begin from it, as JSON: no move before it can be taken back."""
    return json.dumps({**state.position(), "reversible": False}, separators=(",", ":"))


def _events(state: State) -> list[Event]:
    return state.events or []
