"""Many games that are played in step: one move in each, then what each next player sees and may do, as bytes.

The caller may play all seats of a game, or one of them; then opponents play the others.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.observation import Observation, VectorCells
from spiritboard.table.playout import guided_move
from spiritboard.table.state import State
from spiritboard.table.view import Sight

EVERY_SEAT: Final = -1  # in the place of the seat that the caller plays
NO_MOVE: Final = -1  # in the place of a move, for a game that is left as it is


@mypyc_attr(allow_interpreted_subclasses=True)
class Opponent:
    """Decides for a seat that the caller of a batch does not play: at random, unless a subclass knows better."""

    def move(self, state: State, seat: i64, dice: Dice) -> i64:
        """Returns a legal move of a pending seat. The dice are those it thinks with, not those of the table."""
        return state.random_move(seat, dice)


class GuidedOpponent(Opponent):
    """Goes by the game's guide, but for a share of its decisions, which is given in thousandths: those are random."""

    def __init__(self, guide: Guide, slips: i64 = 0) -> None:
        self.guide = guide
        self.slips: i64 = slips

    def move(self, state: State, seat: i64, dice: Dice) -> i64:
        return guided_move(self.guide, self.slips, state, seat, dice)


class Batch:
    """The states of the games, and the results of `look` for all of them, one game after the other.

    seats     the seat that is to act; in a game that is over, the seat that acted last
    vectors   what it sees, one byte for each position of the vector
    masks     1 for every legal move, 0 for every other number; only 0 in a game that is over
    """

    def __init__(
        self,
        observation: Observation[Sight],
        move_numbers: i64,
        limit: i64,
        opponents: list[Opponent] | None = None,
    ) -> None:
        """`opponents` play the seats after that of the caller, in the order of play."""
        self.observation = observation
        self.move_numbers: i64 = move_numbers
        self.limit: i64 = limit  # of decisions in a game
        self.opponents: list[Opponent] = [] if opponents is None else opponents
        self.states: list[State] = []
        self.dice: list[Dice] = []
        self.thinking: list[Dice] = []  # of the opponents
        self.mine: vec[i64] = vec[i64]()  # the seat of the caller in each game, or EVERY_SEAT
        self.decisions: vec[i64] = vec[i64]()
        self.seats: vec[i64] = vec[i64]()
        self.vectors: vec[u8] = vec[u8]()
        self.masks: vec[u8] = vec[u8]()
        self._no_vectors: vec[u8] = vec[u8]()  # a copy of zeros is faster made than new zeros
        self._no_masks: vec[u8] = vec[u8]()

    def begin(self, states: list[State], dice: list[Dice]) -> None:
        """Take over games that have been dealt, each with its dice. The caller plays every seat."""
        count = len(states)
        self.states = states
        self.dice = dice
        self.thinking = dice.copy()
        self.mine = vec[i64]([EVERY_SEAT] * count)
        self.decisions = vec[i64]([0] * count)
        self.seats = vec[i64]([0] * count)
        self._no_vectors = vec[u8](bytes(count * int(self.observation.size)))
        self._no_masks = vec[u8](bytes(count * int(self.move_numbers)))

    def seat_caller(self, at: i64, seat: i64, thinking: Dice) -> None:
        """Let the caller play only this seat of a game; the opponents think with the dice."""
        self.mine[at] = seat
        self.thinking[at] = thinking

    def step(self, moves: vec[i64]) -> list[int]:
        """Play one legal move in each game, or none. Returns the games that have ended, or have reached the limit."""
        ended: list[int] = []
        for at in range(len(moves)):
            if moves[at] != NO_MOVE:
                state = self.states[at]
                state.apply(self.to_act(at, state), moves[at], self.dice[at])
                self.decisions[at] += 1
                if self.opponents:
                    self.let_opponents_play(at)
                if self.is_ended(at):
                    ended.append(int(at))
        return ended

    def to_act(self, at: i64, state: State) -> i64:
        """Returns the seat for which the caller acts."""
        mine = self.mine[at]
        return state.turn if mine == EVERY_SEAT else mine

    def is_ended(self, at: i64) -> bool:
        """Returns whether a game is over, or has reached the limit."""
        return self.states[at].over or self.decisions[at] >= self.limit

    def let_opponents_play(self, at: i64) -> None:
        """Let the opponents play until the caller's seat is asked or the game has ended.

        Those who choose at the same time as the caller choose after it."""
        state, mine = self.states[at], self.mine[at]
        while not self.is_ended(at) and not state.is_asked(mine):
            seat = state.turn
            opponent = self.opponents[self.observation.places_after(mine, seat) - 1]
            state.apply(seat, opponent.move(state, seat, self.thinking[at]), self.dice[at])
            self.decisions[at] += 1

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
        size, numbers = observation.size, self.move_numbers
        into = VectorCells(self.vectors, 0)
        for at in range(len(self.seats)):
            state = self.states[at]
            if not state.over or self.mine[at] != EVERY_SEAT:
                self.seats[at] = self.to_act(at, state)
            seat = self.seats[at]
            into.start = at * size
            observation.write(state, seat, into)
            if not state.over and self.decisions[at] < self.limit:
                state.mark_moves(seat, self.masks, at * numbers)
