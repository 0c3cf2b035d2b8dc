"""A card is asked only about the moments of which it speaks: those whose methods its class overrides."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import step
from spiritboard.games.halloween.kinds import card_classes
from spiritboard.games.halloween.step import MOMENTS, ActionCard


@pytest.mark.parametrize("place", range(len(MOMENTS)))
def test_the_bit_of_a_moment_has_the_place_of_its_method(place: int) -> None:
    assert getattr(step, f"MOMENT_{MOMENTS[place].upper()}") == 1 << place
    assert callable(getattr(ActionCard, MOMENTS[place]))


@pytest.mark.parametrize("number", sorted(card_classes()))
def test_a_card_speaks_of_the_moments_that_its_class_writes(number: int) -> None:
    kind = card_classes()[number]
    written = {name for each in kind.__mro__ if each is not ActionCard for name in vars(each)}
    spoken = {name for place, name in enumerate(MOMENTS) if kind().moments >> place & 1}
    assert spoken == written & set(MOMENTS)


def test_cards_that_only_change_what_is_possible_speak_of_nothing() -> None:
    assert card_classes()[2]().moments == 0
    assert card_classes()[32]().moments == step.MOMENT_SUMMON_OVER | step.MOMENT_WORTH_OF_SUMMON
