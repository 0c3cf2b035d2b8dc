"""Action cards at their limits: levels, room, once per turn, the second colour, and what they do not speak of."""

from __future__ import annotations

import pytest

from tests.games.halloween.night import acts, ghosts, lit, night, place, play, rolling, scored, tokens

SEATS = {"seat-2", "seat-3"}
FULL = "yellow yellow yellow orange orange orange"


# Summon.


@pytest.mark.rule("HAC9", "HAC28")
def test_9_speaks_of_summons_and_28_of_fights() -> None:
    town = {"church": "green blue", "school": "blue blue"}
    state = night(town, mine=[9, 25], levels=(2, 1, 1))
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue"
    assert tokens(play(night(town, mine=[28]), "section-1 summon", "ghost-blue-school")) == "blue"


@pytest.mark.rule("HAC34")
def test_card_34_with_a_building_haunted_in_the_second_colour_only() -> None:
    state = night({"church": "blue blue blue blue"}, mine=[34], seats=2, haunts={"green-school": 10})
    play(state, "section-1 summon", "ghost-blue-church")
    assert "space-blue-school" not in lit(state)


@pytest.mark.rule("HAC45")
def test_card_45_takes_both_ghosts_within_the_level() -> None:
    assert "summon" not in acts(night({"church": "blue yellow"}, mine=[45], levels=(2, 1, 1)))
    state = night({"church": "blue green yellow"}, mine=[45], levels=(2, 1, 1))
    play(state, "section-1 summon", "card-45")
    assert lit(state) == {"ghost-blue-church", "ghost-green-church"}
    assert lit(play(state, "ghost-blue-church")) == {"ghost-green-church"}


# Move.


@pytest.mark.rule("HAC23")
def test_card_23_rolls_the_die_of_the_ghost_that_moved() -> None:
    state = night({"church": "yellow"}, mine=[23], levels=(3, 1, 1))
    play(state, "section-1 move", "ghost-yellow-church", "school")
    assert {"say-1", "say-8"} <= lit(state)
    assert "say-9" not in lit(state)
    assert play(state, "say-7", dice=rolling((8, 7))).scare[0] == 2 + 7


# Fight.


