"""The Master variant."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.scoring import NO_COLOUR, sets_of_three
from spiritboard.table.dice import Dice
from tests.games.halloween.moves import play, rest_of_turn
from tests.games.halloween.positions import position
from tests.games.halloween.reading import ghosts, legal_picks, possible_actions, scored, tokens


def master(
    town: dict[str, str], levels: tuple[int, ...] = (1, 1, 1, 1), tokens: str = "", their_tokens: str = ""
) -> Halloween:
    return position(town, levels=levels, tokens=tokens, their_tokens=their_tokens, sp=9, variant="master")


@pytest.mark.rule("HA55")
def test_four_sections_and_nothing_else() -> None:
    state = GAME.new(4, Dice(1), variant="master", first="seat-0")
    assert isinstance(state, Halloween)
    assert (list(state.row), sum(state.bonus), sum(state.bonus_supply)) == ([], 0, 0)
    assert [possible_actions(state, section) for section in (1, 2, 3, 4)] == [
        {"rest", "summon", "scare", "upgrade", "move", "haunt"}
    ] * 4
    assert not any(path.startswith(("card", "spot")) for path in legal_picks(state))


@pytest.mark.rule("HA12", "HA55")
def test_a_building_has_room_for_four() -> None:
    assert "summon" not in possible_actions(master({"church": "blue blue green green"}))
    assert "summon" in possible_actions(master({"church": "blue blue green"}))
    state = master({"church": "blue", "school": "green green yellow yellow"})
    assert legal_picks(play(state, "section-1 move", "ghost-blue-church")) == {"hospital", "library"}


@pytest.mark.rule("HA56")
def test_the_stronger_ghost_wins() -> None:
    state = master({"church": "blue green yellow", "school": "blue"}, levels=(2, 5, 1, 1))
    assert "fight" not in possible_actions(state, 3), "a blue ghost defeats no other"
    play(state, "section-1 fight")
    assert legal_picks(state) == {"ghost-green-church"}
    play(state, "ghost-green-church")
    assert (ghosts(state, "blue-church"), tokens(state)) == (0, "blue")
    assert state.reversible
    corner = master({"school": "blue green"}, levels=(2, 1, 1, 1))
    assert tokens(play(corner, "section-1 fight", "ghost-green-school")) == "blue"


@pytest.mark.rule("HA56")
def test_red_is_never_attacked() -> None:
    state = master({"church": "orange red yellow"}, levels=(5, 1, 1, 1))
    play(state, "section-1 fight", "ghost-orange-church")
    assert tokens(state) == "yellow", "there is no other ghost to attack"


@pytest.mark.rule("HA57")
def test_five_red_ghosts_leave() -> None:
    state = master({"church": "red red red", "school": "red", "library": "orange"}, levels=(5, 1, 1, 1))
    play(state, "section-1 upgrade", "ghost-orange-library")
    assert (state.risen[4], tokens(state)) == (5, "red"), "the action is not over"
    play(state, "section-4")
    assert (state.risen[4], tokens(state), state.levels[3]) == (0, "red", 5)
    standard = position({"church": "red red red", "school": "red", "library": "orange"}, levels=(5, 1, 1), sp=9)
    assert play(standard, "section-1 upgrade", "ghost-orange-library", "section-2").risen[4] == 5
    summoned = master({"church": "red red red", "school": "red"}, levels=(5, 1, 1, 1))
    play(summoned, "section-1 summon", "ghost-red-church")
    assert (summoned.risen[4], tokens(summoned)) == (0, "red")


@pytest.mark.rule("HA58")
def test_two_colours_of_tokens_run_out() -> None:
    state = master({"church": "blue blue"}, tokens="blue " * 11, their_tokens="red " * 12)
    assert play(state, "section-1 summon", "ghost-blue-church").ending
    for _ in range(3):
        rest_of_turn(state)
    assert state.over
    two = position({"church": "blue blue"}, tokens="blue " * 11, their_tokens="red " * 12, seats=2, variant="master")
    assert play(two, "section-1 summon", "ghost-blue-church").ending
    one = master({"church": "blue blue"}, tokens="blue " * 11)
    assert not play(one, "section-1 summon", "ghost-blue-church").ending
    standard = position({"church": "blue blue"}, tokens="blue " * 11, their_tokens="red " * 12)
    assert not play(standard, "section-1 summon", "ghost-blue-church").ending


@pytest.mark.rule("HA58")
def test_the_last_haunt_token_triggers_the_end() -> None:
    haunted = {f"blue-{name}": 0 for name in ("school", "church", "hospital", "police-station", "library")}
    state = position({"town-hall": "blue"}, haunts=haunted, levels=(1, 1, 1, 1), variant="master")
    assert play(state, "section-1 haunt", "space-blue-town-hall").ending


@pytest.mark.rule("HA59")
@pytest.mark.parametrize(
    ("held", "sets"),
    [("", 0), ("blue green", 0), ("blue blue green", 0), ("blue green red", 1), ("blue " * 9, 0),
     ("blue blue blue green green red red", 2),
     ("blue blue green green yellow yellow orange orange red", 3)],
)  # fmt: skip
def test_sets_of_three(held: str, sets: int) -> None:
    state = master({}, tokens=held)
    assert sets_of_three(state, 0, NO_COLOUR) == sets
    state.trigger_end()
    for _ in range(3):
        rest_of_turn(state)
    assert scored(state) == ({"sets of ghost tokens": 5 * sets} if sets else {})
