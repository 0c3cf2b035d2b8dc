"""The exact chances near the end of games, found by trying every outcome of every roll, draw and deal.

    SPIRITBOARD_PLAIN=1 python -m tests.review.exact_chances GAME [CASES]

plays games, and writes a line of JSON to tests/review/exact/GAME.jsonl for each position from which the rest of a game
has few enough outcomes: what a review would estimate there, without any sampling. It takes a few minutes. With CASES it
prints so many of the first ones instead. `EveryDice` stands for the dice. It can do so in plain Python only, where
rules take any dice that have the right methods.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, permutations
from math import comb
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from spiritboard.bots.bot import Bot
from spiritboard.games.ghosts.bot import GhostsGuide
from spiritboard.games.ghosts.picks import TAKE_PILE
from spiritboard.games.ghosts.rules import Ghosts, fits_on
from spiritboard.games.spookies.bot import score_chances
from spiritboard.games.spookies.pieces import ChipKind, FriendDie, Friends, PrintedField, SpookiesPieces
from spiritboard.games.spookies.rules import Spookies
from spiritboard.games.thirteen.position import ROUNDS_TO_WIN
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.review.review import PlyTask, ply_tasks
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.record import Record
from spiritboard.table.registry import find, guide_for
from spiritboard.table.row import Row, is_first
from spiritboard.table.state import State
from tests.review.played import CARELESS, STEADY, played

T = TypeVar("T")
FOLDER = Path(__file__).parent / "exact"
MOST_STATES = {"spookies": 1000, "ghosts": 250, "thirteen": 150}  # of the rest of a game; others are left out
MOST_WORLDS = {"ghosts": 130, "thirteen": 60}
MOST_SHUFFLED = 5
MOST_IN_PILE = 2  # in 13 Ghosts
MOST_REJECTED = 40  # unlikely worlds, after which a review takes any world
NEGLIGIBLE = 2e-5  # the chance of a line that is not followed
MOST_WITHOUT_DECISION = 70  # cases whose legal moves are not compared
MOST_LEFT_OUT = 4e-3  # the chance of all lines that are not followed
CASES = {"spookies": 130, "ghosts": 120, "thirteen": 110}
# What the rest of a round of 13 Ghosts follows from. It does not follow from who was told which answer.
THIRTEEN_FIELDS = (
    *("turn", "over", "ghosts", "known", "shown", "crypts", "hands", "up_cards", "down_cards", "piles", "in_round"),
    *("keeping_silent", "could", "step", "place", "looked", "turns", "score"),
)
SEEDS = range(1500)


class TooMany(Exception):
    """There are too many outcomes to try them all."""


class EveryDice(Dice):
    """Dice that follow a script of choices, and then always make the first one."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self.script = script
        self.made: list[tuple[int, list[float]]] = []  # each choice, and the chances of all there were

    def chosen(self, chances: list[float]) -> int:
        at = len(self.made)
        choice = self.script[at] if at < len(self.script) else 0
        self.made.append((choice, chances))
        return choice

    def below(self, n: int) -> int:
        return self.chosen([1 / n] * n)

    def shuffle(self, items: list[T]) -> None:
        """Choose one of the different orders. They are equally likely, however many items are alike."""
        if len(items) > MOST_SHUFFLED:
            raise TooMany
        orders = sorted(set(permutations(items)))
        items[:] = orders[self.below(len(orders))]

    def draw_into(self, heap: Row, most: int, other: Row) -> int:
        """Draw chips, one of which is as good as another."""
        count = min(most, len(heap))
        for _ in range(count):
            other.append(heap.pop())
        return count

    def chance(self) -> float:
        product = 1.0
        for choice, chances in self.made:
            product *= chances[choice]
        return product

    def next_script(self) -> list[int] | None:
        """Returns the script that follows this one, or None if it was the last."""
        script = [choice for choice, _ in self.made]
        while script and script[-1] + 1 == len(self.made[len(script) - 1][1]):
            script.pop()
        return [*script[:-1], script[-1] + 1] if script else None


def outcomes(run: Callable[[EveryDice], T]) -> Iterator[tuple[float, T]]:
    """Yields every outcome of something that needs dice, with its chance."""
    script: list[int] | None = []
    while script is not None:
        dice = EveryDice(script)
        result = run(dice)
        yield dice.chance(), result
        script = dice.next_script()


