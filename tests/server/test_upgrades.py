"""Rules change between two starts of a server: games continue where they can, and no stored data is lost."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import lanterns.rules
import pytest
from litestar.testing import TestClient

from spiritboard.server.app import Settings, create_app
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.live_table import SAVE_EVERY, LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.older import story
from spiritboard.server.opening import BROKEN, NEWER, OLDER, TOLD, Closed, FoundTable, find_table
from spiritboard.server.past import are_same
from spiritboard.server.people import COOKIE, People, Person
from spiritboard.server.storage import Position, Storage
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move, parse_record
from spiritboard.table.registry import games
from tests.server.guests import LANTERNS, every_game, rows

OLD_DATA = Path(__file__).parent / "fixtures" / "data-0.1.0"
THREE = [("me", ""), ("here", "Bo"), ("here", "Cy")]

Happens = Callable[[TableService], Awaitable[None]]


def at_a_server(data: Path, happens: Happens) -> None:
    """Start a service, let something happen there, and end it."""

    async def run() -> None:
        service = TableService(Storage.in_folder(data), BotPool(1, 0.05), lambda key: None, bot_pace=600)
        service.open()
        try:
            await happens(service)
        finally:
            await service.close()

    asyncio.run(run())


@contextmanager
def rules(version: int) -> Iterator[None]:
    """Play Lanterns by another version of its rules while the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lanterns.rules, "RULES", version)
        patch.setitem(games(), "lanterns", replace(LANTERNS, rules_version=version))
        yield


@contextmanager
def same_rules_as_version(version: int) -> Iterator[None]:
    """Call the rules of Lanterns by another version while the block lasts. Nothing else about them changes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games(), "lanterns", replace(LANTERNS, rules_version=version))
        yield


async def opened(service: TableService, key: str) -> LiveTable:
    live = await service.live_table(key)
    assert live is not None
    return live


async def play(service: TableService, live: LiveTable, moves: int, dice: Dice | None = None) -> None:
    """Make this many moves, or all until the end: always the first legal one, or random ones."""
    for _ in range(moves):
        if live.in_progress.state.over:
            return
        seat = live.in_progress.state.pending()[0]
        paths = live.in_progress.state.paths(seat)
        path = paths[0] if dice is None else dice.pick(paths)
        await service.play(live, seat, live.number, path)


def refuses_to_open(data: Path, key: str, reason: str) -> None:
    """Start a server that must not open this table, for this reason."""

    async def is_refused(service: TableService) -> None:
        with pytest.raises(Closed, match=reason):
            await service.live_table(key)

    at_a_server(data, is_refused)


def stored_table(data: Path, key: str) -> FoundTable:
    """Returns a table as it is stored, while no server runs."""
    storage = Storage.in_folder(data)
    found = find_table(storage, key)
    storage.close()
    assert found is not None
    return found


def change_stored(data: Path, statement: str) -> None:
    """Change the stored tables by a statement of SQL, while no server runs."""
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection, connection:
        connection.execute(statement)


def table_with(data: Path, moves: int, game: Game = LANTERNS, chairs: list[tuple[str, str]] = THREE) -> str:
    """Returns the key of a table of Ada's with this many moves, stored by a server that has ended."""
    keys: list[str] = []

    async def happens(service: TableService) -> None:
        live = await service.set_table(NewTable(game.id, {}, chairs[: game.seats[-1]]), "ada", "Ada")
        await play(service, live, moves, Dice("choices"))
        keys.append(live.key)

    at_a_server(data, happens)
    return keys[0]


@contextmanager
def browsing(data: Path) -> Iterator[TestClient]:
    """Yields Ada's browser."""
    with TestClient(create_app(Settings(data, bot_pace=600, requests_a_minute=10_000))) as client:
        cookie = People((data / "secret").read_text().strip()).cookie(Person("ada", "Ada"))
        client.cookies[COOKIE] = str(cookie.value)
        yield client


# The stored outcome of a move.


