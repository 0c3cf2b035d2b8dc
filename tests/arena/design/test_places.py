"""Values of pieces are found by their names, and changed nowhere else."""

from __future__ import annotations

import re
import tomllib

import msgspec
import pytest

from spiritboard.arena.design.places import Factor, find_place, places, read_factor, with_values
from spiritboard.table.errors import BadPieces, BadSetup
from spiritboard.table.pieces import Pieces, checked_pieces
from spiritboard.table.registry import find, games
from spiritboard.table.toml_text import to_toml

every_game = pytest.mark.parametrize("game_id", list(games()))


def own(game_id: str) -> Pieces:
    return find(game_id).own_pieces


@every_game
def test_every_value_is_found_by_its_name(game_id: str) -> None:
    for place in places(own(game_id)):
        assert find_place(own(game_id), place.name).steps == place.steps


@every_game
def test_pieces_as_toml_are_the_same_pieces(game_id: str) -> None:
    text = to_toml(msgspec.to_builtins(own(game_id)))
    assert checked_pieces(find(game_id).pieces, tomllib.loads(text)) == own(game_id)


@pytest.mark.parametrize(
    ("game_id", "name", "whole"),
    [
        ("spookies", "fields.attic.reward.2", "fields.attic.reward.2"),
        ("spookies", "rewards.attic.2", "fields.attic.reward.2"),
        ("spookies", "attic.4", "fields.attic.reward.4"),
        ("spookies", "fields.11.reward.2", "fields.attic.reward.2"),
        ("spookies", "chips.5.count", "chips.5.count"),
        ("spookies", "friend_die.faces", "friend_die.faces"),
        ("spookies", "friend_die.faces.6", "friend_die.faces.6"),
        ("ghosts", "mist.count", "mist.count"),
        ("ghosts", "cards.3.count", "cards.3.count"),
        ("ghooost", "lanky lou.count", "ghosts.Lanky-Lou.count"),
        ("ghooost", "ghosts.4.count", "ghosts.Lanky-Lou.count"),
        ("halloween", "red.haunt", "levels.red.haunt"),
        ("halloween", "cards.12.cost", "cards.12.cost"),
        ("halloween", "for-coloured-cards.cost", "cards.12.cost"),
        ("thirteen", "ghosts.10.look", "ghosts.10.look"),
    ],
)
def test_a_value_has_short_names(game_id: str, name: str, whole: str) -> None:
    assert find_place(own(game_id), name).name == whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("attic=1,2", "'attic' may stand for several values: fields.attic.number, fields.attic.reward"),
        ("atic.2=1,2", "No value of these pieces is called 'atic.2'."),
        ("chips.5.cuont=1,2", "Did you mean 'chips.5.count'?"),
        ("chips.5.count", "A value is varied with NAME=VALUES"),
        ("chips.5.count=", "A value is varied with NAME=VALUES"),
        ("chips.5.count=two", "chips.5.count is a number such as 10, not 'two'."),
        ("chips.5.count=true", "chips.5.count is a number such as 10, not 'true'."),
        ("chips.5.count=3,3", "a value is listed twice"),
        ("chips.5.count=9..3", "a range leads from its lowest to its highest value"),
        ("chips.5.count=1..9:0", "in steps above 0"),
        ("chips.5.count=1..900", "from 1 to 64 values can be tried, not 900"),
        ("friend_die.faces=Hanja", "friend_die.faces is a list such as [Kracko"),
    ],
)
def test_what_cannot_be_varied_is_said(text: str, said: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(said)):
        read_factor(own("spookies"), text)


@pytest.mark.parametrize(
    ("game_id", "text", "levels"),
    [
        ("spookies", "rewards.attic.2=8..20:4", (8, 12, 16, 20)),
        ("spookies", "attic.2=8..19:4", (8, 12, 16)),
        ("spookies", "attic.2=3,1,2", (3, 1, 2)),
        ("halloween", "cards.12.cost=grey,coloured", ("grey", "coloured")),
        ("thirteen", "ghosts.4.asks=[1, 2] | [1, 2, 3]", ([1, 2], [1, 2, 3])),
    ],
)
def test_values_are_written_as_ranges_and_lists(game_id: str, text: str, levels: tuple[object, ...]) -> None:
    assert read_factor(own(game_id), text).levels == levels


def test_a_changed_value_is_the_owners_and_nothing_else_changes() -> None:
    before = own("spookies")
    place = find_place(before, "attic.3")
    after = with_values(find("spookies"), before, {place: 7})
    expected = msgspec.to_builtins(before)
    expected["fields"][-1]["reward"] = (16, 7, 5)
    expected["fields"][-1]["from"] = ("reported", "own", "reconstructed")
    assert msgspec.to_builtins(after) == expected
    assert msgspec.to_builtins(before)["fields"][-1]["reward"] == (16, 9, 5)


def test_values_that_make_no_game_are_named() -> None:
    game = find("ghosts")
    factors: list[Factor] = [read_factor(game.own_pieces, f"cards.{ghosts}.count=0") for ghosts in (1, 2, 3)]
    with pytest.raises(BadPieces, match=r"^cards\.1\.count=0, .*there must be more than 30"):
        with_values(game, game.own_pieces, {factor.place: factor.levels[0] for factor in factors})
