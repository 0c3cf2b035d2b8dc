"""What everybody at a table of 13 Ghosts saw in this round, and may remember (TH24).

A note is a turn: who took it, the ghost played face up and the one whose ability it used, the number attacked, and
whether a ghost was played face down. Besides, all remember which crypts were opened at the end of the round before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge
from spiritboard.games.thirteen.abilities import SET_SIZE, numbers_in
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.view import CryptRemembered, ThirteenMemory, TurnSeen
from spiritboard.table.errors import BadPosition, require

if TYPE_CHECKING:
    from spiritboard.games.thirteen.position import ThirteenPosition

NUMBER_BITS: Final = 4
NUMBER_MASK: Final = 15
DOWN: Final = 1
ATTACK_SHIFT: Final = 1
USED_SHIFT: Final = 5
UP_SHIFT: Final = 9
SEAT_SHIFT: Final = 13


def turn_up(seat: i64, ghost: i64, used: i64) -> i64:
    """Returns the note of a turn in which a ghost was played face up."""
    return seat << SEAT_SHIFT | ghost << UP_SHIFT | used << USED_SHIFT


def turn_attack(seat: i64, number: i64, down: bool) -> i64:
    """Returns the note of a turn in which a number was attacked, with or without a ghost face down."""
    return seat << SEAT_SHIFT | number << ATTACK_SHIFT | (DOWN if down else 0)


def seat_in(note: i64) -> i64:
    return note >> SEAT_SHIFT


def up_in(note: i64) -> i64:
    """Returns the number of the ghost that was played face up, or 0."""
    return note >> UP_SHIFT & NUMBER_MASK


def used_in(note: i64) -> i64:
    """Returns the number of the ghost whose ability was used, or 0."""
    return note >> USED_SHIFT & NUMBER_MASK


def attack_in(note: i64) -> i64:
    """Returns the number that was attacked, or 0."""
    return note >> ATTACK_SHIFT & NUMBER_MASK


def is_down(note: i64) -> bool:
    return note & DOWN == DOWN


# As a seat sees it.


def remember(state: ThirteenPosition, seat: int | None) -> ThirteenMemory:
    return {
        "turns": state.turns,
        "last": [turn_seen(note) for note in state.noted],
        "crypts": [crypt(state, seat, of) for of in range(state.seats)],
    }


def turn_seen(note: i64) -> TurnSeen:
    return {
        "seat": seat_in(note),
        "up": up_in(note) or None,
        "used": used_in(note) or None,
        "attack": attack_in(note) or None,
        "down": is_down(note),
    }


def crypt(state: ThirteenPosition, seat: int | None, of: i64) -> CryptRemembered:
    has_crypt = state.crypts[of] != NO_SLOT
    return {
        "left": numbers_in(state.could[of]) if has_crypt else [],
        "possible": knowledge.possible(state, seat, of) if has_crypt else [],
        "before": state.opened_before(of) or None,
    }


# Positions.


def packed(crypts: list[int], seats: i64) -> i64:
    """Returns the crypts of the round before as one number. Raises BadPosition if they are not those of the seats."""
    if len(crypts) not in (0, seats) or not all(0 <= number <= SET_SIZE for number in crypts):
        raise BadPosition("`before` says of each seat which ghost lay in its crypt in the round before, or 0.")
    found: i64 = 0
    for seat in range(len(crypts)):
        found |= crypts[seat] << NUMBER_BITS * seat
    return found


def check_memory(state: ThirteenPosition) -> None:
    """Raises BadPosition if something is remembered that cannot have happened in this game."""
    require(state.turns >= 0, "There cannot be fewer than no turns.")
    for note in state.noted:
        numbers = max(up_in(note), used_in(note), attack_in(note)) <= SET_SIZE
        whole = (up_in(note) > 0) == (used_in(note) > 0) and (up_in(note) > 0 or attack_in(note) > 0)
        require(0 <= seat_in(note) < state.seats and numbers and whole, "A note says what a seat did in a turn.")
