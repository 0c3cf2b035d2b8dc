"""Sitting down and getting up, over HTTP: a table waits for its players, and nobody moves another person's chair."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import cast

import httpx
import msgspec
import pytest

from spiritboard.server import api, seating
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.hints import find_advice
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NO_HINTS, NOT_BEGUN
from spiritboard.server.refusals import NotYours
from spiritboard.server.storage import Storage
from spiritboard.table.errors import IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.guests import (
    LANTERNS,
    Browser,
    Table,
    bearer,
    every_game,
    live_table_of,
    page_at,
    person,
    refused,
    rows,
    set_table,
)
from tests.server.insider import Insider
from tests.server.running import Server
from tests.server.test_table_service import House, at_two_servers, until

FRIENDS = [("me", ""), ("friend", "hard"), ("friend", "hard")]


def people(server: Server, *names: str) -> list[Browser]:
    return [Browser(server.url).called(name) for name in names]


def invite_of(server: Server, table: str) -> str:
    ((invite,),) = rows(server.data, "select invite from tables where key = ?", table)
    return str(invite)


def kinds(server: Server, table: str) -> list[str]:
    return [kind for (kind,) in rows(server.data, "select kind from chairs where table_key = ? order by seat", table)]


def names(server: Server, table: str) -> list[str]:
    return [name for (name,) in rows(server.data, "select name from chairs where table_key = ? order by seat", table)]


# The waiting room.


def waiting_table(game: Game, seed: str) -> LiveTable:
    """Returns a table with one free chair, without a server."""
    live = live_table_of(game, game.seats[0], seed)
    live.stored.waits, live.chairs[-1].kind, live.chairs[-1].person = True, "open", None
    return live


def page_of(live: LiveTable, seat: int) -> str:
    """Returns all that the page of this seat's player is sent."""
    page = page_at(live, person(seat))
    return msgspec.json.encode(page.update()).decode()


@every_game
def test_nothing_is_sent_of_a_hand_before_the_game_begins(game: Game) -> None:
    """Two tables that differ only in their deal send the same to the page of every seat."""
    one, other = waiting_table(game, "one"), waiting_table(game, "other")
    for seat in range(game.seats[0] - 1):
        assert api.table_view(one, seat).view == {**one.in_progress.state.view(None), "pending": []}
        assert api.table_view(one, seat).paths == []
        assert page_of(one, seat) == page_of(other, seat)
        assert "game-table" not in page_of(one, seat)
    one.chairs[-1].kind = "person"
    assert api.table_view(one, 0).view == one.in_progress.state.view(0)
    assert "game-table" in page_of(one, 0)


@every_game
def test_nobody_moves_before_every_chair_is_taken(server: Server, game: Game) -> None:
    with httpx.Client(base_url=server.url) as http:
        seats = [{"kind": "me"}, {"kind": "friend"}, *[{"kind": "bot"}] * (game.seats[0] - 2)]
        made = http.post("/api/tables", json={"game": game.id, "seats": seats}).json()
        table = Table(http, made["table"], made["invite"], {0: made["seats"][0]["key"]})
        seen = table.look(0)
        assert (seen["seat"], seen["waits"], seen["paths"], seen["view"]["pending"]) == (0, True, [], [])
        assert not any(seat["pending"] for seat in seen["seats"])
        assert refused(table.move(table.keys[0], 0, ["anything"]), 400) == NOT_BEGUN
        taken = table.join("Bo").json()
        table.keys[taken["seat"]] = taken["key"]
        assert table.look(0)["waits"] is False
        while not table.pending():  # a bot may be first
            assert table.look(0)["number"] < 100
        seat = table.pending()[0]
        number, path = table.look(seat)["number"], table.look(seat)["paths"][0]
        assert table.move(table.keys[seat], number, path).status_code == 200


