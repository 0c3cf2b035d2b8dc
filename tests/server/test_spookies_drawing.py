"""The drawing of the table of Spookies, in positions that are set up by hand."""

from __future__ import annotations

from spiritboard.games.spookies import GAME
from spiritboard.server.render import drawer
from spiritboard.table.dice import Dice
from spiritboard.table.summary import Opened
from tests.games.spookies.house import house, rolling
from tests.server.test_card_tables import part, table, words


def floor(html: str, name: str) -> str:
    """Returns the drawing of a floor by the name of its room."""
    return part(html, f'<li class="floor floor-{name}', '<ul class="rewards"')


def test_the_field_of_a_success_and_its_reward_are_explained_as_the_next_ones() -> None:
    html = table(house("hanja", on=6))
    assert html.count('data-explain="next-field"') == 1
    assert 'data-explain="next-field"' in floor(html, "parlour")
    earned = 'data-explain="next-reward" data-explain-words="Two dice earn 3, three dice 2, four dice 1."'
    assert earned in html


def test_dice_of_the_turn_before_say_so() -> None:
    state = house("hanja")
    state.play(0, state.move(0, ("roll-4-dice",)), rolling(3, 5, 1, 1))
    assert "two highest: 8" in words(table(state))
    state.play(0, state.move(0, ("stop",)), Dice("next"))
    assert "last turn: 8" in words(table(state))


def test_in_the_attic_the_attic_itself_is_explained() -> None:
    html = table(house("hanja", on=11))
    assert 'data-explain="next-field"' not in html
    assert 'data-explain="attic"' in floor(html, "attic")


def test_penalty_chips_are_explained_with_their_number() -> None:
    html = table(house("hanja", penalty={6: 1, 8: 3}))
    assert 'data-explain="penalty" data-explain-words="1 chip lies here."' in floor(html, "kitchen")
    assert 'data-explain="penalty" data-explain-words="3 chips lie here."' in floor(html, "library")


def test_chips_are_explained_as_points_if_their_values_are_open() -> None:
    purse = 'class="purse" data-explain="{}"'
    hidden, shown = table(house("hanja")), table(house("hanja"), None, all_open=True)
    assert hidden.count(purse.format("chips")) == shown.count(purse.format("points")) == 2


def test_the_score_sheet_shows_a_chip_of_each_value_and_how_many_there_are() -> None:
    drawn = drawer(GAME.id)(Opened(0, "Chips", "2 of 1, 1 of 5", ("chip-1", "chip-1", "chip-5")))
    assert drawn.count('class="chip chip-open"') == 2
    assert words(drawn) == "1 \N{MULTIPLICATION SIGN}2 5 \N{MULTIPLICATION SIGN}1"


def test_the_score_sheet_says_in_words_what_has_no_pieces() -> None:
    assert drawer(GAME.id)(Opened(None, "Left behind in the house", "2 chips, which count for nobody")) == ""
