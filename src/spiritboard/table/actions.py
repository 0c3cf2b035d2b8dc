"""Actions: the moves that a set-up can have, numbered from 0 on without gaps.

The rules number moves so that a number is quick to read: in Ghosts, for example, it has a part for the colour and a
part for the cards. So many numbers are no move, and others are moves only with more players. Programs that learn are
given actions instead.
"""

from __future__ import annotations

from typing import Final

from spiritboard.table.errors import IllegalMove

UNUSED: Final = "unused "  # so begins the name of a number that no move has
NO_ACTION: Final = -1


class Actions:
    """The actions of a set-up: their names, and the moves they stand for, each in the order of the actions."""

    def __init__(self, named: list[str], gaps: bool = False) -> None:
        """`named` has a name for each number from 0 on that the rules use for moves.

        With `gaps`, every number is an action, as in environments of earlier versions."""
        self.moves = [move for move, name in enumerate(named) if gaps or not name.startswith(UNUSED)]
        self.names = [named[move] for move in self.moves]
        self._of_move = [NO_ACTION] * len(named)
        for action, move in enumerate(self.moves):
            self._of_move[move] = action

    def __len__(self) -> int:
        return len(self.names)

    def of(self, move: int) -> int:
        """Returns the action that stands for a move."""
        return self._of_move[move]

    def move(self, action: int) -> int:
        """Returns the move that an action stands for. Raises IllegalMove if there is no such action."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"There is no action {action}: the actions are 0 to {len(self.moves) - 1}.")
        return self.moves[action]
