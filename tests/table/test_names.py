"""Names that players may have."""

from __future__ import annotations

import pytest

from spiritboard.table.errors import BadSetup
from spiritboard.table.names import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada \t Love\nlace ", "Ada Lovelace"),
        ("A\u202ed\u200ba\x1b", "Ada"),
        ("Ada\u3164\u2800", "Ada"),
        ("\u2764\ufe0f", "\u2764"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Nguy\u1ec5n", "Nguy\u1ec5n"),
        ("a" + "\u0336" * 9 + "b \u0336c", "a\u0336\u0336\u0336b c"),
        ("Ada\u00a0Bo", "Ada Bo"),
        ("\u5c71\u7530", "\u5c71\u7530"),
        ("\U0001f47b", "\U0001f47b"),
    ],
)
def test_a_name_is_shown_on_one_line(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "given", ["", " ", "\x00\u200b", "\u3164", "\u2800 \u2800", "\u115f\u1160", "\u0301\u0301", "\u034f"]
)
def test_a_name_that_cannot_be_seen_is_none(given: str) -> None:
    with pytest.raises(BadSetup, match="at least one letter"):
        clean_name(given)


def test_a_name_is_short() -> None:
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    with pytest.raises(BadSetup, match="at most 24"):
        clean_name("x" * (LONGEST_NAME + 1))


@pytest.mark.parametrize("given", ["You", "you", " YOU! ", "Your", "yours", "\uff39\uff4f\uff55", "Y o u"])
def test_nobody_is_called_you(given: str) -> None:
    """The table calls its reader so: "You wins" and "You's turn" would be wrong."""
    with pytest.raises(BadSetup, match="take another name"):
        clean_name(given)
    assert [clean_name(name) for name in ("Youssef", "Young", "You and me")] == ["Youssef", "Young", "You and me"]
