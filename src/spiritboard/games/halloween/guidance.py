"""Words that help a player: a move as a command, the reason of a hint, and the rule that a question is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spiritboard.games.halloween.picks import COLOUR_NAMES
from spiritboard.games.halloween.view import HalloweenView, PlayerBoard, TownBuilding
from spiritboard.games.halloween.words import BONUS_LETTERS, thing

FOR_OCCUPYING: Final = 3  # Haunt Points
PUBLISHED_CARDS: Final = 52
ONE_MORE_ON_ATTACK: Final = 5  # the number of the card
WINS_AGAINST_WEAKER: Final = 25
CHEAPER_UPGRADES: Final = 13
ONE_MORE_SCARE: Final = 51

# A move as a command.

PLAIN: Final = {
    "end-turn": "End the turn",
    "no": "No, thank you",
    "accept": "Accept the dice",
    "roll": "Roll the dice",
    "supply": "Take a disc from the supply",
    "points": "Take the Haunt Points",
    "new-token": "Discard the new bonus token",
    "summon": "Summon",
    "scare": "Scare",
    "upgrade": "Upgrade",
    "move": "Move",
    "fight": "Fight",
    "haunt": "Haunt",
    "rest": "Rest",
}
WHICH_DIE: Final = {"die-1": "the first die", "die-2": "the second die"}


def say_path(path: tuple[str, ...]) -> str:
    """Returns a move, or its first pick, as a command, such as "Scare in section 2"."""
    first, last = path[0], path[-1]
    if len(path) == 1:
        return say_pick(first)
    if last in PLAIN:
        return f"{PLAIN[last]} in {thing(first)}"
    if last in WHICH_DIE:
        return f"Use {thing(first)} on {WHICH_DIE[last]}"
    return f"Take back the discs of {thing(first)} and {thing(last)}"


def say_pick(pick: str) -> str:
    if pick in PLAIN:
        return PLAIN[pick]
    if pick.startswith("seat-"):
        return f"Let {{{int(pick[5:]) - 1}}} roll"
    return f"Say {pick[4:]}" if pick.startswith("say-") else f"Choose {thing(pick)}"


# The reason of a hint.


def say_reason(view: HalloweenView, path: tuple[str, ...]) -> str:
    """Returns one reason that is certainly true, such as "scores 6 HP", or an empty text."""
    finder = REASONS.get(view["steps"][-1]) if view["steps"] else None
    return finder(view, path) if finder else ""


def why_in_turn(view: HalloweenView, path: tuple[str, ...]) -> str:
    if path[0].startswith("card-"):
        own = int(path[0][5:]) in active_board(view)["cards"]
        return "" if own else f"scores {FOR_OCCUPYING} HP at once"
    finder = BY_ACTION.get(path[-1])
    return finder(view, int(path[0][8:]) - 1) if finder else ""


def why_rest(view: HalloweenView, section: int) -> str:
    discs = sum(active_board(view)["sections"][section]["discs"])
    return f"brings {discs} disc{'' if discs == 1 else 's'} back" if discs else ""


def why_scare(view: HalloweenView, section: int) -> str:
    level = level_of(view, section)
    strongest = max([colour + 1 for town in view["town"] for colour in range(level) if town["ghosts"][colour]])
    return f"brings {strongest + more_scare(view)} SP"


def why_haunt(view: HalloweenView, section: int) -> str:
    level = level_of(view, section)
    found = [view["worth"][colour] for town in view["town"] for colour in range(level) if can_haunt(view, town, colour)]
    return f"can score {max(found)} HP" if found else ""


def why_space(view: HalloweenView, path: tuple[str, ...]) -> str:
    colour = COLOUR_NAMES.index(path[0].split("-")[1]) if path[0].startswith("space-") else -1
    return f"scores {view['worth'][colour]} HP" if colour >= 0 else ""


def why_scaring_ghost(view: HalloweenView, path: tuple[str, ...]) -> str:
    return f"brings {colour_of(path) + 1 + more_scare(view)} SP"


def why_upgrade(view: HalloweenView, path: tuple[str, ...]) -> str:
    colour = colour_of(path) + 1
    if CHEAPER_UPGRADES in active_board(view)["cards"]:
        return f"makes a ghost that can haunt for {view['worth'][colour]} HP"
    return f"costs {view['prices'][colour]} SP and makes a ghost that can haunt for {view['worth'][colour]} HP"


def why_destination(view: HalloweenView, path: tuple[str, ...]) -> str:
    bonus = next((town["bonus"] for town in view["town"] if town["name"] == path[0]), None)
    unlocked = any(not spot["locked"] for spot in active_board(view)["spots"])
    return f"takes the bonus token there: {bonus['text']}" if bonus and unlocked else ""


def why_target(view: HalloweenView, path: tuple[str, ...]) -> str:
    attacker, target = COLOUR_NAMES.index(view["chosen"]["attacker"].split("-")[0]), colour_of(path)
    cards = active_board(view)["cards"]
    if view["master"] or (WINS_AGAINST_WEAKER in cards and target < attacker):
        return "wins without dice"
    plus = 1 if ONE_MORE_ON_ATTACK in cards else 0
    return f"succeeds with {chance(view['sides'][attacker], view['sides'][target], plus)} %"


def chance(sides: int, against: int, plus: int) -> int:
    """Returns with which chance a die, with something added, is higher than another one, in per cent."""
    won = sum([min(against, face + plus - 1) for face in range(1, sides + 1)])
    return round(100 * won / (sides * against))


def why_points(view: HalloweenView, path: tuple[str, ...]) -> str:
    return f"brings {2 if len(view['boards']) == 2 else 1} HP" if path[0] == "points" else ""


def active_board(view: HalloweenView) -> PlayerBoard:
    return view["boards"][view["active"]]


def level_of(view: HalloweenView, section: int) -> int:
    level = active_board(view)["sections"][section]["level"]
    return min(level + 1, len(COLOUR_NAMES)) if section == view["boosted"] else level


def more_scare(view: HalloweenView) -> int:
    return 1 if ONE_MORE_SCARE in active_board(view)["cards"] else 0


def colour_of(path: tuple[str, ...]) -> int:
    """Returns the colour's number of a ghost that is picked."""
    return COLOUR_NAMES.index(path[0].split("-")[1])


