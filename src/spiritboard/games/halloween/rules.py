"""Halloween: five colours of ghosts that nobody owns, a town to haunt, and a board that says what you can do next.

This module says how a game begins, goes on and ends. The steps of a turn are in `turn.py`, `actions.py`, `fights.py`
and `aftermath.py`, bonus tokens in `bonus.py`, cards in `scoring.py` and the modules whose names end in `_cards.py`.
The town and the boards that they all work on are in `town.py`, `belongings.py` and `board.py`.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.halloween import scoring, show, words
from spiritboard.games.halloween.belongings import LOCKED, REASONS, ROLLER, ROW, SPOTS, VICTORY
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.kinds import card_of, pack, unpack
from spiritboard.games.halloween.picks import BLUE, COLOUR_NAMES, COLOURS, PLACES, SECTIONS, bits, names
from spiritboard.games.halloween.town import BLUES, BONUS_KINDS, EACH_BONUS, GHOSTS, TOKENS
from spiritboard.games.halloween.turn import TURN_STEP, Turn
from spiritboard.games.halloween.view import HalloweenExplained, HalloweenMemory, HalloweenShown, HalloweenView
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition, BadSetup
from spiritboard.table.row import Row, total
from spiritboard.table.standings import Standings

PUBLISHED_CARDS: Final = 52  # in the published game
MOST_ROUNDS: Final = 200  # HA50
POLICE_STATION: Final = 3


class Halloween(Boards):
    POSITION: ClassVar[dict[str, object]] = {
        "first": int,
        "round": int,
        "active": int,
        "ending": bool,
        "town": Row,
        "haunts": Row,
        "bonus": Row,
        "bonus_supply": Row,
        "bonus_discards": Row,
        "coming": int,
        "levels": Row,
        "covered": Row,
        "spots": Row,
        "tokens": Row,
        "scare": Row,
        "reasons": Row,
        "row": Row,
        "occupied": list[Row],
        "done": int,
        "used": Row,
        "boosted": int,
        "earned": int,
        "duel": Row,
        "rolling": Row,
        "todo": list[int],
    }

    # What is left to do, as stored positions hold it.

    @property
    def todo(self) -> list[int]:
        """Returns the steps as numbers, from the bottom of the stack."""
        return [pack(step) for step in self.steps]

    @todo.setter
    def todo(self, numbers: list[int]) -> None:
        """Raises BadPosition if a number is not that of a step."""
        self.steps = [unpack(number, self.box) for number in numbers]

    # The beginning.

    def deal(self, dice: Dice) -> None:
        """Sets the game up (HA1)."""
        self.set_up_town()
        self.set_up_belongings()
        self.town[COLOURS * POLICE_STATION + BLUE] = BLUES
        if not self.master:
            for kind in range(1, BONUS_KINDS + 1):
                self.bonus_supply[kind] = EACH_BONUS
            self.refill(dice)
            self.row = Row(self.choose_cards(dice))
        self.first = self.first_player(dice)  # HA2
        self.active = self.first
        self.turn = self.first
        self.round = 1
        self.steps = [TURN_STEP]
        self.count_boards()
        if self.events is not None:
            self.tell(words.GAME_BEGUN, words.GameBegun(first=self.first))

    def choose_cards(self, dice: Dice) -> list[int]:
        chosen = self.config.options["cards"]
        if chosen in self.box.sets:
            return self.box.sets[chosen].copy()  # HA60
        every = list(range(1, len(self.box.cards)))
        if chosen == "random":
            return sorted([dice.draw(every) for _ in range(ROW)])
        numbers = [int(number) for number in chosen.split(",")]
        if not set(numbers) <= set(every):
            raise BadSetup(f"The pieces have no card above {len(every)}, so the cards cannot be {chosen}.")
        return numbers

    # A game goes on.

    def find_moves(self, seat: i64, moves: Row) -> None:
        self.top_step().choices(self, moves)

    def is_asked(self, seat: i64) -> bool:
        return seat == self.turn and not self.over

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        if not self.names:
            self.names = names(self.box.buildings, [str(number) for number in self.row])
        return self.names[move]

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        self.chance = False
        told = len(self.events) if self.events is not None else 0
        self.pop().answer(self, move, dice)
        self.go_on(dice)
        if self.events is not None and len(self.events) == told:  # every move tells something
            self.tell(words.PICK_MADE, words.PickMade(seat=seat, pick=self.path(seat, move)[-1]))
        self.reversible = not self.chance and not self.over and seat == self.turn and seat == self.active

    def go_on(self, dice: Dice) -> None:
        """Takes steps off the stack that happen by themselves, until one asks something."""
        while not self.over:
            step = self.pop()
            if step.enter(self, dice):
                self.push(step)
                self.turn = step.decider(self)
                return

    def end_turn(self) -> None:
        """Begins the next player's turn, or ends the game after the round in which the end was triggered (HA50)."""
        self.unlock_spots()
        self.done = 0
        self.used.clear()
        self.boosted = -1
        self.active = self.seat_after(self.active, 1)
        if self.active == self.first:
            if self.ending or self.round == MOST_ROUNDS:
                self.end()
                return
            self.round += 1
        if self.events is not None:
            self.tell(words.TURN_BEGUN, words.PlayerFacts(seat=self.active))

    def end(self) -> None:
        before = list(self.points)
        scoring.finish(self)
        self.over = True
        if self.events is not None:
            self.tell(words.GAME_ENDED, self.how_it_ended(before))

    def how_it_ended(self, before: list[int]) -> words.GameEnded:
        """Returns the facts of the end. `before` holds the Haunt Points before the last scoring."""
        return {
            "verdict": self.verdict(),
            "before": before,
            "points": list(self.points),
            "sources": [show.sources_of_points(self, seat) for seat in range(self.seats)],
        }

    def unlock_spots(self) -> None:
        """Returns the discs of the spots at the end of the turn in which the third was used (HA40)."""
        if self.unlocked_spots():
            return
        for spot in range(SPOTS):
            self.spots[SPOTS * self.active + spot] = 0
        self.discs[self.active] += SPOTS

    # The end.

    def standings(self) -> Standings:
        """Returns the places by Haunt Points; on a tie, by ghost tokens; then they are shared (HA51)."""
        points = list(self.points)
        places: list[int] = []
        for seat in range(self.seats):
            place = 1
            for other in range(self.seats):
                if points[other] > points[seat] or (
                    points[other] == points[seat] and self.held[other] > self.held[seat]
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
        self.copy_belongings(twin)
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Does nothing, because nothing is hidden: a token of the supply is decided on when it is drawn."""

    def view(self, seat: int | None) -> HalloweenView:
        return cast(HalloweenView, super().view(seat))

    def show(self, seat: int | None) -> HalloweenShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> HalloweenExplained:
        return show.explain(self, seat)

    def remember(self, seat: int | None) -> HalloweenMemory:
        return show.remember(self)

    def inventory(self) -> dict[str, int]:
        found = {"discs": total(self.discs) + sum(map(len, self.occupied)) + self.spots.count(LOCKED)}
        found["discs"] += sum([bits(mask) for mask in self.covered])
        for colour in range(COLOURS):
            name = COLOUR_NAMES[colour]
            found[f"{name} ghosts"] = sum(list(self.town)[colour::5]) + GHOSTS - self.risen[colour]
            found[f"{name} tokens"] = sum(list(self.tokens)[colour::5]) + self.stock[colour]
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
            raise BadPosition("Discs, tokens, ghosts and Scare Points cannot be fewer than none.")
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
            (self.duel, VICTORY + 1, PLACES),
            (self.row, 0 if self.master else ROW, len(self.box.cards) - 1),
        ]
        for values, size, most in sizes:
            if len(values) != size or any(not 0 <= value <= most for value in values):
                raise BadPosition(f"There should be {size} numbers from 0 to {most} instead of {values}.")
        if len(self.reasons) != REASONS * seats or len(self.rolling) != ROLLER + 1 or len(self.scare) != seats:
            raise BadPosition("There are too many or too few reasons, dice or Scare Points.")
        if len(self.occupied) != seats or not 0 <= self.active < seats or not 0 <= self.first < seats:
            raise BadPosition("Occupied cards, the active player or the first player do not fit the number of seats.")
        if any(not set(cards) <= set(self.row) or len(set(cards)) != len(cards) for cards in self.occupied):
            raise BadPosition("A player can occupy only cards in the row, each of them once.")
        self.check_steps()

    def check_steps(self) -> None:
        turns = [isinstance(step, Turn) for step in self.steps]
        if not turns or not turns[0] or any(turns[1:]):
            raise BadPosition("The turn is at the bottom of the stack of steps, and nowhere else.")
        for step in self.steps:
            card = card_of(step)
            if card and card not in self.row:
                raise BadPosition(f"A step is about card {card}, which is not in the row.")
            if not 0 <= step.decider(self) < self.seats:
                raise BadPosition(f"The step {step.name()} asks a player who does not exist.")
