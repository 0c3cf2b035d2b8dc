"""OpenSpiel's own test, and tests of what it cannot check: information states and chance."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

from spiritboard.adapters.openspiel import PREFIX, SEED_BASE, SEED_DIGITS
from spiritboard.adapters.recall import IMAGINED_START, changes, written
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import OBSERVED_GAMES, simultaneous

ALL = [pytest.param(game, id=game.id) for game in games().values()]


def load(game: Game, **parameters: object) -> Any:
    return pyspiel.load_game(f"{PREFIX}{game.id}({','.join(f'{name}={value}' for name, value in parameters.items())})")


def walk(state: Any, source: random.Random) -> Iterator[Any]:
    """Yields the states of a random game in which a player is to decide, and the last state."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(source.randrange(SEED_BASE))
        else:
            yield state
            state.apply_action(source.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("game", ALL)
def test_openspiels_own_simulation(game: Game) -> None:
    """The limit keeps this short: the simulation asks every player for all tensors and texts at every node."""
    for seats in (game.seats[0], game.seats[-1]):
        loaded = load(game, players=seats, limit=120)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ALL)
def test_returns_are_shares_of_the_victory(game: Game) -> None:
    loaded = load(game, players=game.seats[-1])
    *_, end = walk(loaded.new_initial_state(), random.Random(1))
    shares = end.position.state.standings().shares()
    assert end.returns() == [game.seats[-1] * share - 1 for share in shares]
    assert sum(end.returns()) == pytest.approx(loaded.utility_sum())
    assert loaded.min_utility() <= min(end.returns())
    assert max(end.returns()) <= loaded.max_utility()


# Chance.


def test_chance_nodes_follow_only_moves_that_roll_dice() -> None:
    """Ghosts rolls dice only for the deal of a round, which follows the last card of the round before."""
    state = load(games()["ghosts"], rounds=2).new_initial_state()
    source, drawn, decided = random.Random(2), 0, 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        drawn, decided = drawn + chance, decided + (not chance)
        state.apply_action(source.randrange(SEED_BASE) if chance else source.choice(state.legal_actions()))
    assert drawn == 2 * SEED_DIGITS
    assert decided > 100


@pytest.mark.parametrize("game", ALL)
def test_the_same_history_is_the_same_game(game: Game) -> None:
    loaded = load(game)
    for at, state in enumerate(walk(loaded.new_initial_state(), random.Random(3))):
        if at in (0, 7, 40):
            twin = loaded.new_initial_state()
            for action in state.history():
                twin.apply_action(action)
            assert str(twin) == str(state)
            assert twin.information_state_string(0) == state.information_state_string(0)
        if at == 40:
            return


def test_clones_roll_differently() -> None:
    """In Spookies, the same roll ends differently in clones that are given other chance outcomes."""
    state = load(games()["spookies"]).new_initial_state()
    state = next(walk(state, random.Random(4)))
    state.apply_action(state.legal_actions()[-1])
    assert state.is_chance_node()
    rolled = set()
    for seed in range(20):
        clone = state.clone()
        for digit in (0, 0, 0, seed):
            clone.apply_action(digit)
        rolled.add(str(clone))
    assert len(rolled) > 5


# Chance as single rolls.


def roll_until_asked(state: Any, source: random.Random) -> list[int]:
    """Draws all rolls up to the next decision. Returns how many outcomes each had."""
    outcomes = []
    while state.is_chance_node():
        found = state.chance_outcomes()
        assert [outcome for outcome, _ in found] == list(range(len(found)))
        assert [chance for _, chance in found] == [1 / len(found)] * len(found)
        outcomes.append(len(found))
        state.apply_action(source.randrange(len(found)))
    return outcomes


def test_each_roll_is_a_chance_node_with_the_outcomes_of_the_die() -> None:
    """In Spookies a turn rolls dice with six sides, and perhaps the friend die."""
    state = load(games()["spookies"], chance="rolls", first="seat-0").new_initial_state()
    assert state.is_chance_node() or state.current_player() == 0
    source = random.Random(1)
    roll_until_asked(state, source)
    state.apply_action(state.legal_actions()[-1])
    assert set(roll_until_asked(state, source)) == {6}


