"""What `import spiritboard` offers, and how its results look."""

from __future__ import annotations

import html
import inspect
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import spiritboard
from spiritboard.arena.simulate import SimulationJob, record_game
from spiritboard.bots.seat import Seat
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.table.errors import BadRecord, BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.state import State

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def deal() -> State:
    return spiritboard.make("ghosts", players=3, rounds=1, first="seat-1").new(spiritboard.Dice(2026))


def test_games_are_found_by_id() -> None:
    assert spiritboard.games().keys() == games().keys()
    spiritboard.games().clear()  # it is a copy
    assert spiritboard.games().keys() == games().keys()


def test_make_returns_a_game_that_can_be_dealt() -> None:
    setup = spiritboard.make("ghosts", players=3, rounds=1)
    assert (setup.config.seats, setup.config.options["rounds"]) == (3, "1")
    assert spiritboard.make("ghosts").config.seats == 2
    assert spiritboard.make(games()["thirteen"]).game.id == "thirteen"


def test_make_takes_a_pieces_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    own = (games()["spookies"].folder / "pieces.toml").read_text(encoding="utf-8")
    file.write_text(own, encoding="utf-8")
    for pieces in (file, str(file)):
        assert isinstance(spiritboard.make("spookies", pieces=pieces).pieces, SpookiesPieces)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "ghost"}, "There is no game 'ghost'. Did you mean 'ghosts'? There are: "),
        ({"game": "chess"}, "There is no game 'chess'. There are: "),
        ({"game": "ghosts", "players": "3"}, "The number of players is a whole number such as 2, not '3'."),
        ({"game": "ghosts", "players": 2.5}, "The number of players is a whole number such as 2, not 2.5."),
        ({"game": "ghosts", "players": 7}, "Ghosts takes 2 to 6 players, not 7."),
        ({"game": "ghosts", "round": 1}, "Ghosts has no option 'round'. Did you mean 'rounds'?"),
        ({"game": "spookies", "variant": "friend-dice"}, "Did you mean 'friend-die'?"),
    ],
)
def test_what_is_misspelt_gets_a_true_answer(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(said)):
        spiritboard.make(**wrong)  # type: ignore[arg-type]


def test_bots_play_in_the_arena() -> None:
    def first(seat: Seat) -> int:
        return seat.legal[0]

    found = spiritboard.arena("ghosts", [first, "random"], games=8, seed="front", rounds=1)
    assert [bot.name for bot in found.bots] == ["first", "random"]
    again = spiritboard.arena("ghosts", {"first": first, "random": "random"}, games=8, seed="front", rounds=1)
    assert [bot.wins for bot in again.bots] == [bot.wins for bot in found.bots]
    assert repr(found).startswith("<ghosts, 2 players, 8 games: first ")
    assert "<td>first</td>" in found._repr_html_()


def test_games_are_simulated() -> None:
    found = spiritboard.simulate("spookies", players=2, games=50, seed=7, jobs=1)
    assert (found.games, found.players, found.unfinished) == (50, 2, 0)
    assert sum(found.wins) == pytest.approx(1)
    assert "<td>length</td>" in found._repr_html_()
    assert spiritboard.simulate("spookies", players=2, games=50, seed=7, limit=5, jobs=1).unfinished == 50


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    record = record_game(SimulationJob("thirteen", 2, 1, "front door"), 0)
    file = tmp_path / "game.txt"
    file.write_text(record.to_text(), encoding="utf-8")
    found = spiritboard.review(file, samples=1, seed=3, jobs=1)
    assert found == spiritboard.review(record, samples=1, seed=3, jobs=1)
    assert repr(found).startswith(f"<Review of thirteen, {len(record.moves)} moves: Player 1: luck ")
    assert "<td>Player 2</td>" in found._repr_html_()
    record.result = None
    record.moves.pop()
    with pytest.raises(BadRecord, match="is not over"):
        spiritboard.review(record, samples=1)


def test_everything_says_what_it_is() -> None:
    state = deal()
    assert repr(state) == "<ghosts, 3 players, seat 1 to decide>"
    assert repr(spiritboard.make("ghosts", 3)) == "<ghosts, 3 players, rounds=3, first=random>"
    crypts = spiritboard.make("thirteen", 3).new(spiritboard.Dice(1))
    assert repr(crypts) == "<thirteen, 3 players, seats 0 and 1 and 2 to decide>"
    record = record_game(SimulationJob("ghosts", 2, 1, "said"), 0)
    assert repr(record).startswith(f"<Record of ghosts, 2 players, {len(record.moves)} moves, scores [")
    assert repr(record.state_at(len(record.moves))) == "<ghosts, 2 players, over>"


def test_dice_do_not_show_their_key() -> None:
    dice = spiritboard.Dice("secret")
    dice.below(6)
    assert repr(dice) == "<Dice at 1>"
    assert dice.text().split("@")[0] not in repr(dice)


@every_game
def test_a_notebook_shows_the_table_and_loads_nothing(game: Game) -> None:
    state = game.new(game.seats[-1], spiritboard.Dice("notebook"))
    drawn = state._repr_html_()
    assert drawn is not None
    assert drawn.startswith("<iframe")
    document = html.unescape(drawn)
    assert 'class="game-table"' in document
    style = "".join(re.findall(r"<style>.*?</style>", document, re.DOTALL))
    assert not re.search(r"url\((?!['\"]?(?:data:|#))|@import", style)
    assert not re.search(r'\b(?:src|href)="(?!#)|<script|<link|data-pick', document.replace(style, ""))


def test_a_seat_is_shown_as_text_and_as_a_table() -> None:
    state = deal()
    shown = spiritboard.show(state, 1)
    assert "your hand" in str(shown) == repr(shown)
    assert "your hand" not in str(spiritboard.show(state))
    own, others = shown._repr_html_(), spiritboard.show(state)._repr_html_()
    assert own is not None
    assert others is not None
    assert ("Your hand" in own, "Your hand" in others) == (True, False)


def test_a_state_that_cannot_be_drawn_has_its_text() -> None:
    own = games()["spookies"].own_pieces
    assert isinstance(own, SpookiesPieces)
    other = msgspec.structs.replace(own, chips=own.chips[:-1])
    state = games()["spookies"].new(2, spiritboard.Dice(1), other)
    assert state._repr_html_() is None
    assert repr(state).startswith("<spookies, 2 players")


def test_packages_are_called_like_functions() -> None:
    from spiritboard.arena.match import CHEAT
    from spiritboard.review.words import percent  # after that the attribute `review` is the package

    assert (CHEAT, percent(0.5)) == ("cheat", "50 %")
    assert callable(spiritboard.review)
    assert list(inspect.signature(spiritboard.arena).parameters)[:3] == ["game", "bots", "players"]


def test_the_import_alone_loads_little() -> None:
    loaded = "import sys, spiritboard; print(*sorted(name for name in sys.modules if name.startswith('spiritboard')))"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert set(found) <= {"spiritboard", "spiritboard._plain", "spiritboard.table", "spiritboard.table.drawing"}


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ghosts'"):
        _ = spiritboard.ghosts
    assert {"arena", "games", "make", "review", "show", "simulate"} <= set(dir(spiritboard))
