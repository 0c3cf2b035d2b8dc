"""Plays OpenSpiel's games at random through its Python API."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any


def play_on(state: Any, source: random.Random, look: Callable[[Any], object] | None = None) -> int:
    """Plays to the end of the game and returns the number of decisions. `look` is called before each decision."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, weights)[0])
        else:
            if look is not None:
                look(state)
            state.apply_action(source.choice(state.legal_actions()))
            decisions += 1
    return decisions
