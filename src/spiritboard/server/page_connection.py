"""The socket of a table page: the server sends the table as this page shows it, and the page sends picks.

Server to page: {"number", "seat", "asked", "moved", "html", "log", "round_end", "hurry", "paths", "choices",
"your_turn", "over", "skip", "free", "again", "pass", "rule", "comments"}, or {"error", "number"}, or {"hint", "number",
"seat"}, or {"older", "number", "seat"}. `rule` is the id of the rule that is asked about, and `comments` are the
teacher's in a game that follows a lesson. While `asked` stays the same, the seat has the same question.
`html` has the parts of the drawing that this page does not have yet, by name (see `drawings.py`). If it has the part
`live`, which contains all others, the page forgets all parts that it had. A page of an older version, which opens its
socket without `?parts`, is sent the whole table as one text in `html`.
`log` is {"first", "lines", "news"}: how many lines of the log come before these lines, the lines, each as [entry,
heading, html], and how many lines at the end of the log are news to the seat. `moved` is the number of the seat's last
entry. `round_end` is the number of the entry that ended the last round, until the seat has moved. The page then shows
the sheet of that round before it shows the new table; `hurry` says that it goes on by itself after a while.
`choices` has the words of the buttons for picks that are not on the table, by all picks up to this one.
Page to server: {"number", "seat", "path"} to move, {"number", "seat", "take_back": true} to take a move back,
{"number", "seat", "hint": true} to ask for a hint, {"pace": "calm"} to say how bots shall move, {"skip": true} to let
them move at once until a person is asked, {"older": first} to ask for the lines of the log before its first one, which
the server sends in `older`, and, where several people share a screen, {"face": seat} after the next person has opened
the curtain. A page offers to skip while `skip` is true.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Never, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.exceptions import WebSocketDisconnect

from spiritboard.server.address import Address
from spiritboard.server.hints import say_hint
from spiritboard.server.limits import Requester, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_ALONE, RESTARTS, UNREACHABLE
from spiritboard.server.opening import Closed, Elsewhere
from spiritboard.server.pace import Pace
from spiritboard.server.people import People
from spiritboard.server.refusals import NotAlone, Stale
from spiritboard.server.render import DrawnTable, draw_live, draw_waiting, live_context, waiting_context
from spiritboard.server.shown_table import LogLines, ShownTable
from spiritboard.server.socket_codes import (
    CLOSED,
    FLOOD,
    LARGEST_MESSAGE,
    NOT_FOUND,
    REFUSED,
    RESTART,
    TOO_LARGE,
    TRY_AGAIN,
)
from spiritboard.server.storage import Unreachable
from spiritboard.server.story import OLDER_LINES
from spiritboard.server.table_info import IN_PARTS, table_urls
from spiritboard.server.table_service import TableService
from spiritboard.server.teacher import Teacher, teacher
from spiritboard.server.throttle import Bucket, OpenSockets
from spiritboard.table.errors import IllegalMove

MESSAGES_A_SECOND = 10
BURST = 40
NOT_YOUR_SEAT = "You do not sit there."


class PageMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A message from a page. It uses exactly one of path, take_back, hint, older, face, pace and skip."""

    number: int = -1
    seat: int = -1
    path: list[str] = []
    take_back: bool = False
    hint: bool = False
    older: int | None = None
    face: int | None = None
    pace: Pace | None = None
    skip: bool = False


