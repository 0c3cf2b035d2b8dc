"""The limits of action cards: levels, room, once per turn, the second colour, and actions that they do not change."""

from __future__ import annotations

import pytest

from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import as_second, place, position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, possible_actions, scored, spots, tokens

SEATS = {"seat-2", "seat-3"}
FULL = "yellow yellow yellow orange orange orange"


# Cards without a limit work every time.


@pytest.mark.rule("HAC32")
def test_every_summon_brings_a_point() -> None:
    state = position({"church": "blue blue"}, mine=[32])
    play(state, "section-1 summon", "ghost-blue-church", "section-2 summon", "ghost-blue-church")
    assert scored(state) == {"card 32": 2}


@pytest.mark.rule("HAC29")
def test_every_upgrade_brings_points() -> None:
    state = position({"church": "blue blue blue"}, mine=[29], sp=4)
    play(state, "section-1 upgrade", "ghost-blue-church", "no", "section-2 upgrade", "ghost-blue-church", "no")
    assert scored(state) == {"card 29": 4}


@pytest.mark.rule("HAC19", "HAC37")
def test_every_rest_brings_scare_points() -> None:
    state = play(position(mine=[19, 37]), "section-1 rest", "section-2 rest")
    assert (state.scare[0], scored(state)) == (2 + 4, {"card 37": 2})


