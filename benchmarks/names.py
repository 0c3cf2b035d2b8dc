"""The names of everything that is measured, as the table shows them."""

from __future__ import annotations

# speed.py. The names of OpenSpiel's loops are followed by the game that they play.
OURS, OURS_PLAIN = "compiled", "plain Python"
SPIEL_CPP, SPIEL_PYTHON = "OpenSpiel C++ loop on ", "OpenSpiel Python API on "

# search.py.
OUR_RANDOM, OUR_GUIDED, OUR_SEARCH = "random playouts", "guided playouts", "search"
SPIEL_ISMCTS, SPIEL_MCTS = "OpenSpiel C++ IS-MCTS on hearts", "OpenSpiel Python MCTS on hearts"
SPIEL_ITERATIONS = "OpenSpiel C++ IS-MCTS on hearts, iterations"

# steps.py.
ZOO, GYM, SPIEL = "PettingZoo environment", "Gymnasium environment", "OpenSpiel game"
RUNNER_ONE, RUNNER_TWO = "Runner, one process", "Runner, two cores"
LEDUC, CONNECT_FOUR, UNO = "PettingZoo leduc_holdem", "PettingZoo connect_four", "RLCard uno"
DOMINOES, TICTACTOE, KUHN = "OpenSpiel block_dominoes", "OpenSpiel tic_tac_toe", "OpenSpiel kuhn_poker"
ENVPOOL = "EnvPool LeducHoldem, one thread"
WITH_PROCESSES = {RUNNER_TWO}  # their speed is measured by the clock

# instructions.py counts those of OURS and of SPIEL_CPP.
INSTRUCTIONS = "instructions of a decision"

# server_moves.py.
SERVER, JSON = "move on the server", "Python reading and writing JSON"
