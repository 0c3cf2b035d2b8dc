"""Killed in the middle of play, again and again: no answered move is lost or made twice, and no table is broken.

Servers are killed at random moments at the same time, so that one is killed while another starts: two that are alone,
each with a group full of players, and two that share a PostgreSQL database, with players who go to either. Moments are
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
from tests.server.processes import children, is_alive
from tests.server.running import LONG_ENOUGH, Server

T = TypeVar("T")
KILLS = int(os.environ.get("SPIRITBOARD_KILLS", "20"))
KILLS_WHERE_TABLES_ARE_SHARED = int(os.environ.get("SPIRITBOARD_KILLS", "4"))
GROUPS = 2
TRACEBACK = re.compile(r"Traceback .*\n(?:  .*\n)+\S.*\n")
MOST_MOVES = 12  # answered in a group between two kills
TO_THE_END = {"spookies", "lanterns"}  # short enough to be played to the end


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not done() and time.monotonic() < deadline:
        time.sleep(0.01)
    return done()


class KilledServer:
    """A server that is killed and started again."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.up = threading.Event()
        self.left_behind: list[int] = []

    def open(self) -> None:
        self.server.start()
        self.up.set()

    @property
    def children(self) -> list[int]:
        """Returns the processes that the server has started."""
        assert self.server.process is not None
        return children(self.server.process.pid)

    def kill(self) -> None:
        self.up.clear()
        self.left_behind += self.children
        self.server.end(signal.SIGKILL)

    def clear_up(self) -> None:
        self.server.end(signal.SIGKILL)
        for process in filter(is_alive, self.left_behind):
            if "multiprocessing" in Path(f"/proc/{process}/cmdline").read_text():
                os.kill(process, signal.SIGKILL)


class ServerGroup:
    """Servers with the same tables, the players there, and the answers that they got."""

    def __init__(self, servers: list[Server], open_storage: Callable[[], Storage]) -> None:
        self.servers = [KilledServer(server) for server in servers]
        self.open_storage = open_storage
        self.closing = threading.Event()
        self.problems: list[BaseException] = []
        self.interrupted = 0
        self.answers = 0

    def wait_for_moves(self, moves: int) -> None:
        enough = self.answers + moves
        assert wait_until(lambda: self.answers >= enough, LONG_ENOUGH), "nobody plays"

    def some_server(self, chance: random.Random) -> KilledServer:
        """Returns a running server, or any server if none is running."""
        return chance.choice([server for server in self.servers if server.up.is_set()] or self.servers)

    def wait_for_a_server(self) -> None:
        assert wait_until(lambda: any(server.up.is_set() for server in self.servers), LONG_ENOUGH)

    def clear_up(self) -> None:
        for server in self.servers:
            server.clear_up()

    def stored(self, table: Table) -> tuple[StoredTable, list[Move]]:
        storage = self.open_storage()
        found = storage.load(table.key)
        storage.close()
        assert found is not None, "a table that was answered is gone"
        return found


@dataclass
class MoveRequest:
    """A request to make a move or to take one back, and the number of its answer, if there was one."""

    table: str
    seat: int
    path: tuple[str, ...]
    number: int
    answered: int | None = None

    def is_entry(self, entry: Move) -> bool:
        return (entry.seat, entry.path) == (self.seat, self.path)


# Moves that a player makes before a long game may be left, because bots lose time with every kill.
ENOUGH = 12


