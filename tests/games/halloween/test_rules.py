"""The rules of Halloween on setup, turns and actions. Some cases are examples of the rulebook."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.pieces import SETS
from spiritboard.table.errors import BadSetup, IllegalMove
from tests.games.halloween.moves import play, rest_of_turn, rolling
from tests.games.halloween.positions import ACTIONS, new_game, position
from tests.games.halloween.reading import (
    between_actions,
    ghosts,
    legal_picks,
    possible_actions,
    scored,
    times_told,
    tokens,
)

# Before the game.


@pytest.mark.rule("HA1")
def test_the_start_of_a_game() -> None:
    state = new_game()
    assert ghosts(state, "blue-police-station") == 3
    assert sum(state.town) == 3
    assert all(1 <= kind <= 12 for kind in state.bonus)
    assert sum(state.bonus_supply) == 18
    assert len(set(state.row)) == 8
    assert state.levels == [1] * 12
    assert state.scare == [2] * 3
    assert state.discs == [12] * 3
    assert state.points == [0] * 3
    assert [state.haunts_left(seat) for seat in range(3)] == [6] * 3


@pytest.mark.rule("HA1")
def test_cards_and_bonus_tokens_are_drawn_at_random() -> None:
    games = [new_game(seed=seed) for seed in range(200)]
    assert {number for state in games for number in state.row} == set(range(1, 53))
    assert {kind for state in games for kind in state.bonus} == set(range(1, 13))


@pytest.mark.rule("HA2")
def test_first_player_and_order_of_turns() -> None:
    assert {new_game(4, seed).turn for seed in range(60)} == {0, 1, 2, 3}
    state = new_game(3, first="seat-2")
    order = []
    for _ in range(4):
        order.append(state.active)
        rest_of_turn(state)
    assert (order, state.round) == ([2, 0, 1, 2], 2)


@pytest.mark.rule("HA60")
def test_named_sets_and_numbers() -> None:
    assert new_game(cards="casper").row == [7, 12, 16, 27, 28, 29, 37, 51]
    assert new_game(cards="jacob-marley").row == [3, 11, 20, 24, 26, 32, 34, 45]
    assert new_game(cards="the-brown-lady").row == [12, 18, 19, 21, 23, 30, 51, 52]
    assert new_game(cards="bloody-mary").row == [3, 8, 13, 29, 33, 40, 41, 42]
    assert new_game(cards="the-amityville-ghosts").row == [1, 4, 6, 15, 22, 23, 31, 46]
    assert new_game(cards="8 7, 6 5 4 3 2 1").row == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(SETS) == 5


@pytest.mark.rule("HA60")
@pytest.mark.parametrize("wrong", ["", "1,2,3", "1,2,3,4,5,6,7,7", "0,1,2,3,4,5,6,7", "1,2,3,4,5,6,7,53", "casper!"])
def test_wrong_sets_are_refused(wrong: str) -> None:
    with pytest.raises(BadSetup, match="cards"):
        new_game(cards=wrong)


# A turn.


@pytest.mark.rule("HA3")
def test_each_section_does_one_thing_in_any_order() -> None:
    state = position({"church": "blue blue"})
    play(state, "section-2 summon", "ghost-blue-church")
    assert state.discs[0] == 11
    assert possible_actions(state, 2) == set()
    assert "rest" in possible_actions(state, 1)
    play(state, "section-3 scare", "ghost-blue-church", "section-1 scare", "ghost-blue-church")
    assert state.active == 1


@pytest.mark.rule("HA3")
def test_a_covered_space_cannot_be_chosen_again() -> None:
    state = position({"church": "blue blue"}, covered=["1 summon"])
    assert "summon" not in possible_actions(state, 1)
    assert "summon" in possible_actions(state, 2)
    with pytest.raises(IllegalMove, match="Possible"):
        play(state, "section-1 summon")


@pytest.mark.rule("HA4")
def test_ghosts_up_to_the_sections_level_act() -> None:
    """The rulebook's first example: in a section of level 3 any blue, green or yellow ghost can be moved."""
    state = position({"church": "blue green yellow orange red"}, levels=(3, 1, 5))
    play(state, "section-1 move")
    assert legal_picks(state) == {"ghost-blue-church", "ghost-green-church", "ghost-yellow-church"}
    play(state, "ghost-green-church", "school", "section-3 move")
    assert "ghost-red-church" in legal_picks(state)


