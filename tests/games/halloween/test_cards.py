"""The action cards 1 to 29, each at what it says and at its limits."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.night import ACTIONS, acts, ghosts, lit, night, play, rolling, scored, spots, tokens


@pytest.mark.rule("HAC1")
def test_card_1() -> None:
    state = night({"church": "green green"}, mine=[1], levels=(2, 2, 1), haunts={"green-library": 1, "blue-school": 0})
    play(state, "section-1 haunt")
    assert lit(state) == {"space-green-church", "space-blue-hospital", "card-1"}
    play(state, "card-1")
    assert lit(state) == {"space-green-hospital"}, "the library's space is taken, the school haunted"
    play(state, "space-green-hospital")
    assert state.points[0] == 4
    play(state, "section-2 haunt")
    assert "card-1" not in lit(state), "once per turn"


@pytest.mark.rule("HAC1")
def test_card_1_keeps_to_the_level() -> None:
    state = night({"church": "green green"}, mine=[1])
    assert lit(play(state, "section-1 haunt")) == {"space-blue-hospital"}


@pytest.mark.rule("HAC2")
def test_card_2() -> None:
    full = "green green green yellow yellow yellow"
    state = night({"school": "blue", "church": full}, mine=[2])
    play(state, "section-1 move", "ghost-blue-school")
    assert lit(state) == {"hospital", "police-station", "library", "town-hall"}


@pytest.mark.rule("HAC3")
@pytest.mark.parametrize(("target", "points"), [("blue", 2), ("yellow", 3)])
def test_card_3(target: str, points: int) -> None:
    state = night({"church": f"green {target}", "school": "blue"}, mine=[3], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), ({"blue": 4, "yellow": 8}[target], 1)))
    assert scored(state) == {"card 3": points}


@pytest.mark.rule("HAC3")
def test_card_3_against_an_equal_and_a_lost_fight() -> None:
    state = night({"church": "blue blue"}, mine=[3, 5])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 4), (4, 1)))
    assert (ghosts(state, "blue-church"), scored(state)) == (1, {})
    state = night({"church": "green blue"}, mine=[3], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    assert scored(play(state, "seat-2", dice=rolling((6, 1), (4, 4)))) == {}


@pytest.mark.rule("HAC4")
def test_card_4() -> None:
    """The rulebook's example: an orange Scare from a section at yellow."""
    state = night({"church": "orange"}, mine=[4], levels=(3, 5, 3))
    play(state, "card-4")
    assert lit(state) == {"section-1", "section-3"}, "nothing is above red"
    play(state, "section-1", "section-1 scare", "ghost-orange-church")
    assert state.scare[0] == 6
    assert state.levels[0] == 3
    play(state, "section-3 scare")
    assert "ghost-orange-church" not in lit(state)


@pytest.mark.rule("HAC4")
def test_card_4_does_not_lead_above_red() -> None:
    state = night({"church": "orange orange"}, mine=[4], levels=(4, 5, 1), sp=9)
    play(state, "card-4", "section-1", "section-2 upgrade", "ghost-orange-church", "section-1")
    assert state.level(0) == 5
    play(state, "section-1 scare", "ghost-red-church")
    assert state.scare[0] == 9


@pytest.mark.rule("HAC4")
def test_card_4_needs_a_section_that_is_not_done() -> None:
    assert "card-4" not in lit(night(mine=[4], levels=(5, 5, 1), done=[3]))


@pytest.mark.rule("HAC5")
@pytest.mark.parametrize(("attack", "wins"), [(3, True), (2, False)])
def test_card_5(attack: int, wins: bool) -> None:
    state = night({"church": "blue blue"}, mine=[5])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, attack), (4, 3)))
    assert tokens(state) == ("blue" if wins else "")


@pytest.mark.rule("HAC5")
def test_card_5_a_ghost_does_not_fight_itself() -> None:
    assert "fight" not in acts(night({"church": "blue"}, mine=[5]))


