"""How the view of a seat of Spookies is made. Nobody sees the value of a chip before the end (SP19)."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from spiritboard.games.spookies import words
from spiritboard.games.spookies.picks import FEWEST_DICE
from spiritboard.games.spookies.view import FieldShown, FriendShown, RollChances, SpookiesShown
from spiritboard.table.view import Explained

if TYPE_CHECKING:
    from spiritboard.games.spookies.rules import Spookies


def show(state: Spookies, seat: int | None) -> SpookiesShown:
    return {
        "characters": [friend(state, number) for number in range(len(state.fields))],
        "fields": [field(state, at) for at in range(len(state.penalty))],
        "friend": state.friend_face(),
        "character": None if state.must_choose() else state.friend_id(),
        "first_roll": state.first_roll,
        "rolled": state.pips(),
        "stock": len(state.stock),
        "chips": [len(purse) for purse in state.chips],
        "values": [sorted(purse) for purse in state.chips] if state.over else None,
        "chances": chances(state),
    }


def explain(state: Spookies, seat: int | None) -> Explained:
    return {"prompt": words.prompt(state) if seat is not None and seat in state.pending() else None}


def friend(state: Spookies, number: int) -> FriendShown:
    name = state.house.characters[number]
    return {"id": name.lower(), "name": name, "field": state.fields[number]}


def field(state: Spookies, at: int) -> FieldShown:
    house = state.house
    return {
        "number": house.numbers[at],
        "name": house.names[at],
        "rewards": list(house.rewards[at]),
        "penalty": len(state.penalty[at]),
    }


def chances(state: Spookies) -> list[RollChances] | None:
    """Returns the chances of the friend on the move, or None if no roll is next."""
    if state.over or state.must_choose():
        return None
    at = state.fields[state.character]
    needed, own = state.house.needed[at], state.house.numbers[at]
    rewards = state.house.rewards[state.house.above[at]]
    return [roll_chances(count, needed, own, reward) for count, reward in enumerate(rewards, start=FEWEST_DICE)]


def roll_chances(count: int, needed: int, own: int, reward: int) -> RollChances:
    climb, hold = chance_of(count, needed), chance_of(count, own)
    return {"dice": count, "climb": climb, "stay": hold - climb, "drop": 1 - hold, "reward": reward}


@cache
def chance_of(count: int, score: int) -> float:
    """Returns the chance that the two highest of so many dice add up to at least the score."""
    throws = list(product(range(1, 7), repeat=count))
    return sum(sum(sorted(throw)[-2:]) >= score for throw in throws) / len(throws)
