"""Many games at once, for training: observations, legal actions and rewards as arrays.

    from spiritboard.adapters.vector import Runner
    with Runner("ghosts", players=2, n=256, processes=2) as games:
        for _ in range(1000):
            games.step(my_policy(games.observations, games.masks))

Each of the `n` games waits for one seat to act; `games.seats` says which. `step` takes an action for each game, plays
them, and overwrites the same arrays: copy the values that you want to keep. When a game ends, `done` is True, `rewards`
has a reward for each seat, and a new game has already been dealt in its place. Games are numbered, and each has dice of
its own. So the same seed gives the same games with any number of processes.

A script that uses several processes needs `if __name__ == "__main__":`, like every Python program that starts
processes.
"""

from __future__ import annotations

import ctypes
import math
import multiprocessing
import os
import timeit
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import MOST_DECISIONS_IN_EPISODE, GameAdapter
from spiritboard.bots.bot import Bot, HeuristicBot, RandomBot, ask
from spiritboard.bots.own import AnyBot, as_bot
from spiritboard.processes import live_with_the_parent
from spiritboard.table.batch import NO_MOVE, Batch, GuidedOpponent, Opponent
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove, TableError
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import guide_for
from spiritboard.table.state import State

try:
    import numpy as np
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRIALS = 5
# Waking a process takes about a tenth of a millisecond. So each should need at least so long for what its seats see.
LEAST_SECONDS = 0.0001

# In the place of an action: the game is left as it is, or the next game is dealt in its place.
LEAVE, DEAL = -1, -2

STEP_REQUEST, RESET_REQUEST, STOP_REQUEST = b"step", b"reset ", b"stop"
DONE_ANSWER = b"done"
PROCESS_ENDED = "A process that played some of the games has ended. Start again with another Runner."


@dataclass
class SharedArrays:
    """The arrays through which games and their caller exchange data: a row for each game."""

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
    def byte_count(adapter: GameAdapter, n: int) -> int:
        """Returns the size of all arrays in bytes. Each array starts at a multiple of eight."""
        return sum(_bytes(*shape) for shape in SharedArrays.shapes(adapter, n).values())

    @staticmethod
    def within(memory: Any, adapter: GameAdapter, n: int) -> SharedArrays:
        found: dict[str, Any] = {}
        at = 0
        for name, (kind, shape) in SharedArrays.shapes(adapter, n).items():
            count = math.prod(shape)
            found[name] = np.frombuffer(memory, kind, count, at).reshape(shape)
            at += _bytes(kind, shape)
        return SharedArrays(**found)

    def part(self, rows: slice) -> SharedArrays:
        return SharedArrays(**{name: array[rows] for name, array in vars(self).items()})


