"""What is measured in each game that is played to vary pieces."""

from __future__ import annotations

from spiritboard.table.state import State

LENGTH = "length"
SCORE = "score"
WINNING_SCORE = "winning score"
MARGIN = "margin"
UNFINISHED = "unfinished"
SEAT = "seat "
BOT = "bot "
WORDS = {
    LENGTH: "decisions in a game",
    SCORE: "score of a player",
    WINNING_SCORE: "score of the winner",
    MARGIN: "points between the winner and the next player",
    UNFINISHED: "share of games that did not end",
}


def measures(players: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the names of the measures, in the order of `measured`. Bots are measured if there are several."""
    seats = tuple(f"{SEAT}{seat + 1}" for seat in range(players))
    shares = tuple(f"{BOT}{bot}" for bot in bots) if len(bots) > 1 else ()
    return (*seats, *shares, LENGTH, SCORE, WINNING_SCORE, MARGIN, UNFINISHED)


def is_share(measure: str) -> bool:
    """Returns whether a measure is a share of 1 and not a number."""
    return measure.startswith((SEAT, BOT)) or measure == UNFINISHED


def words(measure: str) -> str:
    """Returns what a measure is, for people."""
    if measure.startswith(SEAT):
        return f"victories of Player {measure.removeprefix(SEAT)}"
    if measure.startswith(BOT):
        return f"victories of the bot {measure.removeprefix(BOT)}"
    return WORDS[measure]


def measured(state: State, length: int, seated: tuple[int, ...], bots: int) -> list[float]:
    """Returns the measures of a game that was left in this state. `seated` has the number of the bot in each seat.

    A game that did not end counts as won by nobody, with scores and a margin of 0."""
    if not state.over:
        nothing = [0.0] * (state.seats + (bots if bots > 1 else 0))
        return [*nothing, float(length), 0.0, 0.0, 0.0, 1.0]
    standings = state.standings()
    shares, scores, places = standings.shares(), standings.scores, standings.places
    first = min(places)
    winner = scores[places.index(first)]
    behind = [abs(winner - score) for score, place in zip(scores, places, strict=True) if place != first]
    own = [sum(share for share, who in zip(shares, seated, strict=True) if who == bot) for bot in range(bots)]
    ends = [float(length), sum(scores) / len(scores), float(winner), float(min(behind, default=0)), 0.0]
    return [*shares, *(own if bots > 1 else ()), *ends]
