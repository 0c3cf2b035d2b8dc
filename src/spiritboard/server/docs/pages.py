"""The pages of the documentation: Markdown files in `docs/`, in the order of `docs/contents.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from spiritboard.server.docs.blocks import Block, blocks

HERE = Path(__file__).parent
MARKDOWN = MarkdownIt("js-default", {"html": False})  # HTML tags in a text are shown as text
NOT_LISTED = "More pages"


def folder() -> Path:
    """Returns the folder of the pages: in the installed package, or in the copy of the repository that is used."""
    installed = HERE / "pages"
    return installed if installed.is_dir() else HERE.parents[3] / "docs"


@dataclass(frozen=True)
class DocsPage:
    """A page."""

    name: str  # of its file, without .md
    text: str

    @property
    def title(self) -> str:
        """Returns its heading."""
        return self.text.partition("\n")[0].removeprefix("# ").replace("`", "").strip()

    def tokens(self) -> list[Token]:
        """Returns its Markdown, parsed."""
        return MARKDOWN.parse(self.text)

    def blocks(self) -> list[Block]:
        """Returns its blocks of code. Raises BadBlock."""
        return blocks(self.tokens())


@dataclass(frozen=True)
class Section:
    """Pages of one kind, in order."""

    title: str
    about: str
    pages: tuple[DocsPage, ...]


@cache
def contents() -> tuple[Section, ...]:
    """Returns the sections of all pages. A page that contents.toml does not list comes last."""
    found = {path.stem: DocsPage(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder().glob("*.md"))}
    listed = tomllib.loads((folder() / "contents.toml").read_text(encoding="utf-8"))["section"]
    sections = [
        Section(each["title"], each["about"], tuple(found.pop(name) for name in each["pages"])) for each in listed
    ]
    return (*sections, *([Section(NOT_LISTED, "", tuple(found.values()))] if found else []))


@cache
def pages() -> dict[str, DocsPage]:
    """Returns all pages by name, in order."""
    return {page.name: page for section in contents() for page in section.pages}
