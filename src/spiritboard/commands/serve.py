"""`spiritboard serve`: the web server."""

from __future__ import annotations

from typing import Annotated

import typer

from spiritboard.commands.options import DataFolder
from spiritboard.commands.shared import data_folder, out


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 admits the network.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; by default 8313, or any free one if that is taken.")
    ] = None,
    data: DataFolder = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="SPIRITBOARD_DATABASE",
            show_envvar=True,
            help="Store the tables in this PostgreSQL database, which several servers may share.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=1, help="The processes that serve; more than one need a database, and open no browser."),
    ] = 1,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address that people open, if this server is behind a proxy."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Another host name of this server; may be given several times."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    bot_pace: Annotated[
        float, typer.Option(help="The seconds that a bot waits before it moves, so that people can follow.")
    ] = 0.9,
    bot_seconds: Annotated[
        float | None, typer.Option(help="The most seconds that a bot of any level thinks about a move.")
    ] = None,
    requests_a_minute: Annotated[int, typer.Option(help="The requests that one network may make in a minute.")] = 600,
    expire_days: Annotated[
        int, typer.Option(help="Remove an unfinished table that nobody has used for so many days; 0: never.")
    ] = 30,
    tables_a_person: Annotated[int, typer.Option(help="The unfinished tables that one person may have.")] = 100,
    tables_a_network: Annotated[int, typer.Option(help="The unfinished tables that one network may have.")] = 500,
    invitations_a_person: Annotated[
        int, typer.Option(help="The open tables with a free chair that one person may have.")
    ] = 5,
    invitations_a_network: Annotated[
        int, typer.Option(help="The open tables with a free chair that one network may have.")
    ] = 50,
    sockets_a_person: Annotated[int, typer.Option(help="The table pages that one person may have open.")] = 20,
    sockets_a_network: Annotated[int, typer.Option(help="The table pages that one network may have open.")] = 200,
    metrics: Annotated[
        bool, typer.Option("--metrics/--no-metrics", help="Answer /metrics with figures for Prometheus.")
    ] = False,
) -> None:
    """Start the web server, and open its page in the browser."""
    from spiritboard.server.app import Settings
    from spiritboard.server.run import run

    settings = Settings(
        data=data_folder(data),
        database=database,
        public_url=public_url,
        allowed_hosts=tuple(allowed_host or ()),
        bot_pace=bot_pace,
        bot_seconds=bot_seconds,
        requests_a_minute=requests_a_minute,
        expire_days=expire_days,
        tables_a_person=tables_a_person,
        tables_a_network=tables_a_network,
        invitations_a_person=invitations_a_person,
        invitations_a_network=invitations_a_network,
        sockets_a_person=sockets_a_person,
        sockets_a_network=sockets_a_network,
        metrics=metrics,
    )
    raise typer.Exit(run(settings, host, port, browser, out, workers))
