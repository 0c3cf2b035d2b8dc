"""The pages for people, requested over HTTP without a browser: who may see them, and what they may contain."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from litestar.connection import ASGIConnection

from spiritboard.server.people import People, Person, secret_in
from spiritboard.table.game import Game
from tests.server.guests import (
    LANTERNS,
    Browser,
    caller,
    every_game,
    most_seats,
    refused,
    rows,
    set_table,
    tables_made,
)
from tests.server.running import Server


@pytest.fixture(scope="module")
def ada(server: Server) -> Browser:
    return Browser(server.url).called("Ada")


@every_game
def test_every_page_has_a_strict_content_policy(ada: Browser, game: Game) -> None:
    table = ada.set_table(game, ["me", "friend"])
    paths = ["/", "/mine", f"/rules/{game.id}", f"/set-up/{game.id}", f"/tables/{table}", f"/tables/{table}/replay"]
    for path in [*paths, "/nothing", "/api/games", "/api/nothing", f"/api/tables/{table}", "/static/table.js"]:
        answer = ada.http.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff", path
        if not path.startswith("/static/"):
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
        # The policy blocks these, so a page that has them would not work.
        assert "<script>" not in answer.text
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text


def test_scripts_and_other_sites_cannot_use_cookies(server: Server) -> None:
    with caller(server.url) as http:
        token = http.get("/").headers["set-cookie"]
    somebody = Browser(server.url)
    spirit = somebody.send("/name", name="Bo").headers["set-cookie"]
    for cookie in (token, spirit):
        parts = cookie.lower().split("; ")
        assert "httponly" in parts
        assert "samesite=lax" in parts
        assert "path=/" in parts
    assert spirit.startswith("spirit=")


def forms(game: Game, table: str) -> dict[str, dict[str, str]]:
    return {
        "/name": {"name": "Mallory"},
        "/play": {"game": game.id},
        "/tables": {"game": game.id, "seats": "2", "seat-0": "me", "seat-1": "bot"},
        f"/tables/{table}/join": {"name": "Mallory"},
        f"/tables/{table}/again": {},
        f"/tables/{table}/begin": {},
        f"/tables/{table}/leave": {},
        f"/tables/{table}/resign": {"seat": "0"},
        f"/tables/{table}/close": {},
        f"/tables/{table}/unlist": {},
    }


@every_game
def test_forms_need_the_token_of_their_browser(server: Server, ada: Browser, game: Game) -> None:
    table = ada.set_table(game, ["me", "friend"], visibility="open")
    foreign = Browser(server.url).csrf
    before = tables_made(server.data)
    for path, form in forms(game, table).items():
        for token in (None, "", foreign, ada.csrf[:-1], ada.csrf.swapcase(), "é"):
            sent = form if token is None else {**form, "_csrf_token": token}
            answer = ada.http.post(path, data=sent)
            assert answer.status_code == 403, (path, token)
            assert "spirit=" not in answer.headers.get("set-cookie", "")
    assert tables_made(server.data) == before
    assert "Ada" in ada.http.get("/").text
    # A token without its cookie is refused too.
    with caller(server.url) as bare:
        assert bare.post("/play", data={"game": game.id, "_csrf_token": ada.csrf}).status_code == 403


def test_the_cookie_of_a_person_does_not_open_the_api(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(LANTERNS, ["me", "bot"])
    seen = ada.http.get(f"/api/tables/{table}").json()
    assert seen["seat"] is None
    answer = ada.http.post(f"/api/tables/{table}/moves", json={"number": seen["number"], "path": ["say-so"]})
    refused(answer, 401)


def shown_seat(browser: Browser, table: str) -> bool:
    """Returns whether the page of a table of lanterns shows a player's hand."""
    return 'data-pick="lantern-' in browser.http.get(f"/tables/{table}").text


