"""`python -m tests.server.serve_with_dice SEED serve …` starts a server whose chance follows from a seed.

The file SEED holds any text. Three things determine the deal of every table, the dice of every move and the choices of
bots: this text, the purpose of the dice, and the number of entries at the table. The same seed gives the same game,
whatever else is played at this server. A test may write another seed at any time.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from litestar import Litestar

    from spiritboard.server.app import Settings


def rolled(seed: str, purpose: str, number: int) -> str:
    """Returns the digits that follow from a seed, a purpose and a number of entries: see `Entropy`."""
    from spiritboard.table.dice import key_from

    return key_from(f"{seed} {purpose} {number}").hex()


def main() -> None:
    # Imported here, because every process of the bot pool imports this module again.
    from spiritboard import cli
    from spiritboard.server import app, run

    seed = Path(sys.argv.pop(1))

    def entropy(purpose: str, number: int) -> str:
        return rolled(seed.read_text(), purpose, number)

    def create_app(settings: Settings) -> Litestar:
        return app.create_app(replace(settings, entropy=entropy))

    with patch.object(run, "create_app", create_app):
        cli.main()


if __name__ == "__main__":
    main()
