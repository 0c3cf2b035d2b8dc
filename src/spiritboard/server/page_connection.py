"""The socket of a page: it sends the seat's table as it is drawn, and takes picks.

Server to page: {"number", "seat", "asked", "html", "paths", "your_turn", "over", "free", "again", "pass"}, or
{"error", "number"}, or {"hint", "number", "seat"}. As long as `asked` stays the same, the seat has not answered, and is
asked the same. Page to server: {"number", "seat", "path"} to move, {"number", "seat", "take_back": true} to take back,
{"number", "seat", "hint": true} to ask what an expert would do, and, where several people share a screen, {"face":
seat} when the next one has drawn the curtain.
"""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.exceptions import WebSocketDisconnect

from spiritboard.server.address import Address
from spiritboard.server.bot_pool import Advice
from spiritboard.server.limits import Requester, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import Closed, Elsewhere
from spiritboard.server.people import People
from spiritboard.server.render import draw_live, live_context
from spiritboard.server.storage import Unreachable
from spiritboard.server.table_service import Stale, TableService
from spiritboard.server.throttle import Bucket, OpenSockets
from spiritboard.table.errors import IllegalMove

LARGEST_MESSAGE = 4096
MESSAGES_A_SECOND = 10
BURST = 40
HINTED_MOVES = 3
ENOUGH_TRIES = 30  # to tell a chance to a tenth or so
GONE, CLOSED, REFUSED, FLOOD, TOO_LARGE = 4404, 4410, 4403, 4429, 4413
TRY_AGAIN, RESTART = 1013, 1012
RESTARTS = "The server restarts; your table comes back by itself in a moment."
UNREACHABLE = "Our tables cannot be reached just now; please try again in a moment."


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """What a page may say. Exactly one of path, take_back, hint and face means something."""

    number: int = -1
    seat: int = -1
    path: list[str] = []
    take_back: bool = False
    hint: bool = False
    face: int | None = None


