"""A learned judgement: a small network that turns what a seat sees into everybody's share of the victory.

The network is given the numbers of an observation and nothing else, so it knows nothing that the seat does not. It
calculates with whole numbers, so that compiled and in plain Python it comes to the same result, on every machine.

Each number of the observation adds a row of the first layer. Most numbers are 0 and add nothing, so only the others
take time. A number has a row of its own up to `MOST_LEVELS`; what is beyond adds another row several times.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from spiritboard.table.observation import Observation, VectorCells
from spiritboard.table.state import State
from spiritboard.table.view import Sight

ONE: Final = 1024  # stands for 1 in weights and hidden values
ONE_BITS: Final = 10
MOST_LEVELS: Final = 8
HIGHEST_SCORE: Final = 40.0  # e to the power of it is still a number to calculate with


@mypyc_attr(acyclic=True)
@final
class Layer:
    """Weights from some values to others, one row for each value that goes in, and what is added to every result."""

    def __init__(self, weights: vec[i64], added: list[int]) -> None:
        self.weights: vec[i64] = weights
        self.added: vec[i64] = vec[i64](added)
        self.width: i64 = len(added)

    def add_row(self, row: i64, times: i64, into: vec[i64]) -> None:
        """Add a row of the weights, several times, to the values in `into`."""
        weights, width = self.weights, self.width
        first = row * width
        for at in range(width):
            into[at] += times * weights[first + at]

    def of(self, values: vec[i64]) -> vec[i64]:
        """Returns the results for these values, each of which counts from 0 to ONE."""
        results = self.added[:]
        count: i64 = len(values)
        for at in range(count):
            value = values[at]
            if value > 0:
                self.add_row(at, min(value, ONE), results)
        return results


@mypyc_attr(acyclic=True)
@final
class Inputs:
    """Where the numbers of an observation find their rows in the first layer.

    first    the row of the number 1 at each position; the rows of the next numbers follow
    levels   how many numbers of a position have a row of their own; the row after them is for every one beyond
    """

    def __init__(self, first: list[int], levels: list[int]) -> None:
        self.first: vec[i64] = vec[i64](first)
        self.levels: vec[i64] = vec[i64](levels)


class Judgement:
    """Judges the positions of one setup. `setting` has the layer of inputs with what the setup adds to it."""

    def __init__(self, observation: Observation[Sight], inputs: Inputs, setting: Layer, middle: Layer, last: Layer):
        self.observation = observation
        self.seats: i64 = observation.seats
        self.inputs = inputs
        self.setting = setting
        self.middle = middle
        self.last = last
        self._blank: vec[u8] = vec[u8](bytes(int(observation.size)))  # a copy of zeros is made faster than new zeros

    def shares(self, state: State, seat: i64) -> list[float]:
        """Returns each seat's expected share of the victory as this seat judges it: less than 1 in sum, if it is
        possible that nobody wins."""
        return self.by_seat(self.rotated(self.look(state, seat)), seat)

    def share(self, state: State, seat: i64) -> float:
        """Returns the expected share of the seat that looks."""
        return self.rotated(self.look(state, seat))[0]

    def look(self, state: State, seat: i64) -> VectorCells:
        """Returns what the seat sees as numbers: all that the network is given."""
        into = VectorCells(self._blank[:], 0)
        self.observation.write(state, seat, into)
        return into

    def by_seat(self, rotated: list[float], seat: i64) -> list[float]:
        """Returns shares in the order of the seats, from those that begin with the seat that looks."""
        first: int = self.seats - seat
        return rotated[first:] + rotated[:first]

    def rotated(self, looked: VectorCells) -> list[float]:
        """Returns the shares that follow from an observation, the seat that looks first."""
        scores = self.scores(looked)
        most = max(scores)
        weights = [exp(max(score - most, -HIGHEST_SCORE)) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights[: self.seats]]

    def scores(self, looked: VectorCells) -> list[float]:
        """Returns a score for each seat, and at last one for the case that nobody wins."""
        results = self.last.of(scaled_back(self.middle.of(self.hidden(looked))))
        places: i64 = self.seats
        most: i64 = len(results) - 1
        found = [float(results[at]) / float(ONE * ONE) for at in range(places)]
        found.append(float(results[most]) / float(ONE * ONE))
        return found

    def hidden(self, looked: VectorCells) -> vec[i64]:
        """Returns the values of the first hidden layer."""
        layer = self.setting
        values = layer.added[:]
        first, levels, cells = self.inputs.first, self.inputs.levels, looked.cells
        size: i64 = len(first)
        for at in range(size):
            number: i64 = int(cells[looked.start + at])
            if number > 0:
                own = levels[at]
                if number <= own:
                    layer.add_row(first[at] + number - 1, 1, values)
                else:
                    layer.add_row(first[at] + own - 1, 1, values)
                    layer.add_row(first[at] + own, number - own, values)
        return values


def scaled_back(results: vec[i64]) -> vec[i64]:
    """Returns the results of a layer, in which ONE * ONE stands for 1, as values in which ONE stands for 1."""
    count: i64 = len(results)
    for at in range(count):
        results[at] >>= ONE_BITS
    return results