def test_a_forged_cookie_names_nobody(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(LANTERNS, ["me", "bot"])
    assert shown_seat(ada, table)
    real = ada.http.cookies["spirit"]
    payload, _, signature = real.partition(".")
    other = Browser(server.url).called("Bo").http.cookies["spirit"]
    forged = [payload, f"{payload}.", f"{payload}.{other.partition('.')[2]}", f"{payload}x.{signature}", real[:-2]]
    forged += ["", "x", ".", "null.x", f"{other.partition('.')[0]}.{signature}", "[]", "%ff%fe", real.swapcase()]
    for cookie in forged:
        mallory = Browser(server.url)
        mallory.http.cookies.set("spirit", cookie)
        assert not shown_seat(mallory, table), cookie
        assert "Who are you?" in mallory.http.get("/").text, cookie
        assert mallory.send(f"/tables/{table}/again").status_code in (400, 403)


def test_who_was_called_you_by_an_earlier_version_is_a_guest_now() -> None:
    people = People("secret")
    for name, shown in (("You", "Guest"), ("Ada", "Ada")):
        cookie = people.cookie(Person("id", name))
        known = people.known(cast(ASGIConnection, SimpleNamespace(cookies={str(cookie.key): cookie.value})))
        assert known == Person("id", shown)


def test_an_empty_secret_is_replaced(tmp_path: Path) -> None:
    """A server may be killed while it writes the secret. Cookies must not be signed with an empty one."""
    (tmp_path / "secret").touch(mode=0o600)
    assert len(secret_in(tmp_path)) == 64
    assert secret_in(tmp_path) == secret_in(tmp_path)
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert len(secret_in(tmp_path / "new" / "folder")) == 64


@every_game
def test_pages_contain_no_keys_of_other_players(server: Server, game: Game) -> None:
    ada, bo, watcher = (Browser(server.url).called(name) for name in ("Ada", "Bo", "Watcher"))
    table = ada.set_table(game, ["me", "friend", *["friend"] * (most_seats(game) - 2)], visibility="open")
    assert bo.send(f"/tables/{table}/join", name="Bo").status_code == 303
    ((invite,),) = rows(server.data, "select invite from tables where key = ?", table)
    chairs = rows(server.data, "select person, secret from chairs where table_key = ?", table)
    hidden = [text for chair in chairs for text in chair if text is not None]
    assert len(hidden) == most_seats(game) + 2
    for browser in (ada, bo, watcher):
        for path in ("/", "/mine", f"/tables/{table}", f"/tables/{table}/join", f"/api/tables/{table}"):
            text = browser.http.get(path, follow_redirects=True).text
            assert [each for each in hidden if each in text] == []
    assert invite in ada.http.get(f"/tables/{table}").text
    for path in ("/", f"/tables/{table}", f"/tables/{table}/join", f"/api/tables/{table}"):
        assert invite not in watcher.http.get(path).text


def test_a_table_by_invitation_is_closed_to_others(server: Server, ada: Browser) -> None:
    table = ada.set_table(LANTERNS, ["me", "friend"])
    bo = Browser(server.url)
    for invite in ("guessed", "%C3%A9"):
        assert bo.http.get(f"/tables/{table}/join/{invite}").status_code == 403
        assert bo.join(table, invite, "Bo").status_code == 403
    assert bo.http.get(f"/tables/{table}/join").status_code == 403
    assert table not in bo.http.get("/").text
    ((invite,),) = rows(server.data, "select invite from tables where key = ?", table)
    assert bo.join(table, invite, "Bo").status_code == 303
    late = Browser(server.url)
    assert late.join(table, invite, "Cy").status_code in (400, 409)


@every_game
def test_names_are_shown_as_text(server: Server, game: Game) -> None:
    name = "<b>\"'&{{7*7}}"
    ada = Browser(server.url).called(name)
    table = ada.set_table(game, ["me", "friend"], visibility="open")
    for path in ("/", "/mine", f"/tables/{table}", f"/set-up/{game.id}"):
        text = ada.http.get(path).text
        assert "&lt;b&gt;" in text, path
        assert "<b>\"'" not in text
        assert "{{7*7}}" in text  # as it was typed: a name is not a template
    text = Browser(server.url).http.get(f"/tables/{table}/join").text
    assert "&lt;b&gt;" in text
    assert "<b>\"'" not in text


def test_braces_in_a_name_do_not_stand_for_a_player(http: httpx.Client) -> None:
    """In the words of an event, {1} stands for a player; in a name it is plain text."""
    table = set_table(http, "lanterns", ["me", "here"], name="{1}")
    chance = random.Random(12)
    for _ in range(2):
        seat, number, path = table.some_move(chance)
        said = table.move(table.keys[seat], number, path).json()["events"]
        if seat == 0:
            assert said[0]["words"].startswith("{1} laid")


def test_the_name_form_redirects_only_to_this_server(server: Server) -> None:
    ada = Browser(server.url)
    for referer in (
        f"{server.url}//elsewhere.example/x",
        f"{server.url}/\\elsewhere.example",
        "https://elsewhere.example",
    ):
        answer = ada.http.post("/name", data={"_csrf_token": ada.csrf, "name": "Ada"}, headers={"Referer": referer})
        goes_to = httpx.URL(server.url).join(answer.headers["location"].replace("\\", "/"))
        assert goes_to.host == "127.0.0.1"


@pytest.mark.parametrize("address", ["/static/%00", "/static/x%00.css", "/games/%00/table.css", "/rules/%00"])
def test_an_impossible_path_is_not_found(server: Server, address: str) -> None:
    assert httpx.get(f"{server.url}{address}").status_code == 404


def test_a_host_closes_a_game_after_confirming(server: Server) -> None:
    ada, bo = Browser(server.url).called("Ada"), Browser(server.url).called("Bo")
    table = ada.set_table(LANTERNS, ["me", "bot"])
    address = f"/tables/{table}/close"
    mine = ada.http.get("/mine").text
    assert f'href="{address}"' in mine
    assert "nobody opens for 30 days" in mine
    assert "is deleted and cannot be restored" in ada.http.get(address).text
    for answer in (bo.http.get(address), bo.send(address)):
        assert answer.status_code == 403
        assert "Only the host can close a game" in answer.text
    assert ada.send(address).headers["location"] == "/mine"
    assert table not in ada.http.get("/mine").text
    assert ada.http.get(f"/tables/{table}").status_code == 404


def test_a_game_with_other_players_has_no_link_to_close_it(server: Server) -> None:
    ada, bo = Browser(server.url).called("Ada"), Browser(server.url).called("Bo")
    table = ada.set_table(LANTERNS, ["me", "friend"], visibility="open")
    assert bo.send(f"/tables/{table}/join", name="Bo").status_code == 303
    assert f"/tables/{table}/close" not in ada.http.get("/mine").text
    assert ada.send(f"/tables/{table}/close").status_code == 403
