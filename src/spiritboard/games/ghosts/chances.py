"""Chances that a good player of Ghosts reckons with."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.ghosts.picks import COLOUR_SHIFT, HAND_SIZE, HIGHEST_LEVEL, MOST_RETURNED

STAYING: Final = 0.3  # how often a player leaves the level as it is, with mist or the top card's colour
TAKING: Final = 0.25  # how often a player has to take a pile at level seven
UNAFRAID_CARDS: Final = 40.0  # after so many cards a third of the players are still unafraid
MATCHING: Final = 0.4  # how often a colour turns out to be the top card's


class StuckChances:
    """The chance that no card of a hand fits, by the size of the hand and the cards that it may be made of.

    Each chance is worked out when it is first asked for.
    """

    def __init__(self, cards: i64) -> None:
        self.cards: i64 = cards  # in the whole game
        self._width: i64 = cards + 1
        self._known: vec[float] = vec[float]([-1.0] * int((HAND_SIZE + 1) * self._width * self._width))

    def get(self, size: i64, unseen: i64, unfit: i64) -> float:
        """Returns the chance for `size` of the `unseen` cards, of which `unfit` do not fit."""
        if not size or unfit < size:
            return 0.0  # a player without a card is not stuck, but ends the round
        at = (size * self._width + unseen) * self._width + unfit
        chance = self._known[at]
        if chance < 0.0:
            chance = all_unfit(size, unseen, unfit)
            self._known[at] = chance
        return chance


def all_unfit(size: i64, unseen: i64, unfit: i64) -> float:
    """Returns the chance that `size` cards, drawn one by one, are all unfit."""
    chance = 1.0
    for drawn in range(size):
        chance *= float(unfit - drawn) / float(unseen - drawn)
    return chance


class Hopes:
    """How many fright points a player may expect to return for being unafraid (GH14)."""

    def __init__(self, cards: i64, seats: i64) -> None:
        self._width: i64 = cards + 1
        waits = [1.0 + float(to_come(deck, seats)) / UNAFRAID_CARDS for deck in range(cards + 1)]
        hopes = [float(points) / wait for points in range(MOST_RETURNED + 1) for wait in waits]
        self._hopes: vec[float] = vec[float](hopes)

    def get(self, points: i64, deck: i64) -> float:
        """Returns the hope of a player who could return so many points now, while the deck has so many cards."""
        return self._hopes[points * self._width + deck]


def to_come(deck: i64, seats: i64) -> i64:
    """Returns how many cards will still be played in this round."""
    return deck + HAND_SIZE * seats


def place(room: i64, ghosts: i64) -> i64:
    """Returns the place in a table of a card with so many ghosts and a level that was `room` below seven."""
    return room << COLOUR_SHIFT | ghosts


def misses(seats: i64) -> vec[float]:
    """Returns the chance that a card does not fit after the other players' turns, by `place`."""
    found = [0.0] * 64
    for room in range(HIGHEST_LEVEL + 1):
        spread = [0.0] * (HIGHEST_LEVEL + 1)
        spread[room] = 1.0
        for _seat in range(seats - 1):
            spread = played_on(spread)
        for ghosts in range(1, HIGHEST_LEVEL + 1):  # mist always fits
            fits = sum(spread[ghosts:])
            found[place(room, ghosts)] = 1.0 - (fits + (1.0 - fits) * MATCHING)
    return vec[float](found)


def played_on(spread: list[float]) -> list[float]:
    """Returns the chance of each distance of the level from seven, after one more player."""
    after = [0.0] * (HIGHEST_LEVEL + 1)
    for room in range(HIGHEST_LEVEL + 1):
        chance = spread[room]
        if room == 0:
            after[0] += chance * (1.0 - TAKING)
            after[HIGHEST_LEVEL - 3] += chance * TAKING
            continue
        after[room] += chance * STAYING
        most: i64 = min(3, room)
        for ghosts in range(1, most + 1):
            after[room - ghosts] += chance * (1.0 - STAYING) / float(most)
    return after
