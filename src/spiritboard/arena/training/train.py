"""Training a judgement for a game, in parts that can be stopped and gone on with."""

from __future__ import annotations

import shlex
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from spiritboard.arena.training.games import GAMES_IN_PART, GamesPart, Kept, inputs_of, play_part, setups_of, together
from spiritboard.arena.training.network import Network, NetworkShape, SetupInputs
from spiritboard.arena.workers import each
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find
from spiritboard.table.weights import LearningStep, Weights, WeightsBasis, WeightsMade

HIDDEN: Final = 64
MIDDLE: Final = 32
ROUND: Final = 512  # games that are played with the same weights
FIRST_GAMES: Final = 4096  # from these the network learns only how they ended, because it knows too little yet
BATCH: Final = 512  # positions that a step of learning looks at
SECONDS_BETWEEN_CHECKPOINTS: Final = 20.0
TIMES: Final = 2  # that the network sees each position: playing takes longer than learning
NEWEST: Final = 0.02  # the weight of the newest games in the mean loss
CURVE_POINTS: Final = 40  # at most so many points of the training curve are kept


class TrainingPlan(msgspec.Struct, frozen=True):
    """What is trained. Everything but the pieces and the number of games must be the same to go on with a training."""

    game: str
    players: tuple[int, ...]
    seed: str
    guided: int  # in so many games the guide decides, in all later ones the judgement as it is by then
    hidden: int = HIDDEN
    middle: int = MIDDLE

    def check(self) -> None:
        """Raises BadSetup if this cannot be trained."""
        for seats in self.players:
            find(self.game).setup(seats)
        if not self.players or len(set(self.players)) < len(self.players):
            raise BadSetup("Name each number of players once.")

    def command(self, games: int, pieces: str | None) -> str:
        """Returns the command that trains the same weights again."""
        words = ["spiritboard", "train", self.game]
        if self.players != tuple(find(self.game).seats):
            words += [word for seats in self.players for word in ("--players", str(seats))]
        words += ["--games", str(games), "--guided", str(self.guided), "--seed", self.seed]
        words += ["--pieces", pieces] if pieces is not None else []
        return shlex.join(words)


class Checkpoint(msgspec.Struct, frozen=True):
    """What is stored beside the arrays of a network that is being trained."""

    plan: TrainingPlan
    observation: int
    pieces: str  # their digest
    games: int
    curve: tuple[LearningStep, ...]


@dataclass(frozen=True)
class Progress:
    """How far a training is."""

    games: int
    positions: int
    loss: float
    by_guide: bool


