"""The lessons, figures, terms and rules for people of every game fit its rules and its table."""

from __future__ import annotations

import re

import pytest

from spiritboard.bots.levels import LEVELS
from spiritboard.server.render import draw_live, live_context
from spiritboard.server.staged_table import staged_table
from spiritboard.table.game import Game
from spiritboard.table.how_to_play import HEADINGS
from spiritboard.table.lesson import Lesson
from spiritboard.table.names import clean_name
from spiritboard.table.registry import games
from spiritboard.table.staging import StepInPlay, check_lesson, play_figure, play_lesson, step_name

GAMES = list(games().values())
LESSONS = [(game, lesson) for game in GAMES for lesson in game.lessons]
FIGURES = [(game, name) for game in GAMES for name in game.figures]
NAMED = re.compile(r'data-(?:piece|pick|explain)="([^"]+)"')
EXPLAINED = re.compile(r"""data-explain=["']([\w-]+)["']""")
LONGEST_WORDS = 300  # characters of a step, which is one or two sentences

every_lesson = pytest.mark.parametrize(
    ("taught", "lesson"), LESSONS, ids=[f"{game.id}-{lesson.file}" for game, lesson in LESSONS]
)


OWN_GAMES = [game for game in GAMES if "elsewhere" not in game.folder.parts]


@pytest.mark.parametrize("own", OWN_GAMES, ids=lambda own: own.id)
def test_every_game_of_this_package_can_be_learned(own: Game) -> None:
    assert own.lessons
    assert own.how_to_play is not None
    assert own.figures
    assert own.help.goal is not None
    assert own.help.terms
    assert (own.folder / "goal.svg").exists()


# Lessons.


@every_lesson
def test_every_position_pick_promise_rule_and_answer_of_a_lesson_holds(taught: Game, lesson: Lesson) -> None:
    check_lesson(taught, lesson)
    assert [clean_name(name) for name in lesson.names] == list(lesson.names)
    assert lesson.after.level in LEVELS


@every_lesson
def test_every_mark_of_a_lesson_is_on_the_table(taught: Game, lesson: Lesson) -> None:
    for played in play_lesson(taught, lesson):
        missing = set(played.step.marked) - on_the_table(taught, lesson, played)
        assert not missing, f"{step_name(lesson, played.number)}: {', '.join(sorted(missing))} cannot be pointed at."


def on_the_table(game: Game, lesson: Lesson, played: StepInPlay) -> set[str]:
    """Returns the names that a step may point at: pieces, picks and terms of the drawn table, and possible picks."""
    # A learner who is about to pick sees the table before the step, and otherwise after it.
    state = played.before if played.step.pick else played.after
    live = staged_table(game, lesson, state, lesson.names)
    context = {**live_context(live, lesson.seat), "csrf": "", "urls": {}}
    drawn = set(NAMED.findall(draw_live(live, context).html))
    asked = state.paths(lesson.seat) if lesson.seat in state.pending() else []
    return drawn | {pick for path in asked for pick in path}


@every_lesson
def test_every_step_of_a_lesson_is_short(taught: Game, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        assert step.words, step_name(lesson, number)
        for words in (step.words, step.otherwise, *step.otherwise_for.values()):
            assert len(words) <= LONGEST_WORDS, f"{step_name(lesson, number)}: {len(words)} characters are too many."


# Figures.


@pytest.mark.parametrize(("drawn", "name"), FIGURES, ids=[f"{game.id}-{name}" for game, name in FIGURES])
def test_every_figure_is_possible_and_as_promised(drawn: Game, name: str) -> None:
    assert 1 <= len(play_figure(drawn, name)) <= 2
    assert drawn.how_to_play is not None
    assert name in drawn.how_to_play.figures, f"figures.toml, {name}: how-to-play.md does not show it."


# Rules for people.


def test_how_to_play_has_its_headings_in_order(game: Game) -> None:
    if game.how_to_play is not None:
        assert tuple(game.how_to_play.headings) == HEADINGS


def test_how_to_play_covers_every_rule(game: Game) -> None:
    if game.how_to_play is not None:
        covered = game.how_to_play.covered
        assert [rule for rule in game.rule_ids if rule not in covered] == [], "rules that how-to-play.md leaves out"
        assert [rule for rule in covered if rule not in game.rule_ids] == [], "rules that rules.md does not have"


def test_how_to_play_shows_only_figures_that_there_are(game: Game) -> None:
    if game.how_to_play is not None:
        assert [name for name in game.how_to_play.figures if name not in game.figures] == []


# Terms.


def test_every_term_that_a_template_names_is_explained(game: Game) -> None:
    for template in game.folder.glob("*.html"):
        keys = EXPLAINED.findall(template.read_text(encoding="utf-8"))
        assert [key for key in keys if key not in game.help.terms] == [], template.name


def test_every_rule_of_a_term_exists(game: Game) -> None:
    for key, term in game.help.terms.items():
        assert [rule for rule in term.rules if rule not in game.rule_ids] == [], f"help.toml, {key}"
