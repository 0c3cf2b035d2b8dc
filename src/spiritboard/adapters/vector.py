"""Many games in step, for training: what their seats see, can do and win, as arrays.

    from spiritboard.adapters.vector import Runner
    with Runner("ghosts", players=2, n=256, processes=2) as games:
        for _ in range(1000):
            games.step(my_policy(games.observations, games.masks))

Each of the `n` games waits for one seat, `games.seats`, to act. `step` is given an action for each, plays them, and
writes what comes next into the same arrays: copy what is to be kept. A game that is over is `done`, its `rewards` are
handed out, one for each seat, and another has been dealt in its place. Games are numbered and each has dice of its own,
so the same seed gives the same games however many processes play them.

With several processes a script needs `if __name__ == "__main__":`, as always where Python starts processes.
"""

from __future__ import annotations

import ctypes
import math
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from spiritboard.adapters import Missing
from spiritboard.adapters.game_adapter import MOST_DECISIONS, GameAdapter
from spiritboard.processes import live_with_the_parent
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove, TableError
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.state import State

try:
    import numpy as np
except ImportError as error:
    raise Missing(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP, RESET, STOP = b"step", b"reset ", b"stop"
DONE = b"done"


@dataclass
class Arrays:
    """What the games share with whoever runs them; a row for each game."""

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    actions: NDArray[np.int64]

    @staticmethod
    def shapes(adapter: GameAdapter, n: int) -> dict[str, tuple[Any, tuple[int, ...]]]:
        return {
            "observations": (np.float32, (n, adapter.size)),
            "masks": (np.bool_, (n, adapter.actions)),
            "seats": (np.int64, (n,)),
            "rewards": (np.float32, (n, adapter.seats)),
            "done": (np.bool_, (n,)),
            "truncated": (np.bool_, (n,)),
            "actions": (np.int64, (n,)),
        }

    @staticmethod
    def room(adapter: GameAdapter, n: int) -> int:
        """How many bytes they take, each beginning at a multiple of eight."""
        return sum(_bytes(*shape) for shape in Arrays.shapes(adapter, n).values())

    @staticmethod
    def within(memory: Any, adapter: GameAdapter, n: int) -> Arrays:
        found: dict[str, Any] = {}
        at = 0
        for name, (kind, shape) in Arrays.shapes(adapter, n).items():
            count = math.prod(shape)
            found[name] = np.frombuffer(memory, kind, count, at).reshape(shape)
            at += _bytes(kind, shape)
        return Arrays(**found)

    def part(self, rows: slice) -> Arrays:
        return Arrays(**{name: array[rows] for name, array in vars(self).items()})


def _bytes(kind: Any, shape: tuple[int, ...]) -> int:
    exact: int = math.prod(shape) * np.dtype(kind).itemsize
    return -(-exact // 8) * 8


@dataclass(frozen=True)
class Plan:
    """What is to be played, in a form that travels to other processes."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    pieces: Pieces | None
    n: int
    limit: int

    def adapter(self) -> GameAdapter:
        return GameAdapter(self.game, self.players, dict(self.options), self.pieces)


class Batch:
    """Some of the games, from number `first` on, in one process."""

    def __init__(self, plan: Plan, adapter: GameAdapter, arrays: Arrays, first: int) -> None:
        self.adapter = adapter
        self.limit = plan.limit
        self.every = plan.n
        self.first = first
        self.arrays = arrays

    def reset(self, seed: str) -> None:
        self.seeds = Dice(seed)
        count = len(self.arrays.seats)
        self.numbers = [self.first + at for at in range(count)]
        self.dice = [self.seeds.stream(number) for number in self.numbers]
        self.states: list[State] = [self.adapter.setup.new(dice) for dice in self.dice]
        self.decisions = [0] * count
        self._clear()
        self._look()

    def step(self) -> None:
        """Play the actions, one in each game."""
        self._clear()
        dice, decisions = self.dice, self.decisions
        for at, (state, action) in enumerate(zip(self.states, self.arrays.actions.tolist(), strict=True)):
            state.apply(state.turn, action, dice[at])
            decisions[at] += 1
            if state.over or decisions[at] >= self.limit:
                self._replace(at, state)
        self._look()

    def _clear(self) -> None:
        self.arrays.rewards.fill(0)
        self.arrays.done.fill(False)
        self.arrays.truncated.fill(False)

    def _replace(self, at: int, state: State) -> None:
        """Hand out what a game brought, and deal the next one of this place."""
        self.arrays.done[at] = True
        if state.over:
            self.arrays.rewards[at] = self.adapter.rewards(state)
        else:
            self.arrays.truncated[at] = True
        self.numbers[at] += self.every
        self.dice[at] = self.seeds.stream(self.numbers[at])
        self.states[at] = self.adapter.setup.new(self.dice[at])
        self.decisions[at] = 0

    def _look(self) -> None:
        """Write down what the seats see that are to act. Most of it is done for all games at once, for speed."""
        adapter, arrays = self.adapter, self.arrays
        vector, actions = adapter.vector, adapter.actions
        seats = [state.turn for state in self.states]
        views = [vector(state.sight(seat)) for state, seat in zip(self.states, seats, strict=True)]
        legal: list[int] = []
        for at, (state, seat) in enumerate(zip(self.states, seats, strict=True)):
            row = at * actions
            legal += [row + move for move in state.legal(seat)]
        arrays.seats[:] = seats
        numbers = np.frombuffer(b"".join(views), np.uint8).reshape(arrays.observations.shape)
        np.divide(numbers, adapter.most, out=arrays.observations)
        arrays.masks.fill(False)
        arrays.masks.reshape(-1)[legal] = True


class Runner:
    """The games, and the arrays they are seen through. To be closed, or used in a `with`."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        n: int = 64,
        seed: object = 0,
        processes: int | None = 1,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS,
        **options: object,
    ) -> None:
        """`processes` is how many play, None standing for one on each core."""
        if n < 1 or limit < 1:
            raise BadSetup(f"There is at least 1 game of at least 1 decision, not {n} of {limit}.")
        self.adapter = GameAdapter(game, players, options, pieces)
        self.n = n
        self.plan = Plan(
            self.adapter.game.id, self.adapter.seats, tuple(self.adapter.options.items()), self.adapter.pieces, n, limit
        )
        wanted = processes if processes is not None else os.cpu_count() or 1
        if wanted < 1:
            raise BadSetup(f"At least 1 process plays, not {wanted}.")
        self._workers: list[Worker] = []
        self._batch: Batch | None = None
        self._rows = np.arange(n)
        self._open(min(wanted, n))
        self.reset(seed)

    def _open(self, processes: int) -> None:
        room = Arrays.room(self.adapter, self.n)
        if processes == 1:
            self.arrays = Arrays.within(bytearray(room), self.adapter, self.n)
            self._batch = Batch(self.plan, self.adapter, self.arrays, 0)
            return
        context = multiprocessing.get_context("spawn")  # safe whatever else runs in this process
        memory = context.RawArray(ctypes.c_byte, room)
        self.arrays = Arrays.within(memory, self.adapter, self.n)
        self._workers = [Worker(context, self.plan, memory, rows) for rows in shared_out(self.n, processes)]

    # What is seen.

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seats that are to act see: n by size, from 0 to 1."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """What they can do: n by actions."""
        return self.arrays.masks

    @property
    def seats(self) -> NDArray[np.int64]:
        """Which seat is to act in each game."""
        return self.arrays.seats

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the games that ended with the last step brought each seat: n by players, 0 for all others."""
        return self.arrays.rewards

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which games ended with the last step; what is seen there is already the next one."""
        return self.arrays.done

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which of them were broken off at the limit."""
        return self.arrays.truncated

    # What is done.

    def reset(self, seed: object = 0) -> None:
        """Begin all games anew."""
        if self._batch is not None:
            self._batch.reset(str(seed))
        else:
            self._tell(RESET + str(seed).encode())

    def step(self, actions: NDArray[Any]) -> None:
        """Play an action in each game. If one of them is not legal, IllegalMove says so and nothing is played."""
        self._check(np.asarray(actions))
        self.arrays.actions[:] = actions
        if self._batch is not None:
            self._batch.step()
        else:
            self._tell(STEP)

    def _check(self, actions: NDArray[Any]) -> None:
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalMove(f"There must be {self.n} whole numbers, not {actions.dtype} of shape {actions.shape}.")
        known = (actions >= 0) & (actions < self.adapter.actions)
        legal = known & self.masks[self._rows, np.where(known, actions, 0)]
        if not legal.all():
            game = int(np.argmin(legal))
            raise IllegalMove(
                f"{actions[game]} is not a move that seat {self.seats[game]} of game {game} can make now."
            )

    def random_actions(self, source: np.random.Generator) -> NDArray[np.int64]:
        """A legal action for each game, each as likely as the next."""
        chances = source.random(self.masks.shape, np.float32)
        chosen: NDArray[np.int64] = np.where(self.masks, chances, -1.0).argmax(axis=1)
        return chosen

    def _tell(self, what: bytes) -> None:
        if not self._workers:
            raise TableError("These games are closed.")
        for worker in self._workers:
            worker.send(what)
        for worker in self._workers:
            worker.wait()

    def close(self) -> None:
        """Let the processes go. The arrays stay as they are."""
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_workers", None):
            self.close()


def shared_out(n: int, processes: int) -> Iterator[slice]:
    """The rows of each process, as even as can be."""
    bounds = [n * part // processes for part in range(processes + 1)]
    return (slice(first, last) for first, last in pairwise(bounds))


class Worker:
    """A process that plays some of the games, seen from outside."""

    def __init__(self, context: Any, plan: Plan, memory: Any, rows: slice) -> None:
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, plan, memory, rows), daemon=True)
        self._process.start()
        theirs.close()  # or the end of the process would not be noticed

    def send(self, what: bytes) -> None:
        try:
            self._line.send_bytes(what)
        except OSError:
            raise TableError(GONE) from None

    def wait(self) -> None:
        try:
            answer: bytes = self._line.recv_bytes()
        except (EOFError, OSError):
            raise TableError(GONE) from None
        if answer != DONE:
            raise TableError(answer.decode())

    def stop(self) -> None:
        with suppress(OSError):  # it may be gone already
            self._line.send_bytes(STOP)
        self._process.join(timeout=5)
        self._line.close()


GONE = "A process that played some of the games has ended: begin again with another Runner."


def work(line: Connection, plan: Plan, memory: Any, rows: slice) -> None:
    """The life of such a process."""
    live_with_the_parent()
    adapter = plan.adapter()
    batch = Batch(plan, adapter, Arrays.within(memory, adapter, plan.n).part(rows), rows.start)
    with suppress(EOFError):  # whoever asked is gone
        while (what := line.recv_bytes()) != STOP:
            line.send_bytes(answer(batch, what))


def answer(batch: Batch, what: bytes) -> bytes:
    """Do what is asked; what went wrong is for the other side to say."""
    try:
        if what == STEP:
            batch.step()
        else:
            batch.reset(what.removeprefix(RESET).decode())
    except Exception as error:
        return f"{type(error).__name__}: {error}".encode()
    return DONE
