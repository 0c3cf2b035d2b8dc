"""Killed in the middle of play, again and again: no answered move is lost or made twice, and no table is broken.

Servers are killed at random moments at the same time, so that one is killed while another starts: two that are alone,
each with a house full of players, and two that share a PostgreSQL database, with players who go to either. Moments are
counted in moves, not in seconds, so that a slow machine sees as much of it as a fast one. `make test-kill` is the
longer run.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from spiritboard.server import api
from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Storage, StoredTable, postgres_url
from spiritboard.table.game import Game
from spiritboard.table.record import Move, parse_record
from tests.server.database import Postgres
from tests.server.guests import GAMES, Table, caller, most_seats, set_table, some_path
from tests.server.running import LONG_ENOUGH, Server

T = TypeVar("T")
KILLS = int(os.environ.get("SPIRITBOARD_KILLS", "20"))
KILLS_WHERE_TABLES_ARE_SHARED = int(os.environ.get("SPIRITBOARD_KILLS", "4"))
HOUSES = 2
TRACEBACK = re.compile(r"Traceback .*\n(?:  .*\n)+\S.*\n")
MOST_MOVES = 12  # answered in a house between two kills
TO_THE_END = {"spookies", "lanterns"}  # short enough to be finished by whoever has begun


def children(server: Server) -> list[int]:
    """The processes that a server has started."""
    assert server.process is not None
    lists = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return [int(number) for listed in lists for number in listed.read_text().split()]


def is_alive(process: int) -> bool:
    """Whether it is still there, and not only waiting to be noticed by whoever inherited it."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not done() and time.monotonic() < deadline:
        time.sleep(0.01)
    return done()


