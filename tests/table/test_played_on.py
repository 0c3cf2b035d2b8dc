"""A game that begins from a position: its record, its replay and its review."""

from __future__ import annotations

import json

import pytest

from spiritboard.review.review import review
from spiritboard.review.values import Effort
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadRecord
from spiritboard.table.game import Game
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.record import FIRST_LINE, FIRST_LINE_PLAYED_ON, Record, parse_record
from spiritboard.table.registry import games

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
SPOOKIES = games()["spookies"]


def played(game: Game, seed: str, moves: int = 100_000, start: str | None = None) -> GameInProgress:
    """Returns a game with so many random moves, or all until the end."""
    chance, setup = Dice(f"{seed} choices"), game.setup(game.seats[0])
    in_progress = GameInProgress(setup, Dice(seed), ["Ada", "Bo"][: game.seats[0]], start)
    for at in range(moves):
        state = in_progress.state
        if state.over:
            break
        seat = state.pending()[0]
        in_progress.play(seat, chance.pick(state.paths(seat)), Dice(f"{seed} {at}"))
    return in_progress


def position(in_progress: GameInProgress) -> str:
    return json.dumps({**in_progress.state.position(), "reversible": False})


def played_on(game: Game) -> Record:
    """Returns the record of a game that goes on after 3 moves of another one."""
    return played(game, "on", start=position(played(game, "first", 3))).record


@every_game
def test_a_record_that_begins_from_a_position_is_read_again_and_replays(game: Game) -> None:
    record = played_on(game)
    text = record.to_text()
    again = parse_record(text)
    assert again.to_text() == text
    assert again.start == record.start
    assert again.verify().over
    assert again.begin().position() == played(game, "first", 3).state.position() | {"reversible": False}


def test_a_program_that_knows_no_positions_refuses_the_record_by_its_first_line() -> None:
    assert played_on(SPOOKIES).to_text().startswith(f"{FIRST_LINE_PLAYED_ON}\n")
    dealt = played(SPOOKIES, "dealt").record.to_text()
    assert dealt.startswith(f"{FIRST_LINE}\n")
    assert "position:" not in dealt


def test_a_wrong_position_is_refused_with_its_line() -> None:
    text = played_on(SPOOKIES).to_text()
    start = text.splitlines()[8]
    assert start.startswith("position: {")
    for wrong in ("position: nothing", "position: {}", 'position: {"turn": 99}', "position: []"):
        with pytest.raises(BadRecord, match=r"^Line 9: not a position of this game"):
            parse_record(text.replace(start, wrong))
    with pytest.raises(BadRecord, match=r"^Line 9: expected 'position'"):
        parse_record(text.replace(start + "\n", ""))
    with pytest.raises(BadRecord, match=r"^Line 9: expected move 1"):
        parse_record(text.replace(FIRST_LINE_PLAYED_ON, FIRST_LINE))


def test_a_position_that_newer_rules_refuse_is_complained_of_when_it_is_replayed() -> None:
    text = played_on(SPOOKIES).to_text()
    older = text.replace("rules: 1\n", "rules: 9\n").replace(text.splitlines()[8], 'position: {"turn": 0}')
    with pytest.raises(BadRecord, match=r"cannot be: .* played by version 9 .*: that is why"):
        parse_record(older).verify()


def test_a_review_finds_no_luck_in_a_deal_that_there_was_not() -> None:
    found = review(played_on(SPOOKIES), Effort(samples=2))
    assert set(found.deal) == {0.0}
    for seat in found.seats():
        assert seat.final - seat.initial == pytest.approx(seat.luck + sum(seat.decisions))
