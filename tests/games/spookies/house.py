"""Helpers for the tests of Spookies: positions set up by hand, and dice that roll given numbers."""

from __future__ import annotations

from itertools import count

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice

FRIENDS = ["kracko", "schnuffer", "hanja", "duffy", "poppy"]
FIELD_NUMBERS = [0, 5, 6, 7, 8, 9, 10, 11]


def field(number: int) -> int:
    """Returns the place of the field with this printed number, counted from the gate; 0 is the gate."""
    return FIELD_NUMBERS.index(number)


def house(
    friend: str | None = "hanja",
    on: int = 0,
    chips: tuple[int, ...] = (0, 0),
    penalty: dict[int, int] | None = None,
    stock: int | None = None,
    first_roll: bool = True,
    **options: str,
) -> Spookies:
    """Returns a position in which seat 0 is on turn with a friend on the field of that number.

    `chips` are the numbers of chips of the seats, `penalty` those on the fields by printed number. No friend means that
    the player on turn has to choose one.
    """
    values = [1] * 30 + [2] * 20 + [3] * 15 + [5] * 10
    Dice("house").shuffle(values)
    heaps = [[values.pop() for _ in range((penalty or {}).get(number, 0))] for number in FIELD_NUMBERS]
    purses = [[values.pop() for _ in range(held)] for held in chips]
    left = len(values) if stock is None else stock
    fields = [0] * 5
    if friend is not None:
        fields[FRIENDS.index(friend)] = field(on)
    state = GAME.setup(len(chips), **options).from_position(
        {
            "turn": 0,
            "friend": FRIENDS.index(friend) if friend else -1,
            "character": FRIENDS.index(friend) if friend else -1,
            "first_roll": first_roll,
            "rolled": 0,
            "fields": fields,
            "stock": values[:left],
            "box": values[left:],
            "chips": purses,
            "penalty": heaps,
        }
    )
    assert isinstance(state, Spookies)
    return state


def rolling(*pips: int) -> Dice:
    """Returns dice whose first rolls are these."""
    for seed in count():
        dice = Dice(seed)
        if all(dice.below(6) + 1 == wanted for wanted in pips):
            return Dice(seed)
    raise AssertionError


def roll(state: Spookies, *pips: int) -> None:
    """Let the player on turn roll exactly these dice."""
    seat = state.turn
    state.play(seat, state.move(seat, (f"roll-{len(pips)}-dice",)), rolling(*pips))


def pick(state: Spookies, name: str, seed: object = 0) -> None:
    """Let the player on turn make the move of this name."""
    seat = state.turn
    state.play(seat, state.move(seat, (name,)), Dice(seed))


def stands_on(state: Spookies, friend: str) -> int:
    """Returns the printed number of the field that a friend stands on."""
    return FIELD_NUMBERS[state.fields[FRIENDS.index(friend)]]


def purse(state: Spookies, seat: int = 0) -> int:
    """Returns how many chips a seat has."""
    return len(state.chips[seat])


def lying_on(state: Spookies, number: int) -> int:
    """Returns how many penalty chips lie on the field with this printed number."""
    return len(state.penalty[field(number)])