@pytest.mark.rule("HAC6")
def test_card_6() -> None:
    state = night({"church": "red"}, mine=[6])
    play(state, "card-6", "ghost-red-church")
    assert (ghosts(state, "red-church"), tokens(state)) == (0, "red")
    state = night({"church": "red"}, mine=[6], their_tokens="red " * 12)
    play(state, "card-6", "ghost-red-church")
    assert (ghosts(state, "red-church"), tokens(state)) == (0, ""), "the tokens have run out"


@pytest.mark.rule("HAC7")
def test_card_7() -> None:
    state = night(mine=[7], covered=["1 scare", "1 move", "1 fight", "2 haunt"])
    play(state, "card-7", "section-1 move")
    assert lit(state) == {"section-1 scare", "section-1 fight"}
    play(state, "section-1 fight")
    assert state.discs[0] == 12 - 1 - 2
    state = night(mine=[7], covered=["2 haunt"])
    play(state, "card-7", "section-2 haunt")
    assert state.todo == [0]
    assert "card-7" not in lit(night(mine=[7]))


@pytest.mark.rule("HAC8")
def test_card_8() -> None:
    state = night(mine=[8], levels=(1, 3, 5))
    play(state, "card-8")
    assert lit(state) == {"section-2", "section-3"}
    play(state, "section-2")
    assert (state.levels[1], tokens(state)) == (2, "green green")
    assert "card-8" not in lit(night(mine=[8]))
    assert "card-8" not in lit(night(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 12))
    one = night(mine=[8], levels=(2, 1, 1), their_tokens="blue " * 11)
    assert tokens(play(one, "card-8", "section-1")) == "blue"


@pytest.mark.rule("HAC9")
def test_card_9() -> None:
    state = night({"church": "blue blue"}, mine=[9])
    assert tokens(play(state, "section-1 summon", "ghost-blue-church")) == "blue blue"
    state = night({"church": "blue blue"}, mine=[9], their_tokens="blue " * 11)
    assert tokens(play(state, "section-1 summon", "ghost-blue-church")) == "blue"


@pytest.mark.rule("HAC10")
def test_card_10() -> None:
    state = night({"church": "yellow"}, mine=[10], levels=(3, 1, 1), bonus={"school": "d"})
    play(state, "section-1 move", "ghost-yellow-church", "school")
    assert (tokens(state), spots(state)) == ("yellow", "d..")
    state = night({"church": "blue"}, mine=[10], bonus={"school": "d"}, spots="xxx")
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert tokens(state) == "", "no spot, no bonus token, no ghost token"


@pytest.mark.rule("HAC11")
def test_card_11() -> None:
    state = night({"church": "green red"}, mine=[11], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (12, 1)))
    assert state.scare[0] == 7


@pytest.mark.rule("HAC13")
def test_card_13() -> None:
    state = night({"church": "blue orange"}, mine=[13], levels=(5, 1, 1), sp=2)
    assert lit(play(state, "section-1 upgrade")) == {"ghost-blue-church"}
    state = night({"church": "blue blue"}, mine=[13], sp=0)
    play(state, "section-1 upgrade", "ghost-blue-church", "no")
    assert (state.scare[0], tokens(state)) == (0, "green")


@pytest.mark.rule("HAC14")
def test_card_14() -> None:
    every = [f"{section} {action}" for section in (1, 2) for action in ACTIONS]
    state = night({"church": "blue"}, mine=[14], covered=every[:11])
    assert state.discs[0] == 0
    play(state, "card-14")
    assert lit(state) >= {"section-1 scare", "section-2 scare"}
    assert not any(path.startswith("section-3") for path in lit(state))
    play(state, "section-1 scare", "ghost-blue-church")
    assert (state.scare[0], state.discs[0], state.covered[0]) == (3, 0, 63)
    assert acts(state, 1) == set()
    assert "card-14" not in lit(night({"church": "blue"}, mine=[14]))


