"""The same seeds give the same games whether the rules are compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from spiritboard.table.game import Game

RECORDS = """
import sys
from spiritboard.arena.simulate import SimulationJob, record_game
from spiritboard.table import state
from spiritboard.table.registry import games
game = games()[sys.argv[1]]
print(state.__file__, file=sys.stderr)
for seats in game.seats:
    for option in game.options:
        for value in option.values(seats)[:2]:
            job = SimulationJob(game.id, seats, 1, "modes", ((option.name, value),))
            print(record_game(job, 0).to_text())
            final = record_game(job, 1).verify()
            print(final.to_json(), final.imagine(0, state.Dice(3)).to_json())
            print([final.view(seat) for seat in range(seats)])
"""


def run(game: Game, plain: bool) -> tuple[str, str]:
    environment = {name: value for name, value in os.environ.items() if name != "SPIRITBOARD_PLAIN"}
    if plain:
        environment["SPIRITBOARD_PLAIN"] = "1"
    command = [sys.executable, "-c", RECORDS, game.id]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout, done.stderr.strip()


def test_compiled_and_plain_give_the_same_records(game: Game) -> None:
    plain, source = run(game, plain=True)
    either, module = run(game, plain=False)
    assert Path(source).suffix == ".py"
    assert plain == either
    assert plain.count("Spiritboard record 1") > len(game.seats)
    if list(Path(source).parent.glob("state.*.so")):
        assert Path(module).suffix == ".so"
