"""The pages of shared deals: what they say, and that nobody who has not played a deal sees anything of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from spiritboard.server.app import Settings, create_app
from spiritboard.server.people import COOKIE, People, Person
from tests.server.guests import GAMES, bearer, chances, found_in, rows
from tests.server.running import LONG_ENOUGH

DAY = datetime(2026, 12, 24, 12, tzinfo=UTC).timestamp()
DEAL = "/deals/2026-12-24-lanterns"


class House:
    """A server, and the browsers of people there."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.now = DAY
        settings = Settings(data, bot_pace=0, bot_processes=1, requests_a_minute=100_000, clock=lambda: self.now)
        app = create_app(settings)
        app.state.service._bot_pool._pool = ThreadPoolExecutor(1)  # because a process takes seconds to start
        self.http: TestClient[Any] = TestClient(app)

    def be(self, name: str | None) -> None:
        """From now on, requests are this person's, or nobody's."""
        self.http.cookies.clear()
        if name is not None:
            people = People((self.data / "secret").read_text().strip())
            self.http.cookies[COOKIE] = str(people.cookie(Person(name.lower(), name)).value)

    def get(self, path: str) -> Any:
        return self.http.get(path, follow_redirects=False)

    def post(self, path: str, **form: str) -> Any:
        self.get("/")
        return self.http.post(
            path, data={"_csrf_token": str(self.http.cookies["csrftoken"]), **form}, follow_redirects=False
        )

    def sit(self, deal: str = DEAL) -> str:
        """Returns the key of the table at which the person plays a deal."""
        answer = self.post(f"{deal}/play")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/tables/")

    def key_at(self, table: str) -> str:
        ((secret,),) = rows(self.data, "select secret from chairs where table_key = ? and kind = 'person'", table)
        return str(secret)

    def finish(self, table: str) -> None:
        """Play the game of a person to its end, while the bots play theirs."""
        address, key = f"/api/tables/{table}", bearer(self.key_at(table))
        deadline = time.monotonic() + LONG_ENOUGH
        while not (seen := self.http.get(address, headers=key).json())["view"]["over"]:
            assert time.monotonic() < deadline
            if not seen["paths"]:
                time.sleep(0.01)
                continue
            move = {"number": seen["number"], "path": seen["paths"][0]}
            assert self.http.post(f"{address}/moves", json=move, headers=key).status_code in (200, 409)

    def looks(self, table: str) -> dict[str, int]:
        """Returns how every way to look at a table answers."""
        ways = ("", "/replay?ply=1&eyes=all", "/deal", "/review?eyes=all", "/review/progress")
        pages = {what: self.get(f"/tables/{table}{what}").status_code for what in ways}
        pages["/play-on"] = self.get(f"/tables/{table}/play-on?ply=1").status_code
        api = {what: self.get(f"/api/tables/{table}{what}").status_code for what in ("?since=0", "/record")}
        return {**pages, **api}

    def reviews(self, table: str) -> list[int]:
        """Returns how a person and a program are answered who begin the review of a table, and one who asks for it."""
        begun = self.post(f"/tables/{table}/review").status_code
        address = f"/api/tables/{table}/review"
        return [begun, self.http.post(address, json={}).status_code, self.get(address).status_code]

    def hears(self, table: str) -> bool:
        """Returns whether a page of this table is sent anything by its socket."""
        try:
            address, headers = f"/tables/{table}/socket?parts", {"origin": "http://testserver.local"}
            with self.http.websocket_connect(address, headers=headers) as socket:
                socket.receive_text(timeout=LONG_ENOUGH)
        except WebSocketDisconnect:
            return False
        return True


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    with house.http:
        yield house


def test_nobody_sees_anything_of_a_deal_that_they_have_not_finished(house: House) -> None:
    house.be("Ada")
    table = house.sit()
    assert house.get(f"/tables/{table}").status_code == 200
    assert house.hears(table)
    for finished in (False, True):
        if finished:
            house.be("Ada")
            house.finish(table)
            assert house.get(f"/tables/{table}/replay?ply=1").status_code == 200
            assert house.get(f"/tables/{table}/review").status_code == 200
        for name in ("Bo", None):
            house.be(name)
            if name:
                house.sit()  # who has begun has not finished
            refused = {"": 303, "/replay?ply=1&eyes=all": 303, "/deal": 403, "/play-on": 403}
            unreviewed = {"/review?eyes=all": 403, "/review/progress": 403}
            assert house.looks(table) == {**refused, **unreviewed, "?since=0": 403, "/record": 403}
            assert house.reviews(table) == [403, 403, 403]
            assert rows(house.data, "select * from reviews") == []
            assert house.get(f"/tables/{table}").headers["location"] == DEAL
            assert house.get(f"/api/tables/{table}/events").status_code == 403
            assert not house.hears(table)
            wish = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            played_on = {**wish, "play_on": {"table": table, "move": 1}}
            assert house.http.post("/api/tables", json=played_on).status_code == 403
            page = house.get(DEAL).text
            assert table not in page
            assert "Ada" not in page