def can_haunt(view: HalloweenView, town: TownBuilding, colour: int) -> bool:
    """Returns whether the active player has not haunted this building, and a ghost is at its free space."""
    mine = any(haunt and haunt["seat"] == view["active"] for haunt in town["haunts"])
    return bool(town["ghosts"][colour]) and town["haunts"][colour] is None and not mine


def why_upgrade_in(view: HalloweenView, section: int) -> str:
    low = any(each["level"] <= level_of(view, section) for each in active_board(view)["sections"])
    return "makes a ghost stronger, and a section may rise to it" if low else ""


def why_fight(view: HalloweenView, section: int) -> str:
    return "can bring a ghost token"


BY_ACTION: Final[dict[str, Callable[[HalloweenView, int], str]]] = {
    "upgrade": why_upgrade_in,
    "fight": why_fight,
    "rest": why_rest,
    "scare": why_scare,
    "haunt": why_haunt,
}
REASONS: Final[dict[str, Callable[[HalloweenView, tuple[str, ...]], str]]] = {
    "turn": why_in_turn,
    "haunt": why_space,
    "scare": why_scaring_ghost,
    "upgrade": why_upgrade,
    "move-to": why_destination,
    "target": why_target,
    "retort": why_points,
}

# The rule that a question is about.

RULES: Final = {
    "turn": "HA3",
    "summon": "HA8",
    "scare": "HA9",
    "upgrade": "HA10",
    "raise": "HA10",
    "move": "HA11",
    "move-to": "HA11",
    "fight": "HA13",
    "target": "HA13",
    "opponent": "HA13",
    "haunt": "HA14",
    "blue": "HA15",
    "before-roll": "HA15b",
    "after-roll": "HA15b",
    "pay": "HA30",
    "disc": "HA30",
    "retort": "HA31",
    "exchange": "HA41",
}


def rule_asked(view: HalloweenView) -> str:
    """Returns the id of the rule that the question now asked is about, and an empty text after the end."""
    if view["over"] or not view["steps"]:
        return ""
    asked = view["steps"][-1]
    kind, _, which = asked.partition("-")
    if kind == "token" and which in BONUS_LETTERS:
        return f"HAT{which}"
    if kind == "card":
        return f"HAC{which}" if int(which) <= PUBLISHED_CARDS else "HA32"
    return RULES.get(asked, "")
