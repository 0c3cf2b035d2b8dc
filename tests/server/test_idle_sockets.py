"""A page that says nothing for minutes keeps its socket: what a request must be through with does not bind sockets."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import uvicorn
from uvicorn.server import ServerState

from spiritboard.server.connections import ConnectionLimits, protocols

UPGRADE = (
    b"GET /tables/x/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def accept(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


def test_the_time_for_a_request_ends_with_the_upgrade_to_a_socket() -> None:
    async def run() -> None:
        http, ws = protocols(ConnectionLimits(head=0.0, body=0.0), "")
        config = uvicorn.Config(accept, http=http, ws=ws, log_config=None, ws_ping_interval=None)
        config.load()
        transport = Mock(asyncio.Transport)
        transport.is_closing.return_value = False
        transport.get_extra_info.return_value = None
        connection = http(config=config, server_state=ServerState(), app_state={})
        connection.connection_made(transport)
        connection.data_received(UPGRADE)
        transport.set_protocol.assert_called_once()
        await asyncio.sleep(0.05)  # far longer than a request may take here
        transport.abort.assert_not_called()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(run())
