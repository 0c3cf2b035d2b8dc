"""Baselines for every game: learning curves of PPO by self-play and of behaviour cloning, and the page that shows them.

    python -m examples.baselines run --into docs/baselines.jsonl --seeds 1,2,3
    python -m examples.baselines page docs/baselines.jsonl

`run` appends a line for each run to the file, and leaves out the runs that the file holds already, so it can be stopped
and started again. `page` writes docs/baselines.md and its picture from such a file. Run both in the main folder.

The protocol is the same everywhere. A policy draws its actions with the chances that it gives them. It plays each of so
many deals once from every seat, and every other seat is played by the same bot; what counts is its share of the
victories. The mean of a deal over the seats is one number, so an interval of 95 % is that of the mean of independent
deals. The deals of the last measurement are other deals than those of the curve.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import torch

import spiritboard
from examples.behaviour_cloning import Decisions, Imitator, imitate
from examples.self_play_ppo import Network, Settings, train
from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.adapters.self_play import interval, shares
from spiritboard.arena.data import DataFiles
from spiritboard.arena.simulate import SimulationJob, simulate

if TYPE_CHECKING:
    from spiritboard.adapters.self_play import Policy

PPO, CLONING = "PPO by self-play", "behaviour cloning"
OPPONENTS = ("random", "heuristic")
CURVE_POINTS = 8
LAST_SEED = 0  # of the deals of the last measurement
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Effort:
    """How much a run may do."""

    decisions: int = 300_000  # that PPO plays
    copied_games: int = 400  # of the heuristic bot, that behaviour cloning learns from
    epochs: int = 8
    curve_deals: int = 50  # for each point of a curve
    deals: int = 250  # at the end


@dataclass
class Point:
    """What a policy has reached: its share of the victories against each opponent, and how far the interval reaches."""

    decisions: int
    against: dict[str, tuple[float, float]]


@dataclass
class Run:
    """A training run with its curve and its last measurement."""

    game: str
    players: int
    method: str
    seed: int
    effort: Effort
    version: int  # of the observation
    package: str
    seconds: float = 0.0  # of processor time, without the measurements
    curve: list[Point] = field(default_factory=list)
    last: Point | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.game, self.method, self.seed


def measured(adapter: GameAdapter, policy: Policy, decisions: int, deals: int, seed: int) -> Point:
    """Returns what a policy reaches against each opponent."""
    return Point(
        decisions, {opponent: interval(shares(adapter, policy, opponent, deals, seed)) for opponent in OPPONENTS}
    )


class Watch:
    """Measures a policy from time to time, and counts the processor time of the training only."""

    def __init__(self, run: Run, adapter: GameAdapter, decisions: int) -> None:
        self.run, self.adapter, self.every = run, adapter, decisions / CURVE_POINTS
        self.went = time.process_time()

    def __call__(self, decisions: int, network: Network | Imitator) -> None:
        self.stop()
        if decisions >= self.every * (len(self.run.curve) + 1):
            effort = self.run.effort
            self.run.curve.append(
                measured(self.adapter, network.player(0), decisions, effort.curve_deals, 1000 + self.run.seed)
            )
        self.went = time.process_time()

    def stop(self) -> None:
        self.run.seconds += time.process_time() - self.went

    def finish(self, network: Network | Imitator, decisions: int) -> None:
        self.stop()
        self.run.last = measured(self.adapter, network.player(0), decisions, self.run.effort.deals, LAST_SEED)


def new_run(game: str, method: str, seed: int, effort: Effort) -> tuple[Run, GameAdapter]:
    adapter = GameAdapter(game)
    return Run(game, adapter.seats, method, seed, effort, adapter.version, spiritboard.__version__), adapter


def ppo(game: str, seed: int, effort: Effort) -> Run:
    """Returns a run of PPO, in which one network plays all seats."""
    run, adapter = new_run(game, PPO, seed, effort)
    watch = Watch(run, adapter, effort.decisions)
    watch.finish(train(Settings(game, decisions=effort.decisions, seed=seed), watch), effort.decisions)
    return run


def cloning(game: str, seed: int, effort: Effort) -> Run:
    """Returns a run of behaviour cloning from games in which the heuristic bot plays every seat."""
    run, adapter = new_run(game, CLONING, seed, effort)
    job = SimulationJob(game, adapter.seats, effort.copied_games, f"copied {seed}", bot="heuristic")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "decisions.parquet"
        with DataFiles(job, None, file, observations=True) as files:
            simulate(job, 1, files=files)
        decisions = Decisions(file)
    watch = Watch(run, adapter, effort.epochs * len(decisions))
    watch.finish(imitate(decisions, effort.epochs, seed, watch), effort.epochs * len(decisions))
    return run


METHODS: dict[str, Callable[[str, int, Effort], Run]] = {PPO: ppo, CLONING: cloning}


def run_all(into: Path, games: Sequence[str], seeds: Sequence[int], effort: Effort) -> None:
    """Appends every run to the file that it does not hold yet, and says how each went."""
    torch.set_num_threads(1)  # with matrices this small, more threads are slower
    into.parent.mkdir(parents=True, exist_ok=True)
    done = {run.key for run in read(into)} if into.exists() else set()
    wanted = [(game, method, seed) for seed in seeds for game in games for method in METHODS]
    for number, (game, method, seed) in enumerate(wanted, start=1):
        if (game, method, seed) in done:
            continue
        print(f"{number} of {len(wanted)}: {game}, {method}, seed {seed} … ", end="", flush=True)
        run = METHODS[method](game, seed, effort)
        with into.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(run)) + "\n")
        assert run.last is not None
        said = ", ".join(f"{mean:.2f} ± {reach:.2f} against {bot}" for bot, (mean, reach) in run.last.against.items())
        print(f"{said}; {run.seconds:.0f} s")


def read(file: Path) -> list[Run]:
    return [run_of(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def run_of(data: dict[str, object]) -> Run:
    """Returns a run that was written as JSON."""
    import msgspec

    return msgspec.convert(data, Run)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="train and measure")
    running.add_argument("--into", type=Path, required=True, help="a file; each run becomes a line")
    running.add_argument("--games", default=",".join(own_games()), help="the games, with commas between them")
    running.add_argument("--seeds", default="1,2,3")
    for name, usual in asdict(Effort()).items():
        running.add_argument(f"--{name.replace('_', '-')}", type=int, default=usual)
    writing = commands.add_parser("page", help="write docs/baselines.md from a file of runs")
    writing.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "run":
        effort = Effort(**{name: getattr(given, name) for name in asdict(Effort())})
        run_all(given.into, given.games.split(","), [int(seed) for seed in given.seeds.split(",")], effort)
    else:
        from examples.baselines_page import write_page

        write_page(read(given.file), ROOT / "docs")


def own_games() -> Iterator[str]:
    """Yields the games of this package that have an observation."""
    folder = Path(spiritboard.__file__).parent
    for game in spiritboard.games().values():
        if game.observation is not None and game.folder.is_relative_to(folder):
            yield game.id


if __name__ == "__main__":
    main()
