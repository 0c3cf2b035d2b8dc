"""The base of every game's state: the methods that a game must write, and those that follow from them."""

from __future__ import annotations

import json
from importlib import import_module
from typing import ClassVar, Final, cast

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from spiritboard.table.dice import Dice
from spiritboard.table.drawing import html
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import Event, EventKind, Facts
from spiritboard.table.options import RANDOM, chosen_seat
from spiritboard.table.row import Row, with_room
from spiritboard.table.standings import Standings
from spiritboard.table.view import Explained, Memory, Remembered, Shown, View

MOVES_ROOM: Final = 24


class GameConfig:
    """What was agreed before a game began: the game, the number of seats, the options, and the digest of the pieces."""

    def __init__(self, game: str, seats: int, options: dict[str, str], digest: str) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.digest = digest


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The whole position of a game, secrets included. It is never given to players or bots.

    Seats are numbered from 0. Moves are small ints whose meaning the game defines; outside they are named by their
    path. A state holds no chance: `apply` is given the dice.
    """

    # The fields that make up a position with their types, and the names of those that hold secrets.
    POSITION: ClassVar[dict[str, object]] = {}
    SECRET: ClassVar[frozenset[str]] = frozenset()
    # The names of those that only remember what happened. They may be missing in a position that somebody writes by
    # hand, or that an earlier version stored: then nothing is remembered.
    MEMORY: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, config: GameConfig) -> None:
        self.config = config
        self.seats: i64 = config.seats
        self.turn: i64 = 0  # the first seat that owes a decision
        self.over = False
        self.reversible = False  # whether the last move revealed nothing, so that it may be taken back
        self.events: list[Event] | None = None
        self.remembers = True  # whether it keeps what a seat may remember; random playouts turn that off
        self._moves = with_room(MOVES_ROOM)  # filled and read within one call, to spare making a row

    def __repr__(self) -> str:
        asked = " and ".join(str(seat) for seat in self.pending())
        doing = "over" if self.over else f"{'seat' if len(self.pending()) == 1 else 'seats'} {asked} to decide"
        return f"<{self.config.game}, {self.seats} players, {doing}>"

    def _repr_html_(self) -> str | None:
        """Returns the table in its colours, for notebooks, as the seat sees it that is to decide."""
        return html(self, None if self.over else self.turn)

    def __reduce__(self) -> tuple[object, tuple[str, list[Event] | None]]:
        """Returns how `pickle` and `copy` make the same state again. One with other pieces cannot be made again."""
        return restored, (self.to_json(), self.events)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    # What a game must write.

    def deal(self, dice: Dice) -> None:
        """Deal the cards, or whatever a game begins with."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        """Make a move that `legal` returned. Nothing is checked; `play` checks."""
        raise NotImplementedError

    def copy(self) -> State:
        """Returns a copy that shares nothing that changes."""
        raise NotImplementedError

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Deal again, in place, what this seat (None: a spectator) cannot know, consistent with what it knows."""
        raise NotImplementedError

    def show(self, seat: int | None) -> Shown:
        """Returns how things stand, as far as this seat sees it: the game's part of the view."""
        raise NotImplementedError

    def explain(self, seat: int | None) -> Explained:
        """Returns what follows from the facts and the rules, such as the question that a pending seat is asked."""
        return {"prompt": None}

    def remember(self, seat: int | None) -> Memory:
        """Returns what this seat knows if it forgets nothing, besides what it sees now. Most games need not say it."""
        return {}

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        """Returns a legal move as the names of the things that are picked, in order."""
        raise NotImplementedError

    def standings(self) -> Standings:
        """Returns the scores and places of a game that is over."""
        raise NotImplementedError

    def verdict(self) -> str:
        """Returns a sentence that says who won and why, with {0} for the player in seat 0."""
        raise NotImplementedError

    def complete(self) -> None:
        """Compute the fields that follow from those of a position, which have just been set. Most games have none."""

    def inventory(self) -> dict[str, int]:
        """Returns how many of each component there are, wherever they lie. It never changes during a game."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises BadPosition if no game can reach this position, which somebody may have written by hand."""
        raise NotImplementedError

    # A game writes one of these two, and the other follows.

    def legal(self, seat: i64) -> list[int]:
        """Returns the moves of a pending seat, each once, in a new list."""
        moves = with_room(MOVES_ROOM)
        self.find_moves(seat, moves)
        return list(moves)

    def find_moves(self, seat: i64, moves: Row) -> None:
        """Add the moves of a pending seat, each once, to an empty row. Compiled, it is faster than `legal`."""
        for move in self.legal(seat):
            moves.append(move)

    # What follows from that.

    def moves_now(self, seat: i64) -> Row:
        """Returns the moves of a pending seat, in a row that the next call fills again."""
        moves = self._moves
        moves.clear()
        self.find_moves(seat, moves)
        return moves

    def random_move(self, seat: i64, dice: Dice) -> i64:
        """Returns `dice.pick(self.legal(seat))`. A game may compute it without the moves, to speed up playouts."""
        moves = self._moves  # `moves_now` and `pick_from` without their calls, because nothing is called more often
        moves.clear()
        self.find_moves(seat, moves)
        return moves[dice.below(len(moves))]

    def mark_moves(self, seat: i64, mask: vec[u8], start: i64) -> None:
        """Set a 1 for every legal move, in the part of a mask that begins at `start`."""
        moves = self.moves_now(seat)
        count: i64 = len(moves)
        for at in range(count):
            mask[start + moves[at]] = 1

    def seat_after(self, seat: i64, way: i64) -> i64:
        """Returns the next seat, clockwise if `way` is 1 and the other way round if it is -1."""
        following = seat + way
        if following < 0:
            return self.seats - 1
        if following == self.seats:
            return 0  # compiled, this is faster than a conditional expression, which makes an object of the number
        return following

    def first_player(self, dice: Dice) -> i64:
        """Returns the seat that the option `first` names, or a seat that the dice choose."""
        agreed = self.agreed_first()
        return dice.below(self.seats) if agreed is None else agreed

    def agreed_first(self) -> int | None:
        """Returns the seat that the option `first` names, and None if it leaves that to chance."""
        chosen = self.config.options["first"]
        return None if chosen == RANDOM else chosen_seat(chosen)

    def pending(self) -> list[int]:
        """Returns the seats that must decide now."""
        return [] if self.over else [self.turn]

    def is_asked(self, seat: i64) -> bool:
        """Returns whether a seat is one of the pending ones. A game may say it without the list."""
        return seat in self.pending()

    def play(self, seat: object, move: object, dice: Dice) -> None:
        """Check a move and make it. Raises IllegalMove, and changes nothing, if it is not legal."""
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
        """Returns every legal move of a pending seat as a path, in the order of `legal`."""
        return [self.path(seat, move) for move in self.legal(seat)]

    def move(self, seat: object, path: object) -> int:
        """Returns the move with this path. Raises IllegalMove, which names the wrong pick and the possible ones."""
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
        """Returns a copy that this seat cannot distinguish from the real state: what it cannot know is dealt again."""
        twin = self.copy()
        twin.redeal(seat, dice)
        if twin.events is not None:
            twin.events = twin.heard(seat)
        return twin

    def view(self, seat: int | None) -> View:
        """Returns all that this seat, or a spectator, can see: plain data of the type that the game declares."""
        return cast(View, {**self.common_facts(seat), **self.show(seat), **self.explain(seat)})

    def sight(self, seat: int | None) -> Remembered:
        """Returns what programs that learn are given: the view without its explanations, and what a seat remembers."""
        return cast(Remembered, {**self.common_facts(seat), **self.show(seat), "memory": self.remember(seat)})

    def common_facts(self, seat: int | None) -> dict[str, object]:
        """Returns the facts that the views of all games have."""
        return {
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

    def carry_over(self, twin: State) -> None:
        """Copy the fields that every game has."""
        twin.turn = self.turn
        twin.over = self.over
        twin.reversible = self.reversible
        twin.remembers = self.remembers
        if self.events is not None:
            twin.events = self.events.copy()

    # Events, which are kept only after `listen`.

    def listen(self) -> None:
        """Begin to keep events."""
        self.events = []

    def tell(self, kind: EventKind[Facts], facts: Facts, to: int | None = None) -> None:
        """Add an event for all, or for one seat only. Callers first ask whether `self.events` is None, to save time."""
        if self.events is not None:
            self.events.append(kind.event(facts, to))

    def heard(self, seat: int | None) -> list[Event]:
        """Returns the events that were told to all or to this seat."""
        return [event for event in self.events or [] if event.to is None or event.to == seat]

    # The position as data.

    def position(self) -> dict[str, object]:
        """Returns all fields by name, secrets included. Most values are those of the state: encode them at once."""
        own = {"turn": self.turn, "over": self.over, "reversible": self.reversible}
        return {**own, **{name: with_lists(getattr(self, name)) for name in self.POSITION}}

    def to_json(self) -> str:
        """Returns the position as JSON for `Game.from_json`, secrets included."""
        config = self.config
        head = {"game": config.game, "seats": config.seats, "options": config.options, "pieces": config.digest}
        return json.dumps({**head, "position": self.position()})


def restored(text: str, events: list[Event] | None) -> State:
    """Returns the state that was pickled. Raises BadPosition if it has other pieces than the game's own."""
    registry = import_module("spiritboard.table.registry")  # it imports this module
    state = cast(State, registry.find(json.loads(text)["game"]).from_json(text))
    state.events = events
    return state


def with_lists(value: object) -> object:
    """Returns a value of a position with lists in the place of rows, which can be encoded."""
    if isinstance(value, Row):
        return list(value)
    if isinstance(value, list) and value and isinstance(value[0], Row):
        return [list(row) for row in value]
    return value


def _choices(left: list[tuple[tuple[str, ...], int]], at: int) -> str:
    """Returns a sentence that lists the possible picks at this point of a path."""
    names: list[str] = []
    for picks, _ in left:
        if len(picks) > at and picks[at] not in names:
            names.append(picks[at])
    return f"Possible: {', '.join(names)}." if names else "The move was complete before it."


def only_move(legal: list[int]) -> int | None:
    """Returns the move of a seat that has no choice, or None if it has several."""
    return legal[0] if len(legal) == 1 else None
