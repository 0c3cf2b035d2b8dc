"""Figures of Halloween from many random games: `python tools/halloween.py > docs/halloween.md`."""

from __future__ import annotations

import argparse
import statistics
from collections import Counter

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout

SEATS = 4


class Figures:
    """What came of games at a table of four."""

    def __init__(self) -> None:
        self.rounds: list[int] = []
        self.decisions: list[int] = []
        self.points: list[int] = []
        self.best: list[int] = []
        self.ends: Counter[str] = Counter()
        self.occupied: Counter[int] = Counter()
        self.won: Counter[int] = Counter()

    def play(self, dice: Dice, variant: str) -> None:
        state = GAME.new(SEATS, dice, variant=variant)
        assert isinstance(state, Halloween)
        self.decisions.append(playout(state, dice, 10**6))
        self.rounds.append(state.round)
        self.points += state.points
        self.best.append(max(state.points))
        self.ends[how_it_ended(state)] += 1
        winners = state.standings().winners()
        for seat, cards in enumerate(state.occupied):
            self.occupied.update(cards)
            if seat in winners:
                self.won.update(cards)


def how_it_ended(state: Halloween) -> str:
    haunted = any(state.haunts_left(seat) == 0 for seat in range(SEATS))
    cards = any(len(cards) >= 5 for cards in state.occupied)
    if haunted and cards:
        return "both in the last round"
    if haunted:
        return "a last haunt token"
    return (
        "a fifth card"
        if cards
        else "two colours of tokens used up"
        if state.master
        else "a last haunt token, later taken back"
    )


def spread(values: list[int]) -> str:
    tenth = statistics.quantiles(values, n=10)
    return f"{statistics.mean(values):.1f} | {tenth[0]:.0f} | {statistics.median(values):.0f} | {tenth[8]:.0f}"


def report(figures: Figures, games: int) -> list[str]:
    lines = [
        "| | mean | lowest tenth | median | highest tenth |",
        "|---|---|---|---|---|",
        f"| rounds | {spread(figures.rounds)} |",
        f"| picks | {spread(figures.decisions)} |",
        f"| HP of a player | {spread(figures.points)} |",
        f"| HP of the winner | {spread(figures.best)} |",
        "",
        "| what ended it | share of games |",
        "|---|---|",
    ]
    return lines + [f"| {how} | {100 * count / games:.1f} % |" for how, count in figures.ends.most_common()]


def shares(figures: Figures) -> list[str]:
    """A quarter would be no advantage, but for that whoever occupies cards has points and tokens already."""
    found = sorted(figures.occupied, key=lambda card: -figures.won[card] / figures.occupied[card])
    lines = ["| card | occupied | won by an occupant |", "|---|---|---|"]
    return lines + [
        f"| {card} | {figures.occupied[card]} | {100 * figures.won[card] / figures.occupied[card]:.1f} % |"
        for card in found
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", default="figures")
    arguments = parser.parse_args()
    lines = [
        "# Halloween in figures",
        "",
        f"From {arguments.games} games of each variant between four players who pick at random, cards drawn at random:",
        f"`python tools/halloween.py --games {arguments.games} --seed {arguments.seed}`. Good players will differ.",
        "",
    ]
    for variant in ("standard", "master"):
        figures = Figures()
        seed = Dice(f"{arguments.seed} {variant}")
        for number in range(arguments.games):
            figures.play(seed.stream(number), variant)
        lines += [f"## {variant.capitalize()}", "", *report(figures, arguments.games), ""]
        if variant == "standard":
            lines += [
                "## Cards",
                "",
                "How often a card was occupied, and how often that player won, alone or shared. Whoever occupies cards",
                "is ahead already, so it is the differences that tell something.",
                "",
                *shares(figures),
                "",
            ]
    print("\n".join(lines).rstrip())


if __name__ == "__main__":
    main()
