"""All sentences of Spookies: each kind of event with its facts, prompts, moves, reasons for hints, and score sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from spiritboard.games.spookies.picks import FEWEST_DICE
from spiritboard.table.events import Event, EventKind, named
from spiritboard.table.summary import Opened, ScoreLine, Summary

if TYPE_CHECKING:
    from spiritboard.games.spookies.rules import Spookies
    from spiritboard.games.spookies.view import FriendShown, SpookiesView
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
    needed: int  # the lowest score that succeeds


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
    stood: int  # the printed number of the field where the friend stood before; 0 for the gate


class TurnStopped(TypedDict):
    seat: int


class ChipsOpened(TypedDict):
    values: list[list[int]]  # of each seat's chips
    left: int  # penalty chips that lie in the house and count for nobody


def say_turn(facts: TurnBegun) -> str:
    if facts["friend"] is None:
        return f"{{{facts['seat']}}}'s turn."
    face = facts["name"] or "a question mark"
    return f"{{{facts['seat']}}}'s turn: the friend die shows {face}."


def say_choice(facts: FriendChosen) -> str:
    return f"{{{facts['seat']}}} took {facts['name']} along."


def say_roll(facts: DiceRolled) -> str:
    dice, score, needed = facts["dice"], facts["score"], facts["needed"]
    counted = f"{score} in all" if len(dice) == FEWEST_DICE else f"{score} with the best two"
    return f"{{{facts['seat']}}} rolled {in_a_row([str(pips) for pips in dice])}, {counted}, and needed {needed}."


def say_climb(facts: FriendClimbed) -> str:
    climbs = f"climbed to {say_place(facts['field'], facts['field_name'])}"
    does = "did it again in the attic" if facts["again"] else climbs
    found = f" and found {say_chips(facts['penalty'])} there" if facts["penalty"] else ""
    return f"{facts['name']} {does}: {{{facts['seat']}}} took {say_chips(facts['chips'])}{found}."


def say_stay(facts: FriendFailed) -> str:
    place = say_field(facts["field"], facts["field_name"])
    return f"{facts['name']} stayed {place}: {{{facts['seat']}}}'s turn ends."


def say_drop(facts: FriendFailed) -> str:
    drops = f"dropped from field {facts['stood']} to {say_place(facts['field'], facts['field_name'])}"
    return f"{facts['name']} {drops}: {{{facts['seat']}}} left {say_chips(facts['penalty'])} behind, and the turn ends."


def say_stop(facts: TurnStopped) -> str:
    return f"{{{facts['seat']}}} stopped."


def say_end(facts: ChipsOpened) -> str:
    return "The last chip of the stock was taken: the chips are turned over."


def say_field(number: int, name: str) -> str:
    if number == 0:
        return "at the gate"
    return f"in the {name}" if name else f"on field {number}"


def say_place(number: int, name: str) -> str:
    """Returns a field as the end of a way."""
    if number == 0:
        return "the gate"
    return f"the {name}" if name else f"field {number}"


def in_a_row(words: list[str]) -> str:
    """Returns words with commas and "and" between them."""
    return " and ".join([", ".join(words[:-1]), words[-1]])


def say_chips(count: int) -> str:
    return "no chip" if count == 0 else "one chip" if count == 1 else f"{count} chips"


TURN_BEGUN: Final = EventKind("turn", TurnBegun, say_turn)
FRIEND_CHOSEN: Final = EventKind("choose", FriendChosen, say_choice)
DICE_ROLLED: Final = EventKind("roll", DiceRolled, say_roll)
FRIEND_CLIMBED: Final = EventKind("climb", FriendClimbed, say_climb)
FRIEND_STAYED: Final = EventKind("stay", FriendFailed, say_stay)
FRIEND_DROPPED: Final = EventKind("drop", FriendFailed, say_drop)
TURN_STOPPED: Final = EventKind("stop", TurnStopped, say_stop)
STOCK_EMPTY: Final = EventKind("end", ChipsOpened, say_end)
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
    way = "Roll two, three or four dice." if state.first_roll else "Roll again, or stop?"
    return f"{state.friend_name()} is {place} and needs {state.house.needed[at]}. {way}"


def say_verdict(standings: Standings) -> str:
    best = standings.winners()
    names = named(best)
    return f"{names} {'share the victory' if len(best) > 1 else 'wins'} with {standings.scores[best[0]]} points."


# The words for a player who is on turn.


def say_path(path: tuple[str, ...]) -> str:
    """Returns a move as a command."""
    move = path[0]
    if move == "stop":
        return "Stop"
    roll = next((f"Roll {words}" for dice, words in DICE_WORDS.items() if move == f"roll-{dice}-dice"), None)
    return roll or f"Take {move.capitalize()} along"


def say_reason(view: SpookiesView, path: tuple[str, ...]) -> str:
    """Returns why a move is good, or an empty text where the view alone does not say why."""
    if view["chances"] is None:
        return _reason_for_friend(view, path[0])
    safest = view["chances"][-1]
    if path[0] == "stop":
        return f"even four dice fail with {say_chance(1 - safest['climb'])}"
    chosen = next(each for each in view["chances"] if path[0] == f"roll-{each['dice']}-dice")
    lying = _penalty_ahead(view)
    if lying and chosen["dice"] == FEWEST_DICE:
        return f"only two dice take the {say_chips(lying)} that lie there: {say_chance(chosen['climb'])}"
    if chosen is safest:
        return f"most likely to succeed: {say_chance(safest['climb'])}"
    return f"earns {say_chips(chosen['reward'])} with {say_chance(chosen['climb'])}"


def _reason_for_friend(view: SpookiesView, friend: str) -> str:
    """Returns how much the next step of a friend earns, if no other friend's next step earns more."""
    earns = {each["id"]: max(view["fields"][_field_ahead(view, each)]["rewards"]) for each in view["characters"]}
    best = max(earns.values())
    return f"no other friend's next step earns more: up to {say_chips(best)}" if earns[friend] == best else ""


