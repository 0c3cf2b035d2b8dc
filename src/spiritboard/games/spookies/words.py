"""The events of Spookies: each kind with its facts, and how it is said in English. Also prompts and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from spiritboard.table.events import EventKind, NoFacts, named

if TYPE_CHECKING:
    from spiritboard.games.spookies.rules import Spookies
    from spiritboard.table.standings import Standings

DICE_WORDS: Final = {2: "two dice", 3: "three dice", 4: "four dice"}


class TurnBegun(TypedDict):
    seat: int
    friend: str | None  # the face of the friend die: a friend's id or "?"; None if the die is not used
    name: str | None  # that friend's name


class FriendChosen(TypedDict):
    seat: int
    character: str
    name: str


class DiceRolled(TypedDict):
    seat: int
    dice: list[int]
    score: int


class FriendClimbed(TypedDict):
    seat: int
    character: str
    name: str
    field: int  # the printed number of the field reached
    field_name: str
    again: bool  # whether the friend was in the attic already
    chips: int  # taken from the stock
    penalty: int  # penalty chips taken from the field


class FriendFailed(TypedDict):
    """The facts of a failed roll, whether the friend stays or drops."""

    seat: int
    character: str
    name: str
    field: int  # the printed number of the field where the friend is now; 0 for the gate
    field_name: str
    penalty: int  # chips left on the field that the friend dropped from


class TurnStopped(TypedDict):
    seat: int


def say_turn(facts: TurnBegun) -> str:
    if facts["friend"] is None:
        return f"{{{facts['seat']}}}'s turn."
    face = facts["name"] or "a question mark"
    return f"{{{facts['seat']}}}'s turn: the friend die shows {face}."


def say_choice(facts: FriendChosen) -> str:
    return f"{{{facts['seat']}}} took {facts['name']} along."


def say_roll(facts: DiceRolled) -> str:
    dice = facts["dice"]
    rolled = f"{DICE_WORDS[len(dice)]}: {', '.join(map(str, dice))}"
    return f"{{{facts['seat']}}} rolled {rolled}. The score is {facts['score']}."


def say_climb(facts: FriendClimbed) -> str:
    place = say_field(facts["field"], facts["field_name"])
    does = "did it again in the attic" if facts["again"] else f"climbed and is {place}"
    found = f" and found {say_chips(facts['penalty'])} lying there" if facts["penalty"] else ""
    return f"{facts['name']} {does}: {{{facts['seat']}}} took {say_chips(facts['chips'])}{found}."


def say_stay(facts: FriendFailed) -> str:
    return f"{facts['name']} stayed {say_field(facts['field'], facts['field_name'])}."


def say_drop(facts: FriendFailed) -> str:
    place = say_field(facts["field"], facts["field_name"])
    return f"{facts['name']} dropped and is {place}: {{{facts['seat']}}} left {say_chips(facts['penalty'])} behind."


def say_stop(facts: TurnStopped) -> str:
    return f"{{{facts['seat']}}} stopped."


def say_end(facts: NoFacts) -> str:
    return "The last chip of the stock was taken: the chips are turned over."


def say_field(number: int, name: str) -> str:
    if number == 0:
        return "at the gate"
    return f"in the {name}" if name else f"on field {number}"


def say_chips(count: int) -> str:
    return "no chip" if count == 0 else "one chip" if count == 1 else f"{count} chips"


TURN_BEGUN: Final = EventKind("turn", TurnBegun, say_turn)
FRIEND_CHOSEN: Final = EventKind("choose", FriendChosen, say_choice)
DICE_ROLLED: Final = EventKind("roll", DiceRolled, say_roll)
FRIEND_CLIMBED: Final = EventKind("climb", FriendClimbed, say_climb)
FRIEND_STAYED: Final = EventKind("stay", FriendFailed, say_stay)
FRIEND_DROPPED: Final = EventKind("drop", FriendFailed, say_drop)
TURN_STOPPED: Final = EventKind("stop", TurnStopped, say_stop)
STOCK_EMPTY: Final = EventKind("end", NoFacts, say_end)
EVENTS: Final = (
    TURN_BEGUN,
    FRIEND_CHOSEN,
    DICE_ROLLED,
    FRIEND_CLIMBED,
    FRIEND_STAYED,
    FRIEND_DROPPED,
    TURN_STOPPED,
    STOCK_EMPTY,
)


def prompt(state: Spookies) -> str:
    if state.must_choose():
        return "Which of the friends will you take along?"
    at = state.fields[state.character]
    place = say_field(state.house.numbers[at], state.house.names[at])
    way = "Roll two, three or four dice." if state.first_roll else "Roll again, or stop and keep everything?"
    return f"{state.friend_name()} is {place} and needs {state.house.needed[at]}. {way}"


def say_verdict(standings: Standings) -> str:
    best = standings.winners()
    names = named(best)
    return f"{names} {'share the victory' if len(best) > 1 else 'wins'} with {standings.scores[best[0]]} points."