def test_the_host_begins_without_friends(server: Server) -> None:
    ada, bo, cy = people(server, "Ada", "Bo", "Cy")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"], level="easy")
    bo.join(table, invite_of(server, table), "Bo")
    assert kinds(server, table) == ["person", "person", "open"]
    for other in (bo, cy, Browser(server.url)):
        assert other.send(f"/tables/{table}/begin").status_code == 403
    assert kinds(server, table) == ["person", "person", "open"]
    assert "Begin now" in ada.http.get(f"/tables/{table}").text
    assert "Begin now" not in bo.http.get(f"/tables/{table}").text
    assert ada.send(f"/tables/{table}/begin").status_code == 303
    assert kinds(server, table) == ["person", "person", "bot"]
    assert rows(server.data, "select level from chairs where table_key = ? and kind = 'bot'", table) == [("easy",)]
    assert "Begin now" not in ada.http.get(f"/tables/{table}").text
    assert ada.send(f"/tables/{table}/begin").status_code == 403  # it has begun
    assert cy.join(table, invite_of(server, table), "Cy").status_code == 409


def test_a_program_begins_its_game(http: httpx.Client) -> None:
    order = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "friend", "level": "hard"}, {"kind": "friend"}]}
    made = http.post("/api/tables", json=order).json()
    table, host = Table(http, made["table"], made["invite"]), made["seats"][0]["key"]
    guest = table.join("Bo").json()["key"]
    for key in (None, guest, "guessed"):
        refused(http.post(f"{table.address}/begin", json={}, headers=bearer(key)), 401, 403)
    begun = http.post(f"{table.address}/begin", json={}, headers=bearer(host)).json()
    assert (begun["waits"], [seat["kind"] for seat in begun["seats"]]) == (False, ["person", "person", "bot"])
    refused(http.post(f"{table.address}/begin", json={}, headers=bearer(host)), 403)


def test_a_table_of_an_earlier_version_goes_on_with_a_free_chair() -> None:
    live = waiting_table(LANTERNS, "earlier")
    live.stored.waits = None
    assert not live.waits
    assert live.pending == live.in_progress.state.pending()


