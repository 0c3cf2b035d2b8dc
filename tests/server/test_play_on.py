"""Playing on from a moment of a finished game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from litestar.testing import TestClient

from spiritboard.server import further_tables
from spiritboard.server.admin import Admin
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.check import problem
from spiritboard.server.export import read_table, write_table
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import TOLD, Closed
from spiritboard.server.people import Person
from spiritboard.server.play_on import ANEW, AS_THEY_WERE, moment, origin
from spiritboard.server.storage import Storage
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.in_progress import position_of
from spiritboard.table.record import parse_record
from tests.server.database import Opens
from tests.server.guests import LANTERNS, bearer, every_game, live_table_of
from tests.server.test_upgrades import browsing, opened, play, rules

ADA = Person("ada", "Ada")
TWO = [("me", ""), ("here", "Bo")]
TO_THE_END = 100_000
Happens = Callable[[TableService], Awaitable[None]]


def service_with(storage: Storage) -> TableService:
    pool = BotPool(1, 0.01, new_pool=ThreadPoolExecutor)
    return TableService(storage, pool, lambda _: None, bot_pace=600, secret="secret")


def happens_at(storage: Storage, happens: Happens) -> None:
    async def run() -> None:
        service = service_with(storage)
        service.open()
        try:
            await happens(service)
        finally:
            await service.close()

    asyncio.run(run())


async def finished(
    service: TableService, game: Game = LANTERNS, chairs: list[tuple[str, str]] | None = None
) -> LiveTable:
    """Returns a game of Ada's that was played to its end."""
    live = await service.set_table(NewTable(game.id, {}, (chairs or TWO)[: game.seats[0]]), ADA.id, ADA.name)
    await play(service, live, TO_THE_END, Dice("choices"))
    assert live.in_progress.state.over
    return live


async def on(service: TableService, then: LiveTable, hidden: str = AS_THEY_WERE) -> LiveTable:
    wanted = NewTable(then.game.id, {}, TWO)
    return await further_tables.play_on(service, then, wanted, hidden, ADA, "")


