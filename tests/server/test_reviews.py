"""Reviews at the server: stored as they are worked out, taken up again after a kill, by one server at a time, within
limits, and open to those who may see the replay."""

from __future__ import annotations

import asyncio
import html
import shutil
import signal
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from spiritboard.review.review import MEASURE_VERSION
from spiritboard.review.values import Effort
from spiritboard.server import bulk, review_storage, reviews
from spiritboard.server.background import Background
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.bus import ServerBus
from spiritboard.server.limits import Requester, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import served_rules
from spiritboard.server.postgres import PostgresBus
from spiritboard.server.review_storage import DONE
from spiritboard.server.reviews import BEFORE_THE_DEAL, Reviews
from spiritboard.server.schema import review_plies
from spiritboard.server.schema import reviews as review_rows
from spiritboard.server.storage import Storage, postgres_url
from spiritboard.server.table_service import TableService
from spiritboard.table.record import parse_record
from tests.server.browser import SPOOKIES, finished_table
from tests.server.database import Opens, Postgres
from tests.server.guests import LANTERNS, Browser, caller, refused, rows, set_table
from tests.server.insider import Insider
from tests.server.running import LONG_ENOUGH, Server
from tests.server.test_bot_pool import FakePool
from tests.server.test_table_service import until
from tests.server.test_upgrades import OLD_DATA, at_a_server, browsing, play, rules, same_rules_as_version

ADA, BO = Requester("ada", "net-1"), Requester("bo", "net-1")
QUICK = Effort(samples=8)


class InThisProcess(Executor):
    """Does background work at once, and counts it. It stops after `most` pieces, as if the process hung."""

    def __init__(self, most: int = 10**6) -> None:
        self.most = most
        self.done: list[int] = []  # the numbers of the parts

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()
        if len(self.done) < self.most:
            self.done.append(arguments[0].number)
            answer.set_result(work(*arguments))
        return answer


class ReviewingServer:
    """A table service with its reviews, without a network."""

    def __init__(self, storage: Storage, process: Executor | None = None, bus: ServerBus | None = None) -> None:
        self.storage = storage
        self.bus = bus or ServerBus()
        self.process = process or InThisProcess()
        bots = BotPool(1, 0.05, new_pool=lambda _: FakePool())
        self.service = TableService(storage, bots, lambda key: None, bot_pace=600, bus=self.bus)
        background = Background(new_process=lambda: self.process)
        self.reviews = Reviews(self.service, storage, background, self.bus, QUICK)

    async def finished(self) -> LiveTable:
        """Returns a table at which a game was played to its end."""
        live = await self.service.set_table(NewTable("lanterns", {}, [("me", ""), ("here", "Bo")]), "ada", "Ada")
        await play(self.service, live, 1000)
        assert live.in_progress.state.over
        return live

    async def live(self, key: str) -> LiveTable:
        found = await self.service.live_table(key)
        assert found is not None
        return found

    async def is_done(self, live: LiveTable) -> bool:
        found = await self.reviews.find(live)
        return found is not None and found.is_done

    async def wait_until_done(self, live: LiveTable) -> None:
        async with asyncio.timeout(LONG_ENOUGH):
            while not await self.is_done(live):
                await asyncio.sleep(0.01)

    def found(self, key: str) -> dict[int, str]:
        return self.storage.transact(review_storage.found, key, MEASURE_VERSION)


@asynccontextmanager
async def serving(storage: Storage, **settings: Any) -> AsyncGenerator[ReviewingServer]:
    server = ReviewingServer(storage, **settings)
    server.service.open()
    try:
        yield server
    finally:
        await server.reviews.close()
        await server.service.close()


