"""The API for programs, asked over HTTP on a real server, for every game."""

from __future__ import annotations

import json
import random
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from spiritboard.table.game import Game
from spiritboard.table.names import LONGEST_NAME
from spiritboard.table.record import parse_record
from spiritboard.table.registry import find, games
from tests.server.guests import (
    LANTERNS,
    Browser,
    Table,
    bearer,
    caller,
    chances,
    every_game,
    found_in,
    most_seats,
    play_some,
    refused,
    rows,
    set_table,
    table_of_four,
    tables_made,
)
from tests.server.insider import Insider
from tests.server.running import LONG_ENOUGH, Server

ENDPOINTS = {
    "/api/games": {"get"},
    "/api/health": {"get"},
    "/api/tables": {"post"},
    "/api/tables/{key}": {"get", "delete"},
    "/api/tables/{key}/join": {"post"},
    "/api/tables/{key}/begin": {"post"},
    "/api/tables/{key}/leave": {"post"},
    "/api/tables/{key}/resign": {"post"},
    "/api/tables/{key}/moves": {"post"},
    "/api/tables/{key}/take-back": {"post"},
    "/api/tables/{key}/record": {"get"},
    "/api/tables/{key}/review": {"get", "post"},
    "/api/tables/{key}/events": {"get"},
}


# Games and the description.


def test_the_games_are_listed(http: httpx.Client) -> None:
    listed = {each["id"]: each for each in http.get("/api/games").json()}
    assert list(listed) == [game.id for game in games().values()]
    for game in games().values():
        told = listed[game.id]
        assert told["title"] == game.title
        assert told["seats"] == list(game.seats)
        assert told["options"] == {o.name: list(o.values(game.seats[-1])) for o in game.options}


def test_the_description_names_every_endpoint(http: httpx.Client) -> None:
    described = http.get("/api/schema/openapi.json").json()
    found = {path: set(methods) for path, methods in described["paths"].items() if path.startswith("/api/")}
    assert found == ENDPOINTS
    for path in ENDPOINTS:
        for told in described["paths"][path].values():
            assert told["description"], path  # in words, and with a schema of the answer
            assert any(code.startswith("2") for code in told["responses"])
    fields = described["components"]["schemas"]["TableView"]["properties"]
    assert {"number", "view", "paths", "events"} <= fields.keys()


# A whole game.


class StreamListener(threading.Thread):
    """A program that listens to the events of a table until the stream ends."""

    def __init__(self, url: str, table: Table, seat: int | None) -> None:
        super().__init__(daemon=True)
        self.url, self.table, self.seat = url, table, seat
        self.listening = threading.Event()
        self.heard: list[str] = []

    def run(self) -> None:
        with suppress(httpx.TransportError):  # the server has ended first
            self.listen()

    def listen(self) -> None:
        headers = bearer(None if self.seat is None else self.table.keys[self.seat])
        with caller(self.url) as http, http.stream("GET", f"{self.table.address}/events", headers=headers) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    self.heard.append(line.removeprefix("data: "))
                    self.listening.set()

    def looks(self) -> list[Any]:
        return [json.loads(text) for text in self.heard]


