"""Measures what the bytes of the dice cost: the share of a random game's processor time that SHAKE-128 takes.

It counts the blocks of bytes that random games use up, and times how long a block takes. A faster generator could win
no more than this share.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

from spiritboard.table.dice import STREAM_BLOCKS, Dice
from spiritboard.table.game import Game
from spiritboard.table.playout import playout
from spiritboard.table.registry import games

BLOCKS_TIMED = 20_000


def block_seconds() -> float:
    """Returns the processor time that one block of bytes takes."""
    dice = Dice("blocks")
    began = time.process_time()
    for _ in range(BLOCKS_TIMED):
        dice._fill()
    return (time.process_time() - began) / BLOCKS_TIMED


def blocks_and_seconds(game: Game, players: int, seconds: float) -> tuple[int, int, float]:
    """Returns decisions, blocks and processor time of random games that took at least so long."""
    setup, seeds = game.setup(players), Dice("games")
    decisions = blocks = number = 0
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        dice = seeds.stream(number)
        decisions += playout(setup.new(dice), dice, 10**6)
        blocks += dice._block - number * STREAM_BLOCKS
        number += 1
    return decisions, blocks, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each game is played")
    given = parser.parse_args()
    each = block_seconds()
    table = Table(
        "game", "blocks a thousand decisions", "share of the time", title=f"A block takes {each * 1e6:.2f} µs."
    )
    for game in games().values():
        decisions, blocks, took = blocks_and_seconds(game, given.players, given.seconds)
        table.add_row(game.title, f"{1000 * blocks / decisions:.1f}", f"{blocks * each / took:.0%}")
    Console().print(table)


if __name__ == "__main__":
    main()