def run(happens: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(happens())  # type: ignore[arg-type] # they are coroutines


# Storing.


def test_a_review_is_stored_part_by_part_and_found_again(reopened: Opens) -> None:
    async def happens() -> None:
        async with serving(reopened()) as server:
            live = await server.finished()
            assert await server.reviews.find(live) is None
            await server.reviews.begin(live, ADA)
            await server.wait_until_done(live)
            stored = await server.reviews.find(live)
            assert stored is not None
            assert stored.requester == Requester("", "")  # nobody needs to know any more who asked
            game = await server.reviews.reviewed(live)
            assert [move.path for move in game.review.moves] == [move.path for move in live.record.moves]
            for seat in game.review.seats():
                assert seat.final - seat.initial == seat.luck + sum(seat.decisions)
            every_part = [BEFORE_THE_DEAL, *range(len(live.record.moves))]
            assert isinstance(server.process, InThisProcess)
            assert server.process.done == every_part == sorted(server.found(live.key))
        async with serving(reopened(), process=InThisProcess(0)) as another:
            again = await another.reviews.reviewed(await another.live(live.key))
            assert again.review == game.review

    run(happens)


def test_a_review_that_was_interrupted_goes_on_where_it_was(reopened: Opens) -> None:
    async def happens() -> None:
        async with serving(reopened(), process=InThisProcess(3)) as server:
            live = await server.finished()
            await server.reviews.begin(live, ADA)
            assert await until(lambda: len(server.found(live.key)) == 3)
            before = server.found(live.key)
        async with serving(reopened()) as another:
            await another.reviews.go_on()
            await another.wait_until_done(await another.live(live.key))
            assert isinstance(another.process, InThisProcess)
            assert set(another.process.done) == set(another.found(live.key)) - set(before)
            assert before.items() <= another.found(live.key).items()

    run(happens)


def test_a_review_of_an_earlier_version_is_worked_out_anew(reopened: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens() -> None:
        async with serving(reopened()) as server:
            live = await server.finished()
            await server.reviews.begin(live, ADA)
            await server.wait_until_done(live)
        monkeypatch.setattr(reviews, "MEASURE_VERSION", MEASURE_VERSION + 1)
        storage = reopened()
        async with serving(storage) as newer:
            live = await newer.live(live.key)
            assert await newer.reviews.find(live) is None
            await newer.reviews.begin(live, ADA)
            await newer.wait_until_done(live)
            assert isinstance(newer.process, InThisProcess)
            assert len(newer.process.done) == len(live.record.moves) + 1
        assert storage.transact(review_storage.find, live.key, MEASURE_VERSION) is None  # nobody needs it any more
        monkeypatch.undo()
        async with serving(storage) as older:  # which still runs beside the newer one
            live = await older.live(live.key)
            await older.reviews.begin(live, ADA)
            await older.wait_until_done(live)
        assert storage.transact(review_storage.found, live.key, MEASURE_VERSION + 1)

    run(happens)


def test_a_review_that_fails_is_said_to_have_failed_and_can_be_begun_again(
    reopened: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def happens() -> None:
        async with serving(reopened()) as server:
            live = await server.finished()
            with monkeypatch.context() as patch:
                patch.setattr(InThisProcess, "submit", broken)
                await server.reviews.begin(live, ADA)
                assert await until(lambda: server.storage.transact(review_storage.unended, MEASURE_VERSION, 9) == [])
            found = await server.reviews.find(live)
            assert found is not None
            assert found.has_failed
            await server.reviews.begin(live, ADA)
            await server.wait_until_done(live)

    run(happens)


def broken(*_: object) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_exception(ZeroDivisionError())
    return answer


def test_a_review_goes_with_its_table(reopened: Opens) -> None:
    async def happens() -> None:
        async with serving(reopened()) as server:
            live = await server.finished()
            await server.reviews.begin(live, ADA)
            await server.wait_until_done(live)
            server.storage.transact(bulk.remove, live.key)
            for table in (review_rows, review_plies):
                count = select(func.count()).select_from(table)
                assert server.storage.transact(lambda connection, query=count: connection.execute(query).scalar()) == 0

    run(happens)


# Several servers.


def test_two_servers_do_not_work_out_the_same_review(postgres: Postgres) -> None:
    """The second one goes on when the first one has gone, with what it has stored."""
    url = postgres.new_database()

    async def happens() -> None:
        storages = [Storage.in_postgres(postgres_url(url)) for _ in range(2)]
        buses = [PostgresBus(url, served_rules(), pace=20.0) for _ in range(2)]
        async with serving(storages[1], bus=buses[1]) as two:
            async with serving(storages[0], bus=buses[0], process=InThisProcess(3)) as one:
                assert await until(lambda: all(bus._leased_until for bus in buses))
                live = await one.finished()
                await one.reviews.begin(live, ADA)
                assert await until(lambda: len(one.found(live.key)) == 3)
                await two.reviews.begin(await two.live(live.key), BO)
                await two.reviews.go_on()
                assert await until(lambda: not two.reviews._working)
                assert isinstance(two.process, InThisProcess)
                assert two.process.done == []
            await two.reviews.go_on()
            live = await two.live(live.key)
            await two.wait_until_done(live)
            assert two.process.done == list(range(2, len(live.record.moves)))

    run(happens)


def test_a_server_that_has_lost_its_lease_stores_nothing_more(tmp_path: Path) -> None:
    class LosingBus(ServerBus):
        claims = 0

        async def claim(self, table: str) -> bool:
            self.claims += 1
            return self.claims <= 3

    async def happens() -> None:
        async with serving(Storage.in_folder(tmp_path), bus=LosingBus()) as server:
            live = await server.finished()
            server.bus.claims = 0  # type: ignore[attr-defined]
            await server.reviews.begin(live, ADA)
            assert await until(lambda: not server.reviews._working)
            assert sorted(server.found(live.key)) == [BEFORE_THE_DEAL, 0]

    run(happens)


def test_a_killed_server_goes_on_after_its_start(tmp_path: Path) -> None:
    with Server(tmp_path, samples=400) as server:
        table = finished_table(server, SPOOKIES)
        assert Browser(server.url).send(f"/tables/{table}/review").status_code == 303
        assert wait_until(lambda: len(plies(server)) >= 2)
        server.end(signal.SIGKILL)
        before = plies(server)
        assert rows(server.data, "select ended from reviews") == [(None,)]
        server.start()
        assert wait_until(lambda: rows(server.data, "select ended from reviews") == [(DONE,)])
        assert before.items() <= plies(server).items()


def plies(server: Server) -> dict[int, str]:
    return dict(rows(server.data, "select number, found from review_plies"))


def wait_until(done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LONG_ENOUGH
    while not done() and time.monotonic() < deadline:
        time.sleep(0.02)
    return done()


# Limits.


def test_a_person_and_a_network_have_only_some_reviews_at_once(tmp_path: Path) -> None:
    async def happens() -> None:
        async with serving(Storage.in_folder(tmp_path), process=InThisProcess(0)) as server:
            games = [await server.finished() for _ in range(6)]
            for live in games[:3]:
                await server.reviews.begin(live, ADA)
                await server.reviews.begin(live, ADA)  # the same one, which is not counted twice
            with pytest.raises(TooMuch, match="3 of your reviews") as refusal:
                await server.reviews.begin(games[3], ADA)
            assert refusal.value.retry_after == 60
            await server.reviews.begin(games[3], BO)  # another person of the same network
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(reviews, "A_NETWORK", 4)
                with pytest.raises(TooMuch, match="4 reviews of your network"):
                    await server.reviews.begin(games[4], Requester("", "net-1"))
                await server.reviews.begin(games[4], Requester("", "net-2"))
            server.storage.transact(lambda connection: connection.execute(update(review_rows).values(ended=DONE)))
            await server.reviews.begin(games[5], ADA)

    run(happens)


# Who may see it.


@pytest.fixture(scope="module")
def reviewed(server: Server) -> Iterator[tuple[httpx.Client, str]]:
    """A finished game whose review is done."""
    server.bring_dice("reviewed")
    table = finished_table(server, LANTERNS)
    begin_and_wait(server, table)
    with caller(server.url) as http:
        yield http, table


def begin_and_wait(server: Server, table: str) -> None:
    with caller(server.url) as http:
        assert http.post(f"/api/tables/{table}/review", json={}).status_code == 202
        assert wait_until(lambda: http.get(f"/api/tables/{table}/review").status_code == 200)


def test_programs_get_progress_and_then_the_numbers(server: Server) -> None:
    table = finished_table(server, LANTERNS)
    with caller(server.url) as http:
        address = f"/api/tables/{table}/review"
        assert "POST here" in refused(http.get(address), 404)
        assert refused(http.post(address, data={"a": "b"}), 415)  # a form of another site cannot begin it
        assert refused(http.post(address, json={"seat": 1}), 400)
        begun = http.post(address, json={})
        record = parse_record(http.get(f"/api/tables/{table}/record").text)
        assert begun.status_code == 202
        assert begun.json()["total"] == len(record.moves) + 1
        while (answer := http.get(address)).status_code == 202:
            assert answer.json().keys() == {"found", "total"}
            time.sleep(0.02)
        told = answer.json()
        assert told["review"]["names"] == record.names
        assert [move["ply"] for move in told["review"]["moves"]] == list(range(len(record.moves)))
        for seat in told["seats"]:
            assert seat["final"] - seat["initial"] == pytest.approx(seat["luck"] + sum(seat["decisions"]))
        assert http.post(address, json={}).json()["found"] == len(record.moves) + 1  # begun again, nothing happens


def test_a_game_that_goes_on_or_waits_is_not_reviewed(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    waiting = ada.set_table(LANTERNS, ["me", "friend"])
    going = set_table(ada.http, LANTERNS.id, ["me", "here"]).key
    for table in (waiting, going):
        for answer in (ada.http.get(f"/tables/{table}/review"), ada.send(f"/tables/{table}/review")):
            assert answer.status_code == 403
            assert "when it is over" in answer.text
        assert ada.http.get(f"/tables/{table}/review/progress").status_code == 403
        assert "when it is over" in refused(ada.http.get(f"/api/tables/{table}/review"), 403)
        assert "when it is over" in refused(ada.http.post(f"/api/tables/{table}/review", json={}), 403)
    assert rows(server.data, "select * from reviews where table_key in (?, ?)", waiting, going) == []


def test_a_table_that_does_not_exist_has_no_review(http: httpx.Client) -> None:
    assert http.get("/tables/nothing/review").status_code == 404
    assert refused(http.get("/api/tables/nothing/review"), 404)


def test_a_review_is_begun_by_a_form_with_its_token_only(server: Server) -> None:
    table = finished_table(server, LANTERNS)
    with caller(server.url) as stranger:
        page = stranger.get(f"/tables/{table}/review")
        assert "Review this game" in page.text
        assert stranger.post(f"/tables/{table}/review").status_code == 403
    assert rows(server.data, "select * from reviews where table_key = ?", table) == []


def test_who_may_see_the_replay_may_see_the_review(server: Server, reviewed: tuple[httpx.Client, str]) -> None:
    """Also a stranger who has the link of a private table, because the game is over."""
    http, table = reviewed
    assert http.get(f"/tables/{table}/replay").status_code == 200
    page = http.get(f"/tables/{table}/review")
    assert page.status_code == 200
    assert "Luck and skill" in page.text


def test_a_game_of_older_rules_is_not_reviewed_but_says_so_kindly(tmp_path: Path) -> None:
    keys: list[str] = []

    async def play_one(service: TableService) -> None:
        live = await service.set_table(NewTable("lanterns", {}, [("me", ""), ("here", "Bo")]), "ada", "Ada")
        await play(service, live, 1000)
        keys.append(live.key)

    at_a_server(tmp_path, play_one)
    with rules(2), browsing(tmp_path) as client:
        page = client.get(f"/tables/{keys[0]}/review")
        assert page.status_code == 200
        assert "cannot be reviewed" in page.text
        assert "Review this game" not in page.text
        assert client.get(f"/api/tables/{keys[0]}/review").status_code == 410
    with same_rules_as_version(2), browsing(tmp_path) as client:  # rules that change nothing replay it
        assert "Review this game" in client.get(f"/tables/{keys[0]}/review").text


def test_the_review_of_a_game_stored_by_an_older_version_can_be_begun(tmp_path: Path) -> None:
    """Tables of version 0.1.0 have no outcomes, but replay."""
    shutil.copytree(OLD_DATA, tmp_path / "data")
    with browsing(tmp_path / "data") as client:
        assert client.get("/tables/ghosts-finished/review").status_code == 200


# The page without scripts.


def test_the_page_works_without_scripts(server: Server, reviewed: tuple[httpx.Client, str]) -> None:
    http, table = reviewed
    record = parse_record(http.get(f"/api/tables/{table}/record").text)
    told = http.get(f"/api/tables/{table}/review").json()
    ply = next(move["ply"] for move in told["review"]["moves"] if move["decision"])
    choices = told["review"]["moves"][ply]["decision"]["choices"]
    made = told["review"]["moves"][ply]["decision"]["made"]
    for pick in range(min(len(choices), 6)):
        page = http.get(f"/tables/{table}/review?ply={ply}&eyes=all&pick={pick}").text
        assert f"Next, move {ply + 1}: {record.names[record.moves[ply].seat]}" in page
        asked = record.state_at(ply).view(record.moves[ply].seat)["prompt"]
        assert f'review-asked">{html.escape(str(asked))}<' in page
        assert page.count('aria-current="true"') == 1
        what_else = page.partition('id="what-else"')[2].partition("</p>")[0]
        assert ("This was played." in what_else) == (pick == made)
        assert f'href="/tables/{table}/play-on?ply={ply}"' in page
        assert f'href="/tables/{table}/replay?ply={ply}&amp;eyes=all"' in page
        assert f'href="?ply={ply + 1}&amp;eyes=all" data-ply="{ply + 1}" aria-label="Forward one move"' in page
    end = http.get(f"/tables/{table}/review?ply={len(record.moves)}").text
    assert "The game is over." in end
    assert "Play on from here" not in end


def test_the_picture_has_a_table_with_its_values(server: Server, reviewed: tuple[httpx.Client, str]) -> None:
    http, table = reviewed
    told = http.get(f"/api/tables/{table}/review").json()["review"]
    page = http.get(f"/tables/{table}/review").text
    listed = page.partition('class="chart-values"')[2].partition("</table>")[0]
    chances = [*(move["chances"]["values"] for move in told["moves"]), told["final"]]
    assert listed.count("<tr>") == len(chances) + 1
    cells = [f"<td>{100 * chance:.0f} %</td>" for each in chances for chance in each]
    assert [cell + "</td>" for cell in listed.split("</td>") if cell.startswith("<td>") and cell.endswith("%")] == cells


def test_progress_is_shown_to_those_who_reload(server: Server) -> None:
    table = finished_table(server, LANTERNS)
    browser = Browser(server.url)
    answer = browser.send(f"/tables/{table}/review")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table}/review")
    progress = browser.http.get(f"/tables/{table}/review/progress").json()
    assert progress.keys() == {"found", "total", "ended"}
    assert wait_until(lambda: browser.http.get(f"/tables/{table}/review/progress").json()["ended"])
    assert "Luck and skill" in browser.http.get(f"/tables/{table}/review").text


# Where it is offered.


def test_a_review_is_offered_at_the_table_and_in_my_games(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(LANTERNS, ["me", "here"])
    link = f'href="/tables/{table}/review"'
    assert link not in ada.http.get(f"/tables/{table}").text
    Insider(server.url, server.data, table).play_to_the_end()
    with caller(server.url) as spectator:
        for page in (ada.http.get(f"/tables/{table}"), ada.http.get("/mine"), spectator.get(f"/tables/{table}")):
            assert link in page.text
