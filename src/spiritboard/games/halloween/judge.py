"""What things are worth in Halloween.

Everything is weighed in Haunt Points. A Haunt is worth its points less those of a better one that the token could still
bring. A move that puts a ghost where it can haunt, or raises a section so that it may, is worth a part of that. A ghost
token is worth a third of a card, Scare Points are worth parts of an Upgrade, and a rest is worth the actions it brings
back. The nearer the end, the less a thing counts that is only good for later.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.halloween.belongings import HAUNT_TOKENS
from spiritboard.games.halloween.picks import (
    ACTIONS,
    BUILDINGS,
    COLOURS,
    FIGHT,
    HAUNT,
    MOVE,
    PLACES,
    SCARE,
    SECTIONS,
    SUMMON,
    UPGRADE,
    WHOLE_BUILDING,
    bits,
    colours_in,
    one_in_each,
    up_to,
)
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.scoring import NO_COLOUR, sets_of_three
from spiritboard.games.halloween.step import (
    FIGHTS_ANYWHERE,
    MOMENT_LOST_BY_HAUNTING,
    MOMENT_MORE_SCARE,
    MOMENT_WINS_OUTRIGHT,
    MOMENT_WORTH_OF_SCARE,
    MOMENT_WORTH_OF_SCARE_POINT,
    MOMENT_WORTH_OF_SUMMON,
    MOMENT_WORTH_OF_TOKEN,
    MOMENT_WORTH_OF_UPGRADE,
    MOMENT_WORTH_OF_WIN,
    NEVER,
)
from spiritboard.games.halloween.town import SECOND_TOKENS, TOKENS
from spiritboard.games.halloween.turn import LAST_CARD
from spiritboard.table.row import NO_NUMBERS, Row, repeated

THIS_TURN: Final = 0.85  # how likely a ghost haunts for the bot this turn, if a section is left that can
LATER_TURN: Final = 0.5  # in a later turn
ONE_LEVEL_UP: Final = 0.25  # once a section has risen
TOO_HIGH: Final = 0.05
RIVAL_CHANCE: Final = 0.2  # what an opponent's chance of a Haunt costs the bot, as a part of its Haunt Points
HAUNT_TOKEN_KEPT: Final = 7.0  # what a haunt token still could bring while there is a future
HOPEFUL_ROUNDS: Final = 12.0  # the rounds after which a better Haunt seems less and less likely to come
LONG_GAME: Final = 20  # the rounds after which any Haunt is welcome, more so with every round,
LONG_GAME_HURRY: Final = 0.25  # because two players who wait for each other would do so to the last round
HIGHEST_RAISED: Final = 1.0
OTHERS_RAISED: Final = 0.6
GHOST_TOKEN_WORTH: Final = 0.9
BONUS_TOKEN_LATER: Final = 0.8  # what a bonus token to come counts, as a part of what it is worth
PAIR_WORTH: Final = 0.3  # two ghosts of a colour that have met
LAST_ROUND_GAINS: Final = 3.0  # what the others may score before the last round is over

SECTION_WORTH: Final = vec[float]([0.0, 0.0, 1.5, 3.5, 6.0, 9.0])  # of a section for a whole game, by its level
ACTION_BACK: Final = vec[float]([0.4, 0.5, 0.7, 0.4, 0.2, 1.8])  # what it is worth to be able to take an action again
NO_WORTHS: Final = vec[float]([0.0] * PLACES)  # a slice of these is the fastest way to make a `vec`


# What the whole table looks like.


def future(game: Halloween) -> float:
    """Returns how much of the game is still to come: 1 at the beginning, 0 in the last round."""
    if game.ending:
        return 0.0
    tokens: i64 = HAUNT_TOKENS + (SECOND_TOKENS if game.seats == 2 else 0)
    left = 1.0
    for seat in range(game.seats):
        left = min(left, float(game.haunts_left(seat)) / float(tokens))
        left = min(left, 1.0 - float(len(game.cards[seat])) / float(LAST_CARD))
    if game.master:
        left = min(left, float(second_lowest(game.stock)) / float(TOKENS))  # HA58
    return left


def second_lowest(numbers: Row) -> i64:
    lowest, second = min(numbers[0], numbers[1]), max(numbers[0], numbers[1])
    for at in range(2, len(numbers)):
        number = numbers[at]
        second = max(lowest, min(second, number))
        lowest = min(lowest, number)
    return second


def final_points(game: Halloween, seat: i64) -> i64:
    """Returns the Haunt Points of a seat if the game ended now."""
    points: i64 = game.points[seat]
    for card in game.cards[seat]:
        points += card.final(game, seat)
    if game.master:
        points += 5 * sets_of_three(game, seat, NO_COLOUR)
    return points


def outlook(game: Halloween, seat: i64, to_come: float) -> float:
    """Returns the Haunt Points that a seat may expect to end with."""
    points = float(final_points(game, seat))
    for section in range(game.sections):
        points += 0.5 * to_come * SECTION_WORTH[game.levels[SECTIONS * seat + section]]
    chances = float(game.haunts_left(seat)) * float(game.box.worth[game.top_levels[seat] - 1])
    return points + to_come * (0.4 * chances + 0.5 * purse(game.scare[seat])) + 0.5 * float(game.held[seat])


def purse(points: i64) -> float:
    """Returns what Scare Points are worth. The first count most: Upgrades cost little, and many are never needed."""
    if points <= 3:
        return 0.7 * float(points)
    if points <= 6:
        return 2.1 + 0.5 * float(points - 3)
    if points <= 10:
        return 3.6 + 0.3 * float(points - 6)
    return 4.8 + 0.1 * float(points - 10)


def odds(level: i64, against: i64, sides: Row) -> float:
    """Returns how likely a die of one level rolls higher than a die of another."""
    mine, theirs = float(sides[level - 1]), float(sides[against - 1])
    if mine <= theirs:
        return (mine - 1.0) / (2.0 * theirs)
    return ((theirs - 1.0) / 2.0 + mine - theirs) / mine


class Judge:
    """How one seat looks at one position, in Haunt Points. `look` comes before any question about ghosts."""

    def __init__(self, game: Halloween, seat: i64) -> None:
        self.game = game
        self.seat = seat
        self.cards = game.cards_by_number[seat]
        self.moments = game.moments[seat]  # of which these cards speak
        self.mine = SECTIONS * seat  # where its sections begin
        self.future = future(game)
        self.spaces: i64 = game.spaces(seat)
        self.top = game.top_levels[seat]
        self.points = game.box.worth  # the Haunt Points of a space, by colour
        self.gains = NO_WORTHS[:COLOURS]  # what a Haunt is worth
        self.weigh_haunts()
        # The places where an odd number of opponents may haunt, and those where two or three may.
        self.odd_rivals: i64 = 0
        self.two_rivals: i64 = 0
        self.count_rivals()
        self.acting = NO_NUMBERS  # the ghosts that can do an action, found when first asked for
        self.takes_bonus = game.unlocked_spots()  # whether the active player can take a bonus token
        self.haunting = self.sections_to_haunt()
        self.haunters = False  # whether a section can still haunt this turn
        self.top_now: i64 = -1  # the level up to which a ghost may still haunt this turn
        self.hopes = NO_WORTHS[:COLOURS]  # what a ghost of a colour means for the seat's Haunts
        self.highest = NO_WORTHS[: 2 * BUILDINGS]  # the two highest of them in each building, where ghosts are

    def cards_speak_of(self, moment: i64) -> bool:
        """Returns whether a card of the seat speaks of a moment."""
        return self.moments & moment != 0

    def level_of(self, section: i64) -> i64:
        """Returns the level of one of the seat's sections."""
        return self.game.levels[self.mine + section]

    def level_gain(self, level: i64, to: i64) -> float:
        """Returns how much more a section of one level is worth for a whole game than a section of another."""
        return SECTION_WORTH[to] - SECTION_WORTH[level]

    # Haunting.

    def weigh_haunts(self) -> None:
        """Sets what a Haunt is worth by its colour, less what its token could bring later."""
        kept = HAUNT_TOKEN_KEPT * self.future * min(1.0, HOPEFUL_ROUNDS / float(self.game.round))
        if self.cards_speak_of(MOMENT_LOST_BY_HAUNTING):
            for card in self.cards:
                kept += card.lost_by_haunting()
        kept -= LONG_GAME_HURRY * float(max(0, self.game.round - LONG_GAME))
        last = self.game.haunts_left(self.seat) == 1
        for colour in range(COLOURS):
            points = self.points[colour]
            self.gains[colour] = float(points) - kept + (self.ending(points) if last else 0.0)

    def count_rivals(self) -> None:
        for seat in range(self.game.seats):
            if seat != self.seat:
                places = self.game.spaces(seat) & up_to(self.game.top_levels[seat])
                self.two_rivals |= self.odd_rivals & places
                self.odd_rivals ^= places

    def ending(self, points: i64) -> float:
        """Returns what it is worth to bring the end about with so many more points: much for a seat that leads."""
        if self.game.ending:
            return 0.0
        most: i64 = 0
        for seat in range(self.game.seats):
            if seat != self.seat:
                most = max(most, final_points(self.game, seat))
        lead = float(final_points(self.game, self.seat) + points - most)
        return max(-8.0, min(8.0, lead - LAST_ROUND_GAINS))

    def look(self, acts: i64) -> None:
        """Counts what ghosts mean for the seat's Haunts if this section does something else (-1: none)."""
        haunters: i64 = 0
        top_now: i64 = 0
        for section in range(self.game.sections):
            if section != acts and self.can_haunt(section):
                haunters += 1
                top_now = max(top_now, self.game.levels[self.mine + section])
        if haunters <= self.chances(top_now):
            top_now = 0  # every section that is left has something to haunt as it is
        if top_now != self.top_now or (haunters > 0) != self.haunters:
            self.haunters = haunters > 0
            self.top_now = top_now
            self.weigh_hopes()

    def weigh_hopes(self) -> None:
        for colour in range(COLOURS):
            self.hopes[colour] = self.hope(colour, self.top_now)
        for building in range(BUILDINGS):
            self.look_at(building)

    def sections_to_haunt(self) -> i64:
        """Returns the sections that could still haunt if they acted next, as a mask."""
        mask: i64 = 0
        for section in range(self.game.sections):
            if not self.game.covered[self.mine + section] >> HAUNT & 1:
                mask |= 1 << section
        return mask & ~self.game.done if self.game.active == self.seat else mask

    def can_haunt(self, section: i64) -> bool:
        return self.haunting >> section & 1 == 1

    def chances(self, level: i64) -> i64:
        """Returns in how many buildings a section of this level can haunt now, and would."""
        poor: i64 = 0  # the levels that are not worth their token
        while poor < level and self.gains[poor] <= 0.0:
            poor += 1
        return bits(one_in_each(self.game.here & self.spaces & up_to(level) & ~up_to(poor)))

    def hope(self, colour: i64, top_now: i64) -> float:
        """Returns what a ghost of a colour means for the seat's Haunts where its space is free."""
        gain = max(0.0, self.gains[colour])
        if colour < top_now:
            return THIS_TURN * gain
        if self.future == 0.0:
            return 0.0
        if colour < self.top:
            return LATER_TURN * gain
        return ONE_LEVEL_UP * gain if colour == self.top else TOO_HIGH * gain

    def hope_at(self, place: i64) -> float:
        """Returns what a ghost at a place means for the seat's Haunts."""
        return self.hopes[place % 5] if self.spaces >> place & 1 else 0.0

    def look_at(self, building: i64) -> None:
        """Finds the two highest hopes in a building."""
        ghosts = (self.game.here & self.spaces) >> 5 * building & WHOLE_BUILDING
        best, second = 0.0, 0.0
        colour: i64 = 0
        while ghosts >> colour:
            if ghosts >> colour & 1:
                hope = self.hopes[colour]
                if hope > best:
                    best, second = hope, best
                elif hope > second:
                    second = hope
            colour += 1
        self.highest[2 * building] = best
        self.highest[2 * building + 1] = second

    def best_hope(self, building: i64) -> float:
        return self.highest[2 * building]

    def second_hope(self, building: i64) -> float:
        return self.highest[2 * building + 1]

    def threat(self, place: i64) -> float:
        """Returns what a ghost there is worth to the opponents."""
        count = (self.odd_rivals >> place & 1) + 2 * (self.two_rivals >> place & 1)
        if count == 0:
            return 0.0
        return RIVAL_CHANCE * float(count * self.points[place % 5]) / float(self.game.seats - 1)

    def haunt(self, place: i64) -> float:
        """Returns what a Haunt is worth: its points, and that no opponent gets them."""
        return self.gains[place % 5] + self.threat(place)

    def chance(self, level: i64) -> float:
        """Returns what the best Haunt is worth for a section of this level."""
        colours = colours_in(self.game.here & self.spaces & up_to(level))
        best = 0.0
        for colour in range(COLOURS):
            if colours >> colour & 1:
                best = max(best, self.gains[colour])
        return best

    # Ghosts that come and go.

    def arrive(self, place: i64) -> float:
        """Returns what it is worth that a ghost comes there."""
        count: i64 = self.game.town[place]
        value = max(0.0, self.hope_at(place) - self.best_hope(place // 5))
        if count == 0:
            return value - self.threat(place)
        return value + PAIR_WORTH * self.future if count == 1 else value

    def leave(self, place: i64) -> float:
        """Returns what is lost if a ghost goes."""
        count: i64 = self.game.town[place]
        if count > 1:
            return PAIR_WORTH * self.future if count == 2 else 0.0
        building = place // 5
        best = self.best_hope(building)
        lost = best - self.second_hope(building) if self.hope_at(place) == best else 0.0
        return lost - self.threat(place)

    def arrive_anywhere(self, place: i64, mask: i64) -> float:
        """Returns what it is worth to move a ghost to the best of these buildings."""
        best = NEVER
        for building in range(BUILDINGS):
            if mask >> building & 1:
                best = max(best, self.move_to(place, building))
        return best

    def move_to(self, place: i64, building: i64) -> float:
        value = self.arrive(5 * building + place % 5)
        kind: i64 = self.game.bonus[building]
        if kind and self.takes_bonus:
            value += BONUS_TOKEN_LATER * self.game.box.tokens[kind].worth * self.future
        return value

    def move(self, place: i64, mask: i64) -> float:
        return self.arrive_anywhere(place, mask & self.game.roomy & ~(1 << place // 5)) - self.leave(place)

    def fight(self, place: i64, target: i64) -> float:
        """Returns what an attack is worth: the loser's token, and what the loser's place meant to all players."""
        level, against = place % 5 + 1, target % 5 + 1
        won = self.ghost_token(target % 5) * float(1 + self.game.more_tokens(FIGHT)) - self.leave(target)
        outright = self.game.master
        if self.cards_speak_of(MOMENT_WORTH_OF_WIN | MOMENT_WINS_OUTRIGHT):
            for card in self.cards:
                won += card.worth_of_win(self, level, against)
                outright = outright or card.wins_outright(level, against)
        return won if outright else won * odds(level, against, self.game.box.sides)

    # What is gained and paid.

    def scare_points(self, points: i64) -> float:
        """Returns what so many Scare Points more, or fewer, are worth."""
        have: i64 = self.game.scare[self.seat]
        value = (purse(have + points) - purse(have)) * min(1.0, 2.0 * self.future)
        if self.cards_speak_of(MOMENT_WORTH_OF_SCARE_POINT):
            for card in self.cards:
                value += card.worth_of_scare_point() * float(points)
        return value

    def ghost_token(self, colour: i64) -> float:
        held: i64 = self.game.tokens[COLOURS * self.seat + colour]
        if self.game.master:
            return self.token_of_set(colour)
        value = GHOST_TOKEN_WORTH if held == 0 else GHOST_TOKEN_WORTH - 0.1
        if self.future == 0.0 and self.game.held[self.seat] % 3 != 2:
            value = 0.3
        if self.cards_speak_of(MOMENT_WORTH_OF_TOKEN):
            for card in self.cards:
                value += card.worth_of_token(self, colour)
        return value

    def token_of_set(self, colour: i64) -> float:
        """Returns what a ghost token is worth in the Master variant: more if there are few of its colour (HA59)."""
        before = sets_of_three(self.game, self.seat, NO_COLOUR)
        after = sets_of_three(self.game, self.seat, colour)
        value = 1.6 - 0.2 * float(self.game.tokens[COLOURS * self.seat + colour])
        return max(0.4, value) * self.future + 4.0 * float(after - before)

    def raised(self, section: i64, level: i64) -> float:
        """Returns what it is worth that a section rises to a level."""
        now: i64 = self.game.levels[self.mine + section]
        if now >= level:
            return 0.0
        part = HIGHEST_RAISED if level > self.top else OTHERS_RAISED
        value = part * self.future * self.level_gain(now, level)
        if self.can_haunt(section):
            value += 0.2 + THIS_TURN * (self.chance(level) - self.chance(now))
        return value

    def best_raise(self, level: i64) -> float:
        best = 0.0
        for section in range(self.game.sections):
            best = max(best, self.raised(section, level))
        return best

    def rest(self, section: i64) -> float:
        """Returns what it is worth to have the discs of a section back."""
        covered: i64 = self.game.covered[self.mine + section]
        value = 0.0
        count: i64 = 0
        for action in range(ACTIONS):
            if covered >> action & 1:
                value += self.have_again(section, action)
                count += 1
        if self.game.discs[self.seat] <= 1:
            value += 0.5 * float(count)
        return value

    def have_again(self, section: i64, action: i64) -> float:
        if self.future == 0.0:
            return 0.0
        level: i64 = self.game.levels[self.mine + section]
        return ACTION_BACK[action] * (0.5 + 0.2 * float(level))

    # Actions.

    def actors(self, action: i64) -> i64:
        if not self.acting:
            self.acting = repeated(-1, ACTIONS)
        if self.acting[action] < 0:
            self.acting[action] = self.game.actors(action)
        return self.acting[action]

    def acts(self, action: i64, place: i64) -> float:
        """Returns what an action is worth with the ghost at a place."""
        if action == SUMMON:
            return self.summon(place)
        if action == SCARE:
            return self.scare(place)
        if action == UPGRADE:
            return self.upgrade(place)
        if action == MOVE:
            return self.move(place, self.game.reach(place // 5))
        if action == FIGHT:
            return self.attack(place)
        return self.haunt(place)

    def summon(self, place: i64) -> float:
        value = self.ghost_token(place % 5) * float(1 + self.game.more_tokens(SUMMON))
        if self.cards_speak_of(MOMENT_WORTH_OF_SUMMON):
            for card in self.cards:
                value += card.worth_of_summon()
        return value

    def scare(self, place: i64) -> float:
        points = place % 5 + 1
        if self.cards_speak_of(MOMENT_MORE_SCARE):
            for card in self.cards:
                points += card.more_scare()
        value = self.scare_points(points)
        if self.cards_speak_of(MOMENT_WORTH_OF_SCARE):
            for card in self.cards:
                value += card.worth_of_scare(points)
        return value

    def upgrade(self, place: i64) -> float:
        """Returns what an Upgrade is worth: a token, a raise, perhaps a Haunt, less Scare Points and the old ghost."""
        colour = place % 5 + 1
        value = self.ghost_token(colour) + self.best_raise(colour + 1)
        value += self.scare_points(-self.game.upgrade_price(colour)) - self.leave(place)
        if self.game.town[place + 1] == 0:
            value -= self.threat(place + 1)
        if self.spaces >> (place + 1) & 1:
            hope = THIS_TURN * self.gains[colour] if self.haunters else self.hope(colour, 0)
            value += max(0.0, hope - self.best_hope(place // 5))
        if self.cards_speak_of(MOMENT_WORTH_OF_UPGRADE):
            for card in self.cards:
                value += card.worth_of_upgrade()
        return value

    def attack(self, place: i64) -> float:
        targets = self.game.targets(place)
        first: i64 = place - place % 5  # of the places in its building, where most targets are
        end = first + COLOURS
        if self.game.always(FIGHTS_ANYWHERE):
            first, end = 0, PLACES
        best = NEVER
        for target in range(first, end):
            if targets >> target & 1:
                best = max(best, self.fight(place, target))
        return best
