"""What every game's state promises. A game fills in the rules; everything that can be said once is said here."""

from __future__ import annotations

import json
from typing import ClassVar, cast

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import Event, EventKind, Facts
from spiritboard.table.standings import Standings
from spiritboard.table.view import Explained, Shown, Sight, View


class GameConfig:
    """What was agreed before the game began: which game, how many seats, its options, and the pieces' digest."""

    def __init__(self, game: str, seats: int, options: dict[str, str], digest: str) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.digest = digest


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game in progress, seen from above: it knows every secret, so nobody but the table may hold it.

    Seats are numbered from 0. Moves are small ints, whose meaning is the game's; people and programs outside name them
    by their path. There is no chance in a state: `apply` is given the dice.
    """

    # The fields that make up a position, with their types, and those among them that hold something hidden.
    POSITION: ClassVar[dict[str, object]] = {}
    SECRET: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, config: GameConfig) -> None:
        self.config = config
        self.seats: i64 = config.seats
        self.turn: i64 = 0  # the first seat that owes a decision
        self.over = False
        self.reversible = False  # whether the last move brought nothing to light, so that it may be taken back
        self.events: list[Event] | None = None

    # What a game must say.

    def deal(self, dice: Dice) -> None:
        """Set the game up."""
        raise NotImplementedError

    def legal(self, seat: i64) -> list[int]:
        """The moves of a pending seat, without doubles, in a list of the caller's own."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        """Make a move that `legal` named. Nothing is checked: see `play`."""
        raise NotImplementedError

    def copy(self) -> State:
        """The same position, independent in every part."""
        raise NotImplementedError

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Deal again, in place, all that this seat (None: a spectator) cannot know, in keeping with what it does."""
        raise NotImplementedError

    def show(self, seat: int | None) -> Shown:
        """Returns how things stand, as far as this seat sees it: the game's part of the view."""
        raise NotImplementedError

    def explain(self, seat: int | None) -> Explained:
        """Returns what follows from the facts and the rules, such as the question that a pending seat is asked."""
        return {"prompt": None}

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        """A legal move as the names of the things picked, one after the other."""
        raise NotImplementedError

    def standings(self) -> Standings:
        """Scores and places of a game that is over."""
        raise NotImplementedError

    def verdict(self) -> str:
        """How it ended and why, in words, with {0} for the player in seat 0."""
        raise NotImplementedError

    def inventory(self) -> dict[str, int]:
        """How many of each component there are, wherever they lie: the same at every moment of a game."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise BadPosition if this position, set up by hand, cannot be one of this game."""
        raise NotImplementedError

    # What follows from it.

    def first_player(self, dice: Dice) -> i64:
        """Returns the seat that begins: the one that the option `first` names, counted from 1 there, or any seat."""
        first = self.config.options["first"]
        return dice.below(self.seats) if first == "random" else int(first) - 1

    def random_move(self, seat: i64, dice: Dice) -> i64:
        """The move that `dice.pick(legal)` gives. A game may say it without making the list, for fast playouts."""
        return dice.pick(self.legal(seat))

    def pending(self) -> list[int]:
        """The seats that owe a decision now."""
        return [] if self.over else [self.turn]

    def play(self, seat: object, move: object, dice: Dice) -> None:
        """Make a move after checking it; an illegal one raises IllegalMove and changes nothing."""
        number = self._pending_seat(seat)
        if isinstance(move, bool) or not isinstance(move, int) or move not in self.legal(number):
            raise IllegalMove(f"{move!r} is not a move that seat {number} can make now.")
        self.apply(number, move, dice)

    def _pending_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise IllegalMove(f"There is no seat {seat!r}: the seats are 0 to {self.seats - 1}.")
        if self.over:
            raise IllegalMove("The game is over.")
        if seat not in self.pending():
            raise IllegalMove(f"Seat {seat} has nothing to decide now: it is the turn of seat {self.turn}.")
        return seat

    def paths(self, seat: i64) -> list[tuple[str, ...]]:
        """Every legal move of a pending seat as a path, in the order of `legal`."""
        return [self.path(seat, move) for move in self.legal(seat)]

    def move(self, seat: object, path: object) -> int:
        """The move that a path of picks means; IllegalMove says which pick went wrong and what could be picked."""
        number = self._pending_seat(seat)
        if not isinstance(path, (tuple, list)):
            raise IllegalMove("A move is a list of picks.")
        moves = self.legal(number)
        left = [(self.path(number, move), move) for move in moves]
        for at, pick in enumerate(path):
            fitting = [(picks, move) for picks, move in left if len(picks) > at and picks[at] == pick]
            if not fitting:
                raise IllegalMove(f"{pick!r} cannot be picked now. {_choices(left, at)}")
            left = fitting
        for picks, move in left:
            if len(picks) == len(path):
                return move
        raise IllegalMove(f"There is more to pick. {_choices(left, len(path))}")

    def imagine(self, seat: int | None, dice: Dice) -> State:
        """A copy that this seat cannot tell from the real thing: what it cannot know is dealt again."""
        twin = self.copy()
        twin.redeal(seat, dice)
        if twin.events is not None:
            twin.events = twin.heard(seat)
        return twin

    def view(self, seat: int | None) -> View:
        """Returns all that this seat, or a spectator, can see: plain data of the type that the game declares."""
        return cast(View, {**self.sight(seat), **self.explain(seat)})

    def sight(self, seat: int | None) -> Sight:
        """Returns the view without its explanations, which takes less time and is enough for programs."""
        common = {
            "game": self.config.game,
            "options": dict(self.config.options),
            "seats": self.seats,
            "seat": seat,
            "turn": None if self.over else self.turn,
            "pending": self.pending(),
            "over": self.over,
            "standings": self.standings().to_data() if self.over else None,
            "verdict": self.verdict() if self.over else None,
        }
        return cast(Sight, {**common, **self.show(seat)})

    def carry_over(self, twin: State) -> None:
        """The part of `copy` that is the same for every game."""
        twin.turn = self.turn
        twin.over = self.over
        twin.reversible = self.reversible
        if self.events is not None:
            twin.events = self.events.copy()

    # Events: kept only while somebody listens.

    def listen(self) -> None:
        self.events = []

    def tell(self, kind: EventKind[Facts], facts: Facts, to: int | None = None) -> None:
        """Add an event for all, or for one seat only. Callers first ask whether `self.events` is None, to save time."""
        if self.events is not None:
            self.events.append(kind.event(facts, to))

    def tell_words(self, kind: str, words: str, data: dict[str, object], to: int | None = None) -> None:
        """Temporary: for games whose events have no declared kinds yet."""
        if self.events is not None:
            self.events.append(Event(kind, words, data, to))

    def heard(self, seat: int | None) -> list[Event]:
        """What has been told to all and to this seat."""
        return [event for event in self.events or [] if event.to is None or event.to == seat]

    # The position as data.

    def position(self) -> dict[str, object]:
        """Everything, secrets included, by field name. The values are the state's own: encode, do not keep."""
        own = {"turn": self.turn, "over": self.over, "reversible": self.reversible}
        return {**own, **{name: getattr(self, name) for name in self.POSITION}}

    def to_json(self) -> str:
        """Everything, secrets included, as text for `Game.from_json`."""
        config = self.config
        head = {"game": config.game, "seats": config.seats, "options": config.options, "pieces": config.digest}
        return json.dumps({**head, "position": self.position()})


def _choices(left: list[tuple[tuple[str, ...], int]], at: int) -> str:
    """What could be picked at this place, for an error's second sentence."""
    names: list[str] = []
    for picks, _ in left:
        if len(picks) > at and picks[at] not in names:
            names.append(picks[at])
    return f"Possible: {', '.join(names)}." if names else "The move was complete before it."


def only_move(legal: list[int]) -> int | None:
    """Returns the move of a seat that has no choice, or None if it has several."""
    return legal[0] if len(legal) == 1 else None
