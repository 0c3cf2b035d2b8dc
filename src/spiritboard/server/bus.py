"""What servers with the same tables tell each other.

A server that keeps its tables in a folder is alone, and its `ServerBus` sends nothing. Servers that share a database
have a `PostgresBus` (`postgres.py`). A message says that something is new at a table, which every server looks up
in the storage, and who is connected there, which is not stored.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec


class News(msgspec.Struct):
    """What a server says of a table. One that names no table only says that it is still there."""

    server: str
    table: str = ""
    present: list[str] = []  # everybody who is there by a line to that server
    heard: list[str] = []  # and those without a line who have just asked it or told it something
    asks: bool = False  # whether it wants to know who is there by the others


class BusListener(Protocol):
    """Whoever is at this end of the wire."""

    def present(self, table: str) -> list[str]:
        """Who is at a table by a line to this server."""

    async def hear(self, news: News) -> None:
        """Another server has told something."""

    async def hear_all(self) -> None:
        """Nothing has been heard up to now: anything may have happened."""

    def lose(self, server: str) -> None:
        """Another server has gone, and whoever was there by it."""


class ServerBus:
    """One that leads nowhere."""

    shared: ClassVar[bool] = False  # whether there may be others with the same tables

    def open(self, listener: BusListener) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Say what is still to be said, and hang up."""

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        """There is something new at a table, or somebody came, went or was heard from."""

    async def claim(self, table: str) -> bool:
        """Whether it is this server that lets bots move at a table: one does, so that they think once."""
        return True

    async def release(self, table: str) -> None:
        """Another server may do so now."""

    async def is_played_elsewhere(self, game: str, rules: str) -> bool:
        """Whether another server plays a game by these rules; Unreachable if that cannot be told."""
        return False