class Training:
    """A network, and the games that it has learned from so far."""

    def __init__(self, plan: TrainingPlan, pieces: Pieces | None = None, pieces_file: str | None = None) -> None:
        plan.check()
        self.plan = plan
        self.pieces = pieces
        self.pieces_file = pieces_file
        self.setups = setups_of(find(plan.game), plan.players, pieces)
        usual = self.setups[0][0]
        self.digest = usual.config.digest
        self.version = usual.observation.version
        shape = NetworkShape(inputs_of(self.setups), plan.hidden, plan.middle, max(plan.players) + 1)
        self.network = Network(shape, Dice(plan.seed).below(1 << 31))
        self._inputs = {
            (at, choice): SetupInputs(setup, shape.inputs)
            for at, some in enumerate(self.setups)
            for choice, setup in enumerate(some)
        }
        self.games = 0
        self.positions = 0
        self.loss = 0.0  # how far the network was from the results of the last games, before it learned from them
        self.curve: list[LearningStep] = []

    # Learning.

    def run(self, until: Callable[[int], bool], jobs: int, report: Callable[[Progress], None], keep: Path) -> None:
        """Play and learn until `until` is true for the number of games. The file `keep` is written now and then."""
        kept_at = time.monotonic()
        while not until(self.games):
            by_guide = self.games < self.plan.guided
            self.round(jobs)
            report(Progress(self.games, self.positions, self.loss, by_guide))
            if time.monotonic() - kept_at > SECONDS_BETWEEN_CHECKPOINTS:
                self.store(keep)
                kept_at = time.monotonic()
        self.store(keep)

    def round(self, jobs: int) -> None:
        """Play some games and learn from them."""
        weights = self.weights() if self.games >= FIRST_GAMES else None
        guided = self.games < self.plan.guided
        firsts = range(self.games, self.games + ROUND, GAMES_IN_PART)
        plan = self.plan
        parts = [
            GamesPart(plan.game, plan.players, self.pieces, plan.seed, first, GAMES_IN_PART, weights, guided)
            for first in firsts
        ]
        kept = together(list(each(play_part, parts, jobs, in_order=True)))
        self._measure(kept)
        self._learn(kept)
        self.games += ROUND
        self.positions += sum(len(lessons.vectors) for lessons in kept.values())
        self._draw()

    def _measure(self, kept: Kept) -> None:
        """Bring the mean loss up to date with the loss of a batch of each setup."""
        losses = [
            self.network.loss(self._inputs[place], lessons.vectors[-BATCH:], lessons.shares[-BATCH:])
            for place, lessons in kept.items()
        ]
        loss = sum(losses) / max(len(losses), 1)
        self.loss += (loss - self.loss) * max(NEWEST, ROUND / (self.games + ROUND))

    def _learn(self, kept: Kept) -> None:
        """Take a step of learning for every batch of positions, in a random order. Each position comes some times."""
        chance = np.random.default_rng([self.games, Dice(self.plan.seed).below(1 << 31)])
        batches = []
        for place, lessons in [known for known in kept.items() for _ in range(TIMES)]:
            order = chance.permutation(len(lessons.vectors))
            batches += [(place, order[first : first + BATCH]) for first in range(0, len(order), BATCH)]
        for at in chance.permutation(len(batches)):
            place, chosen = batches[at]
            lessons = kept[place]
            self.network.learn(self._inputs[place], lessons.vectors[chosen], lessons.shares[chosen])

    def _draw(self) -> None:
        """Add a point to the training curve. Every second point is left out whenever there are too many."""
        apart = self.curve[1].games - self.curve[0].games if len(self.curve) > 1 else ROUND
        if not self.curve or self.games - self.curve[-1].games >= apart:
            self.curve.append(LearningStep(self.games, round(self.loss, 4)))
        if len(self.curve) > CURVE_POINTS:
            self.curve = self.curve[::2]

    def weights(self) -> Weights:
        """Returns the weights as they are now."""
        plan, shape = self.plan, self.network.shape
        made = WeightsMade(
            game=plan.game,
            observation=self.version,
            pieces=self.digest,
            players=plan.players,
            hidden=plan.hidden,
            middle=plan.middle,
            seed=plan.seed,
            games=self.games,
            command=plan.command(self.games, self.pieces_file),
            curve=tuple(self.curve),
        )
        own = self.pieces is None or self.digest == find(plan.game).own_pieces.digest()
        pieces = None if own else msgspec.to_builtins(self.pieces)
        return Weights(made, WeightsBasis(shape.inputs, pieces), self.network.whole_numbers())

    # Storing.

    def store(self, path: Path) -> None:
        """Write everything that the training goes on from. If it fails or is interrupted, the file before it stays."""
        head = Checkpoint(self.plan, self.version, self.digest, self.games, tuple(self.curve))
        arrays: dict[str, Any] = {**self.network.arrays(), "positions": self.positions, "loss": self.loss}
        draft = path.with_name(path.name + ".new")
        with draft.open("wb") as file:
            np.savez(file, head=np.frombuffer(msgspec.json.encode(head), np.uint8), **arrays)
        draft.replace(path)

    def go_on(self, path: Path) -> None:
        """Go on from a stored training. Raises BadSetup if it is another one, or if the file is none."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                head = msgspec.json.decode(stored["head"].tobytes(), type=Checkpoint)
                self._check(head, path)
                self.network.restore(lambda name: stored[name])
                self.positions, self.loss = int(stored["positions"]), float(stored["loss"])
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            if isinstance(error, BadSetup):
                raise
            raise BadSetup(f"{path}: no training to go on with ({error}).") from None
        self.games = head.games
        self.curve = list(head.curve)

    def _check(self, head: Checkpoint, path: Path) -> None:
        """Raises BadSetup if a stored training is another one than this."""
        if head.plan != self.plan:
            raise BadSetup(f"{path}: this training was begun with {head.plan.command(head.games, None)!r}.")
        if (head.observation, head.pieces) != (self.version, self.digest):
            raise BadSetup(f"{path}: this training was begun with other observations or other pieces.")