class PageConnection:
    """One page at one table."""

    def __init__(
        self,
        socket: WebSocket,
        service: TableService,
        live: LiveTable,
        person: str | None,
        network: str = "",
        in_parts: bool = True,
    ) -> None:
        self.socket = socket
        self.service = service
        self.live = live
        self.person = person
        self.network = network
        self.seats = live.seats_of(person)
        self.facing = self.seats[0] if len(self.seats) == 1 else None  # the seat whose player looks at the screen
        self.round_at = live.round_at  # the end of the last round for which a shared screen was passed on
        self.csrf = socket.cookies.get("csrftoken", "")
        self.shown = ShownTable()
        self.in_parts = in_parts
        self.bucket = Bucket(MESSAGES_A_SECOND, BURST)
        self.advising: asyncio.Task[None] | None = None
        self.sending = asyncio.Lock()
        self.teacher = Teacher(())  # comments the game if it follows a lesson
        self.closing: asyncio.Task[None] | None = None

    # From the server to the page.

    async def follow(self) -> None:
        """Send the table after a change, or close the socket if this server is about to end."""
        if not self.service.ending:
            await self.send_table()
            return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code=RESTART, reason=RESTARTS)

    async def send_table(self) -> None:
        # One at a time, so that a page never gets an older table after a newer one.
        async with self.sending:
            if self.live.is_gone:
                await self.hang_up()
            else:
                await self.send(self.update())

    async def hang_up(self) -> None:
        """Close the socket. The page then loads again, and shows why the table is closed."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code=CLOSED, reason="table closed")

    def sign_out(self) -> None:
        """Close the socket, because its browser was signed out. The page then loads again, as a stranger's."""
        self.person, self.seats = None, []
        self.closing = asyncio.create_task(self.hang_up())

    async def send(self, message: dict[str, object]) -> None:
        """Send a message, or drop it if the page has left.

        The server learns of that a little later. Until then the web server refuses to send, with a RuntimeError."""
        text = msgspec.json.encode(message).decode()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(text)

    def update(self) -> dict[str, object]:
        """Returns the message that shows the table as it is now."""
        live = self.live
        self.sit_as_stored()
        waiting = self.waiting_behind_the_curtain()
        seat = self.shown_seat
        context = None if live.waits else self.context(seat)
        drawn = self.draw_waiting_room() if context is None else draw_live(live, context)
        change = self.shown.change(seat, drawn, live.news_since(seat))
        return {
            "number": live.number,
            "seat": seat,
            "asked": None if seat not in live.pending else live.asked[seat],
            "moved": None if seat is None else live.moved_at.get(seat),
            "html": change.html if self.in_parts else drawn.html,
            "log": change.log,
            "round_end": live.round_at if context and context["round_end"] else None,
            "hurry": live.others_wait(self.person),
            "paths": live.paths(seat),
            "choices": live.choices(seat),
            "your_turn": any(own in live.pending for own in self.seats),
            "over": live.in_progress.state.over,
            "skip": self.service.can_skip(live, self.person),
            "free": sum(chair.kind == "open" for chair in live.chairs),
            "again": f"/tables/{live.stored.again}" if live.stored.again and self.seats else None,
            "pass": None if waiting is None else {"seat": waiting, "name": live.names[waiting]},
            "comments": self.teacher.comments(live, seat),
            "rule": self.rule_asked(context),
        }

    @property
    def shown_seat(self) -> int | None:
        """Returns the seat whose table the page shows; None for a spectator's table, also behind the curtain."""
        return self.facing if self.waiting_behind_the_curtain() is None else None

    def context(self, seat: int | None) -> dict[str, object]:
        """Returns what `live.html` shows to this page."""
        return {**live_context(self.live, seat), "csrf": self.csrf, "urls": table_urls(self.live, self.seats)}

    def rule_asked(self, context: dict[str, object] | None) -> str:
        """Returns the id of the rule that this page's question is about; an empty text if it has none."""
        if context is None or not context["your_turn"]:
            return ""
        return self.live.game.rule_asked(cast(Never, context["view"]))

    def draw_waiting_room(self) -> DrawnTable:
        """Returns what this page shows while chairs are free."""
        return draw_waiting({**waiting_context(self.live, self.person), "csrf": self.csrf})

    def sit_as_stored(self) -> None:
        """Take over the person's seats, which others may have changed. Who has no seat any more sees no hand."""
        self.seats = self.live.seats_of(self.person)
        if len(self.seats) == 1:
            self.facing = self.seats[0]
        elif self.facing not in self.seats or self.round_at != self.live.round_at:
            self.facing = None  # also after a round, whose sheet the people at a shared screen read together
        self.round_at = self.live.round_at

    def waiting_behind_the_curtain(self) -> int | None:
        """Returns the seat to pass a shared screen to; None if a pending player already looks at it."""
        if len(self.seats) < 2:
            return None
        pending = [seat for seat in self.live.pending if seat in self.seats]
        return pending[0] if pending and self.facing not in pending else None

    # From the page to the server.

    async def hear(self, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=PageMessage)
        except msgspec.DecodeError:
            await self.complain("That message was not understood.")
            return
        self.sit_as_stored()
        if message.face is not None:
            await self.face(message.face)
        elif message.older is not None:
            await self.send_older(message.older)
        elif message.pace is not None:
            self.set_pace(message.pace)
        elif message.skip:
            await self.skip()
        elif message.seat not in self.seats or message.seat != self.facing:
            await self.complain(NOT_YOUR_SEAT)
        else:
            await self.act(message)

    async def face(self, seat: int) -> None:
        if seat in self.seats:
            self.facing = seat
            await self.send_table()
        else:
            await self.complain(NOT_YOUR_SEAT)

    async def send_older(self, first: int) -> None:
        """Send the lines of the log before this one, as many as are sent at once."""
        if self.live.waits:
            return  # what was told of the deal is not shown before the game begins
        story = self.live.story(self.shown_seat)
        last = max(0, min(first, len(story.lines)))
        older = LogLines.of(story, max(0, last - OLDER_LINES), last)
        await self.send({"older": older, "number": self.live.number, "seat": self.shown_seat})

    def set_pace(self, pace: Pace) -> None:
        """Pass on how this person wishes bots to move. The wishes of spectators do not count."""
        if self.live.concerns(self.person):
            self.service.set_pace(self.live, self, pace)

    @contextlib.contextmanager
    def paced(self) -> Iterator[None]:
        """Forget at the end how this person wishes bots to move."""
        try:
            yield
        finally:
            self.service.forget_pace(self.live, self)

    async def skip(self) -> None:
        try:
            self.service.skip(self.live, self.person)
        except NotAlone:
            await self.complain(NOT_ALONE)

    async def act(self, message: PageMessage) -> None:
        try:
            if message.hint:
                self.advise(message)
            elif message.take_back:
                await self.service.take_back(self.live, message.seat, message.number)
            else:
                await self.service.play(self.live, message.seat, message.number, tuple(message.path))
        except Stale:
            await self.send_table()  # the page showed an older table: it gets the current one
        except (IllegalMove, TooMuch) as error:
            await self.complain(str(error))
        except Unreachable:
            await self.complain(UNREACHABLE)
        except (Closed, Elsewhere):
            await self.hang_up()

    def advise(self, message: PageMessage) -> None:
        """Begin to work on a hint. The page can send other messages meanwhile."""
        if self.advising is None or self.advising.done():
            self.advising = asyncio.create_task(self.send_hint(message.seat, message.number))

    async def send_hint(self, seat: int, number: int) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            try:
                found = await self.service.hint(self.live, seat, number, self.network)
            except Stale:
                return
            except (IllegalMove, TooMuch) as error:
                await self.complain(str(error))
                return
            if self.stands(seat, number):
                await self.send({"hint": say_hint(self.live, seat, found), "number": number, "seat": seat})

    def stands(self, seat: int, number: int) -> bool:
        """Returns whether this seat's player still looks at the question that was asked after `number` entries.

        People who share a screen may have passed it on meanwhile, and a hint is for one player only."""
        asked = self.live.is_answer(seat, number) and seat in self.live.pending
        return asked and seat == self.facing and self.waiting_behind_the_curtain() is None

    async def complain(self, sentence: str) -> None:
        await self.send({"error": sentence, "number": self.live.number})


