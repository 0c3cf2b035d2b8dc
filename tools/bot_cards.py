"""Measures how well the bots play each game, and writes docs/bots.md from all results so far.

    python tools/bot_cards.py                                  (all games with the expert level: this takes days)
    python tools/bot_cards.py --game ghosts --seats 2 --games 400 --expert search:iterations=200
    python tools/bot_cards.py --game spookies --pair heuristic,random --option variant=free-choice
    python tools/bot_cards.py --page                           (only writes the page)

docs/bots.json keeps the results: a row for each pair of bots and each variant. A new result replaces the row of the old
one. An interrupted measurement continues where it stopped.
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
from spiritboard.table.state import only_move

PAGE = Path("docs/bots.md")
RESULTS_FILE = Path("docs/bots.json")
UNFINISHED_FOLDER = Path("build/bots")
INTRODUCTION = """# How well the bots play

How much of the victory each bot wins against another, at each number of players, and how long it thinks. Every deal is
played in every seating. With more than two players, the two bots take every other seat. Each share of the victory has a
95 % interval; equally strong bots would have 0.5. `easy`, `medium` and `expert` are levels; `expert` thinks for two
seconds. A search that is named with its settings does so many iterations for a decision, which is fewer than the expert
level does in two seconds. `learned` goes by a learned judgement: a small network says how much of the victory its seat
may expect after each move. The first line of `src/spiritboard/games/GAME/judgement.bin` says how the network of a game
was trained, and for which numbers of players. Without a network `learned` plays as `heuristic` does, so it is measured
only with one. All players but one win a round of Ghooost!, so with many players every share is near 0.5. The times per
decision were measured beside other work on the same machine and can be several times too long. `rules` is the version
of the game's rules; a row marked as older was not measured again after they changed. The rows of `expert` and all times
per decision were measured when a search did a seventh to two fifths of today's iterations a second.

`tools/bot_cards.py` writes this page from `docs/bots.json`: change those, not the page.
"""
NOTES = {
    "spookies": """The dice decide nearly everything, and the guide solves each turn exactly. So a search can gain only
