"""Finds puzzles: decisions in bots' games in which one move leads by a clear margin, and the guide chooses another.

A decision is judged by what its seat knows, in worlds that the seat could imagine. It is measured several times,
each time in other worlds: in a few, in more, and in so many that the lead is sure. Most decisions are dropped at once.
The last measurement is the one that is kept, so that a lucky sample does not count as a lead.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import ceil

import msgspec

from spiritboard.bots.bot import ask
from spiritboard.bots.roster import make
from spiritboard.review.values import Comparison, Effort, TriedMove, Values
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.guide import Guide
from spiritboard.table.options import FirstPlayer
from spiritboard.table.puzzle import Puzzle, PuzzlesMade, TriedPath
from spiritboard.table.registry import find, guide_for
from spiritboard.table.state import State

# The bots of a game are drawn from these, so that positions are such as good and careless players come to.
BOTS = ("heuristic", "heuristic:slips=0.1", "search:iterations=40")
MOMENTS = 30  # decisions of a game that are looked at, before the next game is played
FEELINGS = 24  # worlds in which the guide is asked for its choice
GLANCE = 24  # worlds of the first measurement
# Worlds of the next ones, and the part of the margin by which a move must lead in them. One that has a third of the
# worlds of the last measurement, or more, would save no time and is left out.
LOOKS = ((80, 0.6), (320, 0.8), (2000, 0.9))
PATIENCE = 4.0  # standard errors by which a move must be behind before it is no longer tried in these measurements
ERRORS = 4.0  # standard errors by which the best move must lead at last
CERTAIN = 12.0  # standard errors by which a move must be behind before it is no longer tried in the last one
SEATS_PART = 2.0  # the most puzzles with one number of players, compared with an even share
ANSWER_PART = 0.25  # the most puzzles with the same answer
USUAL_THIRD = 0.6  # the most puzzles from the same third of a game
ALIKE_PART = 0.75  # the part of a position's values from which on two puzzles with the same moves are too much alike
LONGEST = 20_000  # decisions: a longer game is given up


class PuzzlePlan(msgspec.Struct, frozen=True):
    """What is searched for, as plain values from which every puzzle follows."""

    game: str
    players: tuple[int, ...]  # the numbers of players, which take turns
    seed: str
    margin: float
    worlds: int

    def check(self) -> None:
        """Raises BadSetup if no puzzles can be found this way."""
        game = find(self.game)
        if game.guide is Guide:
            raise BadSetup(f"{game.title} has no guide, so nothing says which moves are surprising.")
        for seats in self.players:
            game.setup(seats)
        if not 0 < self.margin < 1:
            raise BadSetup("The margin is more than 0 and less than 100 points.")

    def setup(self, number: int, dice: Dice) -> GameSetup:
        """Returns the setup of the game with this number. The dice choose its options."""
        game = find(self.game)
        seats = self.players[number % len(self.players)]
        return game.setup(seats, None, **some_options(game, seats, dice))

    def made(self, command: str) -> PuzzlesMade:
        game = find(self.game)
        return PuzzlesMade(
            command, self.seed, game.rules_version, game.own_pieces.digest(), self.margin, ERRORS, self.worlds
        )


def some_options(game: Game, seats: int, dice: Dice) -> dict[str, str]:
    """Returns options for a game: each its default or, as often, any of its values. Who begins is left to chance."""
    chosen = {option.name: option.default for option in game.options}
    for option in game.options:
        if not isinstance(option, FirstPlayer) and dice.below(2):
            chosen[option.name] = dice.pick(list(option.values(seats)))
    return chosen


# One game.


@dataclass(frozen=True)
class Moment:
    """A decision of a game."""

    state: State
    seat: int
    number: int  # among the decisions of its game


def search_game(part: tuple[PuzzlePlan, int]) -> Puzzle | None:
    """Returns a puzzle from the game with this number of the plan, or None if there is none at the moments that the
    dice choose. It follows from the plan and the number alone."""
    plan, number = part
    dice = Dice(f"{plan.seed} {plan.game}").stream(number)
    judge = Judge(plan, plan.setup(number, dice))
    moments = list(play(judge.setup, dice))
    choices = [moment for moment in moments if len(moment.state.legal(moment.seat)) > 1]
    dice.shuffle(choices)
    for moment in choices[:MOMENTS]:
        puzzle = judge.puzzle(moment, (number, moment.number, len(moments)), dice)
        if puzzle is not None:
            return puzzle
    return None


def play(setup: GameSetup, dice: Dice) -> Iterator[Moment]:
    """Yields the decisions of a game between bots, each with a state of its own."""
    bots = [make(dice.pick(list(BOTS)), setup.game) for _ in range(setup.config.seats)]
    state = setup.new(dice)
    number = 0
    while not state.over and number < LONGEST:
        seat = state.pending()[0]
        yield Moment(state.copy(), seat, number)
        state.apply(seat, ask(bots[seat], state, seat, dice), dice)
        number += 1


class Judge:
    """Says of decisions in games of one setup whether they are puzzles."""

    def __init__(self, plan: PuzzlePlan, setup: GameSetup) -> None:
        self.plan = plan
        self.setup = setup
        self._values = Values(setup)
        self._guide = guide_for(setup.config)

    def puzzle(self, moment: Moment, found: tuple[int, int, int], dice: Dice) -> Puzzle | None:
        """Returns the decision as a puzzle, or None if it is none. All that follows is judged from an imagined
        position, which is the one that is kept."""
        state, seat = moment.state.imagine(moment.seat, dice), moment.seat
        felt = self._felt(state, seat, dice)
        best = self._surprise(state, seat, felt, dice)
        if best is None:
            return None
        measured = self._values.compare(state, seat, best, dice, Effort(self.plan.worlds), CERTAIN)
        if not leads(measured, best, self.plan.margin, ERRORS):
            return None
        return Puzzle(
            seats=self.setup.config.seats,
            options=self.setup.config.options,
            position=json.loads(state.to_json())["position"],
            seat=seat,
            guided=state.path(seat, felt[0]),
            moves=tuple(tried_path(state, seat, tried) for tried in measured.moves),
            found=found,
        )

    def _felt(self, state: State, seat: int, dice: Dice) -> list[int]:
        """Returns the guide's choices in several imagined worlds, the most frequent one first."""
        choices = Counter(self._guide.choose(state.imagine(seat, dice), seat, dice) for _ in range(FEELINGS))
        return [move for move, _ in choices.most_common()]

    def _surprise(self, state: State, seat: int, felt: list[int], dice: Dice) -> int | None:
        """Returns a move that seems to lead and that the guide never chooses, or None if there is none."""
        glance = self._values.compare(state, seat, felt[0], dice, Effort(GLANCE), PATIENCE)
        best = glance.moves[0]
        if best.move in felt or best.lead < self.plan.margin:
            return None
        for worlds, part in (look for look in LOOKS if 3 * look[0] < self.plan.worlds):
            look = self._values.compare(state, seat, best.move, dice, Effort(worlds), PATIENCE)
            if not leads(look, best.move, part * self.plan.margin, 0.0):
                return None
        return best.move


