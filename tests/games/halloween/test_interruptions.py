"""Cards and bonus tokens that are used inside an action, where its next part is for the player to begin (HA5)."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, scored, spots, times_told, tokens

FIGHT = ("section-1 fight", "ghost-green-church")


def fighting(mine: list[int], attack: int = 1, defence: int = 3, **more: object) -> Halloween:
    """Returns a fight of a green ghost against a yellow one, with the dice rolled."""
    town = {"church": "green yellow"}
    state = position(town, mine=mine, levels=(2, 1, 1), **more)  # type: ignore[arg-type]
    return play(play(state, *FIGHT), "seat-2", dice=rolling((6, attack), (8, defence)))


# While dice lie on the table.


@pytest.mark.rule("HA5", "HAC16", "HATd")
def test_scare_points_of_a_token_pay_for_a_reroll() -> None:
    state = fighting([16], sp=0, spots="d..")
    assert legal_picks(state) == {"accept", "spot-1"}
    assert "use a bonus token" in str(state.view(0)["prompt"])
    play(state, "spot-1")
    assert (list(state.rolling)[2:4], state.scare[0]) == ([1, 3], 2)
    assert legal_picks(state) == {"accept", "card-16 die-1", "card-16 die-2"}
    play(state, "card-16 die-1", dice=rolling((6, 6)))
    assert tokens(play(state, "accept")) == "yellow"


@pytest.mark.rule("HA5", "HA30")
def test_a_card_occupied_while_dice_lie_counts_for_them() -> None:
    state = fighting([], 3, 3, row=[5], tokens="red red red")
    assert "card-5" in legal_picks(state)
    play(state, "card-5")
    assert (scored(state), legal_picks(state)) == ({}, {"supply", "section-1 fight"})
    play(state, "supply")
    assert (scored(state), tokens(state)) == ({"occupying cards": 3}, "yellow"), "3 and 1 are more than 3"


@pytest.mark.rule("HA5", "HA15b")
def test_the_opponent_who_rolls_only_changes_dice() -> None:
    state = fighting([], theirs=[6, 16], their_tokens="blue blue blue")
    assert (state.turn, legal_picks(state)) == (1, {"accept", "card-16 die-2"})


@pytest.mark.rule("HA5")
@pytest.mark.parametrize("letter", "fhk")
def test_tokens_for_dice_serve_only_dice_inside_an_action(letter: str) -> None:
    state = fighting([], 1, 3, spots=f"{letter}..")
    assert "spot-1" not in legal_picks(state)


@pytest.mark.rule("HA5", "HAC14")
def test_no_action_inside_an_action() -> None:
    assert "card-14" not in legal_picks(fighting([14, 16], covered=["2 scare"]))


@pytest.mark.rule("HA5", "HAC18", "HAC30")
def test_a_power_is_used_while_a_single_die_lies() -> None:
    state = position({"church": "blue"}, mine=[18, 30], sp=1)
    play(state, "section-1 haunt", "space-blue-church")
    play(state, "card-18", dice=rolling((4, 3)))
    assert legal_picks(state) == {"accept", "card-30"}
    play(state, "card-30", "token-blue")
    assert (tokens(state), state.scare[0]) == ("blue", 3), "one paid, three for the die"


@pytest.mark.rule("HA5", "HA13")
@pytest.mark.parametrize("gone", ["ghost-green-church", "ghost-yellow-church"])
@pytest.mark.parametrize("how", [["card-6"], ["spot-1"]])
def test_a_fight_fails_if_a_ghost_has_left_it(gone: str, how: list[str]) -> None:
    state = fighting([6, 17], 6, 1, spots="l..")
    play(state, *how, gone, *(["library"] if how == ["spot-1"] else []))
    play(state, *({"accept"} & legal_picks(state)))
    assert (times_told(state, "no win"), times_told(state, "win"), between_actions(state)) == (1, 0, True)
    assert tokens(state) == ("" if how == ["spot-1"] else gone.split("-")[1])


@pytest.mark.rule("HA5", "HAC5", "HA13")
def test_a_fight_fails_if_a_brother_has_left_it() -> None:
    state = position({"church": "green green"}, mine=[5, 6], levels=(2, 1, 1))
    play(state, *FIGHT)
    play(state, "seat-2", dice=rolling((6, 6), (6, 1)))
    play(state, "card-6", "ghost-green-church")
    assert (ghosts(state, "green-church"), times_told(state, "no win"), between_actions(state)) == (1, 1, True)


# Dice and Scare Points of an action wait while a card or a bonus token is used.


@pytest.mark.rule("HA5", "HA34", "HAC23", "HATl")
def test_dice_wait_while_other_dice_are_rolled() -> None:
    state = fighting([16, 23], 5, 3, sp=2, spots="l..", bonus={})
    play(state, "spot-1", "ghost-blue-hospital", "library")
    play(state, "say-2", dice=rolling((4, 3)))
    before = state.view(0)["chosen"]["before"]
    assert (before["lying"], before["rolls"]) == ([2, 3, 5, 3, 0, 0], 1)
    play(state, "accept")
    assert (state.scare[0], list(state.rolling)[:4]) == (4, [2, 3, 5, 3])
    assert tokens(play(state, "accept")) == "yellow"


@pytest.mark.rule("HA5", "HA33", "HAC37")
def test_scare_points_of_a_token_inside_an_action_are_counted_apart() -> None:
    town = {"church": "yellow blue green", "school": "blue"}
    state = position(town, mine=[11, 20, 25, 37], levels=(3, 1, 1), spots="d..")
    play(state, "section-1 fight", "card-20", "ghost-yellow-church", "ghost-blue-church")
    assert (state.earned, scored(state)) == (1, {})
    play(state, "spot-1")
    assert (state.earned, scored(state)) == (1, {"card 37": 1}), "2 SP by the token"
    play(state, "ghost-green-church")
    assert scored(state) == {"card 37": 2}, "1 and 2 SP by the action"


# Before another fight of card 20.


@pytest.mark.rule("HA5", "HAC20", "HAC11", "HA30")
def test_a_token_just_won_buys_a_card_before_the_next_fight() -> None:
    town = {"church": "yellow blue green", "school": "blue"}
    state = position(town, mine=[20, 25], row=[11], levels=(3, 1, 1), tokens="red red", sp=0)
    play(state, "section-1 fight", "card-20", "ghost-yellow-church")
    assert legal_picks(state) == {"ghost-blue-church", "ghost-green-church"}, (
        "cards and tokens cannot be used before the first fight"
    )
    play(state, "ghost-green-church")
    assert legal_picks(state) >= {"no", "ghost-blue-church", "card-11"}
    play(state, "card-11", "supply")
    assert (tokens(state), state.scare[0]) == ("", 0)
    play(state, "ghost-blue-church")
    assert (tokens(state), state.scare[0]) == ("blue", 1), "the card counts for the second fight"


@pytest.mark.rule("HA5", "HAC20", "HAC17")
@pytest.mark.parametrize("how", [["card-6", "ghost-yellow-church"], ["spot-1", "ghost-yellow-church", "library"]])
def test_an_attacker_that_has_gone_fights_no_more(how: list[str]) -> None:
    town = {"church": "yellow blue green", "school": "blue"}
    state = position(town, mine=[6, 17, 20, 25], levels=(3, 1, 1), spots="l..")
    play(state, "section-1 fight", "card-20", "ghost-yellow-church", "ghost-green-church")
    assert "ghost-blue-church" in legal_picks(state)
    assert between_actions(play(state, *how)), "a winner that has gone cannot move"


@pytest.mark.rule("HA5", "HAC20")
def test_a_ghost_that_has_gone_is_fought_no_more() -> None:
    state = position({"church": "yellow blue green", "school": "blue"}, mine=[6, 20, 25], levels=(3, 1, 1))
    play(state, "section-1 fight", "card-20", "ghost-yellow-church", "ghost-green-church")
    assert between_actions(play(state, "card-6", "ghost-blue-church"))


# Before the second move of card 15.


@pytest.mark.rule("HA5", "HAC15")
def test_cards_and_tokens_are_used_before_the_second_move() -> None:
    state = position({"church": "blue green"}, mine=[15, 50], tokens="blue", spots="g..", bonus={"school": "d"})
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert legal_picks(state) == {"no", "spot-1", "spot-2", "card-50"}, "the green one is too strong"
    assert spots(state) == "gd."
    play(state, "card-50", "token-blue", "library")
    assert legal_picks(state) == {"no", "spot-1", "spot-2", "ghost-blue-library"}
    play(state, "ghost-blue-library", "church")
    assert (ghosts(state, "blue-church"), between_actions(state)) == (1, True)


@pytest.mark.rule("HA5", "HAC15")
@pytest.mark.parametrize("how", [["spot-1", "ghost-blue-school", "library"], ["card-39"]])
def test_the_first_ghost_never_makes_the_second_move(how: list[str]) -> None:
    state = position({"church": "blue", "library": "green"}, mine=[15, 39], spots="l..")
    play(state, "section-1 move", "ghost-blue-church", "school", *how)
    if how == ["card-39"]:
        play(state, "ghost-blue-school", "ghost-green-library")
    assert ghosts(state, "blue-library") == 1
    assert not any(path.startswith("ghost-blue") for path in legal_picks(state))


# Before the Summon of card 24.


@pytest.mark.rule("HA5", "HAC24", "HAC9")
def test_a_card_is_occupied_before_the_summon_after_a_move() -> None:
    state = position({"church": "blue", "school": "blue"}, mine=[24], row=[9], tokens="red green blue")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert {"no", "ghost-blue-school", "card-9"} <= legal_picks(state)
    play(state, "card-9", "supply")
    play(state, "ghost-blue-school")
    assert tokens(state) == "blue blue", "the card that was just occupied doubles the token"


@pytest.mark.rule("HA5", "HAC24", "HAC6")
def test_a_power_makes_room_for_the_summon_after_a_move() -> None:
    town = {"church": "blue", "school": "blue green green yellow yellow"}
    state = position(town, mine=[6, 24])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert legal_picks(state) == {"no", "card-6"}, "there is no room"
    play(state, "card-6", "ghost-green-school")
    assert legal_picks(state) == {"no", "ghost-blue-school"}


@pytest.mark.rule("HA5", "HAC24")
def test_without_a_brother_there_is_nothing_to_interrupt() -> None:
    state = position({"church": "blue"}, mine=[6, 24])
    assert between_actions(play(state, "section-1 move", "ghost-blue-church", "school"))


# Buildings that fill up while dice lie, and numbers said before a roll.


@pytest.mark.rule("HA5", "HAC45")
def test_nobody_appears_in_a_building_filled_while_the_dice_lie() -> None:
    town = {"church": "blue green yellow yellow orange", "school": "blue"}
    state = position(town, mine=[32, 45], levels=(2, 1, 1), spots="l..")
    play(state, "section-1 summon", "card-45", "ghost-blue-church")
    play(state, "ghost-green-church", dice=rolling((4, 1), (6, 4)))
    play(state, "spot-1", "ghost-blue-school", "church")
    assert (ghosts(state, "blue-church"), tokens(state), scored(state)) == (2, "", {"card 32": 1})
    assert between_actions(state)


@pytest.mark.rule("HAC23", "HATf", "HATk")
@pytest.mark.parametrize(
    ("held", "highest"),
    [("...", 4), ("f..", 6), ("ff.", 8), ("k..", 7), ("fk.", 9), ("kk.", 10), ("fkk", 12), ("fkx", 9), ("dg.", 4)],
)
def test_numbers_go_up_to_what_the_die_can_reach(held: str, highest: int) -> None:
    state = position({"church": "blue"}, mine=[23], spots=held)
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert legal_picks(state) - {"no"} == {f"say-{number}" for number in range(1, highest + 1)}


@pytest.mark.rule("HAC23", "HATf", "HATk", "HA40")
@pytest.mark.parametrize(("free", "highest"), [(1, 7), (2, 9)])
def test_numbers_count_only_tokens_that_a_disc_is_left_for(free: int, highest: int) -> None:
    every = [f"{section} {action}" for section in (2, 3) for action in ("summon", "scare", "upgrade", "fight", "haunt")]
    state = position({"church": "blue"}, mine=[23], spots="fk.", covered=every[: 12 - 1 - 1 - free])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert state.discs[0] == free
    assert f"say-{highest}" in legal_picks(state)
    assert f"say-{highest + 1}" not in legal_picks(state)


@pytest.mark.rule("HAC23", "HATk")
def test_a_number_beyond_the_die_is_reached_with_a_token() -> None:
    state = position({"church": "blue"}, mine=[23], spots="k..", sp=0)
    play(state, "section-1 move", "ghost-blue-church", "school")
    play(state, "say-7", dice=rolling((4, 4)))
    assert play(state, "spot-1 die-1").scare[0] == 7


@pytest.mark.rule("HA5")
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_with_interruptions_end(seats: int) -> None:
    for cards in ("6,15,16,20,23,24,30,50", "14,15,17,18,20,34,39,45", "4,7,16,20,24,33,44,52"):
        for seed in range(3):
            dice = Dice(f"interruptions {seed}")
            state = GAME.new(seats, dice, cards=cards)
            assert isinstance(state, Halloween)
            inventory = state.inventory()
            while not state.over:
                state.apply(state.turn, dice.pick(state.legal(state.turn)), dice)
                assert min(state.town) >= 0
            assert state.inventory() == inventory
