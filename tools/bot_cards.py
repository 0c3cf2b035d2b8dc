"""Measures how well the bots play each game, and writes docs/bots.md from all that was measured so far.

    python tools/bot_cards.py                                  (everything, at the level of experts: days)
    python tools/bot_cards.py --game ghosts --seats 2 --games 400 --expert search:iterations=200
    python tools/bot_cards.py --game spookies --pair heuristic,random --option variant=free-choice
    python tools/bot_cards.py --page                           (only writes the page)

What was measured is kept in docs/bots.json, a row for each pair of bots and each variant: measured again, a row is
replaced. A run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec
from rich.console import Console

from spiritboard.arena.match import MatchPlan
from spiritboard.arena.tournament import tournament
from spiritboard.bots.roster import make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import find, games

PAGE = Path("docs/bots.md")
FIGURES = Path("docs/bots.json")
UNFINISHED = Path("build/bots")
INTRODUCTION = """# How well the bots play

Written by `tools/bot_cards.py` from `docs/bots.json`: do not edit. Every deal is played in every seating; with more
than two players, the two bots take every other seat. A share of the victory is given with its 95 % interval; 0.5 is
par. `easy`, `medium` and `expert` are levels; `expert` thinks for two seconds. Where a search is named with its
settings instead, that is what was measured: so many iterations a decision, fewer than an expert has in its two seconds.
A round of Ghooost! is won by all but one, so that with many players nobody's share can be far from par. Times per
decision were taken beside other work on the same machine, and are up to several times too long. `rules` is the version
of the game's rules that was played; what is marked as older was not measured again since they changed.
"""
NOTES = {
    "spookies": """The dice decide nearly all of it, and the guide solves each turn exactly: little is left for whoever
