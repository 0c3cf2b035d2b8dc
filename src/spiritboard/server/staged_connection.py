"""The socket of a page whose table is set up for one person, as in lessons and puzzles."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from spiritboard.server.address import Address
from spiritboard.server.limits import Requester, TooMuch
from spiritboard.server.page_connection import PageConnection, listen
from spiritboard.server.people import People
from spiritboard.server.socket_codes import FLOOD, NOT_FOUND, REFUSED
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import OpenSockets


async def attend_staged(
    socket: WebSocket,
    service: TableService,
    people: People,
    address: Address,
    open_sockets: OpenSockets,
    make_page: Callable[[], PageConnection | None],
) -> None:
    """Show a page its table and listen to it until it leaves. The page is made only for a person who may have it, and
    is None if there is no such table."""
    if not address.is_own_page(socket.headers.get("origin", ""), socket.headers.get("host", "")):
        await socket.close(code=REFUSED, reason="wrong origin")
        return
    await socket.accept()  # a browser hears of a close code only from a socket that was open
    person = people.known(socket)
    asker = Requester(person.id if person else "", people.network(socket))
    try:
        open_sockets.check(asker)
    except TooMuch as error:
        await socket.close(code=FLOOD, reason=str(error))
        return
    page = make_page()
    if page is None:
        await socket.close(code=NOT_FOUND, reason="no such table")
        return
    with open_sockets.counted(asker), service.metrics.connection("socket"), contextlib.suppress(WebSocketDisconnect):
        await page.send_table()
        await listen(page)
