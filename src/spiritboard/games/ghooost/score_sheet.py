"""The score sheet of a round of Ghooost!, made from the facts of the event that ended it."""

from __future__ import annotations

from spiritboard.games.ghooost.words import (
    PLAYER_BOOED,
    ROUND_BEGUN,
    ROUND_STOPPED,
    PlayerBooed,
    RoundEnded,
    say_ghosts,
)
from spiritboard.table.events import Event
from spiritboard.table.summary import Opened, ScoreLine, Summary

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def summary(events: list[Event]) -> Summary | None:
    """Returns the score sheet of the round that ended with these events, or None if the facts for it are missing."""
    ended = [event for event in events if event.kind in (PLAYER_BOOED.name, ROUND_STOPPED.name)]
    if not ended or "left" not in ended[-1].data:
        return None
    booed, stopped = PLAYER_BOOED.read(ended[-1]), ROUND_STOPPED.read(ended[-1])
    following = say_following(events)
    if booed is not None:
        return Summary(title(booed, following), score(booed), lines(booed, booed), opened(booed), following)
    return None if stopped is None else Summary(title(stopped, following), score(stopped), lines(stopped, None))


def say_following(events: list[Event]) -> str:
    """Returns who begins the next round, or an empty text if there is none."""
    begun = [facts for event in events if (facts := ROUND_BEGUN.read(event))]
    return f"{{{begun[-1]['first']}}} will begin round {begun[-1]['round']}." if begun else ""


def title(ended: RoundEnded, following: str) -> str:
    if following:
        return f"Round {ended['round']} is over"
    return "The match is over" if ended["match"] else "The round is over"


def score(ended: RoundEnded) -> str:
    return "points" if ended["match"] else "rounds won"


def lines(ended: RoundEnded, booed: PlayerBooed | None) -> tuple[ScoreLine, ...]:
    scores = enumerate(zip(ended["before"], ended["after"], strict=True))
    return tuple(ScoreLine((seat,), before, after, why(seat, ended, booed)) for seat, (before, after) in scores)


def why(seat: int, ended: RoundEnded, booed: PlayerBooed | None) -> str:
    """Returns how the round ended for a player (GO21 to GO23, GO27)."""
    left = ended["left"]
    if seat in left:
        place = left.index(seat)
        return "last to get away" if 0 < place == len(left) - 1 else f"{ORDINALS[place]} to get away"
    if booed is None:
        return "the round was stopped"
    ghosts = len(booed["hand"]) + booed["mansion"]
    boo = f"{ORDINALS[booed['boos'] - 1]} Boo!" if booed["match"] and booed["boos"] <= len(ORDINALS) else "Boo!"
    return f"left with {ghosts} ghost{'' if ghosts == 1 else 's'}: {boo}"


def opened(booed: PlayerBooed) -> tuple[Opened, ...]:
    """Returns the hand with which the loser is left."""
    hand = booed["hand"]
    return (Opened(booed["seat"], "Hand", say_hand(hand), tuple(hand)),) if hand else ()


def say_hand(hand: list[str]) -> str:
    """Returns the ghosts of a hand in words."""
    groups = [say_alike(name, hand.count(name)) for name in dict.fromkeys(hand)]
    return " and ".join(filter(None, [", ".join(groups[:-1]), groups[-1]]))


def say_alike(name: str, count: int) -> str:
    if name in ("copy", "kitty"):
        words = "Miss Copy" if name == "copy" else "Kitty"
        return words if count == 1 else f"{words} ({count})"
    return say_ghosts([name] * count)
