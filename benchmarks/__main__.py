"""Measures everything that should be fast, beside other libraries, and prints one table of ratios.

    python -m benchmarks                        all parts, into build/bench.json
    python -m benchmarks --only speed,search    some parts only
    python -m benchmarks --instructions         counts instructions too, if valgrind is installed
    python -m benchmarks --compare              the ratios of build/bench.json and of the last release
    python -m benchmarks --markdown             the tables of README.md, from build/bench.json
    python -m benchmarks --keep                 keeps build/bench.json as the figures of this release

Contenders take turns (see turns.py). Values are medians of the rounds, and so are ratios within a round.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from benchmarks import instructions, search, server_moves, speed, steps
from benchmarks.compare import print_changes
from benchmarks.readme_tables import readme_tables
from benchmarks.report import ROOT, BenchReport, new_report, print_report, read_report, save_report
from benchmarks.turns import BenchPlan, PartResult, add_plan_options, plan_of

RELEASED = ROOT / "benchmarks" / "released.json"
EXTRA_PART = "instructions"
PARTS: dict[str, Callable[[BenchPlan], PartResult]] = {
    "speed": speed.measure,
    "search": search.measure,
    "steps": steps.measure,
    "server": server_moves.measure,
    EXTRA_PART: instructions.measure,
}
USUAL_PARTS = [name for name in PARTS if name != EXTRA_PART]
QUICK_PLAN = BenchPlan(("ghosts",), rounds=1, seconds=0.01, tables=40)


def measure(parts: list[str], plan: BenchPlan, quick: bool) -> BenchReport:
    """Returns a report of these parts."""
    report, found = new_report(quick), PartResult()
    for name in parts:
        found.add(PARTS[name](plan))
    report.measurements, report.left_out = found.measurements, found.left_out
    return report


def load(path: Path, how_to_make: str) -> BenchReport:
    """Returns the report in a file. Exits with a sentence if there is none."""
    try:
        return read_report(path)
    except FileNotFoundError:
        sys.exit(f"There is no {path.name} yet: {how_to_make} writes it.")
    except msgspec.DecodeError as error:
        sys.exit(f"{path} is not a report of this program ({error}): {how_to_make} writes it anew.")


def load_run(path: Path) -> BenchReport:
    return load(path, "`make bench`")


def keep(report: BenchReport, path: Path) -> None:
    """Writes the figures of this release. Exits with a sentence if the report is not fit for that."""
    missing = set(USUAL_PARTS) - {each.part for each in report.measurements}
    if report.quick or report.plain or missing:
        sys.exit("Only a whole run with compiled rules can be kept: run `make bench` first.")
    save_report(report, path)
    print(f"{path.name} now has the figures of version {report.version}.")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--only", type=parts_of, default=USUAL_PARTS, help=f"only these parts: {','.join(PARTS)}")
    made.add_argument("--instructions", action="store_true", help="count instructions, too")
    made.add_argument("--quick", action="store_true", help="try every part for a moment; the figures mean nothing")
    add_plan_options(made)
    made.add_argument("--tables", type=int, default=BenchPlan(()).tables, help="the number of tables on the server")
    made.add_argument("--json", type=Path, default=Path("build/bench.json"), help="the file of this run")
    made.add_argument("--released", type=Path, default=RELEASED, help="the file of the last release")
    instead = made.add_mutually_exclusive_group()
    instead.add_argument("--compare", action="store_true", help="measure nothing; compare with the last release")
    instead.add_argument("--markdown", action="store_true", help="measure nothing; print the tables of README.md")
    instead.add_argument("--keep", action="store_true", help="measure nothing; keep this run as that of the release")
    return made


def parts_of(text: str) -> list[str]:
    """Returns the named parts. Raises ArgumentTypeError if one of them does not exist."""
    named = text.split(",")
    if unknown := [name for name in named if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"there is no part {unknown[0]}; the parts are {', '.join(PARTS)}")
    return named


def main(words: list[str] | None = None) -> None:
    arguments = parser().parse_args(words)
    if arguments.compare:
        print_changes(load(arguments.released, "`python -m benchmarks --keep`"), load_run(arguments.json))
    elif arguments.markdown:
        print(readme_tables(load_run(arguments.json)))
    elif arguments.keep:
        keep(load_run(arguments.json), arguments.released)
    else:
        run(arguments)


def run(arguments: argparse.Namespace) -> None:
    wanted = [*arguments.only, *([EXTRA_PART] if arguments.instructions else [])]
    plan = QUICK_PLAN if arguments.quick else replace(plan_of(arguments), tables=arguments.tables)
    report = measure([name for name in PARTS if name in wanted], plan, arguments.quick)
    save_report(report, arguments.json)
    print_report(report)
    print(f"{arguments.json} was written.")


if __name__ == "__main__":
    main()
