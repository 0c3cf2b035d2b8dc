"""The server of `spiritboard serve`. To start one from another program, see `process.py`."""

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
from dataclasses import replace
from functools import partial

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from rich.console import Console

from spiritboard.server.address import Address
from spiritboard.server.app import Settings, create_app
from spiritboard.server.bot_pool import usual_processes
from spiritboard.server.connections import (
    KEEP_ALIVE_SECONDS,
    PING_SECONDS,
    PONG_SECONDS,
    ConnectionLimits,
    protocols,
)
from spiritboard.server.metrics import metrics
from spiritboard.server.socket_codes import LARGEST_MESSAGE
from spiritboard.server.storage import Storage, postgres_url, shown_url
from spiritboard.server.system import alone_in, raise_file_limit, tune
from spiritboard.server.workers import keep_running
from spiritboard.table.errors import BadSetup

USUAL_PORT = 8313
MOST_CONNECTIONS = 10_000
MANY_CONNECTIONS = 1_000  # if there can only be fewer, the operator is told
OTHER_FILES = 100  # files that a server has open besides its connections
QUOTAS = [f"{what}_a_{whose}" for what in ("tables", "invitations", "sockets") for whose in ("person", "network")]


def run(settings: Settings, host: str, port: int | None, browser: bool, out: Console, workers: int = 1) -> int:
    """Serve until Ctrl-C or SIGTERM, in so many processes. Returns the exit code.

    Raises BadSetup if the settings, the address, the data folder or the database cannot be used."""
    settings = replace(settings, listens_on=host)
    _check(settings, host)
    _check_workers(settings, workers)
    listening = _listen(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    if workers > 1:
        return _run_workers(settings, listening, address, out, workers)
    # Servers with a database do not use the folder.
    with alone_in(settings.data) if settings.database is None else nullcontext():
        app = create_app(settings)
        limits = _connection_limits(out)
        _greet(settings, address, out)
        _serve_app(app, limits, listening, address if browser else None)
    return 0


def _run_workers(settings: Settings, listening: socket.socket, address: str, out: Console, workers: int) -> int:
    """Serve in several processes, which share the bots' processes of one server. Returns the exit code."""
    _set_up(settings)
    limits = _connection_limits(out)
    _greet(settings, address, out)
    bot_processes = max(1, (settings.bot_processes or usual_processes()) // workers)
    return keep_running(partial(_work, replace(settings, bot_processes=bot_processes), limits), listening, workers)


def _set_up(settings: Settings) -> None:
    """Bring the database up to date before the workers use it. Raises BadSetup for settings that workers would
    refuse, because a worker that cannot start is started again and again."""
    Address.of(settings.public_url, settings.allowed_hosts)
    metrics(settings.metrics)
    if settings.database is not None:
        Storage.in_postgres(postgres_url(settings.database)).close()


def _work(settings: Settings, limits: ConnectionLimits, listening: socket.socket) -> None:
    """Serve in a worker process. If the database cannot be used, the process ends with one line."""
    try:
        app = create_app(settings)
    except BadSetup as error:
        sys.exit(f"spiritboard: {error}")
    _serve_app(app, limits, listening)


def _serve_app(app: Litestar, limits: ConnectionLimits, listening: socket.socket, open_at: str | None = None) -> None:
    config = _config(app, limits)
    be_quick()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        server = PoliteServer(config, app.state.service.say_goodbye)
        runner.run(_serve(server, listening, open_at))


def _connection_limits(out: Console) -> ConnectionLimits:
    """Returns as many connections as the system allows this process. Prints a warning if they are few."""
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
        log_level="error",  # anybody can cause the web server's warnings, at any rate
        access_log=False,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_max_size=4 * LARGEST_MESSAGE,
        # Compressing every table for every seat would cost the server more than it saves in bandwidth.
        ws_per_message_deflate=False,
        # Pages never close their sockets, and connect again by themselves. The server need not wait for them.
        timeout_graceful_shutdown=2,
    )


def _greet(settings: Settings, address: str, out: Console) -> None:
    kept = settings.data if settings.database is None else shown_url(postgres_url(settings.database))
    public = "" if settings.public_url is None else f" for people who open {settings.public_url}"
    greeting = f"The table is set at {address}{public} (tables are kept in {kept}). Ctrl-C ends it."
    out.print(greeting, highlight=False, markup=False, soft_wrap=True)


class PoliteServer(uvicorn.Server):
    """Tells pages and streams before it closes their connections, so that they connect again."""

    def __init__(self, config: uvicorn.Config, say_goodbye: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._say_goodbye = say_goodbye

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # first, so that pages which connect again do not reach this server
        await self._say_goodbye()
        await super().shutdown(sockets)


def _check(settings: Settings, host: str) -> None:
    """Raises BadSetup for a setting that no server can work with."""
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


def _check_workers(settings: Settings, workers: int) -> None:
    """Raises BadSetup if no more than one process can serve."""
    if workers > 1 and settings.database is None:
        raise BadSetup(
            "A folder of tables belongs to one process. Several workers need a PostgreSQL database: give its address "
            "with --database, or leave --workers out."
        )
    if workers > 1 and sys.platform == "win32":
        raise BadSetup("Windows cannot run several workers. Start several servers with one database instead.")


def be_quick() -> None:
    """Make the garbage collector pause the server less, and let its storage threads wait less for the event loop."""
    gc.collect()
    gc.freeze()  # the objects that exist by now stay until the end
    # A move leaves no cycles behind, but a collection looks at the newest positions and drawings of all tables, which
    # can take a tenth of a second. So there are few.
    gc.set_threshold(200_000, 5, 40)
    sys.setswitchinterval(0.001)


async def _serve(server: uvicorn.Server, listening: socket.socket, open_at: str | None) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if open_at is not None and server.started:
        await asyncio.to_thread(webbrowser.open, open_at)
    await serving


def _listen(host: str, port: int | None) -> socket.socket:
    """Returns a listening socket on this port. Without one, it takes the usual port, or a free one if that is taken.

    Raises BadSetup if it cannot listen there."""
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