@every_game
def test_the_outcome_is_stored_with_each_move(tmp_path: Path, game: Game) -> None:
    key = table_with(tmp_path, 60, game)
    found = stored_table(tmp_path, key)
    assert (found.table.rules_version, found.table.rules_since) == (game.rules_version, None)
    assert found.table.pieces == game.own_pieces.digest()
    live = LiveTable(found.table, [])
    assert found.table.pending == live.in_progress.state.pending()
    for entry in found.played:
        before = len(live.events)
        live.carry_out(entry)
        assert entry.pending == tuple(live.in_progress.state.pending())
        assert [event["words"] for event in entry.events or []] == [event.words for event in live.events[before:]]
    numbers = [number for (number,) in rows(tmp_path, "select number from positions order by 1")]
    assert numbers[0] == 0
    assert all(later - earlier >= SAVE_EVERY or later == live.number for earlier, later in pairwise(numbers))
    if live.in_progress.state.over:
        assert numbers[-1] == live.number
        assert found.table.standings == live.in_progress.state.standings().to_data()
    else:
        assert live.number - numbers[-1] < 2 * SAVE_EVERY


@every_game
def test_a_table_opened_at_a_stored_position_equals_a_replayed_one(tmp_path: Path, game: Game) -> None:
    key = table_with(tmp_path, 90, game)
    found = stored_table(tmp_path, key)
    for number, text in rows(tmp_path, "select number, position from positions"):
        resumed = LiveTable(found.table, found.played, Position(number, text))
        replayed = LiveTable(found.table, found.played)
        assert resumed.in_progress.state.to_json() == replayed.in_progress.state.to_json()
        assert resumed.record.to_text() == replayed.record.to_text()
        assert [event.to_data() for event in resumed.events] == [event.to_data() for event in replayed.events]
        for name in (
            "number",
            "asked",
            "unasked",
            "fresh",
            "told_after",
            "told_by",
            "moved_at",
            "not_moved",
            "saved_at",
        ):
            assert getattr(resumed, name) == getattr(replayed, name), name
        for seat in (None, *range(len(found.table.chairs))):
            assert resumed.story(seat) == replayed.story(seat)
            assert are_same(game, resumed.round_end(seat), replayed.round_end(seat))


def test_a_table_is_opened_at_its_latest_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = table_with(tmp_path, 60, games()["ghosts"])
    carried_out: list[Move] = []
    monkeypatch.setattr(LiveTable, "carry_out", lambda live, entry: carried_out.append(entry))

    async def happens(service: TableService) -> None:
        await opened(service, key)

    at_a_server(tmp_path, happens)
    assert len(carried_out) < 30


# Newer rules.


def test_a_game_goes_on_by_newer_rules_that_do_not_change_it_so_far(tmp_path: Path) -> None:
    """All seats but the last have laid a lantern, so the newer rules decide who scores."""
    key = table_with(tmp_path, 2)
    with rules(2):

        async def goes_on(service: TableService) -> None:
            live = await opened(service, key)
            assert live.number == 2
            await play(service, live, 1)
            assert live.events[-1].words.endswith("laid the darkest.")

        at_a_server(tmp_path, goes_on)

        async def ends(service: TableService) -> None:
            live = await opened(service, key)
            assert (live.stored.rules_version, live.stored.rules_since) == (2, 0)
            await play(service, live, 100)
            assert live.in_progress.state.over

        at_a_server(tmp_path, ends)
        with browsing(tmp_path) as http:
            assert http.get(f"/api/tables/{key}").json()["view"]["over"]
            answer = http.get(f"/api/tables/{key}/record")
            assert answer.status_code == 409
            assert "begun by older rules" in answer.json()["error"]
            told = http.get(f"/tables/{key}/replay").text
            assert "begun by older rules" in told
            assert "laid the darkest." in told


