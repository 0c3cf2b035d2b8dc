"""The bots: legal moves in every game, the same from the same dice, and better the more they think."""

from __future__ import annotations

import pytest

from spiritboard.bots.bot import Bot, ask
from spiritboard.bots.levels import LEVELS
from spiritboard.bots.roster import bots, make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.shelf import games, guide_for
from spiritboard.table.state import State

every_game = pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
QUICK = ("random", "heuristic", "heuristic:slips=0.5", "search:iterations=8:cutoff=30", "search:iterations=6:depth=1")


def play(bot: Bot, state: State, dice: Dice, most: int) -> int:
    """Let a bot play every seat for a while; how many decisions it made."""
    decisions = 0
    while not state.over and decisions < most:
        for seat in state.pending()[:1]:
            state.play(seat, ask(bot, state, seat, dice), dice)
            decisions += 1
    return decisions


@every_game
@pytest.mark.parametrize("name", QUICK)
def test_every_bot_plays_every_game(game: Game, name: str) -> None:
    for seats in (game.seats[0], game.seats[-1]):
        dice = Dice(f"{name} {seats}")
        assert play(make(name, game), game.new(seats, dice), dice, 60) > 0


@every_game
def test_searching_is_reproducible(game: Game) -> None:
    seat = take_seat(game.new(2, Dice("same")), game.new(2, Dice("same")).pending()[0], Dice("seat"))
    bot = make("search:iterations=60:cutoff=40", game)
    assert isinstance(bot, SearchBot)
    first = bot.think(seat, Dice("thoughts"))
    assert bot.think(seat, Dice("thoughts")) == first
    assert sum(thought.visits for thought in first) == 60
    assert {thought.move for thought in first} <= set(seat.legal)
    assert all(0 <= thought.share <= 1 for thought in first)


def test_several_processes_think_together() -> None:
    game = games()["lanterns"]
    state = game.new(2, Dice("together"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    bot = make("search:iterations=41:processes=2", game)
    assert isinstance(bot, SearchBot)
    thoughts = bot.think(seat, Dice(1))
    assert sum(thought.visits for thought in thoughts) == 41
    assert bot.think(seat, Dice(1)) == thoughts


def test_time_is_kept() -> None:
    game = games()["spookies"]
    state = game.new(2, Dice("time"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    assert make("expert", game, seconds=0.05).choose(seat, Dice(1)) in seat.legal


@every_game
def test_a_guides_judgement_adds_up(game: Game) -> None:
    for seats in game.seats:
        dice = Dice(f"worth {seats}")
        state = game.new(seats, dice)
        guide = guide_for(state.setup)
        while not state.over:
            shares = guide.worth(state)
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0
            state.apply(state.turn, state.random_move(state.turn, dice), dice)


def test_a_guide_is_worked_out_once() -> None:
    game = games()["spookies"]
    assert guide_for(game.kit(3).setup) is guide_for(game.kit(3).setup)
    assert guide_for(game.kit(3).setup) is not guide_for(game.kit(4).setup)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "no bot 'genius'"),
        ("search", "iterations, or of seconds"),
        ("search:iterations", "NAME=VALUE"),
        ("search:iterations=many", "iterations"),
        ("search:iterations=-1", "iterations"),
        ("search:iterations=5:wit=3", "wit"),
        ("heuristic:slips=2", "slips"),
        ("random:slips=0", "slips"),
    ],
)
def test_wrong_names_are_explained(name: str, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        make(name, games()["spookies"])


@every_game
def test_every_level_is_there(game: Game) -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    for name in LEVELS:
        make(name, game)


def test_a_bot_is_found_in_another_package() -> None:
    assert "dimmest" in bots()
    game = games()["lanterns"]
    state = game.new(2, Dice("found"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    assert make("dimmest", game).choose(seat, Dice(1)) == seat.legal[0]