@every_game
def test_a_whole_game_by_four_programs(server: Server, http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    listeners = [StreamListener(server.url, table, seat) for seat in (0, None)]
    for listener in listeners:
        listener.start()
        assert listener.listening.wait(LONG_ENOUGH)
    refused(table.record(), 403)
    answers = play_some(table, random.Random(game.id))
    assert table.look()["number"] == answers
    answers = Insider(server.url, server.data, table.key).play_to_the_end()
    ended = table.look()
    assert ended["view"]["over"]
    assert ended["number"] == answers
    for listener in listeners:
        listener.join(LONG_ENOUGH)
        assert not listener.is_alive()  # the stream ends with the game
        numbers = [seen["number"] for seen in listener.looks()]
        assert numbers == sorted(numbers)
        assert numbers[-1] == answers
        assert {seen["seat"] for seen in listener.looks()} == {listener.seat}
        # A stream sends the same as a look; only the presence of the other listener was different.
        assert listener.looks()[-1]["view"] == table.look(listener.seat)["view"]


@every_game
def test_the_record_of_a_finished_game_replays(server: Server, http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    Insider(server.url, server.data, table.key).play_to_the_end()
    answer = table.record()
    assert answer.headers["content-type"].startswith("text/plain")
    record = parse_record(answer.text)
    final = record.verify()
    assert final.over
    assert record.names == ["Ada", "Bo", "Cy", "Di", "Ed"][: most_seats(game)]
    seen = table.look()["view"]
    assert seen == json.loads(json.dumps(final.view(None)))


def test_the_stream_of_a_finished_game_ends(server: Server, http: httpx.Client) -> None:
    table = table_of_four(http, LANTERNS)
    play_some(table, random.Random(2))
    for seat in (1, None):
        listener = StreamListener(server.url, table, seat)
        listener.start()
        listener.join(LONG_ENOUGH)
        assert not listener.is_alive()
        assert [seen["view"]["over"] for seen in listener.looks()] == [True]


@every_game
def test_nothing_sent_before_the_end_holds_the_dice(server: Server, http: httpx.Client, game: Game) -> None:
    """No answer to a seat or a spectator, and no page, holds the dice of the deal or of a move."""
    table = table_of_four(http, game)
    listener = StreamListener(server.url, table, 0)
    listener.start()
    assert listener.listening.wait(LONG_ENOUGH)
    chance = random.Random(3)
    sent: list[str] = []
    while len(sent) < 200 and table.pending():
        seat, number, path = table.some_move(chance)
        if len(sent) < 150:
            sent += [http.get(f"/tables/{table.key}").text, table.record().text, *table.looks().values()]
        answer = table.move(table.keys[seat], number, path)
        if not answer.json()["view"]["over"]:
            sent.append(answer.text)
    Insider(server.url, server.data, table.key).play_to_the_end()
    listener.join(LONG_ENOUGH)
    sent += [text for text in listener.heard if not json.loads(text)["view"]["over"]]
    secrets = chances(server.data, table.key)
    assert len(secrets) == table.look()["number"] + 1
    everything = "\n".join(sent)
    assert found_in(everything, secrets) == []


def test_a_program_that_listens_is_present(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "bot"])
    assert table.look()["seats"][0]["away"] is True
    with http.stream("GET", f"{table.address}/events", headers=bearer(table.keys[0])) as answer:
        heard = answer.iter_raw()  # kept, because the connection closes with it
        assert next(heard)
        assert table.look()["seats"][0]["away"] is False
    deadline = time.monotonic() + LONG_ENOUGH
    while table.look()["seats"][0]["away"] is False:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_bot_plays_for_a_program_that_sends_no_requests(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "bot"], away_seconds=3)
    until = time.monotonic() + 4
    while time.monotonic() < until:  # it makes requests, so it is present, however long it thinks
        assert table.look(0)["view"]["has_laid"][0] is False
        time.sleep(0.1)
    deadline = time.monotonic() + LONG_ENOUGH
    while table.look()["view"]["has_laid"][0] is False:
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Closing a table.


def test_a_program_removes_its_own_table(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "here", "bot"])
    refused(http.delete(table.address), 401)
    assert http.delete(table.address, headers=bearer(table.keys[1])).status_code == 204
    refused(table.ask(0), 404)


def test_a_table_at_which_others_sit_is_not_removed(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "friend"])
    for key in table.keys.values():
        assert "nobody else sits there" in refused(http.delete(table.address, headers=bearer(key)), 403)
    assert table.ask(0).status_code == 200


# Moves that are refused.


