"""A game that is nothing but its pieces: its seats, its length and its scores have known chances."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces, PieceTable
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.style import Style

Part = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Coin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """In a hundred tosses, so many fall for the seat that begins."""

    name: str
    weight: Part
    provenance: str = "own"


class CoinPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    coins: tuple[Coin, ...]
    tosses: Annotated[int, msgspec.Meta(ge=1, le=99)] = 5
    colour: str = "red"  # means nothing
    sizes: tuple[int, ...] = (1, 2)  # mean nothing

    def check(self) -> None:
        """Every coin can be tossed."""

    def maker(self) -> Callable[[GameConfig], State]:
        weight, tosses = self.coins[0].weight, self.tosses
        return lambda config: Coins(config, weight, tosses)

    def tables(self) -> list[PieceTable]:
        return []


class Coins(State):
    """A row of tosses. The last one decides, by the weight of the first coin."""

    def __init__(self, config: GameConfig, weight: int, tosses: int) -> None:
        super().__init__(config)
        self.weight = weight
        self.left = tosses
        self.winner = 0

    def deal(self, dice: Dice) -> None:
        """Nothing is dealt."""

    def legal(self, seat: int) -> list[int]:
        return [0]

    def apply(self, seat: int, move: int, dice: Dice) -> None:
        self.left -= 1
        self.winner = 0 if dice.below(100) < self.weight else 1
        self.turn = 1 - self.turn
        self.over = self.left == 0

    def copy(self) -> Coins:
        twin = Coins(self.config, self.weight, self.left)
        twin.winner = self.winner
        self.carry_over(twin)
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Nothing is hidden."""

    def path(self, seat: int, move: int) -> tuple[str, ...]:
        return ("toss",)

    def standings(self) -> Standings:
        return Standings.highest([10 * int(seat == self.winner) for seat in range(2)])


COINS = Game(
    id="coins",
    title="Coins",
    designer="Nobody",
    published="never",
    seats=range(2, 3),
    minutes=1,
    pitch="Toss coins.",
    options=(),
    pieces=CoinPieces,
    view=dict,
    events=(),
    drawing=lambda view, names: "",
    folder=Path(__file__).parent,
    styles=(Style("lucky", "hopes", {}),),
)
