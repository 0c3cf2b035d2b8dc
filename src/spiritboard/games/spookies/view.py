"""What a seat sees of Spookies, and how what happens is said. Nobody sees a chip's value before the end (SP19)."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from spiritboard.table.events import named

if TYPE_CHECKING:
    from spiritboard.games.spookies.rules import Spookies
    from spiritboard.table.standings import Standings

DICE_WORDS = {2: "two dice", 3: "three dice", 4: "four dice"}


def show(state: Spookies, seat: int | None) -> dict[str, object]:
    house = state.house
    return {
        "characters": [
            {"id": name.lower(), "name": name, "field": field}
            for name, field in zip(house.characters, state.fields, strict=True)
        ],
        "fields": [
            {"number": number, "name": name, "rewards": rewards.copy(), "penalty": len(heap)}
            for number, name, rewards, heap in zip(
                house.numbers, house.names, house.rewards, state.penalty, strict=True
            )
        ],
        "friend": friend_face(state),
        "character": character_id(state),
        "first_roll": state.first_roll,
        "rolled": dice(state),
        "stock": len(state.stock),
        "chips": [len(purse) for purse in state.chips],
        "values": [sorted(purse) for purse in state.chips] if state.over else None,
        "chances": chances(state),
    }


def explain(state: Spookies, seat: int | None) -> dict[str, object]:
    return {"prompt": prompt(state) if seat in state.pending() else None}


def friend_face(state: Spookies) -> str | None:
    """The friend die as it lies: a character's id, a question mark, or None when it is not in use."""
    if state.friend is None:
        return None
    return "?" if state.friend < 0 else state.house.characters[state.friend].lower()


def dice(state: Spookies) -> list[int]:
    """The number dice as they lie."""
    return [int(pips) for pips in str(state.rolled)] if state.rolled else []


def character_id(state: Spookies) -> str | None:
    return None if state.character < 0 else state.name().lower()


def chances(state: Spookies) -> list[dict[str, object]] | None:
    """For two, three and four dice: how likely the character on the move climbs, stays and drops."""
    if state.over or state.character < 0:
        return None
    field = state.fields[state.character]
    needed, own = state.needed(field), state.house.numbers[field]
    rewards = state.house.rewards[min(field + 1, state.house.attic)]
    return [odds(count, needed, own, reward) for count, reward in enumerate(rewards, start=2)]


def odds(count: int, needed: int, own: int, reward: int) -> dict[str, object]:
    climb, hold = chance(count, needed), chance(count, own)
    return {"dice": count, "climb": climb, "stay": hold - climb, "drop": 1 - hold, "reward": reward}


@cache
def chance(count: int, score: int) -> float:
    """The chance that the two highest of so many dice add up to at least the score."""
    throws = list(product(range(1, 7), repeat=count))
    return sum(sum(sorted(throw)[-2:]) >= score for throw in throws) / len(throws)


# Words.


def prompt(state: Spookies) -> str:
    if state.character < 0:
        return "Which of the friends will you take along?"
    place = say_field(state, state.fields[state.character])
    needed = state.needed(state.fields[state.character])
    way = "Roll two, three or four dice." if state.first_roll else "Roll again, or stop and keep everything?"
    return f"{state.name()} is {place} and needs {needed}. {way}"


def say_field(state: Spookies, field: int) -> str:
    if field == 0:
        return "at the gate"
    name = state.house.names[field]
    return f"in the {name}" if name else f"on field {state.house.numbers[field]}"


def say_turn(state: Spookies) -> str:
    if state.friend is None:
        return f"It is {{{state.turn}}}'s turn."
    face = "a question mark" if state.friend < 0 else state.house.characters[state.friend]
    return f"It is {{{state.turn}}}'s turn: the friend die shows {face}."


def say_roll(state: Spookies, score: int) -> str:
    lie = dice(state)
    return f"{{{state.turn}}} rolls {DICE_WORDS[len(lie)]}: {', '.join(map(str, lie))}. The score is {score}."


def say_chips(count: int) -> str:
    return "no chip" if count == 0 else "one chip" if count == 1 else f"{count} chips"


def say_climb(state: Spookies, field: int, earned: int, found: int) -> str:
    now = state.fields[state.character]
    does = "does it again in the attic" if now == field else f"climbs and is {say_field(state, now)}"
    more = f" and finds {say_chips(found)} lying there" if found else ""
    return f"{state.name()} {does}: {{{state.turn}}} takes {say_chips(earned)}{more}."


def say_fail(state: Spookies, field: int, landing: int, paid: int) -> str:
    if landing == field:
        return f"{state.name()} stays {say_field(state, field)}."
    return f"{state.name()} drops and is {say_field(state, landing)}: {{{state.turn}}} leaves {say_chips(paid)} behind."


def say_verdict(standings: Standings) -> str:
    best = standings.winners()
    names = named(best)
    return f"{names} {'share the victory' if len(best) > 1 else 'wins'} with {standings.scores[best[0]]} points."
