"""What Ghosts tells: each kind of event with its facts, and how it is said in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from spiritboard.table.events import EventKind, NoFacts, named

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts
    from spiritboard.table.standings import Standings

NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


class NewRound(TypedDict):
    round: int
    rounds: int
    first: int  # the seat that begins


class CardPlayed(TypedDict):
    seat: int
    card: str
    colour: str | None  # None for mist
    ghosts: int
    level: int  # after the card is played
    reverses: bool


class PileTaken(TypedDict):
    seat: int
    cards: int


class PlayerUnafraid(TypedDict):
    seat: int
    returned: int


class OutOfCards(TypedDict):
    seat: int


def say_begun(facts: NewRound) -> str:
    return f"Round {facts['round']} of {facts['rounds']}: {{{facts['first']}}} will begin."


def say_played(facts: CardPlayed) -> str:
    turned = ", and play turned around" if facts["reverses"] else ""
    return f"{{{facts['seat']}}} played {say_card(facts)}: fright level {facts['level']}{turned}."


def say_card(facts: CardPlayed) -> str:
    if facts["colour"] is None:
        return "mist"
    ghosts = facts["ghosts"]
    return f"{NUMBER_WORDS[ghosts]} {facts['colour']} ghost{'' if ghosts == 1 else 's'}"


def say_taken(facts: PileTaken) -> str:
    cards = facts["cards"]
    return f"{{{facts['seat']}}} took the pile of {cards} card{'' if cards == 1 else 's'} and a fright point."


def say_unafraid(facts: PlayerUnafraid) -> str:
    returned = facts["returned"]
    points = "no fright point" if returned == 0 else f"{returned} fright point{'' if returned == 1 else 's'}"
    return f"{{{facts['seat']}}} took no pile, stayed unafraid and returned {points}."


def say_out_of_cards(facts: OutOfCards) -> str:
    return f"{{{facts['seat']}}} had no card left: the round is over."


def say_end(facts: NoFacts) -> str:
    return "The last round is over."


ROUND_BEGUN: Final = EventKind("round", NewRound, say_begun)
CARD_PLAYED: Final = EventKind("play", CardPlayed, say_played)
PILE_TAKEN: Final = EventKind("take", PileTaken, say_taken)
UNAFRAID: Final = EventKind("unafraid", PlayerUnafraid, say_unafraid)
OUT_OF_CARDS: Final = EventKind("no-card", OutOfCards, say_out_of_cards)
LAST_ROUND_OVER: Final = EventKind("end", NoFacts, say_end)
EVENTS: Final = (ROUND_BEGUN, CARD_PLAYED, PILE_TAKEN, UNAFRAID, OUT_OF_CARDS, LAST_ROUND_OVER)


def prompt(state: Ghosts) -> str:
    """Returns the question that the player on turn is asked."""
    if not state.pile:
        return "Begin a pile with any card."
    if any(state.fits(each) for each in state.hands[state.turn]):
        return f"The fright level is {state.level}. Play a card, or take the pile."
    return f"The fright level is {state.level}, and every card of yours would go past seven: take the pile."


def say_verdict(standings: Standings) -> str:
    best = standings.winners()
    names = named(best)
    how = f"the fewest fright points: {standings.scores[best[0]]}"
    return f"{names} {'share the victory' if len(best) > 1 else 'wins'} with {how}."
