"""What a good player knows about Halloween.

Everything is weighed in Haunt Points. A Haunt is worth its points less those of a better one that the token could still
bring; whatever puts a ghost where it can haunt, or raises a section so that it may, is worth a part of that. Ghost
tokens are thirds of a card, Scare Points are parts of an Upgrade, and a rest is worth the actions it brings back. The
nearer the end, the less counts what is only good for later.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween.board import ATTACKER, FACE, HAUNT_TOKENS, LEVEL, LOCKED, ROLLER, SPOTS, TOP
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    BUILDINGS,
    CARD,
    CARD_DIE,
    COLOURS,
    END_TURN,
    FIGHT,
    HAUNT,
    MOVE,
    NEW_TOKEN,
    PAIRS,
    PLACES,
    POINTS,
    REST,
    ROLL,
    SAY,
    SCARE,
    SEAT,
    SECTION,
    SECTIONS,
    SPACE,
    SPOT,
    SPOT_DIE,
    SUMMON,
    SUPPLY,
    TOKEN,
    TWO_SECTIONS,
    UPGRADE,
    up_to,
)
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.scoring import sets_of_three
from spiritboard.games.halloween.step import MOVE_TO, OF_CARD, OF_TOKEN, PAY, RAISE, RETORT, TARGET, TIED, TURN
from spiritboard.games.halloween.town import SECOND_TOKENS, TOKENS
from spiritboard.games.halloween.turn import LAST_CARD
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import State

NOW: Final = 0.85  # how likely a ghost haunts for me this turn, if a section is left that can
LATER: Final = 0.5  # in a later turn
ONE_LEVEL_UP: Final = 0.25  # once a section has risen
TOO_HIGH: Final = 0.05
RIVAL: Final = 0.2  # what somebody else's chance costs me, of its Haunt Points
TOKEN_KEPT: Final = 7.0  # what a haunt token still could bring while there is a future
PATIENCE: Final = 12.0  # the rounds after which a better Haunt seems less and less likely to come
HIGHEST_RAISED: Final = 1.0
OTHERS_RAISED: Final = 0.6
OTHER_USE: Final = 0.3  # how much it counts what else a section could have done
GHOST_TOKEN: Final = 0.9
BONUS_TOKEN: Final = 0.8
PAIR: Final = 0.3  # brothers that have met
SCARCE: Final = 4  # so few discs in the supply that more are welcome
ANSWERED: Final = 3.0  # what the others may score before the last round is over
SURE: Final = 3.0  # how many Haunt Points ahead double the chances at the end, and how many more at the beginning
UNSURE: Final = 6.0
NEVER: Final = -1000.0

LEVELS: Final = [0.0, 0.0, 1.5, 3.5, 6.0, 9.0]  # what a section is worth for a whole game, by its level
BACK: Final = [0.4, 0.5, 0.7, 0.4, 0.2, 1.8]  # what it is worth to have an action again
BONUS: Final = [0.0, 1.1, 1.1, 1.2, 0.8, 1.2, 0.3, 1.0, 0.3, 1.0, 1.0, 0.4, 1.0]  # the kinds from a to l, 1 is a

# What a card's power brings in a whole game, besides its own points and what it scores at the end.
# fmt: off
POWERS: Final = [
    0.0, 3.0, 2.5, 2.5, 2.5, 1.0, 4.0, 3.0, 2.0, 3.0,
    1.5, 1.0, 2.0, 3.0, 2.0, 2.0, 0.5, 1.0, 2.0, 2.0,
    1.5, 1.0, 2.0, 1.5, 2.0, 2.0, 2.0, 1.5, 2.0, 4.0,
    3.0, 0.0, 2.5, 0.5, 1.0, 1.5, 1.0, 3.0, 1.5, 2.0,
    2.0, 2.0, 3.0, 1.0, 3.0, 1.0, 0.0, 2.0, 3.0, 3.0,
    2.0, 1.5, 3.0,
]
# fmt: on

# Cards that the guide asks for by number.
FOR_WINNING: Final = 3
ONE_LEVEL_HIGHER: Final = 4
REMOVE: Final = 6
STEP_DOWN: Final = 8
SCARE_THE_LOSER: Final = 11
REPEAT: Final = 14
SECOND_MOVE: Final = 15
FIGHT_ALL: Final = 20
FOR_SCARE_POINTS: Final = 21
WIN_OUTRIGHT: Final = 25
FOR_TWO_TOKENS: Final = 26
FOR_RED_TOKENS: Final = 27
FOR_UPGRADE: Final = 29
BUY_TOKEN: Final = 30
FOR_UNUSED_HAUNTS: Final = 31
FOR_SUMMON: Final = 32
CHANGE: Final = 33
FOR_SCARING: Final = 37
SWAP: Final = 39
FOR_FIVE_COLOURS: Final = 40
RETRIEVE: Final = 46
BUY_LEVEL: Final = 48
PLACE: Final = 50
RANDOM_BONUS: Final = 52
UNLOVED: Final = [CHANGE, SWAP]  # powers that take more thought than they are worth

# Bonus tokens likewise.
SUMMON_ANYWHERE: Final = 1
THREE_DISCS: Final = 3
TWO_SCARE_POINTS: Final = 4
ONE_POINT: Final = 7
REST_ANYWHERE: Final = 9
ADD_THREE: Final = 11
MOVE_ANYWHERE: Final = 12
GHOST_TOKENS: Final = [10, 2, 5]  # by colour


class HalloweenGuide(Guide):
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Halloween)
        moves = state.legal(seat)
        if len(moves) == 1:
            return moves[0]
        judge = Judge(state, seat)
        step: i64 = state.todo[len(state.todo) - 1]
        if step & 127 == TURN:
            return best_of(moves, judge.turn(moves), dice)
        return best_of(moves, [judge.pick(step & 127, step >> 7, move) for move in moves], dice)

    def worth(self, state: State) -> list[float]:
        """By Haunt Points, with those that may still come; a lead counts for more the later it is."""
        assert isinstance(state, Halloween)
        seats: i64 = state.seats
        if state.over:
            winners = state.standings().winners()
            return [1.0 / float(len(winners)) if seat in winners else 0.0 for seat in range(seats)]
        to_come = future(state)
        points = [outlook(state, seat, to_come) for seat in range(seats)]
        lead = 1.0 / (SURE + UNSURE * to_come)
        weights = [2.0 ** (lead * (each - max(points))) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


def best_of(moves: list[int], values: list[float], dice: Dice) -> i64:
    """Among several that are the best, the dice decide."""
    best: i64 = 0
    ties: i64 = 1
    for at in range(1, len(moves)):
        if values[at] > values[best]:
            best, ties = at, 1
        elif values[at] == values[best]:
            ties += 1
            if dice.below(ties) == 0:
                best = at
    return moves[best]


# What the whole table looks like.


def future(game: Halloween) -> float:
    """How much of the game is still to come: 1 at the beginning, 0 in the last round."""
    if game.ending:
        return 0.0
    tokens: i64 = HAUNT_TOKENS + (SECOND_TOKENS if game.seats == 2 else 0)
    left = 1.0
    for seat in range(game.seats):
        left = min(left, float(game.haunts_left(seat)) / float(tokens))
        left = min(left, 1.0 - float(len(game.occupied[seat])) / float(LAST_CARD))
    if game.master:
        left = min(left, float(sorted(game.stock)[1]) / float(TOKENS))  # HA58
    return left


def final_points(game: Halloween, seat: i64) -> i64:
    """As if the game ended now."""
    points: i64 = game.points[seat]
    for number in game.occupied[seat]:
        points += game.box.cards[number].final(game, seat)
    if game.master:
        points += 5 * sets_of_three(game.tokens[COLOURS * seat : COLOURS * (seat + 1)])
    return points


def outlook(game: Halloween, seat: i64, to_come: float) -> float:
    """The Haunt Points that a seat may expect to end with."""
    points = float(final_points(game, seat))
    top: i64 = 0
    for section in range(game.sections):
        level: i64 = game.levels[SECTIONS * seat + section]
        points += 0.5 * to_come * LEVELS[level]
        top = max(top, level)
    chances = float(game.haunts_left(seat)) * float(game.box.worth[top - 1])
    return points + to_come * (0.4 * chances + 0.5 * purse(game.scare[seat])) + 0.5 * float(game.holds(seat))


def purse(points: i64) -> float:
    """What so many Scare Points are good for: the first Upgrades cost little, and much is never needed."""
    if points <= 3:
        return 0.7 * float(points)
    if points <= 6:
        return 2.1 + 0.5 * float(points - 3)
    if points <= 10:
        return 3.6 + 0.3 * float(points - 6)
    return 4.8 + 0.1 * float(points - 10)


def odds(level: i64, against: i64, sides: list[int]) -> float:
    """How likely a die of one level rolls higher than that of another."""
    mine, theirs = float(sides[level - 1]), float(sides[against - 1])
    if mine <= theirs:
        return (mine - 1.0) / (2.0 * theirs)
    return ((theirs - 1.0) / 2.0 + mine - theirs) / mine


class Judge:
    """How one seat looks at one position, in Haunt Points."""

    def __init__(self, game: Halloween, seat: i64) -> None:
        self.game = game
        self.seat = seat
        self.mine = SECTIONS * seat  # where its sections begin
        self.future = future(game)
        self.spaces: i64 = game.spaces(seat)
        self.top: i64 = highest(game, seat)
        self.gains = self.haunt_gains()
        self.rivals = [game.spaces(other) & up_to(highest(game, other)) for other in range(game.seats) if other != seat]
        self.acting: list[int] = [-1] * ACTIONS  # the ghosts that can do an action, once it was asked
        self.haunters: i64 = 0  # sections that can still haunt this turn
        self.hopes = [0.0] * PLACES  # what a ghost in a place means for my Haunts
        self.best = [0.0] * BUILDINGS  # the highest of them in a building, where a ghost is
        self.second = [0.0] * BUILDINGS
        self.look(-1)

    def owns(self, number: i64) -> bool:
        return number in self.game.occupied[self.seat]

    # Haunting.

    def haunt_gains(self) -> list[float]:
        """What a Haunt is worth by its colour, less what its token could bring later."""
        kept = TOKEN_KEPT * self.future * min(1.0, PATIENCE / float(self.game.round))
        if self.owns(FOR_UNUSED_HAUNTS):
            kept += 4.0
        last = self.game.haunts_left(self.seat) == 1
        gains: list[float] = []
        for colour in range(COLOURS):
            points: i64 = self.game.box.worth[colour]
            gains.append(float(points) - kept + (self.ending(points) if last else 0.0))
        return gains

    def ending(self, points: i64) -> float:
        """What it is worth to bring the end about with so many more points: much to whoever leads."""
        if self.game.ending:
            return 0.0
        most: i64 = 0
        for seat in range(self.game.seats):
            if seat != self.seat:
                most = max(most, final_points(self.game, seat))
        lead = float(final_points(self.game, self.seat) + points - most)
        return max(-8.0, min(8.0, lead - ANSWERED))

    def look(self, acts: i64) -> None:
        """What ghosts mean for my Haunts if this section does something else (-1: none)."""
        game = self.game
        self.haunters = 0
        top_now: i64 = 0
        for section in range(game.sections):
            if section != acts and self.can_haunt(section):
                self.haunters += 1
                top_now = max(top_now, game.levels[self.mine + section])
        if self.haunters <= self.chances(top_now):
            top_now = 0  # every section that is left has something to haunt as it is
        for place in range(PLACES):
            self.hopes[place] = self.hope(place, top_now) if self.spaces >> place & 1 else 0.0
        for building in range(BUILDINGS):
            self.look_at(building)

    def can_haunt(self, section: i64) -> bool:
        done = self.game.active == self.seat and self.game.done >> section & 1
        return not done and not self.game.covered[self.mine + section] >> HAUNT & 1

    def chances(self, level: i64) -> i64:
        """In how many buildings this level can haunt now, and would."""
        poor: i64 = 0  # the levels that are not worth their token
        while poor < level and self.gains[poor] <= 0.0:
            poor += 1
        mask = self.game.here & self.spaces & up_to(level) & ~up_to(poor)
        count: i64 = 0
        while mask:
            if mask & 31:
                count += 1
            mask >>= 5
        return count

    def hope(self, place: i64, top_now: i64) -> float:
        colour = place % 5
        gain = max(0.0, self.gains[colour])
        if colour < top_now:
            return NOW * gain
        if self.future == 0.0:
            return 0.0
        if colour < self.top:
            return LATER * gain
        return ONE_LEVEL_UP * gain if colour == self.top else TOO_HIGH * gain

    def look_at(self, building: i64) -> None:
        best, second = 0.0, 0.0
        for place in range(5 * building, 5 * building + 5):
            if self.game.here >> place & 1:
                hope = self.hopes[place]
                if hope > best:
                    best, second = hope, best
                elif hope > second:
                    second = hope
        self.best[building] = best
        self.second[building] = second

    def threat(self, place: i64) -> float:
        """What the others could make of a ghost there."""
        count: i64 = 0
        for mask in self.rivals:
            count += mask >> place & 1
        return RIVAL * float(count * self.game.box.worth[place % 5]) / float(len(self.rivals))

    def haunt(self, place: i64) -> float:
        """The points, and that nobody else gets them."""
        return self.gains[place % 5] + self.threat(place)

    def chance(self, level: i64) -> float:
        """The best Haunt there is for a section of this level."""
        mask = self.game.here & self.spaces & up_to(level)
        best = 0.0
        for place in range(PLACES):
            if mask >> place & 1:
                best = max(best, self.gains[place % 5])
        return best

    # Ghosts that come and go.

    def arrive(self, place: i64) -> float:
        """What it is worth that a ghost comes there."""
        count: i64 = self.game.town[place]
        value = max(0.0, self.hopes[place] - self.best[place // 5])
        if count == 0:
            return value - self.threat(place)
        return value + PAIR * self.future if count == 1 else value

    def leave(self, place: i64) -> float:
        """What is lost if a ghost goes."""
        count: i64 = self.game.town[place]
        if count > 1:
            return PAIR * self.future if count == 2 else 0.0
        building = place // 5
        lost = self.best[building] - self.second[building] if self.hopes[place] == self.best[building] else 0.0
        return lost - self.threat(place)

    def arrive_anywhere(self, place: i64, mask: i64) -> float:
        """The best of these buildings for a ghost to move to."""
        best = NEVER
        for building in range(BUILDINGS):
            if mask >> building & 1:
                best = max(best, self.move_to(place, building))
        return best

    def move_to(self, place: i64, building: i64) -> float:
        value = self.arrive(5 * building + place % 5)
        kind: i64 = self.game.bonus[building]
        if kind and self.game.unlocked_spots():
            value += BONUS_TOKEN * BONUS[kind] * self.future
        return value

    def move(self, place: i64, mask: i64) -> float:
        return self.arrive_anywhere(place, mask & self.game.roomy() & ~(1 << place // 5)) - self.leave(place)

    def fight(self, place: i64, target: i64) -> float:
        """The loser's token, and what its place meant to everybody."""
        level, against = place % 5 + 1, target % 5 + 1
        won = self.ghost_token(target % 5) * float(1 + self.game.more_tokens(FIGHT)) - self.leave(target)
        if self.owns(FOR_WINNING) and level != against:
            won += 2.0 if against < level else 3.0
        if self.owns(SCARE_THE_LOSER):
            won += self.scare_points(against)
        if self.game.master or (self.owns(WIN_OUTRIGHT) and against < level):
            return won
        return won * odds(level, against, self.game.box.sides)

    # What is gained and paid.

    def scare_points(self, points: i64) -> float:
        """What so many more Scare Points are worth, or less."""
        have: i64 = self.game.scare[self.seat]
        value = (purse(have + points) - purse(have)) * min(1.0, 2.0 * self.future)
        return value + 0.66 * float(points) if self.owns(FOR_SCARE_POINTS) else value

    def ghost_token(self, colour: i64) -> float:
        held: i64 = self.game.tokens[COLOURS * self.seat + colour]
        if self.game.master:
            return self.token_of_set(colour)
        value = GHOST_TOKEN if held == 0 else GHOST_TOKEN - 0.1
        if self.future == 0.0 and self.game.holds(self.seat) % 3 != 2:
            value = 0.3
        if self.owns(FOR_TWO_TOKENS):
            value += 1.5
        if colour == 4 and self.owns(FOR_RED_TOKENS):
            value += 3.0
        if self.owns(FOR_FIVE_COLOURS):
            value += 2.4 if held == min(self.game.tokens[COLOURS * self.seat : COLOURS * (self.seat + 1)]) else 0.0
        return value

    def token_of_set(self, colour: i64) -> float:
        """HA59: colours of which there are few are worth more."""
        held = self.game.tokens[COLOURS * self.seat : COLOURS * (self.seat + 1)]
        before = sets_of_three(held)
        held[colour] += 1
        after = sets_of_three(held)
        value = 1.6 - 0.2 * float(held[colour] - 1)
        return max(0.4, value) * self.future + 4.0 * float(after - before)

    def raised(self, section: i64, level: i64) -> float:
        """What it is worth that a section rises to a level."""
        now: i64 = self.game.levels[self.mine + section]
        if now >= level:
            return 0.0
        part = HIGHEST_RAISED if level > self.top else OTHERS_RAISED
        value = part * self.future * (LEVELS[level] - LEVELS[now])
        if self.can_haunt(section):
            value += 0.2 + NOW * (self.chance(level) - self.chance(now))
        return value

    def best_raise(self, level: i64) -> float:
        best = 0.0
        for section in range(self.game.sections):
            best = max(best, self.raised(section, level))
        return best

    def rest(self, section: i64) -> float:
        """What it is worth to have the discs of a section again."""
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
        return BACK[action] * (0.5 + 0.2 * float(level))

    # Actions.

    def actors(self, action: i64) -> i64:
        if self.acting[action] < 0:
            self.acting[action] = self.game.actors(action)
        return self.acting[action]

    def act(self, action: i64, level: i64) -> float:
        """The best that a section of this level can make of an action."""
        mask = self.actors(action) & up_to(level)
        best = NEVER
        for place in range(PLACES):
            if mask >> place & 1:
                best = max(best, self.acts(action, place))
        if self.game.always(TIED << action):
            for number in self.game.occupied[self.seat]:
                if self.game.box.cards[number].tied == action:
                    best = max(best, self.acts_by_card(number, level))
        return best

    def acts(self, action: i64, place: i64) -> float:
        """What it is worth that this ghost does it."""
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

    def acts_by_card(self, number: i64, level: i64) -> float:
        """An action done in a card's way."""
        card = self.game.box.cards[number]
        if number == RETRIEVE or card.instead(self.game) > level:
            return NEVER
        moves: list[int] = []
        card.choices(self.game, level, moves)
        best = NEVER
        for move in moves:
            best = max(best, self.pick(OF_CARD + number, level, move))
        return best

    def summon(self, place: i64) -> float:
        value = self.ghost_token(place % 5) * float(1 + self.game.more_tokens(SUMMON))
        return value + 1.0 if self.owns(FOR_SUMMON) else value

    def scare(self, place: i64) -> float:
        points = place % 5 + 1
        for number in self.game.occupied[self.seat]:
            points += self.game.box.cards[number].more_scare()
        value = self.scare_points(points)
        return value + 1.0 if points > 1 and self.owns(FOR_SCARING) else value

    def upgrade(self, place: i64) -> float:
        """A token, a section raised, perhaps a Haunt by that section; for Scare Points and the ghost as it was."""
        colour = place % 5 + 1
        value = self.ghost_token(colour) + self.best_raise(colour + 1)
        value += self.scare_points(-self.game.upgrade_price(colour)) - self.leave(place)
        if self.game.town[place + 1] == 0:
            value -= self.threat(place + 1)
        if self.spaces >> (place + 1) & 1:
            hope = NOW * self.gains[colour] if self.haunters else self.hope(place + 1, 0)
            value += max(0.0, hope - self.best[place // 5])
        return value + 2.0 if self.owns(FOR_UPGRADE) else value

    def attack(self, place: i64) -> float:
        targets = self.game.targets(place)
        best = NEVER
        for target in range(PLACES):
            if targets >> target & 1:
                best = max(best, self.fight(place, target))
        return best

    # A turn.

    def turn(self, moves: list[int]) -> list[float]:
        """What each move is worth. What a section does costs what it cannot do instead."""
        legal: i64 = 0
        for move in moves:
            if ACT <= move < SPOT:
                legal |= 1 << (move - ACT)
        values = [NEVER] * SPOT
        for section in range(self.game.sections):
            if not self.game.done >> section & 1:
                self.weigh(section, legal, values)
        self.look(-1)
        return [values[move] if move < SPOT else self.wish(move) for move in moves]

    def weigh(self, section: i64, legal: i64, values: list[float]) -> None:
        self.look(section)
        level = self.game.level(section)
        best, second = self.rest(section), 0.0
        values[REST + section] = best
        first = ACTIONS * section
        for action in range(ACTIONS):
            if legal >> (first + action) & 1:
                value = self.act(action, level)
                values[ACT + first + action] = value
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        for action in range(ACTIONS + 1):
            at = ACT + first + action if action < ACTIONS else REST + section
            values[at] -= OTHER_USE * (second if values[at] == best else best)

    def wish(self, move: i64) -> float:
        """Bonus tokens, powers of cards, and cards to occupy; 0 for the end of the turn."""
        if move == END_TURN:
            return 0.0
        if move < CARD:
            return self.use_bonus(move - SPOT)
        number: i64 = self.game.row[move - CARD]
        return self.use_power(number) if self.owns(number) else self.occupy(number)

    def use_bonus(self, spot: i64) -> float:
        first = SPOTS * self.seat
        kind: i64 = self.game.spots[first + spot]
        value = self.bonus(kind) - 0.2
        if self.game.spots[first : first + SPOTS].count(LOCKED) == SPOTS - 1:
            value += 0.8  # all three discs come back
        return value - 1.0 if self.game.discs[self.seat] <= self.game.sections else value

    def bonus(self, kind: i64) -> float:
        if kind == SUMMON_ANYWHERE:
            return self.act(SUMMON, TOP)
        if kind in GHOST_TOKENS:
            return self.ghost_token(GHOST_TOKENS.index(kind))
        if kind == THREE_DISCS:
            return 1.2 if self.game.discs[self.seat] <= SCARCE and self.future else -0.5
        if kind == TWO_SCARE_POINTS:
            return self.scare_points(2)
        if kind == ONE_POINT:
            return 1.0
        if kind == REST_ANYWHERE:
            return max([self.rest(section) for section in range(self.game.sections)]) - 1.5
        if kind == MOVE_ANYWHERE:
            return self.best_move() - 0.5
        return -0.5  # those for dice are kept for them

    def best_move(self) -> float:
        """Of any ghost to any building."""
        best = NEVER
        for place in range(PLACES):
            if self.game.here >> place & 1:
                best = max(best, self.move(place, 63))
        return best

    def use_power(self, number: i64) -> float:
        if number in UNLOVED:
            return -1.0
        if number == RANDOM_BONUS:
            return 0.5 if 0 in self.game.spots[SPOTS * self.seat : SPOTS * (self.seat + 1)] else -0.5
        moves: list[int] = []
        self.game.box.cards[number].choices(self.game, 0, moves)
        best = NEVER
        for move in moves:
            best = max(best, self.pick(OF_CARD + number, 0, move))
        return best

    def occupy(self, number: i64) -> float:
        """Three points, a power, and what it scores at the end; for tokens, and points of those who were there."""
        game = self.game
        ends = float(game.box.cards[number].final(game, self.seat))
        if number == FOR_UNUSED_HAUNTS:
            ends *= 1.0 - self.future
        value = 3.0 + POWERS[number] * self.future + ends
        if self.owns(FOR_TWO_TOKENS) or number == FOR_TWO_TOKENS:
            value -= 4.5
        if self.owns(FOR_FIVE_COLOURS) or number == FOR_FIVE_COLOURS:
            value -= 6.0
        for seat in range(game.seats):
            if number in game.occupied[seat]:
                value -= 1.0
        if len(game.occupied[self.seat]) == LAST_CARD - 1:
            value += self.ending(3)
        return value

    # Whatever else is asked.

    def pick(self, kind: i64, arg: i64, move: i64) -> float:
        if move < SPACE:
            return self.pick_ghost(kind, arg, move)
        if move < BUILDING:
            return -float(move % 5) if kind == OF_CARD + RETRIEVE else self.haunt(move - SPACE)
        if move < SECTION:
            return self.pick_building(kind, arg, move - BUILDING)
        if move < ACT:
            return self.pick_section(kind, arg, move - SECTION)
        if move < REST:
            return self.pick_action(kind, (move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        if move < CARD:
            return -BONUS[self.game.spots[SPOTS * self.seat + move - SPOT]]  # one is discarded
        if move < TOKEN:
            return self.pick_card(kind, arg, self.game.row[move - CARD])
        if move < SEAT:
            return self.pick_token(kind, arg, move - TOKEN)
        return self.pick_other(kind, arg, move)

    def pick_ghost(self, kind: i64, arg: i64, place: i64) -> float:
        if TURN < kind <= ACTIONS:
            return self.acts(kind - 1, place)
        if kind == TARGET or (kind == OF_CARD + FIGHT_ALL and arg >= 8):
            return self.fight(self.game.duel[ATTACKER], place)
        if kind == OF_CARD + FIGHT_ALL:
            return self.attack(place)
        if kind == OF_TOKEN + MOVE_ANYWHERE:
            return self.move(place, 63)
        if kind == OF_CARD + SECOND_MOVE:
            return self.acts(MOVE, place)
        if kind == OF_CARD + REMOVE:
            return self.ghost_token(place % 5) - self.leave(place)
        return self.summon(place)

    def pick_building(self, kind: i64, arg: i64, building: i64) -> float:
        if kind == MOVE_TO:
            return self.move_to(arg & 31, building)
        if kind == OF_TOKEN + MOVE_ANYWHERE:
            return self.move_to(arg - 1, building)
        if kind == OF_CARD + PLACE:
            return self.arrive(5 * building + arg - 1)
        if kind > OF_CARD:
            return self.move_to(arg, building) - self.leave(arg)
        return self.arrive(5 * building)  # three blue ones

    def pick_section(self, kind: i64, arg: i64, section: i64) -> float:
        level: i64 = self.game.levels[self.mine + section]
        if kind == RAISE:
            return self.raised(section, arg)
        if kind == RETORT or kind == OF_TOKEN + REST_ANYWHERE:
            return self.rest(section)
        if kind == OF_CARD + STEP_DOWN:
            return 2.0 * self.ghost_token(level - 2) - 0.7 * self.future * (LEVELS[level] - LEVELS[level - 1]) - 1.0
        if kind == OF_CARD + BUY_LEVEL:
            return self.raised(section, level + 1) + self.scare_points(-level - 1)
        if kind == OF_CARD + ONE_LEVEL_HIGHER:
            return self.boosted(section, level)
        return self.raised(section, level + 1)

    def boosted(self, section: i64, level: i64) -> float:
        """Free, but once per turn: for a Haunt, or else for the strongest section."""
        value = self.chance(level + 1) - self.chance(level) if self.can_haunt(section) else 0.0
        return value + 0.1 * float(level)

    def pick_action(self, kind: i64, section: i64, action: i64) -> float:
        """An action to repeat, or a disc to take back."""
        if kind == OF_CARD + REPEAT:
            return self.act(action, self.game.level(section))
        return self.have_again(section, action)

    def pick_card(self, kind: i64, arg: i64, number: i64) -> float:
        return self.acts_by_card(number, arg) if TURN < kind <= ACTIONS else 1.0

    def pick_token(self, kind: i64, arg: i64, colour: i64) -> float:
        value = self.ghost_token(colour)
        if kind == PAY:
            return -value
        if kind == OF_CARD + BUY_TOKEN:
            return value + self.scare_points(-colour - 1)
        if kind == OF_CARD + PLACE:
            return self.arrive_anywhere(colour, self.game.roomy()) - value
        return value

    def pick_other(self, kind: i64, arg: i64, move: i64) -> float:
        if move == SUPPLY:
            return 0.1
        if move == POINTS:
            return 2.0 if self.game.seats == 2 else 1.0
        if move == NEW_TOKEN:
            return -BONUS[self.game.coming]
        if SAY < move < SPOT_DIE:
            sides: i64 = self.game.box.sides[arg & 7]
            said = move - SAY
            return float(said * (sides - said + 1) + said - 1) / float(sides)
        if SPOT_DIE <= move < TWO_SECTIONS:
            return self.change_die(move)
        if TWO_SECTIONS <= move < ROLL:
            one, other = PAIRS[move - TWO_SECTIONS]
            return self.rest(one) + self.rest(other)
        return 0.0  # to decline, to accept, to roll; all opponents are alike

    def change_die(self, move: i64) -> float:
        """Whether to use something on the dice: only in a fight, and only for what would be lost."""
        game = self.game
        if game.rolling[ROLLER] < 0:
            return -1.0
        levels = odds(game.rolling[LEVEL], game.rolling[LEVEL + 1], game.box.sides)
        if game.rolling[FACE] == 0:
            return 0.6 - levels
        attack = game.result(0)
        for number in game.occupied[game.active]:
            attack += game.box.cards[number].on_attack()
        short = game.result(1) + 1 - attack
        if self.seat != game.active:
            return 0.5 if short <= 0 and game.scare[self.seat] > 3 else -1.0
        if short <= 0:
            return -1.0
        if move < CARD_DIE and game.spots[SPOTS * self.seat + (move - SPOT_DIE) // 2] == ADD_THREE:
            return 1.0 if short <= 3 else -1.0
        if move >= CARD_DIE:
            return levels - 0.3 if game.scare[self.seat] > 2 else -1.0
        return levels - 0.2 if move % 2 == SPOT_DIE % 2 else 0.5 - levels


def highest(game: Halloween, seat: i64) -> i64:
    """The level of a seat's highest section."""
    top: i64 = 0
    for section in range(game.sections):
        top = max(top, game.levels[SECTIONS * seat + section])
    return top
