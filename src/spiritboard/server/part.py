"""A part of a page: HTML that the server sends once, and that other parts refer to by a mark."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

MARK_BEGINS = "<!--part:"
MARK = re.compile(MARK_BEGINS + r"([\w.-]+)-->")


def mark(part: str) -> str:
    """Returns the text that stands for another part inside of a part."""
    return f"{MARK_BEGINS}{part}-->"


class Part:
    def __init__(self, html: str) -> None:
        self.html = html
        self._encoded: msgspec.Raw | None = None

    @property
    def encoded(self) -> msgspec.Raw:
        """Returns the HTML as JSON for messages. All pages that are sent this part share it."""
        if self._encoded is None:  # kept here, because a cached_property takes a lock
            self._encoded = msgspec.Raw(msgspec.json.encode(self.html))
        return self._encoded


def compose(parts: Mapping[str, str], name: str) -> str:
    """Returns a part with all parts inside of it in their places."""
    return MARK.sub(lambda found: compose(parts, found[1]), parts[name])
