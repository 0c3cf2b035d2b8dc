"""What a seat sees of Ghosts (GH16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from spiritboard.games.ghosts import words
from spiritboard.table.view import Explained, Shown, Sight

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts


class Card(TypedDict):
    name: str
    colour: str | None  # None for mist
    ghosts: int


class CardInHand(Card):
    level: int | None  # the level that it would make; None if that is past seven
    reverses: bool  # whether it would turn the direction of play around


class GhostsShown(Shown):
    round: int
    rounds: int
    level: int
    clockwise: bool
    top: Card | None  # None if no ghosts lie there
    pile: int  # cards in the pile
    mist: int  # those among them that are mist
    deck: int  # cards in the deck
    hand: list[CardInHand] | None  # None for a spectator
    hands: list[int]  # cards in each seat's hand
    taken: list[int]  # cards that each seat has taken in this round
    fright: list[int]  # each seat's fright points


class GhostsSight(Sight, GhostsShown):
    """The facts of Ghosts that a seat sees."""


class GhostsView(GhostsSight, Explained):
    """All that a seat of Ghosts sees."""


def show(state: Ghosts, seat: int | None) -> GhostsShown:
    return {
        "round": state.round,
        "rounds": state.rounds,
        "level": state.level,
        "clockwise": state.way == 1,
        "top": None if state.top < 0 else card(state, state.top),
        "pile": len(state.pile),
        "mist": state.pile.count(0),
        "deck": len(state.deck),
        "hand": None if seat is None else [card_in_hand(state, each) for each in sorted(state.hands[seat])],
        "hands": [len(hand) for hand in state.hands],
        "taken": [len(cards) for cards in state.taken],
        "fright": state.fright.copy(),
    }


def explain(state: Ghosts, seat: int | None) -> Explained:
    return {"prompt": words.prompt(state) if seat is not None and seat in state.pending() else None}


def card(state: Ghosts, number: int) -> Card:
    return {"name": state.box.name(number), "colour": state.box.colour(number), "ghosts": number & 7}


def card_in_hand(state: Ghosts, number: int) -> CardInHand:
    matches = number != 0 and state.matches(number)
    ghosts = 0 if matches else number & 7
    return {
        "name": state.box.name(number),
        "colour": state.box.colour(number),
        "ghosts": number & 7,
        "level": state.level + ghosts if state.fits(number) else None,
        "reverses": matches,
    }
