"""The players' boards: sections, discs, bonus spots, tokens and points, and everything that is gained or paid.

Actions, cards and tokens work on this class. `rules.py` adds how a game begins, goes on and ends.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.belongings import (
    AGAINST,
    ATTACKER,
    CARD_PRICE,
    DIFFERENT,
    DISCS,
    FACE,
    FROM_CARD,
    FROM_HAUNT,
    HAUNT_TOKENS,
    LEVEL,
    LOCKED,
    PLUS,
    REASONS,
    ROLLER,
    SPOTS,
    TOP,
    VICTORY,
    Belongings,
)
from spiritboard.games.halloween.picks import (
    ACTIONS,
    BUILDINGS,
    CARD,
    COLOUR_NAMES,
    COLOURS,
    EVERY_ACTION,
    EVERY_BUILDING,
    FIGHT,
    HAUNT,
    MOVE,
    PLACES_IN,
    SCARE,
    SECTIONS,
    SUMMON,
    above_the_weakest,
    bits,
    colours_in,
    of_colour,
    of_colours,
    sharing_a_building,
)
from spiritboard.games.halloween.step import (
    FIGHTS_ANYWHERE,
    FIGHTS_KIN,
    MOMENT_HAUNTED,
    MOMENT_MORE_TOKENS,
    MOMENT_RESTED,
    MOMENT_SUMMON_OVER,
    MOMENT_SUMMONED,
    MOMENT_TOKEN_GAINED,
    MOVES_ANYWHERE,
    TREATS_AS_GREY,
    ActionCard,
    Step,
)
from spiritboard.games.halloween.town import SECOND_TOKENS, TOKENS
from spiritboard.table.dice import Dice
from spiritboard.table.events import EventKind, NoFacts
from spiritboard.table.row import Row, repeated, total, zeros

# A mask of six bits with the bits four places apart: a bit for each section.
FOUR_BITS_APART: Final = Row(
    [sum([1 << SECTIONS * bit for bit in range(ACTIONS) if mask >> bit & 1]) for mask in range(1 << ACTIONS)]
)


class Boards(Belongings):
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

    # Steps.

    def answers(self, step: Step) -> Row:
        """Returns the picks that answer a step, in a row that the next call fills again."""
        moves = self._answers
        moves.clear()
        step.choices(self, moves)
        return moves

    def has_use(self, power: Step) -> bool:
        """Returns whether a power has something to choose. The answers to another step may be half collected."""
        moves = self._uses
        moves.clear()
        power.choices(self, moves)
        return len(moves) > 0

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

    def cards_speak_of(self, moment: i64) -> bool:
        """Returns whether a card of the active player speaks of a moment."""
        return self.moments[self.active] & moment != 0

    def count_cards(self, seat: i64) -> None:
        """Counts what follows from the cards of a seat."""
        self.cards[seat] = [self.box.cards[number] for number in self.occupied[seat]]
        self.cards_by_number[seat] = [self.box.cards[number] for number in sorted(self.occupied[seat])]
        self.facts[seat] = 0
        self.moments[seat] = 0
        self.owns[seat] = 0
        for card in self.cards[seat]:
            self.facts[seat] |= card.facts()
            self.moments[seat] |= card.moments
            self.owns[seat] |= 1 << self.slot(card.number)
        self.count_prices(seat)

    def count_prices(self, seat: i64) -> None:
        for colour in range(COLOURS):
            price = self.box.prices[colour]
            for card in self.cards[seat]:
                price = card.upgrade_price(price)
            self.upgrade_prices[COLOURS * seat + colour] = price
        self.card_prices[2 * seat] = self.count_card_price(seat, True)
        self.card_prices[2 * seat + 1] = self.count_card_price(seat, self.facts[seat] & TREATS_AS_GREY != 0)

    def count_card_price(self, seat: i64, grey: bool) -> i64:
        tokens: i64 = CARD_PRICE
        for card in self.cards[seat]:
            if card.saves_token(self, seat, grey):
                tokens -= 1
        return tokens if grey else tokens + DIFFERENT

    def card_price(self, seat: i64, coloured: bool) -> i64:
        """Returns how many ghost tokens a card costs, plus DIFFERENT if each must have another colour (HA30)."""
        return self.card_prices[2 * seat + 1] if coloured else self.card_prices[2 * seat]

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

    def free_spaces(self) -> i64:
        """Returns the action spaces without a disc in sections that are not done, with four bits for each action."""
        mask: i64 = 0
        for section in range(self.sections):
            if not self.done >> section & 1:
                mask |= FOUR_BITS_APART[EVERY_ACTION & ~self.covered[SECTIONS * self.active + section]] << section
        return mask

    def sections_by_level(self) -> i64:
        """Returns the sections that act at a level or above, with four bits for each level from 0."""
        mask: i64 = 0
        for section in range(self.sections):
            mask |= FOUR_BITS_APART[(2 << self.level(section)) - 1] << section
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
        if self.cards_speak_of(MOMENT_RESTED):
            for card in self.cards[seat]:
                card.rested(self, seat)

    def raise_section(self, section: i64, level: i64) -> None:
        seat = self.active
        self.levels[SECTIONS * seat + section] = level
        self.count_levels(seat)
        if self.events is not None:
            self.tell(words.LEVEL_CHANGED, words.LevelChanged(seat=seat, section=section, level=level))

    def count_levels(self, seat: i64) -> None:
        top: i64 = 0
        for section in range(self.sections):
            top = max(top, self.levels[SECTIONS * seat + section])
        self.top_levels[seat] = top

    # Gains.

    def score(self, seat: i64, points: i64, reason: i64) -> None:
        """Adds Haunt Points, or takes them away, for a reason."""
        if points == 0:
            return
        self.points[seat] += points
        self.reasons[REASONS * seat + reason] += points
        if self.events is not None:
            why = words.reason(reason, list(self.row))
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
        for _at in range(count):
            self.gain_token(colour)

    def gain_token(self, colour: i64) -> None:
        """Gives the active player a ghost token, unless its colour has run out (HA16)."""
        if self.stock[colour] == 0:
            return
        seat = self.active
        self.stock[colour] -= 1
        self.tokens[COLOURS * seat + colour] += 1
        self.held[seat] += 1
        self.colours_held[seat] |= 1 << colour
        if self.events is not None:
            self.tell(words.GHOST_TOKEN_TAKEN, words.GhostTokenTaken(seat=seat, colour=COLOUR_NAMES[colour]))
        if self.master and self.stock[colour] == 0 and self.stock.count(0) >= 2:
            self.trigger_end()  # HA58
        if self.cards_speak_of(MOMENT_TOKEN_GAINED):
            for card in self.cards[seat]:
                card.token_gained(self, seat, colour)

    def spend_token(self, colour: i64) -> None:
        at = COLOURS * self.active + colour
        self.tokens[at] -= 1
        self.held[self.active] -= 1
        if self.tokens[at] == 0:
            self.colours_held[self.active] &= ~(1 << colour)
        self.stock[colour] += 1
        if self.events is not None:
            facts = words.GhostTokenTaken(seat=self.active, colour=COLOUR_NAMES[colour])
            self.tell(words.GHOST_TOKEN_PAID, facts)

    def colours_left(self) -> i64:
        """Returns the colours of which there is a ghost token in the supply, as a mask."""
        mask: i64 = 0
        for colour in range(COLOURS):
            if self.stock[colour]:
                mask |= 1 << colour
        return mask

    def more_tokens(self, action: i64) -> i64:
        more: i64 = 0
        if self.cards_speak_of(MOMENT_MORE_TOKENS):
            for card in self.cards[self.active]:
                more += card.more_tokens(action)
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
        """Returns what an Upgrade to a colour costs the active player."""
        return self.upgrade_prices[COLOURS * self.active + colour]

    def upgradable(self) -> i64:
        """Returns the ghosts that the active player can pay to upgrade (HA10)."""
        points, first = self.scare[self.active], COLOURS * self.active
        affordable: i64 = 0  # the colours that ghosts can be upgraded to
        for colour in range(1, COLOURS):
            if self.upgrade_prices[first + colour] <= points:
                affordable |= 1 << colour
        return self.here & of_colours((affordable & self.supplied) >> 1)

    def reach(self, building: i64) -> i64:
        """Returns the buildings that a Move from this one leads to, if they have room (HA11)."""
        return EVERY_BUILDING & ~(1 << building) if self.always(MOVES_ANYWHERE) else self.box.beside[building]

    def movers(self) -> i64:
        if self.roomy == EVERY_BUILDING:
            return self.here
        exits: i64 = 0  # the buildings that a ghost can leave
        for building in range(BUILDINGS):
            if self.reach(building) & self.roomy:
                exits |= 1 << building
        return self.here & PLACES_IN[exits]

    def fighters(self) -> i64:
        if self.master:
            return above_the_weakest(self.here)  # HA56
        kin = self.always(FIGHTS_KIN)
        if self.always(FIGHTS_ANYWHERE):
            colours = colours_in(self.here)
            if kin or colours & (colours - 1):  # at least two colours
                return self.here if total(self.risen) > 1 else 0
        mask = sharing_a_building(self.here)
        return mask | self.pairs if kin else mask

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
        first, second = self.marks[seat] & EVERY_BUILDING, self.marks[seat] >> BUILDINGS
        if self.seats == 2 and bits(second) < SECOND_TOKENS:
            first &= second  # HA52
        return self.unhaunted & ~PLACES_IN[first]

    # What happens to ghosts and buildings, whatever the cause.

    def summon(self, place: i64) -> None:
        """Brings a ghost of this place's colour into its building, and the active player its token (HA8)."""
        seat = self.active
        self.put(place)
        if self.events is not None:
            self.tell_of_ghost(words.GHOST_SUMMONED, place)
        self.gain_tokens(place % 5, 1 + self.more_tokens(SUMMON))
        if self.cards_speak_of(MOMENT_SUMMONED):
            for card in reversed(self.cards[seat]):
                card.summoned(self, seat, place)
        self.end_summon()

    def end_summon(self) -> None:
        """Ends a Summon, whether or not a ghost has appeared (HA35)."""
        if self.cards_speak_of(MOMENT_SUMMON_OVER):
            for card in self.cards[self.active]:
                card.summon_over(self, self.active)

    def haunt(self, place: i64) -> None:
        """Lays a haunt token of the active player on a space (HA14)."""
        seat = self.active
        self.lay_haunt(seat, place)
        if self.events is not None:
            self.tell_of_ghost(words.BUILDING_HAUNTED, place)
        self.score(seat, self.box.worth[place % 5], FROM_HAUNT)
        if self.haunts_left(seat) == 0:
            self.trigger_end()  # HA50, HA53
        if self.cards_speak_of(MOMENT_HAUNTED):
            for card in reversed(self.cards[seat]):
                card.haunted(self, seat, place)

    def follow(self, place: i64, to: i64) -> None:
        """Lets steps that wait for a ghost know its new place, unless another ghost of its colour stayed behind."""
        if self.town[place]:
            return
        for at in range(self._height):
            self._stack[at] = self._stack[at].follow(place, to)

    def banish(self, place: i64) -> None:
        """Takes a ghost out of town, and says so."""
        self.take(place)
        if self.events is not None:
            facts = words.GhostBanished(place=place, building=self.box.buildings[place // 5])
            self.tell(words.GHOST_BANISHED, facts)

    # Bonus tokens on boards.

    def unlocked_spots(self) -> bool:
        return self.spots_with(self.active, LOCKED) < SPOTS

    def spots_with(self, seat: i64, kind: i64) -> i64:
        """Returns on how many spots of a seat this kind of token lies. Kind 0 counts free spots, LOCKED discs."""
        count: i64 = 0
        for spot in range(SPOTS):
            if self.spots[SPOTS * seat + spot] == kind:
                count += 1
        return count

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

    def lay_dice(self, level: i64, other: i64, roller: i64) -> None:
        """Replaces the dice by one or two that are not thrown yet. Level 0 means no die."""
        rolling = self.rolling
        rolling[LEVEL], rolling[LEVEL + 1] = level, other
        rolling[FACE], rolling[FACE + 1] = 0, 0
        rolling[PLUS], rolling[PLUS + 1] = 0, 0
        rolling[ROLLER] = roller

    def choose_attacker(self, place: i64) -> None:
        self.duel[ATTACKER] = place
        self.duel[AGAINST] = 0
        self.duel[VICTORY] = 0

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
        self.stock = repeated(TOKENS, COLOURS)
        self.held = zeros(self.seats)
        self.colours_held = zeros(self.seats)
        self.points = zeros(self.seats)
        self.cards = [[] for _ in range(self.seats)]
        self.cards_by_number = [[] for _ in range(self.seats)]
        self.top_levels = zeros(self.seats)
        self.discs = zeros(self.seats)
        self.facts = zeros(self.seats)
        self.moments = zeros(self.seats)
        self.upgrade_prices = zeros(COLOURS * self.seats)
        self.card_prices = zeros(2 * self.seats)
        self.owns = zeros(self.seats)
        self.coloured = 0
        for slot in range(len(self.row)):
            if self.box.coloured[self.row[slot]]:
                self.coloured |= 1 << slot
        for seat in range(self.seats):
            self.count_cards(seat)
            self.count_levels(seat)
            for reason in range(REASONS):
                self.points[seat] += self.reasons[REASONS * seat + reason]
            laid = len(self.occupied[seat]) + self.spots_with(seat, LOCKED)
            for section in range(SECTIONS):
                laid += bits(self.covered[SECTIONS * seat + section])
            self.discs[seat] = DISCS - laid
            self.count_tokens(seat)

    def count_tokens(self, seat: i64) -> None:
        for colour in range(COLOURS):
            held = self.tokens[COLOURS * seat + colour]
            self.stock[colour] -= held
            self.held[seat] += held
            if held:
                self.colours_held[seat] |= 1 << colour
