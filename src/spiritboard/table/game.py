"""A game as the registry knows it, and a setup: the game with its seats, options and pieces settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from operator import index
from pathlib import Path
from typing import Never, cast

import msgspec

from spiritboard.table.actions import Actions
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition, BadSetup, nearest
from spiritboard.table.events import DeclaredEvent, Event, with_names
from spiritboard.table.figures import Figure, read_figures
from spiritboard.table.guide import Guide
from spiritboard.table.help import Help, read_help
from spiritboard.table.how_to_play import RULE, HowToPlay, read_how_to_play
from spiritboard.table.lesson import Lesson, read_lessons
from spiritboard.table.observation import Observation
from spiritboard.table.options import Option
from spiritboard.table.pieces import Pieces, read_pieces
from spiritboard.table.puzzle import Puzzle, PuzzleFile, read_puzzles
from spiritboard.table.row import Row
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Statistics
from spiritboard.table.style import Style
from spiritboard.table.summary import Summary
from spiritboard.table.view import Sight, View


def one_winner(config: GameConfig) -> int:
    """Returns 1: the usual number of winners."""
    return 1


def same_options(config: GameConfig, standings: Standings) -> dict[str, str]:
    """Returns no option: the next game of the same players is played with the same ones."""
    return {}


def say_picks(path: tuple[str, ...]) -> str:
    """Returns the picks of a move in words, for games that do not say their moves better."""
    return ", ".join(pick.replace("-", " ") for pick in path)


def no_reason(view: Never, path: tuple[str, ...]) -> str:
    """Returns an empty text: most games do not know in words why a move is good."""
    return ""


def no_rule(view: Never) -> str:
    """Returns an empty text: the game does not say which rule a question is about."""
    return ""


def no_summary(events: list[Event]) -> Summary | None:
    """Returns None: the events of a round's end are told in sentences only."""
    return None


