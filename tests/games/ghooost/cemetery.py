"""Positions of Ghooost! set up by hand, by the names of the ghosts."""

from __future__ import annotations

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.picks import COPIED, KITTY, MISS_COPY
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice

AFTER = None  # midnight: no crypt
NAMES = {"copy": MISS_COPY, "kitty": KITTY}


def ghosts(names: str) -> list[int]:
    """Ghosts by name; in a cemetery "5+" is a Miss Copy that copied a 5."""
    return [COPIED + int(name[:-1]) if name.endswith("+") else NAMES.get(name) or int(name) for name in names.split()]


def at_table(
    hands: list[str],
    cemetery: str = "",
    crypt: str | None = "13 10",
    mansions: list[str] | None = None,
    kitties: int = 0,
    options: dict[str, str] | None = None,
    **fields: object,
) -> Ghooost:
    """Seat 0 is on turn. Crypt and mansions name their top card last; no crypt is after midnight. Where no mansions are
    named each holds a 14, and what is named nowhere has been discarded."""
    rest = [value for value in range(1, 15) for _ in range(4)] + [MISS_COPY] * 4 + [KITTY] * 2
    held = [ghosts(hand) for hand in hands]
    lying = ghosts(cemetery)
    rooms = [ghosts(mansion) for mansion in (mansions or ["14"] * len(hands))]
    drawn = ghosts(crypt or "")
    used = [MISS_COPY if ghost >= COPIED else ghost for ghost in lying] + [KITTY] * kitties
    for heap in [*held, *rooms, drawn, used]:
        for ghost in heap:
            rest.remove(ghost)
    state = GAME.setup(len(hands), None, **(options or {})).from_position(
        {
            "turn": 0,
            "first": 0,
            "way": 1,
            "hands": held,
            "known": [[] for _ in hands],
            "mansions": rooms,
            "crypt": drawn,
            "cemetery": lying,
            "kitties": kitties,
            "discarded": rest,
            "left": [seat for seat in range(len(hands)) if not held[seat] and not rooms[seat]],
            "turns": 0,
            "lost": 0,
            "points": [0] * len(hands),
            "boos": [0] * len(hands),
            "round": 1,
            "stopped": 0,
            "deciding": False,
            "booed": None,
            **fields,
        }
    )
    assert isinstance(state, Ghooost)
    return state


def do(state: Ghooost, words: str, seed: object = "next") -> None:
    """A move as it is spoken: "play 5 5 copy", "luck", "collect", "mansion"."""
    seat = state.turn
    state.play(seat, state.move(seat, tuple(words.split())), Dice(seed))


def can(state: Ghooost) -> set[str]:
    return {" ".join(path) for path in state.paths(state.turn)}


def lying(state: Ghooost) -> list[int]:
    """The values in the cemetery, the top one last."""
    return [ghost & 31 for ghost in state.cemetery]


def heard(state: Ghooost) -> list[str]:
    """The kinds of what has been told."""
    return [event.kind for event in state.events or []]
