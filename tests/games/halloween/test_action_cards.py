"""Action cards that change Summon, Scare, Upgrade, Move or Haunt, one at a time.

The rule id says which card it is: HAC38 is card 38.
"""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import position
from tests.games.halloween.reading import between_actions, ghosts, legal_picks, possible_actions, scored, spots, tokens


@pytest.mark.rule("HAC1")
def test_haunt_next_door() -> None:
    state = position(
        {"church": "green green"}, mine=[1], levels=(2, 2, 1), haunts={"green-library": 1, "blue-school": 0}
    )
    play(state, "section-1 haunt")
    assert legal_picks(state) == {"space-green-church", "space-blue-hospital", "card-1"}
    play(state, "card-1")
    assert legal_picks(state) == {"space-green-hospital"}, "the library's space is taken, the school haunted"
    play(state, "space-green-hospital")
    assert state.points[0] == 4
    play(state, "section-2 haunt")
    assert "card-1" not in legal_picks(state), "once per turn"


@pytest.mark.rule("HAC1")
def test_haunt_next_door_keeps_to_the_level() -> None:
    state = position({"church": "green green"}, mine=[1])
    assert legal_picks(play(state, "section-1 haunt")) == {"space-blue-hospital"}


@pytest.mark.rule("HAC2")
def test_move_leads_anywhere() -> None:
    full = "green green green yellow yellow yellow"
    state = position({"school": "blue", "church": full}, mine=[2])
    play(state, "section-1 move", "ghost-blue-school")
    assert legal_picks(state) == {"hospital", "police-station", "library", "town-hall"}


@pytest.mark.rule("HAC9")
def test_summon_brings_two_tokens() -> None:
    state = position({"church": "blue blue"}, mine=[9])
    assert tokens(play(state, "section-1 summon", "ghost-blue-church")) == "blue blue"
    state = position({"church": "blue blue"}, mine=[9], their_tokens="blue " * 11)
    assert tokens(play(state, "section-1 summon", "ghost-blue-church")) == "blue"


@pytest.mark.rule("HAC13")
def test_upgrades_are_cheaper() -> None:
    state = position({"church": "blue orange"}, mine=[13], levels=(5, 1, 1), sp=2)
    assert legal_picks(play(state, "section-1 upgrade")) == {"ghost-blue-church"}
    state = position({"church": "blue blue"}, mine=[13], sp=0)
    play(state, "section-1 upgrade", "ghost-blue-church", "no")
    assert (state.scare[0], tokens(state)) == (0, "green")


@pytest.mark.rule("HAC15")
def test_second_move() -> None:
    state = position({"church": "blue", "library": "blue"}, mine=[15])
    play(state, "section-1 move", "ghost-blue-church", "library")
    assert legal_picks(state) == {"no", "ghost-blue-library"}
    play(state, "ghost-blue-library", "town-hall")
    assert (ghosts(state, "blue-library"), ghosts(state, "blue-town-hall")) == (1, 1)
    state = position({"church": "blue", "library": "green"}, mine=[15])
    play(state, "section-1 move", "ghost-blue-church", "library")
    assert possible_actions(state, 2), "there is no other ghost of this level, so the player is not asked"


@pytest.mark.rule("HAC18")
def test_roll_for_scare_points_after_a_haunt() -> None:
    state = position({"church": "yellow"}, mine=[18], levels=(3, 3, 1))
    play(state, "section-1 haunt", "space-yellow-church")
    assert legal_picks(state) == {"no", "card-18"}
    play(state, "card-18", dice=rolling((8, 7)))
    assert state.scare[0] == 9
    assert not state.reversible
    state = position({"church": "blue"}, mine=[18])
    assert play(state, "section-1 haunt", "space-blue-church", "no").scare[0] == 2


