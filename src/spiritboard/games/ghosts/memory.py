"""What everybody at a table of Ghosts saw in this round, and may remember (GH16).

A note is a move with the seat that made it. A refusal says which pile a player last took instead of playing a card,
and how many cards the player has drawn since: the others in the hand were there when the pile was refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.ghosts.picks import CARD_NUMBERS, COLOUR_SHIFT, HIGHEST_LEVEL, MOVE_BITS, MOVE_MASK, TAKE_PILE
from spiritboard.games.ghosts.view import GhostsMemory, MoveSeen, PileRefused
from spiritboard.table.errors import BadPosition, require

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts

REFUSAL_BITS: Final = 10  # of each seat, in a number that holds the refusals of all seats
REFUSAL_MASK: Final = (1 << REFUSAL_BITS) - 1
DRAWN_MASK: Final = 7  # the lowest bits of a refusal: 1 and the number of cards drawn since
MOST_DRAWN: Final = 6  # more cards are not counted
LEVEL_SHIFT: Final = 3
NO_COLOUR: Final = 15  # of a pile without ghosts


def note_of(seat: i64, move: i64) -> i64:
    return (seat + 1) << MOVE_BITS | move


def seat_in(note: i64) -> i64:
    return (note >> MOVE_BITS) - 1


def move_in(note: i64) -> i64:
    return note & MOVE_MASK


def refusal(level: i64, top: i64) -> i64:
    """Returns the refusal of a pile of this level and top card, before any card is drawn."""
    colour: i64 = NO_COLOUR if top < 0 else top >> COLOUR_SHIFT
    return (colour << LEVEL_SHIFT | level) << LEVEL_SHIFT | 1


def level_in(found: i64) -> i64:
    return found >> LEVEL_SHIFT & HIGHEST_LEVEL


def colour_in(found: i64) -> i64:
    """Returns the number of the colour on top of the pile, or NO_COLOUR."""
    return found >> 2 * LEVEL_SHIFT


def drawn_in(found: i64) -> i64:
    return (found & DRAWN_MASK) - 1


# As a seat sees it.


def remember(state: Ghosts) -> GhostsMemory:
    box = state.box
    played = sorted([*state.pile, *[card for cards in state.taken for card in cards]])
    return {
        "played": [box.name(card) for card in played],
        "last": [last_move(state, note) for note in state.noted],
        "refused": [pile_refused(state, seat) for seat in range(state.seats)],
    }


def last_move(state: Ghosts, note: i64) -> MoveSeen:
    move = move_in(note)
    return {"seat": seat_in(note), "card": None if move == TAKE_PILE else state.box.name(move)}


def pile_refused(state: Ghosts, seat: i64) -> PileRefused | None:
    found = state.refusal_of(seat)
    if not found:
        return None
    colour = colour_in(found)
    return {
        "level": level_in(found),
        "colour": None if colour == NO_COLOUR else state.box.colours[colour],
        "drawn": drawn_in(found),
    }


# Positions.


def packed(refusals: list[int], seats: i64) -> i64:
    """Returns the refusals of the seats as one number. Raises BadPosition if there are too many, or one is none."""
    if len(refusals) not in (0, seats) or not all(0 <= each <= REFUSAL_MASK for each in refusals):
        raise BadPosition(f"Each seat has a refusal, a number from 0 to {REFUSAL_MASK}.")
    found: i64 = 0
    for seat in range(len(refusals)):
        found |= refusals[seat] << REFUSAL_BITS * seat
    return found


def check_memory(state: Ghosts) -> None:
    """Raises BadPosition if something is remembered that cannot have happened in this game."""
    for note in state.noted:
        move = move_in(note)
        known = move == TAKE_PILE or (move < CARD_NUMBERS and state.box.cards.count(move) > 0)
        require(
            0 <= seat_in(note) < state.seats and known, "A note says which seat played which card or took the pile."
        )
    for seat in range(state.seats):
        found = state.refusal_of(seat)
        if found:
            colour = colour_in(found)
            real = found & DRAWN_MASK > 0 and (colour == NO_COLOUR or colour < len(state.box.colours))
            require(real, "A refusal says of which level and colour the pile was.")