@pytest.mark.rule("HAC3", "HAC11", "HAC17")
def test_every_fight_won_brings_points_and_a_move() -> None:
    state = position({"church": "green blue blue", "school": "blue"}, mine=[3, 11, 17, 25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "no", "section-2 fight", "ghost-green-church")
    assert (scored(state), state.scare[0]) == ({"card 3": 4}, 2 + 2)
    assert "library" in legal_picks(state)


@pytest.mark.rule("HAC18", "HAC49")
def test_every_haunt_allows_a_roll_and_raises_a_section() -> None:
    state = position({"church": "blue", "school": "blue"}, mine=[18, 49])
    play(state, "section-1 haunt", "space-blue-church")
    play(state, "card-18", "section-3", "section-2 haunt", "space-blue-school")
    assert legal_picks(state) == {"no", "card-18"}
    assert play(state, "no", "section-3").levels[2] == 3


@pytest.mark.rule("HAC15", "HAC23")
def test_every_move_allows_a_number_and_a_second_move() -> None:
    state = position({"church": "blue", "school": "blue"}, mine=[15, 23])
    play(state, "section-1 move", "ghost-blue-church", "library", "no", "no")
    play(state, "section-2 move", "ghost-blue-library", "church", "no")
    assert legal_picks(state) == {"no", "ghost-blue-school"}


@pytest.mark.rule("HAC45", "HAC46")
def test_other_ways_of_an_action_are_offered_every_time() -> None:
    state = position({"church": "blue green"}, mine=[45], levels=(2, 2, 1))
    play(state, "section-1 summon", "card-45", "ghost-blue-church", "ghost-green-church")
    assert "card-45" in legal_picks(play(state, "section-2 summon"))
    laid = {"blue-church": 0, "blue-school": 0}
    state = position({"church": "blue", "school": "blue"}, mine=[46], haunts=laid)
    play(state, "section-1 haunt", "card-46", "space-blue-church", "section-2 haunt")
    assert legal_picks(state) == {"card-46", "space-blue-church"}


@pytest.mark.rule("HAC44")
def test_every_card_occupied_brings_a_token() -> None:
    state = position(row=[2, 3], mine=[44], tokens="blue " * 6)
    play(state, "card-2", "token-red", "card-3", "token-blue", "token-blue", "token-blue", "token-red")
    assert tokens(state) == "red red"


# Summon.


@pytest.mark.rule("HAC9", "HAC28")
def test_double_tokens_are_for_summons_or_for_fights() -> None:
    town = {"church": "green blue", "school": "blue blue"}
    state = position(town, mine=[9, 25], levels=(2, 1, 1))
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue"
    assert tokens(play(position(town, mine=[28]), "section-1 summon", "ghost-blue-school")) == "blue"


@pytest.mark.rule("HAC34")
def test_fifth_ghost_does_not_haunt_where_the_second_colour_lies() -> None:
    state = position({"church": "blue blue blue blue"}, mine=[34], seats=2, haunts={"green-school": 10})
    play(state, "section-1 summon", "ghost-blue-church")
    assert "space-blue-school" not in legal_picks(state)


@pytest.mark.rule("HAC34")
def test_fifth_ghost_haunts_with_the_colour_summoned() -> None:
    state = position({"church": "green green green blue", "library": "green blue"}, mine=[34], levels=(2, 1, 1))
    play(state, "section-1 summon", "ghost-green-church")
    assert legal_picks(state) == {"no", "space-green-church", "space-green-library"}


@pytest.mark.rule("HAC45")
def test_both_colours_of_a_summon_are_within_the_level() -> None:
    assert "summon" not in possible_actions(position({"church": "blue yellow"}, mine=[45], levels=(2, 1, 1)))
    state = position({"church": "blue green yellow"}, mine=[45], levels=(2, 1, 1))
    play(state, "section-1 summon", "card-45")
    assert legal_picks(state) == {"ghost-blue-church", "ghost-green-church"}
    assert legal_picks(play(state, "ghost-blue-church")) == {"ghost-green-church"}


# Move.


@pytest.mark.rule("HAC23")
def test_number_is_rolled_with_the_die_of_the_ghost_that_moved() -> None:
    state = position({"church": "yellow"}, mine=[23], levels=(3, 1, 1))
    play(state, "section-1 move", "ghost-yellow-church", "school")
    assert {"say-1", "say-8"} <= legal_picks(state)
    assert "say-9" not in legal_picks(state)
    assert play(state, "say-7", dice=rolling((8, 7))).scare[0] == 2 + 7


@pytest.mark.rule("HAC2")
def test_move_leads_past_full_neighbours() -> None:
    full = {"church": FULL, "town-hall": "green green green red red red"}
    state = play(position({"hospital": "blue", **full}, mine=[2]), "section-1 move", "ghost-blue-hospital")
    assert legal_picks(state) == {"school", "police-station", "library"}


@pytest.mark.rule("HAC15")
def test_second_move_is_within_the_level_of_the_section() -> None:
    state = position({"church": "green", "school": "green", "hospital": "blue yellow"}, mine=[15], levels=(2, 1, 1))
    play(state, "section-1 move", "ghost-green-church", "library")
    assert legal_picks(state) == {"no", "ghost-green-school", "ghost-blue-hospital"}


@pytest.mark.rule("HAC24")
def test_move_and_summon_with_any_colour() -> None:
    state = position({"church": "yellow", "school": "yellow"}, mine=[24], levels=(3, 1, 1))
    play(state, "section-1 move", "ghost-yellow-church", "school", "ghost-yellow-school")
    assert (ghosts(state, "yellow-school"), tokens(state)) == (3, "yellow")


@pytest.mark.rule("HAC10", "HA41")
def test_ghost_token_comes_though_the_bonus_token_is_discarded() -> None:
    state = position({"church": "blue"}, mine=[10], bonus={"school": "d", "library": "g"}, spots="bce")
    play(state, "section-1 move", "ghost-blue-church", "school", "new-token")
    assert (spots(state), tokens(state)) == ("bce", "blue")


@pytest.mark.rule("HAC38")
def test_scare_and_move_needs_room() -> None:
    state = position({"town-hall": "red", "library": FULL}, mine=[38], levels=(5, 1, 1))
    play(state, "section-1 scare", "ghost-red-town-hall")
    assert legal_picks(state) == {"no", "school", "church", "hospital", "police-station"}


@pytest.mark.rule("HAC13")
@pytest.mark.parametrize(("colour", "cost"), [("green", 1), ("yellow", 2), ("orange", 3)])
def test_upgrades_are_cheaper_at_every_level(colour: str, cost: int) -> None:
    state = position({"church": colour}, mine=[13], levels=(4, 1, 1), sp=cost)
    assert play(state, "section-1 upgrade", f"ghost-{colour}-church", "no").scare[0] == 0


# Fight.


@pytest.mark.rule("HAC16")
@pytest.mark.parametrize("row", [range(16, 24), range(9, 17)])
def test_reroll_at_the_ends_of_the_row(row: range) -> None:
    state = position({"church": "green yellow"}, mine=[16], row=row, levels=(2, 1, 1), sp=1)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 3)))
    assert tokens(play(state, "card-16 die-1", dice=rolling((6, 5)))) == "yellow"


