"""The action cards from 30 on, each at what it says and at its limits."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.night import acts, ghosts, lit, night, play, rolling, scored, spots, tokens


@pytest.mark.rule("HAC30")
def test_card_30() -> None:
    state = night({"church": "yellow"}, mine=[30], sp=3)
    play(state, "card-30")
    assert lit(state) == {"token-blue", "token-yellow"}
    play(state, "token-yellow")
    assert (state.scare[0], tokens(state)) == (0, "yellow")
    assert "card-30" not in lit(night(mine=[30], sp=0))


@pytest.mark.rule("HAC32")
def test_card_32() -> None:
    state = night({"church": "blue blue"}, mine=[32])
    assert scored(play(state, "section-1 summon", "ghost-blue-church")) == {"card 32": 1}


@pytest.mark.rule("HAC33")
def test_card_33() -> None:
    state = night(mine=[33], tokens="yellow")
    play(state, "card-33", "token-yellow", "token-green")
    assert tokens(state) == "green green"
    state = night(mine=[33], tokens="green green")
    play(state, "card-33", "token-green")
    assert lit(state) == {"token-blue", "token-yellow"}
    assert tokens(play(state, "token-yellow")) == "yellow"
    assert "card-33" not in lit(night(mine=[33], tokens="blue"))


@pytest.mark.rule("HAC33", "HA36")
def test_card_33_gives_two_of_any_lower_level() -> None:
    state = play(night(mine=[33], tokens="red red"), "card-33", "token-red")
    assert lit(state) == {"token-blue", "token-green", "token-yellow", "token-orange"}
    assert tokens(play(state, "token-blue")) == "blue blue red"
    state = play(night(mine=[33], tokens="red", their_tokens="orange " * 11), "card-33", "token-red", "token-orange")
    assert tokens(state) == "orange", "as many as there are"
    out = night(mine=[33], tokens="green", their_tokens="blue " * 12)
    assert "card-33" not in lit(out), "but not for none"


@pytest.mark.rule("HAC34")
def test_card_34() -> None:
    state = night({"church": "blue blue blue blue"}, mine=[34], haunts={"blue-school": 1, "red-library": 0})
    play(state, "section-1 summon", "ghost-blue-church")
    assert lit(state) == {"no", "space-blue-church"}, "where a ghost of that colour is"
    play(state, "space-blue-church")
    assert (scored(state), state.discs[0]) == ({"haunting": 2}, 10)
    town = {"church": "blue blue", "library": "blue", "town-hall": "blue", "school": "green"}
    state = night(town, mine=[34], haunts={"blue-town-hall": 1, "red-library": 0})
    play(state, "section-1 summon", "ghost-blue-church")
    assert lit(state) == {"no", "space-blue-church"}, "its space is free, and the building not yet haunted"
    fourth = night({"church": "blue blue blue"}, mine=[34])
    assert play(fourth, "section-1 summon", "ghost-blue-church").todo == [0]


@pytest.mark.rule("HAC34")
def test_card_34_with_two_players() -> None:
    laid = {"green-school": 0, "green-church": 10, "yellow-church": 0}
    state = night({"church": "blue blue blue blue"}, mine=[34], seats=2, haunts=laid)
    play(state, "section-1 summon", "ghost-blue-church")
    assert not {"space-blue-school", "space-blue-church"} & lit(state), "neither of one's colours"


@pytest.mark.rule("HAC35")
def test_card_35() -> None:
    state = night({"church": "blue blue", "town-hall": "red"}, mine=[35])
    play(state, "section-1 fight", "ghost-blue-church")
    play(state, "seat-2", dice=rolling((4, 4), (12, 1)))
    assert (ghosts(state, "red-town-hall"), tokens(state)) == (0, "red")
    assert "fight" not in acts(night({"church": "blue", "school": "blue"}, mine=[35]))


@pytest.mark.rule("HAC36")
@pytest.mark.parametrize(("attack", "defence"), [(6, 2), (1, 4)])
def test_card_36(attack: int, defence: int) -> None:
    state = night({"church": "green blue", "school": "blue"}, mine=[36], levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, attack), (4, defence)))
    play(state, "card-36")
    assert state.scare[0] == 2 + abs(attack - defence)


@pytest.mark.rule("HAC36")
def test_card_36_counts_dice_without_what_was_added() -> None:
    state = night({"church": "green blue", "school": "blue"}, mine=[36, 5], levels=(2, 1, 1), spots="k..")
    play(state, "section-1 fight", "ghost-green-church")
    play(state, "seat-2", dice=rolling((6, 2), (4, 4)))
    play(state, "spot-1 die-1", "card-36")
    assert (state.scare[0], tokens(state)) == (4, "blue")
    equal = night({"church": "green blue"}, mine=[36], levels=(2, 1, 1))
    play(equal, "section-1 fight", "ghost-green-church")
    assert play(equal, "seat-2", dice=rolling((6, 2), (4, 2))).todo == [0], "no difference, no question"


@pytest.mark.rule("HAC37")
def test_card_37() -> None:
    assert scored(play(night(mine=[37], spots="d.."), "spot-1")) == {"card 37": 1}
    state = night({"church": "blue"}, mine=[37, 19])
    assert scored(play(state, "section-1 rest")) == {"card 37": 1}
    assert scored(play(state, "section-2 scare", "ghost-blue-church")) == {"card 37": 1}, "one SP is too little"


@pytest.mark.rule("HAC38")
def test_card_38() -> None:
    state = night({"church": "blue"}, mine=[38], bonus={"town-hall": "d", "library": "g"})
    play(state, "section-1 scare", "ghost-blue-church")
    assert lit(state) == {"no", "school", "hospital", "police-station", "library", "town-hall"}
    play(state, "town-hall")
    assert (spots(state), state.scare[0]) == ("d..", 3)
    play(state, "section-2 scare", "ghost-blue-town-hall")
    assert state.todo == [0], "once per turn"


@pytest.mark.rule("HAC39")
def test_card_39() -> None:
    state = night({"church": "blue", "school": "red red"}, mine=[39])
    play(state, "card-39", "ghost-blue-church")
    assert lit(state) == {"ghost-red-school"}
    play(state, "ghost-red-school")
    assert [ghosts(state, name) for name in ("blue-school", "red-school", "red-church")] == [1, 1, 1]
    assert "card-39" not in lit(night({"church": "blue red"}, mine=[39]))


@pytest.mark.rule("HAC42")
def test_card_42() -> None:
    state = night({"church": "yellow"}, mine=[42], levels=(3, 1, 1), sp=4)
    assert scored(play(state, "section-1 upgrade", "ghost-yellow-church", "no")) == {"card 42": 2}
    state = night({"church": "orange orange"}, mine=[42], levels=(4, 1, 1), their_tokens="orange " * 12)
    assert scored(play(state, "section-1 summon", "ghost-orange-church")) == {}


@pytest.mark.rule("HAC43")
def test_card_43() -> None:
    assert "card-9" not in lit(night(row=[9], tokens="blue blue blue"))
    state = night(row=[9], mine=[43], tokens="blue blue blue")
    assert play(state, "card-9").occupied[0] == [43, 9]


@pytest.mark.rule("HAC44")
def test_card_44() -> None:
    state = night(row=[44], tokens="blue green yellow")
    play(state, "card-44")
    assert lit(state) == {f"token-{colour}" for colour in ("blue", "green", "yellow", "orange", "red")}
    assert tokens(play(state, "token-red")) == "red"
    state = night(row=[2], mine=[44], tokens="blue blue blue")
    assert tokens(play(state, "card-2", "token-orange")) == "orange"


def mixed(town: str = "blue green", level: int = 2, **more: str) -> Halloween:
    elsewhere = {"school": "blue"}
    return night({"church": town, **elsewhere, **more}, mine=[45, 32], levels=(level, 1, 1))


@pytest.mark.rule("HAC45")
@pytest.mark.parametrize(("blue", "green", "comes"), [(1, 2, "blue"), (4, 3, "green"), (3, 3, "blue")])
def test_card_45(blue: int, green: int, comes: str) -> None:
    state = mixed()
    play(state, "section-1 summon", "card-45", "ghost-green-church")
    play(state, "ghost-blue-church", dice=rolling((6, green), (4, blue)))
    assert ghosts(state, f"{comes}-church") == 2
    assert (tokens(state), scored(state)) == (comes, {"card 32": 1})


@pytest.mark.rule("HAC45")
def test_card_45_when_none_is_left() -> None:
    state = mixed(library="blue blue blue")
    assert state.risen[0] == 5
    play(state, "section-1 summon", "card-45", "ghost-green-church")
    play(state, "ghost-blue-church", dice=rolling((6, 5), (4, 1)))
    assert (ghosts(state, "blue-church"), tokens(state), scored(state)) == (1, "", {"card 32": 1})


@pytest.mark.rule("HAC45")
def test_card_45_where_it_is_offered() -> None:
    assert "summon" in acts(mixed())
    assert "summon" not in acts(mixed(level=1)), "both within the section's level"
    assert "summon" not in acts(mixed("blue green yellow yellow orange orange")), "no room"
    none = mixed(library="blue blue blue green green", hospital="green green")
    assert "summon" not in acts(none), "neither colour is left"


@pytest.mark.rule("HAC46")
def test_card_46() -> None:
    laid = {"orange-church": 0, "blue-school": 0, "green-library": 1}
    state = night({"church": "orange", "library": "green"}, mine=[46], levels=(4, 4, 1), haunts=laid, hp=10)
    play(state, "section-1 haunt", "card-46")
    assert lit(state) == {"space-orange-church"}, "no blue ghost is at the school, and the library's token is another's"
    play(state, "space-orange-church")
    assert (state.points[0], state.haunts_left(0)) == (6, 5)
    assert scored(state) == {"haunting": 10, "retrieving haunt tokens": -4}
    play(state, "section-2 haunt")
    assert "space-orange-church" in lit(state), "it may be haunted again"
    low = night({"church": "orange"}, mine=[46], levels=(3, 1, 1), haunts=laid)
    assert "card-46" not in lit(play(low, "section-1 haunt"))


GREY = [2, 3, 5, 6]
COLOURED = [9, 12, 13]


@pytest.mark.rule("HAC47")
def test_card_47() -> None:
    state = night(row=[*GREY[:3], 47, *COLOURED, 14], mine=[47], tokens="blue blue")
    assert {"card-2", "card-3", "card-5"} <= lit(state)
    play(state, "card-2")
    assert tokens(state) == ""
    coloured = night(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47], tokens="blue green")
    assert "card-9" not in lit(coloured)
    every = night(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47, 2], tokens="blue green")
    assert "card-9" in lit(every), "with all grey cards, coloured ones cost two different"
    assert "card-9" not in lit(night(row=[2, 47, 9, 12, 13, 14, 1, 4], mine=[47, 2], tokens="blue blue"))


@pytest.mark.rule("HAC48")
def test_card_48() -> None:
    state = night(mine=[48], levels=(2, 5, 4), sp=3)
    play(state, "card-48")
    assert lit(state) == {"section-1"}, "5 SP would be needed for red, and nothing is above it"
    play(state, "section-1")
    assert (state.levels[0], state.scare[0]) == (3, 0)
    assert "card-48" not in lit(night(mine=[48], sp=1))


@pytest.mark.rule("HAC49")
def test_card_49() -> None:
    state = night({"church": "blue"}, mine=[49], levels=(1, 5, 1))
    play(state, "section-1 haunt", "space-blue-church")
    assert lit(state) == {"no", "section-1", "section-3"}
    assert play(state, "section-3").levels[:3] == [1, 5, 2]
    top = night({"church": "blue"}, mine=[49], levels=(5, 5, 5))
    assert play(top, "section-1 haunt", "space-blue-church").todo == [0]


@pytest.mark.rule("HAC50")
def test_card_50() -> None:
    full = "green green green yellow yellow yellow"
    state = night({"church": full}, mine=[50], tokens="red")
    play(state, "card-50", "token-red")
    assert "church" not in lit(state)
    play(state, "library")
    assert (ghosts(state, "red-library"), tokens(state), state.stock[4]) == (1, "", 12)
    assert "card-50" not in lit(night(mine=[50]))


@pytest.mark.rule("HAC51")
def test_card_51() -> None:
    state = night({"church": "blue"}, mine=[51])
    assert play(state, "section-1 scare", "ghost-blue-church").scare[0] == 4


@pytest.mark.rule("HAC52")
def test_card_52() -> None:
    state = night(mine=[52])
    play(state, "card-52")
    assert spots(state).count(".") == 2
    assert not state.reversible
    assert "card-52" not in lit(night(mine=[52], spots="xxx"))
    full = play(night(mine=[52], spots="bde"), "card-52")
    assert lit(full) == {"new-token", "spot-1", "spot-2", "spot-3"}
