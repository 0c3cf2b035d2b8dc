"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest

from spiritboard.commands.serve import serve
from tools import bot_cards, observations

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_examples_run_as_shown(name: str) -> None:
    outcome = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_every_linked_file_is_there() -> None:
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/running.md", "docs/servers.md"):
        page = ROOT / name
        for link in (part.partition(")")[0] for part in page.read_text(encoding="utf-8").split("](")[1:]):
            if not link.startswith(("http", "#")):
                assert (page.parent / link).exists(), f"{name} links to {link}"


def test_every_option_of_a_server_is_listed_with_its_default() -> None:
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `--([\w-]+)` \| (.*?) \|", text, re.MULTILINE))
    options = inspect.signature(serve).parameters
    assert list(listed) == [name.replace("_", "-") for name in options]
    for name, option in options.items():
        if isinstance(option.default, int | float | str) and not isinstance(option.default, bool):
            assert listed[name.replace("_", "-")] == str(option.default)


def test_the_page_on_observations_is_up_to_date() -> None:
    said = observations.PAGE.read_text(encoding="utf-8")
    assert said == observations.page(), "Write it anew: python tools/observations.py"


def test_the_page_on_bots_says_what_was_measured() -> None:
    said = bot_cards.PAGE.read_text(encoding="utf-8")
    assert said == bot_cards.page(bot_cards.load()), "Write it anew: python tools/bot_cards.py --page"
