"""The twelve kinds of bonus tokens, and how they are taken, used and drawn again.

The rule id says which kind it is: HATc is the token with the letter c.
"""

from __future__ import annotations

import pytest

from spiritboard.table.errors import IllegalMove
from tests.games.halloween.moves import play, rest_of_turn, rolling
from tests.games.halloween.positions import ACTIONS, BUILDINGS, KINDS, position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, scored, spots, tokens

NO_DISCS = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]


@pytest.mark.rule("HA40")
def test_a_disc_locks_the_spot() -> None:
    state = position(spots="dg.")
    play(state, "spot-1")
    assert (spots(state), state.discs[0], state.bonus_discards[KINDS.index("d")]) == ("xg.", 11, 1)
    assert "spot-1" not in legal_picks(state)


@pytest.mark.rule("HA40")
def test_a_bonus_token_needs_a_disc_in_the_supply() -> None:
    assert "spot-1" not in legal_picks(position(spots="d..", covered=NO_DISCS))
    town = {"church": "green blue", "school": "blue"}
    last = position(town, levels=(2, 1, 1), spots="fhk", covered=set(NO_DISCS) - {"1 fight"})
    play(last, "section-1 fight", "ghost-green-church", "seat-2")
    assert (between_actions(last), spots(last)) == (True, "fhk"), "not for the dice either"


@pytest.mark.rule("HA40")
def test_all_three_discs_return_at_the_end_of_the_turn() -> None:
    state = position(spots="dxx")
    play(state, "spot-1")
    assert spots(state) == "xxx"
    assert state.discs[0] == 9
    rest_of_turn(state)
    assert (spots(state), state.discs[0]) == ("...", 12)
    two = rest_of_turn(position(spots="xxg"))
    assert (spots(two), two.discs[0]) == ("xxg", 10)


@pytest.mark.rule("HA40")
def test_a_bonus_token_may_be_used_without_effect() -> None:
    for letter in "fhk":
        assert spots(play(position(spots=f"{letter}.."), "spot-1")) == "x.."
    assert between_actions(play(position(spots="a.."), "spot-1"))
    assert between_actions(play(position(spots="c.."), "spot-1"))


@pytest.mark.rule("HA40")
def test_bonus_tokens_are_not_used_in_the_turn_of_another_player() -> None:
    state = position({"church": "green blue"}, levels=(2, 1, 1), spots="h..")
    rest_of_turn(state)
    state.levels[4] = 2
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-1", dice=rolling((6, 1), (4, 4)))
    assert state.turn == 1
    assert between_actions(state), "the opponent who rolls for the target cannot use it"


@pytest.mark.rule("HA41")
def test_a_ghost_that_moves_takes_the_bonus_token() -> None:
    state = position({"church": "blue"}, bonus={"school": "d", "library": "g"}, spots=".x.")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert (spots(state), state.bonus[0]) == ("dx.", 0)


@pytest.mark.rule("HA41")
def test_without_a_free_spot_one_bonus_token_is_discarded() -> None:
    for choice, left, gone in (("new-token", "bxe", "d"), ("spot-1", "dxe", "b"), ("spot-3", "bxd", "e")):
        state = position({"church": "blue"}, bonus={"school": "d", "library": "g"}, spots="bxe")
        play(state, "section-1 move", "ghost-blue-church", "school")
        assert (state.turn, legal_picks(state)) == (0, {"new-token", "spot-1", "spot-3"})
        play(state, choice)
        assert spots(state) == left
        assert state.bonus_discards[KINDS.index(gone)] == 1


@pytest.mark.rule("HA41")
def test_with_every_spot_locked_the_bonus_token_stays() -> None:
    state = position({"church": "blue"}, bonus={"school": "d"}, spots="xxx")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert (spots(state), state.bonus[0]) == ("xxx", KINDS.index("d"))


@pytest.mark.rule("HA42")
def test_buildings_get_new_bonus_tokens() -> None:
    state = position({"church": "blue", "library": "green"}, bonus={"school": "d"})
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert all(state.bonus)
    assert (spots(state), sum(state.bonus_supply)) == ("d..", 24 - 1 - 6)


