"""The table and the socket of a puzzle's page. Nothing is stored, and what is sent before the pick holds no answer.

The socket sends the same messages as the socket of a table, and `puzzle` with them: null until the person has picked a
move, then an `Answer`. The page sends {"number", "seat", "path"} to pick a move, and {"again": true} to be asked again.
"""

from __future__ import annotations

from typing import TypedDict

import msgspec
from litestar import WebSocket, websocket

from spiritboard.server.address import Address
from spiritboard.server.hints import say_move, say_reason
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import bot_names
from spiritboard.server.page_connection import NOT_YOUR_SEAT, PageConnection, PageMessage
from spiritboard.server.people import People
from spiritboard.server.render import live_context
from spiritboard.server.staged_connection import attend_staged
from spiritboard.server.staged_table import LEARNER, staged_table
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import OpenSockets
from spiritboard.table.errors import IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.puzzle import Puzzle, TriedPath
from spiritboard.table.registry import games
from spiritboard.table.staging import set_scene

SOLVER = "You"
ANSWERED = "You have picked a move. Look at the answer."


class MoveShown(TypedDict):
    """A move of a puzzle, as it is sent to a page. Chances are points of a hundred."""

    path: tuple[str, ...]
    words: str
    chance: float
    error: float
    tries: int
    best: bool
    picked: bool
    guided: bool


class Answer(TypedDict):
    """What a page is sent when the person has picked a move."""

    right: bool
    words: str
    why: str  # what speaks for the best move, if the game knows it in words
    moves: list[MoveShown]


def find_puzzle(game_id: str, number: int) -> tuple[Game, Puzzle] | None:
    """Returns the puzzle with this number, counted from 1, or None if there is none."""
    game = games().get(game_id)
    if game is None or not 1 <= number <= len(game.puzzles):
        return None
    return game, game.puzzles[number - 1]


def puzzle_table(game: Game, puzzle: Puzzle) -> LiveTable:
    others = bot_names([])
    names = [SOLVER if seat == puzzle.seat else next(others) for seat in range(puzzle.seats)]
    live = staged_table(game, puzzle, set_scene(game, puzzle), names, {puzzle.seat: LEARNER})
    live.arrive(LEARNER)
    return live


def puzzle_context(live: LiveTable, seat: int, csrf: str) -> dict[str, object]:
    """Returns what `live.html` shows before the pick."""
    own = {"csrf": csrf, "urls": {"rules": f"/rules/{live.game.id}"}, "can_take_back": False, "allows_hints": False}
    return {**live_context(live, seat), **own}


def answer(live: LiveTable, puzzle: Puzzle, path: tuple[str, ...]) -> Answer:
    """Returns the answer to a legal move."""
    picked = next(tried for tried in puzzle.moves if tried.path == path)
    return {
        "right": picked is puzzle.best,
        "words": _verdict(live, puzzle, picked),
        "why": _why(live, puzzle),
        "moves": [_shown(live, puzzle, tried, picked) for tried in puzzle.moves],
    }


def _verdict(live: LiveTable, puzzle: Puzzle, picked: TriedPath) -> str:
    best = say_move(live, puzzle.best.path)
    if picked is puzzle.best:
        return f"Right. Of a hundred games, the next best move wins {points(puzzle.lead)} fewer."
    felt = " By feel, a good player would choose the same as you." if picked.path == puzzle.guided else ""
    return f"Not the best. Of a hundred games it wins {points(picked.behind)} fewer than this move: {best}.{felt}"


def _why(live: LiveTable, puzzle: Puzzle) -> str:
    reason = say_reason(live, puzzle.seat, puzzle.best.path).rstrip(".")
    return f"{say_move(live, puzzle.best.path)}: {reason}." if reason else ""


def points(share: float) -> str:
    """Returns a share of the victory in points of a hundred; with a decimal if it is small."""
    return f"{100 * share:.0f}" if share >= 0.0995 else f"{100 * share:.1f}"


def _shown(live: LiveTable, puzzle: Puzzle, tried: TriedPath, picked: TriedPath) -> MoveShown:
    return {
        "path": tried.path,
        "words": say_move(live, tried.path),
        "chance": round(100 * min(1.0, max(0.0, tried.chance)), 1),
        "error": round(100 * tried.error, 1),
        "tries": tried.tries,
        "best": tried is puzzle.best,
        "picked": tried is picked,
        "guided": tried.path == puzzle.guided,
    }


class PuzzleMessage(PageMessage, forbid_unknown_fields=True):
    """A message from a puzzle's page: a move, or the wish to be asked again."""

    again: bool = False


class PuzzleConnection(PageConnection):
    """One page that shows a puzzle."""

    def __init__(self, socket: WebSocket, service: TableService, game: Game, puzzle: Puzzle) -> None:
        super().__init__(socket, service, puzzle_table(game, puzzle), LEARNER)
        self.puzzle = puzzle
        self.asked = 0  # how often the person was asked again
        self.answer: Answer | None = None

    # From the server to the page.

    def update(self) -> dict[str, object]:
        message = {**super().update(), "number": self.asked, "asked": self.asked, "puzzle": self.answer}
        if self.answer is None:
            return message
        return {**message, "asked": None, "paths": [], "your_turn": False}

    def context(self, seat: int | None) -> dict[str, object]:
        context = puzzle_context(self.live, self.puzzle.seat, self.csrf)
        return context if self.answer is None else {**context, "prompt": ANSWERED, "your_turn": False}

    # From the page to the server.

    async def hear(self, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=PuzzleMessage)
        except msgspec.DecodeError:
            await self.complain("That message was not understood.")
            return
        if message.again:
            await self.ask_again()
        elif message.path:
            await self.judge(message)

    async def ask_again(self) -> None:
        if self.answer is not None:
            self.asked += 1
            self.answer = None
        await self.send_table()

    async def judge(self, message: PuzzleMessage) -> None:
        """Answer a move, or say why it is none. A second answer to the same question changes nothing."""
        if message.seat != self.puzzle.seat:
            await self.complain(NOT_YOUR_SEAT)
            return
        if self.answer is None and message.number == self.asked:
            path = tuple(message.path)
            try:
                self.live.in_progress.state.move(message.seat, path)
            except IllegalMove as error:
                await self.complain(str(error))
                return
            self.answer = answer(self.live, self.puzzle, path)
        await self.send_table()

    async def complain(self, sentence: str) -> None:
        await self.send({"error": sentence, "number": self.asked})


@websocket("/puzzles/{game_id:str}/{number:int}/socket")
async def puzzle_socket(
    socket: WebSocket,
    game_id: str,
    number: int,
    service: TableService,
    people: People,
    address: Address,
    open_sockets: OpenSockets,
) -> None:
    def make_page() -> PuzzleConnection | None:
        found = find_puzzle(game_id, number)
        return None if found is None else PuzzleConnection(socket, service, *found)

    await attend_staged(socket, service, people, address, open_sockets, make_page)
