"""The teacher's comments in the game that follows a lesson: each is made once, when an event calls for it."""

from __future__ import annotations

from spiritboard.server.live_table import LiveTable
from spiritboard.table.events import Event
from spiritboard.table.game import Game
from spiritboard.table.lesson import Comment


class Teacher:
    """Comments on the game of one page."""

    def __init__(self, comments: tuple[Comment, ...]) -> None:
        self._left = dict(enumerate(comments))  # those that were not made yet, by number

    def comments(self, live: LiveTable, seat: int | None) -> list[dict[str, object]]:
        """Returns the comments on what this seat has heard, with their numbers. Each is returned once."""
        heard = live.events_since(seat, 0) if self._left and seat is not None else []
        due = {
            number: comment
            for number, comment in self._left.items()
            if any(is_about(comment, event, seat) for event in heard)
        }
        self._left = {number: comment for number, comment in self._left.items() if number not in due}
        return [{"number": number, "words": comment.words} for number, comment in due.items()]


def is_about(comment: Comment, event: Event, seat: int | None) -> bool:
    """Returns whether a comment is to be made on this event, for a learner in this seat."""
    if event.kind != comment.event:
        return False
    return comment.mine is None or comment.mine == (event.data.get("seat") == seat)


def teacher(game: Game, number: str | None) -> Teacher:
    """Returns the teacher of the lesson with this number, as an address names it; a silent one if there is none."""
    lessons = {str(at): lesson for at, lesson in enumerate(game.lessons, 1)}
    return Teacher(lessons[number].after.comments if number in lessons else ())
