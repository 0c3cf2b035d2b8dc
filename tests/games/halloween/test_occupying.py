"""Occupying action cards, and the rules for the powers of all cards."""

from __future__ import annotations

import pytest

from tests.games.halloween.moves import play, rest_of_turn, rolling
from tests.games.halloween.positions import ACTIONS, position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, scored, spots, times_told, tokens


@pytest.mark.rule("HA30")
def test_a_grey_card_costs_any_three() -> None:
    state = position(tokens="blue blue blue", row=[2], covered=["1 scare"])
    play(state, "card-2")  # all tokens are of one colour, so the player is not asked
    assert legal_picks(state) == {"supply", "section-1 scare"}
    play(state, "section-1 scare")
    assert (list(state.occupied[0]), state.points[0], state.discs[0], state.covered[0]) == ([2], 3, 11, 0)
    assert scored(state) == {"occupying cards": 3}
    assert "card-2" not in legal_picks(state), "each card once"
    assert "card-2" not in legal_picks(position(tokens="blue blue blue", mine=[2]))


@pytest.mark.rule("HA30")
def test_a_coloured_card_costs_three_different_ones() -> None:
    assert "card-9" not in legal_picks(position(tokens="blue blue blue blue green", row=[9]))
    state = position(tokens="blue blue green yellow red", row=[9])
    play(state, "card-9", "token-blue")
    assert legal_picks(state) == {"token-green", "token-yellow", "token-red"}
    play(state, "token-red", "token-green")
    assert (tokens(state), list(state.occupied[0]), state.discs[0]) == ("blue yellow", [9], 11)


@pytest.mark.rule("HA30")
def test_the_player_chooses_the_tokens_to_pay() -> None:
    state = position(tokens="blue blue green yellow", row=[2], covered=["1 scare"])
    play(state, "card-2", "token-blue")
    assert (state.turn, legal_picks(state)) == (0, {"token-blue", "token-green", "token-yellow"})
    play(state, "token-blue", "token-green")
    assert (tokens(state), state.turn, legal_picks(state)) == ("yellow", 0, {"supply", "section-1 scare"})


@pytest.mark.rule("HA30")
def test_with_two_tokens_no_card_can_be_occupied() -> None:
    assert not any(path.startswith("card") for path in legal_picks(position(tokens="blue green")))


@pytest.mark.rule("HA30")
def test_without_a_disc_in_the_supply_a_disc_comes_from_the_board() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    state = position(tokens="blue blue blue", row=[2], covered=every)
    play(state, "card-2")
    assert legal_picks(state) == {f"section-{each}" for each in every}
    play(state, "section-2 haunt")
    assert (list(state.occupied[0]), state.discs[0], state.covered[1]) == ([2], 0, 31)


@pytest.mark.rule("HA31")
def test_earlier_occupants_are_paid() -> None:
    state = position(tokens="blue blue blue", theirs=[2], their_discs=["2 scare", "2 move", "3 haunt"])
    state.occupied[2].append(2)
    state.count_boards()
    play(state, "card-2")
    assert state.turn == 1
    assert legal_picks(state) == {"points", "section-2", "section-3"}
    assert not state.reversible
    play(state, "section-2")
    assert state.covered[4 + 1] == 0
    assert state.turn == 2
    play(state, "points")
    assert (list(state.points), state.turn) == ([3, 0, 1], 0)
    assert scored(state, 2) == {"others coming to one's cards": 1}


@pytest.mark.rule("HA31")
def test_only_occupants_of_the_same_card_are_paid() -> None:
    state = play(position(tokens="blue blue blue", row=[2], theirs=[3]), "card-2")
    assert (state.turn, between_actions(state), list(state.points)) == (0, True, [3, 0, 0])


