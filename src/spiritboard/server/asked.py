"""The seats that are asked in one position, and the moves that they can make."""

from __future__ import annotations

from spiritboard.table.game import Game
from spiritboard.table.state import State


class Asked:
    """What can be done in one position. Each fact is worked out once, however many pages show the position."""

    def __init__(self, game: Game, state: State) -> None:
        self._game = game
        self.state = state  # which never changes: a move leads to another state
        self.pending = tuple(state.pending())
        self._paths: dict[int, list[tuple[str, ...]]] = {}

    def paths(self, seat: int | None) -> list[tuple[str, ...]]:
        """Returns the moves that a seat can make now, in a list that nobody changes."""
        if seat is None or seat not in self.pending:
            return []
        if seat not in self._paths:
            self._paths[seat] = self.state.paths(seat)
        return self._paths[seat]

    def choices(self, seat: int | None, names: list[str]) -> dict[str, str]:
        """Returns the words of every choice that a seat has on the way to a move, by its picks so far and the next."""
        begun = {path[:size]: None for path in self.paths(seat) for size in range(1, len(path) + 1)}
        return {" ".join(picks): self._game.say_choice(picks, names) for picks in begun}
