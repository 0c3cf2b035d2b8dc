"""What a good player knows about 13 Ghosts.

A round is a race: each player has some numbers left that the opponents' crypts can be, and the opponents have some left
for theirs. `Races` holds the chance to win every such race. Each use of a card is judged by the race that it leads to.
"Mine" is what belongs to the player who decides.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import (
    ANOTHER_TURN,
    COPY_GHOST,
    LOOK_ATTACK,
    LOOK_BURY,
    QUESTION,
    SET_SIZE,
    SILENT_ATTACK,
    Abilities,
)
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.picks import (
    BURY,
    KEEP_CARD,
    LAY_CRYPT,
    LAY_CRYPTS,
    LEAVE,
    PLAY_AS,
    PLAY_FACE_UP,
    STEP_CHOOSE,
    STEP_SETTLE,
)
from spiritboard.games.thirteen.rules import POINTS_TO_END, ROUNDS_TO_WIN, Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig, State

ASKING: Final = 0.6  # how often a player has a question in hand that is worth asking
MOST_TO_DRAW: Final = 18  # cards in all piles: in teams twice nine
CRYPT_CHANCE: Final = 60  # how far chance may outweigh the better crypt, in hundredths, so that nobody can predict it
UNEXPLAINED: Final = 0.06  # the share of crypts that are not chosen by this guide's reasons
LOWEST_VALUE: Final = -100.0  # below the value of any choice
SIZE_OF: Final[list[int]] = [mask.bit_count() for mask in range(2 << SET_SIZE)]  # of a set of numbers, by its bits


class Races:
    """The chance that the player on turn finds the opponent's crypt first.

    A race is given by three numbers: the cards still to be drawn, the numbers that the player on turn has left, and the
    numbers that the opponent has left. A card drawn cannot be the opponent's crypt, which rules a number out. In teams
    it rules nothing out, because the opponent's crypt is of the other set.
    """

    def __init__(self, teams: bool) -> None:
        self.teams = teams
        self.chances: list[float] = []
        for cards in range(MOST_TO_DRAW + 1):
            self.chances.extend([0.0] * 256)
            for total in range(2, 2 * SET_SIZE + 1):
                for mine in range(max(1, total - SET_SIZE), min(SET_SIZE, total - 1) + 1):
                    self.chances[cards << 8 | mine << 4 | total - mine] = self.best(cards, mine, total - mine)

    def best(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance with the better of an attack and a question. ASKING says how often I hold a question."""
        strike = self.strike(cards, mine, theirs)
        if not cards:
            return strike
        ask = self.split(cards, mine, mine // 2, theirs)
        return strike + ASKING * (ask - strike) if ask > strike else strike

    def on_turn(self, cards: i64, mine: i64, theirs: i64) -> float:
        return self.chances[cards << 8 | mine << 4 | theirs]

    def passed(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance at the end of my turn: I draw, and the opponent is on turn."""
        if not cards:
            return 1.0 - self.chances[theirs << 4 | mine]
        there = (cards - 1) << 8 | theirs << 4 | mine
        if self.teams or mine == 1:
            return 1.0 - self.chances[there]
        ruled_out = float(mine - 1) / float(max(mine - 1, cards + 1))
        return 1.0 - ruled_out * self.chances[there - 1] - (1.0 - ruled_out) * self.chances[there]

    def strike(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance when I attack."""
        hit = 1.0 / float(mine)
        return hit + (1.0 - hit) * self.passed(cards, mine - 1, theirs) if mine > 1 else 1.0

    def split(self, cards: i64, mine: i64, yes: i64, theirs: i64) -> float:
        """Returns my chance when I ask a question whose answer is yes for so many of the numbers I have left."""
        if yes == 0 or yes == mine:
            return self.passed(cards, mine, theirs)
        chance = float(yes) / float(mine)
        return chance * self.passed(cards, yes, theirs) + (1.0 - chance) * self.passed(cards, mine - yes, theirs)

    def unasked(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance when the opponent is on turn but can only attack, because I keep silent."""
        return 1.0 - self.strike(max(0, cards - 1), theirs, mine)


class Rival:
    """An opponent who is still in the round."""

    def __init__(self, seat: i64, left: i64, danger: i64, weight: float) -> None:
        self.seat = seat
        self.left = left  # the numbers that the opponent's crypt can be, as bits
        self.danger = danger  # how many numbers the opponent has left for my crypt
        self.weight = weight  # how much it is worth to find this opponent


class ThirteenGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.races = Races(config.seats == 4)
        self.habits: Habits | None = None

    def known(self, abilities: Abilities) -> Habits:
        """Returns the habits for these abilities. They are made at the first call, since only a state holds those."""
        if self.habits is None:
            self.habits = Habits(abilities)
        return self.habits

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Thirteen)
        if state.step == STEP_CHOOSE:
            return choose_crypt(state, seat, self.known(state.abilities), dice)
        rivals = rivals_of(state, seat)
        if state.step == STEP_SETTLE:
            return self.settle(state, seat, rivals)
        number = best_number(rivals, dice)
        if state.must_attack(seat):
            return number
        return self.take_turn(state, seat, rivals, number)

    def take_turn(self, state: Thirteen, seat: i64, rivals: list[Rival], number: i64) -> i64:
        """Returns the move that leads to the best race: to attack this number, or to play the ghost face up."""
        best = number
        most = self.attack(state, rivals, number, 0, False)
        slot: i64 = state.hands[seat]
        ghost: i64 = state.ghosts[slot]
        given_away = shown_to(state, seat, rivals, slot)
        if state.abilities.effects[ghost] != COPY_GHOST:
            return PLAY_FACE_UP if self.use(state, seat, rivals, ghost, given_away, number) > most else best
        for copied in range(1, SET_SIZE + 1):
            if lies_face_up(state, copied):
                value = self.use(state, seat, rivals, copied, given_away, number)
                if value > most:
                    best, most = PLAY_AS + copied, value
        return best

    def use(self, state: Thirteen, seat: i64, rivals: list[Rival], ghost: i64, given_away: i64, number: i64) -> float:
        """Returns the worth of a ghost's ability. The card helps the opponents whose bits `given_away` has."""
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
            mine: i64 = SIZE_OF[rival.left]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            if looks:
                mine = max(1, mine - mine * looks // max(1, hidden))
            if effect == LOOK_ATTACK:
                chance = self.races.strike(cards, mine, theirs)
            elif effect == ANOTHER_TURN:
                chance = self.races.on_turn(max(0, cards - 1), mine, theirs)
            else:
                chance = self.races.passed(cards, mine, theirs)
            worth += rival.weight * chance
        return worth

    def ask(self, state: Thirteen, rivals: list[Rival], about: i64, given_away: i64) -> float:
        """Returns the worth of a question about these numbers, as bits."""
        cards = cards_left(state)
        worth = 0.0
        for rival in rivals:
            yes: i64 = 0 if state.silent[rival.seat] else SIZE_OF[rival.left & about]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            worth += rival.weight * self.races.split(cards, SIZE_OF[rival.left], yes, theirs)
        return worth

    def attack(self, state: Thirteen, rivals: list[Rival], number: i64, given_away: i64, silent: bool) -> float:
        """Returns the worth of an attack on a number. `silent` says whether I answer no questions afterwards."""
        cards = cards_left(state)
        worth = 0.0
        for rival in rivals:
            mine: i64 = SIZE_OF[rival.left]
            theirs = rival.danger - (given_away >> rival.seat & 1)
            hit = chance_of(rivals, rival, number)
            if hit < 1.0:
                mine = max(1, mine - (rival.left >> number & 1))
                missed = self.races.unasked(cards, mine, theirs) if silent else self.races.passed(cards, mine, theirs)
                hit += (1.0 - hit) * missed
            worth += rival.weight * hit
        return worth

    def settle(self, state: Thirteen, seat: i64, rivals: list[Rival]) -> i64:
        """Returns whether to leave the cards looked at, or to bury them.

        If I draw them, they stay only if the top card is good, because a card not yet seen would tell me more. If the
        other team draws them, they stay only if the top card is not good.
        """
        pile = state.pile_looked_at(seat)
        ghost: i64 = state.ghosts[pile[len(pile) - 1]]
        good = state.abilities.effects[ghost] == ANOTHER_TURN
        if state.abilities.effects[ghost] == QUESTION:
            mask: i64 = state.could[seat] if state.sets == 2 else rivals[0].left
            yes: i64 = SIZE_OF[mask & state.abilities.asks[ghost]]
            good = 3 * min(yes, SIZE_OF[mask] - yes) >= SIZE_OF[mask]
        return LEAVE if good == (state.sets == 1) else BURY

    def estimate(self, state: State) -> list[float]:
        """Returns shares by the races of this round and the score so far."""
        assert isinstance(state, Thirteen)
        strengths = [self.strength(state, seat) for seat in range(state.seats)]
        if state.duel or state.seats != 3:
            return by_rounds(state, strengths)
        return by_points(state, strengths)

    def likelihood(self, state: State, seat: i64) -> float:
        """Returns how likely the opponents would have chosen their crypts.

        In teams one opponent is enough: `choice_likelihood` looks at both crypts of the team.
        """
        assert isinstance(state, Thirteen)
        habits = self.known(state.abilities)
        fits = 1.0
        for other in state.opponents[seat][:1] if state.sets == 2 else state.opponents[seat]:
            if state.inside[other]:
                fits *= choice_likelihood(state, other, habits)
        return fits

    def strength(self, state: Thirteen, seat: i64) -> float:
        """Returns how well this seat's races stand, from 0 to 1; 0 for a seat that is out."""
        if not state.inside[seat]:
            return 0.0
        if state.step == STEP_CHOOSE:
            return 0.5
        cards = cards_left(state)
        total = 0.0
        rivals = rivals_of(state, seat)
        for rival in rivals:
            mine: i64 = SIZE_OF[rival.left]
            if state.turn == seat:
                total += self.races.on_turn(cards, mine, rival.danger)
            else:
                total += 1.0 - self.races.on_turn(cards, rival.danger, mine)
        return total / float(max(1, len(rivals)))


# What a seat knows.


def rivals_of(state: Thirteen, seat: i64) -> list[Rival]:
    """Returns the opponents who are still in the round, with the numbers that their crypts can be.

    Those numbers are not seen elsewhere and agree with the answers. Two crypts of one set differ, so a crypt that is
    known rules its number out for the other.
    """
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
            if SIZE_OF[known] == 1:
                rivals[1 - at].left &= ~known
    return rivals


def first_slot(state: Thirteen, seat: i64) -> i64:
    """Returns the first slot of the set that a seat's cards belong to."""
    return SET_SIZE * (seat & (state.sets - 1))


def unseen_numbers(state: Thirteen, seat: i64, other: i64) -> i64:
    """Returns the numbers of the opponent's set that this seat has not seen, as bits."""
    at = first_slot(state, other)
    mask: i64 = 0
    for slot in range(at, at + SET_SIZE):
        if not state.seen[slot] >> seat & 1:
            mask |= 1 << state.ghosts[slot]
    return mask


def hidden_from(state: Thirteen, seat: i64, other: i64) -> i64:
    """Returns how many cards of the opponent's set this seat has not seen."""
    return SIZE_OF[unseen_numbers(state, seat, other)]


def danger(state: Thirteen, seat: i64, other: i64) -> i64:
    """Returns how many numbers the opponent has left for my crypt.

    Everybody knows who has seen which card. Of the cards that I have seen I know whether they fit the crypt's answers.
    Of the other cards I know only how many fit, so an average is counted.
    """
    at = first_slot(state, seat)
    could: i64 = state.could[seat]
    sure: i64 = 0
    hidden: i64 = 0
    hidden_fits: i64 = 0
    unseen_by_both: i64 = 0
    for slot in range(at, at + SET_SIZE):
        eyes: i64 = state.seen[slot]
        fits: i64 = could >> state.ghosts[slot] & 1
        if eyes >> seat & 1:
            sure += fits & ~(eyes >> other)
        else:
            hidden += 1
            hidden_fits += fits
            unseen_by_both += ~(eyes >> other) & 1
    if not hidden:
        return max(1, sure)
    return max(1, sure + (2 * hidden_fits * unseen_by_both + hidden) // (2 * hidden))


def shown_to(state: Thirteen, seat: i64, rivals: list[Rival], slot: i64) -> i64:
    """Returns the opponents, as bits, who could rule a number out for my crypt if they saw this card of mine."""
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
    """Returns how much it is worth to find an opponent: with three players more for one with a higher score."""
    return 1.0 + 0.1 * float(state.score[other]) if state.is_three() else 1.0


# Attacks.


def chance_of(rivals: list[Rival], rival: Rival, number: i64) -> float:
    """Returns the chance that this number is the rival's crypt.

    With two rivals, all pairs of different numbers are equally likely.
    """
    if not rival.left >> number & 1:
        return 0.0
    mine: i64 = SIZE_OF[rival.left]
    if len(rivals) == 1:
        return 1.0 / float(mine)
    mate = rivals[1] if rivals[0] is rival else rivals[0]
    others: i64 = SIZE_OF[mate.left]
    pairs = mine * others - SIZE_OF[rival.left & mate.left]
    return float(others - (mate.left >> number & 1)) / float(pairs)


def best_number(rivals: list[Rival], dice: Dice) -> i64:
    """Returns the number to attack: one of those that most likely find a rival."""
    best: list[int] = []
    most = 0.0
    for number in range(1, SET_SIZE + 1):
        chance = 0.0
        for rival in rivals:
            chance += rival.weight * chance_of(rivals, rival, number)
        if chance > most:
            most = chance
            best = [number]
        elif chance == most and chance > 0.0:
            best.append(number)
    return dice.pick(best)


# The choice of crypts.


class Habits:
    """For each number, how well it hides in a crypt and how useful it is in the opening hand."""

    def __init__(self, abilities: Abilities) -> None:
        self.hiding: list[float] = [0.0]
        self.handy: list[float] = [0.0]
        for number in range(1, SET_SIZE + 1):
            self.hiding.append(hiding(abilities, number))
            self.handy.append(handy(abilities, number))

    def of_two(self, crypt: i64, hand: i64) -> float:
        return self.hiding[crypt] + self.handy[hand]

    def of_four(self, own: i64, mates: i64) -> float:
        return self.hiding[own] + self.hiding[mates]


def choose_crypt(state: Thirteen, seat: i64, habits: Habits, dice: Dice) -> i64:
    numbers = [state.ghosts[slot] for slot in state.dealt[seat]]
    best: i64 = NO_SLOT
    most = LOWEST_VALUE
    for move in state.choices(seat):
        if move > LAY_CRYPTS:
            value = habits.of_four((move - LAY_CRYPTS) >> 4, (move - LAY_CRYPTS) & 15)
        elif move > KEEP_CARD:
            value = habits.handy[move - KEEP_CARD]
        else:
            value = habits.of_two(move - LAY_CRYPT, sum(numbers) - (move - LAY_CRYPT))
        value += float(dice.below(CRYPT_CHANCE)) / 100.0
        if value > most:
            best, most = move, value
    return best


def choice_likelihood(state: Thirteen, other: i64, habits: Habits) -> float:
    """Returns how likely a player would have chosen this crypt from the cards they were dealt."""
    crypt: i64 = state.crypts[other]
    if crypt == NO_SLOT:
        return 1.0
    if state.sets == 1:
        partner = crypt ^ 1  # slots are dealt in pairs, unless the position was set up by hand
        if partner not in state.places(other):
            return 1.0
        number, hand = state.ghosts[crypt], state.ghosts[partner]
        return preferred(habits.of_two(number, hand) - habits.of_two(hand, number))
    mates: i64 = state.crypts[other ^ 2]
    if mates == NO_SLOT:
        return 1.0
    at = first_slot(state, other)
    four = sorted([habits.hiding[state.ghosts[slot]] for slot in range(at, at + 4)])
    value = habits.of_four(state.ghosts[crypt], state.ghosts[mates])
    return preferred(value - four[3] - four[2]) if value < four[3] + four[2] else 1.0


def preferred(by: float) -> float:
    """Returns the chance that a player chooses what is better by so much; `by` is negative for what is worse."""
    varying = float(CRYPT_CHANCE) / 100.0
    rest = max(0.0, 1.0 - abs(by) / varying)
    less = rest * rest / 2.0
    return UNEXPLAINED + (1.0 - UNEXPLAINED) * (less if by < 0.0 else 1.0 - less)


def hiding(abilities: Abilities, number: i64) -> float:
    """Returns how many numbers are possible, on average, after three questions about a crypt of this number."""
    questions: i64 = 0
    alike = [0] * (SET_SIZE + 1)
    for ghost in range(1, SET_SIZE + 1):
        if abilities.effects[ghost] == QUESTION and ghost != number:
            about: i64 = abilities.asks[ghost]
            questions += 1
            for other in range(1, SET_SIZE + 1):
                if (about >> other ^ about >> number) & 1 == 0:
                    alike[other] += 1
    left = 0.0
    for other in range(1, SET_SIZE + 1):
        share = float(alike[other]) / float(max(1, questions))
        left += share * share * share
    return left


def handy(abilities: Abilities, ghost: i64) -> float:
    """Returns the worth of a ghost in the opening hand, as measured in games.

    A question is worth more the more evenly it splits the numbers. An attack is worth nothing so early.
    """
    effect: i64 = abilities.effects[ghost]
    if effect == QUESTION:
        yes: i64 = SIZE_OF[abilities.asks[ghost]]
        return 0.6 + float(min(yes, SET_SIZE - yes)) / 7.5
    if effect == ANOTHER_TURN:
        return 1.2
    return 0.7 if effect in (COPY_GHOST, LOOK_BURY) else 0.0


# The worth of a position.


def by_rounds(state: Thirteen, strengths: list[float]) -> list[float]:
    """Returns shares in a game of two sides: by the strengths in this round, and even chances in later rounds."""
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
    """Returns the chance to win `need` rounds before the others win `needs`, if each round is even."""
    if need <= 0:
        return 1.0
    if needs <= 0:
        return 0.0
    return (evenly(need - 1, needs) + evenly(need, needs - 1)) / 2.0


def by_points(state: Thirteen, strengths: list[float]) -> list[float]:
    """Returns shares in a game for points: a lead counts for more the nearer the end is."""
    expected = [state.score[seat] + 2.0 * strengths[seat] for seat in range(3)]
    near = 0.5 + max(state.score) / POINTS_TO_END
    weights = [2.0 ** (near * (each - max(expected))) for each in expected]
    return [each / sum(weights) for each in weights]