@pytest.mark.rule("HA54")
def test_with_two_players_earlier_occupants_are_paid_twice() -> None:
    state = position(tokens="blue blue blue", theirs=[2], their_discs=["1 scare", "2 move", "3 haunt"], seats=2)
    play(state, "card-2")
    assert legal_picks(state) == {"points", "section-1 section-2", "section-1 section-3", "section-2 section-3"}
    play(state.copy(), "points")
    again = play(state, "section-1 section-3")
    assert list(again.covered)[4:8] == [0, 1 << 3, 0, 0]
    state = position(tokens="blue blue blue", theirs=[2], their_discs=["1 scare"], seats=2)
    assert legal_picks(play(state, "card-2")) == {"points", "section-1"}
    assert play(state, "points").points[1] == 2
    state = position(tokens="blue blue blue", theirs=[2], their_discs=["1 scare", "3 move"], seats=2)
    assert legal_picks(play(state, "card-2")) == {"points", "section-1 section-3"}


@pytest.mark.rule("HA32")
def test_a_power_once_in_each_turn_and_never_forced() -> None:
    state = position({"church": "blue green"}, mine=[6])
    play(state, "card-6", "ghost-green-church")
    assert "card-6" not in legal_picks(state)
    for _ in range(3):
        rest_of_turn(state)
    assert state.active == 0
    assert "card-6" in legal_picks(state)


@pytest.mark.rule("HA33")
def test_all_scare_points_of_an_action_are_one_gain() -> None:
    state = position({"church": "blue"}, mine=[37, 51])
    play(state, "section-1 scare", "ghost-blue-church")
    assert scored(state) == {"card 37": 1}
    state = position({"church": "blue"}, mine=[37])
    play(state, "section-1 scare", "ghost-blue-church")
    assert scored(state) == {}


@pytest.mark.rule("HA34")
def test_only_ghosts_that_move_take_bonus_tokens() -> None:
    state = position({"church": "blue blue"}, mine=[10, 39, 50], bonus={"church": "d", "school": "g"}, tokens="green")
    play(state, "section-1 summon", "ghost-blue-church")
    play(state, "card-50", "token-green", "school")
    play(state, "card-39", "ghost-blue-church", "ghost-green-school")
    assert spots(state) == "..."
    play(state, "section-2 move", "ghost-blue-school", "church")
    assert (spots(state), tokens(state)) == ("d..", "blue blue")


@pytest.mark.rule("HA34", "HA15")
def test_blue_ghosts_that_come_back_take_nothing() -> None:
    state = position({"church": "blue"}, sp=2, bonus={"library": "d"})
    play(state, "section-1 upgrade", "ghost-blue-church", "no", "library")
    assert (ghosts(state, "blue-library"), spots(state)) == (3, "...")


@pytest.mark.rule("HA34")
@pytest.mark.parametrize(
    ("card", "picks"),
    [
        (17, ["section-1 fight", "ghost-green-church", "library"]),
        (38, ["section-1 scare", "ghost-green-church", "library"]),
        (15, ["section-1 move", "ghost-blue-school", "police-station", "no", "ghost-green-church", "library"]),
        (2, ["spot-1", "ghost-green-church", "library"]),
    ],
)
def test_every_kind_of_move_allows_a_number_and_a_summon(card: int, picks: list[str]) -> None:
    town = {"church": "green blue", "school": "blue", "library": "green"}
    state = play(position(town, mine=[card, 23, 24, 25], levels=(2, 1, 1), spots="l.."), *picks)
    assert legal_picks(state) >= {"no", "say-1", "say-6"}
    play(state, "no", "ghost-green-library")
    assert (ghosts(state, "green-library"), tokens(state)[-5:], between_actions(state)) == (3, "green", True)


@pytest.mark.rule("HA34", "HAC23", "HAC24")
@pytest.mark.parametrize(
    ("card", "picks"),
    [
        (39, ["card-39", "ghost-green-church", "ghost-blue-school"]),
        (50, ["card-50", "token-green", "library"]),
        (6, ["section-1 summon", "ghost-green-library"]),
    ],
)
def test_ghosts_that_come_in_other_ways_do_not_move(card: int, picks: list[str]) -> None:
    town = {"church": "green blue", "school": "blue", "library": "green green"}
    state = position(town, mine=[card, 23, 24], levels=(2, 1, 1), tokens="green")
    assert between_actions(play(state, *picks))