class GamePlayer(threading.Thread):
    """Plays for all seats of programs at one table after another, and records the requests and the last answer."""

    def __init__(self, group: ServerGroup, game: Game, bots: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.group, self.game, self.bots = group, game, bots
        self.chance = random.Random(seed)
        self.callers = {server: caller(server.server.url) for server in group.servers}
        self.tables: list[Table] = []
        self.requests: list[MoveRequest] = []
        self.answers = 0
        self.last: tuple[int | None, Any] | None = None  # the seat, and what it was shown

    def run(self) -> None:
        try:
            while not self.group.closing.is_set():
                self.play_a_game()
        except BaseException as problem:
            self.group.problems.append(problem)

    def somewhere(self) -> httpx.Client:
        return self.callers[self.group.some_server(self.chance)]

    def play_a_game(self) -> None:
        kinds = ["me", *["here"] * (most_seats(self.game) - 1 - self.bots), *["bot"] * self.bots]
        self.last = None
        table = self.insist(lambda: set_table(self.somewhere(), self.game.id, kinds))
        self.tables.append(table)
        while not self.step(table) and not self.may_leave():
            pass

    def may_leave(self) -> bool:
        return self.group.closing.is_set() and self.answers >= ENOUGH and self.game.id not in TO_THE_END

    def insist(self, wish: Callable[[], T]) -> T:
        """Repeat the request until it is answered."""
        while True:
            try:
                return wish()
            except httpx.TransportError:
                self.group.interrupted += 1
                self.group.wait_for_a_server()

    def step(self, table: Table) -> bool:
        """Look at the table and make one move, each at any server. Returns whether the game is over."""
        try:
            table.http = self.somewhere()
            seen = self.note(None, table.look())
            mine = [seat for seat in seen["view"]["pending"] if seat in table.keys]
            if mine:
                self.move(table, self.chance.choice(mine))
            elif not seen["view"]["over"]:
                time.sleep(0.01)  # until a bot has moved
            return bool(seen["view"]["over"])
        except httpx.TransportError:
            self.group.interrupted += 1
            self.group.wait_for_a_server()
            self.insist(lambda: self.check(table))
            return False

    def move(self, table: Table, seat: int) -> None:
        seen = self.note(seat, table.look(seat))
        if not seen["paths"]:
            return
        takes_back = seen["can_take_back"] and self.chance.random() < 0.3
        path = () if takes_back else tuple(some_path(self.chance, seen["paths"]))
        request = MoveRequest(table.key, seat, path, seen["number"])
        self.requests.append(request)
        table.http = self.somewhere()
        answer = self.send(table, request)
        if answer.status_code == 409 and (self.bots or self.unanswered(table)):
            self.requests.remove(request)  # a bot moved first, or a server stored an entry when it was killed
            return
        assert answer.status_code == 200, answer.text
        self.answers += 1
        self.group.answers += 1
        request.answered = self.note(seat, answer.json())["number"]

    def send(self, table: Table, request: MoveRequest) -> httpx.Response:
        key = table.keys[request.seat]
        return table.move(key, request.number, request.path) if request.path else table.take_back(key, request.number)

    def unanswered(self, table: Table) -> list[MoveRequest]:
        """Returns the requests without an answer, which may have been carried out or not."""
        return [each for each in self.requests[:-1] if each.table == table.key and each.answered is None]

    def note(self, seat: int | None, seen: Any) -> Any:
        assert self.last is None or seen["number"] >= self.last[1]["number"], "the table went back"
        self.last = (seat, seen)
        return seen

    def check(self, table: Table) -> None:
        """Check after a kill that every answered move is stored, as it was answered."""
        if self.last is None:
            return
        seat, answered = self.last
        table.http = self.somewhere()
        now = table.look(seat)
        assert now["number"] >= answered["number"], "an answered move is lost"
        stored, played = self.group.stored(table)
        assert len(played) >= now["number"]
        before = LiveTable(stored, played[: answered["number"]])
        assert json.loads(msgspec.json.encode(api.table_view(before, seat))) == answered


def check_requests(requests: list[MoveRequest], moves: dict[int, Move]) -> None:
    """Check that each answered move was stored once, and that each stored move was asked for."""
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
    answered, interrupted = MoveRequest("table", 0, ("a",), 0, answered=1), MoveRequest("table", 1, ("b",), 1)
    first, second = Move(0, ("a",), ""), Move(1, ("b",), "")
    check_requests([answered, interrupted], {0: first})
    check_requests([answered, interrupted], {0: first, 1: second})
    with pytest.raises(AssertionError, match="lost"):
        check_requests([answered, interrupted], {1: second})
    for twice in (first, second):
        with pytest.raises(AssertionError, match="twice"):
            check_requests([answered, interrupted], {0: first, 1: second, 2: twice})


def verify(player: GamePlayer, table: Table) -> bool:
    """Returns whether the game is finished. Checks that the record of a finished game replays to what the players saw,
    and that another game goes on."""
    played = player.group.stored(table)[1]
    moves = {number: entry for number, entry in enumerate(played) if entry.seat in table.keys}
    check_requests([request for request in player.requests if request.table == table.key], moves)
    seen = table.look()
    if not seen["view"]["over"]:
        goes_on(player, table, seen["number"])
        return False
    record = parse_record(table.record().text)
    assert record.verify().view(None) == seen["view"]
    stored, played = player.group.stored(table)
    assert len(played) == seen["number"]
    assert stored.verdict
    return True


def goes_on(player: GamePlayer, table: Table, number: int) -> None:
    player.check(table)
    deadline = time.monotonic() + LONG_ENOUGH
    while table.look()["number"] <= number:
        assert time.monotonic() < deadline, "the table does not go on"
        player.step(table)


def folder(tmp_path: Path, name: str) -> Path:
    (tmp_path / name).mkdir()
    return tmp_path / name


@pytest.fixture
def groups(tmp_path: Path) -> Iterator[list[ServerGroup]]:
    """Servers that are alone, each in a group of its own."""
    servers = [Server(folder(tmp_path, str(at))) for at in range(GROUPS)]
    made = [ServerGroup([server], partial(Storage.in_folder, server.data)) for server in servers]
    yield made
    for group in made:
        group.clear_up()


@pytest.fixture
def shared_group(postgres: Postgres, tmp_path: Path) -> Iterator[ServerGroup]:
    """Two servers with one database."""
    url = postgres.new_database()
    servers = [Server(folder(tmp_path, name), "--database", url) for name in ("one", "two")]
    group = ServerGroup(servers, partial(Storage.in_postgres, postgres_url(url)))
    yield group
    group.clear_up()


def kill_repeatedly(group: ServerGroup, server: KilledServer, kills: int, seed: int) -> None:
    """Kill the server at random moments, and start it again."""
    try:
        chance = random.Random(seed)
        for _ in range(kills):
            group.wait_for_moves(chance.randrange(MOST_MOVES))
            time.sleep(chance.uniform(0, 0.03))  # at any moment of the next request
            server.kill()
            server.open()
    except BaseException as problem:
        group.problems.append(problem)


def kill_all(group: ServerGroup, kills: int, seed: int) -> None:
    """Kill the servers of a group so many times in all, each in a thread of its own."""
    each = -(-kills // len(group.servers))
    killers = [
        threading.Thread(target=kill_repeatedly, args=(group, server, each, seed + at), daemon=True)
        for at, server in enumerate(group.servers)
    ]
    for killer in killers:
        killer.start()
    for killer in killers:
        killer.join()
    group.closing.set()


def at_once(threads: list[threading.Thread], seconds: float) -> None:
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0, deadline - time.monotonic()))
        assert not thread.is_alive(), "took too long"


