"""The network of a judgement as it learns: with floating-point numbers, in NumPy.

`table/judgement.py` says how it judges. Here, a number of an observation is one input for each of its levels, which is
1 if the number is at least that high. The rows of a level and of all levels below it, added up, are the row that the
judgement adds for the number.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from spiritboard.table.game import GameSetup
from spiritboard.table.judgement import MOST_LEVELS, ONE
from spiritboard.table.weights import HIGHEST, LOWEST, Input, settings, sizes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

BEYOND: Final = 16  # a number beyond the levels counts a sixteenth, so that large numbers do not drown the others
FIRST_RATE: Final = 0.002  # how far a step goes at first
STEADY_STEPS: Final = 3000  # after so many steps the rate is half of that, after twice as many a third
MEMORY: Final = (0.9, 0.999)  # what the means of Adam keep of earlier gradients, and of their squares
AVERAGED: Final = 0.1  # the averaged weights are a mean of about this share of all steps, the newest
TINY: Final = 1e-8


class NetworkShape(msgspec.Struct, frozen=True):
    """The sizes of a network: of its hidden layers, and of its results, one more than the most seats of the game."""

    inputs: tuple[Input, ...]
    hidden: int
    middle: int
    results: int

    @property
    def rows(self) -> int:
        return sum(each.rows for each in self.inputs)


class SetupInputs:
    """How the vectors of one setup become inputs of the network."""

    def __init__(self, setup: GameSetup, inputs: tuple[Input, ...]) -> None:
        starts: dict[str, int] = {}
        row = 0
        for each in inputs:
            starts[each.name] = row
            row += each.rows
        known = {each.name: each for each in inputs}
        levels: list[tuple[int, int, int]] = []  # row, position, level
        beyond: list[tuple[int, int]] = []  # row, position
        for position, name in enumerate(setup.observation.names()):
            own = known[name].levels
            levels += [(starts[name] + at, position, at + 1) for at in range(own)]
            beyond += [(starts[name] + own, position)] if known[name].rows > own else []
        self.rows = np.array([row for row, *_ in levels] + [row for row, _ in beyond])
        self.setting_rows = np.array([starts[name] for name in settings(setup) if name in starts], np.int64)
        self.level_positions = np.array([position for _, position, _ in levels])
        self.levels = np.array([level for *_, level in levels], np.uint8)
        self.beyond_positions = np.array([position for _, position in beyond], np.int64)
        self.seats = setup.config.seats

    def of(self, vectors: NDArray[np.uint8]) -> Floats:
        """Returns the inputs for these vectors."""
        found = np.empty((len(vectors), len(self.rows)), np.float32)
        count = len(self.levels)
        np.greater_equal(vectors[:, self.level_positions], self.levels, out=found[:, :count])
        above = np.maximum(vectors[:, self.beyond_positions], MOST_LEVELS) - MOST_LEVELS
        np.divide(above, np.float32(BEYOND), out=found[:, count:])
        return found


class Network:
    """Weights that learn. A step of learning is one of Adam (Kingma and Ba 2015); the averaged weights are kept."""

    def __init__(self, shape: NetworkShape, seed: int) -> None:
        self.shape = shape
        chance = np.random.default_rng(seed)
        sizes = sizes_of(shape.rows, shape.hidden, shape.middle, shape.results)
        widths = (shape.hidden, shape.middle, shape.results)
        spreads = (0.1, shape.hidden**-0.5, shape.middle**-0.5)
        self.layers = [
            self._layer(chance, size // width, width, spread)
            for size, width, spread in zip(sizes, widths, spreads, strict=True)
        ]
        self.layers[0][-1] = self.layers[1][-1] = 0.4  # so that hidden values begin within their limits
        self.averaged = [layer.copy() for layer in self.layers]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    @staticmethod
    def _layer(chance: np.random.Generator, rows: int, width: int, spread: float) -> Floats:
        layer = chance.normal(0.0, spread, (rows, width)).astype(np.float32)
        layer[-1] = 0.0
        return layer

    # Judging.

    def loss(self, inputs: SetupInputs, vectors: NDArray[np.uint8], shares: Floats) -> float:
        """Returns the mean cross entropy between what the averaged weights expect and how games ended."""
        *_, expected = _forward(self.averaged, inputs, inputs.of(vectors))
        return _cross_entropy(expected, targets(shares))

    # Learning.

    def learn(self, inputs: SetupInputs, vectors: NDArray[np.uint8], shares: Floats) -> None:
        """Take a step towards these shares of the victory."""
        self._step(_gradients(self.layers, inputs, inputs.of(vectors), targets(shares)))

    def _step(self, gradients: list[Floats]) -> None:
        self.steps += 1
        rate = FIRST_RATE / (1 + self.steps / STEADY_STEPS)
        first, second = MEMORY
        rate *= (1 - second**self.steps) ** 0.5 / (1 - first**self.steps)
        kept = self.steps / (self.steps + 1 / AVERAGED)
        for at, gradient in enumerate(gradients):
            mean, square, layer, averaged = self.means[at], self.squares[at], self.layers[at], self.averaged[at]
            mean += np.float32(1 - first) * (gradient - mean)
            square += np.float32(1 - second) * (gradient * gradient - square)
            layer -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(TINY))
            averaged += np.float32(1 - kept) * (layer - averaged)

    # Storing.

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Returns everything that learning goes on from."""
        found: dict[str, NDArray[np.generic]] = {"steps": np.array(self.steps)}
        for name in ("layers", "averaged", "means", "squares"):
            for at, layer in enumerate(getattr(self, name)):
                found[f"{name}-{at}"] = layer
        return found

    def restore(self, read: Callable[[str], NDArray[np.float32]]) -> None:
        """Go on from what `arrays` returned."""
        self.steps = int(read("steps"))
        for name in ("layers", "averaged", "means", "squares"):
            setattr(self, name, [read(f"{name}-{at}") for at in range(3)])

    def whole_numbers(self) -> tuple[array[int], ...]:
        """Returns the averaged weights as the whole numbers that a judgement calculates with.

        The rows of numbers that never came up are 0: they have learned nothing, and compress to nothing.
        """
        first, middle, last = self.averaged
        first = np.where(self.squares[0].any(axis=1, keepdims=True), first, np.float32(0))
        return tuple(_rounded(layer) for layer in (self._added_up(first), middle, last))

    def _added_up(self, layer: Floats) -> Floats:
        """Returns the first layer with a row for each number instead of one for each level."""
        found = layer.copy()
        row = 0
        for each in self.shape.inputs:
            own = slice(row, row + each.levels)
            found[own] = np.cumsum(layer[own], axis=0)
            found[row + each.levels : row + each.rows] /= BEYOND
            row += each.rows
        return found


