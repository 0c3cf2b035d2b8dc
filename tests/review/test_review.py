"""Reviews: the equation of luck and decisions, the same values from the same seed, and mistakes that are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiritboard.arena.workers import each
from spiritboard.review.estimate import UNIT, Sample, exact, known
from spiritboard.review.page import review_page
from spiritboard.review.progress import kept_plies
from spiritboard.review.review import PlyValues, Review, ReviewJob, ply_parts, ply_tasks, put_together, review, work_out
from spiritboard.review.values import FEWEST, Effort, Until
from spiritboard.review.words import (
    Luck,
    clear_luck,
    command,
    hides_something,
    lucky_moments,
    points,
    turning_points,
    when,
)
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadRecord
from spiritboard.table.game import Game, say_picks
from spiritboard.table.record import Record
from spiritboard.table.registry import find, games
from spiritboard.table.state import State
from tests.review.played import CARELESS, STEADY, played

FEW = Effort(samples=2)
SHORT_OPTIONS = {"ghosts": {"rounds": "1"}}


def short_game(game: Game, seats: int) -> Record:
    setup = game.setup(seats, **SHORT_OPTIONS.get(game.id, {}))
    return played(setup, f"{game.id} {seats}", [STEADY, *[CARELESS] * (seats - 1)])


def every_seat_count() -> list[tuple[str, int]]:
    return [(game.id, seats) for game in games().values() for seats in {game.seats[0], game.seats[-1]}]


@pytest.mark.parametrize(("game_id", "seats"), sorted(every_seat_count()))
def test_luck_and_decisions_make_the_whole_difference_to_the_last_bit(game_id: str, seats: int) -> None:
    record = short_game(find(game_id), seats)
    found = review(record, FEW)
    shares = record.verify().standings().shares()
    for line, share in zip(found.seats(), shares, strict=True):
        assert line.final - line.initial == line.luck + sum(line.decisions)
        assert abs(line.final - share) <= UNIT
    for move in found.moves:
        assert all((share / UNIT).is_integer() for share in (*move.effect, *move.hidden, *move.roll))


def test_a_review_is_the_same_on_several_processes() -> None:
    record = short_game(find("spookies"), 2)
    assert (
        review(record, FEW, each=partial(each, workers=2)) == review(record, FEW) != review(record, FEW, seed="another")
    )


def test_a_review_goes_on_with_the_moves_that_are_known() -> None:
    record = short_game(find("spookies"), 2)
    plies: list[PlyValues] = []
    whole = review(record, FEW, found=plies.append)
    assert len(plies) == len(record.moves)
    again: list[PlyValues] = []
    assert review(record, FEW, known_plies=plies[:-3], found=again.append) == whole
    assert again == plies[-3:]


def test_only_a_finished_game_is_reviewed() -> None:
    record = short_game(find("spookies"), 2)
    record.moves, record.result = record.moves[:-1], None
    with pytest.raises(BadRecord, match="not over"):
        review(record, FEW)


@pytest.fixture(scope="module")
def ghosts() -> tuple[Review, Record]:
    """A round of Ghosts between a steady and a careless player, with enough samples to see mistakes."""
    record = short_game(find("ghosts"), 2)
    return review(record, Effort(samples=60)), record


def test_a_careless_player_makes_mistakes_and_a_steady_one_hardly_any(ghosts: tuple[Review, Record]) -> None:
    steady, careless = ghosts[0].seats()
    assert careless.mistakes > steady.mistakes
    assert careless.loss > steady.loss
    assert careless.skill < 0


def test_the_moves_of_a_decision_are_those_that_were_legal_best_first(ghosts: tuple[Review, Record]) -> None:
    found, record = ghosts
    for move in found.moves:
        state = record.state_at(move.ply)
        paths = state.paths(move.seat)
        assert (move.decision is None) == (len(paths) == 1)
        if move.decision is not None:
            assert {choice.path for choice in move.decision.choices} == set(paths)
            assert move.decision.choices[move.decision.made].path == move.path
            chances = [choice.chance for choice in move.decision.choices]
            assert chances == sorted(chances, reverse=True)


def test_a_move_without_choice_and_dice_changes_nothing(ghosts: tuple[Review, Record]) -> None:
    found, _ = ghosts
    forced = [at for at, move in enumerate(found.moves) if move.decision is None and not any(move.roll)]
    for at in forced:
        assert found.moves[at].luck == (0.0, 0.0) == found.moves[at].effect


def test_mistakes_are_said_in_sentences_in_the_order_of_the_game(ghosts: tuple[Review, Record]) -> None:
    moments = turning_points(*ghosts)
    assert 0 < len(moments) <= 3
    assert [moment.ply for moment in moments] == sorted(moment.ply for moment in moments)
    for moment in moments:
        assert f"at move {moment.ply + 1} cost Player {moment.seat} " in moment.words
        assert re.fullmatch(r"[A-Z][^;.]* of a hundred; [^;]*ing [^;]*(was|kept|made) [^;]*\.", moment.words)
    assert all(moment.seat == 1 for moment in turning_points(*ghosts, seat=1))


def test_the_luckiest_moment_of_one_is_the_unluckiest_of_the_other(ghosts: tuple[Review, Record]) -> None:
    found, record = ghosts
    (best, worst), (other_best, other_worst) = (lucky_moments(found, seat, record) for seat in (0, 1))
    assert best is not None
    assert worst is not None
    assert other_best is not None
    assert other_worst is not None
    assert (best.ply, worst.ply) == (other_worst.ply, other_best.ply)
    assert best.points > 0 > worst.points


@pytest.mark.parametrize(
    ("hidden", "roll", "hides", "luck"),
    [
        (0.3, 0.2, True, Luck(0.5, was_hidden=True)),
        (-0.1, 0.4, True, Luck(0.30000000000000004, was_hidden=False)),
        (0.3, -0.2, False, Luck(-0.2, was_hidden=False)),  # nothing is hidden, so 0.3 is an error of the estimates
        (0.3, 0.0, False, None),
        (0.05, 0.04, True, None),  # less than twice its error
    ],
)
def test_luck_is_clear_or_is_not_spoken_of(
    ghosts: tuple[Review, Record], hidden: float, roll: float, hides: bool, luck: Luck | None
) -> None:
    move = msgspec.structs.replace(
        ghosts[0].moves[0], hidden=(hidden, -hidden), roll=(roll, -roll), luck_errors=(0.05, 0.05)
    )
    assert clear_luck(move, 0, hides) == luck
    assert clear_luck(move, 0, hides, errors=20.0) is None


@pytest.mark.parametrize(("game_id", "hides"), [("halloween", False), ("spookies", True)])
def test_only_games_that_hide_something_have_hidden_luck(game_id: str, hides: bool) -> None:
    record = Record(find(game_id).setup(2), Dice("deal").text(), ["Ada", "Bo"])
    assert hides_something(record) == hides


def test_luck_is_told_as_what_came_out(ghosts: tuple[Review, Record]) -> None:
    found, record = ghosts
    best, _ = lucky_moments(found, 0, record)
    assert best is not None
    assert re.fullmatch(rf"Move {best.ply + 1}: Player \d (played|took|stayed) .*\. That won Player 0 .*\.", best.words)


def test_moves_of_a_game_without_words_are_quoted() -> None:
    game = replace(find("ghosts"), say_path=say_picks)
    assert command(game, ("play", "green-3")) == "Choose “play, green 3”"
    assert command(find("ghosts"), ("play", "green-3")) == "Play green 3"


def test_a_moment_is_said_with_its_round_if_there_are_several() -> None:
    assert when(7, [0, 5, 20]) == "in round 2 (move 8)"
    assert when(7, [0]) == when(7, []) == "at move 8"


def test_the_page_shows_every_player_and_loads_nothing(ghosts: tuple[Review, Record]) -> None:
    found, record = ghosts
    found = msgspec.structs.replace(found, names=("<b>Ada</b>", "Bo"))
    page = review_page(found, record)
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada" not in page
    assert "<script" not in page
    assert "src=" not in page
    assert "href=" not in page


# Time, and games that are unlike others.


def test_time_is_spent_where_there_is_something_to_find_out_and_where_playing_on_takes_long() -> None:
    record = short_game(find("ghosts"), 2)
    parts = ply_parts(record)
    assert sum(parts) == pytest.approx(len(parts))
    states = [len(record.state_at(ply).legal(move.seat)) for ply, move in enumerate(record.moves)]
    assert [part == 0.0 for part in parts] == [count == 1 for count in states]
    chosen = [part for part in parts if part]
    assert chosen == sorted(chosen, reverse=True)


class Short(Record):
    """The last moves of a game, as if it had been dealt like that."""

    def __init__(self, record: Record, moves: int) -> None:
        super().__init__(record.setup, record.deal, record.names, record.moves[-moves:], record.result)
        self.whole = record
        self.skipped = len(record.moves) - moves

    def states(self, listen: bool = False) -> Iterator[State]:
        yield from islice(self.whole.states(listen), self.skipped, None)


@pytest.mark.parametrize("game_id", ["spookies", "ghosts", "halloween"])
def test_a_game_of_one_move_is_reviewed(game_id: str) -> None:
    """The sums hold, and nothing is divided by 0, where a player had no decision at all."""
    record = short_game(find(game_id), 2)
    plies = [work_out(job_of(record, FEW), task) for task in list(ply_tasks(record))[-1:]]
    found = put_together(Short(record, 1), known([0.5, 0.5]), plies)
    for line in found.seats():
        assert line.final - line.initial == line.luck + sum(line.decisions)
        assert line.choices <= 1
    assert turning_points(found, Short(record, 1)) is not None


def job_of(record: Record, effort: Effort) -> ReviewJob:
    config = record.setup.config
    return ReviewJob(config.game, config.seats, tuple(config.options.items()), record.setup.pieces, effort, "test")


def test_moves_without_choice_and_dice_need_no_time() -> None:
    record = short_game(find("ghosts"), 2)
    forced = next(task for task in ply_tasks(record) if not task.part)
    found = work_out(job_of(record, Effort(seconds=60.0)), forced)
    assert found.position.samples == 1
    assert found.decision is None
    assert not any(found.effect.values)


# What is kept of an interrupted review.


def test_kept_moves_are_used_for_the_same_review_only(tmp_path: Path) -> None:
    record, path = short_game(find("spookies"), 2), tmp_path / "kept"
    plies: list[PlyValues] = []
    review(record, FEW, found=plies.append)
    with kept_plies(path, record, FEW, "0") as kept:
        kept.add(plies[0])
        kept.add(plies[1])
    path.write_text(path.read_text() + '{"ply": 2, "posi')  # the process was killed while it wrote
    assert kept_plies(path, record, FEW, "0").read() == plies[:2]
    assert kept_plies(path, record, FEW, "1").read() == []
    assert kept_plies(path, record, Effort(samples=3), "0").read() == []
    assert kept_plies(path, short_game(find("ghosts"), 2), FEW, "0").read() == []
    path.write_text("no review")
    assert kept_plies(path, record, FEW, "0").read() == []


# Estimates.


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=2000))
def test_sums_of_exact_values_do_not_depend_on_their_order(values: list[float]) -> None:
    rounded = [exact(value) for value in values]
    assert sum(rounded) == sum(reversed(rounded)) == sum(sorted(rounded))
    assert all(abs(value - near) <= UNIT for value, near in zip(values, rounded, strict=True))


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=200))
def test_an_error_is_never_zero_and_shrinks_with_more_samples(shares: list[float]) -> None:
    once, twice = Sample(1), Sample(1)
    for share in shares:
        once.add((share,))
        twice.add((share,))
        twice.add((share,))
    assert 0 < twice.estimate().errors[0] < once.estimate().errors[0]
    assert once.estimate().values[0] == pytest.approx(sum(shares) / len(shares))


def test_without_samples_there_is_no_estimate() -> None:
    with pytest.raises(ValueError, match="nothing was sampled"):
        Sample(2).estimate()


def test_time_ends_the_sampling_but_not_before_the_fewest_samples() -> None:
    clock = iter([0.0, 0.5, 2.0])
    until = Until(Effort(seconds=1.0), lambda: next(clock))
    assert until.goes_on(0)
    assert until.goes_on(FEWEST)  # at 0.5 seconds
    assert not until.goes_on(FEWEST)  # at 2 seconds


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.09, "9 points of a hundred"), (-0.01, "1 point of a hundred"), (0.001, "less than 1 point of a hundred")],
)
def test_points_are_said(share: float, words: str) -> None:
    assert points(share) == words
