"""Trains OpenSpiel's external-sampling MCCFR on the first decisions of a round of 13 Ghosts for two players.

    python examples/openspiel_mccfr.py --seconds 60

The score is two all, so the winner of the round wins the game. External sampling tries every move of one player at
every node, and in 13 Ghosts a player can name any of thirteen numbers in every turn. A whole round is far too large for
it. So the game is truncated after `--decisions` decisions, two of which choose the crypts; it is a draw if no player
has won by then. At the end the example prints how many information states it has met, and what its average policy wins
against random moves.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

from spiritboard.adapters.openspiel import TableGame, game_class
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.registry import find
from spiritboard.table.row import Row
from spiritboard.table.state import State


class LastRound(GameSetup):
    """A set-up whose games begin with the score two all."""

    def new(self, dice: Dice, listen: bool = False) -> State:
        state = super().new(dice, listen)
        state.score = Row([2, 2])  # type: ignore[attr-defined] # the state of 13 Ghosts has a score
        return state


def last_round(decisions: int) -> TableGame:
    game = find("thirteen")
    plain = game.setup(2)
    setup = LastRound(game, 2, plain.config.options, plain.pieces)
    return game_class(game)({"limit": decisions, "memory": 0}, setup)


def train(game: TableGame, seconds: float) -> tuple[ExternalSamplingSolver, int]:
    solver = ExternalSamplingSolver(game)
    iterations, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        solver.iteration()
        iterations += 1
    return solver, iterations


def play(game: TableGame, policy: object, seat: int, source: random.Random) -> float:
    """Plays a game of the average policy against random moves. Returns its result for the policy."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(source.choice(state.legal_actions()))
        elif state.current_player() == seat:
            chances = policy.action_probabilities(state, seat)  # type: ignore[attr-defined]
            state.apply_action(source.choices(list(chances), list(chances.values()))[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return float(state.returns()[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--decisions", type=int, default=4)
    parser.add_argument("--games", type=int, default=2000, help="games against random moves after the training")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    np.random.seed(arguments.seed)
    game = last_round(arguments.decisions)
    solver, iterations = train(game, arguments.seconds)
    source = random.Random(arguments.seed)
    policy = solver.average_policy()
    returns = [play(game, policy, number % 2, source) for number in range(arguments.games)]
    print(f"{iterations} iterations, {len(solver._infostates)} information states")
    print(f"mean return against random play, {arguments.games} games: {np.mean(returns):+.3f}", end=" ")
    print(f"(standard error {np.std(returns) / len(returns) ** 0.5:.3f})")


if __name__ == "__main__":
    main()
