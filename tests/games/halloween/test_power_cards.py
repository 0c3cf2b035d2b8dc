"""Action cards that are used between actions, or that change costs and gains, one at a time.

The rule id says which card it is: HAC50 is card 50.
"""

from __future__ import annotations

import pytest

from tests.games.halloween.moves import play
from tests.games.halloween.positions import ACTIONS, position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, possible_actions, scored, spots, tokens


@pytest.mark.rule("HAC4")
def test_a_section_acts_one_level_higher() -> None:
    """The rulebook's example: an orange Scare from a section at yellow."""
    state = position({"church": "orange"}, mine=[4], levels=(3, 5, 3))
    play(state, "card-4")
    assert legal_picks(state) == {"section-1", "section-3"}, "nothing is above red"
    play(state, "section-1", "section-1 scare", "ghost-orange-church")
    assert state.scare[0] == 6
    assert state.levels[0] == 3
    play(state, "section-3 scare")
    assert "ghost-orange-church" not in legal_picks(state)


@pytest.mark.rule("HAC4")
def test_a_section_never_acts_above_red() -> None:
    state = position({"church": "orange orange"}, mine=[4], levels=(4, 5, 1), sp=9)
    play(state, "card-4", "section-1", "section-2 upgrade", "ghost-orange-church", "section-1")
    assert state.level(0) == 5
    play(state, "section-1 scare", "ghost-red-church")
    assert state.scare[0] == 9


@pytest.mark.rule("HAC4")
def test_acting_one_level_higher_needs_a_section_that_is_not_done() -> None:
    assert "card-4" not in legal_picks(position(mine=[4], levels=(5, 5, 1), done=[3]))


@pytest.mark.rule("HAC6")
def test_remove_a_ghost_for_its_token() -> None:
    state = position({"church": "red"}, mine=[6])
    play(state, "card-6", "ghost-red-church")
    assert (ghosts(state, "red-church"), tokens(state)) == (0, "red")
    state = position({"church": "red"}, mine=[6], their_tokens="red " * 12)
    play(state, "card-6", "ghost-red-church")
    assert (ghosts(state, "red-church"), tokens(state)) == (0, ""), "the tokens have run out"


@pytest.mark.rule("HAC7")
def test_take_two_discs_back() -> None:
    state = position(mine=[7], covered=["1 scare", "1 move", "1 fight", "2 haunt"])
    play(state, "card-7", "section-1 move")
    assert legal_picks(state) == {"section-1 scare", "section-1 fight"}
    play(state, "section-1 fight")
    assert state.discs[0] == 12 - 1 - 2
    state = position(mine=[7], covered=["2 haunt"])
    play(state, "card-7", "section-2 haunt")
    assert between_actions(state)
    assert "card-7" not in legal_picks(position(mine=[7]))


@pytest.mark.rule("HAC8")
def test_lower_a_section_for_two_tokens() -> None:
    state = position(mine=[8], levels=(1, 3, 5))
    play(state, "card-8")
    assert legal_picks(state) == {"section-2", "section-3"}
    play(state, "section-2")
    assert (state.levels[1], tokens(state)) == (2, "green green")
    assert "card-8" not in legal_picks(position(mine=[8]))
    assert "card-8" not in legal_picks(position(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 12))
    one = position(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 11)
    assert tokens(play(one, "card-8", "section-1")) == "blue"


@pytest.mark.rule("HAC10")
def test_taking_a_bonus_token_brings_a_ghost_token() -> None:
    state = position({"church": "yellow"}, mine=[10], levels=(3, 1, 1), bonus={"school": "d"})
    play(state, "section-1 move", "ghost-yellow-church", "school")
    assert (tokens(state), spots(state)) == ("yellow", "d..")
    state = position({"church": "blue"}, mine=[10], bonus={"school": "d"}, spots="xxx")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert tokens(state) == "", "no spot, no bonus token, no ghost token"


@pytest.mark.rule("HAC14")
def test_repeat_a_covered_action() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    state = position({"church": "blue"}, mine=[14], covered=every[:11])
    assert state.discs[0] == 0
    play(state, "card-14")
    assert legal_picks(state) >= {"section-1 scare", "section-2 scare"}
    assert not any(path.startswith("section-3") for path in legal_picks(state))
    play(state, "section-1 scare", "ghost-blue-church")
    assert (state.scare[0], state.discs[0], state.covered[0]) == (3, 0, 63)
    assert possible_actions(state, 1) == set()
    assert "card-14" not in legal_picks(position({"church": "blue"}, mine=[14]))


@pytest.mark.rule("HAC19")
def test_rest_brings_scare_points() -> None:
    assert play(position(mine=[19]), "section-1 rest").scare[0] == 4


@pytest.mark.rule("HAC30")
def test_buy_a_token_for_scare_points() -> None:
    state = position({"church": "yellow"}, mine=[30], sp=3)
    play(state, "card-30")
    assert legal_picks(state) == {"token-blue", "token-yellow"}
    play(state, "token-yellow")
    assert (state.scare[0], tokens(state)) == (0, "yellow")
    assert "card-30" not in legal_picks(position(mine=[30], sp=0))


@pytest.mark.rule("HAC33")
def test_change_tokens() -> None:
    state = position(mine=[33], tokens="yellow")
    play(state, "card-33", "token-yellow", "token-green")
    assert tokens(state) == "green green"
    state = position(mine=[33], tokens="green green")
    play(state, "card-33", "token-green")
    assert legal_picks(state) == {"token-blue", "token-yellow"}
    assert tokens(play(state, "token-yellow")) == "yellow"
    assert "card-33" not in legal_picks(position(mine=[33], tokens="blue"))


