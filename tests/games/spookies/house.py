"""Positions of Spookies set up by hand, and dice that roll what a test wants."""

from __future__ import annotations

from itertools import count

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice

FRIENDS = ["kracko", "schnuffer", "hanja", "duffy", "poppy"]
NUMBERS = [0, 5, 6, 7, 8, 9, 10, 11]


def field(number: int) -> int:
    """A field by the number printed on it; 0 is the gate."""
    return NUMBERS.index(number)


def house(
    friend: str | None = "hanja",
    on: int = 0,
    chips: tuple[int, ...] = (0, 0),
    penalty: dict[int, int] | None = None,
    stock: int | None = None,
    first_roll: bool = True,
    **options: str,
) -> Spookies:
    """Seat 0 is on turn with a friend on the field of that number; chips are given by how many lie where."""
    values = [1] * 30 + [2] * 20 + [3] * 15 + [5] * 10
    Dice("house").shuffle(values)
    heaps = [[values.pop() for _ in range((penalty or {}).get(number, 0))] for number in NUMBERS]
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
    """Dice whose first rolls are these."""
    for seed in count():
        dice = Dice(seed)
        if all(dice.below(6) + 1 == wanted for wanted in pips):
            return Dice(seed)
    raise AssertionError


def roll(state: Spookies, *pips: int) -> None:
    """The player on turn rolls exactly these dice."""
    seat = state.turn
    state.play(seat, state.move(seat, (f"roll-{len(pips)}-dice",)), rolling(*pips))


def pick(state: Spookies, name: str, seed: object = 0) -> None:
    seat = state.turn
    state.play(seat, state.move(seat, (name,)), Dice(seed))


def stands_on(state: Spookies, friend: str) -> int:
    """The number of the field a friend stands on."""
    return NUMBERS[state.fields[FRIENDS.index(friend)]]


def purse(state: Spookies, seat: int = 0) -> int:
    return len(state.chips[seat])


def lying_on(state: Spookies, number: int) -> int:
    return len(state.penalty[field(number)])
