"""How a game of Halloween ends, the rules for two players, taking moves back, and impossible positions."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.row import Row
from tests.games.halloween.moves import play, rest_of_turn
from tests.games.halloween.positions import ACTIONS, BUILDINGS, place, position
from tests.games.halloween.reading import legal_picks, possible_actions

# The end.


def five_haunts() -> dict[str, int]:
    return {f"blue-{building}": 0 for building in ("school", "church", "hospital", "police-station", "library")}


@pytest.mark.rule("HA50")
def test_the_last_haunt_token_triggers_the_end_of_the_round() -> None:
    state = position({"town-hall": "blue"}, haunts=five_haunts())
    play(state, "section-1 haunt", "space-blue-town-hall")
    assert state.ending
    rest_of_turn(state)
    assert not state.over
    rest_of_turn(state)
    assert not state.over
    assert rest_of_turn(state).over


@pytest.mark.rule("HA50")
def test_the_fifth_card_triggers_the_end() -> None:
    state = position(mine=[2, 3, 5, 16], row=[6], tokens="blue blue blue")
    assert not state.ending
    assert play(state, "card-6").ending
    fourth = position(mine=[2, 3, 5], row=[6], tokens="blue blue blue")
    assert not play(fourth, "card-6").ending


@pytest.mark.rule("HA50")
def test_the_triggered_end_is_never_undone() -> None:
    state = position({"town-hall": "blue", "church": "blue"}, mine=[46], haunts=five_haunts())
    play(state, "section-1 haunt", "space-blue-town-hall", "section-2 haunt", "card-46", "space-blue-church")
    assert state.haunts_left(0) == 1
    assert state.ending


@pytest.mark.rule("HA50")
def test_all_players_have_equally_many_turns() -> None:
    state = position({"town-hall": "blue"}, haunts=five_haunts())
    state.first = 2
    play(state, "section-1 haunt", "space-blue-town-hall")
    rest_of_turn(state)
    assert not state.over
    assert rest_of_turn(state).over, "seat 2 began, so seat 1 is the last"


@pytest.mark.rule("HA50")
def test_a_game_ends_after_two_hundred_rounds() -> None:
    state = position(round_=200)
    for _ in range(3):
        rest_of_turn(state)
    assert state.over


@pytest.mark.rule("HA51")
def test_ties_are_broken_by_ghost_tokens_then_shared() -> None:
    for held, places in (("blue", [2, 1, 3]), ("", [1, 1, 1])):
        state = position(their_tokens=held, tokens="", haunts={"blue-school": 0, "blue-church": 1, "blue-library": 2})
        state.points = Row([2, 2, 2] if not held else [2, 2, 0])
        state.trigger_end()
        for _ in range(3):
            rest_of_turn(state)
        assert state.standings().places == places
        assert "HP" in state.verdict()


# Two players.


@pytest.mark.rule("HA52")
def test_two_players_haunt_two_buildings_again() -> None:
    state = position({"church": "blue green yellow", "school": "blue"}, seats=2, levels=(3, 3, 3))
    assert state.haunts_left(0) == 8
    play(state, "section-1 haunt", "space-blue-church", "section-2 haunt", "space-green-church", "section-3 haunt")
    assert "space-yellow-church" not in legal_picks(state), "once with each colour"
    assert (state.haunts[place("blue-church")], state.haunts[place("green-church")]) == (1, 2), (
        "the first colour is laid first"
    )
    again = {"blue-church": 0, "green-church": 10, "blue-school": 0, "green-school": 10, "blue-library": 0}
    state = position({"library": "blue green"}, seats=2, levels=(2, 1, 1), haunts=again)
    assert "haunt" not in possible_actions(state), "there are only two of the second colour"
    three = position({"library": "blue green"}, seats=3, levels=(2, 1, 1), haunts={"blue-library": 0})
    assert "haunt" not in possible_actions(three)
    second = position({"library": "blue"}, seats=2, haunts={"green-library": 10})
    assert legal_picks(play(second, "section-1 haunt")) == {"space-blue-library"}, (
        "the first colour does not lie there yet"
    )


@pytest.mark.rule("HA53")
def test_the_eighth_token_triggers_the_end() -> None:
    seven = {**five_haunts(), "green-school": 10, "green-church": 10}
    state = position({"town-hall": "blue"}, seats=2, haunts=seven)
    assert state.haunts_left(0) == 1
    assert play(state, "section-1 haunt", "space-blue-town-hall").ending
    sixth = position({"town-hall": "blue"}, seats=2, haunts=five_haunts())
    assert not play(sixth, "section-1 haunt", "space-blue-town-hall").ending


# Taking moves back, impossible positions, and reasons shown to players.


def test_picks_are_taken_back_until_a_die_was_rolled() -> None:
    in_progress = GameInProgress(GAME.setup(3, cards="casper", first="seat-0"), Dice(3), ["Ada", "Ben", "Cy"])
    before = in_progress.state.to_json()
    in_progress.play(0, ("section-1", "scare"), Dice(1))
    in_progress.play(0, ("ghost-blue-police-station",), Dice(1))
    in_progress.take_back(0)
    in_progress.take_back(0)
    assert in_progress.state.to_json() == before
    state = position({"church": "blue green"}, levels=(2, 1, 1))
    play(state, "section-1 fight", "ghost-green-church")
    assert state.reversible
    assert not play(state, "seat-2").reversible


def test_a_drawn_token_cannot_be_taken_back() -> None:
    state = position({"church": "blue"}, bonus={"school": "d"})
    assert play(state, "section-1 move", "ghost-blue-church").reversible
    assert not play(state, "school").reversible, "new bonus tokens were drawn"
    state = position({"church": "blue"}, bonus={"school": "d", "library": "g"})
    assert play(state, "section-1 move", "ghost-blue-church", "school").reversible


@pytest.mark.parametrize(
    "wrong",
    [
        {"town": [6] + [0] * 29},
        {"town": [5, 5] + [0] * 28},
        {"tokens": [13] + [0] * 14},
        {"covered": [63, 63, 63] + [0] * 9},
        {"occupied": [[1, 1], [], []]},
        {"occupied": [[52], [], []]},
        {"spots": [1, 1, 1] + [0] * 6},
        {"scare": [-1, 0, 0]},
        {"todo": []},
        {"active": 3},
        {"row": [1, 2]},
    ],
)
def test_impossible_positions_are_refused(wrong: dict[str, object]) -> None:
    state = position()
    with pytest.raises(BadPosition):
        GAME.setup(3).from_position({**state.position(), **wrong})


def test_reasons_why_an_action_is_not_possible() -> None:
    def why(state: Halloween) -> list[str]:
        return state.view(0)["why"][0]

    assert why(position({"church": "blue"}, sp=0))[0] == "no two brothers together"
    assert why(position({"church": "blue"}, sp=0))[2] == "too few SP"
    fives = {"church": "blue green yellow orange red"}
    for building in ("school", "hospital", "library", "town-hall"):
        fives[building] = "green yellow orange red"
    assert why(position(fives, sp=9))[2] == "no ghost left"
    crowd = {"church": "blue blue green green yellow yellow"}
    assert why(position(crowd))[0] == "no room"
    assert why(position({"church": "blue blue blue", "school": "blue blue"}))[0] == "no ghost left"
    assert "covered" in why(position(covered=["1 scare"]))[1]
    assert "done" in why(position(done=[1]))[1]
    every = [f"{section} {action}" for section in (2, 3) for action in ACTIONS]
    assert "disc" in why(position(covered=every))[1]
    assert why(position({"church": "red red"}))[0] == "level too low"
    assert why(position({"church": "blue"}))[1] == ""
    assert place("red-town-hall") == 29


def test_a_reason_is_about_the_ghosts_that_the_section_commands() -> None:
    def why(state: Halloween, action: str) -> str:
        return state.view(0)["why"][0][ACTIONS.index(action)]

    crowd = {"church": "blue blue green green yellow yellow", "school": "red red"}
    assert why(position(crowd), "summon") == "no room at this level"
    assert why(position({"church": "blue", "school": "red green"}), "fight") == "nobody to fight at this level"
    haunted = position({"church": "blue", "school": "red"}, haunts={"blue-church": 1})
    assert why(haunted, "haunt") == "no free space at this level"
    assert why(position({"church": "blue"}, haunts={"red-church": 0}), "haunt") == "haunted already"
    everywhere = {f"red-{building}": 0 for building in BUILDINGS}
    assert why(position({"church": "blue"}, haunts=everywhere), "haunt") == "no haunt token left"


def test_reasons_why_a_card_cannot_be_picked() -> None:
    def why(state: Halloween, number: int) -> str:
        return next(card["why"] for card in state.view(0)["cards"] if card["number"] == number)

    assert why(position(tokens="red red", row=[2]), 2) == "1 more token needed"
    assert why(position(tokens="red red red", row=[2]), 2) == ""
    assert why(position(tokens="red red red", row=[9]), 9) == "2 more tokens of other colours"
    assert why(position(mine=[2]), 2) == "works by itself"
    assert why(position(mine=[12]), 12) == "scores at the end"
    assert why(position(mine=[24]), 24) == "with its action"
    assert why(position(mine=[7]), 7) == "of no use now"
    laid = position(mine=[7], covered=["1 scare", "1 move", "2 move"])
    assert why(laid, 7) == ""
    assert why(play(laid, "card-7", "section-1 scare"), 7) == "used this turn"
