"""The pages on which people learn a game: the list of its lessons, each lesson, and the game that follows it."""

from __future__ import annotations

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState

from spiritboard.server.answers import game_or_404, html, see
from spiritboard.server.lesson_connection import lesson_context
from spiritboard.server.lesson_table import LessonTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.people import People, new_person
from spiritboard.server.render import art, card, draw_live
from spiritboard.server.table_info import IN_PARTS
from spiritboard.server.table_service import TableService
from spiritboard.table.game import Game
from spiritboard.table.lesson import Lesson


def lesson_or_404(game: Game, number: int) -> Lesson:
    """Returns the lesson with this number, counted from 1. Raises NotFoundException if there is none."""
    if not 1 <= number <= len(game.lessons):
        raise NotFoundException(f"{game.title} has no such lesson.")
    return game.lessons[number - 1]


@get("/learn/{game_id:str}")
async def learn(request: Request, people: People, game_id: str) -> Response:
    """List the lessons of a game, or open the only one."""
    game = game_or_404(game_id)
    if len(game.lessons) == 1:
        return see(f"/learn/{game.id}/1")
    if not game.lessons:
        raise NotFoundException(f"{game.title} has no lessons.")
    return html(request, people, "learn.html", f"Learn {game.title}", game=card(game.id), lessons=game.lessons)


@get("/learn/{game_id:str}/{number:int}")
async def lesson(request: Request, people: People, game_id: str, number: int) -> Response[str]:
    """Show the table of a lesson at its first step. The socket then shows the step that the learner has reached."""
    game = game_or_404(game_id)
    taught = lesson_or_404(game, number)
    address = f"/learn/{game.id}/{number}"
    table = LessonTable(game, taught)
    token = str(ScopeState.from_scope(request.scope).csrf_token)
    return html(
        request,
        people,
        "lesson.html",
        f"Learn {game.title}: {taught.title}",
        rendered_live=draw_live(table.live, lesson_context(table, token)).html,
        game=card(game.id),
        art=art(game.id),
        lesson=taught,
        number=number,
        following=game.lessons[number].title if number < len(game.lessons) else None,
        urls={"socket": f"{address}/socket?{IN_PARTS}", "rules": f"/rules/{game.id}", "lesson": address},
        invite=None,
        passing=False,
        people_play=False,
    )


@post("/learn/{game_id:str}/{number:int}/play")
async def play_after(request: Request, service: TableService, people: People, game_id: str, number: int) -> Redirect:
    """Set the table for the short game that follows a lesson."""
    game = game_or_404(game_id)
    after = lesson_or_404(game, number).after
    person = people.known(request) or new_person()
    wanted = NewTable(game.id, after.options, [("me", ""), *[("bot", after.level)] * (after.seats - 1)])
    live = await service.set_table(wanted, person.id, person.name, people.network(request))
    return see(f"/tables/{live.key}?lesson={number}", people.cookie(person))


LEARN_HANDLERS = [learn, lesson, play_after]