looks ahead, and 400 games would hardly show it. That there would be 6,000 was settled before the first of them. `cheat`
is the same search at a seat that sees what every chip is worth, which nobody at the table does before the end: it says
how much could be won by knowing everything but the dice, if it has iterations enough to see it.""",
}
HEADINGS = (
    "players",
    "variant",
    "bot",
    "against",
    "games",
    "share of the victory",
    "95 %",
    "time per decision",
    "rules",
)


class Row(msgspec.Struct, omit_defaults=True):
    """What one bot won against another."""

    game: str
    players: int
    bot: str
    against: str
    games: int
    win_share: float
    low: float
    high: float
    seconds: float
    date: str
    variant: str = ""  # the options that were not left as they are, as in match=match
    rules: int = 1  # the version that was played

    def key(self) -> tuple[str, int, str, str, str]:
        return (self.game, self.players, self.variant, self.bot, self.against)

    def cells(self) -> tuple[str, ...]:
        share, sure = f"{self.win_share:.3f}", f"{self.low:.3f} to {self.high:.3f}"
        bots = (f"`{self.bot}`", f"`{self.against}`")
        rules = str(self.rules) if self.rules == find(self.game).rules_version else f"{self.rules} (older)"
        return (str(self.players), self.variant, *bots, str(self.games), share, sure, say_time(self.seconds), rules)


class Speed(msgspec.Struct):
    """How much a search does in a second on one core, from the first decision of a game for as few as can play it."""

    game: str
    bot: str
    iterations: float


class Figures(msgspec.Struct):
    rows: list[Row] = []
    speeds: list[Speed] = []

    def add_row(self, row: Row) -> None:
        order = list(games())
        self.rows = [each for each in self.rows if each.key() != row.key()] + [row]
        self.rows.sort(key=lambda each: (order.index(each.game), *each.key()))

    def add_speed(self, speed: Speed) -> None:
        self.speeds = [each for each in self.speeds if (each.game, each.bot) != (speed.game, speed.bot)] + [speed]


# Measuring.


def meetings(expert: str) -> list[tuple[str, str]]:
    return [(expert, "heuristic"), (expert, "random"), ("heuristic", "random")]


def measure(game: Game, seats: int, pair: tuple[str, str], arguments: argparse.Namespace) -> Row:
    plan = MatchPlan(game.id, seats, pair, arguments.games, arguments.seed, options(arguments.option))
    UNFINISHED.mkdir(parents=True, exist_ok=True)
    rules = f"v{game.rules_version}"
    name = "-".join([game.id, rules, str(seats), *arguments.option, *pair]).replace(":", "_")
    report = tournament(plan, arguments.jobs, UNFINISHED / f"{name}.jsonl")
    bot = report.bots[0]
    return Row(
        game=game.id,
        players=seats,
        bot=pair[0],
        against=pair[1],
        games=report.games,
        win_share=round(bot.win_share, 4),
        low=round(bot.low, 4),
        high=round(bot.high, 4),
        seconds=float(f"{bot.seconds_per_decision:.2g}"),
        date=time.strftime("%Y-%m-%d"),
        variant=" ".join(arguments.option),
        rules=game.rules_version,
    )


def options(pairs: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, _, value in (pair.partition("=") for pair in sorted(pairs)))


def speed(game: Game, expert: str) -> Speed | None:
    dice = Dice("speed")
    state = game.new(game.seats[0], dice)
    while len(state.legal(state.turn)) < 2:
        state.apply(state.turn, state.random_move(state.turn, dice), dice)
    bot = make(expert, game)
    if not isinstance(bot, SearchBot):
        return None
    seat = take_seat(state, state.turn, dice)
    began = time.perf_counter()
    thoughts = bot.think(seat, dice)
    visits = sum(thought.visits for thought in thoughts)
    return Speed(game.id, expert, float(f"{visits / (time.perf_counter() - began):.2g}"))


# The page.


def page(figures: Figures) -> str:
    return INTRODUCTION + "".join(card(figures, game, list(rows)) for game, rows in by_game(figures.rows))


def by_game(rows: list[Row]) -> Iterator[tuple[str, Iterator[Row]]]:
    return groupby(rows, key=lambda row: row.game)


def card(figures: Figures, game: str, rows: list[Row]) -> str:
    lines = [f"\n## {find(game).title}\n", line(HEADINGS), "|" + "---|" * len(HEADINGS)]
    lines += [line(row.cells()) for row in rows]
    lines += ["", NOTES[game]] if game in NOTES else []
    lines += [said for each in figures.speeds if each.game == game for said in ("", say_speed(each))]
    return "\n".join(lines) + "\n"


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def say_time(seconds: float) -> str:
    if seconds >= 0.1:
        return f"{seconds:.2g} s"
    return f"{1e3 * seconds:.2g} ms" if seconds >= 1e-4 else f"{1e6 * seconds:.2g} µs"


def say_speed(speed: Speed) -> str:
    return f"`{speed.bot}`: {speed.iterations:,.0f} iterations a second on one core, from the first decision."


def load() -> Figures:
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures) if FIGURES.exists() else Figures()


def save(figures: Figures) -> None:
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    PAGE.write_text(page(figures), encoding="utf-8")


# The command.


def wanted(arguments: argparse.Namespace) -> Iterator[tuple[Game, int, tuple[str, str]]]:
    pairs = [tuple(pair.split(",")) for pair in arguments.pair or []] or meetings(arguments.expert)
    for game in [games()[name] for name in arguments.game or games()]:
        for seats in game.seats:
            if (not arguments.seats or seats in arguments.seats) and can_be(game, seats, arguments.option):
                yield from ((game, seats, pair) for pair in pairs)


def can_be(game: Game, seats: int, variant: list[str]) -> bool:
    """Two cannot play a match of Ghooost!, say."""
    try:
        game.setup(seats, None, **dict(options(variant)))
    except BadSetup:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given several times)")
    parser.add_argument("--seats", type=int, action="append", help="only this number of seats")
    parser.add_argument("--games", type=int, default=400, help="games for each pair of bots")
    parser.add_argument("--expert", default="expert", help="the bot or level to put in the expert's place")
    parser.add_argument("--pair", action="append", metavar="A,B", help="only this pair (may be given several times)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="measure a variant")
    parser.add_argument("--speed", action="store_true", help="measure the expert's iterations a second, and no games")
    parser.add_argument("--seed", default="cards")
    parser.add_argument("--jobs", type=int, help="how many processes; one for each core")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page")
    arguments = parser.parse_args()
    console = Console(stderr=True)
    if arguments.page:
        save(load())
    elif arguments.speed:
        measure_speeds(arguments)
    else:
        measure_all(arguments, console)
    console.print(f"written to {PAGE}")


def measure_all(arguments: argparse.Namespace, console: Console) -> None:
    for game, seats, pair in wanted(arguments):
        with console.status(f"{game.title}, {seats} players: {pair[0]} against {pair[1]}"):
            row = measure(game, seats, pair, arguments)
        figures = load()  # only now, for others may be measuring too
        figures.add_row(row)
        save(figures)


def measure_speeds(arguments: argparse.Namespace) -> None:
    for game in [games()[name] for name in arguments.game or games()]:
        if found := speed(game, arguments.expert):
            figures = load()
            figures.add_speed(found)
            save(figures)


if __name__ == "__main__":
    main()