@dataclass(frozen=True)
class Game:
    """The facts of a game that do not depend on its setup. Its folder holds its pieces, rules and table page."""

    id: str
    title: str
    designer: str
    published: str
    seats: range
    minutes: int
    pitch: str
    options: tuple[Option, ...]
    pieces: type[Pieces]
    view: type  # the type of its views, a TypedDict that extends `View`
    events: tuple[DeclaredEvent, ...]  # the kinds of events that it tells
    drawing: Callable[[Never, list[str]], str]  # draws a view as text; its second argument is names
    folder: Path
    rules_version: int = 1  # raised when a recorded game would replay differently
    guide: type[Guide] = Guide  # how its bots judge positions
    observation: type[Observation[Never]] | None = None  # turns its views into vectors for programs that learn
    observations_before: tuple[type[Observation[Never]], ...] = ()  # earlier versions, for programs that learned then
    statistics: type[Statistics] = Statistics  # what reports count
    winners: Callable[[GameConfig], int] = one_winner  # how many players win together if nobody ties
    # The kinds of its events that only say what was picked or paid. Earlier versions did not tell them.
    told_besides: tuple[DeclaredEvent, ...] = ()
    # The options that change if the same players play again after such an end.
    again: Callable[[GameConfig, Standings], dict[str, str]] = same_options
    day_seats: int = 2  # how many play the deal of the day
    levels: tuple[tuple[str, str], ...] = ()  # bots that play a level here in place of the usual ones
    styles: tuple[Style, ...] = ()  # other ways to play it than the guide's own
    review_seconds: float = 50.0  # of one core, after which a review of a game says enough
    # Words for people. In their texts, {0} stands for the player in seat 0.
    # A move, or its first picks, as a command, such as "Play green 3".
    say_path: Callable[[tuple[str, ...]], str] = say_picks
    say_reason: Callable[[Never, tuple[str, ...]], str] = no_reason  # why a move is good, from a seat's view; or ""
    rule_asked: Callable[[Never], str] = no_rule  # the id of the rule that a seat is asked about; or ""
    # The score sheet of the events with which a round or the game ended. Events that an earlier version stored may lack
    # facts; then, and if no round has ended with them, it is None.
    summary: Callable[[list[Event]], Summary | None] = no_summary

    def style(self, name: str) -> Style:
        """Returns the style of play of this name. Raises BadSetup if the game has none."""
        known = {style.name: style for style in self.styles}
        if name not in known:
            listed = f"There are: {', '.join(known)}." if known else "It has none."
            raise BadSetup(f"{self.title} has no style of play {name!r}.{nearest(name, known)} {listed}")
        return known[name]

    @property
    def observation_versions(self) -> dict[int, type[Observation[Never]]]:
        """The versions of its observation, the newest last; none if it has no observation."""
        newest = () if self.observation is None else (self.observation,)
        return {each.version: each for each in (*self.observations_before, *newest)}

    def draw(self, view: View, names: list[str]) -> str:
        """Returns a view of this game, with the players' names, as text for a terminal."""
        return self.drawing(cast(Never, view), names)

    def say_choice(self, picks: tuple[str, ...], names: list[str]) -> str:
        """Returns the words of a choice that adds the last of these picks to those before it."""
        own = self.say_path is not say_picks  # otherwise the words of each pick are enough
        return with_names(self.say_path(picks if own else picks[-1:]), names)

    @property
    def seats_text(self) -> str:
        return f"{self.seats[0]}-{self.seats[-1]}"

    @property
    def seats_of_the_day(self) -> int:
        """How many play the deal of the day: as the game says, or the fewest that it takes."""
        return self.day_seats if self.day_seats in self.seats else self.seats[0]

    def other_rules(self, version: int) -> str:
        """Returns a sentence for people if this is not the current version of the rules, otherwise an empty text."""
        if version == self.rules_version:
            return ""
        return (
            f"This game was played by version {version} of the rules of {self.title}, "
            f"and these are version {self.rules_version}."
        )

    def setup(self, seats: int, pieces: Pieces | None = None, /, **options: str) -> GameSetup:
        """Returns a setup. Raises BadSetup if the number of seats or an option is wrong."""
        seats = self._whole(seats)
        if seats not in self.seats:
            raise BadSetup(f"{self.title} takes {self.seats[0]} to {self.seats[-1]} players, not {seats}.")
        known = [option.name for option in self.options]
        for name in sorted(options.keys() - set(known)):
            like = nearest(name, known)
            raise BadSetup(f"{self.title} has no option {name!r}.{like} Its options are: {', '.join(known)}.")
        agreed = {option.name: option.check(options.get(option.name, option.default), seats) for option in self.options}
        return GameSetup(self, seats, agreed, pieces or self.own_pieces)

    def _whole(self, seats: object) -> int:
        """Returns a number of seats, which may be a number of NumPy, as an int. Raises BadSetup if it is none."""
        try:
            return index(cast(int, seats))
        except TypeError:
            raise BadSetup(f"The number of players is a whole number such as {self.seats[0]}, not {seats!r}.") from None

    def new(self, seats: int, dice: Dice, pieces: Pieces | None = None, /, **options: str) -> State:
        """Returns a state that is dealt and ready for its first move. Raises BadSetup as `setup` does."""
        return self.setup(seats, pieces, **options).new(dice)

    def from_json(self, text: str, pieces: Pieces | None = None) -> State:
        """Returns the state that `State.to_json` wrote, or that somebody wrote by hand. Raises BadPosition."""
        try:
            saved = msgspec.json.decode(text, type=Saved)
        except msgspec.DecodeError as error:
            raise BadPosition(f"Not a position: {error}.") from None
        if saved.game != self.id:
            raise BadPosition(f"This is a position of {saved.game!r}, not of {self.id!r}.")
        setup = self.setup(saved.seats, pieces, **saved.options)
        if saved.pieces not in (None, setup.config.digest):
            raise BadPosition("This position was played with other pieces than these.")
        return setup.from_position(saved.position)

    def read_pieces(self, path: Path) -> Pieces:
        return read_pieces(self.pieces, path)

    @cached_property
    def own_pieces(self) -> Pieces:
        """The pieces in the game's folder."""
        return read_pieces(self.pieces, self.folder / "pieces.toml")

    @cached_property
    def help(self) -> Help:
        """The words that explain the game, from its folder."""
        return read_help(self.folder)

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons in the game's folder."""
        return read_lessons(self.folder)

    @cached_property
    def puzzle_file(self) -> PuzzleFile | None:
        """The file of puzzles in the game's folder."""
        return read_puzzles(self.folder)

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles of the game; none if they were made for other rules or pieces than these."""
        file = self.puzzle_file
        if file is None:
            return ()
        made_for = (file.game, file.made.rules_version, file.made.pieces)
        return file.puzzles if made_for == (self.id, self.rules_version, self.own_pieces.digest()) else ()

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures in the game's folder, by name."""
        return read_figures(self.folder)

    @cached_property
    def how_to_play(self) -> HowToPlay | None:
        """The rules for people, from the game's folder."""
        return read_how_to_play(self.folder)

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of the rules, as rules.md lists them."""
        return tuple(RULE.findall(self.rules_text))

    @cached_property
    def rules_text(self) -> str:
        """The text of rules.md, in which each rule has its id."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a state."""

    game: str
    seats: int
    position: dict[str, object]
    options: dict[str, str] = {}
    pieces: str | None = None


