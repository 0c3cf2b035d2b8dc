"""How the view of a seat of Ghosts is made (GH16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.ghosts import words
from spiritboard.games.ghosts.picks import GHOSTS_MASK, MIST, NO_GHOSTS
from spiritboard.games.ghosts.view import GhostsCard, GhostsCardInHand, GhostsShown
from spiritboard.table.view import Explained

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts


def show(state: Ghosts, seat: int | None) -> GhostsShown:
    return {
        "round": state.round,
        "rounds": state.rounds,
        "level": state.level,
        "clockwise": state.way == 1,
        "top": None if state.top == NO_GHOSTS else card(state, state.top),
        "pile": len(state.pile),
        "mist": state.pile.count(MIST),
        "deck": len(state.deck),
        "hand": None if seat is None else [card_in_hand(state, each) for each in sorted(state.hands[seat])],
        "hands": [len(hand) for hand in state.hands],
        "taken": [len(cards) for cards in state.taken],
        "fright": list(state.fright),
    }


def explain(state: Ghosts, seat: int | None) -> Explained:
    return {"prompt": words.prompt(state) if seat is not None and seat in state.pending() else None}


def card(state: Ghosts, number: int) -> GhostsCard:
    return {"name": state.box.name(number), "colour": state.box.colour(number), "ghosts": number & GHOSTS_MASK}


def card_in_hand(state: Ghosts, number: int) -> GhostsCardInHand:
    reverses = state.reverses(number)
    ghosts = 0 if reverses else number & GHOSTS_MASK
    return {
        "name": state.box.name(number),
        "colour": state.box.colour(number),
        "ghosts": number & GHOSTS_MASK,
        "level": state.level + ghosts if state.fits(number) else None,
        "reverses": reverses,
    }
