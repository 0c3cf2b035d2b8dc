"""A judgement calculates what NumPy calculates from the same weights, and is only used where it was trained."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import numpy as np
import pytest

from spiritboard.arena.training.network import SetupInputs
from spiritboard.bots import learned
from spiritboard.bots.bot import ask
from spiritboard.bots.learned import LearnedBot, LearnedSettings, own_judgement
from spiritboard.bots.roster import make
from spiritboard.bots.seat import take_seat
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadWeights
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.judgement import MOST_LEVELS, ONE
from spiritboard.table.registry import find, games
from spiritboard.table.state import State
from spiritboard.table.weights import Weights, read_weights, settings
from tests.bots.weights import untrained, weights_file
from tests.contract.walk import walk

every_game = pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)


def reference(weights: Weights, setup: GameSetup, vector: bytes) -> list[float]:
    """Returns the shares that follow from a vector, calculated anew from the description of the file."""
    made = weights.made
    widths = (made.hidden, made.middle, max(made.players) + 1)
    layers = [np.array(each, np.int64).reshape(-1, width) for each, width in zip(weights.layers, widths, strict=True)]
    rows, row = {}, 0
    for each in weights.basis.inputs:
        rows[each.name] = row
        row += min(each.most, MOST_LEVELS) + (each.most > MOST_LEVELS)
    hidden = layers[0][-1] + sum(layers[0][rows[name]] for name in settings(setup) if name in rows)
    for name, number in zip(setup.observation.names(), vector, strict=True):
        if number:
            own = min(number, MOST_LEVELS)
            hidden = hidden + layers[0][rows[name] + own - 1]
            if number > own:
                hidden = hidden + (number - own) * layers[0][rows[name] + own]
    middle = (np.clip(hidden, 0, ONE) @ layers[1][:-1] + ONE * layers[1][-1]) // ONE
    scores = (np.clip(middle, 0, ONE) @ layers[2][:-1] + ONE * layers[2][-1]) / ONE**2
    chosen = np.exp(np.append(scores[: setup.config.seats], scores[-1]))
    return list((chosen / chosen.sum())[:-1])


@every_game
def test_a_judgement_is_what_numpy_calculates(game: Game) -> None:
    weights = untrained(game.id, tuple(game.seats)).weights()
    for seats in (game.seats[0], game.seats[-1]):
        setup = game.setup(seats)
        judgement = weights.judgement(setup)
        for at, (state, *_) in enumerate(walk(setup, "numpy")):
            if at % 40 == 0 and not state.over:
                expected = reference(weights, setup, setup.observation.vector_of(state, at % seats))
                turned = expected[-(at % seats) :] + expected[: -(at % seats)] if at % seats else expected
                assert judgement.shares(state, at % seats) == pytest.approx(turned, abs=1e-9)
                assert judgement.share(state, at % seats) == pytest.approx(expected[0], abs=1e-9)


@every_game
def test_a_judgement_says_what_the_learning_network_says(game: Game) -> None:
    """Rounding to whole numbers changes little."""
    training = untrained(game.id, tuple(game.seats))
    setup = game.setup(game.seats[-1])
    judgement, inputs = training.weights().judgement(setup), SetupInputs(setup, training.network.shape.inputs)
    state = next(state for at, (state, *_) in enumerate(walk(setup, "rounding")) if at == 5)
    vector = np.frombuffer(setup.observation.vector_of(state, 0), np.uint8).reshape(1, -1)
    for seat in range(setup.config.seats):
        wanted = np.zeros((1, setup.config.seats), np.float32)
        wanted[0, seat] = 1
        loss = training.network.loss(inputs, vector, wanted)
        assert judgement.shares(state, 0)[seat] == pytest.approx(np.exp(-loss), abs=0.01)


@every_game
def test_what_is_hidden_does_not_change_a_judgement(game: Game) -> None:
    setup = game.setup(game.seats[-1])
    judgement = untrained(game.id, tuple(game.seats)).weights().judgement(setup)
    for at, (state, *_) in enumerate(walk(setup, "hidden")):
        if at % 40 == 3 and not state.over:
            seat = at % state.seats
            assert judgement.shares(state.imagine(seat, Dice(at)), seat) == judgement.shares(state, seat)


# Files.


def test_a_file_of_weights_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = untrained("spookies", (2, 3)).weights()
    read = read_weights(weights_file(weights, tmp_path))
    assert (read.made, read.basis, read.layers) == (weights.made, weights.basis, weights.layers)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda contents: b"", "Not a file of weights"),
        (lambda contents: contents[:-1], "cut off"),
        (lambda contents: contents.replace(b'"hidden":8', b'"hidden":9'), "as many numbers"),
        (lambda contents: contents.replace(b'"hidden":8', b'"hidden":"8"'), "Expected `int`"),
    ],
)
def test_a_damaged_file_is_refused(spoil: object, reason: str, tmp_path: Path) -> None:
    assert callable(spoil)
    file = tmp_path / "damaged.bin"
    file.write_bytes(spoil(untrained("spookies", (2,)).weights().to_bytes()))
    with pytest.raises(BadWeights, match=reason):
        read_weights(file)


def test_a_missing_file_is_refused_when_the_bot_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="cannot be read"):
        make(f"learned:weights={tmp_path / 'none.bin'}", find("spookies"))


# Where a judgement is used.


def retold(weights: Weights, **changes: object) -> Weights:
    """Returns weights with another header."""
    return Weights(msgspec.structs.replace(weights.made, **changes), weights.basis, weights.layers)


def test_another_version_of_observations_is_refused() -> None:
    weights = retold(untrained("spookies", (2,)).weights(), observation=99)
    with pytest.raises(BadWeights, match=r"Spookies has no version 99\..*spiritboard train spookies"):
        weights.judgement(find("spookies").setup(2))


def test_another_game_or_another_number_of_players_is_refused() -> None:
    weights = untrained("spookies", (2,)).weights()
    with pytest.raises(BadWeights, match="judge the game 'spookies', not 'ghosts'"):
        weights.judgement(find("ghosts").setup(2))
    with pytest.raises(BadWeights, match="games of 2 players, not of 3"):
        weights.judgement(find("spookies").setup(3))


def test_a_number_that_the_network_does_not_know_is_refused() -> None:
    weights = untrained("spookies", (2,)).weights()
    basis = msgspec.structs.replace(weights.basis, inputs=weights.basis.inputs[3:])
    with pytest.raises(BadWeights, match="do not know the number 'my seat: seat-0' up to 1 "):
        Weights(weights.made, basis, weights.layers).judgement(find("spookies").setup(2))


def with_other_pieces() -> SpookiesPieces:
    """Returns pieces of Spookies without the chips of one value."""
    own = find("spookies").own_pieces
    assert isinstance(own, SpookiesPieces)
    return msgspec.structs.replace(own, chips=own.chips[:-1])


def first_choice(bot: LearnedBot, state: State) -> int:
    return ask(bot, state, state.turn, Dice("choice"))


def test_with_other_pieces_a_learned_bot_goes_by_the_guide_and_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = untrained("spookies", (2,)).weights()
    monkeypatch.setattr(learned, "own_weights", lambda game_id: own)
    monkeypatch.setattr(learned, "_own", {})
    game, other = find("spookies"), with_other_pieces()
    state = game.new(2, Dice("other"), other)
    with caplog.at_level(logging.WARNING):
        assert own_judgement(state.config) is None
        assert "trained with other pieces" in caplog.text
        seat = take_seat(state, state.turn, Dice("seat"))
        dice = Dice("choice")
        guided = seat.guide.choose(seat.imagine(dice), seat.number, dice)
        assert LearnedBot(LearnedSettings()).choose(seat, Dice("choice")) == guided
    assert "by the guide" in caplog.text


def test_weights_for_other_pieces_judge_games_with_these_pieces_only(tmp_path: Path) -> None:
    game, other = find("spookies"), with_other_pieces()
    file = weights_file(untrained("spookies", (2,), other).weights(), tmp_path)
    bot = LearnedBot(LearnedSettings(weights=str(file)))
    state = game.new(2, Dice("other"), other)
    assert bot.judgement(state.config) is not None
    with pytest.raises(BadWeights, match=r"trained with other pieces.*spiritboard train spookies --pieces FILE"):
        first_choice(bot, game.new(2, Dice("own")))
