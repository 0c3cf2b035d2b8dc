"""With --ledger, every rule of every game must be named by a test that passed.

A test names the rules it proves with `@pytest.mark.rule("SP6")`. Naming a rule that no ledger has is an error at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# A game in a package of its own, found by its entry point here and in the processes that tests start.
ELSEWHERE = str(Path(__file__).parent / "elsewhere")
sys.path.append(ELSEWHERE)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), ELSEWHERE]))

from spiritboard.table.registry import games  # noqa: E402 - after the path is set

# The same examples in every run, however slow the machine is, and nothing remembered from one run to the next.
settings.register_profile("every time", derandomize=True, deadline=None, database=None)
settings.load_profile("every time")


def ledger() -> dict[str, tuple[str, ...]]:
    """Returns the ids of each game's rules, as its rules.md lists them."""
    return {game.id: game.rule_ids for game in games().values()}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ledger", action="store_true", help="fail unless every rule is proved by a test that passed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = {rule for rules in ledger().values() for rule in rules}
    for item in items:
        for marker in item.iter_markers("rule"):
            unknown = [rule for rule in marker.args if rule not in known]
            if unknown or not marker.args:
                raise pytest.UsageError(f"{item.nodeid} names rules that no ledger has: {unknown}")
            item.user_properties.extend(("rule", rule) for rule in marker.args)


class Ledger:
    """Counts which rules were proved, also when the tests run in several processes."""

    def __init__(self) -> None:
        self.proofs: dict[str, int] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == "rule":
                    self.proofs[str(value)] = self.proofs.get(str(value), 0) + 1

    def unproved(self) -> list[str]:
        return [rule for rules in ledger().values() for rule in rules if rule not in self.proofs]

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None]:
        if self.unproved() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        yield

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for game, rules in ledger().items():
            proved = [rule for rule in rules if rule in self.proofs]
            tests = sum(self.proofs[rule] for rule in proved)
            terminalreporter.write_line(f"ledger: {game}: {len(proved)} of {len(rules)} rules proved, by {tests} tests")
        if self.unproved():
            terminalreporter.write_line(f"ledger: not proved: {', '.join(self.unproved())}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--ledger") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(), "ledger")
