"""The weights of a learned judgement in a file: `judgement.bin` in a game's folder, or any other that was trained.

The first line is JSON: what the network was trained for, and the command that makes the same file again. Behind it
comes the compressed rest: the positions of observations with their names, the pieces if they are not the game's own,
then the weights as numbers of 16 bits.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.table.errors import BadSetup, BadWeights
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.judgement import MOST_LEVELS, ONE, Inputs, Judgement, Layer
from spiritboard.table.observation import Observation
from spiritboard.table.registry import find
from spiritboard.table.state import GameConfig
from spiritboard.table.view import Sight

WEIGHTS_FILE = "judgement.bin"
MOST_BYTES = 1 << 24  # no file of weights is larger
LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1  # numbers of 16 bits


class LearningStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the training curve: after so many games, how far the network was from the results of new ones."""

    games: int
    loss: float  # the mean cross entropy of the last part of the games, before the network learned from them


class WeightsMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a network was trained for, and how."""

    game: str
    observation: int  # the version of the game's observations
    pieces: str  # their digest
    players: tuple[int, ...]  # the numbers of seats that it knows
    hidden: int  # the number of values in the first hidden layer
    middle: int  # and in the second
    seed: str
    games: int
    command: str  # makes the same file again
    curve: tuple[LearningStep, ...]


class Input(msgspec.Struct, frozen=True, array_like=True):
    """A number that the network is given: the name of its position in observations, and the highest value there."""

    name: str
    most: int

    @property
    def levels(self) -> int:
        """Returns how many of its values have a row of their own."""
        return min(self.most, MOST_LEVELS)

    @property
    def rows(self) -> int:
        """Returns how many rows it has: one more, if there are higher values."""
        return self.levels + (self.most > MOST_LEVELS)


class WeightsBasis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the weights are for: the inputs of the network, and the pieces, unless they are the game's own."""

    inputs: tuple[Input, ...]
    pieces: dict[str, object] | None = None


