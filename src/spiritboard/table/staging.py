"""Plays lessons, figures and puzzles by the rules. Each error says in which file and step something is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadLesson, TableError
from spiritboard.table.figures import FIGURES_FILE, Figure
from spiritboard.table.game import Game
from spiritboard.table.lesson import Lesson, Step
from spiritboard.table.puzzle import PUZZLES_FILE, Puzzle, PuzzlesMade
from spiritboard.table.scene import Scene, ScriptedMove, with_nothing
from spiritboard.table.state import State

ROUNDING = 0.0005  # of the numbers of a puzzle


def set_scene(game: Game, scene: Scene, position: Mapping[str, object] | None = None) -> State:
    """Returns the state of a scene, or with another position in the same game. It keeps its events. Raises TableError.

    Fields that the position leaves out are those of the deal.
    """
    setup = game.setup(scene.seats, None, **scene.options)
    state = setup.new(Dice(scene.seed), listen=True)
    given = scene.position if position is None else position
    if not given:
        return state
    changed = {name: with_nothing(value) for name, value in given.items()}
    set_up = setup.from_position({**state.position(), **changed})
    set_up.listen()
    return set_up


def scripted_dice(scene: Scene, number: int, move: ScriptedMove) -> Dice:
    """Returns the dice for the move with this number in a scene."""
    return Dice(move.seed) if move.seed != "" else Dice(scene.seed).stream(number + 1)


def make(state: State, scene: Scene, number: int, move: ScriptedMove) -> None:
    """Make a move of a scene. Raises IllegalMove."""
    state.apply(move.seat, state.move(move.seat, move.path), scripted_dice(scene, number, move))


def field(view: object, dotted: str) -> object:
    """Returns a field of a view by its dotted name, such as `hands.0`. Raises BadLesson if there is none."""
    found = view
    for name in dotted.split("."):
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]  # type: ignore[index]
        except (LookupError, TypeError, ValueError):
            raise BadLesson(f"{dotted!r} is not a field of the view.") from None
    return found


def check_promises(view: object, promises: dict[str, object]) -> None:
    """Raises BadLesson if a field of the view is not as it was promised."""
    for name, promised in promises.items():
        found = field(view, name)
        if found != with_nothing(promised):
            raise BadLesson(f"{name} should be {promised!r} afterwards, but is {found!r}.")


# Lessons.


@dataclass(frozen=True)
class StepInPlay:
    """A step of a lesson, with the state in which it begins and the state after its move."""

    number: int
    step: Step
    before: State
    after: State


def play_lesson(game: Game, lesson: Lesson) -> Iterator[StepInPlay]:
    """Yields the steps of a lesson one after the other. Raises BadLesson if a position or a move is not possible."""
    with _placed(f"{lesson.file}, the beginning"):
        _check_people(lesson)
        state = set_scene(game, lesson)
    for number, step in enumerate(lesson.steps):
        with _placed(step_name(lesson, number)):
            before = state if step.position is None else set_scene(game, lesson, step.position)
            state = before.copy()
            move = step.scripted(lesson.seat)
            if move is not None:
                make(state, lesson, number, move)
        yield StepInPlay(number, step, before, state)


def check_lesson(game: Game, lesson: Lesson) -> None:
    """Raises BadLesson if a position, pick, promise, rule id, answer or event does not fit the rules."""
    for played in play_lesson(game, lesson):
        with _placed(step_name(lesson, played.number)):
            _check_step(game, lesson, played)
    with _placed(f"{lesson.file}, [after]"):
        game.setup(lesson.after.seats, None, **lesson.after.options)
        kinds = [kind.name for kind in game.events]
        for comment in lesson.after.comments:
            _require(comment.event in kinds, f"There is no event {comment.event!r}. Events: {', '.join(kinds)}.")


def step_name(lesson: Lesson, number: int) -> str:
    """Returns the file and the step, counted from 1, as errors name them."""
    return f"{lesson.file}, step {number + 1}"


def _check_people(lesson: Lesson) -> None:
    _require(len(lesson.names) == lesson.seats, f"There are {len(lesson.names)} names for {lesson.seats} seats.")
    _require(0 <= lesson.seat < lesson.seats, f"There is no seat {lesson.seat} for the learner.")


def _check_step(game: Game, lesson: Lesson, played: StepInPlay) -> None:
    step = played.step
    _require(not (step.pick and step.move), "A step has a pick or a move, not both.")
    _require(step.move is None or step.move.seat != lesson.seat, "The learner's move is a pick.")
    _check_rules(game, step.rules)
    check_promises(played.after.view(lesson.seat), step.promises)
    if step.pick:
        _check_answers(step, played.before.paths(lesson.seat))


def _check_answers(step: Step, paths: list[tuple[str, ...]]) -> None:
    """Check that a learner who picks something else is answered, and that every answer can be heard."""
    others = [path for path in paths if path != step.pick]
    silent = [path for path in others if not step.answer(path)]
    _require(not silent, f"There is no answer (`otherwise`) to {' '.join(silent[0]) if silent else ''}.")
    possible = {pick for path in others for pick in path}
    for pick in step.otherwise_for:
        _require(pick in possible, f"`otherwise_for` names {pick}, which cannot be picked now.")


# Figures.


def play_figure(game: Game, name: str) -> list[State]:
    """Returns the states that a figure shows: the position and, if it has moves, the one after them.

    Raises BadLesson if there is no such figure, or if it is not possible or not as promised.
    """
    with _placed(f"{FIGURES_FILE}, {name}"):
        _require(name in game.figures, f"There is no such figure. There are: {', '.join(game.figures)}.")
        figure = game.figures[name]
        states = _states(game, figure)
        check_promises(states[-1].view(figure.seat), figure.promises)
    return states


def _states(game: Game, figure: Figure) -> list[State]:
    first = set_scene(game, figure)
    last = first.copy()
    for number, move in enumerate(figure.moves):
        make(last, figure, number, move)
    return [first, last] if figure.moves else [first]


# Puzzles.


def check_puzzles(game: Game) -> None:
    """Raises BadLesson if the puzzles of a game were made for other rules or pieces, or if one does not fit them."""
    file = game.puzzle_file
    if file is None:
        return
    with _placed(PUZZLES_FILE):
        made_for = (file.game, file.made.rules_version, file.made.pieces)
        now = (game.id, game.rules_version, game.own_pieces.digest())
        anew = f"Make the puzzles anew: {file.made.command} --out {game.folder / PUZZLES_FILE}"
        _require(made_for == now, f"They were made for {made_for}, and these rules and pieces are {now}. {anew}")
    for number, puzzle in enumerate(file.puzzles, 1):
        with _placed(f"{PUZZLES_FILE}, puzzle {number}"):
            _check_puzzle(game, puzzle, file.made)


def _check_puzzle(game: Game, puzzle: Puzzle, made: PuzzlesMade) -> None:
    state = set_scene(game, puzzle)
    _require(puzzle.seat in state.pending(), "The seat has nothing to decide.")
    paths = [tried.path for tried in puzzle.moves]
    _require(len(paths) > 1, "There is only one move.")
    _require(sorted(paths) == sorted(state.paths(puzzle.seat)), "The moves are not the legal ones.")
    _require(puzzle.guided in paths[1:], "The guide's choice is the best move, or no move.")
    for tried in puzzle.moves[1:]:
        clear = max(made.margin, made.errors * tried.behind_error)
        _require(tried.behind > clear - ROUNDING, f"The best move does not lead {' '.join(tried.path)} clearly.")
        apart = puzzle.best.chance - tried.behind - tried.chance
        _require(abs(apart) < 2 * ROUNDING, "The chances do not fit the leads.")


# Errors.


def _check_rules(game: Game, rules: tuple[str, ...]) -> None:
    for rule in rules:
        _require(rule in game.rule_ids, f"rules.md has no rule {rule}.")


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise BadLesson(problem)


@contextmanager
def _placed(place: str) -> Iterator[None]:
    """Adds the place, such as a file and a step, to the message of an error inside of the block."""
    try:
        yield
    except TableError as error:
        raise BadLesson(f"{place}: {error}") from error
