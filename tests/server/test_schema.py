"""The API does what its description says: Schemathesis invents requests, and answers of every game are validated."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from spiritboard.table.game import Game
from tests.server.guests import LANTERNS, Table, bearer, every_game, play_some, table_of_four
from tests.server.running import LONG_ENOUGH, Server

# No schema can say which games there are, how many seats they take, and which moves are legal.
NOT_CHECKED = "positive_data_acceptance"
EXAMPLES = 20


def compare(server: Server, folder: Path, *arguments: str) -> None:
    """Fails with the report of Schemathesis if it finds a difference."""
    command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"]
    bounds = ["--phases", "coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"]
    told = subprocess.run(
        [*command, f"{server.url}/api/schema/openapi.json", *bounds, "--exclude-checks", NOT_CHECKED, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=5 * LONG_ENOUGH,
    )
    if told.returncode != 0:
        pytest.fail(told.stdout + told.stderr, pytrace=False)


def test_the_api_is_as_described_for_tables_that_do_not_exist(server: Server, tmp_path: Path) -> None:
    compare(server, tmp_path)


def test_the_api_is_as_described_at_a_table(server: Server, http: httpx.Client, tmp_path: Path) -> None:
    table = table_of_four(http, LANTERNS)
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\nkey = "{table.key}"\n')
    # The stream of a game that goes on has no end.
    given = ["--exclude-path-regex", "events$", "--header", f"Authorization: {bearer(table.keys[0])['Authorization']}"]
    compare(server, tmp_path, *given)


# Views and events.


@pytest.fixture(scope="module")
def described(http: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = http.get("/api/schema/openapi.json").raise_for_status().json()
    return found


@pytest.fixture(scope="module")
def table_view(described: dict[str, Any]) -> Draft202012Validator:
    """What the description says about the answer that shows a table."""
    return Draft202012Validator({"$ref": "#/components/schemas/TableView", "components": described["components"]})


def seen(table: Table, seat: int | None) -> Any:
    """Returns the table as a seat or a spectator sees it, with all events since the deal."""
    key = None if seat is None else table.keys[seat]
    return table.http.get(table.address, params={"since": 0}, headers=bearer(key)).raise_for_status().json()


@every_game
def test_what_a_seat_sees_is_as_described(http: httpx.Client, game: Game, table_view: Draft202012Validator) -> None:
    table = table_of_four(http, game)
    for most in (1, 20):
        play_some(table, random.Random(game.id), most)
        for seat in (*table.keys, None):
            table_view.validate(seen(table, seat))


@every_game
def test_a_finished_game_is_as_described(
    http: httpx.Client, game: Game, finished: dict[str, str], table_view: Draft202012Validator
) -> None:
    shown = http.get(f"/api/tables/{finished[game.id]}", params={"since": 0}).json()
    assert shown["view"]["over"]
    table_view.validate(shown)


@every_game
def test_the_description_names_every_part_of_a_view_and_every_kind_of_event(
    described: dict[str, Any], game: Game
) -> None:
    schemas = described["components"]["schemas"]
    fields = schemas["TableView"]["properties"]
    views = {each["title"]: each["allOf"][0]["$ref"] for each in fields["view"]["oneOf"]}
    declared = schemas[views[game.title].removeprefix("#/components/schemas/")]
    assert declared["properties"].keys() == game.view.__annotations__.keys()
    titles = {each["title"] for each in fields["events"]["items"]["anyOf"]}
    assert {f"{game.title}: {kind.name}" for kind in game.events} <= titles


def test_a_wrong_view_or_event_is_not_as_described(http: httpx.Client, table_view: Draft202012Validator) -> None:
    table = table_of_four(http, LANTERNS)
    play_some(table, random.Random("wrong"), 5)
    right = seen(table, 0)
    assert table_view.is_valid(right)
    without_part = {name: value for name, value in right["view"].items() if name != "prompt"}
    for view in (without_part, {**right["view"], "game": "chess"}, {**right["view"], "pending": "0"}):
        assert not table_view.is_valid({**right, "view": view})
    for event in ({"kind": "none", "words": "", "data": {}}, {**right["events"][0], "data": 1}):
        assert not table_view.is_valid({**right, "events": [event]})
    assert not table_view.is_valid({**right, "seats": [{**right["seats"][0], "away": "no"}]})
