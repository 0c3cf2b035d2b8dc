"""Many games that are played in step: one move in each, then what each next player sees and may do, as bytes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from spiritboard.table.dice import Dice
from spiritboard.table.observation import Observation, VectorCells
from spiritboard.table.state import State
from spiritboard.table.view import Sight


class Batch:
    """The states of the games, and the results of `look` for all of them, one game after the other.

    seats     the seat that is to act
    vectors   what it sees, one byte for each position of the vector
    masks     1 for every legal move, 0 for every other action
    """

    def __init__(self, observation: Observation[Sight], actions: i64, limit: i64) -> None:
        self.observation = observation
        self.actions: i64 = actions
        self.limit: i64 = limit  # of decisions in a game
        self.states: list[State] = []
        self.dice: list[Dice] = []
        self.decisions: vec[i64] = vec[i64]()
        self.seats: vec[i64] = vec[i64]()
        self.vectors: vec[u8] = vec[u8]()
        self.masks: vec[u8] = vec[u8]()
        self._no_vectors: vec[u8] = vec[u8]()  # a copy of zeros is faster made than new zeros
        self._no_masks: vec[u8] = vec[u8]()

    def begin(self, states: list[State], dice: list[Dice]) -> None:
        """Take over games that have been dealt, each with its dice."""
        count = len(states)
        self.states = states
        self.dice = dice
        self.decisions = vec[i64]([0] * count)
        self.seats = vec[i64]([0] * count)
        self._no_vectors = vec[u8](bytes(count * int(self.observation.size)))
        self._no_masks = vec[u8](bytes(count * int(self.actions)))

    def step(self, actions: vec[i64]) -> list[int]:
        """Play one legal action in each game. Returns the games that have ended, or have reached the limit."""
        ended: list[int] = []
        for at in range(len(actions)):
            state = self.states[at]
            state.apply(state.turn, actions[at], self.dice[at])
            self.decisions[at] += 1
            if state.over or self.decisions[at] >= self.limit:
                ended.append(int(at))
        return ended

    def replace(self, at: i64, state: State, dice: Dice) -> None:
        """Put a new game in the place of one that has ended."""
        self.states[at] = state
        self.dice[at] = dice
        self.decisions[at] = 0

    def look(self) -> None:
        """Write seats, vectors and masks anew. Earlier ones keep their values."""
        self.vectors = self._no_vectors[:]
        self.masks = self._no_masks[:]
        observation = self.observation
        size, actions = observation.size, self.actions
        into = VectorCells(self.vectors, 0)
        for at in range(len(self.seats)):
            state = self.states[at]
            seat = state.turn
            self.seats[at] = seat
            into.start = at * size
            observation.write(state, seat, into)
            state.mark_moves(seat, self.masks, at * actions)
