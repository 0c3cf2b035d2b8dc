"""What a good player knows about 13 Ghosts.

A round is a race: how many numbers I have left for their crypts, and how many they have left for mine. `Races` knows
the chance of every such race, so that whatever can be done with a card is judged by the race that it leads to.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import (
    AGAIN,
    COPY,
    LOOK_ATTACK,
    LOOK_BURY,
    NUMBERS,
    QUESTION,
    SILENT_ATTACK,
    Abilities,
)
from spiritboard.games.thirteen.rules import (
    BURY,
    CHOOSE,
    COPYING,
    CRYPT,
    CRYPTS,
    HAND,
    LEAVE,
    NONE,
    PLAY,
    POINTS_TO_END,
    ROUNDS_TO_WIN,
    SETTLE,
    Thirteen,
)
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig, State

ASKING: Final = 0.6  # how often somebody has a question in hand that is worth asking
MOST_CARDS: Final = 18  # in all piles: two of nine, in teams
CRYPTS_VARY: Final = 60  # how far chance may outweigh the better crypt, in hundredths: nobody shall know our habits
WHIM: Final = 0.06  # the share of crypts that are chosen for no reason that we know
SIZES: Final[list[int]] = [mask.bit_count() for mask in range(2 << NUMBERS)]  # of sets of numbers as bits


class Races:
    """The chance to find the other's crypt first, for whoever is on turn.

    A race goes by how many cards are still to be drawn, how many numbers the one on turn has left, and how many the
    other. Drawing shows a card that cannot be the other's crypt, but not in teams, where that is of the other set.
    """

    def __init__(self, teams: bool) -> None:
        self.teams = teams
        self.chances: list[float] = []
        for cards in range(MOST_CARDS + 1):
            self.chances.extend([0.0] * 256)
            for total in range(2, 2 * NUMBERS + 1):
                for mine in range(max(1, total - NUMBERS), min(NUMBERS, total - 1) + 1):
                    self.chances[cards << 8 | mine << 4 | total - mine] = self.best(cards, mine, total - mine)

    def best(self, cards: i64, mine: i64, theirs: i64) -> float:
        strike = self.strike(cards, mine, theirs)
        if not cards:
            return strike
        ask = self.split(cards, mine, mine // 2, theirs)
        return strike + ASKING * (ask - strike) if ask > strike else strike

    def on_turn(self, cards: i64, mine: i64, theirs: i64) -> float:
        return self.chances[cards << 8 | mine << 4 | theirs]

    def passed(self, cards: i64, mine: i64, theirs: i64) -> float:
        """My chance when I have done what I do, and draw, and the other is on."""
        if not cards:
            return 1.0 - self.chances[theirs << 4 | mine]
        there = (cards - 1) << 8 | theirs << 4 | mine
        if self.teams or mine == 1:
            return 1.0 - self.chances[there]
        rid = float(mine - 1) / float(max(mine - 1, cards + 1))
        return 1.0 - rid * self.chances[there - 1] - (1.0 - rid) * self.chances[there]

    def strike(self, cards: i64, mine: i64, theirs: i64) -> float:
        hit = 1.0 / float(mine)
        return hit + (1.0 - hit) * self.passed(cards, mine - 1, theirs) if mine > 1 else 1.0

    def split(self, cards: i64, mine: i64, yes: i64, theirs: i64) -> float:
        """A question that so many of my numbers say yes to."""
        if yes == 0 or yes == mine:
            return self.passed(cards, mine, theirs)
        chance = float(yes) / float(mine)
        return chance * self.passed(cards, yes, theirs) + (1.0 - chance) * self.passed(cards, mine - yes, theirs)

    def unasked(self, cards: i64, mine: i64, theirs: i64) -> float:
        """My chance when the other is on but can only attack, since I keep silent."""
        return 1.0 - self.strike(max(0, cards - 1), theirs, mine)


class Rival:
    """An opponent who is still in: what their crypt can be, and how many numbers they have left for mine."""

    def __init__(self, seat: i64, left: i64, danger: i64, weight: float) -> None:
        self.seat = seat
        self.left = left
        self.danger = danger
        self.weight = weight  # how much finding this one is worth


class ThirteenGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.races = Races(config.seats == 4)
        self.habits: Habits | None = None

    def known(self, abilities: Abilities) -> Habits:
        """Worked out when the first question is asked: only the state knows what is printed on the cards."""
        if self.habits is None:
            self.habits = Habits(abilities)
        return self.habits

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Thirteen)
        if state.step == CHOOSE:
            return choose_crypt(state, seat, self.known(state.abilities), dice)
        rivals = rivals_of(state, seat)
        if state.step == SETTLE:
            return self.settle(state, seat, rivals)
        number = best_number(rivals, dice)
        if state.must_attack(seat):
            return number
        return self.take_turn(state, seat, rivals, number)

    def take_turn(self, state: Thirteen, seat: i64, rivals: list[Rival], number: i64) -> i64:
        """Face down and attack, or face up, whatever leads to the better race."""
        best = number
        most = self.attack(state, rivals, number, 0, False)
        slot: i64 = state.hands[seat]
        ghost: i64 = state.ghosts[slot]
        given_away = shown_to(state, seat, rivals, slot)
        if state.abilities.effects[ghost] != COPY:
            return PLAY if self.use(state, seat, rivals, ghost, given_away, number) > most else best
        for copied in range(1, NUMBERS + 1):
            if lies_face_up(state, copied):
                value = self.use(state, seat, rivals, copied, given_away, number)
                if value > most:
                    best, most = COPYING + copied, value
        return best

    def use(self, state: Thirteen, seat: i64, rivals: list[Rival], ghost: i64, given_away: i64, number: i64) -> float:
        """What a ghost's ability is worth. The card itself, once seen, helps those for whom `given_away` has a bit."""
        effect: i64 = state.abilities.effects[ghost]
        if effect == QUESTION:
            return self.ask(state, rivals, state.abilities.asks[ghost], given_away)
        if effect == SILENT_ATTACK:
            return self.attack(state, rivals, number, given_away, True)
        cards = cards_left(state)
        hidden = hidden_from(state, seat, rivals[0].seat)
        looks: i64 = min(state.abilities.looks[ghost], len(state.pile_looked_at(seat)))
        worth = 0.0
        for rival in rivals:
            mine: i64 = SIZES[rival.left]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            if looks:
                mine = max(1, mine - mine * looks // max(1, hidden))
            if effect == LOOK_ATTACK:
                chance = self.races.strike(cards, mine, theirs)
            elif effect == AGAIN:
                chance = self.races.on_turn(max(0, cards - 1), mine, theirs)
            else:
                chance = self.races.passed(cards, mine, theirs)
            worth += rival.weight * chance
        return worth

    def ask(self, state: Thirteen, rivals: list[Rival], about: i64, given_away: i64) -> float:
        cards = cards_left(state)
        worth = 0.0
        for rival in rivals:
            yes: i64 = 0 if state.silent[rival.seat] else SIZES[rival.left & about]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            worth += rival.weight * self.races.split(cards, SIZES[rival.left], yes, theirs)
        return worth

    def attack(self, state: Thirteen, rivals: list[Rival], number: i64, given_away: i64, silent: bool) -> float:
        cards = cards_left(state)
        worth = 0.0
        for rival in rivals:
            mine: i64 = SIZES[rival.left]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            hit = chance_of(rivals, rival, number)
            if hit < 1.0:
                mine = max(1, mine - (rival.left >> number & 1))
                missed = self.races.unasked(cards, mine, theirs) if silent else self.races.passed(cards, mine, theirs)
                hit += (1.0 - hit) * missed
            worth += rival.weight * hit
        return worth

    def settle(self, state: Thirteen, seat: i64, rivals: list[Rival]) -> i64:
        """Cards that I shall draw may stay if the first is a good one: a fresh card would tell me more. Those of the
        other team may stay if the first is no good."""
        pile = state.pile_looked_at(seat)
        ghost: i64 = state.ghosts[pile[len(pile) - 1]]
        good = state.abilities.effects[ghost] == AGAIN
        if state.abilities.effects[ghost] == QUESTION:
            mask: i64 = state.could[seat] if state.sets == 2 else rivals[0].left
            yes: i64 = SIZES[mask & state.abilities.asks[ghost]]
            good = 3 * min(yes, SIZES[mask] - yes) >= SIZES[mask]
        return LEAVE if good == (state.sets == 1) else BURY

    def estimate(self, state: State) -> list[float]:
        """By the races of this round, and by what the rounds before have brought."""
        assert isinstance(state, Thirteen)
        strengths = [self.strength(state, seat) for seat in range(state.seats)]
        if state.duel or state.seats != 3:
            return by_rounds(state, strengths)
        return by_points(state, strengths)

    def likelihood(self, state: State, seat: i64) -> float:
        """By the crypts: what lies there was chosen. Of a team's two crypts either says it all."""
        assert isinstance(state, Thirteen)
        habits = self.known(state.abilities)
        fits = 1.0
        for other in state.opponents[seat][:1] if state.sets == 2 else state.opponents[seat]:
            if state.inside[other]:
                fits *= fitting(state, other, habits)
        return fits

    def strength(self, state: Thirteen, seat: i64) -> float:
        """How this seat's races stand, from 0 to 1; nothing for whoever is out."""
        if not state.inside[seat]:
            return 0.0
        if state.step == CHOOSE:
            return 0.5
        cards = cards_left(state)
        total = 0.0
        rivals = rivals_of(state, seat)
        for rival in rivals:
            mine: i64 = SIZES[rival.left]
            if state.turn == seat:
                total += self.races.on_turn(cards, mine, rival.danger)
            else:
                total += 1.0 - self.races.on_turn(cards, rival.danger, mine)
        return total / float(max(1, len(rivals)))


# What the seat knows.


def rivals_of(state: Thirteen, seat: i64) -> list[Rival]:
    """The numbers that nobody else can have and that agree with the answers. Two crypts of one set differ, so a crypt
    that is known leaves the other one number less."""
    rivals: list[Rival] = []
    unseen: i64 = 0
    for other in state.opponents[seat]:
        if state.inside[other]:
            if not rivals:
                unseen = unseen_numbers(state, seat, other)
            left = unseen & state.could[other]
            if state.seen[state.crypts[other]] >> seat & 1:
                left = 1 << state.ghosts[state.crypts[other]]
            rivals.append(Rival(other, left, danger(state, seat, other), weight(state, other)))
    if len(rivals) == 2:
        for at in range(2):
            known = rivals[at].left
            if SIZES[known] == 1:
                rivals[1 - at].left &= ~known
    return rivals


def first_slot(state: Thirteen, seat: i64) -> i64:
    """Where the set begins that a seat's cards are of."""
    return NUMBERS * (seat & (state.sets - 1))


def unseen_numbers(state: Thirteen, seat: i64, other: i64) -> i64:
    """Of the other's set, as bits."""
    at = first_slot(state, other)
    mask: i64 = 0
    for slot in range(at, at + NUMBERS):
        if not state.seen[slot] >> seat & 1:
            mask |= 1 << state.ghosts[slot]
    return mask


def hidden_from(state: Thirteen, seat: i64, other: i64) -> i64:
    """How many cards of the other's set might lie in the pile, for all this seat knows."""
    return SIZES[unseen_numbers(state, seat, other)]


def danger(state: Thirteen, seat: i64, other: i64) -> i64:
    """How many numbers the other still has for my crypt. Who has seen which card is plain to all, but of those that I
    have not seen only how many there are: so many, then, on average."""
    at = first_slot(state, seat)
    could: i64 = state.could[seat]
    sure: i64 = 0
    hidden: i64 = 0
    fitting: i64 = 0  # of the hidden ones
    unseen_by_both: i64 = 0
    for slot in range(at, at + NUMBERS):
        eyes: i64 = state.seen[slot]
        fits: i64 = could >> state.ghosts[slot] & 1
        if eyes >> seat & 1:
            sure += fits & ~(eyes >> other)
        else:
            hidden += 1
            fitting += fits
            unseen_by_both += ~(eyes >> other) & 1
    if not hidden:
        return max(1, sure)
    return max(1, sure + (2 * fitting * unseen_by_both + hidden) // (2 * hidden))


def shown_to(state: Thirteen, seat: i64, rivals: list[Rival], slot: i64) -> i64:
    """Those, as bits, who would strike a number off for my crypt if they saw this card of mine."""
    shown: i64 = 0
    if state.could[seat] >> state.ghosts[slot] & 1:
        for rival in rivals:
            if rival.danger > 1 and not state.seen[slot] >> rival.seat & 1:
                shown |= 1 << rival.seat
    return shown


def lies_face_up(state: Thirteen, number: i64) -> bool:
    for slots in state.up:
        for slot in slots:
            if state.ghosts[slot] == number:
                return True
    return False


def cards_left(state: Thirteen) -> i64:
    cards: i64 = 0
    for pile in state.piles:
        cards += len(pile)
    return cards


def weight(state: Thirteen, other: i64) -> float:
    """With three players whoever leads is found first, if there is a choice."""
    return 1.0 + 0.1 * float(state.score[other]) if state.is_three() else 1.0


# Attacks.


def chance_of(rivals: list[Rival], rival: Rival, number: i64) -> float:
    """That this is the rival's crypt: of all pairs of different numbers, if there are two, each is as likely."""
    if not rival.left >> number & 1:
        return 0.0
    mine: i64 = SIZES[rival.left]
    if len(rivals) == 1:
        return 1.0 / float(mine)
    mate = rivals[1] if rivals[0] is rival else rivals[0]
    others: i64 = SIZES[mate.left]
    pairs = mine * others - SIZES[rival.left & mate.left]
    return float(others - (mate.left >> number & 1)) / float(pairs)


def best_number(rivals: list[Rival], dice: Dice) -> i64:
    best: list[int] = []
    most = 0.0
    for number in range(1, NUMBERS + 1):
        chance = 0.0
        for rival in rivals:
            chance += rival.weight * chance_of(rivals, rival, number)
        if chance > most:
            most = chance
            best = [number]
        elif chance == most and chance > 0.0:
            best.append(number)
    return dice.pick(best)


# Which ghost lies best in the crypt.


class Habits:
    """What lies well in a crypt, and what is good to have in the first hand, by number."""

    def __init__(self, abilities: Abilities) -> None:
        self.hiding: list[float] = [0.0]
        self.handy: list[float] = [0.0]
        for number in range(1, NUMBERS + 1):
            self.hiding.append(hiding(abilities, number))
            self.handy.append(handy(abilities, number))

    def of_two(self, crypt: i64, hand: i64) -> float:
        return self.hiding[crypt] + self.handy[hand]

    def of_four(self, own: i64, mates: i64) -> float:
        return self.hiding[own] + self.hiding[mates]


def choose_crypt(state: Thirteen, seat: i64, habits: Habits, dice: Dice) -> i64:
    numbers = [state.ghosts[slot] for slot in state.dealt[seat]]
    best: i64 = NONE
    most = -100.0
    for move in state.choices(seat):
        if move > CRYPTS:
            value = habits.of_four((move - CRYPTS) >> 4, (move - CRYPTS) & 15)
        elif move > HAND:
            value = habits.handy[move - HAND]
        else:
            value = habits.of_two(move - CRYPT, sum(numbers) - (move - CRYPT))
        value += float(dice.below(CRYPTS_VARY)) / 100.0
        if value > most:
            best, most = move, value
    return best


def fitting(state: Thirteen, other: i64, habits: Habits) -> float:
    """How much the crypt of somebody is what they would have chosen of the cards they were dealt."""
    crypt: i64 = state.crypts[other]
    if crypt == NONE:
        return 1.0
    if state.sets == 1:
        partner = crypt ^ 1  # dealt two by two, unless the position was set up by hand
        if partner not in state.places(other):
            return 1.0
        number, hand = state.ghosts[crypt], state.ghosts[partner]
        return preferred(habits.of_two(number, hand) - habits.of_two(hand, number))
    mates: i64 = state.crypts[other ^ 2]
    if mates == NONE:
        return 1.0
    at = first_slot(state, other)
    four = sorted([habits.hiding[state.ghosts[slot]] for slot in range(at, at + 4)])
    value = habits.of_four(state.ghosts[crypt], state.ghosts[mates])
    return preferred(value - four[3] - four[2]) if value < four[3] + four[2] else 1.0


def preferred(by: float) -> float:
    """The chance that something is chosen which is better by so much, or worse; nobody is quite without whims."""
    varying = float(CRYPTS_VARY) / 100.0
    rest = max(0.0, 1.0 - abs(by) / varying)
    less = rest * rest / 2.0
    return WHIM + (1.0 - WHIM) * (less if by < 0.0 else 1.0 - less)


def hiding(abilities: Abilities, number: i64) -> float:
    """How many other numbers are still in question, on average, when three questions have been answered."""
    questions: i64 = 0
    alike = [0] * (NUMBERS + 1)
    for ghost in range(1, NUMBERS + 1):
        if abilities.effects[ghost] == QUESTION and ghost != number:
            about: i64 = abilities.asks[ghost]
            questions += 1
            for other in range(1, NUMBERS + 1):
                if (about >> other ^ about >> number) & 1 == 0:
                    alike[other] += 1
    left = 0.0
    for other in range(1, NUMBERS + 1):
        share = float(alike[other]) / float(max(1, questions))
        left += share * share * share
    return left


def handy(abilities: Abilities, ghost: i64) -> float:
    """What a ghost is worth in the first hand, measured by playing: a question by how evenly it splits the numbers, and
    an attack nothing, as nobody is to be found so early."""
    effect: i64 = abilities.effects[ghost]
    if effect == QUESTION:
        yes: i64 = SIZES[abilities.asks[ghost]]
        return 0.6 + float(min(yes, NUMBERS - yes)) / 7.5
    if effect == AGAIN:
        return 1.2
    return 0.7 if effect in (COPY, LOOK_BURY) else 0.0


# How a game stands.


def by_rounds(state: Thirteen, strengths: list[float]) -> list[float]:
    """Two sides play for three rounds: the one round, and then evenly matched ones."""
    won = state.duel or state.score
    sides = [seat for seat in range(state.seats) if state.score[seat] == max(state.score)] if state.duel else [0, 1]
    mine, theirs = sides
    ahead = side_strength(state, strengths, mine)
    behind = side_strength(state, strengths, theirs)
    chance = ahead / (ahead + behind) if ahead + behind > 0.0 else 0.5
    need, needs = ROUNDS_TO_WIN - won[mine], ROUNDS_TO_WIN - won[theirs]
    wins = chance * evenly(need - 1, needs) + (1.0 - chance) * evenly(need, needs - 1)
    shares = [0.0] * state.seats
    for side, share in ((mine, wins), (theirs, 1.0 - wins)):
        if state.sets == 2:
            shares[side] = shares[side + 2] = share / 2.0
        else:
            shares[side] = share
    return shares


def side_strength(state: Thirteen, strengths: list[float], seat: i64) -> float:
    return strengths[seat] + strengths[seat ^ 2] if state.sets == 2 else strengths[seat]


def evenly(need: i64, needs: i64) -> float:
    """The chance to win `need` rounds before the others win `needs`, each as likely as not."""
    if need <= 0:
        return 1.0
    if needs <= 0:
        return 0.0
    return (evenly(need - 1, needs) + evenly(need, needs - 1)) / 2.0


def by_points(state: Thirteen, strengths: list[float]) -> list[float]:
    """Three play for points: a lead counts for more the nearer the end is."""
    expected = [state.score[seat] + 2.0 * strengths[seat] for seat in range(3)]
    near = 0.5 + max(state.score) / POINTS_TO_END
    weights = [2.0 ** (near * (each - max(expected))) for each in expected]
    return [each / sum(weights) for each in weights]
