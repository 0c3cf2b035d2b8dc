"""What the documents show is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tools import bot_cards, observations

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_examples_run_as_shown(name: str) -> None:
    outcome = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_every_linked_file_is_there() -> None:
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for link in (part.partition(")")[0] for part in text.split("](")[1:]):
            if not link.startswith(("http", "#")):
                assert (ROOT / link).exists(), f"{name} links to {link}"


def test_the_page_on_observations_is_up_to_date() -> None:
    said = observations.PAGE.read_text(encoding="utf-8")
    assert said == observations.page(), "Write it anew: python tools/observations.py"


def test_the_page_on_bots_says_what_was_measured() -> None:
    said = bot_cards.PAGE.read_text(encoding="utf-8")
    assert said == bot_cards.page(bot_cards.load()), "Write it anew: python tools/bot_cards.py --page"
