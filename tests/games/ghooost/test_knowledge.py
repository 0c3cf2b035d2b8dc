"""What a seat of Ghooost! knows: it imagines what is possible, and everything that is possible (GO26)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from spiritboard.games.ghooost.picks import MISS_COPY
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice
from tests.games.ghooost.cemetery import AFTER, at_table, do, ghosts


def imagined(state: Ghooost, seat: int | None, worlds: int = 150) -> Iterator[Ghooost]:
    for seed in range(worlds):
        world = state.imagine(seat, Dice(seed))
        assert isinstance(world, Ghooost)
        yield world


# A cemetery that was collected.


@pytest.mark.rule("GO26")
def test_three_fives_seen_collected_are_never_imagined_elsewhere() -> None:
    state = at_table(["2 2 2 2", "9 9 9 9", "7 7 7 7"], cemetery="5 5 5", crypt="14 13 12 10 4 4", turn=1)
    do(state, "collect")
    for watcher in (0, 2, None):
        hands = set()
        for world in imagined(state, watcher):
            elsewhere = [list(world.crypt), world.hands[0], world.hands[2], *world.mansions]
            assert world.hands[1].count(5) == 3
            assert not any(5 in heap for heap in elsewhere)
            hands.add(str(world.hands[1]))
        assert len(hands) > 5, "the rest of that hand is open to doubt"


@pytest.mark.rule("GO26", "GO15")
def test_what_luck_turned_up_in_vain_is_known_in_the_hand_it_went_to() -> None:
    state = at_table(["2 2 2 2", "9 9 9 9"], cemetery="10", crypt="14 13 4 4 6 5", turn=1)
    do(state, "luck")
    for world in imagined(state, 0):
        assert {5, 10} <= set(world.hands[1])


@pytest.mark.rule("GO26", "GO8")
def test_a_miss_copy_seen_collected_is_known_as_herself() -> None:
    state = at_table(["2 2 2 2", "7 7 7 7"], cemetery="9 9+", crypt="14 13 4 4 copy", turn=1)
    do(state, "collect")
    for world in imagined(state, 0):
        assert MISS_COPY in world.hands[1]


@pytest.mark.rule("GO26")
def test_what_leaves_the_hand_is_known_no_more() -> None:
    state = at_table(["4 9 9 9", "13 13 13 2"], cemetery="5 5 5", crypt="5 10 12 10 4 4", turn=1)
    do(state, "collect")
    do(state, "play 4")
    do(state, "play 5 5")
    assert state.known[1] == [5]
    fives = {world.hands[1].count(5) for world in imagined(state, 0)}
    assert fives == {1, 2}, "one was seen going there and has not left; another may have been drawn"


@pytest.mark.rule("GO26")
def test_of_equal_ghosts_those_seen_leave_first() -> None:
    """Two of three 5s were seen collected. After one is played, at least one is still there, and no more is certain."""
    state = at_table(["9 9 9 9", "5 5 5 2 2"], crypt="10 13 12 4 4", turn=1, known=[[], [5, 5]])
    do(state, "play 5")
    assert state.known[1] == [5]
    assert {world.hands[1].count(5) for world in imagined(state, 0)} == {1, 2}


@pytest.mark.rule("GO26")
def test_what_is_drawn_to_fill_a_hand_up_is_unknown() -> None:
    state = at_table(["9 9 9 9", "5 2 2 2"], crypt="10 13 12 4 4 6 7", turn=1)
    do(state, "play 5")
    assert state.known[1] == []
    assert len({str(world.hands[1]) for world in imagined(state, 0)}) > 20


@pytest.mark.rule("GO26")
def test_a_seat_knows_its_own_hand_and_everybody_else_does_not() -> None:
    state = at_table(["9 9 9 9", "5 2 2 2", "6 6 6 6"], crypt="10 13 12 4 4 7")
    assert {str(world.hands[0]) for world in imagined(state, 0)} == {str(state.hands[0])}
    assert len({str(world.hands[0]) for world in imagined(state, 1)}) > 20
    assert len({str(world.hands[0]) for world in imagined(state, None)}) > 20


@pytest.mark.rule("GO26")
def test_what_lies_open_and_what_was_discarded_is_known() -> None:
    state = at_table(["9 9 9 9", "6 2 2 2"], cemetery="2 5 5 5+", crypt="10 13 12 4 4 7", kitties=1)
    for world in imagined(state, 1, 20):
        assert (world.cemetery, world.kitties, world.discarded) == (state.cemetery, 1, state.discarded)


# Mansions.


@pytest.mark.rule("GO1", "GO26")
@pytest.mark.parametrize("watcher", [0, 1, None])
def test_nobody_knows_a_mansion_not_even_its_owner(watcher: int | None) -> None:
    state = at_table(["2 2 2 2", "9 9 9 9"], crypt="4 4 5 5", mansions=["3 6 7 8", "10 11 12 13"])
    there = {world.mansions[0][-1] for world in imagined(state, watcher)}
    assert there >= set(ghosts("3 6 7 8 10 11 12 13 4 5"))


# Everybody sees that the player on turn has not lost the turn, so has something to do.


@pytest.mark.rule("GO20", "GO26")
@pytest.mark.parametrize("hand", ["9", "9 9", "9 copy"])
@pytest.mark.parametrize("watcher", [1, 2, None])
def test_a_player_on_turn_is_not_imagined_with_miss_copy_alone(hand: str, watcher: int | None) -> None:
    away = "copy" if "copy" in hand else "copy copy"
    state = at_table([hand, "5", "6"], crypt=AFTER, mansions=[f"{away} 2", "13 10", "4"])
    for world in imagined(state, watcher):
        assert set(world.hands[0]) != {MISS_COPY}
        assert world.legal(0)


@pytest.mark.rule("GO20", "GO26")
def test_miss_copy_alone_is_imagined_where_it_can_be() -> None:
    """With something to collect, with a crypt, and in the hand of a player who is not on turn."""
    mansions = ["copy copy 2", "13 10", "4"]
    known = [[MISS_COPY] * 3, [], []]
    for state in (
        at_table(["9", "5", "6"], cemetery="2", crypt=AFTER, mansions=mansions),
        at_table(["9", "5", "6"], kitties=1, crypt=AFTER, mansions=mansions),
        at_table(["9 copy copy copy", "5", "6"], crypt="14 copy", known=known),
        at_table(["9", "5", "6"], crypt=AFTER, mansions=mansions, turn=2),
    ):
        assert any(set(world.hands[0]) == {MISS_COPY} for world in imagined(state, 1, 300))


@pytest.mark.rule("GO20", "GO26")
def test_a_player_who_lost_the_turn_is_known_to_hold_miss_copy() -> None:
    state = at_table(["11", "copy", "7"], crypt=AFTER, mansions=["", "2 13", "2 10"])
    do(state, "play 11")
    for world in imagined(state, 2):
        assert world.hands[1] == [MISS_COPY]