def leads(comparison: Comparison, best: int, margin: float, errors: float) -> bool:
    """Returns whether a move leads all others by a margin, and by so many standard errors."""
    others = [tried for tried in comparison.moves if tried.move != best]
    return all(-other.lead >= max(margin, errors * other.lead_error) for other in others)


def tried_path(state: State, seat: int, tried: TriedMove) -> TriedPath:
    """Returns a measured move as a puzzle keeps it, with rounded numbers."""
    numbers = (tried.chance, tried.error, 0.0 - tried.lead, tried.lead_error)
    chance, error, behind, behind_error = (round(number, 4) for number in numbers)
    return TriedPath(state.path(seat, tried.move), chance, error, behind, behind_error, tried.tries)


# Many games.


class SearchedGame(msgspec.Struct, frozen=True):
    """A game of a plan that was searched."""

    number: int
    puzzle: Puzzle | None


def search(part: tuple[PuzzlePlan, int]) -> SearchedGame:
    """Returns what the game with this number of a plan has."""
    return SearchedGame(part[1], search_game(part))


def choose(games: Iterable[SearchedGame], plan: PuzzlePlan, count: int, third: float = USUAL_THIRD) -> Iterator[Puzzle]:
    """Yields so many puzzles of many kinds from games in the order of their numbers, as soon as each is found."""
    variety = Variety(plan, count, third)
    for game in games:
        if game.puzzle is not None and variety.wants(game.puzzle):
            variety.chosen.append(game.puzzle)
            yield game.puzzle
            if len(variety.chosen) == count:
                return


class Variety:
    """Chooses puzzles, so that those of one game are of many kinds."""

    def __init__(self, plan: PuzzlePlan, count: int, third: float) -> None:
        self.chosen: list[Puzzle] = []
        self._most_of_seats = ceil(SEATS_PART * count / len(plan.players))
        self._most_of_answer = ceil(ANSWER_PART * count)
        self._most_of_phase = ceil(third * count)

    def wants(self, puzzle: Puzzle) -> bool:
        """Returns whether the puzzle adds something to those that were chosen so far."""
        return (
            self._count(puzzle, lambda each: each.seats) < self._most_of_seats
            and self._count(puzzle, answer) < self._most_of_answer
            and self._count(puzzle, phase) < self._most_of_phase
            and not any(alike(puzzle, each) for each in self.chosen)
        )

    def _count(self, puzzle: Puzzle, of: Callable[[Puzzle], object]) -> int:
        return sum(of(each) == of(puzzle) for each in self.chosen)


def answer(puzzle: Puzzle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the best move and the guide's choice."""
    return puzzle.best.path, puzzle.guided


def phase(puzzle: Puzzle) -> int:
    """Returns in which third of its game the decision was made."""
    _, number, of = puzzle.found
    return 3 * number // of


def alike(one: Puzzle, other: Puzzle) -> bool:
    """Returns whether two puzzles look the same to a player: the same moves and answers, and most of the position."""
    if (one.seats, answer(one)) != (other.seats, answer(other)):
        return False
    if {tried.path for tried in one.moves} != {tried.path for tried in other.moves}:
        return False
    mine, theirs = facts(one.position), facts(other.position)
    return len(mine & theirs) >= ALIKE_PART * max(len(mine), len(theirs))


def facts(value: object, name: str = "") -> set[tuple[str, str]]:
    """Returns the single values in plain data, each with its place."""
    if isinstance(value, dict):
        return {fact for key, each in value.items() for fact in facts(each, f"{name}.{key}")}
    if isinstance(value, list):
        return {fact for at, each in enumerate(value) for fact in facts(each, f"{name}.{at}")}
    return {(name, repr(value))}
