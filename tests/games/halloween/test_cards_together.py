"""Action cards that a player owns together.

The rule ids say which cards they are: HAC5 is card 5.
"""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.moves import play, rest_of_turn, rolling
from tests.games.halloween.positions import position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, possible_actions, scored, spots, tokens


@pytest.mark.rule("HAC5", "HAC20")
def test_fight_all_includes_brothers() -> None:
    """Card 5 lets card 20 fight brothers too, and adds one to each attack."""
    state = position({"church": "green green blue", "school": "blue"}, mine=[5, 20], levels=(2, 1, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church")
    assert legal_picks(state) == {"ghost-green-church", "ghost-blue-church"}
    play(state, "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 3), (6, 3)))
    assert (ghosts(state, "green-church"), tokens(state)) == (1, "green")
    assert legal_picks(state) == {"no", "ghost-blue-church"}


@pytest.mark.rule("HAC16", "HAC25", "HAC36")
def test_rerolls_and_differences_need_dice() -> None:
    """Without dice cards 16 and 36 do nothing; with dice, card 36 counts them after all rerolls."""
    state = position({"church": "green blue yellow", "school": "blue"}, mine=[16, 25, 36], levels=(2, 2, 1), sp=3)
    play(state, "section-1 fight", "ghost-green-church", "ghost-blue-church")
    assert (between_actions(state), state.scare[0], tokens(state)) == (True, 3, "blue")
    play(state, "section-2 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 2)))
    play(state, "card-16 die-1", dice=rolling((6, 6)))
    play(state, "accept", "card-36")
    assert state.scare[0] == 3 - 1 + 4
    assert tokens(state) == "blue yellow"


@pytest.mark.rule("HAC17", "HAC35")
def test_winner_of_a_distant_fight_may_move_there() -> None:
    """A ghost that has won in another building may move there, and takes the bonus token."""
    bonus = {"town-hall": "d", "church": "g"}
    state = position({"school": "blue blue", "town-hall": "red"}, mine=[17, 35], bonus=bonus)
    play(state, "section-1 fight", "ghost-blue-school")
    play(state, "seat-2", dice=rolling((4, 4), (12, 2)))
    play(state, "town-hall")
    assert (ghosts(state, "blue-town-hall"), spots(state), tokens(state)) == (1, "d..", "red")


@pytest.mark.rule("HAC20", "HAC35")
def test_fight_all_stays_in_the_building() -> None:
    state = position({"church": "green blue", "school": "red"}, mine=[20, 35], levels=(2, 1, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church")
    assert legal_picks(state) == {"ghost-blue-church"}
    assert legal_picks(play(position({"church": "blue", "school": "red"}, mine=[20, 35]), "section-1 fight")) == {
        "ghost-blue-church"
    }


@pytest.mark.rule("HAC17", "HAC20", "HAC36")
def test_winner_moves_after_the_last_fight_of_fight_all() -> None:
    state = position({"church": "green blue yellow", "school": "blue"}, mine=[17, 20, 36], levels=(2, 1, 1))
    play(state, "section-1 fight", "card-20", "ghost-green-church", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((6, 5), (4, 2)))
    play(state, "card-36")
    assert legal_picks(state) == {"no", "ghost-yellow-church"}
    play(state, "ghost-yellow-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    assert "library" in legal_picks(state), "this fight is lost, but the one before was won"
    assert state.scare[0] == 5


@pytest.mark.rule("HAC24", "HAC9", "HAC32", "HAC34", "HA35")
def test_summon_after_a_move_is_a_summon() -> None:
    state = position({"church": "blue blue blue", "school": "blue"}, mine=[9, 24, 32, 34])
    play(state, "section-1 move", "ghost-blue-church", "school", "ghost-blue-school")
    assert (tokens(state), ghosts(state, "blue-school")) == ("blue blue", 3)
    assert legal_picks(state) == {"no", "space-blue-church", "space-blue-school"}, "it was the fifth"
    play(state, "space-blue-school")
    assert scored(state) == {"card 32": 1, "haunting": 2}
    assert state.discs[0] == 12 - 4 - 1


@pytest.mark.rule("HAC28", "HAC42")
def test_two_orange_tokens_score_twice() -> None:
    state = position({"church": "red orange", "school": "blue"}, mine=[25, 28, 42], levels=(5, 1, 1))
    play(state, "section-1 fight", "ghost-red-church")
    assert (tokens(state), scored(state)) == ("orange orange", {"card 42": 4})
    one_left = position({"church": "red orange"}, mine=[25, 28, 42], levels=(5, 1, 1), their_tokens="orange " * 11)
    assert scored(play(one_left, "section-1 fight", "ghost-red-church")) == {"card 42": 2}


@pytest.mark.rule("HAC11", "HAC37", "HA33")
def test_scare_points_of_one_action_are_added_up() -> None:
    """Card 37 counts the sum of all Scare Points of an action."""
    state = position({"church": "green blue", "school": "blue"}, mine=[11, 36, 37], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 4), (4, 1)))
    play(state, "card-36")
    assert (state.scare[0], scored(state)) == (2 + 1 + 3, {"card 37": 1})
    alone = position({"church": "green blue", "school": "blue"}, mine=[11, 25, 37], levels=(2, 1, 1))
    assert scored(play(alone, "section-1 fight", "ghost-green-church")) == {}, "one SP for a blue ghost"


@pytest.mark.rule("HAC43", "HAC47", "HAC12")
def test_coloured_cards_paid_as_grey_count_as_coloured() -> None:
    """Coloured cards cost two tokens of any colour, and still count for card 12."""
    state = position(row=[9, 12, 13, 2, 43, 47, 3, 5], mine=[43, 47, 12], tokens="blue blue")
    play(state, "card-9")
    assert (list(state.occupied[0]), tokens(state)) == ([43, 47, 12, 9], "")
    state.trigger_end()
    for _ in range(3):
        rest_of_turn(state)
    assert scored(state) == {"occupying cards": 3, "card 12": 6}


@pytest.mark.rule("HAC14", "HAC4")
def test_repeat_an_action_one_level_higher() -> None:
    state = position({"church": "green"}, mine=[4, 14], covered=["1 scare"])
    play(state, "card-4", "section-1", "card-14", "section-1 scare")
    assert "ghost-green-church" in legal_picks(state)
    play(state, "ghost-green-church")
    assert (state.scare[0], state.discs[0]) == (4, 12 - 2 - 1)
    assert possible_actions(state, 1) == set()
    assert state.level(0) == 1


@pytest.mark.rule("HAC46", "HAC1", "HAC49")
def test_taking_a_haunt_token_back_raises_no_section() -> None:
    """Taking a token back by card 46 is no Haunt for card 49; laying one next door by card 1 is."""
    state = position({"church": "blue blue"}, mine=[1, 46, 49], haunts={"blue-church": 0}, hp=2)
    play(state, "section-1 haunt")
    assert legal_picks(state) == {"card-1", "card-46"}
    play(state, "card-46", "space-blue-church")
    assert (between_actions(state), state.points[0]) == (True, 1)
    play(state, "section-2 haunt", "card-1", "space-blue-library")
    assert legal_picks(state) == {"no", "section-1", "section-2", "section-3"}
    play(state, "section-3")
    assert (state.levels[2], state.points[0]) == (2, 3)


@pytest.mark.rule("HAC46", "HAC18", "HA35")
def test_taking_a_haunt_token_back_allows_no_roll() -> None:
    state = position({"church": "blue"}, mine=[18, 46], haunts={"blue-church": 0})
    assert between_actions(play(state, "section-1 haunt", "card-46", "space-blue-church"))


@pytest.mark.rule("HAC34", "HAC18", "HAC49", "HA35")
def test_haunt_of_the_fifth_ghost_is_a_haunt() -> None:
    state = position({"church": "blue blue blue blue"}, mine=[34, 18, 49])
    play(state, "section-1 summon", "ghost-blue-church", "space-blue-church")
    assert legal_picks(state) == {"no", "card-18"}
    play(state, "card-18", dice=rolling((4, 3)))
    assert state.scare[0] == 5
    assert "section-1" in legal_picks(state)


@pytest.mark.rule("HAC6", "HAC39", "HAC50", "HA15")
def test_blue_ghosts_come_after_a_removal_but_not_after_a_swap() -> None:
    state = position({"church": "blue", "school": "red"}, mine=[6, 39, 50])
    play(state, "card-39", "ghost-blue-church", "ghost-red-school")
    assert (between_actions(state), ghosts(state, "blue-school")) == (True, 1), "a swap removes no ghost"
    play(state, "card-6", "ghost-blue-school")
    assert "library" in legal_picks(state)
    assert tokens(state) == "blue"
    play(state, "library")
    assert ghosts(state, "blue-library") == 3
    play(state, "card-50", "token-blue", "library")
    assert (ghosts(state, "blue-library"), tokens(state)) == (4, "")


@pytest.mark.rule("HAC52", "HA41")
def test_draw_a_bonus_token_with_locked_spots() -> None:
    assert "card-52" not in legal_picks(position(mine=[52], spots="xxx"))
    state = position(mine=[52], spots="xxb")
    play(state, "card-52")
    assert legal_picks(state) == {"new-token", "spot-3"}
    assert spots(play(state, "new-token")) == "xxb"
    free = play(position(mine=[52], spots="x.x"), "card-52")
    assert spots(free)[1] not in ".x"


@pytest.mark.rule("HAC13", "HAC29")
def test_free_upgrade_brings_points() -> None:
    """An Upgrade that costs nothing brings its points too."""
    state = position({"church": "blue blue"}, mine=[13, 29], sp=0)
    assert scored(play(state, "section-1 upgrade", "ghost-blue-church", "no")) == {"card 29": 2}


@pytest.mark.rule("HAC44", "HAC33")
def test_power_of_a_card_just_occupied() -> None:
    state = position(row=[33], mine=[44], tokens="blue blue blue")
    play(state, "card-33", "token-orange")
    assert "card-33" in legal_picks(state), "a power can be used at once"
    play(state, "card-33", "token-orange", "token-yellow")
    assert tokens(state) == "yellow yellow"


@pytest.mark.rule("HAC45", "HAC34")
def test_fifth_ghost_comes_by_a_summon_with_two_colours() -> None:
    town = {"church": "blue green", "school": "blue blue blue"}
    state: Halloween = position(town, mine=[34, 45, 9], levels=(2, 1, 1))
    play(state, "section-1 summon", "card-45", "ghost-blue-church")
    play(state, "ghost-green-church", dice=rolling((4, 1), (6, 5)))
    assert legal_picks(state) == {"no", "space-blue-church", "space-blue-school"}, "the fifth blue ghost"
    assert tokens(state) == "blue blue"


@pytest.mark.rule("HAC16", "HAC45", "HAC23")
def test_rerolls_outside_fights() -> None:
    state = position({"church": "blue green", "school": "blue"}, mine=[16, 45], levels=(2, 1, 1), sp=1)
    play(state, "section-1 summon", "card-45", "ghost-blue-church")
    play(state, "ghost-green-church", dice=rolling((4, 3), (6, 2)))
    assert legal_picks(state) == {"accept", "card-16 die-1", "card-16 die-2"}
    play(state, "card-16 die-2", dice=rolling((6, 6)))
    assert ghosts(state, "blue-church") == 2
    state = position({"church": "blue"}, mine=[16, 23], sp=1)
    play(state, "section-1 move", "ghost-blue-church", "school")
    play(state, "say-4", dice=rolling((4, 1)))
    play(state, "card-16 die-1", dice=rolling((4, 4)))
    assert state.scare[0] == 4


@pytest.mark.rule("HAC15", "HAC23", "HAC24", "HA34")
def test_second_move_is_a_move() -> None:
    """Cards 23 and 24 count the second move too."""
    state = position({"church": "blue blue", "school": "blue"}, mine=[15, 23, 24])
    play(state, "section-1 move", "ghost-blue-church", "library")
    play(state, "no", "ghost-blue-church", "school")
    assert "say-1" in legal_picks(state)
    play(state, "no", "ghost-blue-school")
    assert (ghosts(state, "blue-school"), between_actions(state)) == (3, True)


@pytest.mark.rule("HAC38", "HAC15", "HA34")
def test_no_second_move_after_scare_and_move() -> None:
    state = position({"church": "blue"}, mine=[38, 15])
    assert between_actions(play(state, "section-1 scare", "ghost-blue-church", "school"))