def throw_once(state: Spookies, count: int, dice: Dice) -> int:
    """Stands for `Spookies.throw`: scores that lead to the same field are one outcome."""
    if not isinstance(dice, EveryDice):
        return THROW(state, count, dice)
    needed = state.house.needed[state.fields[state.character]]
    merged: dict[int, list[float]] = {}
    for score, chance in enumerate(score_chances(count)):
        if chance:
            landing = -1 if score >= needed else state.house.landing[score]
            merged.setdefault(landing, [score, 0.0])[1] += chance
    rows = list(merged.values())
    state.rolled = 0
    return int(rows[dice.chosen([chance for _, chance in rows])][0])


THROW = Spookies.throw


class Exact:
    """Exact chances in games of one setup in which everybody plays like the guide."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.guide = guide_for(setup.config)
        self.following: dict[str, list[tuple[float, str]]] = {}
        self.states: dict[str, State] = {}
        self.ends: dict[str, list[float]] = {}

    def name(self, state: State) -> str:
        """Returns a text that is the same for states that cannot be told apart by what follows, and keeps the state."""
        position: dict[str, object]
        if isinstance(state, Spookies):
            sizes = [len(state.stock), *map(len, state.chips), *map(len, state.penalty)]
            position = {"turn": state.turn, "who": state.character, "first": state.first_roll}
            position |= {"fields": state.fields, "sizes": sizes}
        elif isinstance(state, Thirteen):
            position = {name: getattr(state, name) for name in THIRTEEN_FIELDS}
        else:
            position = state.position()
        key = msgspec.json.encode(position).decode()
        if key not in self.states:
            self.states[key] = state
            if state.over:
                self.ends[key] = self.shares(state)
        return key

    def shares(self, state: State) -> list[float]:
        if isinstance(state, Spookies):
            return shares_of_two_values(state)
        return state.standings().shares()

    def moves(self, state: State, seat: int) -> list[tuple[float, int]]:
        """Returns what the guide chooses, with the chance of each move."""
        if isinstance(state, Ghosts):
            assert isinstance(self.guide, GhostsGuide)
            return ghosts_moves(self.guide, state, seat)
        return together(outcomes(lambda dice: self.guide.choose(state.copy(), seat, dice)))

    def after(self, state: State, seat: int, move: int) -> list[tuple[float, str]]:
        """Returns the states that follow a move."""

        def moved(dice: Dice) -> str:
            twin = state.copy()
            twin.apply(seat, move, dice)
            return self.name(twin)

        return together(outcomes(moved))

    def follow(self, key: str) -> list[tuple[float, str]]:
        if key not in self.following:
            state = self.states[key]
            pairs = [
                (chance * luck, then)
                for chance, move in self.moves(state, state.turn)
                for luck, then in self.after(state, state.turn, move)
            ]
            self.following[key] = together(pairs)
        return self.following[key]

    def worth(self, start: list[tuple[float, str]]) -> list[float]:
        """Returns each seat's chance. Raises TooMany if it cannot be known well enough."""
        masses = {key: chance for chance, key in together(start)}
        found, left_out = [0.0] * self.setup.config.seats, 0.0
        known = len(self.following)
        while masses:
            following: dict[str, float] = {}
            for key, mass in masses.items():
                if key in self.ends:
                    found = [old + mass * share for old, share in zip(found, self.ends[key], strict=True)]
                elif mass < NEGLIGIBLE:
                    left_out += mass
                else:
                    for chance, then in self.follow(key):
                        following[then] = following.get(then, 0.0) + mass * chance
            masses = following
            if left_out > MOST_LEFT_OUT or len(self.following) > known + MOST_STATES[self.setup.game.id]:
                raise TooMany
        return found

    # What a review says of a ply.

    def worlds(self, state: State, seat: int) -> list[tuple[float, State]]:
        """Returns the worlds that a review imagines for a seat, with their chances."""
        if isinstance(state, Spookies):
            return [(1.0, state)]  # only the numbers of chips matter, and everybody sees those
        found: list[tuple[float, State]] = []
        for chance, world in outcomes(lambda dice: state.imagine(seat, dice)):
            found.append((chance, world))
            if len(found) > MOST_WORLDS[self.setup.game.id]:
                raise TooMany
        accepted = [int(256 * self.guide.likelihood(world, seat)) / 256 for _, world in found]
        taken = sum(chance * accept for (chance, _), accept in zip(found, accepted, strict=True))
        never = (1 - taken) ** MOST_REJECTED  # then any world is taken
        weights = [(1 - never) * accept / taken + never if taken else 1.0 for accept in accepted]
        return [(chance * weight, world) for (chance, world), weight in zip(found, weights, strict=True)]

    def decision(self, state: State, seat: int, made: int) -> tuple[dict[int, float], float]:
        """Returns the mover's chance after each legal move, and how much better the made one is than the guide's."""
        legal = state.legal(seat)
        chances, usual = dict.fromkeys(legal, 0.0), 0.0
        for weight, world in self.worlds(state, seat):
            after = {move: self.worth(self.after(world, seat, move))[seat] for move in legal}
            for move in legal:
                chances[move] += weight * after[move]
            usual += weight * sum(chance * after[move] for chance, move in self.moves(world, seat))
        return chances, chances[made] - usual

    def decision_if_known(self, state: State, seat: int, made: int) -> tuple[dict[int, float], float]:
        """Returns the same, and no moves if there is only one or if there are too many outcomes."""
        try:
            return self.decision(state, seat, made) if len(state.legal(seat)) > 1 else ({}, 0.0)
        except TooMany:
            return {}, 0.0