def test_a_game_that_newer_rules_would_change_is_closed_with_a_reason(tmp_path: Path) -> None:
    key = table_with(tmp_path, 4)
    with rules(2), browsing(tmp_path) as http:
        for _ in range(2):
            shown = http.get(f"/tables/{key}")
            assert shown.status_code == 200
            assert OLDER in shown.text
            assert "laid the brightest." in shown.text
            answer = http.get(f"/api/tables/{key}")
            assert answer.status_code == 410
            assert answer.json() == {"error": OLDER}
        for address in ("/", "/mine"):
            listed = http.get(address).text
            assert f"/tables/{key}" in listed
            assert "played by older rules" in listed
            assert ">your turn<" not in listed


@pytest.mark.parametrize("seats_of", ["tables", "entries"])
def test_a_game_in_which_newer_rules_would_ask_other_seats_is_closed(tmp_path: Path, seats_of: str) -> None:
    """The position after the deal and each entry are stored with the seats that they ask."""
    key = table_with(tmp_path, 2)
    change_stored(tmp_path, f"update {seats_of} set pending = '[1]'")

    async def is_closed(service: TableService) -> None:
        with pytest.raises(Closed, match=OLDER):
            await service.live_table(key)

    with same_rules_as_version(2):
        at_a_server(tmp_path, is_closed)


def test_the_page_of_a_closed_game_tells_no_secret(tmp_path: Path) -> None:
    key = table_with(tmp_path, 4)
    with rules(2), browsing(tmp_path) as http:
        shown = http.get(f"/tables/{key}").text
    assert " held [" not in shown
    assert "laid lantern" not in shown


def test_a_closed_game_goes_on_after_a_return_to_its_rules(tmp_path: Path) -> None:
    key = table_with(tmp_path, 4)
    with rules(2):
        refuses_to_open(tmp_path, key, "older rules")

    async def goes_on(service: TableService) -> None:
        live = await opened(service, key)
        await play(service, live, 100)
        assert live.in_progress.state.over

    at_a_server(tmp_path, goes_on)


@pytest.mark.parametrize("moves", [2, 4])
def test_a_game_of_newer_rules_is_left_alone(tmp_path: Path, moves: int) -> None:
    """After two moves, both versions of the rules have told the same. Later they differ."""
    with rules(2):
        key = table_with(tmp_path, moves)
    refuses_to_open(tmp_path, key, NEWER)
    with rules(2):

        async def goes_on(service: TableService) -> None:
            assert (await opened(service, key)).number == moves

        at_a_server(tmp_path, goes_on)


def test_a_game_played_with_other_pieces_is_closed(tmp_path: Path) -> None:
    key = table_with(tmp_path, 2)
    change_stored(tmp_path, "update tables set pieces = 'others'")
    refuses_to_open(tmp_path, key, "older rules")


# Finished games.


def test_a_finished_game_keeps_its_end_and_its_story(tmp_path: Path) -> None:
    key = table_with(tmp_path, 100)
    [(verdict, standings)] = rows(tmp_path, "select verdict, standings from tables")
    assert standings is not None
    with rules(2), browsing(tmp_path) as http:
        shown = http.get(f"/tables/{key}")
        assert shown.status_code == 200
        for words in (verdict, "laid the brightest.", "laid lantern", TOLD):
            assert words in shown.text
        assert verdict in http.get("/mine").text
        assert http.get(f"/tables/{key}/replay").text == shown.text
    with browsing(tmp_path) as http:  # after a return to these rules the game is shown as before
        assert parse_record(http.get(f"/api/tables/{key}/record").text).verify().over


def test_a_finished_game_that_newer_rules_do_not_change_is_replayed(tmp_path: Path) -> None:
    key = table_with(tmp_path, 100)
    with same_rules_as_version(2), browsing(tmp_path) as http:
        assert http.get(f"/api/tables/{key}").json()["view"]["over"]
        assert TOLD not in http.get(f"/tables/{key}").text


