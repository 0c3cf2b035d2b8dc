"""Runs the blocks of code of a page, in order, as a reader would: in one folder, with one Python.

- `python` blocks share their names. What a block prints may be shown in an `output` block after it.
- `pycon` blocks are examples with `>>>`, in the same names.
- `sh` blocks run in bash. Only `pip install` does nothing; a test checks that its packages and extras exist.
- A block with `file="…"` is written to that file. A block with `not-tried="…"` is left out, for the reason given.
- With `try-with="--games 20"` the block runs with smaller numbers. Then an output is compared without its numbers.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from spiritboard.server.docs.blocks import Block
from spiritboard.server.docs.pages import DocsPage

AS_SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
NUMBER = re.compile(r"\d[\d,.]*")
PRELUDE = "set -euo pipefail\npip() { :; }\n"
LONGEST_SECONDS = 300  # so that a block that waits forever is named


class BlockRunner:
    """Runs the blocks of one page in a folder, which is the current folder."""

    def __init__(self, page: DocsPage) -> None:
        self.page = page
        self.names: dict[str, object] = {"__name__": f"docs.{page.name}"}
        self.printed: str | None = None  # by the block before
        self.same_numbers = True

    def run(self) -> int:
        """Run all blocks. Returns how many were run. Raises AssertionError, or what a block raises."""
        found = self.page.blocks()
        for block in found:
            self.one(block)
        return sum(block.runs for block in found)

    def one(self, block: Block) -> None:
        if block.file:
            Path(block.file).write_text(block.tried(), encoding="utf-8")
        elif block.not_tried:
            self.printed = None
        elif block.language in ("python", "pycon", "sh"):
            ways: dict[str, Callable[[Block], str]] = {"python": self.python, "pycon": self.pycon, "sh": self.sh}
            self.printed = ways[block.language](block)
            self.same_numbers = not block.try_with
        else:
            self.shown(block)

    def where(self, block: Block) -> str:
        return f"docs/{self.page.name}.md, line {block.line}"

    def python(self, block: Block) -> str:
        lines = "\n" * (block.line - 1) + block.tried()  # so that a traceback names the line of the page
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(lines, f"docs/{self.page.name}.md", "exec"), self.names)
        return printed.getvalue()

    def pycon(self, block: Block) -> str:
        test = doctest.DocTestParser().get_doctest(block.tried(), self.names, self.page.name, None, block.line - 1)
        test.globs = self.names  # doctest works with a copy otherwise
        said: list[str] = []
        outcome = doctest.DocTestRunner(optionflags=AS_SHOWN).run(test, out=said.append, clear_globs=False)
        assert outcome.attempted, f"{self.where(block)}: no line begins with >>>"
        assert not outcome.failed, "".join(said)
        return ""

    def sh(self, block: Block) -> str:
        environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PATH": path_with_python()}
        environment.pop("SPIRITBOARD_DATABASE", None)
        done = subprocess.run(
            ["bash", "-c", PRELUDE + block.tried()],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
        )
        assert done.returncode == 0, f"{self.where(block)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def shown(self, block: Block) -> None:
        if block.language == "output":
            assert self.printed is not None, f"{self.where(block)}: no block before it was run"
            self.compare(block, self.printed)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json":
            json.loads(block.text)

    def compare(self, block: Block, printed: str) -> None:
        shown, got = block.text, printed
        if not self.same_numbers:
            shown, got = (NUMBER.sub("1", text) for text in (shown, got))
        fits = doctest.OutputChecker().check_output(trimmed(shown), trimmed(got), AS_SHOWN)
        assert fits, f"{self.where(block)} shows\n{block.text}\nbut the block before it printed\n{printed}"


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def path_with_python() -> str:
    """Returns the PATH with the programs of this Python first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
