"""A person on several devices: links that are good once, browsers that are signed out, export, and erasure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from spiritboard.server.answers import BROWSERS
from spiritboard.server.app import Settings, create_app
from spiritboard.server.erasing import HOST_HAS_LEFT
from spiritboard.server.identity import REFRESH_SECONDS
from spiritboard.server.people import COOKIE, People
from spiritboard.server.socket_codes import CLOSED
from tests.server.guests import CSRF, LANTERNS, chances, found_in, rows

NOON = 1_800_000_000.0
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class House:
    """A server with a clock that the test sets."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data = data
        self.now = NOON
        wishes = {"bot_pace": 0, "bot_processes": 1, "requests_a_minute": 100_000, **settings}
        self.app = create_app(Settings(data, clock=lambda: self.now, **wishes))
        self.app.state.service._bot_pool._pool = ThreadPoolExecutor(1)  # because a process takes seconds to start
        self.client: TestClient[Any] = TestClient(self.app)

    def come(self, name: str = "", agent: str = FIREFOX) -> Visitor:
        visitor = Visitor(self, agent)
        if name:
            visitor.post("/name", name=name)
        return visitor


class Visitor:
    """A browser with its own cookies."""

    def __init__(self, house: House, agent: str = FIREFOX) -> None:
        self.house = house
        self.cookies: dict[str, str] = {}
        self.agent = agent

    def call(self, method: str, path: str, **rest: Any) -> httpx.Response:
        client = self.house.client
        client.cookies.clear()
        headers = {"user-agent": self.agent, "cookie": self.cookie_header, **rest.pop("headers", {})}
        answer = client.request(method, path, headers=headers, follow_redirects=False, **rest)
        for line in answer.headers.get_list("set-cookie"):
            self.cookies |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        return answer

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> httpx.Response:
        return self.call("GET", path)

    def post(self, path: str, **form: str) -> httpx.Response:
        self.get("/")
        return self.call("POST", path, data={"_csrf_token": self.cookies["csrftoken"], **form})

    def link(self) -> str:
        """Returns the path of a new link to another device."""
        page = self.post("/me/link").text
        return "/take/" + page.partition("/take/")[2].partition('"')[0]

    def take(self, link: str) -> httpx.Response:
        return self.post(link)

    @property
    def id(self) -> str | None:
        """Returns the id of the person that the server knows in this browser."""
        people = People((self.house.data / "secret").read_text().strip())
        fake: Any = type("Connection", (), {"cookies": self.cookies})
        known = people.known(fake)
        return None if known is None else known.id

    @property
    def is_known(self) -> bool:
        return "This browser does not know you" not in self.get("/me").text

    def set_table(self, *kinds: str) -> str:
        """Returns the key of a new table of Lanterns."""
        seats = {f"seat-{seat}": kind for seat, kind in enumerate(kinds)}
        answer = self.post("/tables", game=LANTERNS.id, seats=str(len(kinds)), **seats)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/tables/")

    def keys_of_browsers(self) -> list[str]:
        """Returns the keys of the person's browsers, in the order of the page."""
        parts = self.get("/me").text.split("/me/browsers/")[1:]
        return [part.partition("/")[0] for part in parts]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    built = House(tmp_path)
    with built.client:
        yield built


@pytest.fixture
def ada(house: House) -> Visitor:
    return house.come("Ada")


# Links.


def test_a_link_makes_another_browser_the_same_person(house: House, ada: Visitor) -> None:
    table = ada.set_table("me", "bot", "bot")
    phone = house.come()
    link = ada.link()
    assert "Play here as Ada?" in phone.get(link).text
    assert phone.take(link).headers["location"] == "/mine"
    assert phone.id == ada.id
    assert table in phone.get("/mine").text
    with open_page(phone, table) as page:
        assert page.receive_json()["seat"] == 0


def test_a_link_works_once(house: House, ada: Visitor) -> None:
    link = ada.link()
    phone, other = house.come(), house.come()
    for _ in range(3):
        assert phone.get(link).status_code == 200  # looking does not use it up
    assert phone.take(link).status_code == 303
    for late in (other, phone):
        answer = late.take(link)
        assert answer.status_code == 410
        assert "used before" in answer.text
    assert other.id is None