class Weights:
    """The weights of a network for all setups of a game.

    Each layer is one row of weights for each number that goes in, and at last a row that is added to every result.
    """

    def __init__(self, made: WeightsMade, basis: WeightsBasis, layers: tuple[array[int], ...]) -> None:
        self.made = made
        self.basis = basis
        self.layers = layers
        inputs = basis.inputs
        ends = list(accumulate(each.rows for each in inputs))
        self._first = {each.name: (end - each.rows, each) for each, end in zip(inputs, ends, strict=True)}

    # Judging.

    def judge_of(self, config: GameConfig) -> Judgement:
        """Returns the judgement of games with this configuration. Raises BadWeights if it is not of these pieces."""
        game = find(config.game)
        own = self.basis.pieces
        setup = game.setup(config.seats, None if own is None else msgspec.convert(own, game.pieces), **config.options)
        if setup.config.digest != config.digest:
            raise BadWeights(other_pieces(game))
        return self.judgement(setup)

    def judgement(self, setup: GameSetup) -> Judgement:
        """Returns the judgement of a setup. Raises BadWeights if they were trained for something else."""
        self.check(setup)
        observation = self._observation(setup)
        found = [self._find(name, most) for name, most in zip(observation.names(), observation.most(), strict=True)]
        inputs = Inputs([first for first, _ in found], [each.levels for _, each in found])
        first, middle, last = self.layers
        made = self.made
        setting = self._setting(first, setup)
        return Judgement(
            observation,
            inputs,
            Layer(self._vectors[0], setting),
            Layer(self._vectors[1], [ONE * number for number in middle[-made.middle :]]),
            Layer(self._vectors[2], [ONE * number for number in last[-max(made.players) - 1 :]]),
        )

    @cached_property
    def _vectors(self) -> list[vec[i64]]:
        """The numbers of the layers, which all judgements share."""
        return [vec[i64](layer.tolist()) for layer in self.layers]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Returns how `pickle` makes the same weights again."""
        return Weights, (self.made, self.basis, self.layers)

    def check(self, setup: GameSetup) -> None:
        """Raises BadWeights if this network was not trained for such a setup."""
        made, title = self.made, setup.game.title
        if made.game != setup.game.id:
            raise BadWeights(f"These weights judge the game {made.game!r}, not {setup.game.id!r}.")
        if made.pieces != setup.config.digest:
            raise BadWeights(other_pieces(setup.game))
        if setup.config.seats not in made.players:
            known = ", ".join(str(seats) for seats in made.players)
            raise BadWeights(f"These weights of {title} judge games of {known} players, not of {setup.config.seats}.")

    def _observation(self, setup: GameSetup) -> Observation[Sight]:
        """Returns the observation in the version that the network was trained on. Raises BadWeights if it is gone."""
        try:
            return setup.observation_of(self.made.observation)
        except BadSetup as error:
            raise BadWeights(f"{error} Train other weights with: spiritboard train {self.made.game}") from None

    def _find(self, name: str, most: int) -> tuple[int, Input]:
        """Returns the first row of a position, and what is known of it."""
        first, found = self._first.get(name, (0, Input(name, 0)))
        if found.most < most:
            raise BadWeights(f"These weights do not know the number {name!r} up to {most} in an observation.")
        return first, found

    def _setting(self, layer: array[int], setup: GameSetup) -> list[int]:
        """Returns what is added to the first hidden layer: the last row, and those that say which setup it is."""
        width = self.made.hidden
        total = layer[-width:].tolist()
        for name in settings(setup):
            if name in self._first:
                first = width * self._first[name][0]
                total = [sum(pair) for pair in zip(total, layer[first : first + width], strict=True)]
        return total

    # Files.

    def to_bytes(self) -> bytes:
        """Returns the contents of the file."""
        body = msgspec.json.encode(self.basis) + b"\n" + b"".join(little(layer).tobytes() for layer in self.layers)
        return msgspec.json.encode(self.made) + b"\n" + zlib.compress(body, 9)

    @staticmethod
    def from_bytes(contents: bytes) -> Weights:
        """Returns the weights. Raises BadWeights if this is no file of weights."""
        head, _, packed = contents.partition(b"\n")
        try:
            made = msgspec.json.decode(head, type=WeightsMade)
            names, _, numbers = unpacked(packed).partition(b"\n")
            basis = msgspec.json.decode(names, type=WeightsBasis)
        except (msgspec.DecodeError, zlib.error) as error:
            raise BadWeights(f"Not a file of weights: {error}.") from None
        return Weights(made, basis, layers_in(numbers, made, sum(each.rows for each in basis.inputs)))


def other_pieces(game: Game) -> str:
    """Returns the sentence that says why weights cannot judge a game with these pieces."""
    return (
        f"These weights of {game.title} were trained with other pieces than these. "
        f"Train some with: spiritboard train {game.id} --pieces FILE"
    )


def unpacked(packed: bytes) -> bytes:
    """Returns what was compressed. Raises zlib.error if it is damaged or too large."""
    unpacking = zlib.decompressobj()
    body = unpacking.decompress(packed, MOST_BYTES)
    if not unpacking.eof:
        raise zlib.error("it is cut off or too large")
    return body


def layers_in(numbers: bytes, made: WeightsMade, rows: int) -> tuple[array[int], ...]:
    """Returns the three layers. Raises BadWeights if they are not as large as the header says."""
    sizes = sizes_of(rows, made.hidden, made.middle, max(made.players, default=0) + 1)
    every = array("h")
    if len(numbers) != every.itemsize * sum(sizes):
        raise BadWeights("Not a file of weights: it does not have as many numbers as its first line says.")
    every.frombytes(numbers)
    every = little(every)
    ends = list(accumulate(sizes))
    return tuple(every[end - size : end] for size, end in zip(sizes, ends, strict=True))


def sizes_of(rows: int, hidden: int, middle: int, results: int) -> tuple[int, int, int]:
    """Returns how many numbers each layer has, with the row that is added."""
    return (rows + 1) * hidden, (hidden + 1) * middle, (middle + 1) * results


def little(numbers: array[int]) -> array[int]:
    """Returns numbers with the bytes in the order of files, or files' numbers in the order of this machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def settings(setup: GameSetup) -> list[str]:
    """Returns the names of the inputs that say which setup it is: the number of players and the chosen options."""
    chosen = [f"option {name}={value}" for name, value in setup.config.options.items()]
    return [f"players: {setup.config.seats}", *chosen]


def read_weights(path: Path) -> Weights:
    """Returns the weights in a file. Raises BadWeights if it cannot be read or holds none."""
    try:
        contents = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        raise BadWeights(f"{path}: cannot be read ({error.strerror}).") from None
    try:
        return Weights.from_bytes(contents)
    except BadWeights as error:
        raise BadWeights(f"{path}: {error}") from None


@cache
def own_weights(game_id: str) -> Weights | None:
    """Returns the weights in a game's folder, or None if there are none."""
    path = find(game_id).folder / WEIGHTS_FILE
    return read_weights(path) if path.is_file() else None
