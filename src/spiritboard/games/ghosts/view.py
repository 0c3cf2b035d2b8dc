"""What a seat sees of Ghosts, and how what happens is said (GH16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.table.events import named

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts
    from spiritboard.table.standings import Standings

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def show(state: Ghosts, seat: int | None) -> dict[str, object]:
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


def explain(state: Ghosts, seat: int | None) -> dict[str, object]:
    return {"prompt": prompt(state) if seat is not None and seat in state.pending() else None}


def card(state: Ghosts, number: int) -> dict[str, object]:
    colour = None if number == 0 else state.box.colours[number >> 3]
    return {"name": state.box.name(number), "colour": colour, "ghosts": number & 7}


def card_in_hand(state: Ghosts, number: int) -> dict[str, object]:
    """A card, and what it would do to the pile: the level it would make, or None if that is past seven."""
    matches = number != 0 and state.matches(number)
    ghosts = 0 if matches else number & 7
    after = state.level + ghosts if state.fits(number) else None
    return {**card(state, number), "level": after, "reverses": matches}


# Words.


def prompt(state: Ghosts) -> str:
    if not state.pile:
        return "Begin a pile with any card."
    if any(state.fits(each) for each in state.hands[state.turn]):
        return f"The fright level is {state.level}. Play a card, or take the pile."
    return f"The fright level is {state.level}, and every card of yours would go past seven: take the pile."


def say_card(state: Ghosts, number: int) -> str:
    if number == 0:
        return "mist"
    ghosts = number & 7
    return f"{NUMBERS[ghosts]} {state.box.colours[number >> 3]} ghost{'' if ghosts == 1 else 's'}"


def say_play(state: Ghosts, number: int, reverses: bool) -> str:
    turned = ", and play turns around" if reverses else ""
    return f"{{{state.turn}}} plays {say_card(state, number)}: fright level {state.level}{turned}."


def say_take(state: Ghosts) -> str:
    cards = len(state.pile)
    return f"{{{state.turn}}} takes the pile of {cards} card{'' if cards == 1 else 's'} and a fright point."


def say_unafraid(seat: int, returned: int) -> str:
    points = "no fright point" if returned == 0 else f"{returned} fright point{'' if returned == 1 else 's'}"
    return f"{{{seat}}} took no pile, is unafraid, and returns {points}."


def tell_deal(state: Ghosts) -> None:
    words = f"Round {state.round} of {state.rounds}: {{{state.turn}}} begins."
    state.tell("round", words, {"round": state.round, "first": state.turn})


def say_verdict(standings: Standings) -> str:
    best = standings.winners()
    names = named(best)
    how = f"the fewest fright points: {standings.scores[best[0]]}"
    return f"{names} {'share the victory' if len(best) > 1 else 'wins'} with {how}."