def _field_ahead(view: SpookiesView, friend: FriendShown) -> int:
    """Returns the place of the field for which a success of this friend is paid (SP6, SP10)."""
    return min(friend["field"] + 1, len(view["fields"]) - 1)


def _penalty_ahead(view: SpookiesView) -> int:
    """Returns how many penalty chips lie on the field that a success of the friend on the move reaches (SP8, SP10)."""
    friend = next(each for each in view["characters"] if each["id"] == view["character"])
    ahead = _field_ahead(view, friend)
    return 0 if ahead == friend["field"] else view["fields"][ahead]["penalty"]


def say_chance(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def rule_asked(view: SpookiesView) -> str:
    """Returns the id of the rule that the player on turn is asked about, or an empty text if this seat is not asked."""
    if view["seat"] is None or view["seat"] not in view["pending"]:
        return ""
    if view["character"] is None:
        return "SP18" if view["options"]["variant"] == "free-choice" else "SP3"
    return "SP4" if view["first_roll"] else "SP9"


# The score sheet of the game.


def summary(events: list[Event]) -> Summary | None:
    """Returns the score sheet; None if the game is not over, or if an earlier version stored its end without facts."""
    over = next(filter(None, map(STOCK_EMPTY.read, events)), None)
    if over is None:
        return None
    values = over["values"]
    lines = [ScoreLine((seat,), 0, sum(chips), say_chips(len(chips))) for seat, chips in enumerate(values)]
    opened = [_opened(seat, chips) for seat, chips in enumerate(values)]
    if over["left"]:
        left = f"{say_chips(over['left'])}, which count{'s' if over['left'] == 1 else ''} for nobody"
        opened.append(Opened(None, "Left behind in the house", left))
    return Summary("The chips are turned over", "points", tuple(lines), tuple(opened))


def _opened(seat: int, chips: list[int]) -> Opened:
    kinds = [f"{chips.count(value)} of {value}" for value in sorted(set(chips))]
    words = ", ".join(kinds) or "none"
    return Opened(seat, "Chips", words, tuple(f"chip-{value}" for value in sorted(chips)))
