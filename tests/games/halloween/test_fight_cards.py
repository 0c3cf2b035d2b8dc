"""Action cards that change fights, one at a time.

The rule id says which card it is: HAC17 is card 17.
"""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, possible_actions, scored, spots, tokens


@pytest.mark.rule("HAC3")
@pytest.mark.parametrize(("target", "points"), [("blue", 2), ("yellow", 3)])
def test_points_for_winning_a_fight(target: str, points: int) -> None:
    state = position({"church": f"green {target}", "school": "blue"}, mine=[3], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), ({"blue": 4, "yellow": 8}[target], 1)))
    assert scored(state) == {"card 3": points}


@pytest.mark.rule("HAC3")
def test_no_points_for_beating_a_brother_or_losing_a_fight() -> None:
    state = position({"church": "blue blue"}, mine=[3, 5])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 4), (4, 1)))
    assert (ghosts(state, "blue-church"), scored(state)) == (1, {})
    state = position({"church": "green blue"}, mine=[3], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    assert scored(play(state, "seat-2", dice=rolling((6, 1), (4, 4)))) == {}


@pytest.mark.rule("HAC5")
@pytest.mark.parametrize(("attack", "wins"), [(3, True), (2, False)])
def test_attack_on_a_brother_is_one_higher(attack: int, wins: bool) -> None:
    state = position({"church": "blue blue"}, mine=[5])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, attack), (4, 3)))
    assert tokens(state) == ("blue" if wins else "")


@pytest.mark.rule("HAC5")
def test_a_ghost_does_not_fight_itself() -> None:
    assert "fight" not in possible_actions(position({"church": "blue"}, mine=[5]))


@pytest.mark.rule("HAC11")
def test_winning_a_fight_brings_scare_points() -> None:
    state = position({"church": "green red"}, mine=[11], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (12, 1)))
    assert state.scare[0] == 7


@pytest.mark.rule("HAC16")
def test_reroll_for_a_scare_point() -> None:
    state = position({"church": "green yellow"}, mine=[16], levels=(2, 1, 1), sp=2)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 3)))
    assert legal_picks(state) == {"accept", "card-16 die-1", "card-16 die-2"}
    play(state, "card-16 die-1", dice=rolling((6, 2)))
    play(state, "card-16 die-1", dice=rolling((6, 5)))
    assert (state.scare[0], tokens(state)) == (0, "yellow"), "without SP the fight is settled"


@pytest.mark.rule("HAC16")
def test_reroll_the_die_of_the_opponent() -> None:
    state = position({"church": "green yellow"}, mine=[16], levels=(2, 1, 1), sp=1)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 4), (8, 7)))
    play(state, "card-16 die-2", dice=rolling((8, 3)))
    assert (state.scare[0], tokens(state)) == (0, "yellow")


@pytest.mark.rule("HAC16")
def test_reroll_as_the_opponent_who_rolls() -> None:
    state = position({"church": "green yellow"}, theirs=[16], levels=(2, 1, 1), their_sp=1)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 5), (8, 3)))
    assert state.turn == 1
    assert not state.reversible
    play(state, "card-16 die-2", dice=rolling((8, 8)))
    assert (state.scare[1], ghosts(state, "yellow-church"), state.turn) == (0, 1, 0)


@pytest.mark.rule("HAC17")
def test_winner_of_a_fight_may_move() -> None:
    state = position(
        {"church": "green blue", "school": "blue"}, mine=[17], levels=(2, 1, 1), bonus={"town-hall": "g", "school": "d"}
    )
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (4, 1)))
    assert legal_picks(state) == {"no", "school", "hospital", "police-station", "library", "town-hall"}
    play(state, "town-hall")
    assert (ghosts(state, "green-town-hall"), spots(state)) == (1, "g..")
    lost = position({"church": "green blue"}, mine=[17], levels=(2, 1, 1))
    play(lost, "section-1 fight", "ghost-green-church")
    assert possible_actions(play(lost, "seat-2", dice=rolling((6, 1), (4, 1))), 2)


