"""Moves and reasons, told afterwards."""

from __future__ import annotations

import re

import pytest

from spiritboard.bots.bot import RandomBot
from spiritboard.table.registry import find, games
from spiritboard.table.retell import doing, in_the_past, move_and_reason
from tests.review.played import played


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("Take the pile", "taking the pile"),
        ("Play green 3", "playing green 3"),
        ("Stop", "stopping"),
        ("Put the cards at the bottom", "putting the cards at the bottom"),
        ("Try your luck", "trying their luck"),
        ("Lose the turn", "losing the turn"),
        ("Open with 7", "opening with 7"),
        ("Let {1} roll", "letting {1} roll"),
        ("Hide 3 in your crypt and 5 in your team-mate's", "hiding 3 in their crypt and 5 in their team-mate's"),
        ("Rest in section 2", "resting in section 2"),
        ("No, thank you", "saying “No, thank you”"),
    ],
)
def test_a_command_becomes_something_that_a_player_does(command: str, said: str) -> None:
    assert doing(command) == said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("keeps the level at 5 and turns play around", "playing it kept the level at 5 and turned play around"),
        ("the only card that fits", "playing it was better: it was the only card that fitted"),
        ("no card of yours fits", "playing it was better: no card of theirs fitted"),
        ("gives you another turn", "playing it gave them another turn"),
        ("you go again", "playing it was better: they went again"),
        ("{0}'s crypt can be no other number", "playing it was better: {0}'s crypt could be no other number"),
        ("", "playing it was better"),
    ],
)
def test_a_reason_is_told_in_the_past(reason: str, said: str) -> None:
    assert move_and_reason("Play it", reason) == said


@pytest.mark.parametrize("game_id", ["ghooost", "ghosts", "halloween", "spookies", "thirteen"])
def test_every_move_and_reason_of_a_game_can_be_retold(game_id: str) -> None:
    """No verb in the present tense and no "you" is left, whatever the moves and the reasons are."""
    game = games()[game_id]
    record = played(find(game_id).setup(2), "retold", [RandomBot(), RandomBot()])
    for ply, state in zip(range(min(len(record.moves), 250)), record.states(), strict=False):
        seat = record.moves[ply].seat
        view = state.view(seat)
        for path in state.paths(seat):
            assert re.match(r"[a-z]+ing\b", doing(game.say_path(path)))
            told = in_the_past(game.say_reason(view, path))  # type: ignore[arg-type] # a game is given its own views
            assert not re.search(r"\b(yours?|you|is|are|can|[a-z]*(kes|eeps|ves|res|ngs|ins|arns))\b", told), told
