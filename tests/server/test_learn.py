"""Lessons as a page's socket and the server's pages see them. Nothing is stored, and nothing can be broken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from litestar import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from spiritboard.server import lesson_connection
from spiritboard.server.lesson_connection import LessonConnection
from spiritboard.server.lesson_table import LessonTable
from spiritboard.server.pace import FACTORS
from spiritboard.server.socket_codes import FLOOD, NOT_FOUND
from spiritboard.server.table_service import TableService
from spiritboard.server.teacher import Teacher, teacher
from spiritboard.table.events import Event
from spiritboard.table.game import Game
from spiritboard.table.lesson import Comment
from spiritboard.table.record import Move
from spiritboard.table.staging import play_lesson
from tests.server.guests import GAMES, LANTERNS, Browser, ShownParts, live_table_of, tables_made
from tests.server.running import LONG_ENOUGH, Server

LESSONS = [(game, number) for game in GAMES for number in range(1, len(game.lessons) + 1)]
LESSON = LANTERNS.lessons[0]


class LessonPage:
    """The open page of a lesson."""

    def __init__(self, socket: Connection) -> None:
        self.socket = socket
        self.shown = ShownParts()
        self.html = ""

    def hear(self) -> Any:
        message = json.loads(self.socket.recv(timeout=LONG_ENOUGH))
        if "html" in message:
            self.html = self.shown.take(message)
        return message

    def say(self, **message: object) -> Any:
        """Send a message. Returns the first answer that is about a step."""
        self.socket.send(json.dumps(message))
        while (answer := self.hear()).get("lesson", ...) is None:
            pass  # another player is about to move
        return answer


@contextmanager
def learning(server: Server, address: str = "lanterns/1", step: int = 0) -> Iterator[LessonPage]:
    url = f"{server.url.replace('http', 'ws')}/learn/{address}/socket?parts&step={step}"
    with connect(url, origin=cast(Any, server.url), max_size=None) as socket:
        yield LessonPage(socket)


# The socket.


def test_a_lesson_by_messages(server: Server) -> None:
    before = tables_made(server.data)
    with learning(server) as page:
        first = page.hear()
        assert first["lesson"] == {
            "step": 0,
            "steps": len(LESSON.steps),
            "words": LESSON.steps[0].words,
            "rules": ["LA1"],
            "mark": ["hand"],
            "pick": [],
            "continue": True,
            "done": False,
        }
        assert (first["paths"], first["your_turn"], first["asked"]) == ([], False, None)
        asked = page.say(step=1)
        assert asked["lesson"]["pick"] == ["lay", "lantern-11"]
        assert ["lay", "lantern-3"] in asked["paths"]
        assert (
            page.say(number=1, seat=0, path=["lay", "lantern-3"])["error"] == LESSON.steps[1].otherwise_for["lantern-3"]
        )
        assert page.say(number=1, seat=0, path=["lay", "lantern-11"])["lesson"]["step"] == 2
        assert page.say(step=99)["lesson"]["done"] is True
        assert page.say(step=-99)["lesson"]["step"] == 0
    assert tables_made(server.data) == before


def test_a_lesson_that_goes_on_shows_the_same_as_one_that_is_opened_there(server: Server) -> None:
    with learning(server) as page:
        page.hear()
        for number, step in enumerate(LESSON.steps):
            answer = page.say(number=number, seat=0, path=step.pick) if step.pick else page.say(step=number + 1)
            with learning(server, step=number + 1) as other:
                opened = other.hear()
                assert (opened["lesson"], opened["paths"]) == (answer["lesson"], answer["paths"])
                table = other.html.partition('class="game-table"')[2].partition('class="story"')[0]
                assert table in page.html


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"step"', '{"step": "two"}', '{"step": 1e400}', '{"jump": 1}', '{"path": 7}', "{}"]
)
def test_messages_that_mean_nothing_change_nothing(server: Server, text: str) -> None:
    with learning(server) as page:
        page.hear()
        page.socket.send(text)
        page.socket.send(json.dumps({"number": 0, "seat": 0, "path": ["lay"]}))
        answers = [page.hear() for _ in range(1 if text == "{}" else 2)]
        assert answers[-1].get("lesson", {}).get("step", 0) == 0


def test_a_move_for_an_older_step_only_shows_the_step(server: Server) -> None:
    with learning(server, step=3) as page:
        page.hear()
        answer = page.say(number=1, seat=0, path=["lay", "lantern-11"])
        assert answer["lesson"]["step"] == 3


@pytest.mark.parametrize("address", ["lanterns/0", "lanterns/2", "checkers/1"])
def test_a_lesson_that_does_not_exist_closes_its_socket(server: Server, address: str) -> None:
    with learning(server, address) as page, pytest.raises(ConnectionClosed) as closed:
        page.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_FOUND


def test_other_players_move_at_the_pace_of_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def drop(message: object) -> None: ...

    monkeypatch.setattr(lesson_connection, "asyncio", SimpleNamespace(sleep=sleep))
    first = next(number for number, step in enumerate(LESSON.steps) if step.move is not None)
    socket = cast(WebSocket, SimpleNamespace(cookies={}, query_params={}))
    for pace in ("calm", "normal", "quick"):
        table = LessonTable(LANTERNS, LESSON, first - 1)
        page = LessonConnection(socket, cast(TableService, SimpleNamespace(bot_pace=2.0)), table)
        monkeypatch.setattr(page, "send", drop)
        monkeypatch.setattr(page, "show", lambda: drop(None))
        monkeypatch.setattr(page, "update", dict)
        asyncio.run(page.hear(json.dumps({"pace": pace})))
        asyncio.run(page.go_on())
    assert waited == [2.0 * factor for factor in FACTORS.values()]


def test_a_flood_of_messages_closes_the_socket(server: Server) -> None:
    with learning(server) as page, pytest.raises(ConnectionClosed) as closed:
        send_many(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == FLOOD


def send_many(page: LessonPage) -> None:
    """Send more messages than a page may, and listen until the socket is closed."""
    for _ in range(200):
        page.socket.send('{"step": 0}')
    while True:
        page.hear()


def test_other_sites_get_no_socket(server: Server) -> None:
    url = f"{server.url.replace('http', 'ws')}/learn/lanterns/1/socket?parts"
    with pytest.raises(Exception, match="403"), connect(url, origin=cast(Any, "https://elsewhere.example")):
        pass


# The table of a lesson.


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=[f"{game.id}-{number}" for game, number in LESSONS])
def test_a_lesson_is_the_same_whether_it_goes_on_or_is_opened(game: Game, number: int) -> None:
    lesson = game.lessons[number - 1]
    going = LessonTable(game, lesson)
    for played in play_lesson(game, lesson):
        opened = LessonTable(game, lesson, played.number)
        if played.number:  # at the beginning it is made already
            going.make_move()
        assert going.live.in_progress.state.to_json() == opened.live.in_progress.state.to_json()
        going.go_on()
        if played.step.pick:
            assert opened.live.in_progress.state.to_json() == played.before.to_json()


# Pages.


@pytest.mark.parametrize("address", ["/learn/checkers", "/learn/lanterns/0", "/learn/lanterns/2", "/learn/checkers/1"])
def test_a_lesson_that_does_not_exist_is_not_found(http: httpx.Client, address: str) -> None:
    assert http.get(address).status_code == 404


def test_the_game_after_a_lesson_is_set_as_its_file_says(server: Server) -> None:
    learner = Browser(server.url)
    answer = learner.send("/learn/lanterns/1/play")
    assert answer.status_code == 303
    address, _, query = answer.headers["location"].partition("?")
    assert query == "lesson=1"
    told = learner.http.get(f"/api{address}").json()
    assert (told["view"]["game"], told["view"]["seats"]) == ("lanterns", LESSON.after.seats)


def test_a_game_after_a_lesson_is_not_set_without_a_token(server: Server) -> None:
    before = tables_made(server.data)
    assert Browser(server.url).http.post("/learn/lanterns/1/play", data={}).status_code == 403
    assert tables_made(server.data) == before


# Comments.


@pytest.mark.parametrize(("mine", "said"), [(None, [[0], []]), (True, [[0], []]), (False, [[], [0]])])
def test_a_comment_is_made_once_and_on_the_right_seats(mine: bool | None, said: list[list[int]]) -> None:
    live = live_table_of(LANTERNS, 2, "comments")
    commenting = Teacher((Comment("light", "Ten points.", mine),))
    scoring = laid_by_all(live)
    heard = [[each["number"] for each in commenting.comments(live, seat)] for seat in (scoring, 1 - scoring)]
    assert heard == said


def laid_by_all(live: Any) -> int:
    """Let both players lay a lantern. Returns the seat that scored."""
    for seat in (0, 1):
        live.carry_out(Move(seat, live.in_progress.state.paths(seat)[0], "0" * 32))
    (light,) = [event for event in live.events if event.kind == "light"]
    return int(light.data["seat"])


def test_spectators_and_games_without_a_lesson_hear_no_comments() -> None:
    live = live_table_of(LANTERNS, 2, "comments")
    laid_by_all(live)
    assert teacher(LANTERNS, "1").comments(live, None) == []
    for number in (None, "0", "2", "one"):
        assert teacher(LANTERNS, number).comments(live, 0) == []
    assert isinstance(live.events[0], Event)