def fight_all(mine: list[int], town: str = "green blue blue yellow") -> Halloween:
    state = position({"church": town, "school": "blue"}, mine=[20, *mine], levels=(2, 1, 1))
    return play(state, "section-1 fight", "card-20", "ghost-green-church")


@pytest.mark.rule("HAC20")
def test_fight_all_one_after_the_other() -> None:
    state = fight_all([])
    assert legal_picks(state) == {"ghost-blue-church", "ghost-yellow-church"}
    assert state.view(0)["prompt"] == "Whom does it fight first?"
    play(state, "ghost-blue-church")
    play(state, "seat-2", dice=rolling((6, 5), (4, 2)))
    assert legal_picks(state) == {"no", "ghost-blue-church", "ghost-yellow-church"}
    assert state.view(0)["prompt"] == "Whom does it fight next, if anybody?"
    play(state, "ghost-yellow-church")
    play(state, "seat-3", dice=rolling((6, 1), (8, 2)))
    assert legal_picks(state) == {"no", "ghost-blue-church"}, "each once"
    play(state, "ghost-blue-church")
    play(state, "seat-3", dice=rolling((6, 6), (4, 2)))
    assert (tokens(state), between_actions(state)) == ("blue blue", True)
    assert "fight" in possible_actions(state, 2) or possible_actions(state, 2)
    assert state.discs[0] == 12 - 1 - 1


@pytest.mark.rule("HAC20")
def test_fight_all_may_stop() -> None:
    state = fight_all([])
    play(state, "ghost-blue-church")
    play(state, "seat-2", dice=rolling((6, 5), (4, 2)))
    play(state, "no")
    assert between_actions(state)
    again = position({"church": "green blue"}, mine=[20], levels=(2, 2, 1))
    again.use(20)
    assert "card-20" not in legal_picks(play(again, "section-1 fight"))


@pytest.mark.rule("HAC25")
def test_attack_on_a_weaker_ghost_wins_without_dice() -> None:
    state = position({"church": "green blue yellow", "school": "blue"}, mine=[25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "ghost-blue-church")
    assert (tokens(state), between_actions(state)) == ("blue", True)
    assert state.reversible, "no die was rolled"
    play(state, "section-2 fight", "ghost-green-church")
    assert "seat-2" in legal_picks(state)


@pytest.mark.rule("HAC28")
def test_winning_a_fight_brings_two_tokens() -> None:
    state = position({"church": "green blue", "school": "blue"}, mine=[28, 25], levels=(2, 1, 1))
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue blue"
    state = position(
        {"church": "green blue", "school": "blue"}, mine=[28, 25], levels=(2, 1, 1), their_tokens="blue " * 11
    )
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue"


@pytest.mark.rule("HAC35")
def test_fight_anywhere() -> None:
    state = position({"church": "blue blue", "town-hall": "red"}, mine=[35])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 4), (12, 1)))
    assert (ghosts(state, "red-town-hall"), tokens(state)) == (0, "red")
    assert "fight" not in possible_actions(position({"church": "blue", "school": "blue"}, mine=[35]))


@pytest.mark.rule("HAC36")
@pytest.mark.parametrize(("attack", "defence"), [(6, 2), (1, 4)])
def test_scare_points_for_the_difference_of_the_dice(attack: int, defence: int) -> None:
    state = position({"church": "green blue", "school": "blue"}, mine=[36], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, attack), (4, defence)))
    play(state, "card-36")
    assert state.scare[0] == 2 + abs(attack - defence)


@pytest.mark.rule("HAC36")
def test_difference_of_the_dice_counts_faces_only() -> None:
    state = position({"church": "green blue", "school": "blue"}, mine=[36, 5], levels=(2, 1, 1), spots="k..")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 2), (4, 4)))
    play(state, "spot-1 die-1", "card-36")
    assert (state.scare[0], tokens(state)) == (4, "blue")
    equal = position({"church": "green blue"}, mine=[36], levels=(2, 1, 1))
    play(equal, "section-1 fight", "ghost-green-church")
    assert between_actions(play(equal, "seat-2", dice=rolling((6, 2), (4, 2)))), (
        "the player is not asked without a difference"
    )