@pytest.mark.rule("HAC23")
@pytest.mark.parametrize(("face", "gained"), [(4, 3), (3, 3), (2, 1)])
def test_say_a_number_and_roll(face: int, gained: int) -> None:
    state = position({"church": "blue"}, mine=[23])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert legal_picks(state) == {"no", "say-1", "say-2", "say-3", "say-4"}
    play(state, "say-3", dice=rolling((4, face)))
    assert state.scare[0] == 2 + gained


@pytest.mark.rule("HAC23")
def test_saying_a_number_is_never_forced() -> None:
    state = position({"church": "blue"}, mine=[23])
    assert play(state, "section-1 move", "ghost-blue-church", "school", "no").scare[0] == 2


@pytest.mark.rule("HAC24")
def test_move_and_summon() -> None:
    state = position({"church": "blue", "school": "blue"}, mine=[24])
    play(state, "section-1 move", "ghost-blue-church", "school")
    assert legal_picks(state) == {"no", "ghost-blue-school"}
    play(state, "ghost-blue-school")
    assert (ghosts(state, "blue-school"), tokens(state), state.discs[0]) == (3, "blue", 10)
    play(state, "section-2 move", "ghost-blue-school", "church")
    assert between_actions(state), "no brother there"
    play(state, "section-3 move", "ghost-blue-school", "church")
    assert state.active == 1, "once per turn"


@pytest.mark.rule("HAC24")
def test_move_and_summon_needs_room_and_a_ghost() -> None:
    full = position({"church": "blue", "school": "blue green green green yellow"}, mine=[24])
    assert between_actions(play(full, "section-1 move", "ghost-blue-church", "school"))
    five = position({"church": "blue blue", "school": "blue blue blue"}, mine=[24])
    assert between_actions(play(five, "section-1 move", "ghost-blue-church", "school"))


@pytest.mark.rule("HAC29")
def test_upgrade_brings_points() -> None:
    state = position({"church": "blue blue"}, mine=[29], sp=2)
    assert scored(play(state, "section-1 upgrade", "ghost-blue-church", "section-1")) == {"card 29": 2}


@pytest.mark.rule("HAC32")
def test_summon_brings_a_point() -> None:
    state = position({"church": "blue blue"}, mine=[32])
    assert scored(play(state, "section-1 summon", "ghost-blue-church")) == {"card 32": 1}


@pytest.mark.rule("HAC34")
def test_fifth_ghost_of_a_colour_haunts() -> None:
    state = position({"church": "blue blue blue blue"}, mine=[34], haunts={"blue-school": 1, "red-library": 0})
    play(state, "section-1 summon", "ghost-blue-church")
    assert legal_picks(state) == {"no", "space-blue-church"}, "where a ghost of that colour is"
    play(state, "space-blue-church")
    assert (scored(state), state.discs[0]) == ({"haunting": 2}, 10)
    town = {"church": "blue blue", "library": "blue", "town-hall": "blue", "school": "green"}
    state = position(town, mine=[34], haunts={"blue-town-hall": 1, "red-library": 0})
    play(state, "section-1 summon", "ghost-blue-church")
    assert legal_picks(state) == {"no", "space-blue-church"}, "its space is free, and the building not yet haunted"
    fourth = position({"church": "blue blue blue"}, mine=[34])
    assert between_actions(play(fourth, "section-1 summon", "ghost-blue-church"))


@pytest.mark.rule("HAC34")
def test_fifth_ghost_haunts_with_two_players() -> None:
    laid = {"green-school": 0, "green-church": 10, "yellow-church": 0}
    state = position({"church": "blue blue blue blue"}, mine=[34], seats=2, haunts=laid)
    play(state, "section-1 summon", "ghost-blue-church")
    assert not {"space-blue-school", "space-blue-church"} & legal_picks(state), "the player has haunted both buildings"


