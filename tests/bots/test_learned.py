"""The judgements in the package: bots that go by them play well, and they fit the games as they are now."""

from __future__ import annotations

import pytest

from spiritboard.arena.match import MatchPlan
from spiritboard.arena.tournament import tournament
from spiritboard.bots.learned import own_judgement
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.weights import WEIGHTS_FILE, own_weights

LARGEST_FILE = 1_000_000

with_weights = pytest.mark.parametrize(
    "game", [game for game in games().values() if own_weights(game.id)], ids=lambda game: game.id
)


@with_weights
def test_the_learned_bot_beats_random(game: Game) -> None:
    weights = own_weights(game.id)
    assert weights is not None
    plan = MatchPlan(game.id, weights.made.players[0], ("learned:worlds=2", "random"), 6, "seeded")
    learned, random = tournament(plan, 1).bots
    assert learned.wins > random.wins


@with_weights
def test_weights_fit_the_game_with_every_number_of_players_that_they_name(game: Game) -> None:
    weights = own_weights(game.id)
    assert weights is not None
    assert weights.made.pieces == game.own_pieces.digest(), f"Train them anew with: {weights.made.command}"
    for seats in weights.made.players:
        assert own_judgement(game.setup(seats).config) is not None


@with_weights
def test_a_file_of_weights_is_small_and_says_how_it_was_made(game: Game) -> None:
    file = game.folder / WEIGHTS_FILE
    assert file.stat().st_size <= LARGEST_FILE
    head = file.read_bytes().partition(b"\n")[0].decode()
    assert f'"command":"spiritboard train {game.id}' in head
    assert '"curve":[{"games":' in head
