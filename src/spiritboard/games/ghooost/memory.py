"""What everybody at a table of Ghooost! saw in this round, and may remember (GO26).

A note says who did what with which ghosts, in the same bits as a move that plays them. Of each player it is remembered
on which values they last did not play from the hand, and how many ghosts they have drawn since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import (
    GHOST_KINDS,
    GHOST_NAMES,
    HIGHEST_VALUE,
    KITTY,
    copies_in,
    number_in,
    play_of,
)
from spiritboard.games.ghooost.view import Deed, GhooostMemory, TurnSeen, ValuesDeclined
from spiritboard.table.errors import BadPosition, require

if TYPE_CHECKING:
    from spiritboard.games.ghooost.position import GhooostPosition

# How the ghosts of a note came to lie there, or what was done instead.
FROM_HAND: Final = 0
LUCK: Final = 1
LUCK_MISSED: Final = 2  # the ghost did not fit, and went into the hand with the cemetery
MANSION: Final = 3
MANSION_MISSED: Final = 4
COLLECTED: Final = 5
TURN_LOST: Final = 6
DEEDS: Final[list[Deed]] = ["hand", "luck", "luck-missed", "mansion", "mansion-missed", "collect", "lose-turn"]

SEAT_SHIFT: Final = 12
DEED_SHIFT: Final = 9
DEED_MASK: Final = 7
PLAY_MASK: Final = 511
KIND_SHIFT: Final = 4
KITTY_PLAYED: Final = 16 * KITTY + 2  # as `play_of` would write it
DRAWN_SHIFT: Final = HIGHEST_VALUE + 1  # in a stored position: the bits above those of the values
MOST_DECLINED: Final = 1 << 2 * DRAWN_SHIFT


def note_of(seat: i64, deed: i64, play: i64) -> i64:
    """Returns a note. `play` has the bits of a move that plays the ghosts; it is 0 if there are none."""
    return (seat + 1) << SEAT_SHIFT | deed << DEED_SHIFT | play


def turned_up(ghost: i64) -> i64:
    """Returns a ghost that was turned up, as a play of a single ghost."""
    return play_of(ghost, 1, 0)


def seat_in(note: i64) -> i64:
    return (note >> SEAT_SHIFT) - 1


def deed_in(note: i64) -> i64:
    return note >> DEED_SHIFT & DEED_MASK


def play_in(note: i64) -> i64:
    return note & PLAY_MASK


def kind_in(note: i64) -> i64:
    """Returns the kind of the ghosts, or 0 if there were none. A Miss Copy that copied them is not counted."""
    return play_in(note) >> KIND_SHIFT


# As a seat sees it.


def remember(state: GhooostPosition) -> GhooostMemory:
    return {
        "lost": state.lost,
        "stopped": state.stopped,
        "last": [turn_seen(note) for note in state.noted],
        "declined": [values_declined(player.declined, player.drawn) for player in state.players],
    }


def turn_seen(note: i64) -> TurnSeen:
    play = play_in(note)
    return {
        "seat": seat_in(note),
        "deed": DEEDS[deed_in(note)],
        "ghost": GHOST_NAMES[kind_in(note)] if play else None,
        "ghosts": number_in(play),
        "copy": copies_in(play) == 1,
    }


def values_declined(declined: i64, drawn: i64) -> ValuesDeclined:
    values = [value for value in range(1, HIGHEST_VALUE + 1) if declined >> value & 1]
    return {"values": values, "drawn": drawn if values else 0}


# Positions.


def packed(declined: i64, drawn: i64) -> int:
    """Returns what a stored position says of the values that a player declined."""
    return drawn << DRAWN_SHIFT | declined


def unpacked(number: int) -> tuple[int, int]:
    """Returns the declined values, as bits, and the ghosts drawn since. Raises BadPosition if no number says so."""
    declined, drawn = number & (1 << DRAWN_SHIFT) - 1, number >> DRAWN_SHIFT
    if not 0 <= number < MOST_DECLINED or declined & 1:
        raise BadPosition("`declined` says of each player which values they did not play on, and what they drew since.")
    return declined, drawn


def check_memory(state: GhooostPosition) -> None:
    """Raises BadPosition if something is remembered that cannot have happened in this game."""
    for note in state.noted:
        known = 0 <= seat_in(note) < state.seats and deed_in(note) < len(DEEDS) and kind_in(note) < GHOST_KINDS
        with_ghosts = (kind_in(note) > 0 and number_in(note) > 0) == (deed_in(note) < COLLECTED)
        require(known and with_ghosts, "A note says which seat did what with which ghosts.")
