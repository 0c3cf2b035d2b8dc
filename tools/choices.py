"""What the search and the learned bot choose: faster code must not change it.

    python -m tools.choices [GAME ...]

lets the guide of each game play some games with every number of players. At some of its decisions the search thinks,
too. A line for each of these goes into tests/bots/choices/GAME.txt: the move that the search would make, then every
move with how often it was tried and its mean share of the victory. A test searches the same positions again. If it
finds other lines, the rules, the guide or the search have changed. If that was meant, run this tool again.

Where the game has a learned judgement, GAME-learned.txt has the choices of the bot `learned` in the same way: the move
that it would make, then what the judgement expects after every move.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

from spiritboard.bots.learned import LEAD, own_judgement
from spiritboard.bots.one_ply import OnePly
from spiritboard.bots.searcher import Budget, SearchBot
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.registry import find, games, guide_for
from spiritboard.table.state import State, only_move
from spiritboard.table.weights import own_weights

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "bots" / "choices"
OTHER_PACKAGES = ROOT / "tests" / "elsewhere"
COMMAND = "python -m tools.choices"
CHOICES = 60  # of each game
CHOICES_IN_ONE_GAME = 6
DISTANCES = (2, 5, 8, 11, 17, 23, 29)  # in decisions, so that early and late positions are searched
LEARNED = "-learned"
LEARNED_CHOICES = 12
LEARNED_APART = 5  # so that positions of several games are judged
LEARNED_WORLDS = 2
BUDGETS = {
    "race": Budget(iterations=80),
    "tree": Budget(iterations=60, depth=6),
    "race with cutoff": Budget(iterations=120, cutoff=10, epsilon=0.1),
}


def choices(game: Game, every: int = 1) -> list[str]:
    """Returns the lines of a game, or every second, third … of them, which takes less time."""
    lines = zip(range(CHOICES), positions(game), cycle(BUDGETS), strict=False)
    return [
        f"{where}, {name}: {thought(state, BUDGETS[name])}" for at, (where, state), name in lines if at % every == 0
    ]


def learned_choices(game: Game, every: int = 1) -> list[str]:
    """Returns the lines of the learned bot; none if the game has no learned judgement."""
    weights = own_weights(game.id)
    if weights is None:
        return []
    known = (each for each in positions(game) if each[1].config.seats in weights.made.players)
    lines = islice(known, 0, LEARNED_CHOICES * LEARNED_APART, LEARNED_APART)
    return [f"{where}: {judged(state)}" for at, (where, state) in enumerate(lines) if at % every == 0]


def positions(game: Game) -> Iterator[tuple[str, State]]:
    """Yields positions with more than one legal move, and where they come from."""
    distances = cycle(DISTANCES)
    for number, seats in enumerate(cycle(game.seats)):
        apart = next(distances)
        found = positions_of(game.new(seats, Dice(f"deal {number}")), apart)
        for decision, state in islice(found, CHOICES_IN_ONE_GAME):
            yield f"game {number} of {seats} seats, decision {decision}", state


def positions_of(state: State, apart: int) -> Iterator[tuple[int, State]]:
    """Lets the guide play. Yields a position so many decisions after the other, with the number of the decision."""
    guide, dice = guide_for(state.config), Dice("play")
    for decision in count(1):
        if state.over:
            return
        if decision % apart == 0 and only_move(state.legal(state.turn)) is None:
            yield decision, state
        state.apply(state.turn, guide.choose(state, state.turn, dice), dice)


def thought(state: State, budget: Budget) -> str:
    """Returns what the search thinks of the moves, the one that it would make first."""
    dice = Dice("thought")
    seat = take_seat(state, state.turn, dice)
    found = SearchBot(budget).think(seat, dice)
    return "; ".join(
        f"{' '.join(state.path(seat.number, each.move))} {each.visits}x {each.share:.3f}" for each in found
    )


def judged(state: State) -> str:
    """Returns the move that the learned bot would make, and what the judgement expects after every move."""
    judgement = own_judgement(state.config)
    assert judgement is not None
    ahead = OnePly(judgement, LEARNED_WORLDS, LEAD)
    seat = take_seat(state, state.turn, Dice("seat"))
    values = ahead.values(seat, Dice("judged"))
    chosen = " ".join(state.path(seat.number, ahead.choose(seat, Dice("chosen"))))
    expected = zip(seat.paths, values, strict=True)
    return f"{chosen}; " + "; ".join(f"{' '.join(path)} {value / LEARNED_WORLDS:.3f}" for path, value in expected)


def file_of(game: Game, kind: str = "") -> Path:
    return FOLDER / f"{game.id}{kind}.txt"


def main() -> None:
    sys.path.append(str(OTHER_PACKAGES))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to search; all of them if none is named")
    for game in [find(name) for name in parser.parse_args().games] or games().values():
        FOLDER.mkdir(exist_ok=True)
        file_of(game).write_text("\n".join(choices(game)) + "\n", encoding="utf-8")
        print(f"{file_of(game).relative_to(ROOT)} was written.")
        if lines := learned_choices(game):
            file_of(game, LEARNED).write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"{file_of(game, LEARNED).relative_to(ROOT)} was written.")


if __name__ == "__main__":
    main()
