"""The guide of the bots: it finds the obvious move, and its moves are legal."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.bot import HalloweenGuide
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from tests.games.guides import chosen
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import position
from tests.games.halloween.reading import legal_picks

ACTED = [f"{section} {action}" for section in (1, 2, 3) for action in ("scare", "upgrade", "fight")]


def test_haunts_with_a_red_ghost() -> None:
    state = position({"church": "red blue", "school": "blue blue"}, levels=(5, 1, 1))
    assert chosen(state) == "section-1 haunt"
    assert chosen(play(state, "section-1 haunt")) == "space-red-church"


def test_moves_a_ghost_to_where_it_can_haunt() -> None:
    """The red ghost's own building is haunted already; another section can haunt the next one at once."""
    state = position({"church": "red", "school": "blue"}, levels=(5, 5, 1), haunts={"red-church": 1}, done=[3])
    assert chosen(state).endswith("move")
    assert chosen(play(state, "section-1 move")) == "ghost-red-church"


def test_raises_the_section_that_can_haunt_at_once() -> None:
    state = position({"church": "orange"}, levels=(4, 4, 4), sp=5, done=[2], covered=["3 haunt"])
    play(state, "section-3 upgrade", "ghost-orange-church")
    assert chosen(state) == "section-1"


def test_rests_when_every_good_action_is_covered() -> None:
    state = position(
        levels=(5, 1, 1), done=[2, 3], covered=[f"1 {each}" for each in ("haunt", "upgrade", "scare", "summon")]
    )
    assert chosen(state) == "section-1 rest"


def test_pays_with_the_colour_it_has_twice_to_keep_five_colours() -> None:
    """Card 40 pays for five different colours at the end."""
    state = position(mine=[40], row=[2], tokens="blue blue green yellow orange red", done=[1, 2, 3])
    play(state, "card-2")
    assert {chosen(state, seed) for seed in range(20)} == {"token-blue"}


def test_takes_a_disc_from_a_covered_haunt_space_for_a_card() -> None:
    state = position(row=[2], tokens="blue green yellow", covered=["1 haunt", "2 fight"])
    assert chosen(play(state, "card-2")) == "section-1 haunt"


def test_triggers_the_end_only_when_ahead() -> None:
    buildings = ("school", "church", "hospital", "police-station", "library")
    haunts = {f"red-{building}": 0 for building in buildings}
    ahead = position({"town-hall": "blue"}, haunts=haunts, hp=50, done=[2, 3])
    assert chosen(ahead) == "section-1 haunt"
    behind = position({"town-hall": "blue"}, mine=[], haunts=haunts, hp=0, done=[2, 3])
    behind.points[1] = 60
    assert chosen(behind) != "section-1 haunt"


@pytest.mark.parametrize("variant", ["standard", "master"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_choices_are_legal_and_repeatable(seats: int, variant: str) -> None:
    """In each game the guide and random moves alternate, so that the guide meets unusual positions too."""
    for number in range(12):
        dice = Dice(f"guided {number}")
        state = GAME.new(seats, dice, variant=variant)
        guide, other = GAME.guide(state.config), GAME.guide(state.config)
        while not state.over:
            seat = state.turn
            before = state.to_json()
            move = guide.choose(state, seat, Dice(number))
            assert state.to_json() == before, "choosing does not change the state"
            assert move in state.legal(seat)
            assert other.choose(state.copy(), seat, Dice(number)) == move
            assert sum(guide.worth(state)) == pytest.approx(1)
            state.apply(seat, move if dice.below(2) else state.random_move(seat, dice), dice)
        assert sum(guide.worth(state)) == pytest.approx(1)


def test_choices_are_legal_with_every_card() -> None:
    """Every card is in one of the rows, so that the guide answers the questions of all cards."""
    for number in range(1, 46, 4):
        cards = ",".join(str(each) for each in range(number, number + 8))
        dice = Dice(cards)
        state = GAME.new(2, dice, cards=cards)
        guide = GAME.guide(state.config)
        while not state.over:
            move = guide.choose(state, state.turn, dice)
            assert move in state.legal(state.turn)
            state.apply(state.turn, move, dice)


def test_the_leader_is_more_likely_to_win() -> None:
    state = position(hp=20, seats=2)
    mine, theirs = HalloweenGuide(state.config).worth(state)
    assert mine > 0.8 > theirs


@pytest.mark.parametrize("variant", ["standard", "master"])
def test_beats_random_moves(variant: str) -> None:
    won = 0
    for number in range(20):
        dice = Dice(f"against chance {number}")
        state = GAME.new(2, dice, variant=variant)
        guide = GAME.guide(state.config)
        while not state.over:
            seat = state.turn
            guided = seat == number % 2
            state.apply(seat, guide.choose(state, seat, dice) if guided else state.random_move(seat, dice), dice)
        won += state.standings().winners() == [number % 2]
    assert won >= 18


@pytest.mark.parametrize("seed", ["x429", "x511"])
def test_players_who_wait_for_each_other_end_the_game(seed: str) -> None:
    """Both own the card that pays for unused haunt tokens, so neither wants to haunt."""
    dice = Dice(seed)
    state = GAME.new(2, dice)
    guide = HalloweenGuide(state.config)
    while not state.over:
        assert isinstance(state, Halloween)
        assert state.round < 60
        state.apply(state.turn, guide.choose(state, state.turn, dice), dice)


def test_accepts_dice_before_using_cards_and_tokens_that_can_wait() -> None:
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="g..", tokens="blue blue blue", row=[2])
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 3)))
    assert {"accept", "spot-1", "card-2"} <= legal_picks(state)
    assert chosen(state) == "accept"


def test_rerolls_the_die_that_is_likelier_to_help() -> None:
    state = position({"church": "green yellow"}, mine=[16], levels=(2, 1, 1), sp=4)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (8, 7)))
    assert chosen(state) == "card-16 die-2"


def test_says_no_number_that_the_die_cannot_show() -> None:
    state = position({"church": "blue"}, mine=[23], spots="kk.")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert chosen(state) in ("say-2", "say-3")
