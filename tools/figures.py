"""Measures random games and writes docs/figures.md and docs/halloween.md.

    python -m tools.figures                                    (both pages, with the number of games that they have now)
    python -m tools.figures ghosts spookies --games 20000      (only the parts about these games)

Game number k of a seed is the same game on every machine, so the same command writes the same pages.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from spiritboard.arena.findings import quantile
from spiritboard.arena.ratio import INTERVAL_ERRORS
from spiritboard.arena.simulate import EndFacts, FactValue, SimulationJob, Tally, count_ends
from spiritboard.games.halloween.report import BOTH, OTHERWISE, how_it_ended
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.game import Game
from spiritboard.table.options import first_seat_begins
from spiritboard.table.registry import games
from spiritboard.table.state import State

DOCS = Path(__file__).parent.parent / "docs"
FIGURES_PAGE, HALLOWEEN_PAGE = DOCS / "figures.md", DOCS / "halloween.md"
COMMAND = "python -m tools.figures"
SEED = "figures"
GAMES = 100_000  # for each number of players
HALLOWEEN, HALLOWEEN_GAMES, HALLOWEEN_SEATS = "halloween", 20_000, 4  # for each variant

FIGURES_HEAD = """# How the games behave

These figures are from games in which every player moves at random, Player 1 begins, and all other options have their
default values. *Length* is the number of decisions: the mean, and in brackets the shortest and the longest game. *Win
shares* are given in the order of play. A shared victory counts in parts. A round of Ghooost! that is stopped before any
player has left counts for no player. Differences of up to {half:.1%} can be chance (95 %, at {games:,} games).
[Halloween has a page of its own](halloween.md). This page was made by

```sh not-tried="it plays games for some minutes"
{command}
```
"""
HALLOWEEN_HEAD = """# Halloween in figures

These figures are from {games} games of each variant. Four players pick at random, and the action cards are drawn at
random. Good players would get other figures. This page was made by

```sh not-tried="it plays games for some minutes"
{command}
```
"""
CARDS_HEAD = """## Cards

How often a card was occupied, and how often the player who occupied it won, alone or with others. A player who occupies
cards has points and tokens already, so only the differences between cards say something about them.
"""

# Facts about the end of a game.

NamedFacts = Iterable[tuple[str, FactValue]]


def highest_score(state: State) -> int:
    return max(state.standings().scores)


def lowest_score(state: State) -> int:
    return min(state.standings().scores)


def number_in_position(name: str, state: State) -> int:
    return int(str(state.position()[name]))


# A fact of each game that docs/figures.md gives the mean of, and the format of that mean.
END_FACTS: dict[str, tuple[str, Callable[[State], int], str]] = {
    "spookies": ("points of the winner", highest_score, ".1f"),
    "ghosts": ("fright points of the winner", lowest_score, ".1f"),
    "ghooost": ("rounds stopped at their bound", partial(number_in_position, "stopped"), ".1%"),
    "thirteen": ("rounds", partial(number_in_position, "round"), ".2f"),
}


def end_fact(game_id: str, state: State) -> NamedFacts:
    name, fact, _ = END_FACTS[game_id]
    return [(name, fact(state))]


def halloween_facts(state: State) -> NamedFacts:
    assert isinstance(state, Halloween)
    winners = state.standings().winners()
    yield "rounds", state.round
    yield "HP of the winner", max(state.points)
    yield "end", halloween_end(state)
    for seat, cards in enumerate(state.occupied):
        yield "HP of a player", state.points[seat]
        yield from (("occupied", card) for card in cards)
        yield from (("won", card) for card in cards if seat in winners)


def halloween_end(state: Halloween) -> str:
    end = how_it_ended(state)
    if end == OTHERWISE:
        return "two colours of tokens used up" if state.master else "a last haunt token, later taken back"
    return "both in the last round" if end == BOTH else end


# docs/figures.md.


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Returns the lines of a Markdown table."""
    lines = [f"| {' | '.join(heads)} |"]
    lines.append("|" + "---|" * (lines[0].count("|") - 1))
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows)]


def mean(values: Counter[int]) -> float:
    return sum(value * times for value, times in values.items()) / values.total()


def command(count: int, usual: int, game_ids: Iterable[str]) -> str:
    """Returns the command that makes a page with so many games."""
    return COMMAND if count == usual else f"{COMMAND} {' '.join(game_ids)} --games {count}"


def figures_row(game: Game, seats: int, found: Tally) -> list[str]:
    lengths = found.lengths
    name, _, form = END_FACTS[game.id]
    return [
        str(seats),
        f"{found.decisions / found.games:,.1f} ({min(lengths):,} to {max(lengths):,})",
        ", ".join(f"{share:.1%}" for share in found.win_shares(seats)),
        format(mean(found.numbers(name)), form),
    ]