@pytest.mark.rule("HA4")
def test_a_stronger_ghost_can_be_attacked() -> None:
    state = position({"church": "green red"}, levels=(2, 1, 1))
    play(state, "section-1 fight")  # the player chooses the attacker even if there is only one, but not the target
    assert legal_picks(state) == {"ghost-green-church"}
    play(state, "ghost-green-church")
    assert legal_picks(state) == {"seat-2", "seat-3"}


@pytest.mark.rule("HA5")
def test_cards_and_tokens_are_used_before_between_and_after_actions() -> None:
    state = position({"church": "blue"}, row=[2], tokens="blue blue blue", spots="d..", done=[1, 2, 3])
    assert "card-2" in legal_picks(state)
    assert legal_picks(state) >= {"end-turn", "spot-1"}
    play(state, "end-turn")
    assert state.active == 1
    state = position({"church": "blue"}, spots="g..")
    assert {"spot-1", "section-1 rest"} <= legal_picks(state)
    play(state, "section-1 scare")
    assert legal_picks(state) == {"ghost-blue-church"}, "inside an action only its own question is asked"


@pytest.mark.rule("HA5")
def test_a_turn_ends_by_itself_when_no_choice_is_left() -> None:
    assert rest_of_turn(position()).active == 1
    state = play(position({"church": "blue"}, done=[1, 2]), "section-3 rest")
    assert (state.active, between_actions(state)) == (1, True)


@pytest.mark.rule("HA5")
def test_a_turn_goes_on_while_a_card_or_token_can_be_used() -> None:
    state = play(position(spots="g..", done=[1, 2]), "section-3 rest")
    assert (state.active, legal_picks(state)) == (0, {"end-turn", "spot-1"})


@pytest.mark.rule("HA6")
def test_without_a_disc_there_is_only_rest() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    state = position({"church": "blue blue"}, covered=every)
    assert state.discs[0] == 0
    assert legal_picks(state) == {"section-1 rest", "section-2 rest", "section-3 rest"}
    play(state, "section-1 rest")
    assert state.discs[0] == 6
    assert possible_actions(state, 3) >= {"summon", "scare"}


@pytest.mark.rule("HA6")
def test_rest_is_always_allowed() -> None:
    assert "rest" in possible_actions(position({"church": "blue blue"}))


@pytest.mark.rule("HA7")
def test_a_rest_brings_all_discs_of_its_section_back() -> None:
    """The rulebook's second example, third part: five discs come back, and the section is done."""
    state = position(covered=["1 summon", "1 scare", "1 upgrade", "1 fight", "1 haunt", "2 scare"])
    play(state, "section-1 rest")
    assert state.covered[0] == 0
    assert state.discs[0] == 11
    assert possible_actions(state, 1) == set()


# Actions.


@pytest.mark.rule("HA8")
def test_summon() -> None:
    """The rulebook's example: two orange ghosts at the school, from a section of level 4 or 5."""
    state = position({"school": "orange orange"}, levels=(4, 3, 5))
    assert "summon" in possible_actions(state, 1)
    assert "summon" not in possible_actions(state, 2)
    play(state, "section-3 summon", "ghost-orange-school")
    assert ghosts(state, "orange-school") == 3
    assert tokens(state) == "orange"


