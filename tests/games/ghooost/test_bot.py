"""The guide of Ghooost!, in positions where the right move is clear."""

from __future__ import annotations

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice
from tests.games.ghooost.cemetery import at_table
from tests.games.guides import chosen


def test_the_last_ghosts_are_played_to_leave() -> None:
    assert chosen(at_table(["5 5", "7"], "2 4", None, ["", "14"])) == "play 5 5"
    assert chosen(at_table(["kitty", "7"], "2 14", None, ["", "14"])) == "play kitty"


def test_a_double_is_played_as_one_for_another_turn() -> None:
    assert chosen(at_table(["5 5 9 14", "7 8"], "4", None)) == "play 5 5"


def test_a_quartet_is_played_to_discard_the_cemetery() -> None:
    assert chosen(at_table(["5 5 5 5 9 14", "7 8"], "4 6 7 13", None)) == "play 5 5 5 5"


def test_low_ghosts_go_while_the_top_is_low() -> None:
    assert chosen(at_table(["4 9 13 14", "7 8"], "2", None)) == "play 4"


def test_the_fearless_are_kept_while_others_fit() -> None:
    assert chosen(at_table(["1 6 7 14", "7 8 9"], "5", None)) == "play 6"
    assert chosen(at_table(["kitty 6 7 14", "7 8 9", "8 9 10"], "5", None)) == "play 6"


def test_with_two_players_kitty_costs_no_turn() -> None:
    assert chosen(at_table(["kitty 6 7 14", "7 8 9"], "5", None)) == "play kitty"


def test_the_fearless_help_in_tight_spots() -> None:
    assert chosen(at_table(["1 6 7", "7 8 9"], "2 2 5 12", None)) == "play 1"


def test_luck_before_collecting() -> None:
    assert chosen(at_table(["2 4 6 7", "7 8 9 10"], "5 9 12")) == "luck"


def test_the_mansion_before_collecting() -> None:
    assert chosen(at_table(["", "7 8 9 10"], "5 9 12", None)) == "mansion"


def test_guides_among_themselves_come_to_an_end() -> None:
    ended = 0
    for game in range(5):
        dice = Dice("ending").stream(game)
        state = GAME.new(2, dice)
        assert isinstance(state, Ghooost)
        guide = GAME.guide(state.config)
        while not state.over:
            state.apply(state.turn, guide.choose(state, state.turn, dice), dice)
        ended += 1 - state.stopped
    assert ended >= 4


MATCH = {"match": "match"}
MANY_GHOSTS = "2 2 2 3 3 4 4 5 5 6 7"  # and one in the mansion


def near_the_end(gone: int, options: dict[str, str], turns: int = 50, last: str = MANY_GHOSTS) -> Ghooost:
    """Four players, some of whom have left; the one on turn can leave with a 12."""
    hands = ["12", *["" if seat <= gone else "5 6 7" for seat in range(1, 3)], last]
    mansions = ["" if seat <= gone else "14" for seat in range(4)]
    return at_table(hands, "9 10", None, mansions, options=options, turns=turns)


def test_in_a_match_the_guide_does_not_leave_between_the_first_and_the_last() -> None:
    assert chosen(near_the_end(0, MATCH)) == "play 12"
    assert chosen(near_the_end(1, MATCH)) == "collect"
    assert chosen(near_the_end(2, MATCH)) == "play 12"
    assert chosen(near_the_end(1, {})) == "play 12"


def test_the_guide_waits_by_collecting() -> None:
    hands, mansions = ["12 13 14", "", "5 6 7", MANY_GHOSTS], ["", "", "14", "14"]
    assert chosen(at_table(hands, "9 10", None, mansions, options=MATCH)) == "collect"
    assert chosen(at_table(hands, "9 10", None, mansions)).startswith("play")
    many = ["12 13 14 9 9 10 10", *hands[1:]]
    assert chosen(at_table(many, "8 9", None, mansions, options=MATCH)).startswith("play")


def test_the_guide_does_not_wait_for_ever() -> None:
    assert chosen(near_the_end(1, MATCH, turns=1000)) == "play 12"


def test_the_guide_does_not_wait_where_all_have_few_ghosts() -> None:
    assert chosen(near_the_end(1, MATCH, last=MANY_GHOSTS.removeprefix("2 "))) == "play 12"


def test_guides_do_not_wait_for_each_other() -> None:
    """Four guides that always wait for each other took 2,900 turns for a match on average."""
    turns = 0
    for game in range(4):
        dice = Dice("waiting").stream(game)
        state = GAME.new(4, dice, match="match")
        guide = GAME.guide(state.config)
        while not state.over:
            state.apply(state.turn, guide.choose(state, state.turn, dice), dice)
            turns += 1
    assert turns < 4 * 2000


def test_the_guide_waits_with_nothing_to_collect_by_keeping_a_ghost() -> None:
    waiting = at_table(["8 8 9", "", "5 6 7", MANY_GHOSTS], "", None, ["", "", "14", "14"], options=MATCH)
    assert chosen(waiting) in {"play 8", "play 8 8", "play 9"}
    leaving = at_table(["12 12", "", "5 6 7", MANY_GHOSTS], "", None, ["", "", "14", "14"], options=MATCH)
    assert chosen(leaving) == "play 12"


def test_worth_goes_by_how_many_ghosts_there_are() -> None:
    guide = GAME.guide(GAME.setup(3).config)
    worth = guide.worth(at_table(["2", "7 8 9", ""], "5", None, ["14", "14", ""]))
    assert worth[2] == 0.5
    assert worth[2] > worth[0] > worth[1]


def test_in_a_match_points_count() -> None:
    setup = GAME.setup(3, None, match="match")
    state = at_table(["2", "3", "4"], "5", None, options=MATCH, points=[3, 2, 0], boos=[0, 0, 1])
    worth = GAME.guide(setup.config).worth(state)
    assert worth[0] > worth[1] > worth[2]


def test_kitties_alone_are_left_there_unless_that_stops_the_round() -> None:
    assert chosen(at_table(["copy", "7 8 9 10"], crypt=None, kitties=1)) == "lose-turn"
    assert chosen(at_table(["copy", "copy"], crypt=None, kitties=1, lost=1)) == "collect"