def test_a_link_does_not_work_late(house: House, ada: Visitor) -> None:
    link, early = ada.link(), ada.link()
    house.now = NOON + 600
    assert house.come().take(early).status_code == 303
    house.now = NOON + 601
    stranger = house.come()
    for answer in (stranger.get(link), stranger.take(link)):
        assert answer.status_code == 410
        assert "too old" in answer.text
    assert stranger.id is None


def test_a_forged_link_is_refused(house: House, ada: Visitor, tmp_path_factory: pytest.TempPathFactory) -> None:
    bo = house.come("Bo")
    link, other = ada.link(), bo.link()
    foreign = House(tmp_path_factory.mktemp("another"))
    with foreign.client:
        theirs = foreign.come("Ada").link()
    body, _, signature = link.rpartition(".")
    forged = [f"{body}.{signature[::-1]}", f"{other.rpartition('.')[0]}.{signature}", theirs, "/take/x", f"{link}x"]
    mallory = house.come("Mallory")
    before = mallory.id
    for each in forged:
        assert mallory.get(each).status_code == 410, each
        assert mallory.take(each).status_code == 410, each
    assert mallory.id == before


def test_the_cookie_of_a_person_is_no_link(house: House, ada: Visitor) -> None:
    assert house.come().take(f"/take/{ada.cookies[COOKIE]}").status_code == 410


def test_a_link_needs_the_token_of_the_page(house: House, ada: Visitor) -> None:
    """Another site cannot make a browser somebody else."""
    link = ada.link()
    victim = house.come("Bo")
    before = victim.id
    assert victim.call("POST", link, data={}).status_code == 403
    assert victim.id == before
    assert victim.take(link).status_code == 303  # it was not used up


def test_a_browser_that_is_somebody_else_is_warned(house: House, ada: Visitor) -> None:
    bo = house.come("Bo")
    page = bo.get(ada.link()).text
    assert "It is Bo now" in page
    assert "You are here already" in ada.get(ada.link()).text


def test_a_stranger_has_no_link_to_give(house: House) -> None:
    stranger = house.come()
    for path in ("/me/link", "/me/erase", "/me/passkeys", "/me/passkeys/options", "/me/browsers/x/sign-out"):
        assert stranger.post(path).status_code == 403, path
    for path in ("/me/export", "/me/erase"):
        assert stranger.get(path).status_code == 403, path


# Browsers.


