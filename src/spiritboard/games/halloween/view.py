"""What a seat sees of Halloween, as types. `show.py` makes such views; everything that reads one reads these types.

Nothing is hidden in Halloween. Views of different seats differ in `seat` and in `prompt` only. Lists by colour begin
with blue, lists by action with Summon, and sections, spots and buildings are in the order of the table.
"""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.view import Explained, Memory, Shown, Sight


class BonusToken(TypedDict):
    kind: str  # its letter, from a to l
    text: str


class HauntToken(TypedDict):
    seat: int
    second: bool  # whether it has its player's second colour


class TownBuilding(TypedDict):
    name: str
    title: str
    ghosts: list[int]  # by colour
    haunts: list[HauntToken | None]  # the tokens on its haunt spaces, by colour
    bonus: BonusToken | None


class BoardSection(TypedDict):
    level: int
    discs: list[bool]  # by action, whether a disc covers its space
    done: bool  # whether its player has acted or rested there in this turn


class BonusSpot(TypedDict):
    locked: bool
    bonus: BonusToken | None


class PlayerBoard(TypedDict):
    sections: list[BoardSection]
    discs: int  # discs in the player's supply
    spots: list[BonusSpot]  # none in the Master variant
    tokens: list[int]  # ghost tokens by colour
    scare: int  # Scare Points
    points: int  # Haunt Points
    haunts: int  # haunt tokens that are not laid
    cards: list[int]  # the numbers of the cards that the player occupies, the first one first


class RolledDie(TypedDict):
    level: int
    face: int
    plus: int  # what bonus tokens have added to the face


class RolledDice(TypedDict):
    dice: list[RolledDie]
    roller: int | None  # the opponent who rolls the second die; None if the active player rolls all dice


class Chosen(TypedDict, total=False):
    """What was chosen so far for the step that is asked and the steps below it.

    A key is missing if no step keeps such a choice. If several steps keep one, it is that of the topmost step.
    """

    level: int  # the level of the section that acts, or the level that a section may rise to
    ghost: str  # the place of the ghost that was chosen, such as "blue-church"
    other: str  # the place of the second ghost that was chosen
    second: bool  # whether this is the second move of a Move action
    attacker: str  # the attacker's place
    target: str  # the attacked ghost's place
    won: bool  # whether a fight of the action has been won
    left: list[int]  # ghosts that are still to be fought, by colour
    colour: str
    said: int  # the number that was said before a roll
    section: str
    taken: int  # discs taken back so far
    card: str  # the card that is being occupied
    pay: int  # ghost tokens that are still to be paid for it
    different: bool  # whether these tokens must differ in colour
    paid: list[str]  # the colours that were paid and cannot be paid again
    dice: list[int]  # the levels of the two dice that are about to be rolled; 0 for no die
    roller: int | None  # the opponent who rolls the second die
    accepted: int  # how many players have accepted the dice in a row
    before: ChosenBefore  # what belongs to an action that waits while a card or a bonus token is used inside it


class ChosenBefore(Chosen, total=False):
    """The choices of an action that waits, with the dice and the Scare Points that wait with it."""

    lying: list[int]  # of both dice the levels, then the faces, then what was added
    rolls: int | None  # the opponent who rolls the second die
    earned: int  # Scare Points that the action has brought so far


class HalloweenShown(Shown):
    round: int
    ending: bool  # whether this is the last round
    first: int  # the first player's seat
    active: int  # the seat whose turn it is; `turn` is the seat that decides
    town: list[TownBuilding]
    stock: list[int]  # ghost tokens in the supply, by colour
    supply: list[int]  # ghosts in the supply, by colour
    bonus_supply: int  # bonus tokens in the supply
    bonus_gone: list[str]  # the letters of the discarded bonus tokens
    coming: BonusToken | None  # a bonus token that the active player has taken and has no free spot for
    row: list[int]  # the numbers of the action cards on the table
    used: list[bool]  # by card of the row, whether its power was used in this turn
    boards: list[PlayerBoard]  # by seat
    dice: RolledDice | None  # the dice as they lie
    boosted: int | None  # the section that acts as if it were one level higher
    earned: int  # Scare Points that the current action, bonus token or power has brought so far
    steps: list[str]  # the steps that are begun; the last one is asked now
    chosen: Chosen


class HalloweenSight(Sight, HalloweenShown):
    """The facts of Halloween that a seat sees."""


class RowCard(TypedDict):
    number: int
    coloured: bool  # whether it costs tokens of different colours
    text: str
    seats: list[int]  # the seats that occupy it
    used: bool  # whether its power was used in this turn
    cost: int  # ghost tokens that it costs the active player
    different: bool  # whether the active player must pay tokens of different colours
    when: str  # when its power works: "always", once per "turn", or at the "end"
    why: str  # why the active player can neither occupy nor use it now; "" if they can


class SectionOffers(TypedDict):
    """What the actions of a section can bring or cost at most and at least, with the ghosts that it commands now."""

    scare: int | None  # the most Scare Points of a Scare; None if there is none
    upgrade: list[int]  # the lowest and the highest price of an Upgrade that can be paid; empty if there is none
    haunt: int | None  # the most Haunt Points of a Haunt; None if there is none


class ScoreLine(TypedDict):
    why: str
    card: int | None  # the number of the card that gave the points; None for another source
    points: int


class HalloweenExplained(Explained):
    master: bool  # whether this is the Master variant
    room: int  # ghosts that a building has room for
    worth: list[int]  # Haunt Points of a haunt space, by colour
    prices: list[int]  # Scare Points for an Upgrade to a colour
    sides: list[int]  # of a colour's die
    before: list[list[int]]  # by building, the ghosts of each colour in all buildings before it
    cards: list[RowCard]
    offers: list[SectionOffers]  # by section of the active player
    why: list[list[str]]  # by section and action, why the active player cannot choose it; "" if they can
    scores: list[list[ScoreLine]]  # by seat


class HalloweenMemory(Memory):
    """What follows from the log of the game. Nothing is hidden, so nothing else is worth remembering."""

    sources: list[list[int]]  # by seat, Haunt Points by where they came from: the last eight are the cards of the row
    bonus_left: list[str]  # the letters of the bonus tokens in the supply


class HalloweenView(HalloweenSight, HalloweenExplained):
    """All that a seat of Halloween sees."""
