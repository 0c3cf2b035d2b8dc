"""What a seat of Ghooost! cannot know, dealt again (GO26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import MOST_ALIKE
from spiritboard.games.ghooost.tally import DIGIT, ONE, size_of
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost


def redeal(state: Ghooost, seat: int | None, dice: Dice) -> None:
    """Deal again what a seat cannot know. Everybody sees that the player on turn has not lost the turn."""
    deal_unknown(state, seat, dice)
    while loses_turn(state):
        deal_unknown(state, seat, dice)


def loses_turn(state: Ghooost) -> bool:
    """Returns whether the player on turn can do nothing. In a real game that turn is passed over (GO20)."""
    return not state.over and state.nothing_lies() and state.is_stuck(state.turn)


def deal_unknown(state: Ghooost, seat: int | None, dice: Dice) -> None:
    """Deal the crypt, every mansion (that of the seat too), and what nobody saw going into the other hands."""
    unknown = state.crypt
    for mansion in state.mansions:
        unknown.extend(mansion)
    for other in range(state.seats):
        if other != seat:
            add_unseen(state, other, unknown)
    dice.shuffle_row(unknown)
    for other in range(state.seats):
        if other != seat:
            deal_unseen(state, other, unknown)
    for mansion in state.mansions:
        for at in range(len(mansion)):
            mansion[at] = unknown.pop()


def add_unseen(state: Ghooost, seat: i64, unknown: Row) -> None:
    """Add the ghosts that nobody saw going into a hand, the lowest first."""
    hidden = state.held[seat] - state.seen[seat]
    kind: i64 = 0
    while hidden:
        for _at in range(hidden & MOST_ALIKE):
            unknown.append(kind)
        hidden >>= DIGIT
        kind += 1


def deal_unseen(state: Ghooost, seat: i64, unknown: Row) -> None:
    """Deal as many unknown ghosts into a hand as nobody saw going there."""
    hand = state.seen[seat]
    for _at in range(state.sizes[seat] - size_of(hand)):
        hand += ONE[unknown.pop()]
    state.held[seat] = hand
