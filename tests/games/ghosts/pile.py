"""Positions of Ghosts set up by hand, by the names of the cards."""

from __future__ import annotations

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.dice import Dice

COLOURS = ["red", "yellow", "blue", "black", "white", "green"]


def card(name: str) -> int:
    if name == "mist":
        return 0
    colour, _, ghosts = name.partition("-")
    return 8 * COLOURS.index(colour) + int(ghosts)


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
    """Cards by name, `pile` with its top card last. What is not named lies in the deck, or with the last seat's taken
    cards if a deck is given: nobody looks at those."""
    rest = [8 * colour + ghosts for colour in range(6) for ghosts in (1, 2, 3) for _ in range(3)] + [0] * 6
    held = [cards(hand) for hand in hands]
    lying = cards(pile)
    away = [cards(each) for each in taken or [""] * len(hands)]
    drawn = None if deck is None else cards(deck)
    for used in [*held, lying, *away, drawn or []]:
        for each in used:
            rest.remove(each)
    if drawn is None:
        drawn = rest
    else:
        away[-1].extend(rest)
    ghosts = [each for each in lying if each]
    state = GAME.setup(len(hands), None, rounds=str(fields.pop("rounds", 3))).from_position(
        {
            "turn": 0,
            "round": 1,
            "way": 1,
            "level": level,
            "top": ghosts[-1] if ghosts else -1,
            "fright": fright or [3] * len(hands),
            "hands": held,
            "deck": drawn,
            "pile": lying,
            "taken": away,
            **fields,
        }
    )
    assert isinstance(state, Ghosts)
    return state


def play(state: Ghosts, name: str) -> None:
    seat = state.turn
    path = ("take",) if name == "take" else ("play", name)
    state.play(seat, state.move(seat, path), Dice("next"))


def can(state: Ghosts) -> set[str]:
    """What the player on turn may do, by name."""
    return {path[-1] for path in state.paths(state.turn)}