@pytest.mark.rule("HAC15")
def test_card_15() -> None:
    state = night({"church": "blue", "library": "blue"}, mine=[15])
    play(state, "section-1 move", "ghost-blue-church", "library")
    assert lit(state) == {"no", "ghost-blue-library"}
    play(state, "ghost-blue-library", "town-hall")
    assert (ghosts(state, "blue-library"), ghosts(state, "blue-town-hall")) == (1, 1)
    state = night({"church": "blue", "library": "green"}, mine=[15])
    play(state, "section-1 move", "ghost-blue-church", "library")
    assert acts(state, 2), "there is no other ghost of this level, so nobody is asked"


@pytest.mark.rule("HAC16")
def test_card_16() -> None:
    state = night({"church": "green yellow"}, mine=[16], levels=(2, 1, 1), sp=2)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 1), (8, 3)))
    assert lit(state) == {"accept", "card-16 die-1", "card-16 die-2"}
    play(state, "card-16 die-1", dice=rolling((6, 2)))
    play(state, "card-16 die-1", dice=rolling((6, 5)))
    assert (state.scare[0], tokens(state)) == (0, "yellow"), "without SP it is over"


@pytest.mark.rule("HAC16")
def test_card_16_serves_the_die_of_the_opponent_too() -> None:
    state = night({"church": "green yellow"}, mine=[16], levels=(2, 1, 1), sp=1)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 4), (8, 7)))
    play(state, "card-16 die-2", dice=rolling((8, 3)))
    assert (state.scare[0], tokens(state)) == (0, "yellow")


@pytest.mark.rule("HAC16")
def test_card_16_as_the_opponent_who_rolls() -> None:
    state = night({"church": "green yellow"}, theirs=[16], levels=(2, 1, 1), their_sp=1)
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 5), (8, 3)))
    assert state.turn == 1
    assert not state.reversible
    play(state, "card-16 die-2", dice=rolling((8, 8)))
    assert (state.scare[1], ghosts(state, "yellow-church"), state.turn) == (0, 1, 0)


@pytest.mark.rule("HAC17")
def test_card_17() -> None:
    state = night(
        {"church": "green blue", "school": "blue"}, mine=[17], levels=(2, 1, 1), bonus={"town-hall": "g", "school": "d"}
    )
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 6), (4, 1)))
    assert lit(state) == {"no", "school", "hospital", "police-station", "library", "town-hall"}
    play(state, "town-hall")
    assert (ghosts(state, "green-town-hall"), spots(state)) == (1, "g..")
    lost = night({"church": "green blue"}, mine=[17], levels=(2, 1, 1))
    play(lost, "section-1 fight", "ghost-green-church")
    assert acts(play(lost, "seat-2", dice=rolling((6, 1), (4, 1))), 2)


@pytest.mark.rule("HAC18")
def test_card_18() -> None:
    state = night({"church": "yellow"}, mine=[18], levels=(3, 3, 1))
    play(state, "section-1 haunt", "space-yellow-church")
    assert lit(state) == {"no", "card-18"}
    play(state, "card-18", dice=rolling((8, 7)))
    assert state.scare[0] == 9
    assert not state.reversible
    state = night({"church": "blue"}, mine=[18])
    assert play(state, "section-1 haunt", "space-blue-church", "no").scare[0] == 2


@pytest.mark.rule("HAC19")
def test_card_19() -> None:
    assert play(night(mine=[19]), "section-1 rest").scare[0] == 4


def fight_all(mine: list[int], town: str = "green blue blue yellow") -> Halloween:
    state = night({"church": town, "school": "blue"}, mine=[20, *mine], levels=(2, 1, 1))
    return play(state, "section-1 fight", "card-20", "ghost-green-church")