def test_all_rolls_together_are_every_outcome_of_a_move() -> None:
    """The moves of a small game lead to as many states as its rolls, and each is reached with its real chance."""
    state = load(games()["spookies"], chance="rolls", first="seat-0").new_initial_state()
    roll_until_asked(state, random.Random(2))
    action = next(each for each in state.legal_actions() if "roll-2" in state.action_to_string(each))
    ends: dict[str, float] = {}

    def follow(node: Any, chance: float) -> None:
        if not node.is_chance_node():
            ends[str(node)] = ends.get(str(node), 0) + chance
            return
        for outcome, share in node.chance_outcomes():
            follow(node.child(outcome), chance * share)

    follow(state.child(action), 1.0)
    assert sum(ends.values()) == pytest.approx(1)
    assert len(ends) > 10


@pytest.mark.parametrize("game", ALL)
def test_games_by_rolls_are_played_serialized_and_pickled(game: Game) -> None:
    loaded = load(game, limit=15, chance="rolls")
    source, state = random.Random(3), loaded.new_initial_state()
    for step in range(200):
        if state.is_terminal():
            break
        if step in (1, 2, 40):
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
        if state.is_chance_node():
            state.apply_action(source.randrange(len(state.chance_outcomes())))
        else:
            assert state.information_state_string(state.current_player())
            state.apply_action(source.choice(state.legal_actions()))
    twin = loaded.new_initial_state()
    for action in state.history():
        twin.apply_action(action)
    assert str(twin) == str(state)


def test_chance_is_by_seed_or_by_rolls() -> None:
    with pytest.raises(Exception, match="chance is seed or rolls, not 'dice'"):
        load(games()["ghosts"], chance="dice")


# What players know.


@pytest.mark.parametrize("game", OBSERVED_GAMES, ids=lambda game: game.id)
def test_openspiels_own_playthrough(game: Game) -> None:
    lines = playthrough_lines(f"{PREFIX}{game.id}(limit=3)", seed=1)
    assert any(line.startswith('PublicObservationString() = "{') for line in lines) == bool(
        game.new(game.seats[0], dice(1)).SECRET
    )
    assert lines.count("IsTerminal() = True") == 1


def observer(loaded: Any, public: bool, private: Any, recall: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    return loaded.make_py_observer(kind)


@pytest.mark.parametrize("game", [game for game in OBSERVED_GAMES if game.id != "spookies"], ids=lambda game: game.id)
def test_the_public_part_is_what_everybody_sees_and_the_private_part_the_rest(game: Game) -> None:
    kinds = pyspiel.PrivateInfoType
    loaded = load(game)
    public, private = observer(loaded, True, kinds.NONE), observer(loaded, False, kinds.SINGLE_PLAYER)
    start = loaded.new_initial_state()
    assert (public.string_from(start, 0), private.string_from(start, 0)) == ("", "")
    state = next(walk(start, random.Random(4)))
    table = state.position.state
    assert public.string_from(state, 0) == public.string_from(state, 1) == written(table.view(None))
    for player in (0, 1):
        assert private.string_from(state, player) == " ".join(changes(table.view(None), table.view(player)))


def test_other_observers_are_refused() -> None:
    loaded, kinds = load(games()["ghosts"]), pyspiel.PrivateInfoType
    for public, private, recall in (
        (True, kinds.ALL_PLAYERS, False),
        (False, kinds.NONE, False),
        (True, kinds.NONE, True),
    ):
        with pytest.raises(ValueError, match="of a single player, and their public and private parts"):
            observer(loaded, public, private, recall)


def known(state: Any, seat: int) -> tuple[object, ...]:
    """Returns what a seat has seen and done, computed in another way. A view that did not change is left out."""
    position = state.position
    lived: list[object] = []
    for at in range(len(position.plies) + 1):
        twin = state.get_game().setup.new(dice(position.start), listen=True)
        for who, move, seed in position.plies[:at]:
            twin.apply(who, move, dice(seed))
        if at and position.plies[at - 1][0] == seat:
            lived.append(("moved", position.plies[at - 1][1]))
        now = (str(twin.view(seat)), tuple(f"{event.kind} {event.data}" for event in twin.heard(seat)))
        if not lived or lived[-1] != now:
            lived.append(now)
    return tuple(lived)


def dice(seed: int) -> Any:
    from spiritboard.table.dice import Dice

    return Dice(seed)


def test_information_states_are_equal_exactly_when_a_seat_cannot_tell_games_apart() -> None:
    """The games are short and have few deals, so a seat often cannot tell two of them apart."""
    lived: dict[str, tuple[object, ...]] = {}
    texts: dict[tuple[object, ...], str] = {}
    alike = 0
    loaded = load(games()["lanterns"], wind="gusty")
    for number in range(150):
        source = random.Random(number)
        state = loaded.new_initial_state()
        for digit in (0, 0, 0, number % 6):
            state.apply_action(digit)
        for node in walk(state, source):
            for seat in range(2):
                text, story = node.information_state_string(seat), (seat, *known(node, seat))
                alike += text in lived
                assert lived.setdefault(text, story) == story
                assert texts.setdefault(story, text) == text
    assert alike > 50
    assert len(texts) > 100


@pytest.mark.parametrize("game", simultaneous(), ids=lambda game: game.id)
def test_information_states_hide_choices_made_at_the_same_time(game: Game) -> None:
    state = load(game, first="#1").new_initial_state()
    state = next(walk(state, random.Random(5)))
    told, own = set(), set()
    for choice in state.legal_actions():
        child = state.child(choice)
        assert child.current_player() == 1
        told.add((child.information_state_string(1), child.observation_string(1)))
        own.add(child.information_state_string(0))
    assert len(told) == 1
    assert len(own) == len(state.legal_actions()) > 1


@pytest.mark.parametrize("game", ALL)
def test_a_resampled_state_is_the_same_for_its_player(game: Game) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    hidden = bool(game.new(game.seats[0], dice(1)).SECRET)
    differs = False
    for at, state in enumerate(walk(load(game).new_initial_state(), random.Random(6))):
        if state.is_terminal() or at > 30:
            break
        player = state.current_player()
        twin = state.resample_from_infostate(player, sampler)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(1 - player).startswith(IMAGINED_START)
        differs |= twin.position.state.to_json() != state.position.state.to_json()
        assert str(pickle.loads(pickle.dumps(twin))) == str(twin)
    assert differs == hidden


def test_a_resampled_state_can_be_played_and_serialized() -> None:
    state = next(walk(load(games()["ghosts"], rounds=1).new_initial_state(), random.Random(7)))
    twin = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
    for at, node in enumerate(walk(twin, random.Random(8))):
        if at in (0, 5):
            _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(node.get_game(), node))
            assert [copy.information_state_string(seat) for seat in (0, 1)] == [
                node.information_state_string(seat) for seat in (0, 1)
            ]
    assert node.is_terminal()