def on_two_devices(house: House, ada: Visitor) -> Visitor:
    phone = house.come(agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Safari/604.1")
    assert phone.take(ada.link()).status_code == 303
    return phone


def test_the_page_lists_browsers_and_signs_them_out(house: House, ada: Visitor) -> None:
    phone = on_two_devices(house, ada)
    page = ada.get("/me").text
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    own = phone.cookies[COOKIE]
    (theirs,) = set(ada.keys_of_browsers()) - {own_browser(ada)}
    assert ada.post(f"/me/browsers/{theirs}/sign-out").headers["location"] == "/me"
    assert not phone.is_known
    phone.cookies[COOKIE] = own  # a copy of the old cookie
    assert not phone.is_known
    assert ada.is_known
    assert "Safari on iPhone" not in ada.get("/me").text


def own_browser(visitor: Visitor) -> str:
    text = visitor.get("/me").text
    (before,) = (part for part in text.split("<li>") if "this browser</span>" in part)
    return before.partition("/me/browsers/")[2].partition("/")[0]


def test_a_browser_signs_itself_out(house: House, ada: Visitor) -> None:
    copied = None
    ada.get("/me")
    copied = ada.cookies[COOKIE]
    ada.post(f"/me/browsers/{own_browser(ada)}/sign-out")
    assert not ada.cookies.get(COOKIE)
    ada.cookies[COOKIE] = copied
    assert not ada.is_known


def test_nobody_signs_out_another_persons_browser(house: House, ada: Visitor) -> None:
    bo = house.come("Bo")
    assert bo.is_known
    assert bo.post(f"/me/browsers/{own_browser(ada)}/sign-out").status_code == 404
    assert ada.is_known


def test_a_link_made_by_a_browser_that_was_signed_out_is_refused(house: House, ada: Visitor) -> None:
    phone = on_two_devices(house, ada)
    link = phone.link()
    ada.post(f"/me/browsers/{own_browser(phone)}/sign-out")
    answer = house.come().take(link)
    assert answer.status_code == 410
    assert "signed out" in answer.text


def test_a_browser_stays_signed_out_after_a_restart(house: House, ada: Visitor) -> None:
    phone = on_two_devices(house, ada)
    ada.post(f"/me/browsers/{own_browser(phone)}/sign-out")
    again = House(house.data)
    with again.client:
        phone.house = ada.house = again
        assert not phone.is_known
        assert ada.is_known


@contextmanager
def open_page(visitor: Visitor, table: str) -> Iterator[Any]:
    client = visitor.house.client
    client.cookies.clear()
    headers = {"origin": "http://testserver.local", "host": "testserver.local", "cookie": visitor.cookie_header}
    with client.websocket_connect(f"/tables/{table}/socket?parts", headers=headers) as socket:
        yield socket


def read_on(page: Any) -> None:
    for _ in range(100):
        page.receive_json()


def test_an_open_page_closes_when_its_browser_is_signed_out(house: House, ada: Visitor) -> None:
    table = ada.set_table("me", "bot", "bot")
    phone = on_two_devices(house, ada)
    theirs = own_browser(phone)
    with open_page(phone, table) as page:
        assert page.receive_json()["seat"] == 0
        ada.post(f"/me/browsers/{theirs}/sign-out")
        with pytest.raises(WebSocketDisconnect) as closed:
            read_on(page)
    assert closed.value.code == CLOSED
    with open_page(phone, table) as page:
        assert page.receive_json()["seat"] is None


def test_a_browser_is_signed_out_at_another_server_too(house: House, ada: Visitor) -> None:
    """Servers that share their tables read the list again every few seconds."""
    phone = on_two_devices(house, ada)
    other = House(house.data)
    with other.client as client:
        identity = other.app.state["identity"]
        visitor = Visitor(other)
        visitor.cookies = dict(phone.cookies)
        assert visitor.is_known
        ada.post(f"/me/browsers/{own_browser(phone)}/sign-out")
        other.now = house.now + REFRESH_SECONDS
        with client.portal() as portal:
            portal.call(identity.refresh)
        assert not visitor.is_known


def test_a_cookie_of_an_earlier_version_gets_a_browser_on_the_page(house: House, ada: Visitor) -> None:
    people = People((house.data / "secret").read_text().strip())
    assert len(people._signer.loads(ada.cookies[COOKIE])) == 2
    ada.get("/me")
    assert len(people._signer.loads(ada.cookies[COOKIE])) == 3
    ada.post("/name", name="Ada L")
    assert len(people._signer.loads(ada.cookies[COOKIE])) == 3


def test_a_new_name_is_on_the_next_link(house: House, ada: Visitor) -> None:
    ada.get("/me")
    ada.post("/name", name="Countess")
    assert "Play here as Countess?" in house.come().get(ada.link()).text


@pytest.mark.parametrize("agent", ["", "curl/8", "<script>alert(1)</script>", "x" * 5000])
def test_a_browser_is_named_in_words_of_ours(house: House, agent: str) -> None:
    visitor = house.come("Ada", agent)
    page = visitor.get("/me").text
    assert "A browser" in page
    assert "alert(1)" not in page
    assert "A browser" not in BROWSERS.values()


# What is kept.


def play_on(house: House, visitor: Visitor, table: str, moves: int) -> None:
    """Make moves for everybody at a table."""
    service = house.app.state.service

    async def play() -> None:
        live = await service.live_table(table)
        for _ in range(moves):
            if live.in_progress.state.over:
                return
            seat = live.in_progress.state.pending()[0]
            await service.play(live, seat, live.number, live.in_progress.state.paths(seat)[0])

    with house.client.portal() as portal:
        portal.call(play)


def test_the_export_has_everything_about_me_and_nothing_secret(house: House, ada: Visitor) -> None:
    table = ada.set_table("me", "here", "here")
    play_on(house, ada, table, 4)
    answer = ada.get("/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = json.loads(answer.text)
    assert (found["id"], found["name_in_this_browser"]) == (ada.id, "Ada")
    (only,) = found["tables"]
    assert (only["table"], only["game"], only["set_by_you"]) == (table, LANTERNS.id, True)
    assert sum(len(seat["moves"]) for seat in only["seats"]) == 4
    keys = [secret for (secret,) in rows(house.data, "select secret from chairs")]
    assert found_in(answer.text, chances(house.data, table)) == []
    assert not [key for key in keys if key in answer.text]


def everything_stored(data: Path) -> str:
    names = [name for (name,) in rows(data, "select name from sqlite_master where type = 'table'")]
    return "\n".join(str(row) for name in names for row in rows(data, f'select * from "{name}"'))


NAME = "Ada Byron"


def test_nothing_of_an_erased_person_is_left(house: House) -> None:
    """Their tables in every state stay for the others, with Somebody in their seat."""
    ada, bo = house.come(NAME), house.come("Bo")
    ada.get("/me")
    person = ada.id
    assert person is not None
    finished, running, resigned, waiting = (
        with_bo(house, ada, bo),
        with_bo(house, ada, bo),
        with_bo(house, ada, bo),
        ada.set_table("me", "friend", "bot"),
    )
    play_on(house, ada, finished, 10_000)
    play_on(house, ada, running, 3)
    ada.post(f"/tables/{resigned}/resign", seat="0")
    assert NAME in everything_stored(house.data)
    with open_page(bo, running) as page:
        assert NAME in page.receive_text()
        assert ada.post("/me/erase", sure="yes").headers["location"] == "/"
        assert any("Somebody" in page.receive_text() for _ in range(50))
    left = everything_stored(house.data)
    assert NAME not in left
    assert person not in left
    for path in ("/mine", "/", *(f"/tables/{key}" for key in (finished, running, resigned))):
        assert NAME not in bo.get(path).text, path
    assert "Somebody" in bo.get("/mine").text
    assert NAME not in bo.get(f"/api/tables/{finished}/record").text
    play_on(house, bo, running, 2)
    assert HOST_HAS_LEFT in bo.get(f"/tables/{waiting}").text


def with_bo(house: House, ada: Visitor, bo: Visitor) -> str:
    table = ada.set_table("me", "friend", "bot")
    ((invite,),) = rows(house.data, "select invite from tables where key = ?", table)
    assert bo.post(f"/tables/{table}/join/{invite}", name="Bo").status_code == 303
    return table


def test_an_erased_person_is_signed_out_everywhere(house: House, ada: Visitor) -> None:
    before = dict(ada.cookies)  # of the time before the browser had an id
    phone = on_two_devices(house, ada)
    link = ada.link()
    ada.post("/me/erase", sure="yes")
    for cookies in (before, dict(phone.cookies)):
        copy = Visitor(house)
        copy.cookies = cookies
        assert not copy.is_known
    assert house.come().take(link).status_code == 410


def test_erasing_asks_first(house: House, ada: Visitor) -> None:
    assert "Nothing brings this back" in ada.get("/me/erase").text
    assert ada.post("/me/erase").headers["location"] == "/me/erase"
    assert ada.is_known


def test_nobody_is_the_host_of_an_erased_persons_tables(house: House, ada: Visitor) -> None:
    """A stranger without a cookie is nobody, and must not count as the host."""
    bo = house.come("Bo")
    table = with_bo(house, ada, bo)
    ada.post("/me/erase", sure="yes")
    ((host,),) = rows(house.data, "select host from tables where key = ?", table)
    assert host
    assert house.come().post(f"/tables/{table}/begin").status_code == 403


def test_pages_of_a_person_are_not_kept_by_the_browser(house: House, ada: Visitor) -> None:
    for path in ("/me", "/me/export", ada.link()):
        assert ada.get(path).headers["cache-control"] == "no-store"


def test_the_form_has_a_token(house: House, ada: Visitor) -> None:
    assert CSRF.search(ada.get("/me").text)
    for path in ("/me/link", "/me/erase"):
        assert ada.call("POST", path, data={"sure": "yes"}).status_code == 403
