"""Tables that the version before stored, with positions and events, open and go on.

Their unfinished games have the option `first=2`, which counted seats from 1.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from spiritboard.server.admin import Admin
from spiritboard.server.check import problem
from spiritboard.server.live_table import LiveTable
from spiritboard.server.past import are_same
from spiritboard.server.storage import Storage
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.state import State
from tests.server.guests import every_game, rows
from tests.server.test_upgrades import at_a_server, browsing, opened, play

STORED = Path(__file__).parent / "fixtures" / "data-0.1.0-positions"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STORED, tmp_path / "data"))


def is_stored(game: Game) -> bool:
    return rows(STORED, "select 1 from tables where game = ?", game.id) != []


def decisive(state: State) -> dict[str, object]:
    """Returns the position without what is only remembered, of which the earlier version stored nothing."""
    position: dict[str, object] = json.loads(state.to_json())["position"]
    return {name: value for name, value in position.items() if name not in state.MEMORY}


@every_game
def test_every_table_replays_from_its_deal_and_from_its_position(game: Game, data: Path) -> None:
    storage = Storage.in_folder(data)
    for end in ("finished", "unfinished") if is_stored(game) else ():
        key = f"{game.id}-{end}"
        found, position = storage.load(key), storage.position(key)
        assert found is not None
        assert position is not None
        replayed, resumed = LiveTable(*found), LiveTable(*found, position)
        assert decisive(replayed.in_progress.state) == decisive(resumed.in_progress.state)
        assert are_same(game, replayed.events, resumed.events)
    storage.close()


@every_game
def test_every_table_is_shown_and_every_unfinished_game_goes_on(game: Game, data: Path) -> None:
    if not is_stored(game):
        return
    key = f"{game.id}-unfinished"
    with browsing(data) as http:
        assert http.get(f"/tables/{key}").status_code == http.get(f"/tables/{game.id}-finished").status_code == 200
        assert http.get(f"/api/tables/{key}?since=0").json()["view"]["options"]["first"] == "2"

    async def goes_on(service: TableService) -> None:
        live = await opened(service, key)
        number = live.number
        await play(service, live, 5, Dice(key))
        assert live.in_progress.state.over or live.number == number + 5

    at_a_server(data, goes_on)
    assert rows(data, "select closed from tables where key = ?", key) == [(None,)]


@every_game
def test_an_unfinished_game_goes_on_by_newer_rules_that_do_not_change_it(game: Game, data: Path) -> None:
    """Newer versions add facts to events and say them in other words, which is no change of the rules."""
    if not is_stored(game):
        return

    async def goes_on(service: TableService) -> None:
        live = await opened(service, f"{game.id}-unfinished")
        assert live.stored.rules_version == game.rules_version + 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games(), game.id, replace(game, rules_version=game.rules_version + 1))
        at_a_server(data, goes_on)


def test_the_check_of_all_tables_finds_no_problem(data: Path) -> None:
    Storage.in_folder(data).close()  # a server brings the tables up to date
    with Admin.opened(data, None) as admin:
        found = {content.table.key: problem(content) for batch in admin.batches() for content in batch}
    assert found == {key: None for (key,) in rows(data, "select key from tables")}