def test_who_has_finished_sees_the_others_and_everybody_does_after_midnight(house: House) -> None:
    tables = {}
    for name in ("Ada", "Bo"):
        house.be(name)
        tables[name] = house.sit()
        house.finish(tables[name])
    page = house.get(DEAL).text
    for name, table in tables.items():
        assert name in page
        assert f"/tables/{table}/replay?ply=0" in page
    assert house.get(f"/tables/{tables['Ada']}/replay?ply=1&eyes=all").status_code == 200
    assert house.get(f"/tables/{tables['Ada']}").status_code == 200
    assert house.hears(tables["Ada"])
    assert house.get(f"/tables/{tables['Ada']}/deal").status_code == 400  # not before its day is over
    assert "when the deal of the day is over" in house.post(f"/tables/{tables['Ada']}/play-on", **PLAY_ON).text
    house.be(None)
    assert house.get(DEAL).text.count("/replay?ply=0") == 0
    house.now += 86_400
    assert house.get(DEAL).text.count("/replay?ply=0") == 2
    looks = house.looks(tables["Ada"])
    assert looks.pop("/deal") == 303  # to the page of the deal
    assert looks.pop("/review/progress") == 404  # nobody has begun one
    assert set(looks.values()) == {200}
    assert house.post(f"/tables/{tables['Ada']}/play-on", **PLAY_ON).status_code == 303


PLAY_ON = {"ply": "1", "seat-0": "me", "seat-1": "bot", "hidden": "anew", "name": "Bo"}


def test_the_dice_of_a_deal_reach_nobody_before_its_table_is_over(house: House) -> None:
    house.be("Ada")
    table = house.sit()
    key = bearer(house.key_at(table))
    told = []
    for _ in range(2):
        told += [
            house.get(path).text for path in (f"/tables/{table}", f"/tables/{table}/replay", DEAL, "/deals", "/mine")
        ]
        seen = house.http.get(f"/api/tables/{table}?since=0", headers=key)
        told.append(seen.text)
        assert house.http.get(f"/api/tables/{table}/record", headers=key).status_code == 403
        if seen.json()["paths"]:
            move = {"number": seen.json()["number"], "path": seen.json()["paths"][0]}
            told.append(house.http.post(f"/api/tables/{table}/moves", json=move, headers=key).text)
    assert [
        found_in(text, chances(house.data, table)) for text in told if found_in(text, chances(house.data, table))
    ] == []
    house.finish(table)
    record = house.http.get(f"/api/tables/{table}/record", headers=key)
    assert record.status_code == 200  # one's own, when it is over
    assert found_in(record.text, chances(house.data, table))


def test_the_page_of_all_deals_says_how_far_one_has_come(house: House) -> None:
    house.be("Ada")
    page = house.get("/deals").text
    assert "24 December 2026" in page
    assert "12 h 0 min" in page
    assert 'href="/deals/2026-12-23-lanterns"' in page
    table = house.sit()
    assert f'href="/tables/{table}"' in house.get("/deals").text
    for page in ("close", "leave"):
        assert "is the one that counts" in house.get(f"/tables/{table}/{page}").text
    house.finish(table)
    assert f'href="/tables/{table}"' not in house.get("/deals").text
    assert "played" in house.get("/deals").text
    for game in GAMES:
        past = house.get(f"/deals/2026-12-23-{game.id}").text
        assert "This day is over." in past
        bots = game.seats_of_the_day - 1
        assert f"you and {'a bot' if bots == 1 else f'{bots} bots'}." in past
    assert house.get("/deals/2026-12-25-lanterns").status_code == 404
    assert house.post("/deals/2026-12-25-lanterns/play").status_code == 404
    assert house.http.post(f"{DEAL}/play").status_code == 403  # without a token


def test_a_friend_opens_the_link_of_a_finished_game_and_plays_without_an_account(house: House) -> None:
    house.be("Ada")
    table = house.post("/tables", game="lanterns", seats="2", **{"seat-0": "me", "seat-1": "bot", "level": "easy"})
    key = table.headers["location"].removeprefix("/tables/")
    assert house.post(f"/tables/{key}/deal").status_code == 400  # not before it is over
    house.finish(key)
    assert f'href="/tables/{key}/deal"' in house.get(f"/tables/{key}").text
    assert "chair" in house.get(f"/tables/{key}/deal").text
    deal = house.post(f"/tables/{key}/deal").headers["location"]
    assert f"testserver.local{deal}" in house.get(deal).text
    house.be(None)
    page = house.get(deal).text
    assert "One person has finished it" in page
    assert key not in page
    friend = house.sit(deal)
    assert house.get(f"/tables/{friend}").status_code == 200  # by the new cookie
    assert "Others" not in page
    house.finish(friend)
    assert {"Ada", "Guest"} <= set(house.get(deal).text.replace("<", " ").replace(">", " ").split())
