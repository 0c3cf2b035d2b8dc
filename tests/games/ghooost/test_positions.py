"""Ghooost!: positions set up by hand that no game can come to are refused, and all others are accepted."""

from __future__ import annotations

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.picks import KITTY
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from tests.games.acceptance import accepted, every_position, refused
from tests.games.ghooost.cemetery import AFTER, at_table, do, ghosts

MATCH = {"match": "match"}


# What lies in the cemetery.


@pytest.mark.parametrize(
    ("cemetery", "complaint"),
    [
        ("9 4", "A 4 does not fit on a 9"),
        ("3 4", "A 4 does not fit on a 3"),
        ("12 3", "A 3 does not fit on a 12"),
        ("4 11", "Skeletum never lies"),
        ("2 5 5 5 5", "Quartet"),
        ("2 5 5 5 5+", "Quartet"),
        ("5+", "lies on a ghost that she copied"),
        ("4 5+", "lies on a ghost that she copied"),
        ("4 4+ 4+", "lies on a ghost that she copied"),
    ],
)
def test_ghosts_that_could_not_be_laid_there(cemetery: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        at_table(["9 2 2", "6"], cemetery=cemetery, crypt=AFTER)


def test_a_kitty_does_not_lie_among_the_ghosts_of_a_cemetery() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", kitties=1)
    for cemetery in ([4, KITTY], [4, 32 + KITTY], [4, 32], [4, 31]):
        assert refused(state, {"cemetery": cemetery, "kitties": 0})


def test_fewer_than_no_kitties() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4")
    assert "Kitties" in refused(state, {"kitties": -1})


# Hands and mansions.


def test_a_hand_of_three_before_midnight() -> None:
    state = at_table(["9 2 2 2", "6 6 6 6"], cemetery="4")
    hands: dict[str, object] = {"hands": [ghosts("9 2 2"), state.hands[1]], "discarded": [*state.discarded, 2]}
    assert "filled up to 4" in refused(state, hands)


def test_a_mansion_that_was_opened_before_midnight() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4")
    mansions: dict[str, object] = {
        "mansions": [state.mansions[0][:-1], state.mansions[1]],
        "discarded": [*state.discarded, state.mansions[0][-1]],
    }
    assert "Before midnight a mansion holds 12" in refused(state, mansions)


def test_a_mansion_of_more_ghosts_than_are_dealt() -> None:
    with pytest.raises(BadPosition, match="at most 12"):
        at_table(["9", "6"], "4", AFTER, ["2 2 2 2 4 4 4 5 5 5 5 7 7", "14"])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"crypt": []}, "not those of the game"),
        ({"points": [0]}, "Each seat"),
        ({"known": [[], [], []]}, "Each seat"),
        ({"known": [[5], []]}, "must be in it"),
        ({"known": [[17], []]}, "no ghost 17"),
        ({"way": 0}, "way"),
        ({"first": 2}, "first player"),
        ({"booed": 2}, "not there"),
        ({"booed": -1}, "not there"),
        ({"left": [0]}, "on turn has not left"),
        ({"left": [1]}, "neither hand nor mansion"),
        ({"reversible": True}, "taken back"),
        ({"over": True}, "was stopped"),
        ({"over": True, "booed": 1}, "last player with ghosts"),
        ({"turns": -1}, "lost"),
        ({"lost": 41}, "lost"),
        ({"lost": 1}, "ghosts to take"),
        ({"turns": 2000}, "stopped"),
        ({"turns": 0}, "as dealt"),
        ({"round": 2}, "A single round"),
        ({"points": [1, 0]}, "A single round"),
        ({"boos": [0, 1]}, "A single round"),
        ({"deciding": True}, "A single round"),
        ({"stopped": 1}, "that is stopped is over"),
        ({"booed": 1}, "only the end brings a Boo!"),
    ],
)
def test_a_change_that_contradicts_the_rest(change: dict[str, object], complaint: str) -> None:
    assert complaint in refused(at_table(["9 2 2 2", "6"], cemetery="4"), change)


# Turns.


def test_a_player_who_left_twice() -> None:
    state = at_table(["9 2", "", "6"], cemetery="4", crypt=AFTER, mansions=["2", "", "2"])
    assert refused(state, {"left": [1, 1]})


def test_a_player_on_turn_who_can_do_nothing() -> None:
    with pytest.raises(BadPosition, match="on turn"):
        at_table(["copy", "6"], crypt=AFTER)


def test_turns_lost_by_all_players() -> None:
    state = at_table(["copy", "copy"], crypt=AFTER, kitties=1)
    assert "lost a turn in succession" in refused(state, {"lost": 2})


@pytest.mark.parametrize("change", [{"turn": 1}, {"first": 1}, {"way": -1}])
def test_a_first_turn_of_another_player_or_direction(change: dict[str, object]) -> None:
    state = GAME.new(3, Dice(1), first="seat-0")
    assert isinstance(state, Ghooost)
    assert refused(state, change)


