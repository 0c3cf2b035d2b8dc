"""What a seat of Ghooost! cannot know, dealt again (GO26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import MOST_ALIKE
from spiritboard.games.ghooost.position import Player
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
    for player in state.players:
        unknown.extend(player.mansion)
    for other in range(state.seats):
        if other != seat:
            add_ghosts(unknown, state.players[other].hidden())
    dice.shuffle_row(unknown)
    for other in range(state.seats):
        if other != seat:
            deal_hidden(state.players[other], unknown)
    for player in state.players:
        deal_mansion(player.mansion, unknown)


def add_ghosts(heap: Row, tally: i64) -> None:
    """Add the ghosts of a tally, the lowest first."""
    kind: i64 = 0
    while tally:
        for _at in range(tally & MOST_ALIKE):
            heap.append(kind)
        tally >>= DIGIT
        kind += 1


def deal_hidden(player: Player, unknown: Row) -> None:
    """Deal as many unknown ghosts into a hand as nobody saw going there."""
    hand = player.seen
    for _at in range(player.hand_size - size_of(hand)):
        hand += ONE[unknown.pop()]
    player.hand = hand


def deal_mansion(mansion: Row, unknown: Row) -> None:
    size: i64 = len(mansion)
    for at in range(size):
        mansion[at] = unknown.pop()
