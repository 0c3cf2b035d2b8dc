"""Killed in the middle of play, again and again: no answered move is lost, and no table is broken.

Two servers, each with a house full of players, are killed at random moments at the same time, so that one is killed
while the other starts. Moments are counted in moves, not in seconds, so that a slow machine sees as much of it as a
fast one. `SPIRITBOARD_KILLS=100 pytest tests/server/test_kill.py` is the longer run.
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
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from spiritboard.server import api
from spiritboard.server.room import Room
from spiritboard.server.storage import Storage
from spiritboard.table.game import Game
from spiritboard.table.record import parse_record
from tests.server.guests import GAMES, Table, caller, most_seats, set_table, some_path
from tests.server.running import LONG_ENOUGH, Server

T = TypeVar("T")
KILLS = int(os.environ.get("SPIRITBOARD_KILLS", "20"))
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


class House:
    """A server, those who play there, and what was told to them."""

    def __init__(self, data: Path) -> None:
        self.server = Server(data)
        self.up = threading.Event()
        self.closing = threading.Event()
        self.problems: list[BaseException] = []
        self.interrupted = 0
        self.answers = 0
        self.left_behind: list[int] = []

    def open(self) -> None:
        self.server.start()
        self.up.set()

    def wait_for_moves(self, moves: int) -> None:
        enough = self.answers + moves
        assert wait_until(lambda: self.answers >= enough, LONG_ENOUGH), "nobody plays"

    def kill(self) -> None:
        self.up.clear()
        self.left_behind += children(self.server)
        self.server.end(signal.SIGKILL)

    def clear_up(self) -> None:
        self.server.end(signal.SIGKILL)
        for process in filter(is_alive, self.left_behind):
            if "multiprocessing" in Path(f"/proc/{process}/cmdline").read_text():
                os.kill(process, signal.SIGKILL)

    def stored(self, table: Table) -> tuple[Any, Any]:
        storage = Storage.in_folder(self.server.data)
        found = storage.load(table.key)
        storage.close()
        assert found is not None, "a table that was answered is gone"
        return found


# Moves a player makes before a long game may be left: a bot may think while the server is killed again and again.
ENOUGH = 12


class Player(threading.Thread):
    """Plays for all programs at one table after another, and notes the last thing that was answered."""

    def __init__(self, house: House, game: Game, bots: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.house, self.game, self.bots = house, game, bots
        self.chance = random.Random(seed)
        self.http = caller(house.server.url)
        self.tables: list[Table] = []
        self.answers = 0
        self.last: tuple[int | None, Any] | None = None  # for which seat, and what it was shown

    def run(self) -> None:
        try:
            while not self.house.closing.is_set():
                self.play_a_game()
        except BaseException as problem:
            self.house.problems.append(problem)

    def play_a_game(self) -> None:
        kinds = ["me", *["here"] * (most_seats(self.game) - 1 - self.bots), *["bot"] * self.bots]
        self.last = None
        table = self.insist(lambda: set_table(self.http, self.game.id, kinds))
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
                assert self.house.up.wait(LONG_ENOUGH)

    def step(self, table: Table) -> bool:
        """One look and one move; whether the game is over."""
        try:
            seen = self.note(None, table.look())
            mine = [seat for seat in seen["view"]["pending"] if seat in table.keys]
            if mine:
                self.move(table, self.chance.choice(mine))
            elif not seen["view"]["over"]:
                time.sleep(0.01)  # for a bot
            return bool(seen["view"]["over"])
        except httpx.TransportError:
            self.house.interrupted += 1
            assert self.house.up.wait(LONG_ENOUGH)
            self.insist(lambda: self.check(table))
            return False

    def move(self, table: Table, seat: int) -> None:
        seen = self.note(seat, table.look(seat))
        if not seen["paths"]:
            return
        if seen["can_take_back"] and self.chance.random() < 0.3:
            answer = table.take_back(table.keys[seat], seen["number"])
        else:
            answer = table.move(table.keys[seat], seen["number"], some_path(self.chance, seen["paths"]))
        if answer.status_code == 409 and self.bots:
            return  # where all choose at once, a bot was first
        assert answer.status_code == 200, answer.text
        self.answers += 1
        self.house.answers += 1
        self.note(seat, answer.json())

    def note(self, seat: int | None, seen: Any) -> Any:
        assert self.last is None or seen["number"] >= self.last[1]["number"], "the table went back"
        self.last = (seat, seen)
        return seen

    def check(self, table: Table) -> None:
        """After a restart: everything answered is there, and it still is what was answered."""
        if self.last is None:
            return
        seat, answered = self.last
        now = table.look(seat)
        assert now["number"] >= answered["number"], "an answered move is lost"
        if not self.bots:
            assert now["number"] <= answered["number"] + 1, "more was played than was asked for"
        stored, played = self.house.stored(table)
        assert len(played) >= now["number"]
        before = Room(stored, played[: answered["number"]])
        assert json.loads(msgspec.json.encode(api.look(before, seat))) == answered


def verify(player: Player, table: Table) -> bool:
    """Whether the game is finished. If so, its record replays to what everybody was shown; else it goes on."""
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


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[list[House]]:
    made = []
    for at in range(HOUSES):
        (tmp_path / str(at)).mkdir()
        made.append(House(tmp_path / str(at)))
    yield made
    for house in made:
        house.clear_up()


def haunt(house: House, kills: int, seed: int) -> None:
    """Kill the server at random moments, and start it again."""
    try:
        chance = random.Random(seed)
        for _ in range(kills):
            house.wait_for_moves(chance.randrange(MOST_MOVES))
            time.sleep(chance.uniform(0, 0.03))  # anywhere in what comes next
            house.kill()
            house.open()
    except BaseException as problem:
        house.problems.append(problem)
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


def test_killed_again_and_again_no_answered_move_is_lost(houses: list[House]) -> None:
    kills = -(-KILLS // HOUSES)
    at_once([threading.Thread(target=house.open, daemon=True) for house in houses], LONG_ENOUGH)
    players = [
        Player(house, game, bots=at % 2, seed=at * 100 + seed)  # bots in every other house
        for at, house in enumerate(houses)
        for seed, game in enumerate(GAMES)
    ]
    ghosts = [threading.Thread(target=haunt, args=(house, kills, at), daemon=True) for at, house in enumerate(houses)]
    at_once([*players, *ghosts], 120 + 60 * kills)  # only a machine that hangs takes so long
    for house in houses:
        assert house.problems == []
        assert house.interrupted >= kills / 2, "hardly ever killed in the middle of anything"
        assert complaints(house.server.log) == []
    for player in players:
        finished = [verify(player, table) for table in player.tables]
        assert all(finished) if player.game.id in TO_THE_END else player.answers >= ENOUGH


def test_bots_end_with_their_server(tmp_path: Path) -> None:
    """A killed server cannot tell them to, and every start would leave some more behind."""
    house = House(tmp_path)
    house.open()
    try:
        with caller(house.server.url) as http:
            set_table(http, GAMES[0].id, ["bot", "bot"]).look()
        assert wait_until(
            lambda: len(children(house.server)) >= 2, LONG_ENOUGH
        )  # a thinker, and who tidies up after it
        house.kill()
        assert wait_until(lambda: not any(map(is_alive, house.left_behind)), LONG_ENOUGH)
    finally:
        house.clear_up()