def together(pairs: Iterator[tuple[float, T]] | list[tuple[float, T]]) -> list[tuple[float, T]]:
    """Returns the pairs with the chances of equal outcomes added up."""
    found: dict[T, float] = {}
    for chance, outcome in pairs:
        found[outcome] = found.get(outcome, 0.0) + chance
    return [(chance, outcome) for outcome, chance in found.items()]


def ghosts_moves(guide: GhostsGuide, state: Ghosts, seat: int) -> list[tuple[float, int]]:
    """Returns the guide's choices in Ghosts. Each card's value is raised by one of a hundred tie-breaks, and the first
    of the highest values is chosen."""
    hand = state.hands[seat]
    if state.box.count != guide.cards:
        guide.prepare(state.box.count)
    cost = guide.hurt(state, seat)
    fitting = [at for at in range(len(hand)) if fits_on(hand[at], state.level, state.top) and is_first(hand, at)]
    if not fitting:
        return [(1.0, TAKE_PILE)]
    values = [guide.value(state, seat, hand, at, cost) for at in fitting]
    near = [at for at, value in enumerate(values) if value + guide.tie_breaks[99] >= max(values)]
    return [(leading(guide, values, near, at), hand[fitting[at]]) for at in near]


def leading(guide: GhostsGuide, values: list[float], near: list[int], at: int) -> float:
    """Returns the chance that the value at this place, with its tie-break, is the first of the highest ones."""
    if len(near) == 1:
        return 1.0
    chance = 0.0
    for mine in guide.tie_breaks:
        product = 0.01
        for other in near:
            if other != at:
                total = values[at] + mine
                lower = sum(
                    values[other] + theirs < total or (values[other] + theirs == total and at < other)
                    for theirs in guide.tie_breaks
                )
                product *= lower / 100
        chance += product
    return chance


# Spookies in a small house, so that the rest of a game has few outcomes. Its chips have one or two values, so that a
# result can be worked out from the numbers of chips.

LOW, HIGH = 1, 4
CHIPS = {"alike": {LOW: 14}, "two": {LOW: 9, HIGH: 5}}
FIELDS = {5: (1, 0, 0), 8: (3, 2, 1), 10: (5, 3, 2)}  # the rewards for two, three and four dice, by the field's number
FRIENDS = ("Kracko", "Poppy")


def pieces_of(kind: str) -> Pieces | None:
    """Returns the pieces of a set-up, None for the usual ones."""
    if kind not in CHIPS:
        return None
    usual = find("spookies").own_pieces
    assert isinstance(usual, SpookiesPieces)
    return msgspec.structs.replace(
        usual,
        chips=tuple(ChipKind(*pair) for pair in CHIPS[kind].items()),
        characters=Friends(FRIENDS),
        friend_die=FriendDie((*FRIENDS, "?")),
        fields=tuple(PrintedField(*pair) for pair in FIELDS.items()),
    )


