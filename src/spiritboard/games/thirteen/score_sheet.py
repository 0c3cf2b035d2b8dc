"""The score sheet of a round of 13 Ghosts, made from the facts of the event that ended it."""

from __future__ import annotations

from spiritboard.games.thirteen.words import ROUND_BEGUN, ROUND_STOPPED, ROUND_WON, SCORE_TIED, RoundEnded, listed
from spiritboard.table.events import Event
from spiritboard.table.summary import Opened, ScoreLine, Summary

TEAMS = ((0, 2), (1, 3))  # the seats of each team (TH17)
ENDS = (ROUND_WON.name, ROUND_STOPPED.name)


def summary(events: list[Event]) -> Summary | None:
    """Returns the score sheet of the round that ended with these events, or None if the facts for it are missing."""
    ended = [event for event in events if event.kind in ENDS and "crypts" in event.data]
    if not ended:
        return None
    facts = ROUND_WON.read(ended[-1]) or ROUND_STOPPED.read(ended[-1])
    if facts is None:
        return None
    following = say_following(events)
    title = f"Round {facts['round']} is over" if following else "The game is over"
    return Summary(title, score(facts), lines(facts), opened(facts), following)


def say_following(events: list[Event]) -> str:
    """Returns what comes next, or an empty text at the end of the game."""
    begun = [facts for event in events if (facts := ROUND_BEGUN.read(event))]
    if not begun:
        return ""
    tied = "The tie is broken in a game for two. " if any(SCORE_TIED.read(event) for event in events) else ""
    return f"{tied}{{{begun[-1]['first']}}} will begin round {begun[-1]['round']}."


def is_for_points(facts: RoundEnded) -> bool:
    return len(facts["crypts"]) == 3 and not facts["duel"]


def score(facts: RoundEnded) -> str:
    return "points" if is_for_points(facts) else "rounds won"


def lines(facts: RoundEnded) -> tuple[ScoreLine, ...]:
    """Returns a line for each player in the round, or for each team."""
    playing = [(seat,) for seat, crypt in enumerate(facts["crypts"]) if crypt is not None]
    sides = list(TEAMS) if len(facts["crypts"]) == 4 else playing
    return tuple(
        ScoreLine(seats, facts["before"][seats[0]], facts["after"][seats[0]], why(facts, seats)) for seats in sides
    )


def why(facts: RoundEnded, seats: tuple[int, ...]) -> str:
    """Returns how the round ended for a player or a team (TH5, TH14, TH22)."""
    found = facts["found"]
    numbers = [number for seat in seats if seat in found and (number := facts["crypts"][seat]) is not None]
    if is_for_points(facts):
        return why_points(found, seats[0], numbers)
    if len(numbers) == len(seats):
        return f"{listed(numbers)} {'was' if len(numbers) == 1 else 'were'} found"
    return "found every crypt" if facts["after"] != facts["before"] else "the round was stopped"


def why_points(found: list[int], seat: int, numbers: list[int]) -> str:
    """Returns why a player of three has scored: a point for each crypt that was found while the player was in."""
    if seat not in found:
        return "stayed to the end" if len(found) == 2 else "still in when the round was stopped"
    others = f"; still in when {{{found[0]}}} left" if found.index(seat) else ""
    return f"{numbers[0]} was found{others}"


def opened(facts: RoundEnded) -> tuple[Opened, ...]:
    """Returns the crypts of all players, which are opened when the round is over."""
    crypts = [(seat, number) for seat, number in enumerate(facts["crypts"]) if number is not None]
    return tuple(Opened(seat, "Crypt", f"ghost {number}", (f"ghost-{number}",)) for seat, number in crypts)