def _bytes(kind: Any, shape: tuple[int, ...]) -> int:
    exact: int = math.prod(shape) * np.dtype(kind).itemsize
    return -(-exact // 8) * 8


@dataclass(frozen=True)
class RunnerPlan:
    """The games of a Runner, in a form that can be sent to other processes."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    pieces: Pieces | None
    n: int
    limit: int
    version: int  # of the observation
    opponents: tuple[AnyBot, ...] = ()  # in the seats after the caller's; without any, the caller plays all seats
    seat: int | None = None  # of the caller, if there are opponents; None: drawn for every game
    keeps_ended: bool = False  # whether an ended game stays until the caller asks for the next one

    def adapter(self) -> GameAdapter:
        return GameAdapter(self.game, self.players, dict(self.options), self.pieces, self.version)


def plan_of(adapter: GameAdapter, n: int, limit: int) -> RunnerPlan:
    """Returns the plan of a Runner whose caller plays all seats."""
    options = tuple(adapter.options.items())
    return RunnerPlan(adapter.game.id, adapter.seats, options, adapter.pieces, n, limit, adapter.version)


class AskedOpponent(Opponent):
    """An opponent that is a bot of any kind."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def move(self, state: State, seat: i64, dice: Dice) -> i64:
        return ask(self.bot, state, seat, dice)


def opponent(bot: AnyBot, adapter: GameAdapter) -> Opponent:
    """Returns a bot as an opponent in a batch. Bots that do not think ahead play in compiled code."""
    made = as_bot(bot, adapter.game)
    if isinstance(made, RandomBot):
        return Opponent()
    if isinstance(made, HeuristicBot):
        return GuidedOpponent(guide_for(adapter.setup.config, made.style), made.slips)
    return AskedOpponent(made)


class GameBatch:
    """The games that one process plays, from number `first` on."""

    def __init__(self, plan: RunnerPlan, adapter: GameAdapter, arrays: SharedArrays, first: int) -> None:
        self.adapter = adapter
        self.limit = plan.limit
        self.every = plan.n
        self.first = first
        self.arrays = arrays
        self.keeps_ended, self.seat = plan.keeps_ended, plan.seat
        self.opponents = [opponent(bot, adapter) for bot in plan.opponents]
        # The other opponents decide by the position alone. Recording events for them would only take time.
        self.listens = any(isinstance(each, AskedOpponent) for each in self.opponents)

    def reset(self, seed: str) -> None:
        self.seeds, self.seatings, self.thoughts = Dice(seed), Dice(f"{seed} seats"), Dice(f"{seed} thinking")
        count = len(self.arrays.seats)
        self.numbers = [self.first + at for at in range(count)]
        dice = [self.seeds.stream(number) for number in self.numbers]
        self.games = Batch(self.adapter.observation, self.adapter.move_numbers, self.limit, self.opponents)
        self.games.begin([self.adapter.setup.new(each, self.listens) for each in dice], dice)
        self.ended_at_once: set[int] = set()
        if self.opponents:
            for at in range(count):
                self._seat_opponents(at)
        self._clear()
        self.look()

    def _seat_opponents(self, at: int) -> None:
        """Takes the caller's seat in a new game, and lets the opponents play up to its first decision."""
        number = self.numbers[at]
        drawn = self.seatings.stream(number).below(self.adapter.seats)
        self.games.seat_caller(at, drawn if self.seat is None else self.seat, self.thoughts.stream(number))
        self.games.let_opponents_play(at)
        if self.games.is_ended(at):
            self.ended_at_once.add(at)

    def step(self) -> None:
        """Plays one action in each game, or what stands in its place."""
        asked = self.arrays.actions
        ended = self.games.step(vec[i64](np.where(asked >= 0, self.adapter.moves[asked], NO_MOVE)))
        self._clear()
        for at in [*ended, *self.ended_at_once]:
            self._close(at, self.games.states[at])
        self.ended_at_once.clear()
        replaced = np.flatnonzero(asked == DEAL).tolist() if self.keeps_ended else ended
        for at in replaced:
            self._deal(at)
        self.look()

    def _clear(self) -> None:
        self.arrays.rewards.fill(0)
        self.arrays.done.fill(False)
        self.arrays.truncated.fill(False)

    def _close(self, at: int, state: State) -> None:
        """Writes the rewards of a game that has ended."""
        self.arrays.done[at] = True
        if state.over:
            self.arrays.rewards[at] = self.adapter.rewards(state)
        else:
            self.arrays.truncated[at] = True

    def _deal(self, at: int) -> None:
        """Deals the next game in the place of one that has ended."""
        self.numbers[at] += self.every
        dice = self.seeds.stream(self.numbers[at])
        self.games.replace(at, self.adapter.setup.new(dice, self.listens), dice)
        if self.opponents:
            self._seat_opponents(at)

    def look(self) -> None:
        """Writes what the seats see that are to act."""
        games, arrays = self.games, self.arrays
        games.look()
        arrays.seats[:] = np.frombuffer(memoryview(games.seats), np.int64)
        numbers = np.frombuffer(memoryview(games.vectors), np.uint8).reshape(arrays.observations.shape)
        # Converting first is faster: NumPy takes twice as long to divide numbers of two different types.
        arrays.observations[:] = numbers
        np.divide(arrays.observations, self.adapter.most, out=arrays.observations)
        marks = np.frombuffer(memoryview(games.masks), np.bool_).reshape(len(arrays.seats), self.adapter.move_numbers)
        if self.adapter.actions == self.adapter.move_numbers:
            arrays.masks[:] = marks
        else:
            np.take(marks, self.adapter.moves, axis=1, out=arrays.masks, mode="clip")  # "clip" writes without a copy


class Runner:
    """Many games and their arrays. Close it at the end, or use it in a `with` statement."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        n: int = 64,
        seed: object = 0,
        processes: int | None = 1,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS_IN_EPISODE,
        version: int | None = None,
        **options: object,
    ) -> None:
        """Deals `n` games. `version` is that of the observation, by default the newest.

        `processes` is the number of processes that play them, with this one; None means as many as make it faster, and
        at most one for each core.
        """
        adapter = GameAdapter(game, players, options, pieces, version)
        self.start(adapter, plan_of(adapter, n, limit), processes, seed)

    @classmethod
    def of(cls, adapter: GameAdapter, plan: RunnerPlan, processes: int | None = 1) -> Runner:
        """Returns a Runner of this plan, whose games are dealt with the seed 0."""
        made = cls.__new__(cls)
        made.start(adapter, plan, processes, 0)
        return made

    def start(self, adapter: GameAdapter, plan: RunnerPlan, processes: int | None, seed: object) -> None:
        """Deals the games of a plan. Raises BadSetup if it has none."""
        n, limit = plan.n, plan.limit
        if n < 1 or limit < 1:
            raise BadSetup(f"A Runner needs at least 1 game and a limit of at least 1 decision, not {n} and {limit}.")
        self.adapter, self.plan, self.n = adapter, plan, n
        wanted = processes if processes is not None else useful_processes(self.plan, self.adapter)
        if wanted < 1:
            raise BadSetup(f"A Runner needs at least 1 process, not {wanted}.")
        self._processes: list[BatchProcess] = []  # all but this process, which plays games, too
        self._closed = False
        self._rows = np.arange(n)
        self._open(min(wanted, n))
        self.reset(seed)

    def _open(self, processes: int) -> None:
        context = multiprocessing.get_context("spawn")  # safe whatever else runs in this process
        size = SharedArrays.byte_count(self.adapter, self.n)
        memory = bytearray(size) if processes == 1 else context.RawArray(ctypes.c_byte, size)
        self.arrays = SharedArrays.within(memory, self.adapter, self.n)
        own, *others = split_rows(self.n, processes)
        self._batch = GameBatch(self.plan, self.adapter, self.arrays.part(own), own.start)
        self._processes = [BatchProcess(context, self.plan, memory, rows) for rows in others]

    # The arrays.

    @property
    def observations(self) -> NDArray[np.float32]:
        """Returns what the seats see that are to act: n by size, with values from 0 to 1."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal: n by actions."""
        return self.arrays.masks

    @property
    def seats(self) -> NDArray[np.int64]:
        """Returns the seat that is to act in each game."""
        return self.arrays.seats

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Returns the rewards of the games that ended with the last step: n by players, 0 in all other games."""
        return self.arrays.rewards

    @property
    def done(self) -> NDArray[np.bool_]:
        """Returns which games ended with the last step. Their observations are those of the next game."""
        return self.arrays.done

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Returns which of the ended games were truncated at the limit."""
        return self.arrays.truncated

    # Playing.

    def reset(self, seed: object = 0) -> None:
        """Deals all games again."""
        self._in_all(RESET_REQUEST + str(seed).encode())

    def step(self, actions: NDArray[Any]) -> None:
        """Plays an action in each game. Raises IllegalMove, and plays nothing, if one of them is not legal."""
        self._check(np.asarray(actions))
        self.play(actions)

    def play(self, actions: NDArray[Any]) -> None:
        """Plays actions that are known to be legal. LEAVE leaves a game as it is, DEAL replaces one that has ended."""
        self.arrays.actions[:] = actions
        self._in_all(STEP_REQUEST)

    def _check(self, actions: NDArray[Any]) -> None:
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalMove(
                f"Actions must be {self.n} integers, not an array of {actions.dtype} with shape {actions.shape}."
            )
        legal = self.legal(actions)
        if not legal.all():
            game = int(np.argmin(legal))
            raise IllegalMove(
                f"{actions[game]} is not a move that seat {self.seats[game]} of game {game} can make now."
            )

    def legal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        """Returns which of these actions, one for each game, are legal."""
        known = (actions >= 0) & (actions < self.adapter.actions)
        found: NDArray[np.bool_] = known & self.masks[self._rows, np.where(known, actions, 0)]
        return found

    def random_actions(self, source: np.random.Generator) -> NDArray[np.int64]:
        """Returns a random legal action for each game. All legal actions are equally likely."""
        counts = np.count_nonzero(self.masks, axis=1)
        legal = np.flatnonzero(self.masks)  # of all games, one game after the other
        firsts = np.cumsum(counts) - counts
        chosen: NDArray[np.int64] = legal[firsts + source.integers(counts)] - self._rows * self.adapter.actions
        return chosen

    def _in_all(self, request: bytes) -> None:
        """Lets the other processes carry out a request while this one does so with its own games."""
        if self._closed:
            raise TableError("This Runner is closed.")
        for process in self._processes:
            process.send(request)
        try:
            carry_out(self._batch, request)
        finally:
            answers = [process.wait() for process in self._processes]
        for said in answers:
            if said != DONE_ANSWER:
                raise TableError(said.decode())

    def close(self) -> None:
        """Ends the other processes. The arrays keep their values."""
        for process in self._processes:
            process.stop()
        self._processes = []
        self._closed = True

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_processes", None):
            self.close()


def useful_processes(plan: RunnerPlan, adapter: GameAdapter) -> int:
    """Returns how many processes play the games fastest: each should have enough to do, and a core of its own."""
    arrays = SharedArrays.within(bytearray(SharedArrays.byte_count(adapter, plan.n)), adapter, plan.n)
    batch = GameBatch(plan, adapter, arrays, 0)
    batch.reset("trial")
    seconds = min(timeit.repeat(batch.look, number=1, repeat=TRIALS))
    return max(1, min(available_cores(), int(seconds / LEAST_SECONDS)))


def available_cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def split_rows(n: int, processes: int) -> Iterator[slice]:
    """Yields the rows of each process: all have the same number of rows, or one more."""
    bounds = [n * part // processes for part in range(processes + 1)]
    return (slice(first, last) for first, last in pairwise(bounds))


class BatchProcess:
    """A process that plays some of the games, as the Runner sees it."""

    def __init__(self, context: Any, plan: RunnerPlan, memory: Any, rows: slice) -> None:
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, plan, memory, rows), daemon=True)
        self._process.start()
        theirs.close()  # otherwise the end of the process would go unnoticed

    def send(self, request: bytes) -> None:
        try:
            self._connection.send_bytes(request)
        except OSError:
            raise TableError(PROCESS_ENDED) from None

    def wait(self) -> bytes:
        try:
            said: bytes = self._connection.recv_bytes()
        except (EOFError, OSError):
            raise TableError(PROCESS_ENDED) from None
        return said

    def stop(self) -> None:
        with suppress(OSError):  # the process may have ended already
            self._connection.send_bytes(STOP_REQUEST)
        self._process.join(timeout=5)
        self._connection.close()


def work(connection: Connection, plan: RunnerPlan, memory: Any, rows: slice) -> None:
    """Plays games in a process of its own until the Runner asks it to stop."""
    live_with_the_parent()
    adapter = plan.adapter()
    batch = GameBatch(plan, adapter, SharedArrays.within(memory, adapter, plan.n).part(rows), rows.start)
    with suppress(EOFError):  # the process of the Runner has ended
        while (request := connection.recv_bytes()) != STOP_REQUEST:
            connection.send_bytes(answer(batch, request))


def answer(batch: GameBatch, request: bytes) -> bytes:
    """Carries out a request. Returns DONE_ANSWER or an error message, which the Runner raises."""
    try:
        carry_out(batch, request)
    except Exception as error:
        return f"{type(error).__name__}: {error}".encode()
    return DONE_ANSWER


def carry_out(batch: GameBatch, request: bytes) -> None:
    if request == STEP_REQUEST:
        batch.step()
    else:
        batch.reset(request.removeprefix(RESET_REQUEST).decode())