@pytest.mark.parametrize("game", OBSERVED_GAMES, ids=lambda game: game.id)
def test_tensors_hold_the_observation_and_the_last_decisions(game: Game) -> None:
    loaded = load(game, memory=2)
    size, actions = loaded.observation_tensor_size(), loaded.num_distinct_actions()
    assert loaded.information_state_tensor_size() == size + 2 * (size + actions)
    decided: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(game.seats[0])]
    state = loaded.new_initial_state()
    source = random.Random(9)
    while not state.is_terminal() and sum(map(len, decided)) < 12:
        if state.is_chance_node():
            state.apply_action(source.randrange(SEED_BASE))
            continue
        player = state.current_player()
        now = np.array(state.observation_tensor(player))
        known = np.array(state.information_state_tensor(player))
        assert (known[:size] == now).all()
        for row, (saw, did) in zip(known[size:].reshape(2, -1), reversed(decided[player]), strict=False):
            assert (row[:size] == saw).all()
            assert np.flatnonzero(row[size:]).tolist() == [did]
        action = source.choice(state.legal_actions())
        decided[player].append((now, action))
        state.apply_action(action)


# Parameters.


def test_options_are_parameters() -> None:
    game = load(games()["ghosts"], players=4, rounds=1, first="#3")
    assert game.num_players() == 4
    state = next(walk(game.new_initial_state(), random.Random(1)))
    assert state.current_player() == 2
    assert state.position.state.config.options == {"rounds": "1", "first": "3"}
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)


def test_a_game_is_truncated_at_its_limit() -> None:
    *_, end = walk(load(games()["ghosts"], limit=10).new_initial_state(), random.Random(1))
    assert end.position.decisions == 10
    assert end.returns() == [0, 0]


def test_changes_are_named_by_their_place() -> None:
    before = {"hand": [1, 2], "heap": [1], "who": {"name": "Ada", "age": 1}, "up": False}
    after = {"hand": [1, 3], "heap": [1, 2], "who": {"name": "Ada", "age": 2}, "up": 0}
    assert changes(before, after) == ["hand.1=3", "heap=[1,2]", "who.age=2", "up=0"]
    assert changes(before, before) == []
