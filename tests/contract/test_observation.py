"""Vectors of every game: each position has a name and bounds, facts can be read back, and nothing hidden is in them."""

from __future__ import annotations

import re

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from spiritboard.table.dice import Dice
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, OneOf
from spiritboard.table.playout import playout
from tests.contract.walk import walk


def test_every_game_has_one(game: Game) -> None:
    assert game.observation is not None


def test_positions_and_actions_have_names_of_their_own(setup: GameSetup) -> None:
    names, actions = setup.observation.names(), setup.observation.actions()
    assert len(names) == len(set(names)) == len(setup.observation.most()) == setup.observation.size
    assert len(actions) == len(set(actions))
    assert all(names)
    assert all(actions)


def test_every_legal_move_is_an_action(setup: GameSetup) -> None:
    actions = len(setup.observation.actions())
    for ply in walk(setup, "actions"):
        assert all(0 <= move < actions for move in ply.state.legal(ply.seat))


def test_an_action_is_named_by_its_picks(setup: GameSetup) -> None:
    actions = setup.observation.actions()
    said: dict[int, set[str]] = {}
    for ply in walk(setup, "names"):
        for move in ply.state.legal(ply.seat):
            said.setdefault(move, set()).add(" ".join(ply.state.path(ply.seat, move)))
    for move, paths in said.items():
        assert all(re.fullmatch(pattern(actions[move]), path) for path in paths), (actions[move], paths)
    # What is left open in a name depends on the deal, or it would not have to be.
    deals = [setup.new(Dice(number)) for number in range(9)]
    for move in (move for move in said if "<" in actions[move]):
        assert len({deal.path(deal.turn, move) for deal in deals}) > 1, actions[move]


def pattern(name: str) -> str:
    """Returns a pattern for the paths of a name, in which angle brackets stand for any pick."""
    return "".join("[^ ]+" if part.startswith("<") else re.escape(part) for part in re.split("(<[^>]*>)", name))


def test_a_vector_is_read_back_into_the_facts_of_the_view(setup: GameSetup) -> None:
    observation = setup.observation
    most = observation.most()
    for ply in walk(setup, "facts"):
        for seat in range(setup.config.seats):
            view = ply.state.sight(seat)
            vector = observation.vector(view)
            assert len(vector) == observation.size
            assert all(number <= highest for number, highest in zip(vector, most, strict=True))
            facts = observation.all_facts(view)
            for field, fact, read in zip(observation.fields, facts, observation.read(vector), strict=True):
                assert read == in_order(field, fact), field.name


def in_order(field: Field, fact: object) -> object:
    """Returns facts with their lists of kinds sorted, because a vector does not keep their order."""
    return sorted(fact, key=field.at.__getitem__) if isinstance(field, Counts) and isinstance(fact, list) else fact


def test_a_vector_is_the_same_whatever_is_hidden(setup: GameSetup) -> None:
    dice = Dice("elsewhere")
    for ply in walk(setup, "hidden"):
        seat = dice.below(setup.config.seats)
        imagined = ply.state.imagine(seat, dice)
        assert imagined.sight(seat) == ply.state.sight(seat)
        for version in setup.game.observation_versions:
            vector = setup.observation_of(version).vector
            assert vector(imagined.sight(seat)) == vector(ply.state.sight(seat))


def test_the_state_gives_the_same_vector_as_the_view(setup: GameSetup) -> None:
    """A game may write its vectors straight from the state. It writes what the view says, and nothing else."""
    observation, dice = setup.observation, Dice("elsewhere")
    for ply in walk(setup, "direct"):
        for seat in range(setup.config.seats):
            vector = observation.vector(ply.state.sight(seat))
            assert observation.vector_of(ply.state, seat) == vector
            assert observation.vector_of(ply.state.imagine(seat, dice), seat) == vector
    ended = setup.new(Dice("direct"))
    playout(ended, Dice("to the end"), 10**6)
    for seat in range(setup.config.seats):
        assert observation.vector_of(ended, seat) == observation.vector(ended.sight(seat))


def test_a_mask_marks_the_legal_moves(setup: GameSetup) -> None:
    actions = len(setup.observation.actions())
    for ply in walk(setup, "masks"):
        for seat in ply.state.pending():
            mask = vec[u8](bytes(2 * actions))
            ply.state.mark_moves(seat, mask, actions)
            assert [at - actions for at, mark in enumerate(mask) if mark] == sorted(ply.state.legal(seat))


def test_the_seats_that_are_asked_are_pending(setup: GameSetup) -> None:
    for ply in walk(setup, "asked"):
        asked = [seat for seat in range(setup.config.seats) if ply.state.is_asked(seat)]
        assert asked == ply.state.pending()


# The fields themselves.


@pytest.mark.parametrize(
    ("field", "fact", "numbers"),
    [
        (Flag("asked"), True, [1]),
        (Flag("asked"), False, [0]),
        (Number("level", 7), 6, [6]),
        (Numbers("hands", ["me", "you"], 5), [5, 0], [5, 0]),
        (OneOf("top", ["a", "b"]), "b", [0, 1]),
        (OneOf("top", ["a", "b"]), None, [0, 0]),
        (Counts("hand", ["a", "b", "c"], 4), ["a", "c", "c"], [1, 0, 2]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_field(field: Field, fact: object, numbers: list[int]) -> None:
    written = field.write(fact)
    assert list(written) == numbers
    assert field.read(written) == fact


def test_what_is_beyond_the_scale_is_shown_at_its_end() -> None:
    beyond = ((Number("level", 7), 9), (Counts("hand", ["a"], 7), ["a"] * 9), (Numbers("hands", ["me"], 7), [300]))
    for field, fact in beyond:
        assert list(field.write(fact)) == [7]
    assert list(Numbers("score", ["me", "you"], 7).write([-1, 3])) == [0, 3]


def test_a_scale_has_room_in_a_byte() -> None:
    with pytest.raises(ValueError, match="at most 255"):
        Number("score", 256)
