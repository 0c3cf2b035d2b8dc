"""Many games in step: the same ones whoever plays them."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from spiritboard.adapters.vector import Arrays, Runner, shared_out
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove, TableError
from spiritboard.table.game import Game
from tests.adapters.tables import EACH


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


def test_the_same_games_however_many_processes_play_them() -> None:
    assert played(1, 60) == played(2, 60) == played(3, 60)


@pytest.mark.parametrize("game", EACH)
def test_each_game_is_the_one_of_its_number(game: Game) -> None:
    """Beside states that are played by hand, with the dice that are theirs."""
    n, seats = 3, game.seats[-1]
    setup = game.setup(seats)
    runner, source = Runner(game, seats, n, seed=7), np.random.default_rng(2)
    numbers = list(range(n))
    dice = [Dice("7").stream(number) for number in numbers]
    states = [setup.new(each) for each in dice]
    for _ in range(60):
        for at, state in enumerate(states):
            assert runner.seats[at] == state.pending()[0]
            assert np.flatnonzero(runner.masks[at]).tolist() == sorted(state.legal(state.turn))
            assert (runner.observations[at] == runner.adapter.observe(state, state.turn)).all()
        actions = runner.random_actions(source)
        runner.step(actions)
        for at, state in enumerate(states):
            state.apply(state.turn, int(actions[at]), dice[at])
            assert runner.done[at] == state.over
            expected = runner.adapter.rewards(state) if state.over else [0.0] * seats
            assert runner.rewards[at].tolist() == pytest.approx(expected)
            if state.over:
                numbers[at] += n
                dice[at] = Dice("7").stream(numbers[at])
                states[at] = setup.new(dice[at])


def test_games_end_and_are_replaced() -> None:
    runner, source = Runner("lanterns", 2, 4), np.random.default_rng(3)
    ended = 0
    for _ in range(100):
        runner.step(runner.random_actions(source))
        assert runner.rewards[~runner.done].sum() == 0
        assert runner.rewards.sum() == 0
        ended += int(runner.done.sum())
    assert ended > 20


def test_a_game_can_be_broken_off() -> None:
    runner, source = Runner("ghosts", 2, 2, limit=3), np.random.default_rng(3)
    for step in range(1, 10):
        runner.step(runner.random_actions(source))
        assert runner.done.all() == runner.truncated.all() == (step % 3 == 0)
        assert not runner.rewards.any()


def test_a_seed_begins_anew() -> None:
    runner, source = Runner("ghosts", 2, 4, seed=1), np.random.default_rng(3)
    first = seen(runner)
    runner.step(runner.random_actions(source))
    assert seen(runner) != first
    runner.reset(1)
    assert seen(runner)[:6] == first[:6]
    runner.reset(2)
    assert seen(runner)[:6] != first[:6]


@pytest.mark.parametrize("wrong", [126, -1, 5000])
def test_what_is_not_legal_is_not_played(wrong: int) -> None:
    runner = Runner("ghosts", 2, 3)
    before = seen(runner)
    actions = runner.random_actions(np.random.default_rng(1))
    actions[1] = wrong
    with pytest.raises(IllegalMove, match=f"{wrong} is not a move that seat . of game 1"):
        runner.step(actions)
    assert seen(runner) == before


def test_actions_are_whole_numbers_one_for_each_game() -> None:
    runner = Runner("ghosts", 2, 3)
    for actions in (np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int)):
        with pytest.raises(IllegalMove, match="3 whole numbers"):
            runner.step(actions)


def test_what_cannot_be_is_said() -> None:
    for arguments in ({"n": 0}, {"processes": 0}, {"limit": 0}):
        with pytest.raises(BadSetup, match=r"[Aa]t least 1"):
            Runner("ghosts", 2, **arguments)  # type: ignore[arg-type]


def test_a_lost_process_is_noticed_and_a_closed_runner_says_so() -> None:
    runner = Runner("lanterns", 2, 4, processes=2)
    os.kill(runner._workers[1]._process.pid, signal.SIGKILL)
    with pytest.raises(TableError, match="has ended"):
        runner.step(runner.random_actions(np.random.default_rng(1)))
    runner.close()
    with pytest.raises(TableError, match="closed"):
        runner.step(runner.random_actions(np.random.default_rng(1)))


def test_rows_are_shared_out_evenly() -> None:
    for n, processes in ((7, 3), (64, 2), (5, 5)):
        rows = list(shared_out(n, processes))
        assert [at for part in rows for at in range(n)[part]] == list(range(n))
        sizes = [part.stop - part.start for part in rows]
        assert max(sizes) - min(sizes) <= 1


def test_arrays_lie_beside_each_other() -> None:
    runner = Runner("lanterns", 3, 5)
    memory = bytearray(Arrays.room(runner.adapter, 5))
    arrays = Arrays.within(memory, runner.adapter, 5)
    for name, array in vars(arrays).items():
        array[:] = 1
        others = [other for each, other in vars(arrays).items() if each != name]
        assert not any(other.any() for other in others)
        array[:] = 0
