"""What a seat knows of the cards, and how the cards that it does not know are dealt again (TH24).

A seat knows every card that it has seen, wherever that card lies now, and the answers of each crypt. All deals that
agree with this knowledge are equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import SET_SIZE
from spiritboard.table.dice import Dice

if TYPE_CHECKING:
    from spiritboard.games.thirteen.rules import Thirteen

NO_SLOT: Final = -1  # stands where no card lies
SEATS_IN: Final = [[seat for seat in range(4) if mask >> seat & 1] for mask in range(16)]  # a set of seats, by its bits


def has_seen(state: Thirteen, seat: int | None, slot: i64) -> bool:
    eye: i64 = state.seats if seat is None else seat
    return state.seen[slot] >> eye & 1 == 1


def number(state: Thirteen, seat: int | None, slot: i64) -> int | None:
    """Returns the number on a card, or None if this seat has not seen it or no card is there."""
    return state.ghosts[slot] if slot != NO_SLOT and has_seen(state, seat, slot) else None


def seen_by(state: Thirteen, slot: i64) -> list[int]:
    """Returns the seats that have seen a card. Everybody knows them: looking at a card is done openly."""
    return SEATS_IN[state.seen[slot] & state.everybody >> 1].copy() if slot != NO_SLOT else []


def hidden_slots(state: Thirteen, seat: int | None, which: i64) -> list[int]:
    """Returns the cards of a set that this seat has not seen."""
    return [slot for slot in range(SET_SIZE * which, SET_SIZE * which + SET_SIZE) if not has_seen(state, seat, slot)]


def hidden_crypts(state: Thirteen, hidden: list[int]) -> list[int]:
    """Returns the seats whose crypts are among these cards."""
    return [seat for seat, slot in enumerate(state.crypts) if slot in hidden]


def fitting(state: Thirteen, numbers: list[int], crypt: i64) -> list[int]:
    """Returns those of the numbers that agree with the answers of a crypt."""
    return [each for each in numbers if state.could[crypt] >> each & 1]


def possible(state: Thirteen, seat: int | None, of: i64) -> list[int]:
    """Returns the numbers that a crypt can be, for all that this seat knows; none if there is no crypt yet."""
    slot = state.crypts[of]
    if slot == NO_SLOT:
        return []
    known = number(state, seat, slot)
    if known is not None:
        return [known]
    hidden = hidden_slots(state, seat, slot // SET_SIZE)
    numbers = sorted([state.ghosts[each] for each in hidden])
    others = [fitting(state, numbers, crypt) for crypt in hidden_crypts(state, hidden) if crypt != of]
    return [each for each in fitting(state, numbers, of) if all_different(others, [each])]


def all_different(choices: list[list[int]], taken: list[int]) -> bool:
    """Returns whether one number can be chosen from each list, all of them different and none already taken."""
    if not choices:
        return True
    return any(each not in taken and all_different(choices[1:], [*taken, each]) for each in choices[0])


def redeal(state: Thirteen, seat: int | None, dice: Dice) -> None:
    """Deal the cards again that this seat does not know.

    The crypts come first, because they must agree with their answers. The rest may lie in any order. Every choice of
    crypts leaves the same number of orders for the rest, so all deals are equally likely.
    """
    for which in range(state.sets):
        hidden = hidden_slots(state, seat, which)
        rest = [state.ghosts[slot] for slot in hidden]
        owners = hidden_crypts(state, hidden)
        for owner, ghost in zip(owners, draw_crypts(state, owners, rest, dice), strict=True):
            state.ghosts[state.crypts[owner]] = ghost
            hidden.remove(state.crypts[owner])
            rest.remove(ghost)
        dice.shuffle(rest)
        for slot, ghost in zip(hidden, rest, strict=True):
            state.ghosts[slot] = ghost


def draw_crypts(state: Thirteen, owners: list[int], numbers: list[int], dice: Dice) -> list[int]:
    """Returns a number for each crypt, drawn again until all are different."""
    choices = [fitting(state, sorted(numbers), owner) for owner in owners]
    while True:
        drawn = [dice.pick(numbers) for numbers in choices]
        if len(set(drawn)) == len(drawn):
            return drawn