class GameSetup:
    """A game whose number of seats, options and pieces are settled. It makes any number of states."""

    def __init__(self, game: Game, seats: int, options: dict[str, str], pieces: Pieces) -> None:
        self.game = game
        self.pieces = pieces
        self.config = GameConfig(game.id, seats, options, pieces.digest())
        self._maker = pieces.maker()
        self._observations: dict[int, Observation[Sight]] = {}  # by their versions

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Returns how `pickle` makes the same setup again: the game is found by its id."""
        return _setup_again, (self.game.id, self.config.seats, self.pieces, self.config.options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.config.options.items())
        return f"<{self.game.id}, {self.config.seats} players{options}>"

    def new(self, dice: Dice, listen: bool = False) -> State:
        """Returns a state that has been dealt. With `listen` it keeps its events."""
        state = self._maker(self.config)
        if listen:
            state.listen()
        state.deal(dice)
        return state

    def begin(self, dice: Dice, start: str | None, listen: bool = False) -> State:
        """Returns a state that is dealt, or that has the position `start`, which `at` reads. Raises BadPosition."""
        if start is None:
            return self.new(dice, listen)
        state = self.at(start)
        if listen:
            state.listen()
        return state

    def at(self, position: str) -> State:
        """Returns a state with this position, written as a JSON object. Raises BadPosition."""
        try:
            return self.from_position(msgspec.json.decode(position, type=dict[str, object]))
        except msgspec.DecodeError as error:
            raise BadPosition(f"Not a position: {error}.") from None

    @cached_property
    def observation(self) -> Observation[Sight]:
        """What turns views of this setup into vectors. Raises BadSetup if the game has none."""
        return self.observation_of(None)

    def observation_of(self, version: int | None) -> Observation[Sight]:
        """Returns a version of the observation; None stands for the newest. Raises BadSetup if there is none."""
        versions = self.game.observation_versions
        if not versions:
            raise BadSetup(f"{self.game.title} has no observation vectors.")
        known = " and ".join(str(each) for each in versions)
        if version is not None and version not in versions:
            raise BadSetup(f"The observation of {self.game.title} has no version {version}. There is: {known}.")
        wanted = max(versions) if version is None else version
        if wanted not in self._observations:
            self._observations[wanted] = cast(Observation[Sight], versions[wanted](self.config, self.pieces))
        return self._observations[wanted]

    @cached_property
    def actions(self) -> Actions:
        """The actions: all moves that there can be, numbered without gaps. Raises BadSetup as `observation` does."""
        return self.observation.numbered()

    def from_position(self, position: dict[str, object]) -> State:
        """Returns a state with these values of its fields. `over` and `reversible` may be left out.

        Raises BadPosition if a field is missing, unknown or wrong, or if no game can reach the position.
        """
        state = self._maker(self.config)
        fields = {"turn": int, "over": bool, "reversible": bool, **state.POSITION}
        nothing_remembered = {name: getattr(state, name) for name in state.MEMORY - position.keys()}
        given = {"over": False, "reversible": False, **nothing_remembered, **position}
        if given.keys() != fields.keys():
            wrong = sorted(given.keys() ^ fields.keys())
            raise BadPosition(f"Missing or unknown in this position: {', '.join(wrong)}.")
        for name, kind in fields.items():
            setattr(state, name, _converted(given[name], kind, name))
        if not 0 <= state.turn < state.seats:
            raise BadPosition(f"It is nobody's turn: there is no seat {state.turn}.")
        state.complete()
        state.check()
        return state


def _setup_again(game_id: str, seats: int, pieces: Pieces, options: dict[str, str]) -> GameSetup:
    registry = import_module("spiritboard.table.registry")  # it imports this module
    return cast(Game, registry.find(game_id)).setup(seats, pieces, **options)


def _converted(value: object, kind: object, name: str) -> object:
    """Returns a value of a field with this type, in which lists of numbers become rows. Raises BadPosition."""
    try:
        if kind is Row:
            return Row(msgspec.convert(value, list[int]))
        if kind == list[Row]:
            return [Row(numbers) for numbers in msgspec.convert(value, list[list[int]])]
        converted: object = msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        raise BadPosition(f"{name}: {error}.") from None
    return converted
