"""What the search of the documentation looks through: a part of a page for every heading."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec
from markdown_it.token import Token

from spiritboard.server.docs.drawing import Site, headings, plain
from spiritboard.server.docs.pages import DocsPage, pages


class FoundPart(msgspec.Struct):
    """A part of a page, from a heading to the next."""

    page: str
    heading: str  # empty for what stands above the first heading
    address: str
    text: str


def search_script(site: Site) -> str:
    """Returns the script that gives docs.js everything that can be found. A script, because a page that was opened from
    a file may load one, but no data."""
    parts = [part for page in pages().values() for part in parts_of(page, site)]
    return f"window.docsParts = {msgspec.json.encode(parts).decode()};\n"


def parts_of(page: DocsPage, site: Site) -> Iterator[FoundPart]:
    tokens = page.tokens()[3:]
    bounds = [*(at for at, token in enumerate(tokens) if token.type == "heading_open"), len(tokens)]
    yield FoundPart(page.title, "", site.address(page.name), words(tokens[: bounds[0]]))
    for heading, (start, end) in zip(headings(tokens), pairwise(bounds), strict=True):
        address = f"{site.address(page.name)}#{heading.anchor}"
        yield FoundPart(page.title, heading.title, address, words(tokens[start + 3 : end]))


def words(tokens: list[Token]) -> str:
    """Returns the text of a part, code included."""
    said = [plain(token) if token.type == "inline" else token.content for token in tokens]
    return " ".join(" ".join(said).split())
