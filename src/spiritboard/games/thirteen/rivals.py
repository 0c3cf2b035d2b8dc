"""What a player of 13 Ghosts knows about the opponents who are still in the round.

"Mine" is what belongs to the player who decides. Sets of numbers are given as bits.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from spiritboard.games.thirteen.abilities import number_at, size_of
from spiritboard.games.thirteen.position import ThirteenPosition
from spiritboard.table.dice import Dice


@mypyc_attr(acyclic=True, free_list_len=1)  # the last rival has no next one
@final
class Rival:
    """An opponent who is still in the round, and the next one."""

    def __init__(self, seat: i64, left: i64, unseen: i64, danger: i64, weight: float) -> None:
        self.seat = seat
        self.left = left  # the numbers that the opponent's crypt can be
        self.size = size_of(left)  # how many numbers that are
        self.unseen = unseen  # the numbers of my set that the opponent has not seen
        self.danger = danger  # how many numbers the opponent has left for my crypt
        self.weight = weight  # how much it is worth to find this opponent
        self.shared: i64 = 0  # the numbers that the crypt of the other rival can be as well
        self.chance = 1.0 / float(max(1, self.size))  # of a number that only this crypt can be
        self.shared_chance = 0.0  # of a number that both crypts can be
        self.next: Rival | None = None

    def rule_out(self, numbers: i64) -> None:
        self.left &= ~numbers
        self.size = size_of(self.left)

    def chance_of(self, number: i64) -> float:
        """Returns the chance that this number is the rival's crypt."""
        if not self.left >> number & 1:
            return 0.0
        return self.shared_chance if self.shared >> number & 1 else self.chance


def rivals_of(state: ThirteenPosition, seat: i64) -> Rival | None:
    """Returns the first opponent who is still in the round. There are at most two."""
    first: Rival | None = None
    mine = state.which_set(seat)
    unseen_by_me = state.unseen_numbers(seat, mine)
    others = state.rivals(seat)
    for other in range(state.seats):
        if others >> other & 1:
            unseen = state.unseen_numbers(other, mine)
            risk = danger(state.could[seat], unseen_by_me, unseen)
            rival = Rival(other, numbers_left(state, seat, other), unseen, risk, weight(state, other))
            if first is None:
                first = rival
            else:
                compare(first, rival)
                first.next = rival
    return first


def numbers_left(state: ThirteenPosition, seat: i64, other: i64) -> i64:
    """Returns the numbers that the opponent's crypt can be: not seen elsewhere, and in agreement with the answers."""
    unseen = state.unseen_numbers(seat, state.which_set(other))
    crypt = state.crypt_number(other)
    return unseen & state.could[other] if unseen >> crypt & 1 else 1 << crypt


def compare(first: Rival, second: Rival) -> None:
    """Rule out a crypt that is known for the other rival, since two crypts of one set differ, and compute the chances.

    All pairs of different numbers are equally likely.
    """
    if first.size == 1:
        second.rule_out(first.left)
    if second.size == 1:
        first.rule_out(second.left)
    both = first.left & second.left
    pairs = max(1, first.size * second.size - size_of(both))
    note_pairs(first, second.size, both, pairs)
    note_pairs(second, first.size, both, pairs)


def note_pairs(rival: Rival, others: i64, both: i64, pairs: i64) -> None:
    """Note the chances of a rival's numbers, where the other rival has so many, some of them the same."""
    rival.shared = both
    rival.chance = float(others) / float(pairs)
    rival.shared_chance = float(others - 1) / float(pairs)


def danger(could: i64, unseen_by_me: i64, unseen_by_other: i64) -> i64:
    """Returns how many numbers the opponent has left for my crypt, which is one of those that it `could` be.

    Everybody knows who has seen which card. Of the cards that I have seen I know whether they fit the crypt's answers.
    Of the other cards I know only how many fit, so an average is counted.
    """
    sure = size_of(could & unseen_by_other & ~unseen_by_me)
    if not unseen_by_me:
        return max(1, sure)
    hidden = size_of(unseen_by_me)
    fits = size_of(could & unseen_by_me)
    unseen_by_both = size_of(unseen_by_me & unseen_by_other)
    return max(1, sure + (2 * fits * unseen_by_both + hidden) // (2 * hidden))


def weight(state: ThirteenPosition, other: i64) -> float:
    """Returns how much it is worth to find an opponent: with three players more for one with a higher score."""
    return 1.0 + 0.1 * float(state.score[other]) if state.is_three() else 1.0


def shown_to(state: ThirteenPosition, seat: i64, rivals: Rival | None, number: i64) -> i64:
    """Returns the rivals, as bits, who could rule this number out for my crypt if they saw my card."""
    shown: i64 = 0
    if state.could[seat] >> number & 1:
        rival = rivals
        while rival is not None:
            if rival.danger > 1 and rival.unseen >> number & 1:
                shown |= 1 << rival.seat
            rival = rival.next
    return shown


def best_number(first: Rival, dice: Dice) -> i64:
    """Returns the number to attack: one of those that most likely find a rival."""
    second = first.next
    if second is None:
        return number_at(first.left, dice.below(first.size))
    numbers = likeliest(first, second)
    return number_at(numbers, dice.below(size_of(numbers)))


def likeliest(first: Rival, second: Rival) -> i64:
    """Returns the numbers that most likely find one of two rivals.

    A number can be the crypt of the first rival alone, of the second alone, or of both.
    """
    both = first.shared
    numbers = first.left & ~both
    most = first.weight * first.chance if numbers else 0.0
    for_second = second.left & ~both
    chance = second.weight * second.chance if for_second else 0.0
    if chance >= most:
        numbers = numbers | for_second if chance == most else for_second
        most = chance
    chance = first.weight * first.shared_chance + second.weight * second.shared_chance if both else 0.0
    if chance >= most:
        numbers = numbers | both if chance == most else both
    return numbers
