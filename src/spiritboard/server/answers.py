"""Answers to browsers that all modules of pages share."""

from __future__ import annotations

from typing import Annotated

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.enums import MediaType, RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.utils.scope.state import ScopeState

from spiritboard.server.older import older_context
from spiritboard.server.opening import Closed
from spiritboard.server.people import People, viewer
from spiritboard.server.previews import preview
from spiritboard.server.render import card, page
from spiritboard.table.game import Game
from spiritboard.table.registry import games

BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def html(request: Request, people: People, name: str, title: str, **context: object) -> Response[str]:
    person = people.known(request)
    token = ScopeState.from_scope(request.scope).csrf_token
    shared = {"title": title, "me": viewer(person), "csrf": str(token), "preview": preview(request)}
    return Response(page(name, **shared, **context), media_type=MediaType.HTML)


def see(path: str, cookie: Cookie | None = None) -> Redirect:
    """Returns the answer to a form: the browser opens this path by GET."""
    return Redirect(path, status_code=HTTP_303_SEE_OTHER, cookies=[cookie] if cookie else [])


def game_or_404(game_id: str) -> Game:
    if game_id not in games():
        raise NotFoundException(f"There is no game called {game_id}.")
    return games()[game_id]


def older_page(request: Request, people: People, closed: Closed) -> Response[str]:
    """Returns the page of a table at which nobody can play any more."""
    game = games()[closed.found.table.game]
    context = older_context(closed, people.known(request))
    return html(request, people, "older.html", f"{game.title}, as it was played", game=card(game.id), **context)


def label_of(request: Request) -> str:
    """Returns what a browser says it is, in a few words of our own, like "Firefox on Linux"."""
    said = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS.items() if sign in said), "A browser")
    system = next((name for sign, name in SYSTEMS.items() if sign in said), "")
    return f"{browser} on {system}" if system else browser