def test_bots_wait_until_the_game_begins(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        one, two = house.services
        live, same = await house.live_tables([("bot", "easy"), ("me", ""), ("friend", "")])
        with one.attending(live, "ada"):
            await asyncio.sleep(0.05)
            assert live.number == 0
            assert live.pending == []
            await two.begin(same, "ada")
            await house.board.settle()
            assert not live.waits
            assert await until(lambda: live.number > 0)

    at_two_servers(happens, tmp_path)


def test_a_list_says_which_game_waits(server: Server) -> None:
    (ada,) = people(server, "Ada")
    table = ada.set_table(LANTERNS, ["me", "friend"])
    for path in ("/", "/mine"):
        page = ada.http.get(path).text
        assert "waits for players" in page
        assert ">your turn<" not in page
    ada.send(f"/tables/{table}/begin")
    assert "waits for players" not in ada.http.get("/mine").text


# Leaving.


def test_a_guest_leaves_before_the_game_begins(server: Server) -> None:
    ada, bo, cy = people(server, "Ada", "Bo", "Cy")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"])
    bo.join(table, invite_of(server, table), "Bo")
    ((before,),) = rows(server.data, "select secret from chairs where table_key = ? and name = 'Bo'", table)
    for other in (cy, ada):  # the host stays, or closes the table
        assert other.send(f"/tables/{table}/leave").status_code == 403
    assert "becomes free" in bo.http.get(f"/tables/{table}/leave").text
    assert bo.send(f"/tables/{table}/leave").headers["location"] == "/mine"
    assert kinds(server, table) == ["person", "open", "open"]
    assert table not in bo.http.get("/mine").text
    assert bo.send(f"/tables/{table}/leave").status_code == 403
    # The next person gets a chair with another key.
    cy.join(table, invite_of(server, table), "Cy")
    assert rows(server.data, "select 1 from chairs where table_key = ? and secret = ?", table, before) == []
    refused(caller_with(server, before, table), 401)


def caller_with(server: Server, key: str, table: str) -> httpx.Response:
    return httpx.get(f"{server.url}/api/tables/{table}", headers=bearer(key))


def test_a_host_closes_a_table_that_waits_and_its_guests_read_why(server: Server) -> None:
    ada, bo = Browser(server.url).called("Ada"), Browser(server.url).called("Bo")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"], visibility="open")
    assert bo.send(f"/tables/{table}/join", name="Bo").status_code == 303
    assert bo.send(f"/tables/{table}/close").status_code == 403
    assert f"/tables/{table}/close" in ada.http.get("/mine").text
    assert "Bo will read that you have closed the table." in ada.http.get(f"/tables/{table}/close").text
    assert ada.send(f"/tables/{table}/close").headers["location"] == "/mine"
    assert "Ada has closed this table before the game began." in bo.http.get(f"/tables/{table}").text
    assert table in bo.http.get("/mine").text
    assert table not in ada.http.get("/mine").text
    assert table not in Browser(server.url).http.get("/").text


def test_nobody_closes_a_game_of_others_that_has_begun(server: Server) -> None:
    ada, bo = Browser(server.url).called("Ada"), Browser(server.url).called("Bo")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"], visibility="open")
    assert bo.send(f"/tables/{table}/join", name="Bo").status_code == 303
    ada.send(f"/tables/{table}/begin")
    assert ada.send(f"/tables/{table}/close").status_code == 403


def test_nobody_leaves_a_game_that_has_begun(server: Server) -> None:
    ada, bo = people(server, "Ada", "Bo")
    table = ada.set_table(LANTERNS, ["me", "friend"])
    bo.join(table, invite_of(server, table), "Bo")
    assert bo.send(f"/tables/{table}/leave").status_code == 403
    assert kinds(server, table) == ["person", "person"]


def test_of_two_who_sit_down_and_leave_at_two_servers_each_is_heard(tmp_path: Path) -> None:
    """Bo leaves at a server that has not heard that Cy took the last chair: the game has begun, and he cannot."""

    async def happens(house: House) -> None:
        one, two = house.services
        live, same = await house.live_tables(FRIENDS)
        await one.sit(live, "bo", "Bo")
        await house.board.settle()
        house.board.cut = True
        await two.sit(same, "cy", "Cy")
        with pytest.raises(NotYours):
            await one.leave(live, "bo")
        assert not live.waits
        assert [chair.name for chair in live.chairs] == ["Ada", "Bo", "Cy"]

    at_two_servers(happens, tmp_path)


# Resigning.


def test_a_bot_plays_on_for_a_player_who_resigns(server: Server) -> None:
    ada, bo, cy = people(server, "Ada", "Bo", "Cy")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"], level="hard")
    for guest, name in ((bo, "Bo"), (cy, "Cy")):
        guest.join(table, invite_of(server, table), name)
    mallory = Browser(server.url)
    for other, seat in ((mallory, "1"), (ada, "1"), (bo, "0"), (bo, "-1"), (bo, "9"), (bo, "x"), (bo, "")):
        assert other.send(f"/tables/{table}/resign", seat=seat).status_code == 403
    assert 'data-pick="lantern-' in bo.http.get(f"/tables/{table}").text
    assert "A bot plays on in the place of Bo" in bo.http.get(f"/tables/{table}/leave").text
    assert bo.send(f"/tables/{table}/resign", seat="1").headers["location"] == f"/tables/{table}"
    chair = "select kind, name, person, level from chairs where table_key = ? and seat = 1"
    assert rows(server.data, chair, table) == [("bot", "Bo", None, "hard")]
    assert 'data-pick="lantern-' not in bo.http.get(f"/tables/{table}").text
    assert table not in bo.http.get("/mine").text
    assert bo.send(f"/tables/{table}/resign", seat="1").status_code == 403


def test_who_has_resigned_is_sent_no_hand_any_more() -> None:
    """The person may have a second page of the table open, and a program its stream."""
    live = live_table_of(LANTERNS, 2, "resigned")
    page = page_at(live, "person-1")
    assert page.update()["seat"] == 1
    chair = live.chairs[1]
    assert live.is_of(chair)
    live.chairs[1] = type(chair)(1, "bot", None, "Guest 1", "another key", "easy")
    assert page.update()["seat"] is None
    assert page.seats == []
    assert not live.is_of(chair)


def test_a_program_resigns_and_its_key_is_of_no_use(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "friend", "friend"])
    answer = http.post(f"{table.address}/resign", json={}, headers=bearer(table.keys[1]))
    assert (answer.status_code, answer.json()["seat"]) == (200, None)
    refused(table.ask(1), 401)
    refused(http.post(f"{table.address}/resign", json={}, headers=bearer(table.keys[1])), 401)
    refused(http.post(f"{table.address}/leave", json={}, headers=bearer(table.keys[2])), 403)


