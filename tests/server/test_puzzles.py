"""Puzzles as a page's socket and the server's pages see them: no answer before the pick, and nothing can be broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from spiritboard.server.puzzle_connection import answer, puzzle_table
from spiritboard.server.puzzles import edition, settings
from spiritboard.server.socket_codes import FLOOD, LARGEST_MESSAGE, NOT_FOUND, TOO_LARGE
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.guests import GAMES, tables_made
from tests.server.running import LONG_ENOUGH, Server

GHOSTS = games()["ghosts"]
PUZZLE = GHOSTS.puzzles[0]
RIGHT, WRONG = PUZZLE.best.path, PUZZLE.moves[-1].path
WITH_PUZZLES = [game for game in GAMES if game.puzzles]


class PuzzlePage:
    """The open page of a puzzle."""

    def __init__(self, socket: Connection) -> None:
        self.socket = socket

    def hear(self) -> Any:
        return json.loads(self.socket.recv(timeout=LONG_ENOUGH))

    def say(self, **message: object) -> Any:
        self.socket.send(json.dumps(message))
        return self.hear()

    def pick(self, path: tuple[str, ...], number: int = 0, seat: int = PUZZLE.seat) -> Any:
        return self.say(number=number, seat=seat, path=path)


@contextmanager
def solving(server: Server, address: str = "ghosts/1") -> Iterator[PuzzlePage]:
    url = f"{server.url.replace('http', 'ws')}/puzzles/{address}/socket?parts"
    with connect(url, origin=cast(Any, server.url), max_size=None, open_timeout=LONG_ENOUGH) as socket:
        yield PuzzlePage(socket)


# The socket.


def test_a_puzzle_by_messages(server: Server) -> None:
    before = tables_made(server.data)
    with solving(server) as page:
        first = page.hear()
        assert (first["puzzle"], first["your_turn"], first["asked"]) == (None, True, 0)
        assert sorted(map(tuple, first["paths"])) == sorted(tried.path for tried in PUZZLE.moves)
        answered = page.pick(WRONG)
        assert (answered["paths"], answered["your_turn"], answered["asked"]) == ([], False, None)
        told = answered["puzzle"]
        assert told["right"] is False
        assert [tuple(move["path"]) for move in told["moves"]] == [tried.path for tried in PUZZLE.moves]
        marked = {name: [tuple(move["path"]) for move in told["moves"] if move[name]] for name in MARKS}
        assert marked == {"best": [RIGHT], "picked": [WRONG], "guided": [PUZZLE.guided]}
        again = page.say(again=True)
        assert (again["puzzle"], again["asked"]) == (None, 1)
        assert page.pick(RIGHT, number=1)["puzzle"]["right"] is True
    assert tables_made(server.data) == before


MARKS = ("best", "picked", "guided")


def test_a_second_pick_changes_nothing(server: Server) -> None:
    with solving(server) as page:
        page.hear()
        page.pick(WRONG)
        assert page.pick(RIGHT)["puzzle"]["right"] is False
        page.say(again=True)
        assert page.pick(RIGHT)["puzzle"] is None  # it answers the question before
        assert page.say(again=True)["asked"] == 1


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.id)
def test_nothing_before_the_pick_holds_the_answer(server: Server, http: httpx.Client, game: Game) -> None:
    """No chance, no lead and no word about the best move; and no card that the seat cannot see."""
    for number in (1, len(game.puzzles)):
        puzzle = game.puzzles[number - 1]
        with solving(server, f"{game.id}/{number}") as page:
            sent = json.dumps(page.hear())
        sent += http.get(f"/puzzles/{game.id}/{number}").text
        numbers = {repr(each) for tried in puzzle.moves for each in (tried.chance, tried.behind) if each not in (0, 1)}
        assert not [each for each in numbers if len(each) > 4 and each in sent]
        assert not [word for word in ('"best":', "by feel</", "guided") if word in sent]


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.id)
def test_every_puzzle_has_an_answer_for_every_move(game: Game) -> None:
    for puzzle in game.puzzles:
        live = puzzle_table(game, puzzle)
        for tried in puzzle.moves:
            told = answer(live, puzzle, tried.path)
            assert told["right"] is (tried is puzzle.best)
            assert "{" not in told["words"] + told["why"] + "".join(move["words"] for move in told["moves"])
            assert [move["picked"] for move in told["moves"]].count(True) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"again"', '{"again": 1}', '{"jump": 1}', '{"path": 7}', '{"path": [7]}', "{}"]
)
def test_messages_that_mean_nothing_change_nothing(server: Server, text: str) -> None:
    with solving(server) as page:
        page.hear()
        page.socket.send(text)
        page.socket.send(json.dumps({"number": 0, "seat": PUZZLE.seat, "path": ["nonsense"]}))
        answers = [page.hear() for _ in range(1 if text == "{}" else 2)]
        assert all(answer["error"] for answer in answers)
        assert page.pick(RIGHT)["puzzle"]["right"] is True


def test_moves_for_other_seats_and_other_wishes_are_refused(server: Server) -> None:
    with solving(server) as page:
        page.hear()
        other = (PUZZLE.seat + 1) % PUZZLE.seats
        assert page.pick(RIGHT, seat=other)["error"] == "You do not sit there."
        for wish in ({"hint": True}, {"take_back": True}, {"face": other}, {"skip": True}, {"pace": "calm"}):
            page.socket.send(json.dumps({"number": 0, "seat": PUZZLE.seat, **wish}))
        assert page.pick(RIGHT)["puzzle"]["right"] is True


@pytest.mark.parametrize("address", ["ghosts/0", f"ghosts/{len(GHOSTS.puzzles) + 1}", "lanterns/1", "checkers/1"])
def test_a_puzzle_that_does_not_exist_closes_its_socket(server: Server, address: str) -> None:
    with solving(server, address) as page, pytest.raises(ConnectionClosed) as closed:
        page.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_FOUND


@pytest.mark.parametrize(
    ("text", "times", "code"), [('{"again": true}', 200, FLOOD), ("x" * (LARGEST_MESSAGE + 1), 1, TOO_LARGE)]
)
def test_too_much_closes_the_socket(server: Server, text: str, times: int, code: int) -> None:
    with solving(server) as page, pytest.raises(ConnectionClosed) as closed:
        send_many(page, text, times)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def send_many(page: PuzzlePage, text: str, times: int) -> None:
    """Send a message so many times, and listen until the socket is closed."""
    for _ in range(times):
        page.socket.send(text)
    while True:
        page.hear()


def test_other_sites_get_no_socket(server: Server) -> None:
    url = f"{server.url.replace('http', 'ws')}/puzzles/ghosts/1/socket?parts"
    with pytest.raises(Exception, match="403"), connect(url, origin=cast(Any, "https://elsewhere.example")):
        pass


# Pages.


@pytest.mark.parametrize(
    "address", ["/puzzles/checkers", "/puzzles/lanterns", "/puzzles/lanterns/1", "/puzzles/ghosts/0"]
)
def test_puzzles_that_do_not_exist_are_not_found(http: httpx.Client, address: str) -> None:
    assert http.get(address).status_code == 404


def test_games_without_puzzles_are_not_listed(http: httpx.Client) -> None:
    listed = http.get("/puzzles").text
    assert all((f'href="/puzzles/{game.id}"' in listed) is bool(game.puzzles) for game in GAMES)
    home = http.get("/").text
    assert all((f'href="/puzzles/{game.id}"' in home) is bool(game.puzzles) for game in GAMES)


def test_the_list_names_every_puzzle(http: httpx.Client) -> None:
    listed = http.get("/puzzles/ghosts").text
    assert all(f'"/puzzles/ghosts/{number}"' in listed for number in range(1, len(GHOSTS.puzzles) + 1))
    assert f'data-edition="{edition(GHOSTS)}"' in listed


def test_a_page_says_what_was_agreed_on(http: httpx.Client) -> None:
    shortest = next(at for at, puzzle in enumerate(GHOSTS.puzzles, 1) if puzzle.options["rounds"] == "1")
    assert settings(GHOSTS, GHOSTS.puzzles[shortest - 1]).endswith("players, rounds: 1")
    assert settings(GHOSTS, GHOSTS.puzzles[shortest - 1]) in http.get(f"/puzzles/ghosts/{shortest}").text