@pytest.mark.rule("HA8", "HA12")
def test_summon_needs_brothers_a_ghost_and_room() -> None:
    assert "summon" not in possible_actions(position({"school": "blue", "church": "blue"}))
    five = position({"school": "blue blue blue", "church": "blue blue"})
    assert "summon" not in possible_actions(five)
    full = position({"school": "blue blue green green green yellow"}, levels=(5, 1, 1))
    assert "summon" not in possible_actions(full)
    assert "summon" in possible_actions(position({"school": "blue blue green green green"}))


@pytest.mark.rule("HA9")
def test_scare() -> None:
    state = position({"school": "yellow red"}, levels=(3, 1, 1))
    play(state, "section-1 scare")
    assert "ghost-red-school" not in legal_picks(state)
    play(state, "ghost-yellow-school")
    assert state.scare[0] == 5
    weak = position({"school": "green"}, levels=(4, 1, 1))
    assert play(weak, "section-1 scare", "ghost-green-school").scare[0] == 4, "the ghost's level, not the section's"


@pytest.mark.rule("HA10")
def test_the_rulebooks_long_example() -> None:
    """A green ghost becomes yellow and the third section rises; it becomes orange and the first section rises; then
    the first section haunts the church for 8 HP."""
    state = position({"church": "blue green"}, levels=(2, 2, 1), sp=7)
    play(state, "section-2 upgrade", "ghost-green-church")
    assert (state.turn, legal_picks(state)) == (0, {"no", "section-1", "section-2", "section-3"})
    play(state, "section-3")
    assert list(state.levels)[:3] == [2, 2, 3]
    assert (state.scare[0], tokens(state)) == (4, "yellow")
    play(state, "section-3 upgrade", "ghost-yellow-church", "section-1")
    assert list(state.levels)[:3] == [4, 2, 3]
    assert (state.scare[0], tokens(state)) == (0, "yellow orange")
    play(state, "section-1 haunt", "space-orange-church")
    assert scored(state) == {"haunting": 8}
    state = play(state, "end-turn") if state.active == 0 else state
    assert state.active == 1


@pytest.mark.rule("HA10")
def test_an_upgrade_that_raises_nothing() -> None:
    """The rulebook's next example: with sections at 3 and above a new green ghost improves none of them."""
    state = position({"church": "blue blue green orange"}, levels=(4, 3, 3), sp=2)
    play(state, "section-2 upgrade")
    assert legal_picks(state) == {"ghost-blue-church"}, "an orange one would cost 5"
    play(state, "ghost-blue-church")
    assert (state.scare[0], tokens(state), list(state.levels)[:3]) == (0, "green", [4, 3, 3])
    assert possible_actions(state, 1)


@pytest.mark.rule("HA10")
def test_cost_and_limits_of_upgrades() -> None:
    for colour, cost in (("blue", 2), ("green", 3), ("yellow", 4), ("orange", 5)):
        enough = position({"church": colour, "hospital": "blue"}, levels=(5, 1, 1), sp=cost)
        play(enough, "section-1 upgrade")
        assert f"ghost-{colour}-church" in legal_picks(enough)
        play(enough, f"ghost-{colour}-church", "no")
        assert enough.scare[0] == 0
        poor = position({"church": colour, "hospital": "blue"}, levels=(5, 1, 1), sp=cost - 1)
        assert "upgrade" not in possible_actions(poor) or f"ghost-{colour}-church" not in legal_picks(
            play(poor, "section-1 upgrade")
        )
    red = position({"church": "red"}, levels=(5, 1, 1), sp=9)
    assert legal_picks(play(red, "section-1 upgrade")) == {"ghost-blue-hospital"}
    none_left = position({"church": "blue", "school": "green green green", "library": "green green"}, sp=9)
    assert "upgrade" not in possible_actions(none_left)


@pytest.mark.rule("HA11", "HA12")
def test_moves_are_orthogonal_and_need_room() -> None:
    state = position({"church": "blue", "school": "green green green yellow yellow yellow"})
    play(state, "section-1 move", "ghost-blue-church")
    assert legal_picks(state) == {"hospital", "library"}
    play(state, "library")
    assert (ghosts(state, "blue-church"), ghosts(state, "blue-library")) == (0, 1)


