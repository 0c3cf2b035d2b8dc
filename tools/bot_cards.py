"""Writes docs/bots.md: how well the bots play each game, measured in the arena, and how long they take.

python tools/bot_cards.py --games 400                    (everything: hours)
python tools/bot_cards.py --games 40 --game ghosts --seats 2 --expert search:iterations=500
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from spiritboard.arena.match import Plan
from spiritboard.arena.tournament import Report, Standing, tournament
from spiritboard.bots.roster import make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.shelf import games

TARGET = Path("docs/bots.md")
INTRODUCTION = """# How well the bots play

Written by `tools/bot_cards.py`: do not edit. Every pair of bots meets in {games} games, every deal in every seating;
with more than two players, the two bots take every other seat. A share of the victory is given with its 95 % interval;
0.5 is par. Measured on {machine}, {date}.
"""
HEADINGS = ("players", "bot", "against", "share of the victory", "95 %", "seconds per decision")


def meetings(expert: str) -> Iterator[tuple[str, str]]:
    yield from ((expert, "heuristic"), (expert, "random"), ("heuristic", "random"))


def card(game: Game, counts: list[int], arguments: argparse.Namespace, console: Console) -> str:
    rows = [f"| {' | '.join(HEADINGS)} |", "|" + "---|" * len(HEADINGS)]
    for seats in counts:
        for pair in meetings(arguments.expert):
            with console.status(f"{game.title}, {seats} players: {pair[0]} against {pair[1]}"):
                plan = Plan(game.id, seats, pair, arguments.games, arguments.seed)
                rows.append(row(seats, tournament(plan, arguments.jobs)))
    speed = f"{iterations_a_second(game, arguments.expert):,.0f} iterations a second on one core, from the first move."
    return "\n".join([f"\n## {game.title}\n", *rows, f"\n{arguments.expert}: {speed}\n"])


def row(seats: int, report: Report) -> str:
    bot, other = report.bots
    sure = f"{bot.low:.3f} to {bot.high:.3f}"
    cells = (str(seats), bot.name, other.name, f"{bot.win_share:.3f}", sure, seconds(bot))
    return f"| {' | '.join(cells)} |"


def seconds(bot: Standing) -> str:
    return f"{bot.seconds_per_decision:.2g}"


def iterations_a_second(game: Game, expert: str) -> float:
    """From the first decision with a choice in it, two players or as few as there can be."""
    dice = Dice("speed")
    state = game.new(game.seats[0], dice)
    while len(state.legal(state.turn)) < 2:
        state.apply(state.turn, state.random_move(state.turn, dice), dice)
    bot = make(expert, game)
    if not isinstance(bot, SearchBot):
        return 0.0
    seat = take_seat(state, state.turn, dice)
    began = time.perf_counter()
    thoughts = bot.think(seat, dice)
    return sum(thought.visits for thought in thoughts) / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given several times)")
    parser.add_argument("--seats", type=int, action="append", help="only this number of seats")
    parser.add_argument("--games", type=int, default=400, help="games for each pair of bots")
    parser.add_argument("--expert", default="expert", help="the bot or level to put in the expert's place")
    parser.add_argument("--seed", default="cards")
    parser.add_argument("--jobs", type=int, help="how many processes; one for each core")
    parser.add_argument("--to", type=Path, default=TARGET)
    arguments = parser.parse_args()
    console = Console(stderr=True)
    chosen = [games()[name] for name in arguments.game or games()]
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    text = INTRODUCTION.format(games=arguments.games, machine=machine, date=time.strftime("%Y-%m-%d"))
    for game in chosen:
        counts = [seats for seats in arguments.seats or game.seats if seats in game.seats]
        text += card(game, counts, arguments, console)
    arguments.to.parent.mkdir(parents=True, exist_ok=True)
    arguments.to.write_text(text, encoding="utf-8")
    console.print(f"written to {arguments.to}")


if __name__ == "__main__":
    main()
