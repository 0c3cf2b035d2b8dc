"""`spiritboard serve`: the web table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port; 8313, or any free one if that is taken.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept; your data folder.")] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="SPIRITBOARD_DATABASE",
            show_envvar=True,
            help="Keep tables in a PostgreSQL database, which any number of servers share.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address that people open, if a proxy stands in front of this server."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A further name this server answers to; may be given several times."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser at the table.")] = True,
    bot_pace: Annotated[float, typer.Option(help="Seconds a bot lets people look before it moves.")] = 0.9,
    bot_seconds: Annotated[
        float | None, typer.Option(help="The longest that a bot thinks about a move, whatever its level.")
    ] = None,
    requests_a_minute: Annotated[int, typer.Option(help="How many requests one network may make in a minute.")] = 600,
    expire_days: Annotated[
        int, typer.Option(help="Days after which an unfinished table that nobody touched is removed; 0 for never.")
    ] = 30,
    tables_a_person: Annotated[int, typer.Option(help="How many unfinished tables one person may have.")] = 100,
    tables_a_network: Annotated[int, typer.Option(help="How many unfinished tables one network may have.")] = 500,
    invitations_a_person: Annotated[
        int, typer.Option(help="How many open tables with a free chair one person may have.")
    ] = 5,
    invitations_a_network: Annotated[
        int, typer.Option(help="How many open tables with a free chair one network may have.")
    ] = 50,
    sockets_a_person: Annotated[int, typer.Option(help="How many table pages one person may have open.")] = 20,
    sockets_a_network: Annotated[int, typer.Option(help="How many table pages one network may have open.")] = 200,
    metrics: Annotated[
        bool, typer.Option("--metrics/--no-metrics", help="Answer /metrics with figures for Prometheus.")
    ] = False,
) -> None:
    """Serve the web table, and open it in the browser."""
    from spiritboard.server.app import Settings
    from spiritboard.server.run import run

    settings = Settings(
        data=data or user_data_path("spiritboard"),
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
    run(settings, host, port, browser, Console())
