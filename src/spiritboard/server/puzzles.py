"""The pages of puzzles: the games that have some, the puzzles of a game, and each puzzle at its table."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.utils.scope.state import ScopeState

from spiritboard.server.answers import game_or_404, html
from spiritboard.server.people import People
from spiritboard.server.puzzle_connection import find_puzzle, puzzle_context, puzzle_table
from spiritboard.server.render import art, card, draw_live
from spiritboard.server.table_info import IN_PARTS
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer
from spiritboard.table.puzzle import Puzzle, puzzle_text
from spiritboard.table.registry import games


@get("/puzzles")
async def puzzle_games(request: Request, people: People) -> Response[str]:
    """List the games that have puzzles."""
    listed = [card(game.id) for game in games().values() if game.puzzles]
    return html(request, people, "puzzle_games.html", "Puzzles", games=listed)


@get("/puzzles/{game_id:str}")
async def puzzles(request: Request, people: People, game_id: str) -> Response[str]:
    """List the puzzles of a game. The browser knows which of them it has seen."""
    game = game_or_404(game_id)
    if not game.puzzles:
        raise NotFoundException(f"{game.title} has no puzzles.")
    title = f"Puzzles: {game.title}"
    return html(request, people, "puzzles.html", title, game=card(game.id), edition=edition(game))


@get("/puzzles/{game_id:str}/{number:int}")
async def puzzle(request: Request, people: People, game_id: str, number: int) -> Response[str]:
    """Show the table of a puzzle. Its answer comes over the socket, after the pick."""
    game = game_or_404(game_id)
    found = find_puzzle(game_id, number)
    if found is None:
        raise NotFoundException(f"{game.title} has no such puzzle.")
    asked = found[1]
    live = puzzle_table(game, asked)
    address = f"/puzzles/{game.id}/{number}"
    return html(
        request,
        people,
        "puzzle.html",
        f"{game.title}: puzzle {number}",
        rendered_live=draw_live(live, puzzle_context(live, asked.seat, csrf_token(request))).html,
        game=card(game.id),
        art=art(game.id),
        edition=edition(game),
        number=number,
        settings=settings(game, asked),
        urls={"socket": f"{address}/socket?{IN_PARTS}", "rules": f"/rules/{game.id}"},
        invite=None,
        passing=False,
        people_play=False,
    )


PUZZLE_HANDLERS = [puzzle_games, puzzles, puzzle]


def csrf_token(request: Request) -> str:
    return str(ScopeState.from_scope(request.scope).csrf_token)


@cache
def edition(game: Game) -> str:
    """Returns a text that changes with the puzzles of a game, by which a browser knows whether it has seen these."""
    file = game.puzzle_file
    return "" if file is None else blake2b(puzzle_text(file).encode(), digest_size=6).hexdigest()


def settings(game: Game, asked: Puzzle) -> str:
    """Returns the number of players and the options that are not the usual ones, in words."""
    own = [
        f"{option.name.replace('-', ' ')}: {option.label(asked.options[option.name])}"
        for option in game.options
        if not isinstance(option, FirstPlayer) and asked.options[option.name] != option.default
    ]
    return ", ".join([f"{asked.seats} players", *own])