def test_a_program_leaves_before_the_game_begins(http: httpx.Client) -> None:
    order = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
    made = http.post("/api/tables", json=order).json()
    table = Table(http, made["table"], made["invite"], {0: made["seats"][0]["key"]})
    taken = table.join("Bo").json()
    refused(http.post(f"{table.address}/leave", json={}, headers=bearer(table.keys[0])), 403)
    assert http.post(f"{table.address}/leave", json={}, headers=bearer(taken["key"])).json()["seat"] is None
    again = table.join("Cy").json()
    assert again["seat"] == taken["seat"]
    refused(http.get(table.address, headers=bearer(taken["key"])), 401)


# Names.


def test_a_new_name_is_at_every_unfinished_table_at_once(server: Server) -> None:
    ada, bo = people(server, "Ada", "Bo")
    tables = [ada.set_table(game, ["me", "bot", "bot"]) for game in (LANTERNS, games()["ghosts"])]
    shared = ada.set_table(LANTERNS, ["me", "here", "friend"], **{"name-1": "Ada at home"})
    bo.join(shared, invite_of(server, shared), "Bo")
    ada.called("Grace")
    assert [names(server, table)[0] for table in tables] == ["Grace", "Grace"]
    assert names(server, shared) == ["Grace", "Ada at home", "Bo"]
    assert "Grace" in bo.http.get(f"/tables/{shared}").text
    assert names(server, bo.set_table(LANTERNS, ["me", "bot"]))[0] == "Bo"


def test_a_new_name_reaches_pages_of_another_server(tmp_path: Path) -> None:
    async def happens(house: House) -> None:
        one, two = house.services
        live, same = await house.live_tables(FRIENDS)
        await two.rename("ada", "Grace")
        await house.board.settle()
        assert live.names[0] == same.names[0] == "Grace"
        assert house.shown == [[live.key], [live.key]]
        await one.rename("ada", "Grace")  # is her name already
        assert house.shown == [[live.key], [live.key]]

    at_two_servers(happens, tmp_path)


def test_a_finished_game_keeps_the_names(server: Server, finished: dict[str, str]) -> None:
    """The person who hosts it is a program, so its name is changed as a person's would be."""
    table = finished["lanterns"]
    before = names(server, table)
    ((host,),) = rows(server.data, "select host from tables where key = ?", table)
    storage = Storage.in_folder(server.data)
    assert storage.transact(seating.rename, host, "Somebody else") == []
    storage.close()
    assert names(server, table) == before


def test_the_host_gives_a_name_with_the_set_up(server: Server) -> None:
    ada = Browser(server.url)
    table = ada.set_table(LANTERNS, ["me", "bot"], name="Ada")
    assert names(server, table)[0] == "Ada"
    assert names(server, ada.set_table(LANTERNS, ["me", "bot"]))[0] == "Ada"
    assert ada.send("/tables", game="lanterns", seats="2", name="x" * 100).status_code == 400


def test_a_guest_without_a_name_is_asked_at_the_table(server: Server) -> None:
    ada = Browser(server.url)
    table = ada.send("/play", game="lanterns").headers["location"]
    assert "who-asked" in ada.http.get(table).text
    assert "who-asked" not in Browser(server.url).http.get(table).text  # a spectator needs no name
    ada.called("Ada")
    page = ada.http.get(table).text
    assert "who-asked" not in page
    assert "Guest" not in page


