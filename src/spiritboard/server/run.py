"""Starting the server for somebody at a terminal."""

from __future__ import annotations

import asyncio
import errno
import gc
import math
import os
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import nullcontext

import uvicorn
from litestar.types import ASGIApp
from rich.console import Console

from spiritboard.server.app import Settings, create_app
from spiritboard.server.connections import (
    KEEP_ALIVE_SECONDS,
    PING_SECONDS,
    PONG_SECONDS,
    ConnectionLimits,
    protocols,
)
from spiritboard.server.socket_codes import LARGEST_MESSAGE
from spiritboard.server.storage import postgres_url, shown_url
from spiritboard.server.system import alone_in, raise_file_limit, tune
from spiritboard.table.errors import BadSetup

USUAL_PORT = 8313
MOST_CONNECTIONS = 10_000
MANY_CONNECTIONS = 1_000  # fewer are worth a word
OTHER_FILES = 100  # that a server has open besides its connections
QUOTAS = [f"{what}_a_{whose}" for what in ("tables", "invitations", "sockets") for whose in ("person", "network")]


def run(settings: Settings, host: str, port: int | None, browser: bool, out: Console) -> None:
    """Serve until Ctrl-C."""
    _check(settings, host)
    listening = _listen(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    # Servers with a database need no folder.
    with alone_in(settings.data) if settings.database is None else nullcontext():
        app = create_app(settings)
        config = _config(app, _connection_limits(out))
        out.print(_greeting(settings, address), highlight=False, markup=False, soft_wrap=True)
        _be_quick()
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            server = PoliteServer(config, app.state.service.say_goodbye)
            runner.run(_serve(server, listening, address if browser else None))


def _connection_limits(out: Console) -> ConnectionLimits:
    """As many connections as the system lets this process have. Says so if those are few."""
    files = raise_file_limit()
    most = max(1, min(MOST_CONNECTIONS, files - OTHER_FILES))
    if most < MANY_CONNECTIONS:
        said = f"This system allows {files} open files, so {most} connections at once (ulimit -n sets that limit)."
        out.print(said, highlight=False, markup=False, soft_wrap=True)
    return ConnectionLimits(most=most, a_network=max(1, most // 4))


def _config(app: ASGIApp, limits: ConnectionLimits) -> uvicorn.Config:
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    http, ws = protocols(limits, proxies)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        log_level="error",  # of the web server: its warnings are about requests that anybody can send at any rate
        access_log=False,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_max_size=4 * LARGEST_MESSAGE,
        # Packing a table anew for every seat would cost the server more than it saves the line.
        ws_per_message_deflate=False,
        # Pages keep their sockets open for good, and come back by themselves: nobody need wait for them.
        timeout_graceful_shutdown=2,
    )


def _greeting(settings: Settings, address: str) -> str:
    kept = settings.data if settings.database is None else shown_url(postgres_url(settings.database))
    public = "" if settings.public_url is None else f" for people who open {settings.public_url}"
    return f"The table is set at {address}{public} (tables are kept in {kept}). Ctrl-C ends it."


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


def _listen(host: str, port: int | None) -> socket.socket:
    """Bind the port: the one asked for, or the usual one, or any if that is taken and none was asked for."""
    for wanted in [port] if port is not None else [USUAL_PORT, 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = socket.create_server((host, wanted), family=family)
            tune(listening)
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