@every_game
def test_a_stale_number_changes_nothing(http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    chance = random.Random(4)
    for _ in range(3):
        seat, number, path = table.some_move(chance)
        asked_before = set(table.pending()) - {seat}
        assert table.move(table.keys[seat], number, path).status_code == 200
        with table.nothing_changes():
            for each, key in table.keys.items():
                for wrong in {number, -1, number + 2, 10**30} - ({number} if each in asked_before else set()):
                    paths = table.look(each)["paths"] or [path]
                    assert str(number + 1) in refused(table.move(key, wrong, paths[0]), 409)
                    refused(table.take_back(key, wrong), 409)


def test_seats_that_choose_at_the_same_time_do_not_hinder_each_other(http: httpx.Client) -> None:
    table = table_of_four(http, find("lanterns"))
    looks = {seat: table.look(seat) for seat in table.pending()}
    assert len(looks) > 1
    for seat, seen in looks.items():
        assert table.move(table.keys[seat], seen["number"], seen["paths"][0]).status_code == 200
        refused(table.move(table.keys[seat], seen["number"], seen["paths"][0]), 409)


@every_game
def test_a_move_sent_many_times_at_once_is_made_once(server: Server, game: Game) -> None:
    with caller(server.url) as http:
        table = table_of_four(http, game)
        seat, number, path = table.some_move(random.Random(5))
        codes: list[int] = []

        def send() -> None:
            codes.append(table.move(table.keys[seat], number, path).status_code)

        senders = [threading.Thread(target=send) for _ in range(8)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        assert sorted(codes) == [200] + [409] * 7
        assert table.look()["number"] == number + 1


NOT_PATHS = [[], ["nothing"], [""], ["nothing"] * 50, ["x" * 3000], ["\u0000"], ["<b>"]]
NOT_EVEN_PATHS = ["nothing", None, 7, [7], [None], [["nothing"]], {"0": "nothing"}, [True]]


@every_game
def test_an_illegal_path_is_answered_with_a_sentence(http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    seat, number, path = table.some_move(random.Random(6))
    key = table.keys[seat]
    legal = table.look(seat)["paths"]
    twisted = [[*path, "more"], path[:-1], path[::-1]]  # a part of a move can be a move itself
    with table.nothing_changes():
        for wrong in [*NOT_PATHS, *(each for each in twisted if each not in legal)]:
            refused(table.move(key, number, wrong), 400)
        for thing in NOT_EVEN_PATHS:
            refused(table.move(key, number, thing), 400)
        refused(table.take_back(key, number), 400)
    assert table.move(key, number, path).status_code == 200


BODIES = [b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"number": 0}', b"[" * 5000]


@every_game
def test_a_malformed_move_is_refused(http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    seat, number, path = table.some_move(random.Random(7))
    headers = {**bearer(table.keys[seat]), "Content-Type": "application/json"}
    extra = json.dumps({"number": number, "path": path, "seat": seat}).encode()
    inexact = json.dumps({"number": number + 0.5, "path": path}).encode()
    with table.nothing_changes():
        for body in [*BODIES, extra, inexact]:
            refused(http.post(f"{table.address}/moves", content=body, headers=headers), 400)
        large = b'{"number": 0, "path": ["' + b"x" * (33 << 10) + b'"]}'
        refused(http.post(f"{table.address}/moves", content=large, headers=headers), 413)
        refused(http.post(f"{table.address}/moves", content=iter([large]), headers=headers), 413)


@every_game
def test_a_seat_that_is_not_asked_cannot_move(http: httpx.Client, game: Game) -> None:
    table = table_of_four(http, game)
    chance = random.Random(8)
    waiting: set[int] = set()
    while not waiting:  # where all seats choose at once, one of them has to answer first
        seat, number, path = table.some_move(chance)
        assert table.move(table.keys[seat], number, path).status_code == 200
        waiting = table.keys.keys() - set(table.pending())
    seen = table.look(table.pending()[0])
    with table.nothing_changes():
        for seat in waiting:
            refused(table.move(table.keys[seat], seen["number"], seen["paths"][0]), 400)


def test_taking_back(http: httpx.Client) -> None:
    table = table_of_four(http, LANTERNS)
    chance = random.Random(9)
    while True:
        seat, number, path = table.some_move(chance)
        before = table.looks()
        answer = table.move(table.keys[seat], number, path).json()
        if answer["can_take_back"]:
            break
    others = [key for each, key in table.keys.items() if each != seat]
    with table.nothing_changes():
        for key in others:
            refused(table.take_back(key, number + 1), 400)
        refused(table.take_back(None, number + 1), 401)
    assert table.take_back(table.keys[seat], number + 1).status_code == 200
    after = {who: json.loads(text) for who, text in table.looks().items()}
    for who, text in before.items():
        was = json.loads(text)
        assert after[who]["view"] == was["view"]
        assert after[who]["paths"] == was["paths"]
        assert after[who]["number"] == number + 2  # the number still rises, so that an old answer stays stale
    refused(table.take_back(table.keys[seat], number + 2), 400)


# Strangers.


@every_game
def test_nobody_else_can_move_for_a_seat(server: Server, http: httpx.Client, game: Game) -> None:
    table, elsewhere = table_of_four(http, game), table_of_four(http, game)
    seat, number, path = table.some_move(random.Random(10))
    real = table.keys[seat]
    guessed = ["A" * len(real), real[:-1], real + "A", real.swapcase(), table.invite, table.key, "é", "null"]
    hosts = rows(server.data, "select host from tables where key = ?", table.key)[0]
    with table.nothing_changes():
        refused(table.move(None, number, path), 401)
        for key in [*guessed, *elsewhere.keys.values(), *hosts]:
            answer = http.post(
                f"{table.address}/moves",
                json={"number": number, "path": path},
                headers=[(b"Authorization", f"Bearer {key}".encode())],
            )
            refused(answer, 401)
        for scheme in ("Basic", "Token"):
            headers = {"Authorization": f"{scheme} {real}"}
            refused(http.post(f"{table.address}/moves", json={"number": number, "path": path}, headers=headers), 401)


@every_game
def test_a_wrong_key_shows_nothing_of_the_table(http: httpx.Client, game: Game) -> None:
    table, elsewhere = table_of_four(http, game), table_of_four(http, game)
    for key in ["x", table.invite, elsewhere.keys[0]]:
        refused(http.get(table.address, headers=bearer(key)), 401)
        refused(http.get(f"{table.address}/events", headers=bearer(key)), 401)
        refused(table.take_back(key, 0), 401)


def test_a_key_shows_and_moves_only_its_own_seat(http: httpx.Client) -> None:
    table = table_of_four(http, LANTERNS)
    hands = {seat: table.look(seat)["view"]["hands"] for seat in table.keys}
    for seat, seen in hands.items():
        assert [each for each, hand in enumerate(seen) if hand is not None] == [seat]
    assert table.look()["view"]["hands"] == [None] * 4
    lantern = hands[1][1][0]
    with table.nothing_changes():  # seat 0 may move too, but not seat 1's lantern
        refused(table.move(table.keys[0], 0, ["lay", f"lantern-{lantern}"]), 400)


def test_a_spectator_is_told_no_paths(http: httpx.Client) -> None:
    seen = table_of_four(http, LANTERNS).look()
    assert seen["seat"] is None
    assert seen["paths"] == []
    assert seen["can_take_back"] is False


@every_game
def test_keys_of_bots_and_free_chairs_do_not_work(server: Server, http: httpx.Client, game: Game) -> None:
    kinds = ["me", *["bot", "friend"] * 2][: most_seats(game)]
    order = {"game": game.id, "seats": [{"kind": kind} for kind in kinds]}
    made = http.post("/api/tables", json=order).json()
    assert [own["seat"] for own in made["seats"]] == [0]
    table = Table(http, made["table"], made["invite"])
    stored = rows(server.data, "select kind, secret from chairs where table_key = ?", table.key)
    unusable = [secret for kind, secret in stored if kind in ("bot", "open")]
    assert len(unusable) == len(kinds) - 1
    for secret in unusable:
        refused(http.get(table.address, headers=bearer(secret)), 401)
        refused(table.move(secret, 0, ["nothing"]), 401)


# Sitting down.


@every_game
def test_joining_needs_the_invitation(http: httpx.Client, game: Game) -> None:
    made = http.post("/api/tables", json={"game": game.id, "seats": [{"kind": "me"}, {"kind": "friend"}]}).json()
    table = Table(http, made["table"], made["invite"], {0: made["seats"][0]["key"]})
    with table.nothing_changes():
        for wrong in ("", "guessed", table.invite[:-1], table.invite.swapcase(), table.key, "é"):
            refused(table.join("Bo", wrong), 403)
        refused(http.post(f"{table.address}/join", json={"name": "Bo"}), 403)
        refused(http.post(f"{table.address}/join", json={"name": "Bo", "invite": None}), 400)
        refused(table.join("B" * (LONGEST_NAME + 1)), 400)
    assert table.join("Bo").status_code == 201
    with table.nothing_changes():
        refused(table.join("Cy"), 409)


def test_an_open_table_asks_for_no_invitation(http: httpx.Client) -> None:
    order = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}
    table = Table(http, http.post("/api/tables", json=order).json()["table"], "")
    assert table.join("Bo").json()["seat"] == 1
    refused(table.join("Cy"), 409)


def test_one_chair_is_given_to_one_of_many_programs(server: Server, http: httpx.Client) -> None:
    made = http.post("/api/tables", json={"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "friend"}]}).json()
    table = Table(http, made["table"], made["invite"])
    codes: list[int] = []
    racers = [threading.Thread(target=lambda: codes.append(table.join("Racer").status_code)) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(codes) == [201] + [409] * 7


# Requests that set no table.

SEATS = [{"kind": "me"}, {"kind": "bot"}]
BAD_ORDERS: dict[str, dict[str, object]] = {
    "unknown game": {"game": "chess"},
    "no game": {"game": None},
    "no seats": {"seats": []},
    "one seat": {"seats": [{"kind": "me"}]},
    "too many seats": {"seats": [{"kind": "bot"}] * 40},
    "seats as a number": {"seats": 3},
    "unknown option": {"options": {"weather": "bad"}},
    "an option called like a parameter": {"options": {"self": "x", "seats": "3"}},
    "unknown value": {"options": {"first": "nobody"}},
    "a value that is no text": {"options": {"first": 1}},
    "unknown kind": {"seats": [{"kind": "me"}, {"kind": "ghost"}]},
    "a kind from within": {"seats": [{"kind": "person"}, {"kind": "open"}]},
    "two of me": {"seats": [{"kind": "me"}, {"kind": "me"}]},
    "a seat with a key": {"seats": [{"kind": "me", "secret": "mine"}, {"kind": "bot"}]},
    "an over-long name": {"name": "x" * (LONGEST_NAME + 1)},
    "an over-long name here": {"seats": [{"kind": "me"}, {"kind": "here", "name": "x" * (LONGEST_NAME + 1)}]},
    "a name of nothing": {"name": " \t\n"},
    "a name of control characters": {"name": "\u0000\u0007\u202e\u200b"},
    "half a character": {"name": "\ud800"},
    "a name that is no text": {"name": 7},
    "open as a text": {"open": "yes"},
    "away before": {"away_seconds": -1},
    "away as a text": {"away_seconds": "soon"},
    "away for ever": {"away_seconds": 10**19},
    "a field of its own": {"deal": "0" * 32},
}


@every_game
@pytest.mark.parametrize("wrong", BAD_ORDERS)
def test_a_bad_request_sets_no_table(server: Server, http: httpx.Client, game: Game, wrong: str) -> None:
    before = tables_made(server.data)
    order = {"game": game.id, "seats": SEATS, **BAD_ORDERS[wrong]}
    headers = {"Content-Type": "application/json"}
    refused(http.post("/api/tables", content=json.dumps(order), headers=headers), 400)
    assert tables_made(server.data) == before


def test_a_body_of_another_shape_sets_no_table(server: Server, http: httpx.Client) -> None:
    before = tables_made(server.data)
    for body in BODIES:
        refused(http.post("/api/tables", content=body, headers={"Content-Type": "application/json"}), 400)
    order = {"game": "lanterns", "seats": SEATS, "options": {"first": "x" * (33 << 10)}}
    refused(http.post("/api/tables", json=order), 413)
    assert tables_made(server.data) == before


def test_names_lose_invisible_characters(http: httpx.Client) -> None:
    table = set_table(http, "lanterns", ["me", "bot"], name=" Ada\u0000\u202e\n  Lo\u200bve ")
    assert table.look()["names"][0] == "Ada Love"


def test_unknown_addresses_and_methods_are_refused(http: httpx.Client) -> None:
    for path in ("", "/record", "/events"):
        refused(http.get(f"/api/tables/nowhere{path}"), 404)
    for path, body in (("join", {"name": "x"}), ("moves", {"number": 0, "path": []}), ("take-back", {"number": 0})):
        refused(http.post(f"/api/tables/nowhere/{path}", json=body), 404)
    refused(http.get("/api/nothing"), 404)
    refused(http.delete("/api/games"), 405)
    for path in ("/nothing", "/tables/nowhere", "/tables/nowhere/replay", "/tables/nowhere/join", "/rules/chess"):
        answer = http.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<!doctype html>" in answer.text


def test_very_long_numbers_in_a_query_are_refused(server: Server) -> None:
    """Numbers that are too long are an error of the client, not of the server."""
    somebody = Browser(server.url)
    assert somebody.send("/tables", game="lanterns", seats="9" * 5000).status_code == 400
    with caller(server.url) as http:
        table = table_of_four(http, LANTERNS)
        play_some(table, random.Random(11))
        replay = f"/tables/{table.key}/replay"
        for question in (f"eyes={'9' * 5000}", f"ply={'9' * 5000}", "ply=x", "ply=-5", "eyes=x", "eyes=%C2%B2"):
            assert http.get(f"{replay}?{question}").status_code in (200, 400), question


def test_answers_come_at_once(http: httpx.Client) -> None:
    """A server that waits for an acknowledgement before it sends the rest of an answer loses 40 ms."""
    took = [http.get("/api/games").elapsed.total_seconds() for _ in range(41)]
    assert min(took) < 0.035  # on a busy machine any of them may take longer, but not all


def test_a_stream_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with caller(server.url) as http:
            listener = StreamListener(server.url, table_of_four(http, LANTERNS), None)
        listener.start()
        assert listener.listening.wait(LONG_ENOUGH)
        server.end()  # raises TimeoutExpired if the server does not end


def test_too_many_requests_are_refused_for_a_while(tmp_path: Path) -> None:
    with Server(tmp_path, "--requests-a-minute", "20") as server, caller(server.url) as http:
        codes = [http.get("/api/games").status_code for _ in range(25)]
        assert codes[:15] == [200] * 15
        assert codes[-4:] == [429] * 4
        refused(http.get("/api/games"), 429)
        assert "<!doctype html>" in http.get("/").text
        assert http.get("/static/theme.css").status_code == 200  # a page needs several of these
    assert "Traceback" not in server.log


@pytest.mark.parametrize("body", [b'{"game": "\xff"}', b'"\xff"', b"\xff\xfe"])
def test_a_body_that_is_not_utf_8_is_refused(http: httpx.Client, body: bytes) -> None:
    refused(http.post("/api/tables", content=body, headers={"Content-Type": "application/json"}), 400)


def test_a_program_plays_on_at_the_next_table_with_its_key(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    key = ada.set_table(LANTERNS, ["me", "friend"], visibility="open")
    table = Table(caller(server.url), key, "")
    table.keys = {1: table.join("Robot").json()["key"]}
    assert table.look(1)["again"] is None
    Insider(server.url, server.data, key).play_to_the_end()
    following = ada.send(f"/tables/{key}/again").headers["location"].removeprefix("/tables/")
    assert table.look(1)["again"] == following
    assert table.look()["again"] is None  # spectators are not told of it
    next_table = replace(table, key=following)
    assert next_table.look(1)["seat"] == 1
