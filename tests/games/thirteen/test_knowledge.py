"""What each seat knows: `imagine` makes every deal that agrees with it equally often, and no other deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from spiritboard.games.thirteen.picks import STEP_CHOOSE
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.dice import Dice
from tests.games.thirteen.crypts import at_table, crypt, crypts_possible, deals, do, hand, hidden, pile
from tests.games.thirteen.rounds import choose, dealt, new, players

DRAWS_EACH = 25  # on average for each deal
FEW_HIDDEN = 6  # unseen cards: few enough to try every deal


def imagined(state: Thirteen, seat: int | None, seed: object) -> Thirteen:
    twin = state.imagine(seat, Dice(seed))
    assert isinstance(twin, Thirteen)
    return twin


# Positions with few enough hidden cards to try every deal.


def asked() -> Thirteen:
    state = at_table("5 6", "1 2", pile="8 9 10", up=["", "13"])
    do(state, "play", "attack 11")
    return state


def looked_then_drawn() -> Thirteen:
    state = at_table("4 6", "5 2", pile="8 9 10 11")
    do(state, "play", "attack 3", "attack 12")
    return state


def buried() -> Thirteen:
    state = at_table("4 6", "10 2", pile="8 9 11 12 13")
    do(state, "play", "bury", "attack 3")
    return state


def close_crypts() -> Thirteen:
    """Both crypts have answered yes to no. 4, so they are two different numbers from 1 to 4."""
    state = at_table("5 2 3", "4 8 9", pile="10 1", up=["6 11", "12", "13"])
    do(state, "play", "attack 12", "attack 7")
    return state


def one_out() -> Thirteen:
    state = at_table("5 6 7", "2 1 3", pile="8 9", up=["", "10 11", "12"])
    do(state, "attack 6", "attack 4")
    return state


def few_in_teams() -> Thirteen:
    """Most cards of both sets lie face up."""
    up = ["2 4 6 8", "12 11 10", "9 10 11 12", "9 7 5 3"]
    state = at_table("5 2 7 8", "1 6 3 4", pile=["13", "13"], up=up)
    do(state, "play", "attack 12")
    return state


def breaking_a_tie() -> Thirteen:
    """Two of three players play, and the third looks on."""
    up = ["2 8 9 10", "", "11 12"]
    state = at_table("5 0 6", "1 0 4", pile="13 3", up=up, score=[6, 2, 6], duel=[1, 0, 2])
    do(state, "play", "attack 7")
    return state


SMALL = [asked, looked_then_drawn, buried, close_crypts, one_out, few_in_teams, breaking_a_tie]


@pytest.mark.rule("TH24")
@pytest.mark.parametrize("position", SMALL)
def test_every_deal_that_agrees_with_the_knowledge_is_equally_likely(position: Callable[[], Thirteen]) -> None:
    state = position()
    tried = [seat for seat in range(state.seats) if len(hidden(state, seat)) <= FEW_HIDDEN]
    assert tried
    for seat in tried:
        possible = deals(state, seat)
        assert tuple(state.ghosts) in possible
        draws = DRAWS_EACH * len(possible)
        counts = Counter(tuple(imagined(state, seat, f"{seat}/{draw}").ghosts) for draw in range(draws))
        assert set(counts) == possible
        assert is_even(list(counts.values()), draws)


def in_teams() -> Thirteen:
    state = at_table("5 2 7 8", "1 6 3 4", pile=["9 10 11", "9 10"], up=["2", "12", "", "11"])
    do(state, "play", "attack 13", "play", "attack 6")
    return state


@pytest.mark.rule("TH24")
@pytest.mark.parametrize("position", [*SMALL, in_teams])
def test_every_choice_of_crypts_is_equally_likely_for_a_spectator_too(position: Callable[[], Thirteen]) -> None:
    state = position()
    for seat in (None, state.seats - 1):
        possible = crypts_possible(state, seat)
        draws = DRAWS_EACH * len(possible)
        counts = Counter(crypts(imagined(state, seat, f"{seat}/{draw}")) for draw in range(draws))
        assert set(counts) <= possible
        assert is_even([counts[each] for each in possible], draws)


@pytest.mark.parametrize("position", [*SMALL, in_teams])
def test_cards_face_up_are_the_same_in_every_deal(position: Callable[[], Thirteen]) -> None:
    state = position()
    for seat in [*range(state.seats), None]:
        for draw in range(10):
            twin = imagined(state, seat, draw)
            shown = [[twin.ghosts[slot] for slot in slots] for slots in twin.up]
            assert shown == [[state.ghosts[slot] for slot in slots] for slots in state.up]


def crypts(state: Thirteen) -> tuple[int, ...]:
    return tuple(crypt(state, seat) for seat in range(state.seats))


def is_even(counts: list[int], draws: int) -> bool:
    """Returns whether Pearson's chi-square is within four standard deviations of its mean.

    Its mean is the number of degrees of freedom, and its variance is twice that.
    """
    freedom = len(counts) - 1
    expected = draws / len(counts)
    total = sum((count - expected) ** 2 for count in counts) / expected
    return abs(total - freedom) <= 4 * sqrt(2 * freedom)


@pytest.mark.rule("TH24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_possible_numbers_are_those_found_by_trying_every_deal(seats: int) -> None:
    """They are compared all along random games."""
    for seed in range(2):
        dice = Dice(seed)
        state = new(seats, seed)
        while not state.over:
            if state.step != STEP_CHOOSE and state.turns % (3 * state.sets) == 0:
                for seat in [*range(seats), None]:
                    tried = crypts_possible(state, seat)
                    for of in (each for each in range(seats) if crypt(state, each)):
                        assert state.possible(seat, of) == sorted({drawn[of] for drawn in tried})
            state.apply(state.turn, state.random_move(state.turn, dice), dice)


@pytest.mark.rule("TH24")
def test_two_crypts_that_share_two_numbers_rule_them_out_for_each_other() -> None:
    state = at_table("5 1 2", "4 8 9", up=["", "", "3"])
    do(state, "play", "attack 13", "attack 12")
    assert state.possible(0, 1) == state.possible(0, 2) == [1, 2]
    assert state.possible(1, 2) == [2]
    assert state.possible(1, 1) == [1]


@pytest.mark.rule("TH1", "TH24")
def test_before_crypts_are_chosen_no_number_is_possible_and_every_deal_is() -> None:
    state = new(2)
    assert state.possible(0, 1) == []
    others = {tuple(sorted(dealt(imagined(state, 0, seed), 1))) for seed in range(600)}
    assert len(others) == 55
    assert dealt(imagined(state, 0, 1), 0) == dealt(state, 0)


# A card that was looked at is known wherever it goes.


@pytest.mark.rule("TH9", "TH24")
def test_a_card_that_was_looked_at_is_known_in_an_opponents_hand_and_face_down() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "play", "attack 13", "attack 13")
    assert (hand(state, 0), hand(state, 1)) == (8, 9)
    assert {hand(imagined(state, 0, seed), 1) for seed in range(50)} == {9}
    assert len({hand(imagined(state, 1, seed), 0) for seed in range(50)}) > 3
    assert 9 not in state.possible(0, 1)
    do(state, "attack 13", "attack 13")
    assert players(state, 0)[1]["down"] == [None, 9]
    assert {tuple(imagined(state, 0, seed).down[1]) for seed in range(9)} == {tuple(state.down[1])}


@pytest.mark.rule("TH9", "TH24")
def test_buried_cards_are_known_to_the_player_who_buried_them() -> None:
    state = at_table("4 6", "10 2", pile="8 9 11 12 13")
    do(state, "play", "bury")
    for seed in range(30):
        assert pile(imagined(state, 0, seed))[1:] == [8, 9, 11]
    assert len({tuple(pile(imagined(state, 1, seed))) for seed in range(60)}) > 40


@pytest.mark.rule("TH9", "TH24")
def test_an_opponent_knows_which_cards_were_looked_at_but_not_their_numbers() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    state.listen()
    do(state, "play")
    twin = imagined(state, 1, 3)
    assert twin.seen == state.seen
    assert pile(twin) != pile(state)


def seen_by(state: Thirteen, seat: int | None) -> dict[str, object]:
    """Returns which seats have seen which hidden cards, as a seat or a spectator is shown it."""
    shown = players(state, seat)
    return {
        "piles": [each["seen_by"] for each in state.view(seat)["piles"]],
        "dealt": [each["dealt_seen_by"] for each in shown],
        "crypt": [each["crypt_seen_by"] for each in shown],
        "hand": [each["hand_seen_by"] for each in shown],
        "down": [each["down_seen_by"] for each in shown],
    }


@pytest.mark.rule("TH9", "TH24")
def test_everybody_sees_who_looked_at_which_cards_of_the_pile_and_where_they_go() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    shown = []
    for picks in ("play", "attack 13", "attack 13", "attack 13"):
        do(state, picks)
        assert seen_by(state, 0) == seen_by(state, 1) == seen_by(state, None)
        seen = seen_by(state, None)
        shown.append((seen["piles"], seen["hand"]))
    assert shown == [
        ([[[0], [0], [], [], []]], [[], [1]]),
        ([[[0], [], [], []]], [[0], [1]]),
        ([[[], [], []]], [[0], [0, 1]]),
        ([[[], []]], [[0], [0, 1]]),
    ]
    do(state, "attack 13")
    assert seen_by(state, 1)["down"] == [[[0]] * 5, [[1], [0, 1]]]


@pytest.mark.rule("TH9", "TH24")
@pytest.mark.parametrize(
    ("settle", "seen"), [("leave", [[0], [0], [], []]), ("bury", [[], [0], [0], [0]])], ids=["leave", "bury"]
)
def test_everybody_sees_where_the_cards_lie_that_no_10_looked_at(settle: str, seen: list[list[int]]) -> None:
    state = at_table("4 6 1", "10 2 3", pile="8 9 11 12 13")
    do(state, "play", settle)
    for seat in (0, 1, 2, None):
        assert seen_by(state, seat)["piles"] == [seen]


@pytest.mark.rule("TH21", "TH24")
def test_in_teams_everybody_sees_which_pile_was_looked_at() -> None:
    state = at_table("4 6 7 8", "5 2 3 1", pile=["9 10 11", "9 10 11"])
    do(state, "play")
    for seat in (0, 1, 2, 3, None):
        assert seen_by(state, seat)["piles"] == [[[], [], []], [[0], [0], []]]


@pytest.mark.rule("TH18", "TH24")
def test_everybody_knows_who_saw_which_cards_while_a_team_was_choosing() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    assert seen_by(state, 1)["dealt"] == [[[0]] * 4, [[1]] * 4, [], []]
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    assert seen_by(state, 1)["dealt"] == [[], [[1]] * 4, [[0, 2]] * 2, []]
    choose(state, 2, f"keep-{four[2]}")
    for seat in (0, 1, 2, 3, None):
        seen = seen_by(state, seat)
        assert (seen["crypt"], seen["hand"]) == ([[0], [], [0, 2], []], [[0, 2], [], [0, 2], []])


@pytest.mark.rule("TH14", "TH24")
def test_everybody_has_seen_the_crypt_that_was_found() -> None:
    seen = seen_by(one_out(), 2)
    assert (seen["crypt"], seen["hand"]) == ([[0], [0, 1, 2], [2]], [[0], [1], [2]])


def teams_that_have_chosen() -> Thirteen:
    state = new(4, first="seat-0")
    for chooser in (0, 1):
        four = dealt(state, chooser)
        choose(state, chooser, f"crypt-{four[0]} mate-{four[1]}")
        choose(state, chooser ^ 2, f"keep-{four[2]}")
    return state


@pytest.mark.rule("TH18", "TH24")
def test_in_teams_cards_seen_while_choosing_are_known() -> None:
    state = teams_that_have_chosen()
    by_chooser, by_mate, by_opponent = (
        {(crypt(t, 0), hand(t, 0), crypt(t, 2), hand(t, 2)) for t in (imagined(state, seat, n) for n in range(200))}
        for seat in (0, 2, 1)
    )
    assert len(by_chooser) == 1
    assert {known[1:] for known in by_mate} == {known[1:] for known in by_chooser}
    assert len(by_mate) == 10
    assert len(by_opponent) > 150
    assert state.possible(0, 2) == [crypt(state, 2)]
    assert len(state.possible(2, 0)) == 10
    assert len(state.possible(1, 0)) == 13


@pytest.mark.rule("TH18", "TH24")
def test_for_the_team_mate_every_possible_crypt_of_the_chooser_is_equally_likely() -> None:
    state = teams_that_have_chosen()
    draws = 1000
    counts = Counter(crypt(imagined(state, 2, draw), 0) for draw in range(draws))
    assert set(counts) == set(state.possible(2, 0))
    assert is_even(list(counts.values()), draws)


@pytest.mark.rule("TH18", "TH24")
def test_the_chooser_knows_the_two_cards_that_the_team_mate_chooses_from() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    assert {tuple(dealt(imagined(state, 0, seed), 2)) for seed in range(20)} == {(four[2], four[3])}
    assert {crypt(imagined(state, 2, seed), 2) for seed in range(20)} == {four[1]}
    assert len({crypt(imagined(state, 2, seed), 0) for seed in range(200)}) == 10
    assert len({tuple(dealt(imagined(state, 1, seed), 2)) for seed in range(50)}) > 20


@pytest.mark.rule("TH14", "TH15", "TH24")
def test_the_crypt_of_a_player_who_is_out_is_known_and_the_hand_is_not() -> None:
    state = one_out()
    assert {crypt(imagined(state, seat, n), 1) for seat in (0, 2, None) for n in range(20)} == {6}
    assert len({hand(imagined(state, 0, n), 1) for n in range(50)}) > 1
    assert 6 not in state.possible(0, 2)
