"""Halloween: five colours of ghosts that nobody owns, a town to haunt, and a board that says what you can do next.

How a game begins, goes on and ends. What may be done in a turn is in `turn.py`, the actions are in `actions.py` and
`fights.py`, cards and bonus tokens in files of their own, and the town and the boards they all work on in `town.py` and
`board.py`.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.halloween import scoring, show, words
from spiritboard.games.halloween.board import LOCKED, REASONS, SPOTS, Boards
from spiritboard.games.halloween.picks import COLOUR_NAMES, COLOURS, PLACES, SECTIONS, bits, names
from spiritboard.games.halloween.step import TURN
from spiritboard.games.halloween.town import BLUES, BONUS_KINDS, EACH_BONUS, GHOSTS, TOKENS
from spiritboard.games.halloween.view import HalloweenExplained, HalloweenShown, HalloweenView
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.standings import Standings

ROW: Final = 8
CARDS: Final = 52
MOST_ROUNDS: Final = 200  # HA50
POLICE_STATION: Final = 3


class Halloween(Boards):
    POSITION: ClassVar[dict[str, object]] = {
        "first": int,
        "round": int,
        "active": int,
        "ending": bool,
        "town": list[int],
        "haunts": list[int],
        "bonus": list[int],
        "bonus_supply": list[int],
        "bonus_discards": list[int],
        "coming": int,
        "levels": list[int],
        "covered": list[int],
        "spots": list[int],
        "tokens": list[int],
        "scare": list[int],
        "reasons": list[int],
        "row": list[int],
        "occupied": list[list[int]],
        "done": int,
        "used": list[int],
        "boosted": int,
        "earned": int,
        "duel": list[int],
        "rolling": list[int],
        "todo": list[int],
    }

    # The beginning.

    def deal(self, dice: Dice) -> None:
        """HA1"""
        for _ in range(BLUES):
            self.town[5 * POLICE_STATION] += 1
        if not self.master:
            self.bonus_supply = [0] + [EACH_BONUS] * BONUS_KINDS
            self.refill(dice)
            self.row = self.choose_cards(dice)
        self.first = self.first_player(dice)  # HA2
        self.active = self.first
        self.turn = self.first
        self.round = 1
        self.count_boards()
        if self.events is not None:
            self.tell(words.GAME_BEGUN, words.GameBegun(first=self.first))

    def choose_cards(self, dice: Dice) -> list[int]:
        chosen = self.config.options["cards"]
        if chosen in self.box.sets:
            return self.box.sets[chosen].copy()  # HA60
        if chosen != "random":
            return [int(number) for number in chosen.split(",")]
        pack = list(range(1, CARDS + 1))
        return sorted([dice.draw(pack) for _ in range(ROW)])

    # A game goes on.

    def legal(self, seat: i64) -> list[int]:
        moves: list[int] = []
        step = self.todo[len(self.todo) - 1]
        self.box.steps[step & 127].choices(self, step >> 7, moves)
        return moves

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        if not self.names:
            self.names = names(self.box.buildings, [str(number) for number in self.row])
        return self.names[move]

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        self.chance = False
        step = self.todo.pop()
        self.box.steps[step & 127].answer(self, step >> 7, move, dice)
        self.go_on(dice)
        self.reversible = not self.chance and not self.over and seat == self.turn and seat == self.active

    def go_on(self, dice: Dice) -> None:
        """Whatever happens by itself happens, until something is asked."""
        while not self.over:
            step = self.todo.pop()
            asker = self.box.steps[step & 127]
            if asker.enter(self, step >> 7, dice):
                self.todo.append(step)
                self.turn = asker.decider(self, step >> 7)
                return

    def end_turn(self) -> None:
        """The next player's turn, or the end: after the round in which it was triggered (HA50)."""
        self.unlock_spots()
        self.done = 0
        self.used = []
        self.boosted = -1
        self.active = (self.active + 1) % self.seats
        if self.active == self.first:
            if self.ending or self.round == MOST_ROUNDS:
                self.end()
                return
            self.round += 1
        if self.events is not None:
            self.tell(words.TURN_BEGUN, words.PlayerFacts(seat=self.active))

    def end(self) -> None:
        scoring.finish(self)
        self.over = True
        if self.events is not None:
            self.tell(words.GAME_ENDED, words.GameEnded(verdict=self.verdict()))

    def unlock_spots(self) -> None:
        """Discs return at the end of the turn in which the third spot was used (HA40)."""
        first = SPOTS * self.active
        for spot in range(SPOTS):
            if self.spots[first + spot] != LOCKED:
                return
        for spot in range(SPOTS):
            self.spots[first + spot] = 0
        self.discs[self.active] += SPOTS

    # The end.

    def standings(self) -> Standings:
        """Most Haunt Points; on a tie, most ghost tokens; then shared (HA51)."""
        points = self.points.copy()
        places: list[int] = []
        for seat in range(self.seats):
            place = 1
            for other in range(self.seats):
                if points[other] > points[seat] or (
                    points[other] == points[seat] and self.holds(other) > self.holds(seat)
                ):
                    place += 1
            places.append(place)
        return Standings(points, places)

    def verdict(self) -> str:
        return words.say_verdict(self.standings())

    # What a state must be able to do besides.

    def copy(self) -> Halloween:
        twin = Halloween(self.config, self.box)
        self.carry_over(twin)
        self.copy_town(twin)
        self.copy_boards(twin)
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Nothing is hidden: what will be drawn from the supply is decided when it is drawn."""

    def view(self, seat: int | None) -> HalloweenView:
        return cast(HalloweenView, super().view(seat))

    def show(self, seat: int | None) -> HalloweenShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> HalloweenExplained:
        return show.explain(self, seat)

    def inventory(self) -> dict[str, int]:
        found = {"discs": sum(self.discs) + sum(map(len, self.occupied)) + self.spots.count(LOCKED)}
        found["discs"] += sum([bits(mask) for mask in self.covered])
        for colour in range(COLOURS):
            name = COLOUR_NAMES[colour]
            found[f"{name} ghosts"] = sum(self.town[colour::5]) + GHOSTS - self.risen[colour]
            found[f"{name} tokens"] = sum(self.tokens[colour::5]) + self.stock[colour]
        for kind in range(1, BONUS_KINDS + 1):
            lying = self.bonus.count(kind) + self.spots.count(kind) + (1 if self.coming == kind else 0)
            found[f"bonus token {kind}"] = lying + self.bonus_supply[kind] + self.bonus_discards[kind]
        return found

    def check(self) -> None:
        self.check_sizes()
        self.count_boards()
        if any(self.crowd[building] > self.room for building in range(6)):
            raise BadPosition(f"There are at most {self.room} ghosts in a building.")
        if any(count > GHOSTS for count in self.risen):
            raise BadPosition(f"There are {GHOSTS} ghosts of a colour.")
        if any(count < 0 for count in [*self.stock, *self.discs, *self.tokens, *self.scare, *self.town]):
            raise BadPosition("There cannot be less than none: discs, tokens, ghosts and Scare Points are limited.")
        if any(self.haunts_left(seat) < 0 for seat in range(self.seats)):
            raise BadPosition("A player has laid more haunt tokens than there are.")
        each = 0 if self.master else EACH_BONUS
        if any(count != each for name, count in self.inventory().items() if name.startswith("bonus")):
            raise BadPosition(f"There are {each} bonus tokens of each kind.")

    def check_sizes(self) -> None:
        seats = self.seats
        sizes = [
            (self.town, PLACES, GHOSTS),
            (self.haunts, PLACES, 2 * seats if seats == 2 else 2 * seats - 1),
            (self.bonus, 6, BONUS_KINDS),
            (self.bonus_supply, BONUS_KINDS + 1, EACH_BONUS),
            (self.bonus_discards, BONUS_KINDS + 1, EACH_BONUS),
            (self.levels, SECTIONS * seats, 5),
            (self.covered, SECTIONS * seats, 63),
            (self.spots, SPOTS * seats, LOCKED),
            (self.tokens, COLOURS * seats, TOKENS),
            (self.duel, 3, PLACES),
            (self.row, 0 if self.master else ROW, CARDS),
        ]
        for values, size, most in sizes:
            if len(values) != size or any(not 0 <= value <= most for value in values):
                raise BadPosition(f"Here there should be {size} numbers from 0 to {most}: {values}.")
        if len(self.reasons) != REASONS * seats or len(self.rolling) != 7 or len(self.scare) != seats:
            raise BadPosition("Reasons, dice or Scare Points are too many or too few.")
        if len(self.occupied) != seats or not 0 <= self.active < seats or not 0 <= self.first < seats:
            raise BadPosition("There are as many players as seats.")
        if any(not set(cards) <= set(self.row) or len(set(cards)) != len(cards) for cards in self.occupied):
            raise BadPosition("Only cards in the row can be occupied, each once by a player.")
        if not self.todo or self.todo[0] != TURN or any(step < 0 for step in self.todo):
            raise BadPosition("At the bottom of the stack of steps is the turn.")
