"""Prints the tables and figures of README.md from a report, ready to paste."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from benchmarks.names import (
    LEDUC,
    OUR_GUIDED,
    OUR_RANDOM,
    OUR_SEARCH,
    OURS,
    OURS_PLAIN,
    RUNNER_ONE,
    RUNNER_TWO,
    SERVER,
    SPIEL_CPP,
    SPIEL_ISMCTS,
    SPIEL_MCTS,
    SPIEL_PYTHON,
    ZOO,
)
from benchmarks.report import BenchReport, Measurement
from spiritboard.table.registry import games


def readme_tables(report: BenchReport) -> str:
    """Returns the tables as Markdown. A table without measurements is left out."""
    parts = [
        ("Random steps a second, observations and masks included", steps_table(report)),
        ("Random play, decisions a second", speed_table(report)),
        ("Search", search_lines(report)),
        ("What a move costs the server", server_table(report)),
    ]
    return "\n".join(f"{title}{players(report)}:\n\n{text}\n" for title, text in parts if text)


def players(report: BenchReport) -> str:
    counts = {each.seats for each in report.measurements}
    return f", {counts.pop()} players" if len(counts) == 1 else ""


def markdown_table(headings: Iterable[str], rows: list[list[str]]) -> str:
    """Returns a table, or an empty text if it has no rows."""
    if not rows:
        return ""
    head = list(headings)
    return "\n".join([table_line(head), "|" + "---|" * len(head), *map(table_line, rows)])


def table_line(cells: list[str]) -> str:
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def found(report: BenchReport, part: str, name: str, beside: str = "") -> dict[str, Measurement]:
    """Returns the first measurement of this name in each game, compared with something whose name begins so."""
    first: dict[str, Measurement] = {}
    for each in report.measurements:
        if each.part == part and each.name == name and each.beside.startswith(beside):
            first.setdefault(each.game, each)
    return first


def steps_table(report: BenchReport) -> str:
    zoo, one, two = (found(report, "steps", name, LEDUC) for name in (ZOO, RUNNER_ONE, RUNNER_TWO))
    headings = (
        "",
        "PettingZoo over `leduc_holdem`",
        "lowest to highest round",
        "Runner, steps a second",
        "two cores",
    )
    rows = [
        [games()[game].title, f"{each.ratio:.1f}", spread(each), thousands(one[game].value), thousands(two[game].value)]
        for game, each in best_first(zoo).items()
    ]
    return markdown_table(headings, rows)


def speed_table(report: BenchReport) -> str:
    compiled, plain = found(report, "speed", OURS, SPIEL_CPP), found(report, "speed", OURS_PLAIN, SPIEL_PYTHON)
    headings = (
        "game",
        "beside",
        "compiled",
        "OpenSpiel C++ loop",
        "ratio",
        "plain Python",
        "OpenSpiel Python API",
        "ratio",
    )
    rows = [
        [games()[game].title, counterpart(each), *speed_cells(each), *speed_cells(plain[game])]
        for game, each in best_first(compiled).items()
    ]
    return markdown_table(headings, rows)


def counterpart(each: Measurement) -> str:
    """Returns the title of the game that OpenSpiel plays."""
    return each.beside.removeprefix(SPIEL_CPP).replace("_", " ").title()


def speed_cells(each: Measurement) -> list[str]:
    return [millions(each.value), millions(each.beside_value), f"{each.ratio:.2f}"]


def search_lines(report: BenchReport) -> str:
    lines = [
        f"- {name} on Ghosts, decisions a second over {beside}: {each.ratio:.2g}"
        for name in (OUR_RANDOM, OUR_GUIDED)
        for beside in (SPIEL_ISMCTS, SPIEL_MCTS)
        for each in found(report, "search", name, beside).values()
    ]
    table = across(
        best_first(found(report, "search", OUR_SEARCH)), {"iterations a second": lambda each: thousands(each.value)}
    )
    return "\n".join([*lines, "", table]).strip()


def server_table(report: BenchReport) -> str:
    return across(
        best_first(found(report, "server", SERVER)),
        {
            "milliseconds of a core": lambda each: f"{each.value:.2f}",
            "moves a second": lambda each: f"{1000 / each.value:,.0f}",
        },
    )


# Parts of tables.


def across(measured: dict[str, Measurement], lines: dict[str, Callable[[Measurement], str]]) -> str:
    """Returns a table with a column for each game, and a row for each line."""
    if not measured:
        return ""
    rows = [[name, *(say(each) for each in measured.values())] for name, say in lines.items()]
    return markdown_table(["", *(games()[game].title for game in measured)], rows)


def best_first(measured: dict[str, Measurement]) -> dict[str, Measurement]:
    return dict(sorted(measured.items(), key=lambda each: -each[1].ratio))


def spread(each: Measurement) -> str:
    return f"{min(each.ratios):.1f} to {max(each.ratios):.1f}"


def millions(number: float) -> str:
    """Returns a number in millions: 0.37 million, 5.9 million."""
    return f"{number / 1e6:.2f} million" if number < 1e6 else f"{number / 1e6:.1f} million"


def thousands(number: float) -> str:
    """Returns a number with three digits that count: 343,000."""
    return f"{float(f'{number:.3g}'):,.0f}"