def shares_of_two_values(state: Spookies) -> list[float]:
    """Returns the shares of two players if all that is known are the numbers of their chips."""
    mine, theirs = map(len, state.chips)
    values = list(state.house.chips)
    high, all_chips = values.count(HIGH), len(values)
    share = 0.0
    for my_high in range(min(mine, high) + 1):
        chance = hypergeometric(all_chips, high, mine, my_high)
        for their_high in range(min(theirs, high - my_high) + 1):
            lead = mine - theirs + (HIGH - LOW) * (my_high - their_high)
            other = hypergeometric(all_chips - mine, high - my_high, theirs, their_high)
            share += chance * other * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
    return [share, 1.0 - share]


def hypergeometric(everything: int, high: int, drawn: int, found: int) -> float:
    """Returns the chance that so many of the chips drawn are high."""
    rest = everything - high
    return comb(high, found) * comb(rest, drawn - found) / comb(everything, drawn) if drawn - found <= rest else 0.0


# The positions.


class Case(msgspec.Struct):
    """A ply of a game near its end, as `PlyTask` and `ReviewJob` describe it, and its exact chances."""

    game: str
    seats: int
    options: dict[str, str]
    pieces: str
    ply: int
    position: dict[str, object]
    seat: int
    move: int
    path: tuple[str, ...]
    rolls: bool
    chances: list[float] | None  # of all seats; None if it depends on values that the numbers of chips do not say
    before_dice: list[float] | None
    choices: dict[
        str, float
    ]  # the mover's chance after each move, by its path; empty if there is one move, or too many outcomes
    effect: float


SETUPS: dict[str, list[tuple[int, dict[str, str], str]]] = {
    "spookies": [(2, {}, "alike"), (2, {"variant": "free-choice"}, "alike"), (2, {}, "two")],
    "ghosts": [(2, {"rounds": "1"}, ""), (3, {"rounds": "1"}, ""), (4, {"rounds": "1"}, "")],
    "thirteen": [(2, {}, "")],
}
BOTS: list[Bot] = [STEADY, CARELESS, STEADY, STEADY]
LAST_PLIES = {"spookies": 10, "ghosts": 9}


def endings(game_id: str, record: Record) -> Iterator[PlyTask]:
    """Yields plies from which a game ends soon. In 13 Ghosts, every round is made the one that decides the game."""
    tasks = list(ply_tasks(record))
    if game_id != "thirteen":
        yield from tasks[-LAST_PLIES[game_id] :]
        return
    for task in tasks:
        [pile] = cast(list[list[int]], task.position["piles"])
        if 0 < len(pile) <= MOST_IN_PILE and not any(cast(list[list[int]], task.position["dealt"])):
            yield replace(task, position={**task.position, "score": [ROUNDS_TO_WIN - 1] * 2}, rolls=False)


def cases(game_id: str) -> Iterator[Case]:
    Spookies.throw = throw_once  # type: ignore[method-assign, assignment]
    kinds = [(kind, Exact(find(game_id).setup(kind[0], pieces_of(kind[2]), **kind[1]))) for kind in SETUPS[game_id]]
    without_decision = 0
    for seed in SEEDS:
        (seats, options, kind), exact = kinds[seed % len(kinds)]
        setup = exact.setup
        record = played(setup, f"exact {seed}", BOTS[:seats])
        for task in endings(game_id, record):
            state, real = setup.from_position(task.position), kind != "two"
            try:
                chances = exact.worth([(1.0, exact.name(state))]) if real else None
                after = exact.worth(exact.after(state, task.seat, task.move)) if real and task.rolls else None
            except TooMany:
                continue
            found = exact.decision_if_known(state, task.seat, task.move)
            without_decision += not found[0]
            if not found[0] and (chances is None or without_decision > MOST_WITHOUT_DECISION):
                continue
            choices = {" ".join(state.path(task.seat, move)): chance for move, chance in found[0].items()}
            given = (task.ply, task.position, task.seat, task.move, task.path, task.rolls)
            yield Case(game_id, seats, options, kind, *given, chances, after, choices, found[1])


def first_cases(game_id: str, count: int) -> list[Case]:
    return list(islice(cases(game_id), count))


def main() -> None:
    game_id = sys.argv[1]
    if len(sys.argv) > 2:
        found = first_cases(game_id, int(sys.argv[2]))
        sys.stdout.buffer.write(msgspec.json.encode(found))
    else:
        lines = [msgspec.json.encode(case) for case in first_cases(game_id, CASES[game_id])]
        (FOLDER / f"{game_id}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def known_cases(game_id: str) -> list[Case]:
    lines = (FOLDER / f"{game_id}.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Case) for line in lines]


if __name__ == "__main__":
    main()