little, which 400 games would hardly show. The number of 6,000 games was chosen before the first of them was played.
`cheat` is the same search at a seat that sees the value of every chip, which no player sees before the end. Its share
shows how much could be won by knowing everything except the dice, if its iterations are enough to find it.""",
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


class PairResult(msgspec.Struct, omit_defaults=True):
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
    variant: str = ""  # the options that do not have their default values, such as match=match
    rules: int = 1  # the version of the game's rules

    def key(self) -> tuple[str, int, str, str, str]:
        return (self.game, self.players, self.variant, self.bot, self.against)

    def cells(self) -> tuple[str, ...]:
        share, sure = f"{self.win_share:.3f}", f"{self.low:.3f} to {self.high:.3f}"
        bots = (f"`{self.bot}`", f"`{self.against}`")
        rules = str(self.rules) if self.rules == find(self.game).rules_version else f"{self.rules} (older)"
        return (str(self.players), self.variant, *bots, str(self.games), share, sure, say_time(self.seconds), rules)


class SearchSpeed(msgspec.Struct):
    """The iterations of a search in a second on one core, at the first real choice of a game with few players."""

    game: str
    bot: str
    iterations: float


class BotResults(msgspec.Struct):
    rows: list[PairResult] = []
    speeds: list[SearchSpeed] = []

    def add_row(self, row: PairResult) -> None:
        order = list(games())
        self.rows = [each for each in self.rows if each.key() != row.key()] + [row]
        self.rows.sort(key=lambda each: (order.index(each.game), *each.key()))

    def add_speed(self, speed: SearchSpeed) -> None:
        self.speeds = [each for each in self.speeds if (each.game, each.bot) != (speed.game, speed.bot)] + [speed]


# Measuring.


def meetings(expert: str) -> list[tuple[str, str]]:
    return [(expert, "heuristic"), (expert, "random"), ("heuristic", "random")]


def measure(game: Game, seats: int, pair: tuple[str, str], arguments: argparse.Namespace) -> PairResult:
    plan = MatchPlan(game.id, seats, pair, arguments.games, arguments.seed, options(arguments.option))
    UNFINISHED_FOLDER.mkdir(parents=True, exist_ok=True)
    rules = f"v{game.rules_version}"
    name = "-".join([game.id, rules, str(seats), *arguments.option, *pair]).replace(":", "_")
    report = tournament(plan, arguments.jobs, UNFINISHED_FOLDER / f"{name}.jsonl")
    bot = report.bots[0]
    return PairResult(
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


def speed(game: Game, expert: str) -> SearchSpeed | None:
    dice = Dice("speed")
    state = game.new(game.seats[0], dice)
    while only_move(state.legal(state.turn)) is not None:
        state.apply(state.turn, state.random_move(state.turn, dice), dice)
    bot = make(expert, game)
    if not isinstance(bot, SearchBot):
        return None
    seat = take_seat(state, state.turn, dice)
    began = time.perf_counter()
    thoughts = bot.think(seat, dice)
    visits = sum(thought.visits for thought in thoughts)
    return SearchSpeed(game.id, expert, float(f"{visits / (time.perf_counter() - began):.2g}"))


# The page.


def page(results: BotResults) -> str:
    return INTRODUCTION + "".join(card(results, game, list(rows)) for game, rows in by_game(results.rows))


def by_game(rows: list[PairResult]) -> Iterator[tuple[str, Iterator[PairResult]]]:
    return groupby(rows, key=lambda row: row.game)


def card(results: BotResults, game: str, rows: list[PairResult]) -> str:
    lines = [f"\n## {find(game).title}\n", line(HEADINGS), "|" + "---|" * len(HEADINGS)]
    lines += [line(row.cells()) for row in rows]
    lines += ["", NOTES[game]] if game in NOTES else []
    lines += [said for each in results.speeds if each.game == game for said in ("", say_speed(each))]
    return "\n".join(lines) + "\n"


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def say_time(seconds: float) -> str:
    if seconds >= 0.1:
        return f"{seconds:.2g} s"
    return f"{1e3 * seconds:.2g} ms" if seconds >= 1e-4 else f"{1e6 * seconds:.2g} µs"


def say_speed(speed: SearchSpeed) -> str:
    return f"`{speed.bot}`: {speed.iterations:,.0f} iterations a second on one core, from the first decision."


def load() -> BotResults:
    return msgspec.json.decode(RESULTS_FILE.read_bytes(), type=BotResults) if RESULTS_FILE.exists() else BotResults()


def save(results: BotResults) -> None:
    RESULTS_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n")
    PAGE.write_text(page(results), encoding="utf-8")


# The command.


def wanted(arguments: argparse.Namespace) -> Iterator[tuple[Game, int, tuple[str, str]]]:
    pairs = [tuple(pair.split(",")) for pair in arguments.pair or []] or meetings(arguments.expert)
    for game in [games()[name] for name in arguments.game or games()]:
        for seats in game.seats:
            if (not arguments.seats or seats in arguments.seats) and can_be(game, seats, arguments.option):
                yield from ((game, seats, pair) for pair in pairs)


def can_be(game: Game, seats: int, variant: list[str]) -> bool:
    """Returns whether so many players can play this variant: a match of Ghooost!, for example, takes at least three."""
    try:
        game.setup(seats, None, **dict(options(variant)))
    except BadSetup:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given several times)")
    parser.add_argument(
        "--seats", type=int, action="append", help="only this number of players (may be given several times)"
    )
    parser.add_argument("--games", type=int, default=400, help="games for each pair of bots")
    parser.add_argument("--expert", default="expert", help="the bot or level to measure in place of the expert level")
    parser.add_argument("--pair", action="append", metavar="A,B", help="only this pair (may be given several times)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="measure a variant")
    parser.add_argument(
        "--speed", action="store_true", help="measure only how many iterations the expert does in a second"
    )
    parser.add_argument("--seed", default="cards")
    parser.add_argument("--jobs", type=int, help="the number of processes; one for each core")
    parser.add_argument("--page", action="store_true", help="write the page without measuring")
    arguments = parser.parse_args()
    console = Console(stderr=True)
    if arguments.page:
        save(load())
    elif arguments.speed:
        measure_speeds(arguments)
    else:
        measure_all(arguments, console)
    console.print(f"{PAGE} was written.")


def measure_all(arguments: argparse.Namespace, console: Console) -> None:
    for game, seats, pair in wanted(arguments):
        with console.status(f"{game.title}, {seats} players: {pair[0]} against {pair[1]}"):
            row = measure(game, seats, pair, arguments)
        results = load()  # only now: another process may have added results meanwhile
        results.add_row(row)
        save(results)


def measure_speeds(arguments: argparse.Namespace) -> None:
    for game in [games()[name] for name in arguments.game or games()]:
        if found := speed(game, arguments.expert):
            results = load()
            results.add_speed(found)
            save(results)


if __name__ == "__main__":
    main()
