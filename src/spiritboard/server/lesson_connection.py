"""The socket of a lesson's page. It sends the same messages as the socket of a table, and `lesson` with them.

`lesson` is {"step", "steps", "words", "rules", "mark", "pick", "continue", "done"}: the words of a step and what the
page points at; `pick` is the path that the learner shall make. It is null while another player is about to move. Picks
that leave the path are sent at once, complete or not, and answered as an error. The page sends {"step": number} to go
on and to go back, and {"pace": "calm"} to say how other players shall move.
"""

from __future__ import annotations

import asyncio

import msgspec
from litestar import WebSocket, websocket

from spiritboard.server.address import Address
from spiritboard.server.lesson_table import LessonTable
from spiritboard.server.pace import FACTORS, USUAL
from spiritboard.server.page_connection import PageConnection, PageMessage
from spiritboard.server.people import People
from spiritboard.server.render import live_context
from spiritboard.server.shown_table import ShownTable
from spiritboard.server.staged_connection import attend_staged
from spiritboard.server.staged_table import LEARNER
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import OpenSockets
from spiritboard.table.registry import games

END_WORDS = "That was the lesson. You know enough to play."
END_PROMPT = "The lesson is over."
READ_FIRST = "Read what the ghost says, then continue."


def lesson_context(table: LessonTable, csrf: str) -> dict[str, object]:
    """Returns what `live.html` shows to the learner. While there is something to read first, nothing is asked."""
    urls = {"rules": f"/rules/{table.game.id}"}
    own = {"csrf": csrf, "urls": urls, "can_take_back": False, "allows_hints": False}
    context = {**live_context(table.live, table.lesson.seat), **own}
    prompt = READ_FIRST if table.step is not None else END_PROMPT
    return context if table.is_asked else {**context, "prompt": prompt, "your_turn": False}


class LessonMessage(PageMessage, forbid_unknown_fields=True):
    """A message from a lesson's page: a move, or the step to go to."""

    step: int | None = None


class LessonConnection(PageConnection):
    """One page that shows a lesson."""

    def __init__(self, socket: WebSocket, service: TableService, table: LessonTable) -> None:
        super().__init__(socket, service, table.live, LEARNER)
        self.table = table
        self.pace = USUAL

    # From the server to the page.

    def update(self) -> dict[str, object]:
        message = super().update()
        asked = self.table.is_asked
        own = {
            "number": self.table.at,
            "asked": self.table.at if asked else None,
            "paths": message["paths"] if asked else [],
            "your_turn": asked,
            "lesson": self.taught(),
        }
        return {**message, **own}

    def context(self, seat: int | None) -> dict[str, object]:
        return lesson_context(self.table, self.csrf)

    def taught(self) -> dict[str, object]:
        """Returns what the page says about the current step."""
        table, step = self.table, self.table.step
        place: dict[str, object] = {"step": table.at, "steps": len(table.lesson.steps), "done": step is None}
        if step is None:
            return {**place, "words": END_WORDS, "rules": (), "mark": (), "pick": (), "continue": False}
        shown = {"words": step.words, "rules": step.rules, "mark": step.marked, "pick": step.pick}
        return {**place, **shown, "continue": not step.pick}

    # From the page to the server.

    async def hear(self, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=LessonMessage)
        except msgspec.DecodeError:
            await self.complain("That message was not understood.")
            return
        if message.pace is not None:
            self.pace = message.pace
        elif message.step is not None:
            await self.go_to(message.step)
        elif message.path:
            await self.answer(message)

    async def go_to(self, number: int) -> None:
        if number == self.table.at + 1 and not self.table.is_asked:
            await self.go_on()
            return
        self.table.go_to(number)
        self.shown = ShownTable()  # the table may have gone back, so the page is sent all of it
        await self.show()

    async def answer(self, message: LessonMessage) -> None:
        """Go on if this is the expected move, and otherwise say why it is not."""
        step, path = self.table.step, tuple(message.path)
        if step is None or message.number != self.table.at:
            await self.show()  # the page showed an older step
        elif path != step.pick:
            await self.complain(step.answer(path))
        else:
            await self.go_on()

    async def go_on(self) -> None:
        """Show the next step. If another player moves in it, the learner first sees the table before that move."""
        before = self.table.live
        self.table.go_on()
        if self.table.live is not before:
            self.shown = ShownTable()
        if self.table.step is not None and self.table.step.move is not None:
            await self.pause()
            self.table.make_move()
        await self.show()

    async def pause(self) -> None:
        """Show the table without the words of the step, and wait as long as a bot does at the learner's pace."""
        self.live = self.table.live
        await self.send({**self.update(), "lesson": None})
        await asyncio.sleep(self.service.bot_pace * FACTORS[self.pace])

    async def show(self) -> None:
        self.live = self.table.live
        await self.send_table()

    async def complain(self, sentence: str) -> None:
        await self.send({"error": sentence, "number": self.table.at})


@websocket("/learn/{game_id:str}/{number:int}/socket")
async def lesson_socket(
    socket: WebSocket,
    game_id: str,
    number: int,
    service: TableService,
    people: People,
    address: Address,
    open_sockets: OpenSockets,
    step: int = 0,
) -> None:
    def make_page() -> LessonConnection | None:
        lessons = games()[game_id].lessons if game_id in games() else ()
        if not 1 <= number <= len(lessons):
            return None
        return LessonConnection(socket, service, LessonTable(games()[game_id], lessons[number - 1], step))

    await attend_staged(socket, service, people, address, open_sockets, make_page)