@websocket("/tables/{key:str}/socket")
async def table_socket(
    socket: WebSocket,
    key: str,
    service: TableService,
    people: People,
    address: Address,
    open_sockets: OpenSockets,
    channels: ChannelsPlugin,
) -> None:
    if not address.is_own_page(socket.headers.get("origin", ""), socket.headers.get("host", "")):
        await socket.close(code=REFUSED, reason="wrong origin")
        return
    try:
        live = await service.live_table(key)
    except Closed:
        await socket.accept()
        await socket.close(code=CLOSED, reason="table closed")
        return
    except (Unreachable, Elsewhere):
        await socket.close(code=TRY_AGAIN, reason="tables cannot be reached")
        return
    await socket.accept()  # a browser hears of a close code only from a socket that was open
    if live is None:
        await socket.close(code=NOT_FOUND, reason="no such table")
        return
    person = people.known(socket)
    if not await service.same_deal.may_see(live.stored, person.id if person else None):
        await socket.close(code=REFUSED, reason="not yet")
        return
    in_parts = IN_PARTS in socket.query_params
    page = PageConnection(socket, service, live, person.id if person else None, people.network(socket), in_parts)
    page.teacher = teacher(live.game, socket.query_params.get("lesson"))
    asker = Requester(page.person or "", page.network)
    try:
        open_sockets.check(asker)
    except TooMuch as error:
        await socket.close(code=FLOOD, reason=str(error))
        return
    with open_sockets.counted(asker), people.closing(person, page.sign_out):
        await _attend(page, channels)


async def _attend(page: PageConnection, channels: ChannelsPlugin) -> None:
    """Send a page its table after every change, and listen to the page, until it leaves."""
    here = page.service.attending(page.live, page.person if page.live.concerns(page.person) else None)
    with page.service.metrics.connection("socket"), here, page.paced(), contextlib.suppress(WebSocketDisconnect):
        async with channels.start_subscription([page.live.key]) as subscriber:
            await page.send_table()
            async with subscriber.run_in_background(lambda _: page.follow(), join=False):
                await listen(page)


async def listen(page: PageConnection) -> None:
    """Listen until the page leaves, or sends too much."""
    while True:
        text = await page.socket.receive_data(mode="text")
        if len(text) > LARGEST_MESSAGE:
            await page.socket.close(code=TOO_LARGE, reason="message too large")
            return
        if page.bucket.take():
            await page.socket.close(code=FLOOD, reason="too many messages")
            return
        await page.hear(text)
