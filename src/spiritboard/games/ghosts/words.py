"""All sentences of Ghosts: each kind of event with its facts, prompts, moves, reasons for hints, and score sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from spiritboard.games.ghosts.picks import HIGHEST_LEVEL
from spiritboard.table.events import Event, EventKind, NoFacts, named
from spiritboard.table.summary import ScoreLine, Summary

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts
    from spiritboard.games.ghosts.view import GhostsCardInHand, GhostsView
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
    round: int  # the round that is over
    fright: list[int]  # each seat's fright points, before the unafraid players return some
    taken: list[int]  # cards that each seat has taken in this round


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


# The words for a player who is on turn.


def say_path(path: tuple[str, ...]) -> str:
    """Returns a move, or its first pick, as a command."""
    if path[0] == "take":
        return "Take the pile"
    return f"Play {path[1].replace('-', ' ')}" if len(path) > 1 else "Play a card"


def say_reason(view: GhostsView, path: tuple[str, ...]) -> str:
    """Returns why a move is good, or an empty text where the view alone does not say why."""
    fitting = {card["name"]: card for card in view["hand"] or [] if card["level"] is not None}
    if path[0] == "take":
        return "" if fitting else "no card of yours fits"
    card = fitting[path[-1]]
    if len(fitting) == 1:
        return "the only card that fits"
    return _effect(card, view["pile"] > 0)


def _effect(card: GhostsCardInHand, on_pile: bool) -> str:
    """Returns what a card does to the pile, if that helps the player."""
    if card["reverses"]:
        return f"keeps the level at {card['level']} and turns play around"
    if card["colour"] is None:
        return f"keeps the level at {card['level']}" if on_pile else ""
    if card["level"] == HIGHEST_LEVEL:
        return f"makes it seven: only {card['colour']} ghosts and mist fit then"
    return ""


def rule_asked(view: GhostsView) -> str:
    """Returns the id of the rule that the player on turn is asked about, or an empty text if this seat is not asked."""
    if view["seat"] is None or view["seat"] not in view["pending"]:
        return ""
    if not view["pile"]:
        return "GH11" if any(view["taken"]) else "GH5"  # only a player who took the pile finds none later
    fits = any(card["level"] is not None for card in view["hand"] or [])
    return "GH4" if fits else "GH10"


# The score sheet of a round.


def summary(events: list[Event]) -> Summary | None:
    """Returns the score sheet; None if no round ended, or if an earlier version stored the events with fewer facts."""
    over = next(filter(None, map(OUT_OF_CARDS.read, events)), None)
    if over is None or "fright" not in over:
        return None
    unafraid = filter(None, map(UNAFRAID.read, events))
    returned = {facts["seat"]: facts["returned"] for facts in unafraid}
    lines = [_line(over, seat, returned.get(seat)) for seat in range(len(over["fright"]))]
    title = f"Round {over['round']} is over"
    # Points for piles were taken during the round, so these are not the scores before it.
    return Summary(title, "fright points", tuple(lines), held="held", following=_following(events))


def _line(over: OutOfCards, seat: int, returned: int | None) -> ScoreLine:
    before = over["fright"][seat]
    if returned is None:
        cards = over["taken"][seat]
        return ScoreLine((seat,), before, before, f"took {cards} card{'' if cards == 1 else 's'}: returns nothing")
    points = f"returns {returned}" if returned else "has nothing to return"
    return ScoreLine((seat,), before, before - returned, f"unafraid: {points}")


def _following(events: list[Event]) -> str:
    begun = next(filter(None, map(ROUND_BEGUN.read, events)), None)
    return f"{{{begun['first']}}} had no card left and will begin round {begun['round']}." if begun else ""
