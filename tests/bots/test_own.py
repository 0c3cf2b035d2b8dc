"""Bots that are Python objects: functions, and objects that choose."""

from __future__ import annotations

from itertools import islice

import gymnasium
import msgspec
import numpy as np
import pytest

import spiritboard.adapters.gymnasium  # noqa: F401  (registers the environments)
from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.tournament import tournament
from spiritboard.bots.bot import ask
from spiritboard.bots.own import AnyBot, as_bot, name_of, named
from spiritboard.bots.seat import Seat, take_seat
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.registry import find, games
from spiritboard.table.state import State
from tests.contract.walk import walk


def first(seat: Seat) -> int:
    return seat.legal[0]


def last_picks(seat: Seat, dice: Dice) -> tuple[str, ...]:
    assert 0 <= dice.below(2) <= 1
    return seat.paths[-1]


class ByMask:
    """Knows nothing but what an environment would give it."""

    name = "by mask"

    def choose(self, seat: Seat, dice: Dice) -> int:
        assert np.asarray(seat.observation).dtype == np.float32
        return seat.move_of(np.flatnonzero(np.asarray(seat.mask))[-1])


class Called:
    def __call__(self, seat: Seat, temperature: float = 1.0) -> int:
        assert temperature == 1.0  # not the dice
        return seat.legal[-1]


def deal() -> State:
    return find("ghosts").new(3, Dice("own bots"), first="seat-0")


@pytest.mark.parametrize(
    ("bot", "place"),
    [(first, 0), (last_picks, -1), (ByMask(), -1), (Called(), -1), (lambda seat, dice: seat.legal[1], 1)],
)
def test_functions_and_objects_decide_with_moves_or_picks(bot: AnyBot, place: int) -> None:
    state = deal()
    assert ask(as_bot(bot, find("ghosts")), state, 0, Dice(1)) == state.legal(0)[place]


@pytest.mark.parametrize("answer", [None, "play", -1, 10_000, ("play", "no-card"), [], 0.5])
def test_an_answer_that_is_no_move_is_refused(answer: object) -> None:
    with pytest.raises(IllegalMove, match="none of the legal moves of seat 0"):
        ask(as_bot(lambda seat: answer, find("ghosts")), deal(), 0, Dice(1))


def test_an_object_that_cannot_decide_is_no_bot() -> None:
    with pytest.raises(BadSetup, match="a name, a function or an object with a method `choose`, not 7"):
        as_bot(7, find("ghosts"))  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="Did you mean 'heuristic'"):
        as_bot("heuristik", find("ghosts"))


def test_bots_in_a_list_have_names() -> None:
    assert [name_of(bot) for bot in ("random", first, ByMask(), Called())] == ["random", "first", "by mask", "Called"]
    assert named({"a": first, "b": first}) == {"a": first, "b": first}
    with pytest.raises(BadSetup, match="Two bots are called 'first'"):
        named([first, first])


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_seat_has_what_an_environment_gives(game: Game) -> None:
    """A policy that was trained in an environment gets the same numbers at a seat of the arena."""
    if game.observation is None:
        pytest.skip("no observation")
    for seats in (game.seats[0], game.seats[-1]):
        adapter = GameAdapter(game, seats)
        for ply in islice(walk(adapter.setup, f"seat {seats}"), 40):
            seat = take_seat(ply.state, ply.seat, Dice("imagined"))
            assert np.array_equal(np.asarray(seat.observation), adapter.observe(ply.state, ply.seat))
            assert np.array_equal(np.asarray(seat.mask), adapter.mask(adapter.marks(ply.state, ply.seat, True)))


def test_a_seat_of_a_game_with_other_pieces_has_no_observation() -> None:
    game = games()["spookies"]
    own = game.own_pieces
    assert isinstance(own, SpookiesPieces)
    state = game.new(2, Dice(1), msgspec.structs.replace(own, chips=own.chips[:-1]))
    with pytest.raises(BadSetup, match="is played with other pieces than its own"):
        _ = take_seat(state, state.turn, Dice(2)).observation


def test_objects_play_in_the_arena() -> None:
    plan = MatchPlan("ghosts", 2, ("first", "by mask", "random"), 12, options=(("rounds", "1"),))
    own: dict[str, AnyBot] = {"first": first, "by mask": ByMask()}
    found = tournament(plan, own=own)
    assert [bot.name for bot in found.bots] == ["first", "by mask", "random"]
    assert sum(bot.wins for bot in found.bots) == pytest.approx(found.games)
    assert tournament(plan, 1, own=own).bots[0].wins == found.bots[0].wins
    with pytest.raises(BadSetup, match="play in one process"):
        tournament(plan, 2, own=own)


def test_objects_are_opponents_in_gymnasium() -> None:
    asked: list[int] = []

    def counting(seat: Seat) -> int:
        asked.append(seat.number)
        return seat.legal[0]

    env = gymnasium.make("spiritboard/Ghosts-v1", players=3, seat=1, opponents=[counting, "random"], rounds=1)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        over = terminated or truncated
    assert set(asked) == {2}  # the next seat after that of the environment