class PageConnection:
    """One page at one table."""

    def __init__(
        self, socket: WebSocket, service: TableService, live: LiveTable, person: str | None, network: str = ""
    ) -> None:
        self.socket = socket
        self.service = service
        self.live = live
        self.person = person
        self.network = network
        self.seats = live.seats_of(person)
        self.facing = self.seats[0] if len(self.seats) == 1 else None
        self.csrf = socket.cookies.get("csrftoken", "")
        self.bucket = Bucket(MESSAGES_A_SECOND, BURST)
        self.advising: asyncio.Task[None] | None = None
        self.sending = asyncio.Lock()

    # What the page is shown.

    async def follow(self) -> None:
        """Something has happened at the table, or this server is about to end."""
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
        """The page is loaded again, and shows what has become of the table."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code=CLOSED, reason="table closed")

    async def send(self, told: dict[str, object]) -> None:
        """Who has gone need not be told. That they have is heard a little later, by whoever listens to them; until then
        the web server refuses to send, with an error of no kind of its own."""
        text = msgspec.json.encode(told).decode()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(text)

    def update(self) -> dict[str, object]:
        live, state = self.live, self.live.in_progress.state
        self.seats = live.seats_of(self.person)
        if len(self.seats) == 1:
            self.facing = self.seats[0]
        waiting = self.waiting_behind_the_curtain()
        seat = None if waiting is not None else self.facing
        context = {**live_context(live, seat), "csrf": self.csrf, "urls": urls(live, self.seats)}
        return {
            "number": live.number,
            "seat": seat,
            "asked": None if seat is None else live.asked.get(seat),
            "html": draw_live(live, context).encoded,
            "paths": state.paths(seat) if seat is not None and seat in state.pending() else [],
            "your_turn": any(own in state.pending() for own in self.seats),
            "over": state.over,
            "free": sum(chair.kind == "open" for chair in live.chairs),
            "again": f"/tables/{live.stored.again}" if live.stored.again and self.seats else None,
            "pass": None if waiting is None else {"seat": waiting, "name": live.names[waiting]},
        }

    def waiting_behind_the_curtain(self) -> int | None:
        """Whom to pass the screen to: the next one here to decide, unless they are looking already."""
        if len(self.seats) < 2:
            return None
        pending = [seat for seat in self.live.in_progress.state.pending() if seat in self.seats]
        return pending[0] if pending and self.facing not in pending else None

    # What the page says.

    async def hear(self, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=Message)
        except msgspec.DecodeError:
            await self.complain("That message was not understood.")
            return
        if message.face is not None:
            await self.face(message.face)
        elif message.seat not in self.seats or message.seat != self.facing:
            await self.complain("You do not sit there.")
        else:
            await self.act(message)

    async def face(self, seat: int) -> None:
        if seat in self.seats:
            self.facing = seat
            await self.send_table()
        else:
            await self.complain("You do not sit there.")

    async def act(self, message: Message) -> None:
        try:
            if message.hint:
                self.advise(message)
            elif message.take_back:
                await self.service.take_back(self.live, message.seat, message.number)
            else:
                await self.service.play(self.live, message.seat, message.number, tuple(message.path))
        except Stale:
            await self.send_table()  # the page was behind: nothing happens but that it catches up
        except (IllegalMove, TooMuch) as error:
            await self.complain(str(error))
        except Unreachable:
            await self.complain(UNREACHABLE)
        except (Closed, Elsewhere):
            await self.hang_up()

    def advise(self, message: Message) -> None:
        """Thinking takes a while; the page goes on talking meanwhile."""
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
                await self.send({"hint": say_hint(found), "number": number, "seat": seat})

    def stands(self, seat: int, number: int) -> bool:
        """Whether somebody on this seat still looks at the question that was asked after `number` entries. Those who
        share a screen may have passed it on meanwhile, and a hint is for one pair of eyes and ears."""
        asked = self.live.is_answer(seat, number) and seat in self.live.in_progress.state.pending()
        return asked and seat == self.facing and self.waiting_behind_the_curtain() is None

    async def complain(self, sentence: str) -> None:
        await self.send({"error": sentence, "number": self.live.number})


def say_hint(advice: list[Advice]) -> dict[str, object]:
    """The best move in words, and the chance that was seen for each of the best few, where it can be told."""
    best = say_path(advice[0].path)
    told = [each for each in advice[:HINTED_MOVES] if each.tries >= ENOUGH_TRIES]
    lines = [f"{say_path(each.path)}: {100 * each.chance:.0f} %" for each in told]
    return {"words": f"An expert would choose: {best}.", "chances": lines, "path": advice[0].path}


def say_path(path: tuple[str, ...]) -> str:
    return ", ".join(pick.replace("-", " ") for pick in path)


def urls(live: LiveTable, seats: list[int]) -> dict[str, str]:
    found = {
        "socket": f"/tables/{live.key}/socket",
        "replay": f"/tables/{live.key}/replay",
        "rules": f"/rules/{live.game.id}",
    }
    return {**found, "again": f"/tables/{live.key}/again"} if seats else found


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
    await socket.accept()  # only an open socket can say why it is closed
    if live is None:
        await socket.close(code=GONE, reason="no such table")
        return
    person = people.known(socket)
    line = PageConnection(socket, service, live, person.id if person else None, people.network(socket))
    asker = Requester(line.person or "", line.network)
    try:
        open_sockets.check(asker)
    except TooMuch as error:
        await socket.close(code=FLOOD, reason=str(error))
        return
    with open_sockets.counted(asker):
        await _attend(line, channels)


async def _attend(line: PageConnection, channels: ChannelsPlugin) -> None:
    """Show a page its table, and listen to it, until it goes."""
    here = line.service.attending(line.live, line.person if line.live.concerns(line.person) else None)
    with line.service.metrics.connection("socket"), here, contextlib.suppress(WebSocketDisconnect):
        async with channels.start_subscription([line.live.key]) as subscriber:
            await line.send_table()
            async with subscriber.run_in_background(lambda _: line.follow(), join=False):
                await _talk(line)


async def _talk(line: PageConnection) -> None:
    """Listen until the page goes, or talks too much."""
    while True:
        text = await line.socket.receive_data(mode="text")
        if len(text) > LARGEST_MESSAGE:
            await line.socket.close(code=TOO_LARGE, reason="message too large")
            return
        if line.bucket.take():
            await line.socket.close(code=FLOOD, reason="too many messages")
            return
        await line.hear(text)