@pytest.mark.rule("HAC17")
def test_winner_needs_room_to_move() -> None:
    state = position({"town-hall": "red blue", "school": "blue", "library": FULL}, mine=[17, 25], levels=(5, 1, 1))
    play(state, "section-1 fight", "ghost-red-town-hall")
    assert legal_picks(state) == {"no", "school", "church", "hospital", "police-station"}


@pytest.mark.rule("HAC20")
def test_fight_all_keeps_to_the_level() -> None:
    state = position({"church": "green blue"}, mine=[20])
    assert legal_picks(play(state, "section-1 fight", "card-20")) == {"ghost-blue-church"}


@pytest.mark.rule("HAC20")
def test_fight_all_spares_brothers() -> None:
    state = position({"church": "green green blue"}, mine=[20], levels=(2, 1, 1))
    assert legal_picks(play(state, "section-1 fight", "card-20", "ghost-green-church")) == {"ghost-blue-church"}


@pytest.mark.rule("HAC20")
def test_fight_all_once_per_turn() -> None:
    state = position({"church": "green blue blue"}, mine=[20, 25], levels=(2, 2, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church", "ghost-blue-church", "no")
    assert legal_picks(play(state, "section-2 fight")) == {"ghost-blue-church", "ghost-green-church"}


@pytest.mark.rule("HAC20")
def test_fight_all_begins_with_a_fight_and_may_stop_after_any() -> None:
    town = {"church": "green blue blue yellow", "school": "blue"}
    state = position(town, mine=[20, 25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    play(state, "section-2 fight", "card-20", "ghost-green-church")
    assert "no" not in legal_picks(state), "the dice on the table are those of another fight"
    play(state.copy(), "ghost-blue-church", "no")
    play(state, "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    assert "no" in legal_picks(state), "a lost fight counts as a fight"


@pytest.mark.rule("HAC20")
def test_fight_all_leaves_out_ghosts_that_come_later() -> None:
    state = position({"church": "green blue yellow"}, mine=[20, 25], levels=(2, 1, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church", "ghost-blue-church", "church")
    assert ghosts(state, "blue-church") == 3
    assert legal_picks(state) == {"no", "ghost-yellow-church"}


@pytest.mark.rule("HAC20", "HAC46")
def test_a_card_is_offered_for_its_own_action() -> None:
    state = position({"church": "blue green"}, mine=[20, 46], haunts={"blue-church": 0})
    assert legal_picks(play(state, "section-1 haunt")) == {"card-46"}


@pytest.mark.rule("HAC5")
def test_attack_goes_beyond_the_die() -> None:
    state = position({"church": "blue green"}, mine=[5])
    play(state, "section-1 fight", "ghost-blue-church")
    assert tokens(play(state, "seat-2", dice=rolling((4, 4), (6, 4)))) == "green"


@pytest.mark.rule("HAC25")
def test_win_without_dice_after_a_fight_that_was_lost() -> None:
    state = position({"church": "green blue yellow", "school": "blue"}, mine=[25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    assert tokens(play(state, "section-2 fight", "ghost-green-church", "ghost-blue-church")) == "blue"


@pytest.mark.rule("HAC5", "HAC25")
def test_a_brother_is_no_weaker_ghost() -> None:
    state = position({"church": "blue blue"}, mine=[5, 25])
    assert legal_picks(play(state, "section-1 fight", "ghost-blue-church")) == SEATS


@pytest.mark.rule("HAC35", "HA13")
def test_fight_anywhere_reaches_no_brother() -> None:
    state = position({"church": "blue", "school": "blue green"}, mine=[35])
    assert legal_picks(play(state, "section-1 fight", "ghost-blue-church")) == SEATS, "there is only the green one"


@pytest.mark.rule("HAC5", "HAC35")
def test_brothers_fight_anywhere() -> None:
    """A brother in another building may be attacked; a ghost that is alone in town has no target."""
    state = position({"church": "blue", "school": "blue"}, mine=[5, 35])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 3), (4, 3)))
    assert (ghosts(state, "blue-church"), ghosts(state, "blue-school")) == (1, 0)
    assert "fight" not in possible_actions(position({"church": "blue"}, mine=[5, 35]))


# Haunt.


@pytest.mark.rule("HAC1")
def test_haunt_next_door_once_per_turn() -> None:
    state = position({"church": "green green"}, mine=[1], levels=(2, 2, 1))
    play(state, "section-1 haunt", "card-1", "space-green-hospital", "section-2 haunt")
    assert "card-1" not in legal_picks(state), "though two spaces next door are free"


@pytest.mark.rule("HAC1")
def test_haunt_next_door_needs_a_pair_within_the_level() -> None:
    state = position({"church": "green green", "library": "blue blue"}, mine=[1])
    play(state, "section-1 haunt", "card-1")
    assert legal_picks(state) == {"space-blue-church", "space-blue-police-station", "space-blue-town-hall"}


@pytest.mark.rule("HAC1", "HAC46")
def test_haunt_is_possible_if_one_card_makes_it_so() -> None:
    """An action is possible as soon as one of the cards makes it so."""
    laid = {"blue-church": 0, **{f"blue-{name}": 0 for name in ("school", "hospital", "police-station", "town-hall")}}
    for mine in ([1, 46], [46, 1]):
        state = position({"church": "blue green green"}, mine=mine, haunts=laid)
        assert legal_picks(play(state, "section-1 haunt")) == {"card-46"}


@pytest.mark.rule("HAC46")
def test_haunt_tokens_are_taken_back_within_the_level() -> None:
    laid = {"orange-church": 0, "blue-school": 0}
    state = position({"church": "orange", "school": "blue"}, mine=[46], haunts=laid)
    assert legal_picks(play(state, "section-1 haunt", "card-46")) == {"space-blue-school"}


@pytest.mark.rule("HAC46", "HA52")
def test_take_a_haunt_token_of_the_second_colour_back() -> None:
    laid = {"blue-church": 0, "green-church": 10}
    state = position({"church": "green"}, mine=[46], seats=2, levels=(2, 2, 1), haunts=laid)
    play(state, "section-1 haunt", "card-46", "space-green-church")
    assert state.haunts_left(0) == 7
    play(state, "section-2 haunt", "space-green-church")
    assert state.haunts[place("green-church")] == 2, "the second colour again: the first lies there"


# Between actions.


@pytest.mark.rule("HAC4")
def test_only_one_section_acts_one_level_higher() -> None:
    state = position({"church": "orange red"}, mine=[4], levels=(3, 3, 1))
    play(state, "card-4", "section-1", "section-2 scare")
    assert legal_picks(state) == {"ghost-blue-hospital"}, "the second section is still yellow"
    play(state, "ghost-blue-hospital", "section-1 scare")
    assert legal_picks(state) == {"ghost-blue-hospital", "ghost-orange-church"}


@pytest.mark.rule("HAC4")
def test_acting_one_level_higher_makes_an_action_possible() -> None:
    state = position({"church": "green green"}, mine=[4])
    assert "summon" not in possible_actions(state, 1)
    play(state, "card-4", "section-1")
    assert "summon" in possible_actions(state, 1)
    assert "summon" not in possible_actions(state, 2)


@pytest.mark.rule("HAC7", "HAC8", "HAC48")
def test_discs_and_levels_change_in_sections_that_are_done() -> None:
    state = position(mine=[7, 8, 48], levels=(3, 1, 1), covered=["1 scare"], sp=3, done=[1])
    play(state, "card-7", "section-1 scare", "card-8", "section-1", "card-48", "section-1")
    assert (state.covered[0], tokens(state), state.levels[0], state.scare[0]) == (0, "green green", 3, 0)


@pytest.mark.rule("HAC30")
def test_buying_a_token_leaves_the_ghost_where_it_is() -> None:
    state = play(position({"church": "green"}, mine=[30], sp=2), "card-30", "token-green")
    assert ghosts(state, "green-church") == 1


@pytest.mark.rule("HAC39")
def test_swap_with_a_full_building() -> None:
    state = position({"church": FULL, "school": "blue"}, mine=[39])
    play(state, "card-39", "ghost-blue-school", "ghost-yellow-church")
    assert (ghosts(state, "blue-church"), ghosts(state, "yellow-school"), state.crowd[1]) == (1, 1, 6)


@pytest.mark.rule("HAC43", "HAC47")
def test_cheaper_cards_are_for_their_owner_only() -> None:
    row = [2, 9, 43, 47]
    assert "card-9" not in legal_picks(position(row=row, theirs=[43], tokens="blue blue blue"))
    assert not {"card-2", "card-47"} & legal_picks(position(row=row, theirs=[47], tokens="blue blue")), (
        "it makes itself no cheaper either"
    )


@pytest.mark.rule("HAC7")
def test_no_third_disc_comes_back() -> None:
    state = position(mine=[7], covered=["1 scare", "1 move", "1 fight"])
    play(state, "card-7", "section-1 move", "section-1 fight")
    assert (between_actions(state), state.discs[0]) == (True, 12 - 1 - 1)


@pytest.mark.rule("HAC14")
def test_repeat_needs_a_section_that_could_act() -> None:
    assert "card-14" not in legal_picks(position({"church": "blue"}, mine=[14], covered=["1 scare"], done=[1]))
    state = position({"church": "green green"}, mine=[14], levels=(1, 2, 1), covered=["1 summon", "2 summon"])
    assert legal_picks(play(state, "card-14")) == {"section-2 summon"}


@pytest.mark.rule("HAC14", "HAC45")
def test_repeat_a_summon_with_two_colours() -> None:
    state = position({"church": "blue green"}, mine=[14, 45], levels=(2, 1, 1), covered=["1 summon"])
    assert legal_picks(play(state, "card-14")) == {"section-1 summon"}
    assert legal_picks(play(state, "section-1 summon")) == {"card-45"}


@pytest.mark.rule("HAC33", "HA36")
def test_change_needs_a_token_of_the_level_above() -> None:
    assert "card-33" not in legal_picks(position(mine=[33], tokens="blue blue", their_tokens="green " * 12))


@pytest.mark.rule("HAC48")
def test_raising_ends_at_red() -> None:
    assert "card-48" not in legal_picks(position(mine=[48], levels=(5, 5, 5), sp=9))
    state = play(position(mine=[48], levels=(4, 5, 5), sp=5), "card-48", "section-1")
    assert (state.levels[0], state.scare[0]) == (5, 0)


# In another seat.


@pytest.mark.rule("HAC14", "HAC34", "HAC47")
def test_repeat_fifth_ghost_and_cheaper_cards_in_another_seat() -> None:
    state = as_second(position({"church": "blue"}, mine=[14], covered=["1 scare"]))
    assert legal_picks(play(state, "card-14")) == {"section-1 scare"}
    town = {"church": "blue blue", "library": "blue", "school": "blue"}
    state = as_second(position(town, mine=[34], haunts={"red-library": 0, "red-school": 1}))
    play(state, "section-1 summon", "ghost-blue-church")
    assert "space-blue-library" not in legal_picks(state)
    assert "space-blue-school" in legal_picks(state)
    every = position(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47, 2], tokens="blue green")
    assert "card-9" in legal_picks(as_second(every))


# Scare Points of several cards bring a point by card 37.


@pytest.mark.rule("HAC37", "HA33")
def test_point_for_scare_points_of_a_fight() -> None:
    state = position({"church": "yellow green"}, mine=[11, 25, 37], levels=(3, 1, 1))
    assert scored(play(state, "section-1 fight", "ghost-yellow-church")) == {"card 37": 1}


@pytest.mark.rule("HAC37", "HA33")
def test_point_for_scare_points_of_a_roll_after_a_haunt() -> None:
    state = position({"church": "blue"}, mine=[18, 37])
    play(state, "section-1 haunt", "space-blue-church")
    assert scored(play(state, "card-18", dice=rolling((4, 2)))) == {"haunting": 2, "card 37": 1}


@pytest.mark.rule("HAC37", "HA33")
def test_point_for_scare_points_of_a_number() -> None:
    state = position({"church": "blue"}, mine=[23, 37])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert scored(play(state, "say-2", dice=rolling((4, 2)))) == {"card 37": 1}