def complaints(log: str) -> list[str]:
    """Returns the errors in a server's log, without those of a process that was just starting when the server was
    killed."""
    return [found for found in TRACEBACK.findall(log) if "in spawn_main" not in found]


def test_complaints_are_those_of_servers() -> None:
    own = 'Traceback (most recent call last):\n  File "table_service.py", line 1, in play\n    oh()\nValueError: no\n'
    orphan = own.replace("in play", "in spawn_main").replace("ValueError", "EOFError")
    assert complaints(f"The table is set.\n{orphan}The table is set.\n{own}The table is set.\n") == [own]


def open_all(groups: list[ServerGroup]) -> None:
    servers = [server for group in groups for server in group.servers]
    at_once([threading.Thread(target=server.open, daemon=True) for server in servers], LONG_ENOUGH)


def play_while_killed(groups: list[ServerGroup], players: list[GamePlayer], kills: int) -> None:
    """Kill the servers of each group so many times, while the players play."""
    killers = [
        threading.Thread(target=kill_all, args=(group, kills, 10 * at), daemon=True) for at, group in enumerate(groups)
    ]
    at_once([*players, *killers], 120 + 60 * kills)  # only a machine that hangs takes that long
    for group in groups:
        assert group.problems == []
        assert group.interrupted >= kills / 2, "hardly ever killed in the middle of anything"
        assert [complaint for server in group.servers for complaint in complaints(server.server.log)] == []
    for player in players:
        finished = [verify(player, table) for table in player.tables]
        assert all(finished) if player.game.id in TO_THE_END else player.answers >= ENOUGH
    for group in groups:
        print(f"{kills} kills, {group.answers} moves answered, {group.interrupted} requests cut off")


def test_no_answered_move_is_lost_or_made_twice_by_kills(groups: list[ServerGroup]) -> None:
    open_all(groups)
    players = [
        GamePlayer(group, game, bots=at % 2, seed=at * 100 + seed)  # bots in every other group
        for at, group in enumerate(groups)
        for seed, game in enumerate(GAMES)
    ]
    play_while_killed(groups, players, -(-KILLS // GROUPS))


def test_no_answered_move_is_lost_or_made_twice_by_kills_of_two_servers_with_one_database(
    shared_group: ServerGroup,
) -> None:
    open_all([shared_group])
    players = [GamePlayer(shared_group, game, bots=seed % 2, seed=seed) for seed, game in enumerate(GAMES)]
    play_while_killed([shared_group], players, KILLS_WHERE_TABLES_ARE_SHARED)


def test_bots_end_with_their_server(tmp_path: Path) -> None:
    """A killed server cannot end its processes, and every start would leave some behind."""
    server = KilledServer(Server(tmp_path))
    server.open()
    try:
        with caller(server.server.url) as http:
            set_table(http, GAMES[0].id, ["bot", "bot"]).look()
        # The process of a bot, and the one that tracks its resources.
        assert wait_until(lambda: len(server.children) >= 2, LONG_ENOUGH)
        server.kill()
        assert wait_until(lambda: not any(map(is_alive, server.left_behind)), LONG_ENOUGH)
    finally:
        server.clear_up()
