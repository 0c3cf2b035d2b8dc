"""What a seat knows, and what it could be otherwise (TH24).

A seat knows every card that it has seen, wherever that lies now, and what each crypt has answered. Everything else can
be any way that agrees with it, and every such way is as likely as any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import NUMBERS
from spiritboard.table.dice import Dice

if TYPE_CHECKING:
    from spiritboard.games.thirteen.rules import Thirteen

SEATS: Final = [[seat for seat in range(4) if mask >> seat & 1] for mask in range(16)]  # by their bits


def has_seen(state: Thirteen, seat: int | None, slot: i64) -> bool:
    eye: i64 = state.seats if seat is None else seat
    return state.seen[slot] >> eye & 1 == 1


def number(state: Thirteen, seat: int | None, slot: i64) -> int | None:
    """A card's number, if this seat has seen it."""
    return state.ghosts[slot] if slot >= 0 and has_seen(state, seat, slot) else None


def seen_by(state: Thirteen, slot: i64) -> list[int]:
    """The seats that have seen a card. That is no secret: all saw them look, and where the card went."""
    return SEATS[state.seen[slot] & state.everybody >> 1].copy() if slot >= 0 else []


def hidden_slots(state: Thirteen, seat: int | None, which: i64) -> list[int]:
    """The cards of a set whose face this seat has not seen."""
    return [slot for slot in range(NUMBERS * which, NUMBERS * which + NUMBERS) if not has_seen(state, seat, slot)]


def hidden_crypts(state: Thirteen, hidden: list[int]) -> list[int]:
    """The seats whose crypt is among these cards."""
    return [seat for seat, slot in enumerate(state.crypts) if slot in hidden]


def fitting(state: Thirteen, numbers: list[int], crypt: i64) -> list[int]:
    """Those numbers that agree with what this crypt has answered."""
    return [each for each in numbers if state.could[crypt] >> each & 1]


def possible(state: Thirteen, seat: int | None, of: i64) -> list[int]:
    slot = state.crypts[of]
    if slot < 0:
        return []
    known = number(state, seat, slot)
    if known is not None:
        return [known]
    hidden = hidden_slots(state, seat, slot // NUMBERS)
    numbers = sorted([state.ghosts[each] for each in hidden])
    others = [fitting(state, numbers, crypt) for crypt in hidden_crypts(state, hidden) if crypt != of]
    return [each for each in fitting(state, numbers, of) if all_different(others, [each])]


def all_different(choices: list[list[int]], taken: list[int]) -> bool:
    """Whether one number can be chosen from each list, none of them twice and none that is taken."""
    if not choices:
        return True
    return any(each not in taken and all_different(choices[1:], [*taken, each]) for each in choices[0])


def redeal(state: Thirteen, seat: int | None, dice: Dice) -> None:
    """First the crypts, which must agree with their answers, then the rest, which may lie in any order. Every choice of
    crypts leaves as many orders of the rest, so all deals are equally likely."""
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
    """A number for each crypt, drawn again until all are different."""
    choices = [fitting(state, sorted(numbers), owner) for owner in owners]
    while True:
        drawn = [dice.pick(numbers) for numbers in choices]
        if len(set(drawn)) == len(drawn):
            return drawn
