"""What a seat of Ghooost! cannot know, dealt again (GO26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import GHOST_KINDS
from spiritboard.table.dice import Dice

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
    others = [each for each in range(state.seats) if each != seat]
    unknown = state.crypt.copy()
    for mansion in state.mansions:
        unknown.extend(mansion)
    for each in others:
        unknown.extend(unseen_in_hand(state, each))
    dice.shuffle(unknown)
    for each in others:
        hidden = state.sizes[each] - sum(state.seen[each])
        state.held[each] = state.seen[each].copy()
        for _ in range(hidden):
            state.held[each][unknown.pop()] += 1
    state.mansions = [[unknown.pop() for _ in mansion] for mansion in state.mansions]
    state.crypt = unknown


def unseen_in_hand(state: Ghooost, seat: i64) -> list[int]:
    """Returns the ghosts that nobody saw going into a hand, the lowest first."""
    held, seen = state.held[seat], state.seen[seat]
    ghosts: list[int] = []
    for kind in range(GHOST_KINDS):
        ghosts.extend([kind] * (held[kind] - seen[kind]))
    return ghosts
