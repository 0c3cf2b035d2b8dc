"""Dice that fall as they are told, for callers that go through everything that dice can do."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.table.dice import Dice

MOST_SIDES: Final = 256


class RollNeeded(Exception):
    """The dice were rolled once more than they were told of."""

    def __init__(self, sides: i64) -> None:
        super().__init__(f"a roll of a die with {sides} sides")
        self.sides: i64 = sides


class ToldDice(Dice):
    """Dice whose rolls are given. A roll more raises RollNeeded, so what was being done must be done in a copy.

    A die with one side is no roll, because it leaves nothing to chance."""

    def __init__(self, rolls: bytes) -> None:
        super().__init__(bytes(16))
        self._rolls = rolls
        self._rolled: i64 = 0

    def _below_otherwise(self, n: i64) -> i64:
        # Called for every roll, because these dice never have any bytes.
        if n == 1:
            return 0
        if not 1 < n <= MOST_SIDES:
            raise ValueError(f"told dice have 1 to {MOST_SIDES} sides, not {n}")
        at = self._rolled
        if at == len(self._rolls):
            raise RollNeeded(n)
        self._rolled = at + 1
        return self._rolls[at]
