"""What is wrong in a lesson, a figure or a text on how to play is named with its file, its step and the reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from spiritboard.table.errors import BadLesson
from spiritboard.table.figures import Figure, read_figures
from spiritboard.table.game import Game
from spiritboard.table.how_to_play import HowToPlay, read_how_to_play
from spiritboard.table.lesson import Comment, Lesson, Step, read_lessons
from spiritboard.table.registry import games
from spiritboard.table.scene import ScriptedMove
from spiritboard.table.staging import check_lesson, play_figure, play_lesson

LANTERNS = games()["lanterns"]
LESSON = LANTERNS.lessons[0]
LAYING, ANSWERING, GIVING = 1, 2, 3  # steps of the lesson


def with_step(number: int, **changes: object) -> Lesson:
    """Returns the lesson of Lanterns with one step changed."""
    changed = msgspec.structs.replace(LESSON.steps[number], **changes)
    return msgspec.structs.replace(LESSON, steps=(*LESSON.steps[:number], changed, *LESSON.steps[number + 1 :]))


def complaint(lesson: Lesson) -> str:
    with pytest.raises(BadLesson) as caught:
        check_lesson(LANTERNS, lesson)
    return str(caught.value)


def test_a_pick_that_is_not_possible_is_named_with_the_possible_ones() -> None:
    said = complaint(with_step(LAYING, pick=("lay", "lantern-4")))
    assert said == (
        "lesson.toml, step 2: 'lantern-4' cannot be picked now. Possible: lantern-3, lantern-8, lantern-11."
    )


def test_a_move_of_another_player_must_be_legal() -> None:
    said = complaint(with_step(ANSWERING, move=ScriptedMove(1, ("lay", "lantern-11"))))
    assert said.startswith("lesson.toml, step 3: 'lantern-11' cannot be picked now.")


def test_the_learner_is_not_moved_by_the_lesson() -> None:
    said = complaint(with_step(LAYING, pick=(), move=ScriptedMove(0, ("lay", "lantern-11"))))
    assert said == "lesson.toml, step 2: The learner's move is a pick."


def test_a_step_has_a_pick_or_a_move() -> None:
    said = complaint(with_step(LAYING, move=ScriptedMove(1, ("lay", "lantern-10"))))
    assert said == "lesson.toml, step 2: A step has a pick or a move, not both."


def test_a_promise_that_does_not_hold_is_named_with_both_values() -> None:
    said = complaint(with_step(LAYING, promises={"counts.0": 3}))
    assert said == "lesson.toml, step 2: counts.0 should be 3 afterwards, but is 2."


@pytest.mark.parametrize("name", ["candles", "counts.2", "counts.first", "deck.0", "own.light"])
def test_a_promise_about_a_field_that_does_not_exist_is_named(name: str) -> None:
    assert (
        complaint(with_step(LAYING, promises={name: 1})) == f"lesson.toml, step 2: {name!r} is not a field of the view."
    )


def test_a_rule_that_does_not_exist_is_named() -> None:
    assert complaint(with_step(0, rules=("LA9",))) == "lesson.toml, step 1: rules.md has no rule LA9."


def test_every_other_pick_is_answered() -> None:
    said = complaint(with_step(LAYING, otherwise=""))
    assert said == "lesson.toml, step 2: There is no answer (`otherwise`) to lay lantern-8."


def test_answers_are_to_possible_picks_only() -> None:
    said = complaint(with_step(LAYING, otherwise_for={"lantern-4": "No."}))
    assert said == "lesson.toml, step 2: `otherwise_for` names lantern-4, which cannot be picked now."


def test_a_position_that_is_not_possible_is_named_with_its_step() -> None:
    said = complaint(with_step(ANSWERING, position={"hands": [[3, 8], [3, 8]]}))
    assert said == "lesson.toml, step 3: Every lantern is somewhere, and only once."
    said = complaint(msgspec.structs.replace(LESSON, position={"candles": 1}))
    assert said == "lesson.toml, the beginning: Missing or unknown in this position: candles."


def test_names_and_the_learners_seat_fit_the_seats() -> None:
    assert complaint(msgspec.structs.replace(LESSON, names=("You",))).endswith("There are 1 names for 2 seats.")
    assert complaint(msgspec.structs.replace(LESSON, seat=2)).endswith("There is no seat 2 for the learner.")


def test_comments_are_on_events_of_the_game() -> None:
    after = msgspec.structs.replace(LESSON.after, comments=(Comment("fireworks", "Oh!"),))
    said = complaint(msgspec.structs.replace(LESSON, after=after))
    assert said == "lesson.toml, [after]: There is no event 'fireworks'. Events: deal, lay, light, end."


def test_a_step_may_set_the_table_anew_and_the_rest_is_as_dealt() -> None:
    dark = {"hands": [[1, 2, 3], [4, 5, 6]], "deck": [0, 7, 8, 9, 10, 11]}
    steps = (Step("Look."), Step("Look again.", position=dark, promises={"hands.0": [1, 2, 3], "own": "none"}))
    lesson = msgspec.structs.replace(LESSON, steps=steps)
    check_lesson(LANTERNS, lesson)
    first, second = play_lesson(LANTERNS, lesson)
    assert (first.after.position()["deck"], second.before.position()["deck"]) == ([1, 2, 4, 6, 7, 9], dark["deck"])


def test_the_same_lesson_is_the_same_every_time() -> None:
    one, other = ([played.after.to_json() for played in play_lesson(LANTERNS, LESSON)] for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (("lay", "lantern-3"), "The 3 is too dark to win anything. Lay the 11."),
        (("lay", "lantern-8"), "That one may lose. Lay the 11, which nobody can beat."),
        (("lay",), "That one may lose. Lay the 11, which nobody can beat."),
        (("lay", "lantern-11", "lantern-3"), "The 3 is too dark to win anything. Lay the 11."),
    ],
)
def test_the_answer_is_to_the_first_pick_that_differs(path: tuple[str, ...], answer: str) -> None:
    assert LESSON.steps[LAYING].answer(path) == answer


def test_without_marks_the_expected_pick_is_pointed_at() -> None:
    assert LESSON.steps[GIVING].marked == ("give",)
    assert LESSON.steps[ANSWERING].marked == ("lantern-8",)
    assert Step("Look.").marked == ()


# Figures.


def with_figure(tmp_path: Path, text: str) -> Game:
    """Returns Lanterns with a figures.toml of its own."""
    (tmp_path / "figures.toml").write_text(text)
    (tmp_path / "pieces.toml").write_bytes((LANTERNS.folder / "pieces.toml").read_bytes())
    return replace(LANTERNS, folder=tmp_path)


def test_a_figure_that_is_not_as_promised_is_named(tmp_path: Path) -> None:
    game = with_figure(tmp_path, '[deal]\nseats = 2\npromises = { "counts.0" = 4 }')
    with pytest.raises(BadLesson, match=r"^figures\.toml, deal: counts\.0 should be 4 afterwards, but is 3\.$"):
        play_figure(game, "deal")
    with pytest.raises(BadLesson, match=r"^figures\.toml, fight: There is no such figure\. There are: deal\.$"):
        play_figure(game, "fight")


def test_a_figure_shows_before_and_after_its_moves() -> None:
    before, after = play_figure(LANTERNS, "lay")
    assert (before.position()["hands"], after.position()["hands"]) == ([[3, 8, 11], [0, 5, 10]], [[3, 8], [0, 5, 10]])
    assert len(play_figure(LANTERNS, "hand")) == 1


# Files.


def test_a_game_needs_none_of_these_files(tmp_path: Path) -> None:
    assert (read_lessons(tmp_path), read_figures(tmp_path), read_how_to_play(tmp_path)) == ((), {}, None)


def test_lessons_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    text = (LANTERNS.folder / "lesson.toml").read_text()
    for number in (10, 2, 1):
        (tmp_path / f"lesson-{number}.toml").write_text(text)
    (tmp_path / "lesson-two.toml").write_text("")
    found = read_lessons(tmp_path)
    assert [lesson.file for lesson in found] == ["lesson-1.toml", "lesson-2.toml", "lesson-10.toml"]


@pytest.mark.parametrize("name", ["lesson.toml", "figures.toml"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('[start]\nseats = "two"')
    with pytest.raises(BadLesson, match=rf"^{name} of {tmp_path.name} is wrong: "):
        (read_lessons if name == "lesson.toml" else read_figures)(tmp_path)


def test_covered_rules_stand_at_the_end_of_a_paragraph_or_an_item() -> None:
    text = HowToPlay(
        "## A turn\n\nPlay a card [or two]. [GH4 GH5]\n\n- Draw\n  one. [HATa]\n1. Pass. [HA15b]\n\n![A](figure:pile)\n"
    )
    assert text.covered == ["GH4", "GH5", "HATa", "HA15b"]
    assert (text.headings, text.figures) == (["A turn"], ["pile"])


def test_figures_are_read_with_the_eyes_that_see_them() -> None:
    assert {name: figure.seat for name, figure in LANTERNS.figures.items()} == {"hand": 0, "lay": 0}
    assert Figure(seats=2).seat is None
