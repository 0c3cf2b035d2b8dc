"""Why positions that were written by hand are refused, for every game."""

from __future__ import annotations

import pytest

from spiritboard.table.errors import BadPosition
from spiritboard.table.registry import find
from spiritboard.table.state import State


def refused(state: State, change: dict[str, object]) -> str:
    """Returns why a position is refused if some of its fields are changed."""
    setup = find(state.config.game).setup(int(state.seats), **state.config.options)
    with pytest.raises(BadPosition) as error:
        setup.from_position({**state.position(), **change})
    return str(error.value)
