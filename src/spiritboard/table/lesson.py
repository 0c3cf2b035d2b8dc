"""Lessons: a game taught at its own table, as `lesson.toml` or `lesson-1.toml`, `lesson-2.toml` … in its folder say."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from spiritboard.table.scene import Scene, ScriptedMove, read_toml

LESSON_FILE = re.compile(r"lesson(?:-([1-9]\d?))?\.toml")


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One or two sentences for the learner. Then the learner makes the move `pick`, or another player has made `move`,
    or the learner only reads."""

    words: str
    rules: tuple[str, ...] = ()  # the ids of the rules that the words are about, the most important one first
    mark: tuple[str, ...] | None = None  # pieces, picks or terms to point at; left out: the pick that is expected
    pick: tuple[str, ...] = ()  # the whole path of the move that the learner shall make
    move: ScriptedMove | None = None
    otherwise: str = ""  # the answer to any other pick
    otherwise_for: dict[str, str] = {}  # the answers to certain other picks
    promises: dict[str, object] = {}  # fields of the learner's view after the step, such as "hands.0"
    position: dict[str, object] | None = None  # the table is set anew before this step
    seed: str | int = ""  # of the dice for the learner's move

    @property
    def marked(self) -> tuple[str, ...]:
        """Returns the names of the things that the page points at."""
        return self.pick[:1] if self.mark is None else self.mark

    def scripted(self, learner: int) -> ScriptedMove | None:
        """Returns the move that is made in this step, by the learner or by another player; None if there is none."""
        return ScriptedMove(learner, self.pick, self.seed) if self.pick else self.move

    def answer(self, path: tuple[str, ...]) -> str:
        """Returns the answer to picks of which at least one is not the expected one, or that are too few."""
        differing = [
            pick for pick, wanted in zip(path, (*self.pick, *[""] * len(path)), strict=False) if pick != wanted
        ]
        return self.otherwise_for.get(differing[0], self.otherwise) if differing else self.otherwise


class Comment(msgspec.Struct, forbid_unknown_fields=True):
    """What the teacher says in the game after the lesson when an event of this kind happens for the first time."""

    event: str
    words: str
    mine: bool | None = None  # only if the event is about the learner's seat, or only if it is not; None: in both cases


class After(msgspec.Struct, forbid_unknown_fields=True):
    """The short game against bots that follows a lesson."""

    seats: int
    options: dict[str, str] = {}
    level: str = "easy"
    comments: tuple[Comment, ...] = ()


class Lesson(Scene, kw_only=True):
    """A lesson. It is played from its file alone, so every learner sees the same deal and the same dice."""

    title: str
    minutes: int
    names: tuple[str, ...]  # of the players, by seat
    steps: tuple[Step, ...]
    after: After
    seat: int = 0  # the learner's
    file: str = ""  # the name of its file, which `read_lessons` sets


def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """Returns the lessons in a game's folder, in the order of their numbers. Raises BadLesson."""
    found = [(int(named[1] or 0), path) for path in folder.iterdir() if (named := LESSON_FILE.fullmatch(path.name))]
    return tuple(_read(path) for _, path in sorted(found))


def _read(path: Path) -> Lesson:
    lesson = read_toml(path, Lesson)
    lesson.file = path.name
    return lesson
