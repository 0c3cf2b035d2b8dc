"""Games of bots are the same whether somebody watches them or not, and every style of play can play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spiritboard.arena.design.places import find_place, with_values
from spiritboard.arena.match import MatchPlan, pieces_text, read_pieces_text
from spiritboard.arena.players import Players, play, play_unwatched, players_for
from spiritboard.arena.simulate import SimulationJob, record_game, simulate, tally, watch_batch
from spiritboard.arena.tournament import tournament
from spiritboard.bots.levels import LEVELS
from spiritboard.bots.roster import bots, make
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games, guide_for

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def seated(game: Game, *names: str) -> Players:
    setup = game.setup(len(names))
    return players_for(names, setup, Dice("thinking"))


@every_game
def test_a_game_is_the_same_watched_and_unwatched(game: Game) -> None:
    names = ("heuristic", "heuristic:slips=0.3") if len(game.seats) > 1 else ("heuristic",) * game.seats[0]
    positions = []
    for listen in (False, True):
        dice = Dice("watched")
        state = game.setup(len(names)).new(dice, listen=listen)
        players = seated(game, *names)
        length = play(state, dice, 100_000, players, None) if listen else play_unwatched(state, dice, 100_000, players)
        positions.append((length, state.position()))
    assert positions[0] == positions[1]


def test_bots_that_search_hear_what_their_seats_hear() -> None:
    heard: list[int] = []

    class Listening:
        def choose(self, seat: object, dice: object) -> int:
            heard.append(len(seat.events))  # type: ignore[attr-defined]
            return seat.legal[0]  # type: ignore[attr-defined, no-any-return]

    setup = games()["ghosts"].setup(2, rounds="1")
    state = setup.new(Dice(1))
    Players(("own", "own"), [Listening(), Listening()], setup.config, Dice(2)).play(state, Dice(3), 1000)
    assert state.over
    assert heard == sorted(heard)
    assert heard[-1] > heard[0]


def test_a_bot_plays_the_same_games_counted_watched_and_recorded() -> None:
    job = SimulationJob("spookies", 3, 12, "same", bot="heuristic")
    counted = simulate(job, 1)
    traces = list(watch_batch(job, 0, 12))
    assert tally(traces).win_shares(3) == pytest.approx(counted.wins)
    assert sum(len(trace.seats) for trace in traces) == counted.decisions
    record = record_game(job, 3)
    assert [" ".join(move.path) for move in record.moves] == traces[3].paths
    assert record.state_at(len(record.moves)).over
    assert simulate(job, 2).wins == counted.wins
    assert simulate(SimulationJob("spookies", 3, 12, "same"), 1).wins != counted.wins


@every_game
def test_every_style_is_a_bot_of_its_own(game: Game) -> None:
    assert not {style.name for style in game.styles} & {*bots(), *LEVELS}
    assert len({style.name for style in game.styles}) == len(game.styles)
    setup = game.setup(game.seats[0])
    for style in game.styles:
        usual, guide = game.guide(setup.config), guide_for(setup.config, style.name)
        for name, value in style.weights.items():
            assert isinstance(getattr(usual, name), float), f"{style.name}: {name} is no weight of the guide"
            assert getattr(guide, name) == value != getattr(usual, name)
        assert style.says[0].islower()
        assert not style.says.endswith(".")


@every_game
def test_every_style_plays_otherwise_than_the_guide(game: Game) -> None:
    """Within a few games a style makes another choice somewhere."""
    count = game.seats[0]
    for style in game.styles:
        paths = [
            [trace.paths for trace in watch_batch(SimulationJob(game.id, count, 8, "style", bot=bot), 0, 8)]
            for bot in ("heuristic", style.name)
        ]
        assert paths[0] != paths[1], style.name


def test_a_style_is_named_with_settings_and_misspelt_with_help() -> None:
    game = games()["ghosts"]
    assert make("bold:slips=0.5", game).slips == 500  # type: ignore[attr-defined]
    assert make("heuristic:style=bold", game).style == "bold"  # type: ignore[attr-defined]
    with pytest.raises(BadSetup, match="Did you mean 'bold'"):
        make("bolt", game)
    with pytest.raises(BadSetup, match="Ghosts has no style of play 'brave'"):
        make("heuristic:style=brave", game)


def test_a_tournament_is_played_with_other_pieces() -> None:
    game = games()["spookies"]
    own = MatchPlan("spookies", 2, ("heuristic", "random"), 4, "pieces")
    few = with_values(game, game.own_pieces, {find_place(game.own_pieces, "chips.1.count"): 1})
    played = [tournament(replace(own, pieces=pieces_text(pieces)), 1) for pieces in (None, game.own_pieces)]
    shares = [[bot.win_share for bot in each.bots] for each in played]
    assert shares[0] == shares[1]
    assert read_pieces_text("spookies", pieces_text(few)) == few
    assert replace(own, pieces=pieces_text(few)).setup().config.digest == few.digest()
    assert tournament(replace(own, pieces=pieces_text(few)), 1).games == 4