def test_a_first_player_who_was_not_agreed_on() -> None:
    with pytest.raises(BadPosition, match="agreed that seat 1 begins"):
        at_table(["9 2 2 2", "6"], options={"first": "seat-1"}, first=0)
    assert at_table(["9 2 2 2", "6"], cemetery="4", options={"first": "seat-1"}, first=1).first == 1


def test_a_round_with_one_player_left() -> None:
    with pytest.raises(BadPosition, match="one player is left"):
        at_table(["9", ""], cemetery="4", crypt=AFTER, mansions=["2", ""])


# Matches.


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"round": 3}, "Each round before this one"),
        ({"stopped": 1}, "Each round before this one"),
        ({"stopped": -1, "round": 1}, "fewer than no"),
        ({"stopped": 10, "round": 12}, "end a match"),
        ({"points": [3, 3, 0]}, "5 points in all"),
        ({"points": [1, 4, 0]}, "from 2 to 3"),
        ({"points": [2, 2, 1]}, "from 2 to 3"),
        ({"boos": [0, 2, -1]}, "fewer than no"),
        ({"deciding": True}, "second Boo!"),
        ({"booed": None}, "is named"),
        ({"booed": 1, "first": 1}, "last Boo! begins"),
        ({"first": 1}, "last Boo! begins"),
    ],
)
def test_rounds_points_and_boos_that_contradict_each_other(change: dict[str, object], complaint: str) -> None:
    state = at_table(["9 2 2 2", "6", "7"], "4", options=MATCH, points=[2, 3, 0], boos=[0, 0, 1])
    assert complaint in refused(state, change)


def test_a_match_that_goes_on_though_it_is_decided() -> None:
    with pytest.raises(BadPosition, match="one player alone has the most"):
        at_table(["9 2 2 2", "6", "7"], "4", options=MATCH, points=[6, 4, 0], boos=[0, 0, 2])


# Ends.


def test_an_end_that_is_called_none() -> None:
    state = at_table(["9", "", "7"], cemetery="4", crypt=AFTER, mansions=["", "", "2"])
    do(state, "play 9")
    assert state.over
    assert refused(state, {"over": False})
    assert "gets the Boo!" in refused(state, {"booed": 0})
    assert "was stopped" in refused(state, {"booed": None})


def test_a_match_that_ends_in_a_tie() -> None:
    state = at_table(["9", "", "7"], "4", AFTER, ["", "", "2"], options=MATCH, points=[2, 3, 0], boos=[0, 0, 1])
    do(state, "play 9")
    assert (list(state.points), state.over) == ([5, 5, 0], False)
    ended = at_table(["9", "", "7"], "4", AFTER, ["", "", "2"], options=MATCH, points=[3, 2, 0], boos=[0, 0, 1])
    do(ended, "play 9")
    assert ended.over
    assert "one player alone has the most" in refused(ended, {"points": [5, 5, 0]})


# Every position of a game is accepted.


@pytest.mark.parametrize(
    ("seats", "match"), [(seats, match) for seats in GAME.seats for match in GAME.options[0].values(seats)]
)
@pytest.mark.parametrize("player", ["random", "guide"])
def test_every_position_of_a_game_is_accepted(seats: int, match: str, player: str) -> None:
    assert all(accepted(state) for state in every_position(GAME, seats, player, match=match))


@pytest.mark.parametrize("player", ["random", "guide"])
def test_fields_beside_a_position_are_those_that_follow_from_it(player: str) -> None:
    for state in every_position(GAME, 4, player, match="match"):
        assert isinstance(state, Ghooost)
        kept = (state.unseen, state.top, state.run)
        state.complete()
        assert (state.unseen, state.top, state.run) == kept


@pytest.mark.parametrize("field", ["hands", "known", "mansions"])
def test_a_seat_too_few(field: str) -> None:
    state = at_table(["9 2 2", "6"], cemetery="4", crypt=AFTER)
    assert "Each seat has a hand" in refused(state, {field: [[2]]})


@pytest.mark.parametrize("field", ["points", "boos"])
def test_points_of_a_seat_too_few(field: str) -> None:
    state = at_table(["9 2 2", "6"], cemetery="4", crypt=AFTER)
    assert "Each seat has points" in refused(state, {field: [0]})


@pytest.mark.parametrize("ghost", [0, 17, 40, -1, 1 << 40])
def test_ghosts_that_are_not_there(ghost: int) -> None:
    state = at_table(["9 2 2", "6"], cemetery="4", crypt=AFTER)
    for change in ({"crypt": [ghost]}, {"mansions": [[ghost], []]}, {"hands": [[ghost], []]}):
        assert f"There is no ghost {ghost}" in refused(state, dict(change))


def test_more_equal_ghosts_than_can_be_counted() -> None:
    state = at_table(["9 2 2", "6"], cemetery="4", crypt=AFTER)
    assert "at most 7 equal ghosts" in refused(state, {"crypt": [5] * 8})
    assert "not those of the game" in refused(state, {"discarded": [5] * 8})