@pytest.mark.rule("HA42")
def test_discards_become_the_supply() -> None:
    most = "aabbccddeeffgghhiijjk"
    state = position({"church": "blue"}, bonus={"school": "l"}, discards=most)
    assert sum(state.bonus_supply) == 2
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert all(state.bonus)
    assert (sum(state.bonus_supply), sum(state.bonus_discards)) == (17, 0)


@pytest.mark.rule("HA43")
def test_there_are_two_of_each_kind() -> None:
    state = position(bonus=dict(zip(BUILDINGS, "abcdef", strict=True)), spots="ghi")
    inventory = state.inventory()
    assert [inventory[f"bonus token {kind}"] for kind in range(1, 13)] == [2] * 12


@pytest.mark.rule("HATa")
def test_token_summons_any_two_brothers() -> None:
    state = position({"church": "red red", "school": "blue blue"}, spots="a..")
    play(state, "spot-1")
    assert legal_picks(state) == {"ghost-red-church", "ghost-blue-school"}
    play(state, "ghost-red-church")
    assert (ghosts(state, "red-church"), tokens(state)) == (3, "red")
    full = "blue blue yellow yellow yellow yellow"
    crowded = position({"church": "red red red", "school": "red red", "library": full}, spots="a..")
    assert between_actions(play(crowded, "spot-1")), "no red ghost is left, and the library has no room"


@pytest.mark.parametrize(
    ("letter", "colour"),
    [
        pytest.param("b", "green", marks=pytest.mark.rule("HATb")),
        pytest.param("e", "yellow", marks=pytest.mark.rule("HATe")),
        pytest.param("j", "blue", marks=pytest.mark.rule("HATj")),
    ],
)
def test_token_is_a_ghost_token(letter: str, colour: str) -> None:
    assert tokens(play(position(spots=f"{letter}.."), "spot-1")) == colour
    assert tokens(play(position(spots=f"{letter}..", their_tokens=f"{colour} " * 12), "spot-1")) == ""


@pytest.mark.rule("HATc")
def test_token_takes_three_discs_back() -> None:
    state = position(spots="c..", covered=["1 scare", "1 move", "2 haunt", "3 fight"])
    play(state, "spot-1", "section-1 scare", "section-3 fight")
    assert legal_picks(state) == {"section-1 move", "section-2 haunt"}
    play(state, "section-2 haunt")
    assert (state.discs[0], between_actions(state)) == (12 - 1 - 1, True)
    two = play(position(spots="c..", covered=["1 scare", "2 haunt"]), "spot-1", "section-1 scare")
    assert two.discs[0] == 11, "the player is not asked for the last disc"


@pytest.mark.rule("HATd")
def test_token_is_two_scare_points() -> None:
    assert play(position(spots="d.."), "spot-1").scare[0] == 4


@pytest.mark.rule("HATf", "HA44")
def test_token_gives_a_higher_die() -> None:
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="ff.")
    play(state, "section-1 fight", "ghost-green-church", "seat-2")
    assert legal_picks(state) == {"roll", "spot-1 die-1", "spot-2 die-1"}
    play(state, "spot-1 die-1", "spot-2 die-1", dice=rolling((10, 10), (8, 1)))
    assert (tokens(state), spots(state)) == ("yellow", "xx.")


@pytest.mark.rule("HATf", "HA15b")
def test_higher_die_is_chosen_before_the_roll_by_the_attacker() -> None:
    state = position({"church": "green yellow"}, theirs=[16], levels=(2, 1, 1), spots="fk.")
    play(state, "section-1 fight", "ghost-green-church", "seat-2")
    assert (state.turn, legal_picks(state)) == (0, {"roll", "spot-1 die-1"})
    play(state, "spot-1 die-1", dice=rolling((8, 2), (8, 5)))
    assert legal_picks(state) == {"accept", "spot-2 die-1"}
    play(state, "accept")
    assert (state.turn, legal_picks(state)) == (1, {"accept", "card-16 die-2"}), (
        "the opponent may still change the other die"
    )


@pytest.mark.rule("HATf")
def test_no_die_is_higher_than_the_red_one() -> None:
    state = position({"church": "red yellow"}, levels=(5, 1, 1), spots="f..")
    play(state, "section-1 fight", "ghost-red-church", "seat-2")
    assert (spots(state), between_actions(state)) == ("f..", True), "the player is not asked"


@pytest.mark.rule("HATg")
def test_token_is_a_haunt_point() -> None:
    assert scored(play(position(spots="g.."), "spot-1")) == {"bonus tokens": 1}


