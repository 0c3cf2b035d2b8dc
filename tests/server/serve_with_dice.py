"""`python -m tests.server.serve_with_dice SEED serve …` starts the server with dice that a test brings.

The file SEED holds any text. From it, and from what is rolled for and how much has happened at the table by then,
follow the deal of every table, the dice of every move and the thoughts of bots: the same seed gives the same game,
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
    """What follows from a seed, for a purpose and how much has happened: see `Entropy`."""
    from spiritboard.table.dice import key_from

    return key_from(f"{seed} {purpose} {number}").hex()


def main() -> None:
    # Not imported above, because each process that thinks for bots imports this module again.
    from spiritboard import cli
    from spiritboard.server import app, run

    seed = Path(sys.argv.pop(1))

    def brought(purpose: str, number: int) -> str:
        return rolled(seed.read_text(), purpose, number)

    def create_app(settings: Settings) -> Litestar:
        return app.create_app(replace(settings, entropy=brought))

    with patch.object(run, "create_app", create_app):
        cli.main()


if __name__ == "__main__":
    main()
