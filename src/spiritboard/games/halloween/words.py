"""What Halloween tells: each kind of event with its facts, and how it is said in English.

A place is five times the building's number plus the colour's number, as in `picks.py`. Facts also hold the names of
buildings, which come from the pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NotRequired, TypedDict

from spiritboard.games.halloween.picks import COLOUR_NAMES
from spiritboard.table.events import EventKind, NoFacts, named

if TYPE_CHECKING:
    from spiritboard.table.standings import Standings

ACTION_TITLES: Final = ["Summon", "Scare", "Upgrade", "Move", "Fight", "Haunt"]
BONUS_LETTERS: Final = " abcdefghijkl"
BONUS: Final = [
    "",
    "Summon with any two brothers",
    "a green ghost token",
    "three discs back",
    "2 Scare Points",
    "a yellow ghost token",
    "the die of a level higher",
    "1 Haunt Point",
    "roll a die again",
    "a rest",
    "a blue ghost token",
    "3 more on a die",
    "move a ghost anywhere",
]
# Where Haunt Points come from, except for cards. Stored tables hold these words as facts, so they stay.
SOURCES: Final = [
    "haunting",
    "occupying cards",
    "others coming to one's cards",
    "bonus tokens",
    "retrieving haunt tokens",
    "sets of ghost tokens",
]


# Parts of sentences.


def the(building: str) -> str:
    return f"the {building.replace('-', ' ')}"


def a_colour(colour: str) -> str:
    return f"{'an' if colour == 'orange' else 'a'} {colour} ghost"


def ghost_at(place: int, building: str) -> str:
    return f"{a_colour(COLOUR_NAMES[place % 5])} at {the(building)}"


def a_ghost(place: int, buildings: list[str]) -> str:
    return ghost_at(place, buildings[place // 5])


def reason(number: int, row: list[int]) -> str:
    return SOURCES[number] if number < len(SOURCES) else f"card {row[number - len(SOURCES)]}"


def thing(pick: str) -> str:
    """Returns a thing on the table in words, such as "the red ghost at the library"."""
    kind, _, rest = pick.partition("-")
    colour, _, building = rest.partition("-")
    if kind == "ghost":
        return f"the {colour} ghost at {the(building)}"
    if kind == "space":
        return f"the {colour} space of {the(building)}"
    if kind == "token":
        return f"{a_colour(rest)} token"
    if kind == "spot":
        return f"bonus spot {rest}"
    return f"{kind} {rest}" if kind in ("section", "card") else the(pick)


def as_sentence(words: str) -> str:
    return words[0].upper() + words[1:]


# Facts that several kinds of events share.


class PlayerFacts(TypedDict):
    seat: int


class CardFacts(PlayerFacts):
    card: int


class SectionFacts(PlayerFacts):
    section: int


class BonusFacts(PlayerFacts):
    kind: int


class GhostFacts(PlayerFacts):
    """A player does something with a ghost at a place, or with the haunt space there."""

    place: int
    building: str  # the name of the place's building


# A part of a move.


class PickMade(PlayerFacts):
    """A pick after which nothing else happens yet, such as the ghost that is going to move."""

    pick: str


SAID_OF_PICK: Final = {
    "no": "declined",
    "accept": "accepted the dice",
    "new-token": "chose the new token",
    "supply": "chose the supply",
    "die-1": "chose the first die",
    "die-2": "chose the second die",
}


def say_pick_made(facts: PickMade) -> str:
    pick = facts["pick"]
    said = f"said {pick[4:]}" if pick.startswith("say-") else SAID_OF_PICK.get(pick, f"chose {thing(pick)}")
    return f"{{{facts['seat']}}} {said}."


# The course of the game.


class GameBegun(TypedDict):
    first: int


class SourceOfPoints(TypedDict):
    why: str
    points: int


class GameEnded(TypedDict):
    verdict: str
    before: list[int]  # Haunt Points by seat, before the cards or the sets of ghost tokens that score at the end
    points: list[int]  # Haunt Points by seat
    sources: list[list[SourceOfPoints]]  # by seat, all that the points came from


def say_game_begun(facts: GameBegun) -> str:
    return f"{{{facts['first']}}} will begin."


def say_turn_begun(facts: PlayerFacts) -> str:
    return f"{{{facts['seat']}}}'s turn."


def say_last_round(facts: NoFacts) -> str:
    return "The end is near: this round is played to its end."


def say_game_ended(facts: GameEnded) -> str:
    return f"The last round is over. {facts['verdict']}"


# Boards and cards.


class ActionChosen(SectionFacts):
    action: int


class LevelChanged(SectionFacts):
    level: int


def say_action_chosen(facts: ActionChosen) -> str:
    return f"{{{facts['seat']}}} chose {ACTION_TITLES[facts['action']]} in section {facts['section'] + 1}."


def say_rested(facts: SectionFacts) -> str:
    return f"{{{facts['seat']}}} rested in section {facts['section'] + 1}."


def say_level_changed(facts: LevelChanged) -> str:
    return f"{{{facts['seat']}}} changed section {facts['section'] + 1} to {COLOUR_NAMES[facts['level'] - 1]}."


def say_card_occupied(facts: CardFacts) -> str:
    return f"{{{facts['seat']}}} occupied card {facts['card']}."


def say_power_used(facts: CardFacts) -> str:
    return f"{{{facts['seat']}}} used card {facts['card']}."


def say_discs_returned(facts: PlayerFacts) -> str:
    return f"{{{facts['seat']}}} took discs back."


# Points and tokens.


class HauntPointsChanged(PlayerFacts):
    points: int  # negative for a loss
    reason: str


class ScarePointsChanged(PlayerFacts):
    points: int  # negative for a payment


class GhostTokenTaken(PlayerFacts):
    colour: str


def say_haunt_points_changed(facts: HauntPointsChanged) -> str:
    points = facts["points"]
    return f"{{{facts['seat']}}} {'gained' if points > 0 else 'lost'} {abs(points)} HP: {facts['reason']}."


def say_scare_points_changed(facts: ScarePointsChanged) -> str:
    points = facts["points"]
    return f"{{{facts['seat']}}} {'gained' if points > 0 else 'paid'} {abs(points)} SP."


def say_ghost_token_taken(facts: GhostTokenTaken) -> str:
    return f"{{{facts['seat']}}} took {a_colour(facts['colour'])} token."


def say_ghost_token_paid(facts: GhostTokenTaken) -> str:
    return f"{{{facts['seat']}}} paid {a_colour(facts['colour'])} token."


def say_bonus_taken(facts: BonusFacts) -> str:
    return f"{{{facts['seat']}}} took a bonus token: {BONUS[facts['kind']]}."


def say_bonus_used(facts: BonusFacts) -> str:
    return f"{{{facts['seat']}}} used a bonus token: {BONUS[facts['kind']]}."


def say_bonus_discarded(facts: BonusFacts) -> str:
    return f"{{{facts['seat']}}} discarded a bonus token: {BONUS[facts['kind']]}."


# Ghosts and buildings.

GhostMoved = TypedDict(
    "GhostMoved",
    {
        "from": int,  # a place
        "to": int,  # a building
        "seat": int,
        "from_building": str,
        "to_building": str,
    },
)


class GhostBanished(TypedDict):
    place: int
    building: str


class GhostsSwapped(TypedDict):
    one: int  # a place
    other: int
    seat: int
    one_building: str
    other_building: str


class NobodyAppeared(TypedDict):
    colour: str | None  # the colour of which no ghost is left; None if the building has no room


class BlueGhostsCame(TypedDict):
    building: int
    name: str


def say_ghost_summoned(facts: GhostFacts) -> str:
    return f"{{{facts['seat']}}} summoned {ghost_at(facts['place'], facts['building'])}."


def say_nobody_appeared(facts: NobodyAppeared) -> str:
    colour = facts["colour"]
    why = "There was no room" if colour is None else f"No {colour} ghost was left"
    return f"{why}: nobody appeared."


def say_ghost_scares(facts: GhostFacts) -> str:
    return f"{{{facts['seat']}}} scared with {ghost_at(facts['place'], facts['building'])}."


def say_ghost_upgraded(facts: GhostFacts) -> str:
    ghost = ghost_at(facts["place"], facts["building"])
    return f"{{{facts['seat']}}} upgraded {ghost} to {COLOUR_NAMES[facts['place'] % 5 + 1]}."


def say_ghost_moved(facts: GhostMoved) -> str:
    ghost = a_colour(COLOUR_NAMES[facts["from"] % 5])
    return f"{{{facts['seat']}}} moved {ghost} from {the(facts['from_building'])} to {the(facts['to_building'])}."


def say_ghosts_swapped(facts: GhostsSwapped) -> str:
    one = ghost_at(facts["one"], facts["one_building"])
    other = ghost_at(facts["other"], facts["other_building"])
    return f"{{{facts['seat']}}} swapped {one} and {other}."


def say_ghost_placed(facts: GhostFacts) -> str:
    return f"{{{facts['seat']}}} put {ghost_at(facts['place'], facts['building'])}."


def say_ghost_banished(facts: GhostBanished) -> str:
    return as_sentence(f"{ghost_at(facts['place'], facts['building'])} left the town.")


def say_building_haunted(facts: GhostFacts) -> str:
    colour = COLOUR_NAMES[facts["place"] % 5]
    return f"{{{facts['seat']}}} haunted {the(facts['building'])} with {a_colour(colour)}."


def say_haunt_token_retrieved(facts: GhostFacts) -> str:
    return f"{{{facts['seat']}}} retrieved a haunt token from {the(facts['building'])}."


def say_blue_ghosts_came(facts: BlueGhostsCame) -> str:
    return f"No blue ghost was left: new ones came to {the(facts['name'])}."


def say_red_ghosts_left(facts: NoFacts) -> str:
    return "All five red ghosts were in town: they left it."


# Fights and dice.


class FightBegun(TypedDict):
    place: int  # the attacker's
    target: int  # the attacked ghost's place
    seat: int
    building: str
    target_building: str


class DieRolled(PlayerFacts):
    die: int  # 0 for the first one, 1 for the second one
    face: int
    level: int


def say_fight_begun(facts: FightBegun) -> str:
    attacker = ghost_at(facts["place"], facts["building"])
    target = a_colour(COLOUR_NAMES[facts["target"] % 5])
    where = "" if facts["building"] == facts["target_building"] else f" at {the(facts['target_building'])}"
    return f"{{{facts['seat']}}} let {attacker} attack {target}{where}."


# Stored tables of earlier versions have these two facts without the rolls.
class AttackFailed(TypedDict):
    rolls: NotRequired[list[int]]  # both results as they were compared; none if the fight was called off


class FightWon(GhostFacts):
    rolls: NotRequired[list[int]]  # both results as they were compared; none without dice


def say_rolls(rolls: list[int]) -> str:
    return f"{rolls[0]} against {rolls[1]}" if rolls else ""


def say_fight_won(facts: FightWon) -> str:
    rolls = say_rolls(facts.get("rolls", []))
    return as_sentence(f"{ghost_at(facts['place'], facts['building'])} won{' with ' if rolls else ''}{rolls}.")


def say_attack_failed(facts: AttackFailed) -> str:
    rolls = say_rolls(facts.get("rolls", []))
    return f"The attack failed{': ' if rolls else ''}{rolls}."


def say_die_rolled(facts: DieRolled) -> str:
    return f"{{{facts['seat']}}} rolled {facts['face']} on the {COLOUR_NAMES[facts['level'] - 1]} die."


GAME_BEGUN: Final = EventKind("begin", GameBegun, say_game_begun)
TURN_BEGUN: Final = EventKind("turn", PlayerFacts, say_turn_begun)
LAST_ROUND: Final = EventKind("ending", NoFacts, say_last_round)
GAME_ENDED: Final = EventKind("end", GameEnded, say_game_ended)
ACTION_CHOSEN: Final = EventKind("action", ActionChosen, say_action_chosen)
RESTED: Final = EventKind("rest", SectionFacts, say_rested)
LEVEL_CHANGED: Final = EventKind("level", LevelChanged, say_level_changed)
CARD_OCCUPIED: Final = EventKind("occupy", CardFacts, say_card_occupied)
POWER_USED: Final = EventKind("power", CardFacts, say_power_used)
DISCS_RETURNED: Final = EventKind("discs", PlayerFacts, say_discs_returned)
HAUNT_POINTS_CHANGED: Final = EventKind("hp", HauntPointsChanged, say_haunt_points_changed)
SCARE_POINTS_CHANGED: Final = EventKind("sp", ScarePointsChanged, say_scare_points_changed)
GHOST_TOKEN_TAKEN: Final = EventKind("token", GhostTokenTaken, say_ghost_token_taken)
GHOST_TOKEN_PAID: Final = EventKind("paid", GhostTokenTaken, say_ghost_token_paid)
BONUS_TAKEN: Final = EventKind("bonus", BonusFacts, say_bonus_taken)
BONUS_USED: Final = EventKind("use", BonusFacts, say_bonus_used)
BONUS_DISCARDED: Final = EventKind("discard", BonusFacts, say_bonus_discarded)
GHOST_SUMMONED: Final = EventKind("summon", GhostFacts, say_ghost_summoned)
NOBODY_APPEARED: Final = EventKind("nobody", NobodyAppeared, say_nobody_appeared)
GHOST_SCARES: Final = EventKind("scare", GhostFacts, say_ghost_scares)
GHOST_UPGRADED: Final = EventKind("upgrade", GhostFacts, say_ghost_upgraded)
GHOST_MOVED: Final = EventKind("move", GhostMoved, say_ghost_moved)
GHOSTS_SWAPPED: Final = EventKind("swap", GhostsSwapped, say_ghosts_swapped)
GHOST_PLACED: Final = EventKind("place", GhostFacts, say_ghost_placed)
GHOST_BANISHED: Final = EventKind("banish", GhostBanished, say_ghost_banished)
BUILDING_HAUNTED: Final = EventKind("haunt", GhostFacts, say_building_haunted)
HAUNT_TOKEN_RETRIEVED: Final = EventKind("retrieve", GhostFacts, say_haunt_token_retrieved)
BLUE_GHOSTS_CAME: Final = EventKind("blue", BlueGhostsCame, say_blue_ghosts_came)
RED_GHOSTS_LEFT: Final = EventKind("red", NoFacts, say_red_ghosts_left)
FIGHT_BEGUN: Final = EventKind("fight", FightBegun, say_fight_begun)
FIGHT_WON: Final = EventKind("win", FightWon, say_fight_won)
ATTACK_FAILED: Final = EventKind("no win", AttackFailed, say_attack_failed)
DIE_ROLLED: Final = EventKind("roll", DieRolled, say_die_rolled)
PICK_MADE: Final = EventKind("pick", PickMade, say_pick_made)
EVENTS: Final = (
    GAME_BEGUN,
    TURN_BEGUN,
    LAST_ROUND,
    GAME_ENDED,
    ACTION_CHOSEN,
    RESTED,
    LEVEL_CHANGED,
    CARD_OCCUPIED,
    POWER_USED,
    DISCS_RETURNED,
    HAUNT_POINTS_CHANGED,
    SCARE_POINTS_CHANGED,
    GHOST_TOKEN_TAKEN,
    GHOST_TOKEN_PAID,
    BONUS_TAKEN,
    BONUS_USED,
    BONUS_DISCARDED,
    GHOST_SUMMONED,
    NOBODY_APPEARED,
    GHOST_SCARES,
    GHOST_UPGRADED,
    GHOST_MOVED,
    GHOSTS_SWAPPED,
    GHOST_PLACED,
    GHOST_BANISHED,
    BUILDING_HAUNTED,
    HAUNT_TOKEN_RETRIEVED,
    BLUE_GHOSTS_CAME,
    RED_GHOSTS_LEFT,
    FIGHT_BEGUN,
    FIGHT_WON,
    ATTACK_FAILED,
    DIE_ROLLED,
    PICK_MADE,
)


def say_verdict(standings: Standings) -> str:
    winners = standings.winners()
    names = named(winners)
    points = standings.scores[winners[0]]
    if len(winners) > 1:
        return f"{names} shared the victory with {points} HP."
    tied = standings.scores.count(points) > 1
    return f"{names} won with {points} HP{' and more ghost tokens' if tied else ''}."