@pytest.mark.rule("HATh", "HA44")
def test_token_rolls_a_die_again() -> None:
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="hh.")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    assert legal_picks(state) == {"accept", "spot-1 die-1", "spot-1 die-2", "spot-2 die-1", "spot-2 die-2"}
    play(state, "spot-1 die-1", dice=rolling((6, 3)))
    play(state, "spot-2 die-2", dice=rolling((8, 2)))
    assert tokens(state) == "yellow"


@pytest.mark.rule("HATi")
def test_token_rests_without_ending_the_section() -> None:
    state = position(spots="i..", covered=["1 scare", "1 move"])
    play(state, "spot-1", "section-1")
    assert (state.covered[0], state.discs[0], state.done) == (0, 11, 0)
    done = position(spots="..i", covered=["3 scare"], done=[3])
    assert play(done, "spot-3", "section-3").covered[2] == 0


@pytest.mark.rule("HATk", "HA44")
def test_token_adds_three_to_the_own_die() -> None:
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="kk.")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 2), (8, 8)))
    assert legal_picks(state) == {"accept", "spot-1 die-1", "spot-2 die-1"}, "only the attacker's own die"
    play(state, "spot-1 die-1", "spot-2 die-1")
    assert tokens(state) == "", "2 and 6 are 8, which is not higher"
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="kk.")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 2), (8, 7)))
    assert tokens(play(state, "spot-1 die-1", "spot-2 die-1")) == "yellow"


@pytest.mark.rule("HATk")
def test_added_three_stay_when_the_die_is_rolled_again() -> None:
    state = position({"church": "green yellow"}, levels=(2, 1, 1), spots="kh.")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 6)))
    play(state, "spot-1 die-1")
    play(state, "spot-2 die-1", dice=rolling((6, 4)))
    assert tokens(state) == "yellow"


@pytest.mark.rule("HA44")
def test_dice_tokens_change_the_die_of_a_card() -> None:
    state = position({"church": "blue"}, mine=[18], spots="fkh")
    play(state, "section-1 haunt", "space-blue-church", "card-18")
    play(state, "spot-1 die-1", dice=rolling((6, 1)))
    play(state, "spot-3 die-1", dice=rolling((6, 5)))
    play(state, "spot-2 die-1")
    assert state.scare[0] == 2 + 8


@pytest.mark.rule("HA44")
def test_dice_tokens_change_both_dice_of_a_summon() -> None:
    state = position({"church": "blue green", "school": "blue"}, mine=[45], levels=(2, 1, 1), spots="fkh")
    play(state, "section-1 summon", "card-45", "ghost-blue-church", "ghost-green-church")
    assert legal_picks(state) == {"roll", "spot-1 die-1", "spot-1 die-2"}
    play(state, "spot-1 die-2", dice=rolling((4, 3), (8, 8)))
    assert legal_picks(state) == {"accept", *(f"spot-{spot} die-{die}" for spot in (2, 3) for die in (1, 2))}
    play(state, "spot-3 die-2", dice=rolling((8, 1)))
    play(state, "spot-2 die-2")
    assert (ghosts(state, "blue-church"), tokens(state)) == (2, "blue"), "3 is less than 1 and 3"


@pytest.mark.rule("HATk")
def test_added_three_count_for_one_roll() -> None:
    state = position({"church": "green yellow"}, mine=[18], levels=(2, 2, 1), spots="k..")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 8)))
    play(state, "spot-1 die-1", "section-2 haunt", "space-green-church")
    assert play(state, "card-18", dice=rolling((6, 5))).scare[0] == 2 + 5


@pytest.mark.rule("HATl")
def test_token_moves_a_ghost_anywhere() -> None:
    state = position({"church": "red"}, spots="l..", bonus={"town-hall": "g", "school": "d"})
    play(state, "spot-1", "ghost-red-church")
    assert legal_picks(state) == {"school", "hospital", "police-station", "library", "town-hall"}
    play(state, "town-hall")
    assert spots(state) == "xg."
    with pytest.raises(IllegalMove):
        play(state, "spot-1")
    full = position({"town-hall": "red", "school": "green green green yellow yellow yellow"}, spots="l..")
    play(full, "spot-1", "ghost-red-town-hall")
    assert legal_picks(full) == {"church", "hospital", "police-station", "library"}