@pytest.mark.rule("HA11")
@pytest.mark.parametrize(
    ("building", "beside"),
    [
        ("school", {"church", "police-station"}),
        ("church", {"school", "hospital", "library"}),
        ("hospital", {"church", "town-hall"}),
        ("police-station", {"school", "library"}),
        ("library", {"police-station", "church", "town-hall"}),
        ("town-hall", {"hospital", "library"}),
    ],
)
def test_moves_lead_to_adjacent_buildings(building: str, beside: set[str]) -> None:
    assert legal_picks(play(position({building: "blue"}), "section-1 move", f"ghost-blue-{building}")) == beside


@pytest.mark.rule("HA12")
def test_no_ghost_moves_if_every_neighbour_is_full() -> None:
    crowd = "green green green yellow yellow yellow"
    other = "orange orange orange red red red"
    state = position({"hospital": "blue", "church": crowd, "town-hall": other})
    assert "move" not in possible_actions(state)


@pytest.mark.rule("HA13")
@pytest.mark.parametrize(("attack", "defence", "wins"), [(4, 3, True), (3, 3, False), (2, 5, False)])
def test_a_fight_is_won_by_the_higher_roll(attack: int, defence: int, wins: bool) -> None:
    """The rulebook's example: green attacks yellow from a section of level 2."""
    state = position({"church": "green yellow"}, levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-3", dice=rolling((6, attack), (8, defence)))
    assert ghosts(state, "yellow-church") == (0 if wins else 1)
    assert tokens(state) == ("yellow" if wins else "")
    assert ghosts(state, "green-church") == 1
    assert [event.data["seat"] for event in state.events or [] if event.kind == "roll"] == [0, 2]


@pytest.mark.rule("HA13")
@pytest.mark.parametrize(("colour", "sides"), [("green", 6), ("yellow", 8), ("orange", 10), ("red", 12)])
def test_each_colour_has_its_die(colour: str, sides: int) -> None:
    state = position({"church": f"blue {colour}"})
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 4), (sides, sides)))
    assert (state.result(0), state.result(1)) == (4, sides)


@pytest.mark.rule("HA13")
def test_no_fight_with_brothers_or_with_another_building() -> None:
    assert "fight" not in possible_actions(position({"church": "blue blue", "school": "green"}, levels=(5, 1, 1)))


@pytest.mark.rule("HA14")
def test_haunting() -> None:
    state = position({"church": "blue orange", "school": "blue"}, levels=(4, 4, 1), haunts={"blue-church": 1})
    play(state, "section-1 haunt")
    assert legal_picks(state) == {"space-orange-church", "space-blue-school"}
    play(state, "space-orange-church")
    assert (state.points[0], state.haunts_left(0)) == (8, 5)
    play(state, "section-2 haunt")
    assert legal_picks(state) == {"space-blue-school"}, "each building once"


@pytest.mark.rule("HA14")
@pytest.mark.parametrize(("colour", "points"), [("blue", 2), ("green", 4), ("yellow", 6), ("orange", 8), ("red", 10)])
def test_haunt_points_of_a_space(colour: str, points: int) -> None:
    state = position({"library": colour}, levels=(5, 1, 1))
    assert play(state, "section-1 haunt", f"space-{colour}-library").points[0] == points


@pytest.mark.rule("HA15")
def test_three_blue_ghosts_come_when_none_is_left() -> None:
    state = position({"church": "blue"}, sp=2)
    play(state, "section-1 upgrade", "ghost-blue-church", "no")
    assert (state.turn, len(legal_picks(state))) == (0, 6), "the player on turn chooses"
    play(state, "library")
    assert ghosts(state, "blue-library") == 3