@every_game
def test_a_table_goes_on_with_what_was_hidden_or_with_it_dealt_anew(game: Game, tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        source = await finished(service, game)
        then = moment(source, 3)
        true = json.loads(position_of(then.in_progress.state))
        same, anew = await on(service, then), await on(service, then, ANEW)
        assert json.loads(position_of(same.in_progress.state)) == true
        views = [table.in_progress.state.view(0) for table in (same, anew)]
        assert views[0] == views[1] == then.in_progress.state.view(0)
        changed = {name for name, value in anew.in_progress.state.position().items() if value != true[name]}
        assert changed <= then.in_progress.state.SECRET | {"reversible"}
        for live in (same, anew):
            assert not live.can_take_back(0)
            await play(service, live, TO_THE_END, Dice("further"))
            assert parse_record(live.record.to_text()).verify().over
        assert source.record.moves[:3] == then.record.moves  # the finished game stays as it is

    happens_at(Storage.in_folder(tmp_path), happens)


def test_some_hidden_things_really_change_when_dealt_anew(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        then = moment(await finished(service), 0)
        positions = {position_of((await on(service, then, ANEW)).in_progress.state) for _ in range(8)}
        assert len(positions) > 1

    happens_at(Storage.in_folder(tmp_path), happens)


def test_a_game_can_be_played_on_from_every_moment_but_its_end(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        going = await service.set_table(NewTable(LANTERNS.id, {}, TWO), ADA.id, ADA.name)
        with pytest.raises(BadSetup, match="not over"):
            moment(going, 0)
        source = await finished(service)
        plies = len(source.record.moves)
        assert [moment(source, ply).in_progress.ply for ply in (-5, 0, plies - 1)] == [0, 0, plies - 1]
        for late in (plies, plies + 1000):
            with pytest.raises(BadSetup, match="over after move"):
                moment(source, late)
        wanted = NewTable(LANTERNS.id, {}, [*TWO, ("bot", "")])
        with pytest.raises(BadSetup, match="2 players"):
            await further_tables.play_on(service, moment(source, 1), wanted, ANEW, ADA, "")
        with pytest.raises(BadSetup, match="Hidden cards"):
            await on(service, moment(source, 1), "open")

    happens_at(Storage.in_folder(tmp_path), happens)


def test_such_a_table_is_stored_opened_checked_and_exported_as_others_are(reopened: Opens, tmp_path: Path) -> None:
    keys: list[str] = []
    before: list[str] = []

    async def happens(service: TableService) -> None:
        live = await on(service, moment(await finished(service), 5))
        await play(service, live, 3, Dice("some"))
        keys.append(live.key)
        before.append(live.in_progress.state.to_json())

    async def goes_on(service: TableService) -> None:
        live = await opened(service, keys[0])
        assert live.in_progress.state.to_json() == before[0]
        assert live.stored.origin is not None
        assert live.stored.origin["move"] == 5
        found = await service.found(live)
        replayed = LiveTable(found.table, found.played)  # from its first position
        assert replayed.in_progress.state.to_json() == before[0]
        await play(service, live, TO_THE_END, Dice("rest"))

    happens_at(reopened(), happens)
    engine = reopened()._engine
    content = Admin(engine, tmp_path if engine.dialect.name == "sqlite" else None).content(keys[0])
    assert problem(content) is None
    write_table(content, tmp_path / "table.json")
    with Admin.opened(_empty_folder(tmp_path / "other"), None) as other:
        other.add(read_table(tmp_path / "table.json"))
        assert problem(other.content(keys[0])) is None
        assert other.content(keys[0]).table.start == content.table.start
    happens_at(reopened(), goes_on)


def _empty_folder(folder: Path) -> Path:
    Storage.in_folder(folder).close()
    return folder


def test_a_game_of_rules_that_do_not_replay_says_why_it_cannot_be_played_on(tmp_path: Path) -> None:
    keys: list[str] = []

    async def happens(service: TableService) -> None:
        source = await finished(service)
        keys.extend([source.key, (await on(service, moment(source, 4))).key])

    async def refuses(service: TableService) -> None:
        with pytest.raises(Closed, match=TOLD):
            await service.live_table(keys[0])

    happens_at(Storage.in_folder(tmp_path), happens)
    with rules(2):
        happens_at(Storage.in_folder(tmp_path), refuses)
        with browsing(tmp_path) as http:
            page = http.get(f"/tables/{keys[0]}/play-on?ply=2")
            assert page.status_code == 410
            assert TOLD in page.text


# Pages and the API.


@pytest.fixture
def source(tmp_path: Path) -> str:
    """Returns the key of a finished game, stored by a server that has ended."""
    keys: list[str] = []

    async def happens(service: TableService) -> None:
        keys.append((await finished(service)).key)

    happens_at(Storage.in_folder(tmp_path), happens)
    return keys[0]


FORM = {"name": "Bo", "seat-0": "bot", "seat-1": "me", "hidden": "as-they-were", "level": "easy"}


def token(http: TestClient) -> str:
    http.get("/")
    return str(http.cookies["csrftoken"])


def test_the_form_sets_a_table_that_says_where_it_comes_from(tmp_path: Path, source: str) -> None:
    with browsing(tmp_path) as http:
        replay = http.get(f"/tables/{source}/replay?ply=4").text
        assert f'href="/tables/{source}/play-on?ply=4"' in replay
        assert "play-on" not in http.get(f"/tables/{source}/replay").text  # at its end
        page = http.get(f"/tables/{source}/play-on?ply=4")
        assert "after move 4" in page.text
        form = {**FORM, "ply": "4", "_csrf_token": token(http)}
        made = http.post(f"/tables/{source}/play-on", data=form, follow_redirects=False)
        assert made.status_code == 303, made.text
        table = made.headers["location"]
        said = "Played on from move 4 of an earlier game. Hidden cards are as they were"
        assert said in http.get(table).text
        assert f"/tables/{source}/replay?ply=4" in http.get(table).text
        assert http.get(f"/api{table}").json()["origin"].startswith(said)
        http.cookies.clear()
        others = http.get(table).text
        assert said in others  # everybody is told
        assert source not in others  # but not sent to the replay


def test_the_form_refuses_what_cannot_be(tmp_path: Path, source: str) -> None:
    with browsing(tmp_path) as http:
        csrf = token(http)
        for form, sentence in (
            ({"ply": "99999"}, "over after move"),
            ({"ply": "2", "hidden": "open"}, "Hidden cards are one of"),
            ({"ply": "2", "seat-1": "ghost"}, "A seat is taken by one of"),
            ({"ply": "2", "level": "divine"}, "A bot plays at one of"),
        ):
            answer = http.post(f"/tables/{source}/play-on", data={**FORM, **form, "_csrf_token": csrf})
            assert answer.status_code == 400
            assert sentence in answer.text
        assert http.get("/tables/nothing/play-on").status_code == 404
        assert http.post(f"/tables/{source}/play-on", data={**FORM, "ply": "2"}).status_code == 403  # without a token


def test_a_program_plays_on(tmp_path: Path, source: str) -> None:
    with browsing(tmp_path) as http:
        order: dict[str, object] = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        wish: dict[str, object] = {"table": source, "move": 3, "hidden": "anew"}
        made = http.post("/api/tables", json={**order, "play_on": wish})
        assert made.status_code == 201, made.text
        seen = http.get(f"/api/tables/{made.json()['table']}", headers=bearer(made.json()["seats"][0]["key"])).json()
        assert seen["origin"].startswith("Played on from move 3 of an earlier game. What the player")
        for wrong, code in (
            ({**order, "play_on": {**wish, "table": "nothing"}}, 404),
            ({**order, "play_on": {**wish, "move": 99999}}, 400),
            ({**order, "play_on": {**wish, "hidden": "open"}}, 400),
            ({**order, "play_on": wish, "options": {"first": "seat-0"}}, 400),
            ({**order, "game": "ghosts", "play_on": wish}, 400),
            ({**order, "play_on": {**wish, "seat": 1}}, 400),
        ):
            answer = http.post("/api/tables", json=wrong)
            assert answer.status_code == code, answer.text


def test_a_table_that_was_dealt_says_nothing() -> None:
    assert origin(live_table_of(LANTERNS, 2, "dealt"), "person-0") is None