def figures_section(game: Game, count: int, play: PlayJob) -> str:
    options = tuple(first_seat_begins(game.options).items())
    jobs = [(seats, SimulationJob(game.id, seats, count, SEED, options)) for seats in game.seats]
    rows = [figures_row(game, seats, play(job, partial(end_fact, game.id))) for seats, job in jobs]
    heads = ("players", "length", "win shares", END_FACTS[game.id][0])
    return "\n".join([f"## {game.title}", "", *table(heads, rows)]) + "\n"


def sections_so_far() -> Iterator[tuple[str, str]]:
    """Yields the parts of docs/figures.md with their titles."""
    if FIGURES_PAGE.exists():
        for part in re.split(r"^(?=## )", FIGURES_PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            yield part.partition("\n")[0].removeprefix("## "), part.strip() + "\n"


def figures_page(chosen: list[Game], count: int, play: PlayJob) -> str:
    """Returns the page with new parts for the chosen games, and the old parts for all others."""
    sections = dict(sections_so_far())
    sections |= {game.title: figures_section(game, count, play) for game in chosen}
    half = INTERVAL_ERRORS * math.sqrt(0.25 / count)
    head = FIGURES_HEAD.format(half=half, games=count, command=command(count, GAMES, END_FACTS))
    titles = [game.title for game in games().values() if game.title in sections]
    return "\n".join([head, *(sections[title] for title in titles)])


# docs/halloween.md.


def spread(name: str, values: Counter[int]) -> list[str]:
    tenths = [quantile(values, part) for part in (0.1, 0.5, 0.9)]
    return [name, f"{mean(values):.1f}", *map(str, tenths)]


def halloween_variant(found: Tally) -> list[str]:
    rows = [
        spread("rounds", found.numbers("rounds")),
        spread("picks", found.lengths),
        spread("HP of a player", found.numbers("HP of a player")),
        spread("HP of the winner", found.numbers("HP of the winner")),
    ]
    ends = [(str(end), f"{100 * times / found.games:.1f} %") for end, times in found.facts["end"].most_common()]
    heads = ("measured", "mean", "lowest tenth", "median", "highest tenth")
    return [*table(heads, rows), "", *table(("what ended it", "share of games"), ends), ""]


def halloween_cards(found: Tally) -> list[str]:
    occupied, won = found.facts["occupied"], found.facts["won"]
    best_first = sorted(occupied, key=lambda card: -won[card] / occupied[card])
    rows = [(str(card), str(occupied[card]), f"{100 * won[card] / occupied[card]:.1f} %") for card in best_first]
    return [CARDS_HEAD, *table(("card", "occupied", "won by an occupant"), rows), ""]


def halloween_page(count: int, play: PlayJob) -> str:
    lines = [HALLOWEEN_HEAD.format(games=count, command=command(count, HALLOWEEN_GAMES, [HALLOWEEN]))]
    for variant in ("standard", "master"):
        options = (("variant", variant),)
        job = SimulationJob(HALLOWEEN, HALLOWEEN_SEATS, count, f"{SEED} {variant}", options)
        found = play(job, halloween_facts)
        lines += [f"## {variant.capitalize()}", "", *halloween_variant(found)]
        lines += halloween_cards(found) if variant == "standard" else []
    return "\n".join(lines).rstrip() + "\n"


# The command.

PlayJob = Callable[[SimulationJob, EndFacts], Tally]


def with_progress(jobs: int | None) -> PlayJob:
    """Returns a function that plays a job on so many processes and shows its progress."""

    def play(job: SimulationJob, facts: EndFacts) -> Tally:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task(f"{job.game}, {job.players} players", total=job.games)
            return count_ends(job, facts, jobs, partial(progress.advance, bar))

    return play


def write_page(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    print(f"docs/{path.name} was written.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = [*END_FACTS, HALLOWEEN]
    parser.add_argument(
        "game", nargs="*", choices=[*known, []], help="the games to measure; all of them if none is named"
    )
    parser.add_argument("--games", type=int, help=f"for each row: {GAMES}, or {HALLOWEEN_GAMES} for Halloween")
    parser.add_argument("--jobs", type=int, help="the number of processes; one for each core")
    arguments = parser.parse_args()
    wanted = arguments.game or known
    play = with_progress(arguments.jobs)
    chosen = [game for game in games().values() if game.id in wanted and game.id in END_FACTS]
    if chosen:
        write_page(FIGURES_PAGE, figures_page(chosen, arguments.games or GAMES, play))
    if HALLOWEEN in wanted:
        write_page(HALLOWEEN_PAGE, halloween_page(arguments.games or HALLOWEEN_GAMES, play))


if __name__ == "__main__":
    main()