@pytest.mark.rule("HA34")
def test_drawn_bonus_token_brings_no_ghost_token() -> None:
    state = position(mine=[10, 52])
    play(state, "card-52")
    assert spots(state) != "..."
    assert tokens(state) == ""


@pytest.mark.rule("HA35")
def test_tokens_count_as_a_summon_or_a_rest() -> None:
    state = position({"church": "red red"}, mine=[9, 32], spots="a..")
    play(state, "spot-1")
    assert (tokens(state), scored(state)) == ("red red", {"card 32": 1})
    state = position(mine=[19], spots="i..", covered=["1 scare"])
    assert play(state, "spot-1", "section-1").scare[0] == 4
    state = position(mine=[7, 19], covered=["1 scare"])
    assert play(state, "card-7", "section-1 scare").scare[0] == 2
    state = position(tokens="blue blue blue", theirs=[2, 19], their_discs=["1 scare"])
    assert play(state, "card-2", "section-1").scare[1] == 2


@pytest.mark.rule("HA35", "HAC45", "HATa")
def test_bonus_token_summons_with_two_colours() -> None:
    mixed = position({"church": "blue green orange", "school": "red red"}, mine=[9, 32, 45], spots="a..")
    assert legal_picks(play(mixed, "spot-1")) == {"ghost-red-school", "card-45"}
    play(mixed, "card-45", "ghost-orange-church")
    assert legal_picks(mixed) == {"ghost-blue-church", "ghost-green-church"}, "of any level"
    play(mixed, "ghost-green-church", dice=rolling((10, 3), (6, 4)))
    assert (tokens(mixed), scored(mixed)) == ("orange orange", {"card 32": 1})


@pytest.mark.rule("HA35", "HAC32", "HAC45", "HAC34")
def test_summon_in_which_nobody_appears_brings_only_a_point() -> None:
    town = {"church": "blue green", "school": "blue blue", "library": "blue blue"}
    state = position(town, mine=[9, 32, 34, 45], levels=(2, 1, 1))
    play(state, "section-1 summon", "card-45", "ghost-blue-church")
    play(state, "ghost-green-church", dice=rolling((4, 1), (6, 4)))
    assert (between_actions(state), tokens(state), scored(state)) == (True, "", {"card 32": 1})
    assert times_told(state, "nobody") == 1


@pytest.mark.rule("HA36")
def test_tokens_and_ghosts_that_have_run_out_cannot_be_bought() -> None:
    out = "blue " * 12
    assert "card-30" not in legal_picks(position({"church": "blue"}, mine=[30], their_tokens=out))
    assert "card-33" not in legal_picks(position(mine=[33], tokens="green", their_tokens=out))
    assert "card-33" in legal_picks(position(mine=[33], tokens="green", their_tokens="blue " * 11))
    assert "card-8" not in legal_picks(position(mine=[8], levels=(2, 1, 1), their_tokens=out))
    one = position(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 11)
    assert tokens(play(one, "card-8", "section-1")) == "blue", "the player takes as many of the two as there are"
    five = position({"church": "red red red", "school": "red red"}, mine=[50], tokens="red")
    assert "card-50" not in legal_picks(five)
    state = position(row=[2], mine=[44], tokens="green green green", their_tokens=out)
    play(state, "card-2")
    assert "token-blue" not in legal_picks(state)
    assert "token-green" in legal_picks(state)


@pytest.mark.rule("HA37")
def test_end_cards_spend_nothing() -> None:
    state = position(mine=[26, 27, 40], tokens="blue green yellow orange red")
    state.trigger_end()
    for _ in range(3):
        rest_of_turn(state)
    assert scored(state) == {"card 26": 6, "card 27": 3, "card 40": 12}
