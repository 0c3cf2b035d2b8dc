"""What a test reads from a position of Halloween: its legal moves, its step, its pieces and its points."""

from __future__ import annotations

from typing import cast

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.positions import COLOURS, KIND_BITS, KINDS, LOCKED, TURN, place


def legal_picks(state: Halloween) -> set[str]:
    """Returns all moves that are possible now, as words."""
    return {" ".join(path) for path in state.paths(state.turn)}


def possible_actions(state: Halloween, section: int = 1) -> set[str]:
    """Returns the actions that a section can take, and "rest" if it can rest."""
    return {path.split()[1] for path in legal_picks(state) if path.startswith(f"section-{section} ")}


def between_actions(state: Halloween) -> bool:
    """Returns whether the turn itself is asked, and no action, card or bonus token is under way."""
    return state.position()["todo"] == [TURN]


def top_step(state: Halloween) -> int:
    """Returns the kind of the step that is asked."""
    todo = cast(list[int], state.position()["todo"])
    return todo[-1] & (1 << KIND_BITS) - 1


def ghosts(state: Halloween, name: str) -> int:
    return state.town[place(name)]


def tokens(state: Halloween, seat: int = 0) -> str:
    held = list(state.tokens)[5 * seat : 5 * seat + 5]
    return " ".join(colour for colour, number in zip(COLOURS, held, strict=True) for _ in range(number))


def spots(state: Halloween, seat: int = 0) -> str:
    """Returns the letters of a seat's bonus tokens, x for a locked spot and . for a free one."""
    return "".join(
        "x" if kind == LOCKED else KINDS[kind] if kind else "." for kind in list(state.spots)[3 * seat : 3 * seat + 3]
    )


def scored(state: Halloween, seat: int = 0) -> dict[str, int]:
    """Returns a seat's Haunt Points by their source."""
    return {line["why"]: line["points"] for line in state.view(None)["scores"][seat]}


def times_told(state: Halloween, kind: str) -> int:
    return sum(event.kind == kind for event in state.events or [])
