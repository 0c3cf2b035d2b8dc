"""The players' boards: sections, discs, bonus spots, tokens and points, and everything that is gained or paid.

Actions, cards and tokens work on this class. `rules.py` adds how a game begins, goes on and ends.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.picks import (
    ACTIONS,
    BUILDINGS,
    CARD,
    COLOUR_NAMES,
    COLOURS,
    FIGHT,
    HAUNT,
    MOVE,
    SCARE,
    SECTIONS,
    SUMMON,
    bits,
    of_colour,
)
from spiritboard.games.halloween.step import FIGHTS_ANYWHERE, FIGHTS_KIN, MOVES_ANYWHERE, ActionCard, Step
from spiritboard.games.halloween.town import SECOND_TOKENS, TOKENS, Box, Town
from spiritboard.table.dice import Dice
from spiritboard.table.events import EventKind, NoFacts
from spiritboard.table.state import GameConfig

STANDARD_SECTIONS: Final = 3
DISCS: Final = 12
SPOTS: Final = 3
LOCKED: Final = 13  # a spot with a disc on it
HAUNT_TOKENS: Final = 6
TOP: Final = 5  # the highest level

# Where Haunt Points come from. From FROM_CARD on they come from a card, by its place in the row.
FROM_HAUNT: Final = 0
FROM_OCCUPYING: Final = 1
FROM_OTHERS: Final = 2
FROM_TOKEN: Final = 3
FROM_RETRIEVING: Final = 4
FROM_SETS: Final = 5
FROM_CARD: Final = 6
REASONS: Final = 14

# Places in `rolling`: the levels, faces and additions of the first and the second die; the seat that rolls the second.
LEVEL: Final = 0
FACE: Final = 2
PLUS: Final = 4
ROLLER: Final = 6

# Places in `duel`: the attacker, the target, and whether any fight of the action was won.
ATTACKER: Final = 0
AGAINST: Final = 1
VICTORY: Final = 2


class Boards(Town):
    def __init__(self, config: GameConfig, box: Box) -> None:
        super().__init__(config, box)
        seats = config.seats
        self.sections: i64 = SECTIONS if self.master else STANDARD_SECTIONS
        self.every_section: i64 = (1 << self.sections) - 1
        self.active: i64 = 0  # the seat whose turn it is; `turn` is the seat that decides
        self.levels: list[int] = [1] * (SECTIONS * seats)
        self.covered: list[int] = [0] * (SECTIONS * seats)  # the action spaces with a disc, as a mask
        self.spots: list[int] = [0] * (SPOTS * seats)  # a bonus token, 0 for none, or LOCKED
        self.tokens: list[int] = [0] * (COLOURS * seats)
        self.scare: list[int] = [2] * seats
        self.reasons: list[int] = [0] * (REASONS * seats)  # Haunt Points by where they came from
        self.row: list[int] = []  # the cards on the board
        self.occupied: list[list[int]] = [[] for _ in range(seats)]  # card numbers, in the order they were occupied
        # What belongs to this turn.
        self.done: i64 = 0  # the sections that are done, as a mask
        self.used: list[int] = []  # the cards whose power was used
        self.boosted: i64 = -1  # a section that acts as if one level higher
        self.earned: i64 = 0  # Scare Points from the action, token or power that is going on
        self.duel: list[int] = [0, 0, 0]
        self.rolling: list[int] = [0, 0, 0, 0, 0, 0, -1]
        self.steps: list[Step] = []  # what is asked now, and below it what is left to do
        self.first: i64 = 0
        self.round: i64 = 0
        self.ending = False  # whether this is the last round
        self.names: list[tuple[str, ...]] = []  # the path of every pick, made when one is first asked for
        # What follows from the other fields.
        self.discs: list[int] = [DISCS] * seats
        self.stock: list[int] = [TOKENS] * COLOURS
        self.points: list[int] = [0] * seats
        self.facts: list[int] = [0] * seats  # what its cards permit a seat, as bits
        self.owns: list[int] = [0] * seats  # the places in the row of the cards of a seat, as a mask
        self.coloured: i64 = 0  # the places in the row of coloured cards, as a mask

    def end_turn(self) -> None:
        raise NotImplementedError

    def trigger_end(self) -> None:
        """Makes this round the last one, which is never undone (HA50)."""
        if not self.ending:
            self.ending = True
            if self.events is not None:
                self.tell(words.LAST_ROUND, NoFacts())

    def tell_of_ghost(self, kind: EventKind[words.GhostFacts], place: i64) -> None:
        """Tells what the active player does with a ghost at a place, or with the haunt space there."""
        self.tell(kind, words.GhostFacts(seat=self.active, place=place, building=self.box.buildings[place // 5]))

    def tell_move(self, place: i64, building: i64) -> None:
        names = self.box.buildings
        facts: words.GhostMoved = {
            "from": place,
            "to": building,
            "seat": self.active,
            "from_building": names[place // 5],
            "to_building": names[building],
        }
        self.tell(words.GHOST_MOVED, facts)

    def push(self, step: Step) -> None:
        self.steps.append(step)

    # Cards.

    def card(self, number: i64) -> ActionCard:
        return self.box.cards[number]

    def slot(self, number: i64) -> i64:
        """Returns a card's place in the row."""
        return self.row.index(number)

    def pick_card(self, number: i64) -> i64:
        return CARD + self.slot(number)

    def always(self, fact: i64) -> bool:
        """Returns whether a card permits this to the active player."""
        return self.facts[self.active] & fact != 0

    def count_cards(self, seat: i64) -> None:
        self.facts[seat] = 0
        self.owns[seat] = 0
        for number in self.occupied[seat]:
            self.facts[seat] |= self.box.cards[number].facts()
            self.owns[seat] |= 1 << self.slot(number)

    def is_unused(self, number: i64) -> bool:
        return number not in self.used

    def use(self, number: i64) -> None:
        self.used.append(number)

    # Sections and discs.

    def level(self, section: i64) -> i64:
        """Returns the level at which a section of the active player acts."""
        level = self.levels[SECTIONS * self.active + section]
        return min(level + 1, TOP) if section == self.boosted else level

    def cover(self, section: i64, action: i64) -> None:
        self.covered[SECTIONS * self.active + section] |= 1 << action
        self.discs[self.active] -= 1

    def uncover(self, section: i64, action: i64) -> None:
        self.covered[SECTIONS * self.active + section] &= ~(1 << action)
        self.discs[self.active] += 1

    def discs_laid(self) -> i64:
        """Returns the action spaces of the active player with a disc, as a mask with six bits for each section."""
        mask: i64 = 0
        for section in range(self.sections):
            mask |= self.covered[SECTIONS * self.active + section] << ACTIONS * section
        return mask

    def sections_below(self, level: i64) -> i64:
        """Returns the active player's sections whose own level is below this one, as a mask."""
        mask: i64 = 0
        for section in range(self.sections):
            if self.levels[SECTIONS * self.active + section] < level:
                mask |= 1 << section
        return mask

    def clear_section(self, seat: i64, section: i64) -> None:
        at = SECTIONS * seat + section
        self.discs[seat] += bits(self.covered[at])
        self.covered[at] = 0

    def rest(self, section: i64) -> None:
        """Takes all discs of a section back (HA7)."""
        seat = self.active
        self.clear_section(seat, section)
        if self.events is not None:
            self.tell(words.RESTED, words.SectionFacts(seat=seat, section=section))
        for number in self.occupied[seat]:
            self.box.cards[number].rested(self, seat)

    def raise_section(self, section: i64, level: i64) -> None:
        seat = self.active
        self.levels[SECTIONS * seat + section] = level
        if self.events is not None:
            self.tell(words.LEVEL_CHANGED, words.LevelChanged(seat=seat, section=section, level=level))

    # Gains.

    def score(self, seat: i64, points: i64, reason: i64) -> None:
        """Adds Haunt Points, or takes them away, for a reason."""
        if points == 0:
            return
        self.points[seat] += points
        self.reasons[REASONS * seat + reason] += points
        if self.events is not None:
            why = words.reason(reason, self.row)
            self.tell(words.HAUNT_POINTS_CHANGED, words.HauntPointsChanged(seat=seat, points=points, reason=why))

    def score_card(self, seat: i64, points: i64, number: i64) -> None:
        self.score(seat, points, FROM_CARD + self.slot(number))

    def earn(self, points: i64) -> None:
        """Gives the active player Scare Points."""
        self.scare[self.active] += points
        self.earned += points
        if self.events is not None and points:
            self.tell(words.SCARE_POINTS_CHANGED, words.ScarePointsChanged(seat=self.active, points=points))

    def pay_scare(self, seat: i64, points: i64) -> None:
        self.scare[seat] -= points
        if self.events is not None and points:
            self.tell(words.SCARE_POINTS_CHANGED, words.ScarePointsChanged(seat=seat, points=-points))

    def gain_tokens(self, colour: i64, count: i64) -> None:
        for _ in range(count):
            self.gain_token(colour)

    def gain_token(self, colour: i64) -> None:
        """Gives the active player a ghost token, unless its colour has run out (HA16)."""
        if self.stock[colour] == 0:
            return
        seat = self.active
        self.stock[colour] -= 1
        self.tokens[COLOURS * seat + colour] += 1
        if self.events is not None:
            self.tell(words.GHOST_TOKEN_TAKEN, words.GhostTokenTaken(seat=seat, colour=COLOUR_NAMES[colour]))
        if self.master and self.stock[colour] == 0 and self.stock.count(0) >= 2:
            self.trigger_end()  # HA58
        for number in self.occupied[seat]:
            self.box.cards[number].token_gained(self, seat, colour)

    def spend_token(self, colour: i64) -> None:
        self.tokens[COLOURS * self.active + colour] -= 1
        self.stock[colour] += 1

    def holds(self, seat: i64) -> i64:
        """Returns how many ghost tokens a player has."""
        held: i64 = 0
        for colour in range(COLOURS):
            held += self.tokens[COLOURS * seat + colour]
        return held

    def colours_held(self, seat: i64) -> i64:
        """Returns the colours of which a player has a ghost token, as a mask."""
        mask: i64 = 0
        for colour in range(COLOURS):
            if self.tokens[COLOURS * seat + colour]:
                mask |= 1 << colour
        return mask

    def colours_left(self) -> i64:
        """Returns the colours of which there is a ghost token in the supply, as a mask."""
        mask: i64 = 0
        for colour in range(COLOURS):
            if self.stock[colour]:
                mask |= 1 << colour
        return mask

    def more_tokens(self, action: i64) -> i64:
        more: i64 = 0
        for number in self.occupied[self.active]:
            more += self.box.cards[number].more_tokens(action)
        return more

    # Which ghosts can act, as masks of places, whatever a section's level.

    def actors(self, action: i64) -> i64:
        if action == SUMMON:
            return self.pairs & self.where_to_appear()  # HA8
        if action == SCARE:
            return self.here  # HA9
        if action == MOVE:
            return self.movers()
        if action == FIGHT:
            return self.fighters()
        if action == HAUNT:
            return self.spaces(self.active) & self.here  # HA14
        return self.upgradable()

    def upgrade_price(self, colour: i64) -> i64:
        price: i64 = self.box.prices[colour]
        for number in self.occupied[self.active]:
            price = self.box.cards[number].upgrade_price(price)
        return price

    def upgradable(self) -> i64:
        """Returns the ghosts that the active player can pay to upgrade (HA10)."""
        mask = self.here & ~of_colour(4)
        for colour in range(COLOURS - 1):
            if not self.in_supply(colour + 1) or self.upgrade_price(colour + 1) > self.scare[self.active]:
                mask &= ~of_colour(colour)
        return mask

    def reach(self, building: i64) -> i64:
        """Returns the buildings that a Move from this one leads to, if they have room (HA11)."""
        return 63 & ~(1 << building) if self.always(MOVES_ANYWHERE) else self.box.beside[building]

    def movers(self) -> i64:
        roomy = self.roomy()
        mask = self.here
        if roomy == 63:
            return mask
        for building in range(BUILDINGS):
            if not self.reach(building) & roomy:
                mask &= ~(31 << 5 * building)
        return mask

    def fighters(self) -> i64:
        kin = self.always(FIGHTS_KIN)
        colours: i64 = 0  # of the ghosts in town
        mask = self.pairs if kin else 0
        for building in range(BUILDINGS):
            street = self.here >> 5 * building & 31
            colours |= street
            if street & (street - 1):  # at least two colours
                weakest = street & -street if self.master else 0  # HA56
                mask |= (street & ~weakest) << 5 * building
        if self.always(FIGHTS_ANYWHERE) and (kin or colours & (colours - 1)):
            return self.here if sum(self.risen) > 1 else 0
        return mask

    def targets(self, place: i64) -> i64:
        """Returns the ghosts that a ghost can fight: of other colours in its building, but for cards (HA13)."""
        colour = place % 5
        mask = self.here if self.always(FIGHTS_ANYWHERE) else self.here & (31 << (place - colour))
        if self.master:
            mask &= (1 << place) - 1  # HA56
        if not self.always(FIGHTS_KIN):
            return mask & ~of_colour(colour)
        return mask if self.town[place] > 1 else mask & ~(1 << place)

    def haunts_left(self, seat: i64) -> i64:
        """Returns how many haunt tokens a player still has (HA14, HA52)."""
        tokens = HAUNT_TOKENS + (SECOND_TOKENS if self.seats == 2 else 0)
        return tokens - bits(self.marks[seat])

    def spaces(self, seat: i64) -> i64:
        """Returns the free spaces in buildings that a player may still haunt, as a mask."""
        marks: i64 = self.marks[seat]
        again: i64 = 0
        if self.seats == 2 and bits(marks >> 6) < SECOND_TOKENS:
            again = 63 & ~(marks >> 6)  # HA52
        mask = self.unhaunted
        for building in range(BUILDINGS):
            if marks & ~again & 63 & (1 << building):
                mask &= ~(31 << 5 * building)
        return mask

    # What happens to ghosts and buildings, whatever the cause.

    def summon(self, place: i64) -> None:
        """Brings a ghost of this place's colour into its building, and the active player its token (HA8)."""
        seat = self.active
        self.put(place)
        if self.events is not None:
            self.tell_of_ghost(words.GHOST_SUMMONED, place)
        self.gain_tokens(place % 5, 1 + self.more_tokens(SUMMON))
        cards = self.occupied[seat]
        for at in range(len(cards) - 1, -1, -1):
            self.box.cards[cards[at]].summoned(self, seat, place)
        self.end_summon()

    def end_summon(self) -> None:
        """Ends a Summon, whether or not a ghost has appeared (HA35)."""
        for number in self.occupied[self.active]:
            self.box.cards[number].summon_over(self, self.active)

    def haunt(self, place: i64) -> None:
        """Lays a haunt token of the active player on a space (HA14)."""
        seat = self.active
        self.lay_haunt(seat, place)
        if self.events is not None:
            self.tell_of_ghost(words.BUILDING_HAUNTED, place)
        self.score(seat, self.box.worth[place % 5], FROM_HAUNT)
        if self.haunts_left(seat) == 0:
            self.trigger_end()  # HA50, HA53
        cards = self.occupied[seat]
        for at in range(len(cards) - 1, -1, -1):
            self.box.cards[cards[at]].haunted(self, seat, place)

    def follow(self, place: i64, to: i64) -> None:
        """Lets steps that wait for a ghost know its new place, unless another ghost of its colour stayed behind."""
        if self.town[place]:
            return
        for at in range(len(self.steps)):
            self.steps[at] = self.steps[at].follow(place, to)

    def banish(self, place: i64) -> None:
        """Takes a ghost out of town, and says so."""
        self.take(place)
        if self.events is not None:
            facts = words.GhostBanished(place=place, building=self.box.buildings[place // 5])
            self.tell(words.GHOST_BANISHED, facts)

    # Bonus tokens on boards.

    def unlocked_spots(self) -> bool:
        first = SPOTS * self.active
        return self.spots[first : first + SPOTS].count(LOCKED) < SPOTS

    def spend_bonus(self, spot: i64) -> i64:
        """Locks a spot with a disc from the supply and discards its token (HA40). Returns the token's kind."""
        at = SPOTS * self.active + spot
        kind = self.spots[at]
        self.spots[at] = LOCKED
        self.discs[self.active] -= 1
        self.bonus_discards[kind] += 1
        if self.events is not None:
            self.tell(words.BONUS_USED, words.BonusFacts(seat=self.active, kind=kind))
        return kind

    # Dice.

    def throw(self, die: i64, dice: Dice) -> None:
        self.chance = True
        level = self.rolling[LEVEL + die]
        face = dice.below(self.box.sides[level - 1]) + 1
        self.rolling[FACE + die] = face
        if self.events is not None:
            seat = self.rolling[ROLLER] if die == 1 and self.rolling[ROLLER] >= 0 else self.active
            self.tell(words.DIE_ROLLED, words.DieRolled(seat=seat, die=die, face=face, level=level))

    def is_own_die(self, die: i64) -> bool:
        """Returns whether there is such a die, and the active player rolls it."""
        return self.rolling[LEVEL + die] > 0 and (die == 0 or self.rolling[ROLLER] < 0)

    def result(self, die: i64) -> i64:
        return self.rolling[FACE + die] + self.rolling[PLUS + die]

    # What follows from the other fields.

    def count_boards(self) -> None:
        self.count_town()
        self.stock = [TOKENS] * COLOURS
        self.points = [sum(self.reasons[REASONS * seat : REASONS * (seat + 1)]) for seat in range(self.seats)]
        self.coloured = 0
        for slot in range(len(self.row)):
            if self.box.coloured[self.row[slot]]:
                self.coloured |= 1 << slot
        for seat in range(self.seats):
            self.count_cards(seat)
            laid = len(self.occupied[seat]) + self.spots[SPOTS * seat : SPOTS * (seat + 1)].count(LOCKED)
            for section in range(SECTIONS):
                laid += bits(self.covered[SECTIONS * seat + section])
            self.discs[seat] = DISCS - laid
            for colour in range(COLOURS):
                self.stock[colour] -= self.tokens[COLOURS * seat + colour]

    def copy_boards(self, twin: Boards) -> None:
        twin.active = self.active
        twin.levels = self.levels.copy()
        twin.covered = self.covered.copy()
        twin.spots = self.spots.copy()
        twin.tokens = self.tokens.copy()
        twin.scare = self.scare.copy()
        twin.reasons = self.reasons.copy()
        twin.row = self.row.copy()
        twin.occupied = [cards.copy() for cards in self.occupied]
        twin.done = self.done
        twin.used = self.used.copy()
        twin.boosted = self.boosted
        twin.earned = self.earned
        twin.duel = self.duel.copy()
        twin.rolling = self.rolling.copy()
        twin.steps = self.steps.copy()
        twin.first = self.first
        twin.round = self.round
        twin.ending = self.ending
        twin.names = self.names
        twin.discs = self.discs.copy()
        twin.stock = self.stock.copy()
        twin.points = self.points.copy()
        twin.facts = self.facts.copy()
        twin.owns = self.owns.copy()
        twin.coloured = self.coloured