@pytest.mark.rule("HAC20")
def test_card_20() -> None:
    state = fight_all([])
    assert lit(state) == {"ghost-blue-church", "ghost-yellow-church"}
    assert state.view(0)["prompt"] == "Whom does it fight first?"
    play(state, "ghost-blue-church")
    play(state, "seat-2", dice=rolling((6, 5), (4, 2)))
    assert lit(state) == {"no", "ghost-blue-church", "ghost-yellow-church"}
    assert state.view(0)["prompt"] == "Whom does it fight next, if anybody?"
    play(state, "ghost-yellow-church")
    play(state, "seat-3", dice=rolling((6, 1), (8, 2)))
    assert lit(state) == {"no", "ghost-blue-church"}, "each once"
    play(state, "ghost-blue-church")
    play(state, "seat-3", dice=rolling((6, 6), (4, 2)))
    assert (tokens(state), state.todo) == ("blue blue", [0])
    assert "fight" in acts(state, 2) or acts(state, 2)
    assert state.discs[0] == 12 - 1 - 1


@pytest.mark.rule("HAC20")
def test_card_20_may_stop() -> None:
    state = fight_all([])
    play(state, "ghost-blue-church")
    play(state, "seat-2", dice=rolling((6, 5), (4, 2)))
    play(state, "no")
    assert state.todo == [0]
    again = night({"church": "green blue"}, mine=[20], levels=(2, 2, 1))
    again.use(20)
    assert "card-20" not in lit(play(again, "section-1 fight"))


@pytest.mark.rule("HAC23")
@pytest.mark.parametrize(("face", "gained"), [(4, 3), (3, 3), (2, 1)])
def test_card_23(face: int, gained: int) -> None:
    state = night({"church": "blue"}, mine=[23])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert lit(state) == {"no", "say-1", "say-2", "say-3", "say-4"}
    play(state, "say-3", dice=rolling((4, face)))
    assert state.scare[0] == 2 + gained


@pytest.mark.rule("HAC23")
def test_card_23_is_never_forced() -> None:
    state = night({"church": "blue"}, mine=[23])
    assert play(state, "section-1 move", "ghost-blue-church", "school", "no").scare[0] == 2


@pytest.mark.rule("HAC24")
def test_card_24() -> None:
    state = night({"church": "blue", "school": "blue"}, mine=[24])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert lit(state) == {"no", "ghost-blue-school"}
    play(state, "ghost-blue-school")
    assert (ghosts(state, "blue-school"), tokens(state), state.discs[0]) == (3, "blue", 10)
    play(state, "section-2 move", "ghost-blue-school", "church")
    assert state.todo == [0], "no brother there"
    play(state, "section-3 move", "ghost-blue-school", "church")
    assert state.active == 1, "once per turn"


@pytest.mark.rule("HAC24")
def test_card_24_needs_room_and_a_ghost() -> None:
    full = night({"church": "blue", "school": "blue green green green yellow"}, mine=[24])
    assert play(full, "section-1 move", "ghost-blue-church", "school").todo == [0]
    five = night({"church": "blue blue", "school": "blue blue blue"}, mine=[24])
    assert play(five, "section-1 move", "ghost-blue-church", "school").todo == [0]


@pytest.mark.rule("HAC25")
def test_card_25() -> None:
    state = night({"church": "green blue yellow", "school": "blue"}, mine=[25], levels=(2, 2, 1))
    play(state, "section-1 fight", "ghost-green-church", "ghost-blue-church")
    assert (tokens(state), state.todo) == ("blue", [0])
    assert state.reversible, "no die was rolled"
    play(state, "section-2 fight", "ghost-green-church")
    assert "seat-2" in lit(state)


@pytest.mark.rule("HAC28")
def test_card_28() -> None:
    state = night({"church": "green blue", "school": "blue"}, mine=[28, 25], levels=(2, 1, 1))
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue blue"
    state = night(
        {"church": "green blue", "school": "blue"}, mine=[28, 25], levels=(2, 1, 1), their_tokens="blue " * 11
    )
    assert tokens(play(state, "section-1 fight", "ghost-green-church")) == "blue"


@pytest.mark.rule("HAC29")
def test_card_29() -> None:
    state = night({"church": "blue blue"}, mine=[29], sp=2)
    assert scored(play(state, "section-1 upgrade", "ghost-blue-church", "section-1")) == {"card 29": 2}
