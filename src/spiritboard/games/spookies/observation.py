"""The view of a seat of Spookies as numbers."""

from __future__ import annotations

from typing import ClassVar, cast

from mypy_extensions import i64

from spiritboard.games.spookies.picks import FEWEST_DICE, MOST_DICE
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.rules import NO_FACE, QUESTION_MARK, Spookies
from spiritboard.games.spookies.view import SpookiesSight
from spiritboard.table.observation import Field, Flag, Number, Numbers, Observation, OneOf, VectorCells, scale
from spiritboard.table.pieces import Pieces
from spiritboard.table.state import State

DIE_LABELS = ["1st", "2nd", "3rd", "4th"]
MOST_PIPS = 6


class SpookiesObservation(Observation[SpookiesSight]):
    action_gaps: ClassVar[bool] = True

    def lay_out(self, pieces: Pieces) -> list[Field]:
        printed = cast(SpookiesPieces, pieces)
        self.friends = [name.lower() for name in printed.characters.names]
        fields = [f"field {field.number}" for field in printed.fields]
        chips = scale(sum([kind.count for kind in printed.chips]))
        self.above_gate = Numbers("fields above the gate", self.friends, len(fields))
        self.penalty = Numbers("penalty chips", ["gate", *fields], chips)
        self.friend_die = OneOf("friend die", [*self.friends, "?"])
        self.character = OneOf("character on the move", self.friends)
        self.first_roll = Flag("first roll")
        self.number_dice = Numbers("dice as they lie", DIE_LABELS, MOST_PIPS)
        self.stock = Number("chips in the stock", chips)
        self.chips = Numbers("chips", self.players, chips)
        return [
            *[self.above_gate, self.penalty, self.friend_die, self.character, self.first_roll],
            *[self.number_dice, self.stock, self.chips],
        ]

    def facts(self, view: SpookiesSight) -> list[object]:
        rolled = view["rolled"]
        return [
            [each["field"] for each in view["characters"]],
            [each["penalty"] for each in view["fields"]],
            view["friend"],
            view["character"],
            view["first_roll"],
            rolled + [0] * (MOST_DICE - len(rolled)),
            view["stock"],
            self.around(view, view["chips"]),
        ]

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        assert isinstance(state, Spookies)
        self.write_common(state, seat, into)
        self.write_house(state, into)
        self.write_friend_die(state, into)
        self.write_number_dice(state.rolled, into)
        self.first_roll.put(into, state.first_roll)
        self.stock.put(into, len(state.stock))
        for other in range(self.seats):
            self.chips.put(into, self.places_after(seat, other), len(state.chips[other]))

    def write_house(self, state: Spookies, into: VectorCells) -> None:
        for friend in range(self.above_gate.size):
            self.above_gate.put(into, friend, state.fields[friend])
        for field in range(self.penalty.size):
            self.penalty.put(into, field, len(state.penalty[field]))

    def write_friend_die(self, state: Spookies, into: VectorCells) -> None:
        if state.face == QUESTION_MARK:
            self.friend_die.put(into, self.friend_die.size - 1)
        elif state.face != NO_FACE:
            self.friend_die.put(into, state.face)
        if not state.must_choose():
            self.character.put(into, state.character)

    def write_number_dice(self, rolled: i64, into: VectorCells) -> None:
        """Write the dice, which are the digits of a number, from the last to the first."""
        place = digits(rolled)
        while place:
            place -= 1
            self.number_dice.put(into, place, rolled % 10)
            rolled //= 10

    def actions(self) -> list[str]:
        rolls = [f"roll-{dice}-dice" for dice in range(FEWEST_DICE, MOST_DICE + 1)]
        return ["stop", "unused 1", *rolls, *self.friends]


def digits(number: i64) -> i64:
    """Returns how many digits a number has; 0 has none."""
    count: i64 = 0
    while number:
        count += 1
        number //= 10
    return count


class SpookiesGapless(SpookiesObservation):
    """The same positions as in version 1. Only the actions are numbered otherwise: without gaps."""

    version: ClassVar[int] = 2
    action_gaps: ClassVar[bool] = False
