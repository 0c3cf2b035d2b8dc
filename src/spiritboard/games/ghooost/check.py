"""Whether a position that was set up by hand can be one of Ghooost!."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.ghooost.knowledge import loses_turn
from spiritboard.games.ghooost.picks import COPIED, HIGHEST_VALUE
from spiritboard.table.errors import BadPosition

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost


def check(state: Ghooost) -> None:
    """Raises BadPosition if no game can come to this position."""
    if sorted(state.every_ghost()) != sorted(state.ghosts):
        raise BadPosition("The ghosts in hands, mansions, crypt, cemetery and discard are not those of the game.")
    per_seat = [len(state.held), len(state.seen), len(state.mansions)]
    if any(each != state.seats for each in per_seat) or not len(state.points) == len(state.boos) == state.seats:
        raise BadPosition("Each seat has a hand, a known part of it, a mansion, points and Boo!s.")
    if any(
        known > held
        for hand, seen in zip(state.held, state.seen, strict=True)
        for held, known in zip(hand, seen, strict=True)
    ):
        raise BadPosition("What is known of a hand must be in it.")
    if state.way not in (-1, 1) or not 0 <= state.first < state.seats:
        raise BadPosition("The way is 1 or -1, and the first player one of those who sit there.")
    check_cemetery(state)
    check_who_is_in(state)


def check_cemetery(state: Ghooost) -> None:
    if any(not 1 <= ghost & ~COPIED <= HIGHEST_VALUE for ghost in state.cemetery) or state.kitties < 0:
        raise BadPosition("In the cemetery lie ghosts with a value; the Kitties beside it are counted.")


def check_who_is_in(state: Ghooost) -> None:
    if state.turn in state.left and not state.over:
        raise BadPosition("Whoever is on turn has not left.")
    if sorted(state.left) != [seat for seat in range(state.seats) if state.has_no_ghosts(seat)]:
        raise BadPosition("Exactly those with neither hand nor mansion have left, each once.")
    if loses_turn(state):
        raise BadPosition("Whoever is on turn can do something: with only Miss Copy and nothing there it is lost.")
    if state.booed is not None and not 0 <= state.booed < state.seats:
        raise BadPosition("The last Boo! went to somebody who sits there.")