class Victim:
    """A server that is killed and started again."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.up = threading.Event()
        self.left_behind: list[int] = []

    def open(self) -> None:
        self.server.start()
        self.up.set()

    def kill(self) -> None:
        self.up.clear()
        self.left_behind += children(self.server)
        self.server.end(signal.SIGKILL)

    def clear_up(self) -> None:
        self.server.end(signal.SIGKILL)
        for process in filter(is_alive, self.left_behind):
            if "multiprocessing" in Path(f"/proc/{process}/cmdline").read_text():
                os.kill(process, signal.SIGKILL)


class House:
    """Servers with the same tables, those who play there, and what was told to them."""

    def __init__(self, servers: list[Server], open_storage: Callable[[], Storage]) -> None:
        self.victims = [Victim(server) for server in servers]
        self.open_storage = open_storage
        self.closing = threading.Event()
        self.problems: list[BaseException] = []
        self.interrupted = 0
        self.answers = 0

    def wait_for_moves(self, moves: int) -> None:
        enough = self.answers + moves
        assert wait_until(lambda: self.answers >= enough, LONG_ENOUGH), "nobody plays"

    def some_victim(self, chance: random.Random) -> Victim:
        """One that is up, if any is."""
        return chance.choice([victim for victim in self.victims if victim.up.is_set()] or self.victims)

    def wait_for_a_server(self) -> None:
        assert wait_until(lambda: any(victim.up.is_set() for victim in self.victims), LONG_ENOUGH)

    def clear_up(self) -> None:
        for victim in self.victims:
            victim.clear_up()

    def stored(self, table: Table) -> tuple[StoredTable, list[Move]]:
        storage = self.open_storage()
        found = storage.load(table.key)
        storage.close()
        assert found is not None, "a table that was answered is gone"
        return found


@dataclass
class Request:
    """A move that was asked for once, or the last one taken back, and the number of the answer if there was one."""

    table: str
    seat: int
    path: tuple[str, ...]
    number: int
    answered: int | None = None

    def is_entry(self, entry: Move) -> bool:
        return (entry.seat, entry.path) == (self.seat, self.path)


# Moves a player makes before a long game may be left: a bot may think while the server is killed again and again.
ENOUGH = 12


class Player(threading.Thread):
    """Plays for all programs at one table after another, and notes what was asked for and what was answered last."""

    def __init__(self, house: House, game: Game, bots: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.house, self.game, self.bots = house, game, bots
        self.chance = random.Random(seed)
        self.callers = {victim: caller(victim.server.url) for victim in house.victims}
        self.tables: list[Table] = []
        self.requests: list[Request] = []
        self.answers = 0
        self.last: tuple[int | None, Any] | None = None  # for which seat, and what it was shown

    def run(self) -> None:
        try:
            while not self.house.closing.is_set():
                self.play_a_game()
        except BaseException as problem:
            self.house.problems.append(problem)

    def somewhere(self) -> httpx.Client:
        return self.callers[self.house.some_victim(self.chance)]

    def play_a_game(self) -> None:
        kinds = ["me", *["here"] * (most_seats(self.game) - 1 - self.bots), *["bot"] * self.bots]
        self.last = None
        table = self.insist(lambda: set_table(self.somewhere(), self.game.id, kinds))
        self.tables.append(table)
        while not self.step(table) and not self.may_leave():
            pass

    def may_leave(self) -> bool:
        return self.house.closing.is_set() and self.answers >= ENOUGH and self.game.id not in TO_THE_END

    def insist(self, wish: Callable[[], T]) -> T:
        """Until it is answered."""
        while True:
            try:
                return wish()
            except httpx.TransportError:
                self.house.interrupted += 1
                self.house.wait_for_a_server()

    def step(self, table: Table) -> bool:
        """One look and one move, each at any server; whether the game is over."""
        try:
            table.http = self.somewhere()
            seen = self.note(None, table.look())
            mine = [seat for seat in seen["view"]["pending"] if seat in table.keys]
            if mine:
                self.move(table, self.chance.choice(mine))
            elif not seen["view"]["over"]:
                time.sleep(0.01)  # for a bot
            return bool(seen["view"]["over"])
        except httpx.TransportError:
            self.house.interrupted += 1
            self.house.wait_for_a_server()
            self.insist(lambda: self.check(table))
            return False

    def move(self, table: Table, seat: int) -> None:
        seen = self.note(seat, table.look(seat))
        if not seen["paths"]:
            return
        takes_back = seen["can_take_back"] and self.chance.random() < 0.3
        path = () if takes_back else tuple(some_path(self.chance, seen["paths"]))
        request = Request(table.key, seat, path, seen["number"])
        self.requests.append(request)
        table.http = self.somewhere()
        answer = self.send(table, request)
        if answer.status_code == 409 and (self.bots or self.unanswered(table)):
            self.requests.remove(request)  # a bot was first, or what a server stored when it was killed
            return
        assert answer.status_code == 200, answer.text
        self.answers += 1
        self.house.answers += 1
        request.answered = self.note(seat, answer.json())["number"]

    def send(self, table: Table, request: Request) -> httpx.Response:
        key = table.keys[request.seat]
        return table.move(key, request.number, request.path) if request.path else table.take_back(key, request.number)

    def unanswered(self, table: Table) -> list[Request]:
        """Requests of which nobody can know, but by looking, whether they were carried out."""
        return [each for each in self.requests[:-1] if each.table == table.key and each.answered is None]

    def note(self, seat: int | None, seen: Any) -> Any:
        assert self.last is None or seen["number"] >= self.last[1]["number"], "the table went back"
        self.last = (seat, seen)
        return seen

    def check(self, table: Table) -> None:
        """After a kill: everything answered is there, and it still is what was answered."""
        if self.last is None:
            return
        seat, answered = self.last
        table.http = self.somewhere()
        now = table.look(seat)
        assert now["number"] >= answered["number"], "an answered move is lost"
        stored, played = self.house.stored(table)
        assert len(played) >= now["number"]
        before = LiveTable(stored, played[: answered["number"]])
        assert json.loads(msgspec.json.encode(api.table_view(before, seat))) == answered


def check_requests(requests: list[Request], moves: dict[int, Move]) -> None:
    """Whatever was answered was stored, and whatever was stored was asked for: each once."""
    left = dict(moves)
    for request in requests:
        if request.answered is not None:
            found = [at for at in range(request.number, request.answered) if at in left and request.is_entry(left[at])]
            assert found, "an answered move is lost"
            del left[found[-1]]
    doubtful = [request for request in requests if request.answered is None]
    for number, entry in left.items():
        asked = [request for request in doubtful if request.is_entry(entry) and request.number <= number]
        assert asked, "a move was made twice, or by nobody"
        doubtful.remove(asked[0])


def test_moves_that_were_lost_or_made_twice_are_noticed() -> None:
    answered, interrupted = Request("table", 0, ("a",), 0, answered=1), Request("table", 1, ("b",), 1)
    first, second = Move(0, ("a",), ""), Move(1, ("b",), "")
    check_requests([answered, interrupted], {0: first})
    check_requests([answered, interrupted], {0: first, 1: second})
    with pytest.raises(AssertionError, match="lost"):
        check_requests([answered, interrupted], {1: second})
    for twice in (first, second):
        with pytest.raises(AssertionError, match="twice"):
            check_requests([answered, interrupted], {0: first, 1: second, 2: twice})


def verify(player: Player, table: Table) -> bool:
    """Whether the game is finished. If so, its record replays to what everybody was shown; else it goes on."""
    played = player.house.stored(table)[1]
    moves = {number: entry for number, entry in enumerate(played) if entry.seat in table.keys}
    check_requests([request for request in player.requests if request.table == table.key], moves)
    seen = table.look()
    if not seen["view"]["over"]:
        goes_on(player, table, seen["number"])
        return False
    record = parse_record(table.record().text)
    assert record.verify().view(None) == seen["view"]
    stored, played = player.house.stored(table)
    assert len(played) == seen["number"]
    assert stored.verdict
    return True


def goes_on(player: Player, table: Table, number: int) -> None:
    player.check(table)
    deadline = time.monotonic() + LONG_ENOUGH
    while table.look()["number"] <= number:
        assert time.monotonic() < deadline, "the table does not go on"
        player.step(table)


def folder(tmp_path: Path, name: str) -> Path:
    (tmp_path / name).mkdir()
    return tmp_path / name


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[list[House]]:
    """Servers that are alone, each with a house of its own."""
    servers = [Server(folder(tmp_path, str(at))) for at in range(HOUSES)]
    made = [House([server], partial(Storage.in_folder, server.data)) for server in servers]
    yield made
    for house in made:
        house.clear_up()


@pytest.fixture
def shared_house(postgres: Postgres, tmp_path: Path) -> Iterator[House]:
    """Two servers with one database."""
    url = postgres.new_database()
    servers = [Server(folder(tmp_path, name), "--database", url) for name in ("one", "two")]
    house = House(servers, partial(Storage.in_postgres, postgres_url(url)))
    yield house
    house.clear_up()


def haunt(house: House, victim: Victim, kills: int, seed: int) -> None:
    """Kill the server at random moments, and start it again."""
    try:
        chance = random.Random(seed)
        for _ in range(kills):
            house.wait_for_moves(chance.randrange(MOST_MOVES))
            time.sleep(chance.uniform(0, 0.03))  # anywhere in what comes next
            victim.kill()
            victim.open()
    except BaseException as problem:
        house.problems.append(problem)


def haunt_all(house: House, kills: int, seed: int) -> None:
    """So many kills in all, at every server of a house at the same time."""
    each = -(-kills // len(house.victims))
    ghosts = [
        threading.Thread(target=haunt, args=(house, victim, each, seed + at), daemon=True)
        for at, victim in enumerate(house.victims)
    ]
    for ghost in ghosts:
        ghost.start()
    for ghost in ghosts:
        ghost.join()
    house.closing.set()


def at_once(threads: list[threading.Thread], seconds: float) -> None:
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0, deadline - time.monotonic()))
        assert not thread.is_alive(), "took too long"


def complaints(log: str) -> list[str]:
    """What went wrong in a server; not that a process it was just starting when it was killed never heard what for."""
    return [found for found in TRACEBACK.findall(log) if "in spawn_main" not in found]


def test_complaints_are_those_of_servers() -> None:
    own = 'Traceback (most recent call last):\n  File "hall.py", line 1, in play\n    oh()\nValueError: no\n'
    orphan = own.replace("in play", "in spawn_main").replace("ValueError", "EOFError")
    assert complaints(f"The table is set.\n{orphan}The table is set.\n{own}The table is set.\n") == [own]


def open_all(houses: list[House]) -> None:
    victims = [victim for house in houses for victim in house.victims]
    at_once([threading.Thread(target=victim.open, daemon=True) for victim in victims], LONG_ENOUGH)


def play_while_killed(houses: list[House], players: list[Player], kills: int) -> None:
    """So many kills in each house, until all who play there have played on for a while."""
    ghosts = [
        threading.Thread(target=haunt_all, args=(house, kills, 10 * at), daemon=True) for at, house in enumerate(houses)
    ]
    at_once([*players, *ghosts], 120 + 60 * kills)  # only a machine that hangs takes so long
    for house in houses:
        assert house.problems == []
        assert house.interrupted >= kills / 2, "hardly ever killed in the middle of anything"
        assert [complaint for victim in house.victims for complaint in complaints(victim.server.log)] == []
    for player in players:
        finished = [verify(player, table) for table in player.tables]
        assert all(finished) if player.game.id in TO_THE_END else player.answers >= ENOUGH
    for house in houses:
        print(f"{kills} kills, {house.answers} moves answered, {house.interrupted} requests cut off")


def test_killed_again_and_again_no_answered_move_is_lost_or_made_twice(houses: list[House]) -> None:
    open_all(houses)
    players = [
        Player(house, game, bots=at % 2, seed=at * 100 + seed)  # bots in every other house
        for at, house in enumerate(houses)
        for seed, game in enumerate(GAMES)
    ]
    play_while_killed(houses, players, -(-KILLS // HOUSES))


def test_two_servers_with_one_database_are_killed_and_no_answered_move_is_lost_or_made_twice(
    shared_house: House,
) -> None:
    open_all([shared_house])
    players = [Player(shared_house, game, bots=seed % 2, seed=seed) for seed, game in enumerate(GAMES)]
    play_while_killed([shared_house], players, KILLS_WHERE_TABLES_ARE_SHARED)


def test_bots_end_with_their_server(tmp_path: Path) -> None:
    """A killed server cannot tell them to, and every start would leave some more behind."""
    victim = Victim(Server(tmp_path))
    victim.open()
    try:
        with caller(victim.server.url) as http:
            set_table(http, GAMES[0].id, ["bot", "bot"]).look()
        assert wait_until(
            lambda: len(children(victim.server)) >= 2, LONG_ENOUGH
        )  # a thinker, and who tidies up after it
        victim.kill()
        assert wait_until(lambda: not any(map(is_alive, victim.left_behind)), LONG_ENOUGH)
    finally:
        victim.clear_up()
