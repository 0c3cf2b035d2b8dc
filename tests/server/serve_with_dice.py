"""`python -m tests.server.serve_with_dice SEED SAMPLES serve …` starts a server whose chance follows from a seed.

The file SEED holds any text. Three things determine the deal of every table, the dice of every move and the choices of
bots: this text, the purpose of the dice, and the number of entries at the table. The same seed gives the same game,
whatever else is played at this server. A test may write another seed at any time. Reviews sample SAMPLES games of
everything, so that they do not depend on the speed of the machine.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from spiritboard.server.app import Settings


def rolled(seed: str, purpose: str, number: int) -> str:
    """Returns the digits that follow from a seed, a purpose and a number of entries: see `Entropy`."""
    from spiritboard.table.dice import key_from

    return key_from(f"{seed} {purpose} {number}").hex()


def entropy(seed: Path, purpose: str, number: int) -> str:
    """Returns the digits that follow from the seed in this file. It can be sent to the workers of a server."""
    return rolled(seed.read_text(), purpose, number)


def main() -> None:
    # Imported here, because every process of the bot pool imports this module again.
    from spiritboard import cli
    from spiritboard.review.values import Effort
    from spiritboard.server import run as server

    seeded, run = partial(entropy, Path(sys.argv.pop(1))), server.run
    effort = Effort(samples=int(sys.argv.pop(1)))

    def run_with_dice(settings: Settings, *rest: Any) -> int:
        return run(replace(settings, entropy=seeded, review_effort=effort), *rest)

    with patch.object(server, "run", run_with_dice):
        cli.main()


if __name__ == "__main__":
    main()
