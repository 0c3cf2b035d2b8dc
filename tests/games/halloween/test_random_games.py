"""Thousands of random games with random cards, checked after every move."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.actions import Raise
from spiritboard.games.halloween.aftermath import Blue
from spiritboard.games.halloween.belongings import REASONS
from spiritboard.games.halloween.fights import AfterRoll
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.turn import Retort
from spiritboard.games.halloween.words import HAUNT_POINTS_CHANGED
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout

GAMES = 700


def inventory(seats: int, master: bool) -> dict[str, int]:
    found = {"discs": 12 * seats}
    for colour in ("blue", "green", "yellow", "orange", "red"):
        found |= {f"{colour} ghosts": 5, f"{colour} tokens": 12}
    return found | {f"bonus token {kind}": 0 if master else 2 for kind in range(1, 13)}


def check_invariants(state: Halloween) -> None:
    """Checks what holds in every position of a game."""
    assert state.inventory() == inventory(state.seats, state.master)
    ghosts = [sum(list(state.town)[5 * building : 5 * building + 5]) for building in range(6)]
    assert ghosts == state.crowd
    assert max(ghosts) <= state.room
    assert sum(state.town) <= 25
    assert min(state.scare) >= 0
    assert sum(list(state.town)[0::5]) or isinstance(state.steps[-1], Blue | Raise), "blue ghosts come at once"
    others = isinstance(state.steps[-1], AfterRoll | Retort)
    assert state.over or others or state.turn == state.active, "the player on turn decides"
    for seat in range(state.seats):
        mine = [(at // 5, token) for at, token in enumerate(state.haunts) if token and (token - 1) // 2 == seat]
        assert len(set(mine)) == len(mine)
        assert len(mine) + state.haunts_left(seat) == (8 if state.seats == 2 else 6)
        assert state.points[seat] == sum(list(state.reasons)[REASONS * seat : REASONS * (seat + 1)])
        assert all(1 <= level <= 5 for level in state.levels)


def play_through(seats: int, seed: object, **options: str) -> Halloween:
    dice = Dice(seed)
    state = GAME.new(seats, dice, **options)
    assert isinstance(state, Halloween)
    while not state.over:
        check_invariants(state)
        seat = state.turn
        state.apply(seat, state.random_move(seat, dice), dice)
    check_invariants(state)
    return state


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["standard", "master"])
def test_invariants_hold_in_random_games(seats: int, variant: str) -> None:
    for number in range(GAMES // 7):
        play_through(seats, f"{variant} {number}", variant=variant)


# What a state keeps because it follows from the fields of its position.
KEPT = (
    *("here", "pairs", "crowd", "roomy", "risen", "supplied", "unhaunted", "marks", "top_levels", "discs", "stock"),
    *("held", "colours_held", "points", "facts", "moments", "upgrade_prices", "card_prices", "owns", "coloured"),
    *("cards", "cards_by_number"),
)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["standard", "master"])
def test_what_is_kept_follows_from_the_position(seats: int, variant: str) -> None:
    setup = GAME.setup(seats, variant=variant)
    for number in range(3):
        dice = Dice(f"kept {number}")
        state = setup.new(dice)
        while not state.over:
            again = setup.from_position(state.position())
            assert [getattr(state, name) for name in KEPT] == [getattr(again, name) for name in KEPT]
            state.apply(state.turn, state.random_move(state.turn, dice), dice)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(1, 52), min_size=8, max_size=8), st.integers(0, 10**6), st.integers(2, 4))
def test_invariants_hold_with_any_eight_cards(cards: set[int], seed: int, seats: int) -> None:
    play_through(seats, seed, cards=",".join(map(str, cards)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_end_before_the_last_round_allowed(seats: int) -> None:
    setup = GAME.setup(seats)
    for number in range(GAMES):
        dice = Dice("rounds").stream(number)
        state = setup.new(dice)
        assert isinstance(state, Halloween)
        playout(state, dice, 10**6)
        assert state.over
        assert state.round < 200


@pytest.mark.rule("HA51")
@pytest.mark.parametrize("seed", range(20))
def test_the_sum_of_reasons_is_the_score(seed: int) -> None:
    dice = Dice(seed)
    state = GAME.setup(2 + seed % 3).new(dice, listen=True)
    assert isinstance(state, Halloween)
    playout(state, dice, 10**6)
    for seat in range(state.seats):
        gains = [gain for event in state.events or [] if (gain := HAUNT_POINTS_CHANGED.read(event))]
        own = [gain for gain in gains if gain["seat"] == seat]
        assert sum(gain["points"] for gain in own) == state.points[seat]
        assert all(gain["reason"] for gain in own)


def test_rounds_go_up() -> None:
    dice = Dice("up")
    state = GAME.new(3, dice, first="seat-1")
    assert isinstance(state, Halloween)
    turns = []
    while not state.over:
        turns.append((state.round, (state.active - 1) % 3))
        seat = state.turn
        state.apply(seat, state.random_move(seat, dice), dice)
    assert all(one <= other for one, other in pairwise(turns))
    assert turns[-1][1] == 2, "the round is played to its end"
