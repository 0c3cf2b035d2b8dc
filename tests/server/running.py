"""Servers as tests, benchmarks and tools start them: with dice of their own, quick bots, and limits nobody reaches."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from spiritboard.server.process import PATIENCE_SECONDS, ServerProcess

# Tests make more requests from one address than any person does.
LIMITS = ("requests-a-minute", "tables-a-person", "tables-a-network", "invitations-a-person", "invitations-a-network")
GENEROUS = [word for limit in (*LIMITS, "sockets-a-person", "sockets-a-network") for word in (f"--{limit}", "100000")]
# Bots try one playout only, so that their choices do not depend on the speed of the machine.
HASTY_BOTS = ["--bot-pace", "0", "--bot-seconds", "1e-9"]
USUAL_SAMPLES = 32  # of everything in a review
ROOT = Path(__file__).parents[2]
LONG_ENOUGH = PATIENCE_SECONDS


class Server(ServerProcess):
    """A server whose chance follows from a seed: see `serve_with_dice.py`."""

    def __init__(
        self,
        data: Path,
        *options: str,
        environment: Mapping[str, str] | None = None,
        samples: int = USUAL_SAMPLES,
    ) -> None:
        """`samples` is the number of games that are sampled of everything in a review."""
        self.seed = data / "seed"
        command = (sys.executable, "-m", "tests.server.serve_with_dice", str(self.seed), str(samples))
        super().__init__(data, *HASTY_BOTS, *GENEROUS, *options, command=command, folder=ROOT, environment=environment)
        self.bring_dice("the usual")

    def bring_dice(self, seed: str) -> None:
        """From now on, all chance at this server follows from the seed."""
        self.seed.write_text(seed)


@contextmanager
def serving(
    *options: str, environment: Mapping[str, str] | None = None, samples: int = USUAL_SAMPLES
) -> Iterator[Server]:
    """Yields such a server with an empty data folder. It ends, and the folder is removed, with the block."""
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), *options, environment=environment, samples=samples) as server,
    ):
        yield server
