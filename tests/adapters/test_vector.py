"""Runner: the same seed gives the same games with any number of processes."""

from __future__ import annotations

import os
import signal
import timeit

import numpy as np
import pytest

from spiritboard.adapters import vector
from spiritboard.adapters.vector import Runner, SharedArrays, split_rows
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove, TableError
from spiritboard.table.game import Game
from tests.adapters.tables import EACH_GAME


def seen(runner: Runner) -> list[bytes]:
    return [array.tobytes() for array in vars(runner.arrays).values()]


def played(processes: int, steps: int) -> list[list[bytes]]:
    source = np.random.default_rng(1)
    with Runner("lanterns", 3, 7, seed="same", processes=processes) as runner:
        found = [seen(runner)]
        for _ in range(steps):
            runner.step(runner.random_actions(source))
            found.append(seen(runner))
    return found


def test_the_games_do_not_depend_on_the_number_of_processes() -> None:
    assert played(1, 60) == played(2, 60) == played(3, 60)


@pytest.mark.parametrize("game", EACH_GAME)
def test_each_game_is_decided_by_its_number(game: Game) -> None:
    """Compares the games with states that are played here with the same dice."""
    n, seats = 3, game.seats[-1]
    setup = game.setup(seats)
    runner, source = Runner(game, seats, n, seed=7), np.random.default_rng(2)
    numbers = list(range(n))
    dice = [Dice("7").stream(number) for number in numbers]
    states = [setup.new(each) for each in dice]
    for _ in range(60):
        for at, state in enumerate(states):
            assert runner.seats[at] == state.pending()[0]
            assert np.flatnonzero(runner.masks[at]).tolist() == sorted(runner.adapter.legal(state, state.turn))
            assert (runner.observations[at] == runner.adapter.observe(state, state.turn)).all()
        actions = runner.random_actions(source)
        runner.step(actions)
        for at, state in enumerate(states):
            state.apply(state.turn, runner.adapter.move(actions[at]), dice[at])
            assert runner.done[at] == state.over
            expected = runner.adapter.rewards(state) if state.over else [0.0] * seats
            assert runner.rewards[at].tolist() == pytest.approx(expected)
            if state.over:
                numbers[at] += n
                dice[at] = Dice("7").stream(numbers[at])
                states[at] = setup.new(dice[at])


def test_games_that_end_are_replaced() -> None:
    runner, source = Runner("lanterns", 2, 4), np.random.default_rng(3)
    ended = 0
    for _ in range(100):
        runner.step(runner.random_actions(source))
        assert runner.rewards[~runner.done].sum() == 0
        assert runner.rewards.sum() == 0
        ended += int(runner.done.sum())
    assert ended > 20


def test_a_game_is_truncated_at_its_limit() -> None:
    runner, source = Runner("ghosts", 2, 2, limit=3), np.random.default_rng(3)
    for step in range(1, 10):
        runner.step(runner.random_actions(source))
        assert runner.done.all() == runner.truncated.all() == (step % 3 == 0)
        assert not runner.rewards.any()


def test_reset_with_a_seed_deals_the_same_games() -> None:
    runner, source = Runner("ghosts", 2, 4, seed=1), np.random.default_rng(3)
    first = seen(runner)
    runner.step(runner.random_actions(source))
    assert seen(runner) != first
    runner.reset(1)
    assert seen(runner)[:6] == first[:6]
    runner.reset(2)
    assert seen(runner)[:6] != first[:6]


@pytest.mark.parametrize("wrong", [126, -1, 5000])
def test_nothing_is_played_if_an_action_is_illegal(wrong: int) -> None:
    runner = Runner("ghosts", 2, 3)
    before = seen(runner)
    actions = runner.random_actions(np.random.default_rng(1))
    actions[1] = wrong
    with pytest.raises(IllegalMove, match=f"{wrong} is not a move that seat . of game 1"):
        runner.step(actions)
    assert seen(runner) == before


def test_actions_are_integers_one_for_each_game() -> None:
    runner = Runner("ghosts", 2, 3)
    for actions in (np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int)):
        with pytest.raises(IllegalMove, match="Actions must be 3 integers"):
            runner.step(actions)


def test_wrong_arguments_are_refused() -> None:
    for arguments in ({"n": 0}, {"processes": 0}, {"limit": 0}):
        with pytest.raises(BadSetup, match=r"[Aa]t least 1"):
            Runner("ghosts", 2, **arguments)  # type: ignore[arg-type]


def test_a_lost_process_and_a_closed_runner_are_reported() -> None:
    runner = Runner("lanterns", 2, 4, processes=2)
    os.kill(runner._processes[0]._process.pid, signal.SIGKILL)
    with pytest.raises(TableError, match="has ended"):
        runner.step(runner.random_actions(np.random.default_rng(1)))
    runner.close()
    with pytest.raises(TableError, match="closed"):
        runner.step(runner.random_actions(np.random.default_rng(1)))


def test_a_closed_runner_keeps_its_arrays_and_plays_no_more() -> None:
    with Runner("lanterns", 2, 4) as runner:
        before = seen(runner)
    assert seen(runner) == before
    with pytest.raises(TableError, match="closed"):
        runner.reset()


@pytest.mark.parametrize(("seconds", "processes"), [(0.0, 1), (0.00019, 1), (0.00021, 2), (1.0, 3)])
def test_the_runner_starts_no_more_processes_than_make_it_faster(
    seconds: float, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step takes so many seconds here, and there are three cores."""
    monkeypatch.setattr(timeit, "repeat", lambda *_, **__: [2 * seconds, seconds])
    monkeypatch.setattr(vector, "available_cores", lambda: 3)
    with Runner("lanterns", 2, 4, processes=None) as runner:
        assert 1 + len(runner._processes) == processes
        runner.step(runner.random_actions(np.random.default_rng(1)))


def test_rows_are_split_evenly() -> None:
    for n, processes in ((7, 3), (64, 2), (5, 5)):
        rows = list(split_rows(n, processes))
        assert [at for part in rows for at in range(n)[part]] == list(range(n))
        sizes = [part.stop - part.start for part in rows]
        assert max(sizes) - min(sizes) <= 1


def test_the_arrays_do_not_overlap() -> None:
    runner = Runner("lanterns", 3, 5)
    memory = bytearray(SharedArrays.byte_count(runner.adapter, 5))
    arrays = SharedArrays.within(memory, runner.adapter, 5)
    for name, array in vars(arrays).items():
        array[:] = 1
        others = [other for each, other in vars(arrays).items() if each != name]
        assert not any(other.any() for other in others)
        array[:] = 0