@pytest.mark.rule("HAC38")
def test_scare_and_move() -> None:
    state = position({"church": "blue"}, mine=[38], bonus={"town-hall": "d", "library": "g"})
    play(state, "section-1 scare", "ghost-blue-church")
    assert legal_picks(state) == {"no", "school", "hospital", "police-station", "library", "town-hall"}
    play(state, "town-hall")
    assert (spots(state), state.scare[0]) == ("d..", 3)
    play(state, "section-2 scare", "ghost-blue-town-hall")
    assert between_actions(state), "once per turn"


def mixed(town: str = "blue green", level: int = 2, **more: str) -> Halloween:
    elsewhere = {"school": "blue"}
    return position({"church": town, **elsewhere, **more}, mine=[45, 32], levels=(level, 1, 1))


@pytest.mark.rule("HAC45")
@pytest.mark.parametrize(("blue", "green", "comes"), [(1, 2, "blue"), (4, 3, "green"), (3, 3, "blue")])
def test_summon_with_two_colours(blue: int, green: int, comes: str) -> None:
    state = mixed()
    play(state, "section-1 summon", "card-45", "ghost-green-church")
    play(state, "ghost-blue-church", dice=rolling((6, green), (4, blue)))
    assert ghosts(state, f"{comes}-church") == 2
    assert (tokens(state), scored(state)) == (comes, {"card 32": 1})


@pytest.mark.rule("HAC45")
def test_summon_with_two_colours_when_no_ghost_is_left() -> None:
    state = mixed(library="blue blue blue")
    assert state.risen[0] == 5
    play(state, "section-1 summon", "card-45", "ghost-green-church")
    play(state, "ghost-blue-church", dice=rolling((6, 5), (4, 1)))
    assert (ghosts(state, "blue-church"), tokens(state), scored(state)) == (1, "", {"card 32": 1})


@pytest.mark.rule("HAC45")
def test_summon_with_two_colours_is_offered_where_it_is_possible() -> None:
    assert "summon" in possible_actions(mixed())
    assert "summon" not in possible_actions(mixed(level=1)), "both within the section's level"
    assert "summon" not in possible_actions(mixed("blue green yellow yellow orange orange")), "no room"
    none = mixed(library="blue blue blue green green", hospital="green green")
    assert "summon" not in possible_actions(none), "neither colour is left"


@pytest.mark.rule("HAC46")
def test_take_a_haunt_token_back() -> None:
    laid = {"orange-church": 0, "blue-school": 0, "green-library": 1}
    state = position({"church": "orange", "library": "green"}, mine=[46], levels=(4, 4, 1), haunts=laid, hp=10)
    play(state, "section-1 haunt", "card-46")
    assert legal_picks(state) == {"space-orange-church"}, (
        "no blue ghost is at the school, and the library's token is another's"
    )
    play(state, "space-orange-church")
    assert (state.points[0], state.haunts_left(0)) == (6, 5)
    assert scored(state) == {"haunting": 10, "retrieving haunt tokens": -4}
    play(state, "section-2 haunt")
    assert "space-orange-church" in legal_picks(state), "it may be haunted again"
    low = position({"church": "orange"}, mine=[46], levels=(3, 1, 1), haunts=laid)
    assert "card-46" not in legal_picks(play(low, "section-1 haunt"))


@pytest.mark.rule("HAC49")
def test_haunt_raises_a_section() -> None:
    state = position({"church": "blue"}, mine=[49], levels=(1, 5, 1))
    play(state, "section-1 haunt", "space-blue-church")
    assert legal_picks(state) == {"no", "section-1", "section-3"}
    assert list(play(state, "section-3").levels)[:3] == [1, 5, 2]
    top = position({"church": "blue"}, mine=[49], levels=(5, 5, 5))
    assert between_actions(play(top, "section-1 haunt", "space-blue-church"))


@pytest.mark.rule("HAC51")
def test_scare_brings_one_more_scare_point() -> None:
    state = position({"church": "blue"}, mine=[51])
    assert play(state, "section-1 scare", "ghost-blue-church").scare[0] == 4
