"""Starting the server for somebody at a terminal."""

from __future__ import annotations

import asyncio
import errno
import gc
import math
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvicorn
from rich.console import Console

from spiritboard.server.app import Settings, create_app
from spiritboard.server.socket import LARGEST_MESSAGE
from spiritboard.server.storage import postgres_url, shown_url
from spiritboard.table.errors import BadSetup

USUAL_PORT = 8313
QUOTAS = [f"{what}_a_{whose}" for what in ("tables", "invitations", "sockets") for whose in ("person", "network")]


def run(settings: Settings, host: str, port: int | None, browser: bool, out: Console) -> None:
    """Serve until Ctrl-C."""
    _check(settings, host)
    listening = _listen(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    if settings.database is None:
        _make(settings.data)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=4 * LARGEST_MESSAGE,
        # Packing a table anew for every seat would cost the server more than it saves the line.
        ws_per_message_deflate=False,
        # Pages keep their sockets open for good, and come back by themselves: nobody need wait for them.
        timeout_graceful_shutdown=2,
    )
    kept = settings.data if settings.database is None else shown_url(postgres_url(settings.database))
    said = f"The table is set at {address} (tables are kept in {kept}). Ctrl-C ends it."
    out.print(said, highlight=False, markup=False, soft_wrap=True)
    _be_quick()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        server = PoliteServer(config, app.state.hall.say_goodbye)
        runner.run(_serve(server, listening, address if browser else None))


class PoliteServer(uvicorn.Server):
    """Says goodbye before it hangs up, so that pages and streams know that they are to come back."""

    def __init__(self, config: uvicorn.Config, say_goodbye: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._say_goodbye = say_goodbye

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # first, so that whoever comes back at once does not come here
        await self._say_goodbye()
        await super().shutdown(sockets)


def _check(settings: Settings, host: str) -> None:
    """Raises BadSetup, with a sentence, for a setting that no server could work with."""
    if not host:
        raise BadSetup("There is no address to listen on; 0.0.0.0 lets the network in.")
    if settings.bot_seconds is not None and not 0 < settings.bot_seconds < math.inf:
        raise BadSetup("Bots need some time to think, and not for ever.")
    if not 0 <= settings.bot_pace < math.inf or settings.requests_a_minute < 1:
        raise BadSetup("The pace of bots is some seconds or none, and at least one request a minute must be allowed.")
    if settings.expire_days < 0:
        raise BadSetup("Unfinished tables expire after some days, or, with 0, never.")
    if any(getattr(settings, name) < 1 for name in QUOTAS):
        raise BadSetup("Every person and every network must be allowed at least one table, invitation and socket.")


def _be_quick() -> None:
    """Nobody should wait at a table because the server tidies up, or because its thread for the storage waits for the
    one that draws tables."""
    gc.collect()
    gc.freeze()  # what is there by now stays
    gc.set_threshold(20_000, 20, 100)
    sys.setswitchinterval(0.001)


async def _serve(server: uvicorn.Server, listening: socket.socket, open_at: str | None) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if open_at is not None and server.started:
        await asyncio.to_thread(webbrowser.open, open_at)
    await serving


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be used for tables ({error.strerror}).") from None


def _listen(host: str, port: int | None) -> socket.socket:
    """Bind the port: the one asked for, or the usual one, or any if that is taken and none was asked for."""
    for wanted in [port] if port is not None else [USUAL_PORT, 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = socket.create_server((host, wanted), family=family)
            # Small answers go out at once instead of waiting for the last one to be acknowledged.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except (OSError, OverflowError) as error:
            if port is None and wanted and getattr(error, "errno", None) == errno.EADDRINUSE:
                continue
            raise BadSetup(f"Cannot listen on {host}, port {wanted}: {str(error).rstrip('.')}.") from None
    raise BadSetup(f"Cannot listen on {host}.")


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
