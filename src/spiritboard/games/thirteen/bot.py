"""What a good player knows about 13 Ghosts.

A round is a race: each player has some numbers left that the opponents' crypts can be, and the opponents have some left
for theirs. `Races` holds the chance to win every such race. Each use of a card is judged by the race that it leads to.
"Mine" is what belongs to the player who decides. All rivals of a player are given by the first of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import (
    ANOTHER_TURN,
    COPY_GHOST,
    LOOK_BURY,
    QUESTION,
    SET_SIZE,
    SILENT_ATTACK,
    Abilities,
    size_of,
)
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.picks import (
    BURY,
    LAY_CRYPTS,
    LEAVE,
    PLAY_AS,
    PLAY_FACE_UP,
    STEP_CHOOSE,
    STEP_SETTLE,
)
from spiritboard.games.thirteen.position import POINTS_TO_END, ROUNDS_TO_WIN
from spiritboard.games.thirteen.races import Races
from spiritboard.games.thirteen.rivals import Rival, best_number, rivals_of, shown_to
from spiritboard.games.thirteen.rules import CRYPT_CHOICES, Thirteen, choice_of_four
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row
from spiritboard.table.state import GameConfig, State

CRYPT_CHANCE: Final = 60  # how far chance may outweigh the better crypt, in hundredths, so that nobody can predict it
UNEXPLAINED: Final = 0.06  # the share of crypts that are not chosen by this guide's reasons
LOWEST_VALUE: Final = -100.0  # below the value of any choice


class ThirteenGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.races = Races(config.seats == 4)
        self.habits: Habits | None = None
        # The weights by which styles of play differ.
        self.attacking = 0.0  # what an attack is worth, besides the race that it leads to
        self.hiding = 1.0  # how much it counts in the choice of a crypt that it is hard to find
        self.handy = 1.0  # how much it counts that the other card is useful

    def known(self, abilities: Abilities) -> Habits:
        """Returns the habits for these abilities. They are made at the first call, since only a state holds those."""
        if self.habits is None:
            self.habits = Habits(abilities, self.hiding, self.handy)
        return self.habits

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Thirteen)
        if state.step == STEP_CHOOSE:
            return choose_crypt(state, seat, self.known(state.abilities), dice)
        rivals = rivals_of(state, seat)
        assert rivals is not None, "a round ends when a player has no rivals"
        if state.step == STEP_SETTLE:
            return settle(state, seat, rivals)
        number = best_number(rivals, dice)
        if state.must_attack(seat):
            return number
        return self.take_turn(state, seat, rivals, number)

    def take_turn(self, state: Thirteen, seat: i64, rivals: Rival, number: i64) -> i64:
        """Returns the move that leads to the best race: to attack this number, or to play the ghost face up."""
        best = number
        cards = cards_left(state)
        most = self.attack(cards, rivals, number, 0, False) + self.attacking
        ghost = state.ghosts[state.hands[seat]]
        given_away = shown_to(state, seat, rivals, ghost)
        if state.abilities.effects[ghost] != COPY_GHOST:
            return PLAY_FACE_UP if self.use(state, seat, cards, rivals, ghost, given_away, number) > most else best
        numbers = state.numbers_up()
        for copied in range(1, SET_SIZE + 1):
            if numbers >> copied & 1:
                value = self.use(state, seat, cards, rivals, copied, given_away, number)
                if value > most:
                    best, most = PLAY_AS + copied, value
        return best

    def use(
        self, state: Thirteen, seat: i64, cards: i64, rivals: Rival, ghost: i64, given_away: i64, number: i64
    ) -> float:
        """Returns the worth of a ghost's ability. The card helps the opponents whose bits `given_away` has."""
        effect = state.abilities.effects[ghost]
        if effect == QUESTION:
            return self.ask(state, cards, rivals, state.abilities.asks[ghost], given_away)
        if effect == SILENT_ATTACK:
            return self.attack(cards, rivals, number, given_away, True)
        hidden = size_of(state.unseen_numbers(seat, state.which_set(seat + 1)))
        looks: i64 = min(state.abilities.looks[ghost], len(state.pile_looked_at(seat)))
        worth = 0.0
        rival: Rival | None = rivals
        while rival is not None:
            mine = rival.size
            theirs = rival.danger - (given_away >> rival.seat & 1)
            if looks:
                mine = max(1, mine - mine * looks // max(1, hidden))
            worth += rival.weight * self.races.after(effect, cards, mine, theirs)
            rival = rival.next
        return worth

    def ask(self, state: Thirteen, cards: i64, rivals: Rival, about: i64, given_away: i64) -> float:
        """Returns the worth of a question about these numbers, as bits."""
        worth = 0.0
        rival: Rival | None = rivals
        while rival is not None:
            yes = 0 if state.is_silent(rival.seat) else size_of(rival.left & about)
            theirs = rival.danger - (given_away >> rival.seat & 1)
            worth += rival.weight * self.races.split(cards, rival.size, yes, theirs)
            rival = rival.next
        return worth

    def attack(self, cards: i64, rivals: Rival, number: i64, given_away: i64, silent: bool) -> float:
        """Returns the worth of an attack on a number. `silent` says whether I answer no questions afterwards."""
        worth = 0.0
        rival: Rival | None = rivals
        while rival is not None:
            theirs = rival.danger - (given_away >> rival.seat & 1)
            hit = rival.chance_of(number)
            if hit < 1.0:
                mine = max(1, rival.size - (rival.left >> number & 1))
                missed = self.races.unasked(cards, mine, theirs) if silent else self.races.passed(cards, mine, theirs)
                hit += (1.0 - hit) * missed
            worth += rival.weight * hit
            rival = rival.next
        return worth

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
        if state.sets == 2:
            other = state.which_set(seat + 1)
            return choice_likelihood(state, other, habits) if state.is_inside(other) else 1.0
        others = state.rivals(seat)
        fits = 1.0
        for other in range(state.seats):
            if others >> other & 1:
                fits *= choice_likelihood(state, other, habits)
        return fits

    def strength(self, state: Thirteen, seat: i64) -> float:
        """Returns how well this seat's races stand, from 0 to 1; 0 for a seat that is out."""
        if not state.is_inside(seat):
            return 0.0
        if state.step == STEP_CHOOSE:
            return 0.5
        cards = cards_left(state)
        total, count = 0.0, 0
        rival = rivals_of(state, seat)
        while rival is not None:
            mine = rival.size
            if state.turn == seat:
                total += self.races.on_turn(cards, mine, rival.danger)
            else:
                total += 1.0 - self.races.on_turn(cards, rival.danger, mine)
            count += 1
            rival = rival.next
        return total / float(max(1, count))


def cards_left(state: Thirteen) -> i64:
    """Returns how many cards lie in all piles."""
    cards: i64 = len(state.piles[0])
    if state.sets == 2:
        cards += len(state.piles[1])
    return cards


def settle(state: Thirteen, seat: i64, rivals: Rival) -> i64:
    """Returns whether to leave the cards looked at, or to bury them.

    If I draw them, they stay only if the top card is good, because a card not yet seen would tell me more. If the
    other team draws them, they stay only if the top card is not good.
    """
    ghost = state.ghosts[state.pile_looked_at(seat)[-1]]
    good = state.abilities.effects[ghost] == ANOTHER_TURN
    if state.abilities.effects[ghost] == QUESTION:
        numbers = state.could[seat] if state.sets == 2 else rivals.left
        yes = size_of(numbers & state.abilities.asks[ghost])
        good = 3 * min(yes, size_of(numbers) - yes) >= size_of(numbers)
    return LEAVE if good == (state.sets == 1) else BURY


# The choice of crypts.


class Habits:
    """For each number, how well it hides in a crypt and how useful it is in the opening hand."""

    def __init__(self, abilities: Abilities, hiding_counts: float, handy_counts: float) -> None:
        self.hiding: list[float] = [0.0]
        self.handy: list[float] = [0.0]
        for number in range(1, SET_SIZE + 1):
            self.hiding.append(hiding_counts * hiding(abilities, number))
            self.handy.append(handy_counts * handy(abilities, number))

    def of_two(self, crypt: i64, hand: i64) -> float:
        return self.hiding[crypt] + self.handy[hand]

    def of_four(self, own: i64, mates: i64) -> float:
        return self.hiding[own] + self.hiding[mates]


def choose_crypt(state: Thirteen, seat: i64, habits: Habits, dice: Dice) -> i64:
    numbers = state.numbers_dealt(seat)
    if len(numbers) == 4:
        return choose_crypts(numbers, habits, dice)
    if state.sets == 1:
        first, second = habits.of_two(numbers[0], numbers[1]), habits.of_two(numbers[1], numbers[0])
    else:
        first, second = habits.handy[numbers[0]], habits.handy[numbers[1]]
    first += varying(dice)
    second += varying(dice)
    return state.choice_of_two(numbers, 1 if second > first else 0)


def choose_crypts(numbers: Row, habits: Habits, dice: Dice) -> i64:
    """Returns the best choice of two crypts from four numbers, after chance has been added to the values."""
    best: i64 = 0
    most = LOWEST_VALUE
    for place in range(CRYPT_CHOICES):
        move = choice_of_four(numbers, place)
        value = habits.of_four((move - LAY_CRYPTS) >> 4, (move - LAY_CRYPTS) & 15) + varying(dice)
        if value > most:
            best, most = move, value
    return best


def varying(dice: Dice) -> float:
    """Returns what chance adds to the value of a choice."""
    return float(dice.below(CRYPT_CHANCE)) / 100.0


def choice_likelihood(state: Thirteen, other: i64, habits: Habits) -> float:
    """Returns how likely a player would have chosen this crypt from the cards they were dealt."""
    crypt = state.crypts[other]
    if crypt == NO_SLOT:
        return 1.0
    if state.sets == 2:
        return team_likelihood(state, other, habits)
    partner = crypt ^ 1  # slots are dealt in pairs, unless the position was set up by hand
    if not state.lies_with(other, partner):
        return 1.0
    number, hand = state.ghosts[crypt], state.ghosts[partner]
    return preferred(habits.of_two(number, hand) - habits.of_two(hand, number))


def team_likelihood(state: Thirteen, other: i64, habits: Habits) -> float:
    """Returns how likely a team would have chosen its two crypts from the four cards that it was dealt."""
    if state.crypts[other ^ 2] == NO_SLOT:
        return 1.0
    best, second = LOWEST_VALUE, LOWEST_VALUE
    dealt = SET_SIZE * state.which_set(other)
    for slot in range(dealt, dealt + 4):
        value = habits.hiding[state.ghosts[slot]]
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    value = habits.of_four(state.crypt_number(other), state.crypt_number(other ^ 2))
    return preferred(value - best - second) if value < best + second else 1.0


def preferred(by: float) -> float:
    """Returns the chance that a player chooses what is better by so much; `by` is negative for what is worse."""
    rest = max(0.0, 1.0 - abs(by) / (float(CRYPT_CHANCE) / 100.0))
    less = rest * rest / 2.0
    return UNEXPLAINED + (1.0 - UNEXPLAINED) * (less if by < 0.0 else 1.0 - less)


def hiding(abilities: Abilities, number: i64) -> float:
    """Returns how many numbers are possible, on average, after three questions about a crypt of this number."""
    questions: i64 = 0
    alike = [0] * (SET_SIZE + 1)
    for ghost in range(1, SET_SIZE + 1):
        if abilities.effects[ghost] == QUESTION and ghost != number:
            about = abilities.asks[ghost]
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
    effect = abilities.effects[ghost]
    if effect == QUESTION:
        yes = size_of(abilities.asks[ghost])
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
    expected = [float(state.score[seat]) + 2.0 * strengths[seat] for seat in range(3)]
    near = 0.5 + max(state.score) / POINTS_TO_END
    weights = [2.0 ** (near * (each - max(expected))) for each in expected]
    return [each / sum(weights) for each in weights]
