"""The blocks of code on a page: their language, and what a page says about trying them.

The first line of a block names its language and may have settings: ```sh not-tried="it starts a server". The settings
are for the tests, which run every block, and for readers, who see below the block whether it was tried and how.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from spiritboard.table.errors import TableError

RUN = {"python", "pycon", "sh"}
SHOWN = {"csv", "http", "json", "nginx", "output", "text", "toml"}  # an output is compared, the others only read
SETTINGS = {"not-tried", "try-with", "file"}
INFO = re.compile(r'(\w+)((?: [\w-]+="[^"]*")*)')
SETTING = re.compile(r' ([\w-]+)="([^"]*)"')
CHANGE = re.compile(r"(\S+?)( = |=| )(\S+)")
VALUE = r"[\w.:,-]*\w"


class BadBlock(TableError):
    """A block of code that the tests could not run, with the reason."""


@dataclass(frozen=True)
class Block:
    """A block of code."""

    language: str
    text: str
    line: int  # of its first line of code on the page, from 1
    not_tried: str = ""  # why the tests do not run it
    try_with: str = ""  # smaller numbers, with which the tests run it: "--games 20; UPDATES = 2"
    file: str = ""  # the file that the reader is asked to write; later blocks use it

    @property
    def runs(self) -> bool:
        """Returns whether the tests run it."""
        return self.language in RUN and not self.not_tried and not self.file

    def tried(self) -> str:
        """Returns the code with the smaller numbers. Raises BadBlock for a number that it does not contain."""
        text = self.text
        for change in filter(None, map(str.strip, self.try_with.split(";"))):
            found = CHANGE.fullmatch(change)
            if found is None:
                raise BadBlock(f"line {self.line}: {change!r} is not a name and a value.")
            name, between, _ = found.groups()
            pattern = re.compile(rf"(?<![\w-]){re.escape(name + between)}{VALUE}")
            if not pattern.search(text):
                raise BadBlock(f"line {self.line}: the block has no {name}{between}… to try with another value.")
            text = change.join(pattern.split(text))
        return text

    def note(self) -> str:
        """Returns what readers are told about how it was tried; an empty text if there is nothing to say."""
        if self.not_tried:
            return f"Our tests do not run this, because {self.not_tried}."
        return f"Our tests run this with {self.try_with.replace('; ', ', ')}." if self.try_with else ""


def blocks(tokens: Sequence[Token]) -> list[Block]:
    """Returns the blocks of code of a page in their order. Raises BadBlock for a block that does not say its language,
    or whose settings are unknown."""
    return [block(token) for token in tokens if token.type in ("fence", "code_block")]


def block(token: Token) -> Block:
    """Returns a block of code. Raises BadBlock."""
    line = (token.map or [0])[0] + (2 if token.type == "fence" else 1)
    found = INFO.fullmatch(token.info.strip())
    if found is None or found[1] not in RUN | SHOWN:
        raise BadBlock(f"line {line}: the block must say its language, one of: {', '.join(sorted(RUN | SHOWN))}.")
    settings = dict(SETTING.findall(found[2]))
    if unknown := settings.keys() - SETTINGS:
        raise BadBlock(f"line {line}: unknown settings of a block: {', '.join(sorted(unknown))}.")
    if any(not value.strip() for value in settings.values()):
        raise BadBlock(f"line {line}: a setting of the block is empty.")
    return Block(found[1], token.content, line, **{name.replace("-", "_"): value for name, value in settings.items()})
