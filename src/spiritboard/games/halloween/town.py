"""The town: six buildings with their ghosts, haunt spaces and bonus tokens, and what lies beside the board."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween.picks import (
    BUILDINGS,
    COLOURS,
    EVERY_BUILDING,
    EVERY_COLOUR,
    PLACES,
    PLACES_IN,
    of_colours,
)
from spiritboard.games.halloween.step import ActionCard, BonusKind, Step
from spiritboard.table.dice import Dice
from spiritboard.table.row import NO_NUMBERS, Row, total, zeros
from spiritboard.table.state import GameConfig, State

GHOSTS: Final = 5  # of a colour
TOKENS: Final = 12  # of a colour
BONUS_KINDS: Final = 12
EACH_BONUS: Final = 2
ROOM: Final = 6
MASTER_ROOM: Final = 4
SECOND_TOKENS: Final = 2
BLUES: Final = 3


class Box:
    """What is printed on the components, and an object for each card and bonus token. It never changes."""

    def __init__(
        self,
        buildings: list[str],
        beside: list[int],
        worth: list[int],
        sides: list[int],
        prices: list[int],
        coloured: list[bool],
        sets: dict[str, list[int]],
        texts: list[str],
        when: list[str],
        cards: list[ActionCard],
        tokens: list[BonusKind],
        actions: list[list[Step]],
    ) -> None:
        self.buildings = buildings
        self.titles = [name.replace("-", " ") for name in buildings]
        self.beside = Row(beside)  # the buildings next to each, as a mask
        self.worth = Row(worth)  # the Haunt Points of a space, by colour
        self.sides = Row(sides)  # of a colour's die
        self.prices = Row(prices)  # of an Upgrade to a colour
        self.coloured = coloured  # by a card's number
        self.sets = sets
        self.texts = texts
        self.when = when  # when a card's power works, by its number: "always", once per "turn", or at the "end"
        self.cards = cards  # by number; 0 is no card
        self.tokens = tokens  # by kind; 0 is none
        self.actions = actions  # the first step of an action, by action and by the section's level


class Town(State):
    def __init__(self, config: GameConfig, box: Box) -> None:
        super().__init__(config)
        self.box = box
        self.master = config.options["variant"] == "master"
        self.room: i64 = MASTER_ROOM if self.master else ROOM  # HA12
        self.town = NO_NUMBERS  # how many ghosts of a colour are in a building
        # 0 for no haunt token, or 1 + twice its seat, + 1 for a token of the second colour.
        self.haunts = NO_NUMBERS
        self.bonus = NO_NUMBERS  # the bonus token on a building, from 1; 0 for none
        self.bonus_supply = NO_NUMBERS  # how many of each kind
        self.bonus_discards = NO_NUMBERS
        self.coming: i64 = 0  # a bonus token on its way to a player
        self.chance = False  # whether this move has rolled or drawn something
        # What follows from the other fields, kept because it is asked for all the time.
        self.here: i64 = 0  # the places with a ghost
        self.pairs: i64 = 0  # the places with at least two
        self.crowd = NO_NUMBERS  # how many ghosts are in a building
        self.roomy: i64 = 0  # the buildings with room
        self.risen = NO_NUMBERS  # how many of a colour are in town
        self.supplied: i64 = 0  # the colours with a ghost in the supply
        self.unhaunted: i64 = 0  # the free haunt spaces
        self.marks = NO_NUMBERS  # the buildings haunted by a seat; second colours six bits further on

    def set_up_town(self) -> None:
        """Puts empty rows in the place of all pieces of the town."""
        self.town = zeros(PLACES)
        self.haunts = zeros(PLACES)
        self.bonus = zeros(BUILDINGS)
        self.bonus_supply = zeros(BONUS_KINDS + 1)
        self.bonus_discards = zeros(BONUS_KINDS + 1)

    # Ghosts.

    def put(self, place: i64) -> None:
        """Brings a ghost from the supply to a place."""
        building, colour = place // 5, place % 5
        count = self.town[place] + 1
        self.town[place] = count
        self.crowd[building] += 1
        self.risen[colour] += 1
        self.here |= 1 << place
        if count > 1:
            self.pairs |= 1 << place
        if self.crowd[building] == self.room:
            self.roomy &= ~(1 << building)
        if self.risen[colour] == GHOSTS:
            self.supplied &= ~(1 << colour)

    def take(self, place: i64) -> None:
        """Takes a ghost back to the supply."""
        building, colour = place // 5, place % 5
        count = self.town[place] - 1
        self.town[place] = count
        self.crowd[building] -= 1
        self.risen[colour] -= 1
        self.roomy |= 1 << building
        self.supplied |= 1 << colour
        if count < 2:
            self.pairs &= ~(1 << place)
        if count == 0:
            self.here &= ~(1 << place)

    def has_room(self, building: i64) -> bool:
        return self.roomy >> building & 1 == 1

    def in_supply(self, colour: i64) -> bool:
        return self.supplied >> colour & 1 == 1

    def where_to_appear(self) -> i64:
        """Returns the places that a ghost from the supply can come to, as a mask (HA8)."""
        return PLACES_IN[self.roomy] & of_colours(self.supplied)

    # Haunt spaces.

    def lay_haunt(self, seat: i64, place: i64) -> None:
        """Lays a haunt token, of the second colour where the player's first lies in the building already (HA52)."""
        second: i64 = 1 if self.marks[seat] >> (place // 5) & 1 else 0
        self.haunts[place] = 1 + 2 * seat + second
        self.unhaunted &= ~(1 << place)
        self.marks[seat] |= 1 << (place // 5 + 6 * second)

    def lift_haunt(self, place: i64) -> None:
        token = self.haunts[place] - 1
        self.haunts[place] = 0
        self.unhaunted |= 1 << place
        self.marks[token >> 1] &= ~(1 << (place // 5 + 6 * (token & 1)))

    # Bonus tokens.

    def draw_bonus(self, dice: Dice) -> i64:
        """Returns a bonus token from the supply, which is made anew from the discards when it is empty (HA42)."""
        self.chance = True
        if total(self.bonus_supply) == 0:
            self.bonus_supply, self.bonus_discards = self.bonus_discards, self.bonus_supply
        at = dice.below(total(self.bonus_supply))
        kind: i64 = 0
        while at >= self.bonus_supply[kind]:
            at -= self.bonus_supply[kind]
            kind += 1
        self.bonus_supply[kind] -= 1
        return kind

    def refill(self, dice: Dice) -> None:
        """Gives every building a bonus token if the last one has left the board (HA42)."""
        if self.master or total(self.bonus):
            return
        for building in range(BUILDINGS):
            self.bonus[building] = self.draw_bonus(dice)

    # What follows from the other fields.

    def count_town(self) -> None:
        self.here = 0
        self.pairs = 0
        self.unhaunted = 0
        self.crowd = zeros(BUILDINGS)
        self.roomy = EVERY_BUILDING
        self.risen = zeros(COLOURS)
        self.supplied = EVERY_COLOUR
        self.marks = zeros(self.seats)
        for place in range(PLACES):
            for count in range(1, self.town[place] + 1):
                self.town[place] = count - 1
                self.put(place)
            token = self.haunts[place] - 1
            if token < 0:
                self.unhaunted |= 1 << place
            elif token >> 1 < self.seats:
                self.marks[token >> 1] |= 1 << (place // 5 + 6 * (token & 1))

    def copy_town(self, twin: Town) -> None:
        twin.town = self.town.copy()
        twin.haunts = self.haunts.copy()
        twin.bonus = self.bonus.copy()
        twin.bonus_supply = self.bonus_supply.copy()
        twin.bonus_discards = self.bonus_discards.copy()
        twin.coming = self.coming
        twin.here = self.here
        twin.pairs = self.pairs
        twin.crowd = self.crowd.copy()
        twin.roomy = self.roomy
        twin.risen = self.risen.copy()
        twin.supplied = self.supplied
        twin.unhaunted = self.unhaunted
        twin.marks = self.marks.copy()
