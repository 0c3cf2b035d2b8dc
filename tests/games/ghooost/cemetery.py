"""Positions of Ghooost! set up by hand, by the names of the ghosts."""

from __future__ import annotations

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.picks import COPIED, KITTY, MISS_COPY, VALUE_MASK
from spiritboard.games.ghooost.position import FULL_HAND, MANSION_SIZES
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice
from tests.games.acceptance import accepted

AFTER = None  # the crypt after midnight
SPECIAL_NAMES = {"copy": MISS_COPY, "kitty": KITTY}
FILLERS = [2, 4, 5, 6, 7, 9, 12, 3, 11, 8, 1, 10, 13, 14]  # hands are filled up from the left, mansions from the right


def ghosts(names: str) -> list[int]:
    """Ghosts by name; in a cemetery "5+" is a Miss Copy that copied a 5."""
    return [
        COPIED + int(name[:-1]) if name.endswith("+") else SPECIAL_NAMES.get(name) or int(name)
        for name in names.split()
    ]


def at_table(
    hands: list[str],
    cemetery: str = "",
    crypt: str | None = "13 10",
    mansions: list[str] | None = None,
    kitties: int = 0,
    options: dict[str, str] | None = None,
    **fields: object,
) -> Ghooost:
    """Returns a position in which seat 0 is on turn, unless `fields` say otherwise.

    Crypt and mansions name their top card last; without a crypt it is after midnight. Where no mansions are named, each
    holds a 14. Before midnight hands and mansions are filled up as the rules demand, and the player on turn has no play
    with what is added. What is not named, and not needed for that, has been discarded.
    """
    rest = [value for value in range(1, 15) for _ in range(4)] + [MISS_COPY] * 4 + [KITTY] * 2
    held = [ghosts(hand) for hand in hands]
    lying = ghosts(cemetery)
    in_mansions = [ghosts(mansion) for mansion in (mansions or ["14"] * len(hands))]
    drawn = ghosts(crypt or "")
    used = [MISS_COPY if each >= COPIED else each for each in lying] + [KITTY] * kitties
    for heap in [*held, *in_mansions, drawn, used]:
        for each in heap:
            rest.remove(each)
    if drawn:
        turn = fields.get("turn", 0)
        assert isinstance(turn, int)
        fill_up(held, in_mansions, rest, turn, lying[-1] & VALUE_MASK if lying else 0)
    position = {
        **before_this_round(len(hands), fields),
        "turn": 0,
        "way": 1,
        "hands": held,
        "known": [[] for _ in hands],
        "mansions": in_mansions,
        "crypt": drawn,
        "cemetery": lying,
        "kitties": kitties,
        "discarded": rest,
        "left": [seat for seat in range(len(hands)) if not held[seat] and not in_mansions[seat]],
        "turns": 40,
        "lost": 0,
        **fields,
    }
    return from_position(len(hands), position, options or {})


def fill_up(hands: list[list[int]], mansions: list[list[int]], rest: list[int], turn: int, top: int) -> None:
    """Fill up hands and mansions from the rest. The player on turn gets ghosts that do not fit on the top."""
    for seat, hand in enumerate(hands):
        while len(hand) < FULL_HAND:
            fits = [value for value in FILLERS if value in rest and (seat != turn or value < top)]
            hand.append(fits[0])
            rest.remove(fits[0])
    for mansion in mansions:
        while len(mansion) < MANSION_SIZES[len(hands)]:
            mansion.insert(0, next(value for value in reversed(FILLERS) if value in rest))
            rest.remove(mansion[0])


def before_this_round(seats: int, fields: dict[str, object]) -> dict[str, object]:
    """Returns the rounds and the last Boo! that go with the Boo!s and the stopped rounds in `fields`."""
    boos, stopped = fields.get("boos", [0] * seats), fields.get("stopped", 0)
    assert isinstance(boos, list)
    assert isinstance(stopped, int)
    booed = boos.index(max(boos)) if any(boos) else None
    return {
        "first": booed or 0,
        "points": [0] * seats,
        "boos": boos,
        "round": sum(boos) + stopped + 1,
        "stopped": stopped,
        "deciding": max(boos) > 1,
        "booed": booed,
    }


def from_position(seats: int, position: dict[str, object], options: dict[str, str]) -> Ghooost:
    state = GAME.setup(seats, None, **options).from_position(position)
    assert isinstance(state, Ghooost)
    return state


def do(state: Ghooost, words: str, seed: object = "next") -> None:
    """Make a move of the player on turn, given by its picks: "play 5 5 copy", "luck", "collect", "mansion"."""
    seat = state.turn
    state.play(seat, state.move(seat, tuple(words.split())), Dice(seed))
    assert accepted(state)


def can(state: Ghooost) -> set[str]:
    """Returns the legal moves of the player on turn."""
    return {" ".join(path) for path in state.paths(state.turn)}


def lying(state: Ghooost) -> list[int]:
    """Returns the values in the cemetery, the top one last."""
    return [each & VALUE_MASK for each in state.cemetery]


def heard(state: Ghooost) -> list[str]:
    """Returns the kinds of the events so far."""
    return [event.kind for event in state.events or []]