def _rounded(layer: Floats) -> array[int]:
    return array("h", np.clip(np.rint(layer * ONE), LOWEST, HIGHEST).astype(np.int16).tobytes())


def targets(shares: Floats) -> Floats:
    """Returns shares with one column more: that nobody won."""
    return np.concatenate([shares, 1 - shares.sum(axis=1, keepdims=True)], axis=1)


def _forward(layers: list[Floats], inputs: SetupInputs, given: Floats) -> tuple[Floats, ...]:
    """Returns the results of both hidden layers before their limits, and the expected shares."""
    first, middle, last = layers
    added = first[-1] + first[inputs.setting_rows].sum(axis=0)
    hidden = given @ first[inputs.rows] + added
    inner = np.clip(hidden, 0, 1) @ middle[:-1] + middle[-1]
    scores = np.clip(inner, 0, 1) @ last[:-1] + last[-1]
    of_seats = np.concatenate([scores[:, : inputs.seats], scores[:, -1:]], axis=1)
    weights = np.exp(of_seats - of_seats.max(axis=1, keepdims=True))
    return hidden, inner, weights / weights.sum(axis=1, keepdims=True)


def _gradients(layers: list[Floats], inputs: SetupInputs, given: Floats, wanted: Floats) -> list[Floats]:
    """Returns how the cross entropy changes with each weight."""
    hidden, inner, expected = _forward(layers, inputs, given)
    found = [np.zeros_like(layer) for layer in layers]
    back = (expected - wanted) / np.float32(len(given))
    of_scores = np.zeros((len(given), layers[2].shape[1]), np.float32)
    of_scores[:, : inputs.seats] = back[:, :-1]
    of_scores[:, -1] = back[:, -1]
    _fill(found[2], np.clip(inner, 0, 1), of_scores)
    of_inner = of_scores @ layers[2][:-1].T * ((inner > 0) & (inner < 1))
    _fill(found[1], np.clip(hidden, 0, 1), of_inner)
    of_hidden = of_inner @ layers[1][:-1].T * ((hidden > 0) & (hidden < 1))
    found[0][inputs.rows] = given.T @ of_hidden
    found[0][-1] = of_hidden.sum(axis=0)
    found[0][inputs.setting_rows] = found[0][-1]
    return found


def _fill(gradient: Floats, given: Floats, of_results: Floats) -> None:
    gradient[:-1] = given.T @ of_results
    gradient[-1] = of_results.sum(axis=0)


def _cross_entropy(expected: Floats, wanted: Floats) -> float:
    return float(-(wanted * np.log(expected + np.float32(TINY))).sum(axis=1).mean())
