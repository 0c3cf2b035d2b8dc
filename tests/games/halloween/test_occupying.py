"""Occupying action cards, and what holds for all of their powers."""

from __future__ import annotations

import pytest

from tests.games.halloween.night import (
    ACTIONS,
    ghosts,
    lit,
    night,
    play,
    rest_of_turn,
    rolling,
    scored,
    spots,
    tokens,
    told,
)


@pytest.mark.rule("HA30")
def test_a_grey_card_costs_any_three() -> None:
    state = night(tokens="blue blue blue", row=[2], covered=["1 scare"])
    play(state, "card-2")  # all tokens are alike, so none is asked for
    assert lit(state) == {"supply", "section-1 scare"}
    play(state, "section-1 scare")
    assert (state.occupied[0], state.points[0], state.discs[0], state.covered[0]) == ([2], 3, 11, 0)
    assert scored(state) == {"occupying cards": 3}
    assert "card-2" not in lit(state), "each card once"
    assert "card-2" not in lit(night(tokens="blue blue blue", mine=[2]))


@pytest.mark.rule("HA30")
def test_a_coloured_card_costs_three_different_ones() -> None:
    assert "card-9" not in lit(night(tokens="blue blue blue blue green", row=[9]))
    state = night(tokens="blue blue green yellow red", row=[9])
    play(state, "card-9", "token-blue")
    assert lit(state) == {"token-green", "token-yellow", "token-red"}
    play(state, "token-red", "token-green")
    assert (tokens(state), state.occupied[0], state.discs[0]) == ("blue yellow", [9], 11)


@pytest.mark.rule("HA30")
def test_whoever_pays_chooses_the_tokens() -> None:
    state = night(tokens="blue blue green yellow", row=[2], covered=["1 scare"])
    play(state, "card-2", "token-blue")
    assert (state.turn, lit(state)) == (0, {"token-blue", "token-green", "token-yellow"})
    play(state, "token-blue", "token-green")
    assert (tokens(state), state.turn, lit(state)) == ("yellow", 0, {"supply", "section-1 scare"})


@pytest.mark.rule("HA30")
def test_with_two_tokens_no_card_can_be_occupied() -> None:
    assert not any(path.startswith("card") for path in lit(night(tokens="blue green")))


@pytest.mark.rule("HA30")
def test_without_a_disc_in_the_supply_one_comes_from_the_board() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    state = night(tokens="blue blue blue", row=[2], covered=every)
    play(state, "card-2")
    assert lit(state) == {f"section-{each}" for each in every}
    play(state, "section-2 haunt")
    assert (state.occupied[0], state.discs[0], state.covered[1]) == ([2], 0, 31)


@pytest.mark.rule("HA31")
def test_those_who_were_there_are_paid() -> None:
    state = night(tokens="blue blue blue", theirs=[2], their_discs=["2 scare", "2 move", "3 haunt"])
    state.occupied[2].append(2)
    state.count_boards()
    play(state, "card-2")
    assert state.turn == 1
    assert lit(state) == {"points", "section-2", "section-3"}
    assert not state.reversible
    play(state, "section-2")
    assert state.covered[4 + 1] == 0
    assert state.turn == 2
    play(state, "points")
    assert (state.points, state.turn) == ([3, 0, 1], 0)
    assert scored(state, 2) == {"others coming to one's cards": 1}


@pytest.mark.rule("HA31")
def test_only_those_on_this_card_are_paid() -> None:
    state = play(night(tokens="blue blue blue", row=[2], theirs=[3]), "card-2")
    assert (state.turn, state.todo, state.points) == (0, [0], [3, 0, 0])


@pytest.mark.rule("HA54")
def test_with_two_players_they_are_paid_twice() -> None:
    state = night(tokens="blue blue blue", theirs=[2], their_discs=["1 scare", "2 move", "3 haunt"], seats=2)
    play(state, "card-2")
    assert lit(state) == {"points", "section-1 section-2", "section-1 section-3", "section-2 section-3"}
    play(state.copy(), "points")
    again = play(state, "section-1 section-3")
    assert again.covered[4:8] == [0, 1 << 3, 0, 0]
    state = night(tokens="blue blue blue", theirs=[2], their_discs=["1 scare"], seats=2)
    assert lit(play(state, "card-2")) == {"points", "section-1"}
    assert play(state, "points").points[1] == 2
    state = night(tokens="blue blue blue", theirs=[2], their_discs=["1 scare", "3 move"], seats=2)
    assert lit(play(state, "card-2")) == {"points", "section-1 section-3"}


@pytest.mark.rule("HA32")
def test_a_power_once_in_each_turn_and_never_forced() -> None:
    state = night({"church": "blue green"}, mine=[6])
    play(state, "card-6", "ghost-green-church")
    assert "card-6" not in lit(state)
    for _ in range(3):
        rest_of_turn(state)
    assert state.active == 0
    assert "card-6" in lit(state)


@pytest.mark.rule("HA33")
def test_all_scare_points_of_an_action_are_one_gain() -> None:
    state = night({"church": "blue"}, mine=[37, 51])
    play(state, "section-1 scare", "ghost-blue-church")
    assert scored(state) == {"card 37": 1}
    state = night({"church": "blue"}, mine=[37])
    play(state, "section-1 scare", "ghost-blue-church")
    assert scored(state) == {}


