"""Positions of Ghosts set up by hand, by the names of the cards."""

from __future__ import annotations

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.picks import HAND_SIZE, MIST, NO_GHOSTS
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.dice import Dice
from tests.games.acceptance import accepted

COLOUR_NAMES = ["red", "yellow", "blue", "black", "white", "green"]


def card(name: str) -> int:
    if name == "mist":
        return MIST
    colour, _, ghosts = name.partition("-")
    return 8 * COLOUR_NAMES.index(colour) + int(ghosts)


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def at_table(
    hands: list[str],
    pile: str = "",
    level: int = 0,
    deck: str | None = None,
    taken: list[str] | None = None,
    fright: list[int] | None = None,
    **fields: object,
) -> Ghosts:
    """Returns a position in which seat 0 is on turn, unless `fields` say otherwise.

    Cards are given by name, the top card of the pile last. The cards that are not named lie in the deck if every hand
    holds five cards and no deck is given. Otherwise the last seat has taken them.
    """
    rest = [8 * colour + ghosts for colour in range(6) for ghosts in (1, 2, 3) for _ in range(3)] + [MIST] * 6
    held = [cards(hand) for hand in hands]
    lying = cards(pile)
    away = [cards(each) for each in taken or [""] * len(hands)]
    drawn = cards(deck or "")
    for used in [*held, lying, *away, drawn]:
        for each in used:
            rest.remove(each)
    is_full = deck is None and all(len(hand) == HAND_SIZE for hand in held)
    (drawn if is_full else away[-1]).extend(rest)
    ghosts = [each for each in lying if each != MIST]
    rounds = str(fields.pop("rounds", 3))
    position = {
        "turn": 0,
        "round": 1,
        "way": 1,
        "level": level,
        "top": ghosts[-1] if ghosts else NO_GHOSTS,
        "fright": fright or [4 if each else 3 for each in away],
        "hands": held,
        "deck": drawn,
        "pile": lying,
        "taken": away,
        **fields,
    }
    return from_position(len(hands), position, {"rounds": rounds})


def from_position(seats: int, position: dict[str, object], options: dict[str, str]) -> Ghosts:
    state = GAME.setup(seats, None, **options).from_position(position)
    assert isinstance(state, Ghosts)
    return state


def play(state: Ghosts, name: str) -> None:
    """Play a card of the player on turn, or take the pile."""
    seat = state.turn
    path = ("take",) if name == "take" else ("play", name)
    state.play(seat, state.move(seat, path), Dice("next"))
    assert accepted(state)


def can(state: Ghosts) -> set[str]:
    """Returns the legal moves of the player on turn, each by its last pick."""
    return {path[-1] for path in state.paths(state.turn)}
