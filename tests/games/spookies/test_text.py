"""The drawing of Spookies in a terminal."""

from __future__ import annotations

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.rules import Spookies
from tests.games.spookies.house import house, roll

PLAYERS = ["Ada", "Ben"]


def drawn(state: Spookies) -> list[str]:
    return GAME.draw(state.view(0), PLAYERS).splitlines()


def test_floors_show_their_rewards_friends_and_penalty_chips() -> None:
    lines = drawn(house("hanja", on=9, penalty={9: 2}))
    assert lines[1] == "       attic 11  | 16   9   5 |"
    assert lines[3] == "       floor  9  |  6   4   2 | *Hanja* [2 on the floor]"
    assert lines[8] == "        gate     |            | Kracko Schnuffer Duffy Poppy"


def test_dice_stock_and_the_number_of_each_players_chips_are_shown() -> None:
    state = house("hanja", on=9, chips=(7, 1), stock=40)
    assert drawn(state)[-3:] == ["  stock 40   friend die hanja   ", "> Ada: 7 chips", "  Ben: 1 chip"]
    roll(state, 6, 5, 1)
    assert drawn(state)[-3] == "  stock 34   friend die hanja   dice 6 5 1"


def test_points_are_shown_when_the_game_is_over() -> None:
    state = house(stock=1, chips=(2, 3))
    roll(state, 6, 6)
    points = [sum(purse) for purse in state.chips]
    assert drawn(state)[-2:] == [f"  Ada: 3 chips = {points[0]} points", f"  Ben: 3 chips = {points[1]} points"]