@pytest.mark.rule("HA15")
def test_blue_ghosts_come_where_there_is_room_for_three() -> None:
    four = {"school": "green green green green", "church": "yellow yellow yellow yellow yellow orange"}
    state = position({"hospital": "blue", **four}, sp=2)
    play(state, "section-1 upgrade", "ghost-blue-hospital", "no")
    assert legal_picks(state) == {"hospital", "police-station", "library", "town-hall"}


@pytest.mark.rule("HA15")
def test_blue_ghosts_come_where_there_is_most_room() -> None:
    crowds = {
        "school": "green green",
        "church": "yellow yellow",
        "hospital": "blue orange orange",
        "police-station": "red red red",
        "library": "green green orange",
        "town-hall": "yellow yellow red orange",
    }
    state = position(crowds, variant="master", levels=(1, 1, 1, 1), sp=2)
    play(state, "section-1 upgrade", "ghost-blue-hospital", "no")
    assert legal_picks(state) == {"school", "church"}
    play(state, "school")
    assert ghosts(state, "blue-school") == 2, "as many as there is room for"


@pytest.mark.rule("HA15a")
def test_the_order_of_a_fight_and_of_an_upgrade() -> None:
    state = position({"church": "blue green"}, mine=[3, 11, 17, 36], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (4, 2)))
    assert "library" in legal_picks(state)
    assert (tokens(state), state.points[0]) == ("blue", 0), "the token, then blue ghosts, then cards"
    play(state, "library")
    assert (state.points[0], state.scare[0]) == (2, 3)
    assert legal_picks(state) == {"no", "card-36"}
    play(state, "card-36")
    assert state.scare[0] == 7
    assert legal_picks(state) >= {"no", "school"}
    state = position({"church": "blue"}, mine=[29], sp=2)
    play(state, "section-1 upgrade", "ghost-blue-church")
    assert (tokens(state), state.points[0]) == ("green", 0)
    play(state, "section-2")
    assert state.points[0] == 2
    assert "library" in legal_picks(state), "blue ghosts come last"


@pytest.mark.rule("HA15b")
def test_the_dice_of_a_fight_are_changed_in_turn() -> None:
    state = position({"church": "blue green"}, mine=[16], theirs=[16], levels=(2, 1, 1), spots="kh.", sp=1, their_sp=2)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (4, 3)))
    dice = {"card-16 die-1", "card-16 die-2", "spot-1 die-1", "spot-2 die-1", "spot-2 die-2"}
    assert legal_picks(state) == {"accept", *dice}
    play(state, "spot-1 die-1", "accept")
    assert (state.turn, state.result(0)) == (1, 4)
    assert legal_picks(state) == {"accept", "card-16 die-2"}
    play(state, "card-16 die-2", dice=rolling((4, 4)))
    assert (state.turn, state.scare[1]) == (1, 1)
    play(state, "accept")
    assert state.turn == 0, "the attacker may answer"
    play(state, "card-16 die-1", dice=rolling((6, 5)))
    assert (state.result(0), state.scare[0]) == (8, 0)
    play(state, "accept")
    assert state.turn == 1
    play(state, "accept")
    assert ghosts(state, "blue-church") == 0


@pytest.mark.rule("HA15b")
def test_two_acceptances_in_a_row_settle_the_dice() -> None:
    state = position({"church": "blue green"}, theirs=[16], levels=(2, 1, 1), spots="h..")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (4, 3)))
    play(state, "accept")
    play(state, "accept")
    assert state.turn == 0
    assert times_told(state, "no win") == 1
    assert between_actions(state)


@pytest.mark.rule("HA16")
def test_tokens_run_out_and_come_back() -> None:
    state = position({"church": "blue blue"}, their_tokens="blue " * 12)
    play(state, "section-1 summon", "ghost-blue-church")
    assert (tokens(state), ghosts(state, "blue-church")) == ("", 3)
    state = position(tokens="blue blue blue", row=[2])
    play(state, "card-2")
    assert state.stock[0] == 12
