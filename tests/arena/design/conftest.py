"""The game of coins, registered for the tests of this folder."""

from __future__ import annotations

import pytest

from spiritboard.table import registry
from tests.arena.design.coins import COINS


@pytest.fixture(autouse=True)
def _coins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.games(), COINS.id, COINS)
