"""Lets OpenSpiel's Monte Carlo tree search play Ghosts against random moves.

    python examples/openspiel_mcts.py --games 4 --simulations 50

That search is made for games of perfect information. In the real state it would see the hands of the opponents. So for
every move it is given a state in which everything that the player cannot know is dealt again.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import spiritboard.adapters.openspiel  # noqa: F401 - registers our games with OpenSpiel


def play(game: pyspiel.Game, bot: mcts.MCTSBot, seat: int, source: random.Random) -> float:
    """Plays a game with the bot in this seat. Returns its result for the bot."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(source.choice([outcome for outcome, _ in state.chance_outcomes()]))
        elif state.current_player() == seat and len(state.legal_actions()) > 1:
            state.apply_action(bot.step(state.resample_from_infostate(seat, source.random)))
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return float(state.returns()[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = pyspiel.load_game("python_spiritboard_ghosts(players=2,rounds=1)")
    numbers = np.random.RandomState(arguments.seed)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    bot = mcts.MCTSBot(game, 1.4, arguments.simulations, evaluator, random_state=numbers)
    source = random.Random(arguments.seed)
    returns = [play(game, bot, number % 2, source) for number in range(arguments.games)]
    won = sum((each + 1) / 2 for each in returns)
    print(f"{won:g} of {arguments.games} games won with {arguments.simulations} simulations a move")


if __name__ == "__main__":
    main()