@pytest.mark.parametrize(
    "ended",
    [
        """update tables set standings = '{"scores": [0, 0, 0], "places": [3, 2, 1]}'""",
        "update tables set standings = null, verdict = 'Somebody won.'",
        "delete from entries where number > 3",
    ],
)
def test_a_finished_game_that_ends_otherwise_by_newer_rules_is_told_as_it_was_stored(
    tmp_path: Path, ended: str
) -> None:
    key = table_with(tmp_path, 100)
    change_stored(tmp_path, ended)
    [(verdict,)] = rows(tmp_path, "select verdict from tables")
    with same_rules_as_version(2), browsing(tmp_path) as http:
        shown = http.get(f"/tables/{key}").text
        assert TOLD in shown
        assert verdict in shown
        assert http.get(f"/api/tables/{key}").status_code == 410


# Tables of version 0.1.0.


@pytest.fixture
def old_data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD_DATA, tmp_path / "data"))


def test_every_table_of_version_0_1_0_is_shown(old_data: Path) -> None:
    with browsing(old_data) as http:
        listed = http.get("/mine")
        assert listed.status_code == 200
        for key, game_id, verdict in rows(old_data, "select key, game, verdict from tables"):
            assert f"/tables/{key}" in listed.text
            shown = http.get(f"/tables/{key}")
            assert shown.status_code == 200
            assert games()[game_id].title in shown.text
            assert verdict is None or verdict in shown.text
            assert http.get(f"/api/tables/{key}").status_code in (200, 410)


def test_a_game_that_cannot_go_on_is_listed_as_closed_before_it_is_opened(old_data: Path) -> None:
    with browsing(old_data) as http:
        listed = http.get("/mine").text.partition('id="going"')[2]
        going, _, closed = listed.partition('id="closed"')
        stored = {games()[game_id] for (game_id,) in rows(old_data, "select game from tables")}
        older = {game for game in stored if game.rules_version > 1}
        assert {game for game in stored if f'/tables/{game.id}-unfinished"' in going} == stored - older
        assert {game for game in stored if f'/tables/{game.id}-unfinished"' in closed} == older
        assert closed.count("played by older rules") == len(older)


def test_a_game_of_version_0_1_0_goes_on_by_the_same_rules(old_data: Path) -> None:
    """The outcomes that the older version did not store are added."""

    async def goes_on(service: TableService) -> None:
        live = await opened(service, "spookies-unfinished")
        number = live.number
        await play(service, live, 1)
        assert live.number == number + 1

    at_a_server(old_data, goes_on)
    query = "select count(*) from entries where table_key = 'spookies-unfinished' and events is null"
    assert rows(old_data, query) == [(0,)]
    [(pieces, events)] = rows(old_data, "select pieces, events from tables where key = 'spookies-unfinished'")
    assert pieces == games()["spookies"].own_pieces.digest()
    assert events is not None
    assert rows(old_data, "select count(*) from positions where table_key = 'spookies-unfinished'") != [(0,)]


def test_a_game_of_version_0_1_0_is_told_by_its_picks(old_data: Path) -> None:
    over, going = (stored_table(old_data, f"ghosts-{end}") for end in ("finished", "unfinished"))
    assert all(line.partition(": ")[0] in ("Ada", "Bo", "Grimsby") for line in story(over))
    assert set(story(going)) == {"Ada moves.", "Bo moves.", "Grimsby moves."}


# Tables that an operator closes, or whose entries are damaged, while people play.


def test_nobody_can_move_at_a_table_that_was_closed(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live = await service.set_table(NewTable(LANTERNS.id, {}, THREE), "ada", "Ada")
        await service.stored(service._storage.close_table, live.stored, "Closed by the operator.")
        with pytest.raises(Closed, match="Closed by the operator"):
            await play(service, live, 1)
        assert live.is_gone

    at_a_server(tmp_path, happens)
    assert rows(tmp_path, "select count(*) from entries") == [(0,)]


def test_a_table_with_a_damaged_entry_is_not_closed_for_good(tmp_path: Path) -> None:
    """It has the current rules, so the error is the server's and may be repaired."""
    key = table_with(tmp_path, 2)
    change_stored(tmp_path, "update entries set seat = 9 where number = 1")
    refuses_to_open(tmp_path, key, BROKEN)
    assert rows(tmp_path, "select closed from tables") == [(None,)]
