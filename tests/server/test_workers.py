"""Several workers of one server: they serve one port, a worker that is killed is replaced, and all end together."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from rich.console import Console

from spiritboard.server import run, workers
from spiritboard.server.app import Settings
from spiritboard.server.connections import ConnectionLimits
from spiritboard.server.messages import RESTARTS
from spiritboard.server.process import ServerProcess, free_port
from spiritboard.server.socket_codes import RESTART
from spiritboard.server.workers import Worker, worst
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import parse_record
from tests.server.browser import Come, play_now
from tests.server.database import Postgres
from tests.server.guests import LANTERNS, Browser, caller, set_table
from tests.server.processes import children, descendants, is_alive, state_of
from tests.server.running import LONG_ENOUGH, Server
from tests.server.test_page_connection import Page
from tests.server.test_servers import RoamingPlayer, wait_until

COUNT = 2


def workers_of(server: Server) -> list[int]:
    """Returns the worker processes of a server. Its other child is a helper of Python's multiprocessing."""
    assert server.process is not None
    return [each for each in children(server.process.pid) if "spawn_main" in command_of(each)]


def command_of(process: int) -> str:
    """Returns the command line of a process; nothing if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


def have_ended(processes: list[int]) -> bool:
    return not any(map(is_alive, processes))


def kill(process: int) -> None:
    """Returns when the process has ended, so that it cannot accept another connection."""
    os.kill(process, signal.SIGKILL)
    assert wait_until(partial(have_ended, [process]))


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Stop a process, so that it accepts no connection, and let it go on afterwards."""
    os.kill(process, signal.SIGSTOP)
    try:
        assert wait_until(lambda: state_of(process) == "T")
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def is_replaced(server: Server, killed: int) -> bool:
    left = workers_of(server)
    return killed not in left and len(left) == COUNT


def answers(server: Server) -> bool:
    """Returns whether a new connection is answered. It waits for a worker that still starts."""
    with caller(server.url) as http:
        return http.get("/api/games").status_code == 200


