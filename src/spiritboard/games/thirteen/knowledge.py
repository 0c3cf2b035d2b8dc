"""What a seat knows of the cards, and how the cards that it does not know are dealt again (TH24).

A seat knows every card that it has seen, wherever that card lies now, and the answers of each crypt. All deals that
agree with this knowledge are equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import ANY_NUMBER, SET_SIZE, number_at, numbers_in, size_of
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row, with_room, zeros

if TYPE_CHECKING:
    from spiritboard.games.thirteen.position import ThirteenPosition

NO_SLOT: Final = -1  # stands where no card lies
SEATS_IN: Final = [[seat for seat in range(4) if mask >> seat & 1] for mask in range(16)]  # a set of seats, by its bits


def eye_of(state: ThirteenPosition, seat: int | None) -> i64:
    """Returns the eye of a seat, or of a spectator."""
    return state.seats if seat is None else seat


def number(state: ThirteenPosition, seat: int | None, slot: i64) -> int | None:
    """Returns the number on a card, or None if this seat has not seen it or no card is there."""
    return state.ghosts[slot] if slot != NO_SLOT and state.has_seen(eye_of(state, seat), slot) else None


def seen_by(state: ThirteenPosition, slot: i64) -> list[int]:
    """Returns the seats that have seen a card. Everybody knows them: looking at a card is done openly."""
    return SEATS_IN[state.eyes_on(slot) & state.everybody >> 1].copy() if slot != NO_SLOT else []


# The numbers that a crypt can be.


def possible(state: ThirteenPosition, seat: int | None, of: i64) -> list[int]:
    """Returns the numbers that a crypt can be, for all that this seat knows; none if there is no crypt yet."""
    return numbers_in(possible_numbers(state, eye_of(state, seat), of))


def possible_numbers(state: ThirteenPosition, eye: i64, of: i64) -> i64:
    """Returns the numbers that a crypt can be, as bits, for all that this eye knows."""
    slot = state.crypts[of]
    if slot == NO_SLOT:
        return 0
    if state.has_seen(eye, slot):
        return 1 << state.ghosts[slot]
    unseen = state.unseen_numbers(eye, state.which_set(of))
    first, second = other_crypts(state, unseen, of)
    numbers: i64 = 0
    for each in range(1, SET_SIZE + 1):
        if unseen & state.could[of] & 1 << each and can_differ(first & ~(1 << each), second & ~(1 << each)):
            numbers |= 1 << each
    return numbers


def other_crypts(state: ThirteenPosition, unseen: i64, of: i64) -> tuple[i64, i64]:
    """Returns the numbers that the two other hidden crypts of the same set can be by their own answers, as bits.

    `unseen` are the numbers that have not been seen. Where there is no other crypt, any number is returned.
    """
    first: i64 = ANY_NUMBER
    second: i64 = ANY_NUMBER
    for other in range(state.seats):
        if other != of and is_hidden_crypt(state, unseen, other, state.which_set(of)):
            second = first
            first = unseen & state.could[other]
    return first, second


def is_hidden_crypt(state: ThirteenPosition, unseen: i64, of: i64, which: i64) -> bool:
    """Returns whether a seat has a crypt of this set whose number is one of those not seen, given as bits."""
    slot = state.crypts[of]
    return slot != NO_SLOT and state.which_set(of) == which and unseen >> state.ghosts[slot] & 1 == 1


def can_differ(first: i64, second: i64) -> bool:
    """Returns whether a number can be chosen from each of two sets, given as bits, so that the two are different."""
    return first != 0 and second != 0 and size_of(first | second) > 1


# Dealing again.


def redeal(state: ThirteenPosition, seat: int | None, dice: Dice) -> None:
    """Deal the cards again that this seat does not know. Who has seen which card stays the same."""
    for which in range(state.sets):
        deal_set(state, eye_of(state, seat), which, dice)


def deal_set(state: ThirteenPosition, eye: i64, which: i64, dice: Dice) -> None:
    """Deal the cards of a set again that this eye has not seen."""
    hidden, before = with_room(SET_SIZE), with_room(SET_SIZE)
    unseen = state.unseen_numbers(eye, which)
    for slot in range(SET_SIZE * which, SET_SIZE * which + SET_SIZE):
        if unseen >> state.ghosts[slot] & 1:
            hidden.append(slot)
            before.append(state.ghosts[slot])
    owners = hidden_crypts(state, unseen, which)
    deal_hidden(state, hidden.copy(), before.copy(), owners, draw_crypts(state, unseen, owners, dice), dice)
    for other in range(state.seats + 1):
        state.know_instead(other, which, unseen, hidden, before)


def deal_hidden(state: ThirteenPosition, slots: Row, rest: Row, owners: Row, drawn: Row, dice: Dice) -> None:
    """Deal numbers to slots. The crypts of these owners get those that were drawn for them.

    The crypts come first, because they must agree with their answers. The rest may lie in any order. Every choice of
    crypts leaves the same number of orders for the rest, so all deals are equally likely.
    """
    for at in range(len(owners)):
        crypt = state.crypts[owners[at]]
        state.ghosts[crypt] = drawn[at]
        slots.remove(crypt)
        rest.remove(drawn[at])
    dice.shuffle_row(rest)
    for at in range(len(slots)):
        state.ghosts[slots[at]] = rest[at]


def hidden_crypts(state: ThirteenPosition, unseen: i64, which: i64) -> Row:
    """Returns the seats whose crypts are of this set and have one of the numbers not seen, given as bits."""
    owners = with_room(state.seats)
    for owner in range(state.seats):
        if is_hidden_crypt(state, unseen, owner, which):
            owners.append(owner)
    return owners


def draw_crypts(state: ThirteenPosition, unseen: i64, owners: Row, dice: Dice) -> Row:
    """Returns one of the numbers not seen for each of these crypts, drawn again until all are different."""
    count: i64 = len(owners)
    drawn = zeros(count)
    while True:
        taken: i64 = 0
        for at in range(count):
            choices = unseen & state.could[owners[at]]
            drawn[at] = number_at(choices, dice.below(size_of(choices)))
            taken |= 1 << drawn[at]
        if size_of(taken) == count:
            return drawn
