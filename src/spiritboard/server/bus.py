"""The messages between servers that share their tables.

A server with its tables in a folder is alone, and its `ServerBus` sends nothing. Servers that share a database have a
`PostgresBus` (`postgres.py`). A message says that a table has changed, which every server then reads from the storage,
and who is connected to the table, which is not stored.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec


class TableNews(msgspec.Struct):
    """A message from a server about a table. Without a table, it says only that the server is running."""

    server: str
    table: str = ""
    present: list[str] = []  # the persons connected to the table through that server
    heard: list[str] = []  # persons without a connection who have just sent that server a request
    asks: bool = False  # whether the other servers shall answer who is connected through them
    pace: float = 0.0  # the longest that those persons wish bots to wait, in times of the usual
    skips: bool = False  # whether the only person at the table skips the bots' moves


class BusListener(Protocol):
    """The part of a server that receives the messages."""

    def complete(self, news: TableNews) -> None:
        """Add who is connected to the table through this server, and how they wish bots to move."""

    async def hear(self, news: TableNews) -> None:
        """Take a message from another server."""

    async def hear_all(self) -> None:
        """Read every table again, because messages may have been missed. Called after each connection to the bus."""

    def lose(self, server: str) -> None:
        """Forget the persons connected through another server, which has stopped."""


class ServerBus:
    """The bus of a server that is alone: it sends nothing."""

    shared: ClassVar[bool] = False  # whether other servers may have the same tables

    def open(self, listener: BusListener) -> None:
        """Start to receive messages."""

    async def close(self) -> None:
        """Send the waiting messages, and disconnect."""

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        """Tell the other servers that a table has changed, or that a person came, went or sent a request."""

    async def claim(self, table: str) -> bool:
        """Returns whether this server makes the bots' moves at a table. Only one server does."""
        return True

    async def release(self, table: str) -> None:
        """Let another server make the bots' moves at a table."""

    async def is_played_elsewhere(self, game: str, rules: str) -> bool:
        """Returns whether another server plays a game by these rules. Raises Unreachable if the database is away."""
        return False