@pytest.fixture
def server(postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    """A server with several workers."""
    running = Server(tmp_path, "--database", postgres.new_database(), "--workers", str(COUNT))
    running.start()
    yield running
    running.end(signal.SIGKILL)
    assert "Traceback" not in running.log, running.log


def test_each_worker_answers_at_the_same_port(server: Server) -> None:
    pair = workers_of(server)
    assert len(pair) == COUNT
    for process in pair:
        with stopped(process):
            assert answers(server)


def test_a_game_is_played_to_the_end_although_workers_are_killed(server: Server) -> None:
    player = RoamingPlayer([set_table(caller(server.url), "spookies", ["me", "bot"])], seed=13)
    for killed in workers_of(server):
        play_on(player)
        kill(killed)
        play_on(player)
        assert wait_until(partial(is_replaced, server, killed))
    while not player.over:
        player.step()
    table = player.tables[0]
    assert parse_record(table.record().text).verify().view(0) == table.look(0)["view"]
    assert server.log.count("a worker ended with the exit code -9; another one starts\n") == COUNT


def play_on(player: RoamingPlayer) -> None:
    """Make two moves. The game is not over by then."""
    enough = player.answers + 2
    while player.answers < enough:
        player.step()
        assert not player.over


def test_a_table_page_finds_its_table_at_the_worker_that_is_left(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    key = ada.set_table(LANTERNS, ["me", "here"])
    for killed in workers_of(server):
        kill(killed)
        page = Page(server, key, ada)
        assert page.now["your_turn"]
        page.leave()
        assert wait_until(partial(is_replaced, server, killed))


def test_an_open_page_comes_back_by_itself_when_its_worker_is_replaced(server: Server, come: Come) -> None:
    guest = come()
    guest.forgive("WebSocket connection to .* failed")
    play_now(guest, server, LANTERNS)
    lit = guest.lit()
    banner = guest.page.locator("#connection")
    assert server.process is not None
    with stopped(server.process.pid):  # so that nobody replaces a worker
        for process in workers_of(server):
            kill(process)
        expect(banner).to_be_visible()
    expect(banner).to_be_hidden()
    assert guest.lit() == lit
    guest.decide()


@pytest.mark.parametrize(("told", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_all_processes_end_together_and_say_goodbye(server: Server, told: signal.Signals, code: int) -> None:
    ada = Browser(server.url).called("Ada")
    page = Page(server, ada.set_table(LANTERNS, ["me", "bot"]), ada)
    page.move(page.now["paths"][0])
    page.until(lambda message: message.get("your_turn") and message["number"] > 1)  # a bot has thought
    process = server.process
    assert process is not None
    below = descendants(process.pid)
    assert len(below) > COUNT + 1  # with processes that think for bots
    process.send_signal(told)
    assert page.closed() == RESTART
    assert page.socket.close_reason == RESTARTS
    assert process.wait(LONG_ENOUGH) == code
    assert wait_until(partial(have_ended, below))
    assert ("Stopped." in server.log) == (told == signal.SIGINT)


def test_workers_end_if_their_parent_is_killed(server: Server) -> None:
    assert server.process is not None
    below = descendants(server.process.pid)
    server.end(signal.SIGKILL)
    assert wait_until(partial(have_ended, below))
    server.start()  # the port is free


def test_several_workers_with_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"belongs to one process\. Several workers need a PostgreSQL database"):
        ServerProcess(tmp_path, "--workers", "2").start()


def test_settings_that_workers_would_refuse_are_refused_at_once(shared: str, tmp_path: Path) -> None:
    settings = Settings(tmp_path, shared, public_url="nowhere")
    with pytest.raises(BadSetup, match="public URL"):
        run.run(settings, "127.0.0.1", 0, False, Console(), COUNT)


@pytest.mark.parametrize(("processes", "count", "share"), [(7, 2, 3), (8, 4, 2), (1, 4, 1)])
def test_workers_share_the_processes_that_think_for_bots(
    shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int, count: int, share: int
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(run, "usual_processes", lambda: processes)
    monkeypatch.setattr(run, "keep_running", lambda *given: started.extend(given))
    run.run(Settings(tmp_path, shared), "127.0.0.1", 0, False, Console(), count)
    work, listening, asked = started
    listening.close()
    assert (asked, work.args[0].bot_processes) == (count, share)


def test_a_worker_that_cannot_use_the_database_says_so_in_one_line(tmp_path: Path) -> None:
    settings = Settings(tmp_path, f"postgresql://spirit@127.0.0.1:{free_port()}/tables")
    with socket.socket() as listening, pytest.raises(SystemExit, match=r"^spiritboard: The database .*\.$"):
        run._work(settings, ConnectionLimits(), listening)


def end_at_once(_: object) -> None:
    os._exit(3)


def test_a_worker_is_replaced_after_a_second_at_the_earliest(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(workers, "monotonic", lambda: 0.0)
    monkeypatch.setattr(workers, "sleep", slept.append)
    monkeypatch.setattr(workers, "ENDING_SECONDS", LONG_ENOUGH)  # a busy machine starts a process slowly
    with socket.socket() as listening:
        worker = Worker(end_at_once, listening)
        assert worker.wait() == 3
        worker.replace_if_ended()
    assert slept == [1.0]
    assert caplog.messages == ["a worker ended with the exit code 3; another one starts"]
    assert worker.wait() == 3


def never_end(_: object) -> None:
    while True:
        signal.pause()


def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ENDING_SECONDS", 0.0)
    with socket.socket() as listening:
        assert Worker(never_end, listening).wait() == -signal.SIGKILL


@pytest.mark.parametrize(
    ("codes", "code"),
    [([0, -signal.SIGTERM], 0), ([0, 3, 1], 3), ([-signal.SIGKILL, 1], 137), ([-signal.SIGTERM, 1], 1)],
)
def test_the_worst_exit_code_counts(codes: list[int], code: int) -> None:
    assert worst(codes) == code