# A full table, and the list of one's games.


def test_a_full_table_offers_to_watch(server: Server) -> None:
    ada, bo, cy = people(server, "Ada", "Bo", "Cy")
    table = ada.set_table(LANTERNS, ["me", "friend"])
    invite = invite_of(server, table)
    bo.join(table, invite, "Bo")
    watch = f'href="/tables/{table}"'
    seen, late = cy.http.get(f"/tables/{table}/join/{invite}"), cy.join(table, invite, "Cy")
    assert (seen.status_code, late.status_code) == (200, 409)
    for page in (seen.text, late.text):
        assert "Every chair is taken." in page
        assert watch in page
        assert "Sit down" not in page


def test_finished_games_are_removed_from_a_list(server: Server) -> None:
    ada, bo = people(server, "Ada", "Bo")
    table = ada.set_table(LANTERNS, ["me", "friend"])
    bo.join(table, invite_of(server, table), "Bo")
    assert ada.send(f"/tables/{table}/unlist").status_code == 403  # it goes on
    Insider(server.url, server.data, table).play_to_the_end()
    mallory = Browser(server.url)
    assert mallory.send(f"/tables/{table}/unlist").status_code == 403
    assert f"/tables/{table}/unlist" in ada.http.get("/mine").text
    assert "The game itself is kept" in ada.http.get(f"/tables/{table}/unlist").text
    assert ada.send(f"/tables/{table}/unlist").headers["location"] == "/mine"
    assert table not in ada.http.get("/mine").text
    assert table in bo.http.get("/mine").text
    assert ada.http.get(f"/tables/{table}").status_code == 200


# Hints.


def test_people_who_play_each_other_play_without_hints_unless_the_host_allows_them() -> None:
    live = live_table_of(LANTERNS, 2, "hints")
    allowed = []
    for live.stored.hints in (False, True, None):  # an earlier version stored None
        for live.chairs[1].kind in ("person", "here", "open", "bot"):
            allowed.append(live.allows_hints)
    assert allowed == [False, False, False, True] + [True] * 8


def test_a_table_says_whether_it_plays_with_hints(server: Server) -> None:
    (ada,) = people(server, "Ada")
    without = ada.set_table(LANTERNS, ["me", "friend"])
    with_hints = ada.set_table(LANTERNS, ["me", "friend"], hints="all")
    alone = ada.set_table(LANTERNS, ["me", "bot"])
    assert NO_HINTS in ada.http.get(f"/tables/{without}").text
    assert NO_HINTS not in ada.http.get(f"/tables/{with_hints}").text
    assert [httpx.get(f"{server.url}/api/tables/{key}").json()["hints"] for key in (without, with_hints, alone)] == [
        False,
        True,
        True,
    ]


def test_a_hint_is_refused_at_a_table_without_hints() -> None:
    live = live_table_of(LANTERNS, 2, "hints")
    live.stored.hints = False
    with pytest.raises(IllegalMove, match=NO_HINTS):
        asyncio.run(find_advice(cast(BotPool, None), live, live.pending[0], live.number))


# Playing again.


def test_a_game_says_what_changes_when_its_players_play_again(server: Server) -> None:
    """The loser of a single round of Ghooost! begins the next one."""
    ada, bo = people(server, "Ada", "Bo")
    table = ada.set_table(games()["ghooost"], ["me", "friend"], **{"option-first": "seat-0"})
    bo.join(table, invite_of(server, table), "Bo")
    Insider(server.url, server.data, table).play_to_the_end()
    ((standings,),) = rows(server.data, "select standings from tables where key = ?", table)
    (loser,) = [seat for seat in range(2) if seat not in json.loads(standings)["winners"]]
    following = ada.send(f"/tables/{table}/again").headers["location"].rpartition("/")[2]
    seen = httpx.get(f"{server.url}/api/tables/{following}").json()
    assert seen["view"]["options"]["first"] == f"seat-{loser}"
    assert seen["view"]["pending"] == [loser]