@pytest.mark.rule("HAC17")
def test_card_17_needs_room() -> None:
    state = night({"church": "green blue", "school": "blue", "library": FULL}, mine=[17, 25], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    assert lit(state) == {"no", "school", "hospital", "police-station", "town-hall"}


@pytest.mark.rule("HAC20")
def test_card_20_keeps_to_the_level() -> None:
    state = night({"church": "green blue"}, mine=[20])
    assert lit(play(state, "section-1 fight", "card-20")) == {"ghost-blue-church"}


@pytest.mark.rule("HAC20")
def test_card_20_once_per_turn() -> None:
    state = night({"church": "green blue blue"}, mine=[20, 25], levels=(2, 2, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church", "ghost-blue-church", "no")
    assert lit(play(state, "section-2 fight")) == {"ghost-blue-church", "ghost-green-church"}


@pytest.mark.rule("HAC20")
def test_card_20_begins_with_a_fight_and_may_stop_after_any() -> None:
    town = {"church": "green blue blue yellow", "school": "blue"}
    state = night(town, mine=[20, 25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    play(state, "section-2 fight", "card-20", "ghost-green-church")
    assert "no" not in lit(state), "the dice on the table are those of another fight"
    play(state.copy(), "ghost-blue-church", "no")
    play(state, "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    assert "no" in lit(state), "a fight that was lost is one too"


@pytest.mark.rule("HAC5", "HAC25")
def test_a_brother_is_no_weaker_ghost() -> None:
    state = night({"church": "blue blue"}, mine=[5, 25])
    assert lit(play(state, "section-1 fight", "ghost-blue-church")) == SEATS


@pytest.mark.rule("HAC35", "HA13")
def test_card_35_alone_leads_to_no_brother() -> None:
    state = night({"church": "blue", "school": "blue green"}, mine=[35])
    assert lit(play(state, "section-1 fight", "ghost-blue-church")) == SEATS, "there is only the green one"


@pytest.mark.rule("HAC5", "HAC35")
def test_5_with_35() -> None:
    """A brother in another building may be attacked; a ghost that is alone in town has nobody."""
    state = night({"church": "blue", "school": "blue"}, mine=[5, 35])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 3), (4, 3)))
    assert (ghosts(state, "blue-church"), ghosts(state, "blue-school")) == (1, 0)
    assert "fight" not in acts(night({"church": "blue"}, mine=[5, 35]))


# Haunt.


@pytest.mark.rule("HAC1")
def test_card_1_once_per_turn() -> None:
    state = night({"church": "green green"}, mine=[1], levels=(2, 2, 1))
    play(state, "section-1 haunt", "card-1", "space-green-hospital", "section-2 haunt")
    assert "card-1" not in lit(state), "though two spaces next door are free"


@pytest.mark.rule("HAC1")
def test_card_1_for_pairs_within_the_level() -> None:
    state = night({"church": "green green", "library": "blue blue"}, mine=[1])
    play(state, "section-1 haunt", "card-1")
    assert lit(state) == {"space-blue-church", "space-blue-police-station", "space-blue-town-hall"}


@pytest.mark.rule("HAC46")
def test_card_46_for_tokens_within_the_level() -> None:
    laid = {"orange-church": 0, "blue-school": 0}
    state = night({"church": "orange", "school": "blue"}, mine=[46], haunts=laid)
    assert lit(play(state, "section-1 haunt", "card-46")) == {"space-blue-school"}


@pytest.mark.rule("HAC46", "HA52")
def test_card_46_with_the_second_colour() -> None:
    laid = {"blue-church": 0, "green-church": 10}
    state = night({"church": "green"}, mine=[46], seats=2, levels=(2, 2, 1), haunts=laid)
    play(state, "section-1 haunt", "card-46", "space-green-church")
    assert state.haunts_left(0) == 7
    play(state, "section-2 haunt", "space-green-church")
    assert state.haunts[place("green-church")] == 2, "the second colour again: the first lies there"


# Between actions.


@pytest.mark.rule("HAC4")
def test_card_4_is_for_one_section_and_one_level() -> None:
    state = night({"church": "orange red"}, mine=[4], levels=(3, 3, 1))
    play(state, "card-4", "section-1", "section-2 scare")
    assert lit(state) == {"ghost-blue-hospital"}, "the second section is still yellow"
    play(state, "ghost-blue-hospital", "section-1 scare")
    assert lit(state) == {"ghost-blue-hospital", "ghost-orange-church"}


@pytest.mark.rule("HAC7")
def test_card_7_takes_no_third_disc() -> None:
    state = night(mine=[7], covered=["1 scare", "1 move", "1 fight"])
    play(state, "card-7", "section-1 move", "section-1 fight")
    assert (state.todo, state.discs[0]) == ([0], 12 - 1 - 1)


@pytest.mark.rule("HAC14")
def test_card_14_where_the_section_could_act() -> None:
    assert "card-14" not in lit(night({"church": "blue"}, mine=[14], covered=["1 scare"], done=[1]))
    state = night({"church": "green green"}, mine=[14], levels=(1, 2, 1), covered=["1 summon", "2 summon"])
    assert lit(play(state, "card-14")) == {"section-2 summon"}


@pytest.mark.rule("HAC14", "HAC45")
def test_14_with_45() -> None:
    state = night({"church": "blue green"}, mine=[14, 45], levels=(2, 1, 1), covered=["1 summon"])
    assert lit(play(state, "card-14")) == {"section-1 summon"}
    assert lit(play(state, "section-1 summon")) == {"card-45"}


@pytest.mark.rule("HAC33", "HA36")
def test_card_33_needs_a_token_of_the_level_above() -> None:
    assert "card-33" not in lit(night(mine=[33], tokens="blue blue", their_tokens="green " * 12))


@pytest.mark.rule("HAC48")
def test_card_48_ends_at_red() -> None:
    assert "card-48" not in lit(night(mine=[48], levels=(5, 5, 5), sp=9))


# Card 37 and the Scare Points of other cards.


@pytest.mark.rule("HAC37", "HA33")
def test_37_with_11() -> None:
    state = night({"church": "yellow green"}, mine=[11, 25, 37], levels=(3, 1, 1))
    assert scored(play(state, "section-1 fight", "ghost-yellow-church")) == {"card 37": 1}


@pytest.mark.rule("HAC37", "HA33")
def test_37_with_18() -> None:
    state = night({"church": "blue"}, mine=[18, 37])
    play(state, "section-1 haunt", "space-blue-church")
    assert scored(play(state, "card-18", dice=rolling((4, 2)))) == {"haunting": 2, "card 37": 1}


@pytest.mark.rule("HAC37", "HA33")
def test_37_with_23() -> None:
    state = night({"church": "blue"}, mine=[23, 37])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert scored(play(state, "say-2", dice=rolling((4, 2)))) == {"card 37": 1}