@pytest.mark.rule("HAC33", "HA36")
def test_change_a_token_for_two_of_any_lower_level() -> None:
    state = play(position(mine=[33], tokens="red red"), "card-33", "token-red")
    assert legal_picks(state) == {"token-blue", "token-green", "token-yellow", "token-orange"}
    assert tokens(play(state, "token-blue")) == "blue blue red"
    state = play(position(mine=[33], tokens="red", their_tokens="orange " * 11), "card-33", "token-red", "token-orange")
    assert tokens(state) == "orange", "the player takes as many as there are"
    out = position(mine=[33], tokens="green", their_tokens="blue " * 12)
    assert "card-33" not in legal_picks(out), "a change for no token is not offered"


@pytest.mark.rule("HAC37")
def test_point_for_two_scare_points_at_once() -> None:
    assert scored(play(position(mine=[37], spots="d.."), "spot-1")) == {"card 37": 1}
    state = position({"church": "blue"}, mine=[37, 19])
    assert scored(play(state, "section-1 rest")) == {"card 37": 1}
    assert scored(play(state, "section-2 scare", "ghost-blue-church")) == {"card 37": 1}, "one SP is too little"


@pytest.mark.rule("HAC39")
def test_swap_two_ghosts() -> None:
    state = position({"church": "blue", "school": "red red"}, mine=[39])
    play(state, "card-39", "ghost-blue-church")
    assert legal_picks(state) == {"ghost-red-school"}
    play(state, "ghost-red-school")
    assert [ghosts(state, name) for name in ("blue-school", "red-school", "red-church")] == [1, 1, 1]
    assert "card-39" not in legal_picks(position({"church": "blue red"}, mine=[39]))


@pytest.mark.rule("HAC42")
def test_points_for_orange_tokens() -> None:
    state = position({"church": "yellow"}, mine=[42], levels=(3, 1, 1), sp=4)
    assert scored(play(state, "section-1 upgrade", "ghost-yellow-church", "no")) == {"card 42": 2}
    state = position({"church": "orange orange"}, mine=[42], levels=(4, 1, 1), their_tokens="orange " * 12)
    assert scored(play(state, "section-1 summon", "ghost-orange-church")) == {}


@pytest.mark.rule("HAC43")
def test_coloured_cards_cost_as_little_as_grey_ones() -> None:
    assert "card-9" not in legal_picks(position(row=[9], tokens="blue blue blue"))
    state = position(row=[9], mine=[43], tokens="blue blue blue")
    assert play(state, "card-9").occupied[0] == [43, 9]


@pytest.mark.rule("HAC44")
def test_token_for_occupying_a_card() -> None:
    state = position(row=[44], tokens="blue green yellow")
    play(state, "card-44")
    assert legal_picks(state) == {f"token-{colour}" for colour in ("blue", "green", "yellow", "orange", "red")}
    assert tokens(play(state, "token-red")) == "red"
    state = position(row=[2], mine=[44], tokens="blue blue blue")
    assert tokens(play(state, "card-2", "token-orange")) == "orange"


GREY = [2, 3, 5, 6]
COLOURED = [9, 12, 13]


@pytest.mark.rule("HAC47")
def test_grey_cards_cost_a_token_less() -> None:
    state = position(row=[*GREY[:3], 47, *COLOURED, 14], mine=[47], tokens="blue blue")
    assert {"card-2", "card-3", "card-5"} <= legal_picks(state)
    play(state, "card-2")
    assert tokens(state) == ""
    coloured = position(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47], tokens="blue green")
    assert "card-9" not in legal_picks(coloured)
    every = position(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47, 2], tokens="blue green")
    assert "card-9" in legal_picks(every), "for the owner of all grey cards coloured ones cost two different tokens"
    assert "card-9" not in legal_picks(position(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47, 2], tokens="blue blue"))


@pytest.mark.rule("HAC48")
def test_raise_a_section_for_scare_points() -> None:
    state = position(mine=[48], levels=(2, 5, 4), sp=3)
    play(state, "card-48")
    assert legal_picks(state) == {"section-1"}, "5 SP would be needed for red, and nothing is above it"
    play(state, "section-1")
    assert (state.levels[0], state.scare[0]) == (3, 0)
    assert "card-48" not in legal_picks(position(mine=[48], sp=1))


@pytest.mark.rule("HAC50")
def test_put_a_ghost_for_a_token() -> None:
    full = "green green green yellow yellow yellow"
    state = position({"church": full}, mine=[50], tokens="red")
    play(state, "card-50", "token-red")
    assert "church" not in legal_picks(state)
    play(state, "library")
    assert (ghosts(state, "red-library"), tokens(state), state.stock[4]) == (1, "", 12)
    assert "card-50" not in legal_picks(position(mine=[50]))


@pytest.mark.rule("HAC52")
def test_draw_a_bonus_token() -> None:
    state = position(mine=[52])
    play(state, "card-52")
    assert spots(state).count(".") == 2
    assert not state.reversible
    assert "card-52" not in legal_picks(position(mine=[52], spots="xxx"))
    full = play(position(mine=[52], spots="bde"), "card-52")
    assert legal_picks(full) == {"new-token", "spot-1", "spot-2", "spot-3"}
