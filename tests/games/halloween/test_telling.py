"""What Halloween tells: every move something, and the results of a fight."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME, words
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import ACTIONS, position

FIGHTING = {"church": "red blue", "school": "blue"}


def last(state: Halloween, path: str, dice: Dice | None = None) -> list[str]:
    """Returns what this move tells."""
    heard = len(state.events or [])
    return [event.words for event in (play(state, path, dice=dice).events or [])[heard:]]


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_move_tells_something(seats: int) -> None:
    dice = Dice(f"telling {seats}")
    state = GAME.new(seats, dice)
    state.listen()
    for _ in range(600):
        if state.over:
            break
        heard = len(state.events or [])
        seat = state.pending()[0]
        state.apply(seat, dice.pick(state.legal(seat)), dice)
        assert len(state.events or []) > heard


def test_a_ghost_that_is_chosen_to_move_is_told() -> None:
    state = play(position({"church": "blue"}), "section-1 move")
    assert last(state, "ghost-blue-church") == ["{0} chose the blue ghost at the church."]


def test_an_offer_that_is_declined_is_told() -> None:
    state = play(position({"church": "blue blue"}), "section-1 upgrade", "ghost-blue-church")
    assert last(state, "no") == ["{0} declined."]


def test_the_tokens_that_pay_for_a_card_are_told() -> None:
    state = position(row=[3], tokens="red red blue")
    paid = [words for words in last(state, "card-3") if "paid" in words]
    assert paid == [f"{{0}} paid a {colour} ghost token." for colour in ("blue", "red", "red")]


@pytest.mark.parametrize(
    ("blue", "said"), [(1, "A red ghost at the church won with 2 against 1."), (3, "The attack failed: 2 against 3.")]
)
def test_the_end_of_a_fight_tells_both_rolls(blue: int, said: str) -> None:
    state = play(position(FIGHTING, levels=(5, 1, 1)), "section-1 fight", "ghost-red-church")
    assert said in last(state, "seat-2", rolling((12, 2), (4, blue)))


def test_a_fight_without_dice_tells_no_rolls() -> None:
    state = play(position({"church": "red blue", "school": "blue"}, mine=[25], levels=(5, 1, 1)), "section-1 fight")
    assert "A red ghost at the church won." in last(state, "ghost-red-church")


def test_fights_that_were_stored_without_rolls_are_still_said() -> None:
    assert words.say_attack_failed({}) == "The attack failed."
    won = words.FightWon(seat=0, place=5, building="church")
    assert words.say_fight_won(won) == "A blue ghost at the church won."


def test_the_dice_say_whether_the_attack_succeeds() -> None:
    for blue, verdict in ((2, "fails"), (1, "succeeds")):
        state = position(FIGHTING, spots="h..", levels=(5, 1, 1))
        play(state, "section-1 fight", "ghost-red-church", "seat-2", dice=rolling((12, 2), (4, blue)))
        assert str(state.view(0)["prompt"]).startswith(f"2 against {blue}: the attack {verdict}.")


def test_the_question_of_an_upgrade_names_the_prices() -> None:
    state = play(position({"church": "blue"}, levels=(2, 1, 1), mine=[13]), "section-1 upgrade")
    assert "green 0, yellow 1" in str(state.view(0)["prompt"])


def test_a_player_without_discs_is_told_to_rest() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    assert "no disc left: rest" in str(position(covered=every).view(0)["prompt"])
    assert "no disc left" not in str(position(covered=every[1:]).view(0)["prompt"])