@pytest.mark.rule("HA34")
def test_who_takes_bonus_tokens() -> None:
    state = night({"church": "blue blue"}, mine=[10, 39, 50], bonus={"church": "d", "school": "g"}, tokens="green")
    play(state, "section-1 summon", "ghost-blue-church")
    play(state, "card-50", "token-green", "school")
    play(state, "card-39", "ghost-blue-church", "ghost-green-school")
    assert spots(state) == "..."
    play(state, "section-2 move", "ghost-blue-school", "church")
    assert (spots(state), tokens(state)) == ("d..", "blue blue")


@pytest.mark.rule("HA34", "HA15")
def test_blue_ghosts_that_come_back_take_nothing() -> None:
    state = night({"church": "blue"}, sp=2, bonus={"library": "d"})
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
def test_23_and_24_listen_to_every_move(card: int, picks: list[str]) -> None:
    town = {"church": "green blue", "school": "blue", "library": "green"}
    state = play(night(town, mine=[card, 23, 24, 25], levels=(2, 1, 1), spots="l.."), *picks)
    assert lit(state) >= {"no", "say-1", "say-6"}
    play(state, "no", "ghost-green-library")
    assert (ghosts(state, "green-library"), tokens(state)[-5:], state.todo) == (3, "green", [0])


@pytest.mark.rule("HA34", "HAC23", "HAC24")
@pytest.mark.parametrize(
    ("card", "picks"),
    [
        (39, ["card-39", "ghost-green-church", "ghost-blue-school"]),
        (50, ["card-50", "token-green", "library"]),
        (6, ["section-1 summon", "ghost-green-library"]),
    ],
)
def test_23_and_24_do_not_listen_to_ghosts_that_come_in_other_ways(card: int, picks: list[str]) -> None:
    town = {"church": "green blue", "school": "blue", "library": "green green"}
    state = night(town, mine=[card, 23, 24], levels=(2, 1, 1), tokens="green")
    assert play(state, *picks).todo == [0]


@pytest.mark.rule("HA34")
def test_card_52_gives_nothing_through_card_10() -> None:
    state = night(mine=[10, 52])
    play(state, "card-52")
    assert spots(state) != "..."
    assert tokens(state) == ""


@pytest.mark.rule("HA35")
def test_what_counts_as_a_summon_a_haunt_a_rest() -> None:
    state = night({"church": "red red"}, mine=[9, 32], spots="a..")
    play(state, "spot-1")
    assert (tokens(state), scored(state)) == ("red red", {"card 32": 1})
    state = night(mine=[19], spots="i..", covered=["1 scare"])
    assert play(state, "spot-1", "section-1").scare[0] == 4
    state = night(mine=[7, 19], covered=["1 scare"])
    assert play(state, "card-7", "section-1 scare").scare[0] == 2
    state = night(tokens="blue blue blue", theirs=[2, 19], their_discs=["1 scare"])
    assert play(state, "card-2", "section-1").scare[1] == 2


@pytest.mark.rule("HA35", "HAC45", "HATa")
def test_a_summon_of_two_colours_by_token_a() -> None:
    mixed = night({"church": "blue green orange", "school": "red red"}, mine=[9, 32, 45], spots="a..")
    assert lit(play(mixed, "spot-1")) == {"ghost-red-school", "card-45"}
    play(mixed, "card-45", "ghost-orange-church")
    assert lit(mixed) == {"ghost-blue-church", "ghost-green-church"}, "of any level"
    play(mixed, "ghost-green-church", dice=rolling((10, 3), (6, 4)))
    assert (tokens(mixed), scored(mixed)) == ("orange orange", {"card 32": 1})


@pytest.mark.rule("HA35", "HAC32", "HAC45", "HAC34")
def test_a_summon_in_which_nobody_appears_is_one_for_32_and_for_no_other() -> None:
    town = {"church": "blue green", "school": "blue blue", "library": "blue blue"}
    state = night(town, mine=[9, 32, 34, 45], levels=(2, 1, 1))
    play(state, "section-1 summon", "card-45", "ghost-blue-church")
    play(state, "ghost-green-church", dice=rolling((4, 1), (6, 4)))
    assert (state.todo, tokens(state), scored(state)) == ([0], "", {"card 32": 1})
    assert told(state, "nobody") == 1


@pytest.mark.rule("HA36")
def test_nobody_pays_for_what_is_not_there() -> None:
    out = "blue " * 12
    assert "card-30" not in lit(night({"church": "blue"}, mine=[30], their_tokens=out))
    assert "card-33" not in lit(night(mine=[33], tokens="green", their_tokens=out))
    assert "card-33" in lit(night(mine=[33], tokens="green", their_tokens="blue " * 11))
    assert "card-8" not in lit(night(mine=[8], levels=(2, 1, 1), their_tokens=out))
    one = night(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 11)
    assert tokens(play(one, "card-8", "section-1")) == "blue", "of two as many as there are"
    five = night({"church": "red red red", "school": "red red"}, mine=[50], tokens="red")
    assert "card-50" not in lit(five)
    state = night(row=[2], mine=[44], tokens="green green green", their_tokens=out)
    play(state, "card-2")
    assert "token-blue" not in lit(state)
    assert "token-green" in lit(state)


@pytest.mark.rule("HA37")
def test_end_cards_spend_nothing() -> None:
    state = night(mine=[26, 27, 40], tokens="blue green yellow orange red")
    state.trigger_end()
    for _ in range(3):
        rest_of_turn(state)
    assert scored(state) == {"card 26": 6, "card 27": 3, "card 40": 12}
