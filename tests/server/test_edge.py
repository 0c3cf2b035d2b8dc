"""What holds for every request: hosts, limits, headers, methods, and the form of errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from spiritboard.server.app import Settings, create_app
from spiritboard.server.errors import explain
from spiritboard.server.limits import TooMuch
from spiritboard.server.render import qr_code
from spiritboard.server.socket_codes import FLOOD, REFUSED
from spiritboard.server.storage import Unreachable
from spiritboard.table.errors import BadSetup
from tests.server.guests import CSRF

# Litestar 3 will want parameters to be marked as dependencies; this is Litestar 2.
pytestmark = pytest.mark.filterwarnings("ignore:.*([Ii]nferred|Litestar 3.0)")

Client = TestClient[Litestar]
ORDER = {"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "friend"}]}


@contextmanager
def client_of(folder: Path, base: str = "http://testserver.local", **settings: Any) -> Iterator[Client]:
    """A client of an application in this process, without a web server."""
    with TestClient(create_app(Settings(folder, **settings)), base_url=base) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with client_of(tmp_path_factory.mktemp("edge"), requests_a_minute=100_000) as client:
        yield client


def sitting_at_a_table(client: Client) -> str:
    """Returns the path of a table with a free chair, which this client sets by the form."""
    token = CSRF.search(client.get("/").text)
    assert token is not None
    form = {"_csrf_token": token[1], "game": "lanterns", "seats": "2", "seat-0": "me", "seat-1": "friend"}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


# Hosts and addresses.


@pytest.mark.parametrize(
    "host", ["a" * 3000, "a" * 3000 + ":80", "two words", "[::1", "user@host", "host:port", "é.org"]
)
def test_an_invalid_host_gets_an_error_page(client: Client, host: str) -> None:
    for path in (sitting_at_a_table(client), "/", "/nowhere"):
        answer = client.get(path, headers={b"Host": host.encode("latin-1")})
        assert answer.status_code == 400
        assert "<!doctype html>" in answer.text
    assert client.get("/api/games", headers={b"Host": host.encode("latin-1")}).json().keys() == {"error"}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8313", "[::1]:8313", "raspberry_pi", "192.168.1.7:80"])
def test_by_default_any_host_is_answered_and_used_in_invitations(client: Client, host: str) -> None:
    answer = client.get(sitting_at_a_table(client), headers={"Host": host})
    assert f"http://{host}/tables/" in answer.text


def test_invitations_contain_the_public_url(tmp_path: Path) -> None:
    with client_of(tmp_path, "https://play.example.org", public_url="https://play.example.org/") as client:
        table = sitting_at_a_table(client)
        for host in ("play.example.org", "PLAY.example.org.:443", "127.0.0.1:8313"):
            text = client.get(table, headers={"Host": host}).text
            invitation = re.search(rf"https://play\.example\.org{table}/join/[\w-]+", text)
            assert invitation is not None
            assert qr_code(invitation[0]) in text


def test_only_allowed_hosts_are_answered(tmp_path: Path) -> None:
    hosts = ("inside.example", "10.0.0.7")
    with client_of(tmp_path, public_url="http://play.example.org:8080", allowed_hosts=hosts) as client:
        for host in (*hosts, "play.example.org:8080", "play.example.org", "Inside.Example:99", "localhost:8313"):
            assert client.get("/api/games", headers={"Host": host}).status_code == 200, host
        for host in ("evil.example", "example.org", "play.example.org.evil.example", "10.0.0.70"):
            answer = client.get("/", headers={"Host": host})
            assert answer.status_code == 400, host
            assert "does not have the host name" in answer.text
        with pytest.raises(WebSocketDisconnect) as refused:
            talk(client, "/tables/x/socket", {"Host": "evil.example", "Origin": "http://evil.example"})
        assert refused.value.code == REFUSED


@pytest.mark.parametrize(
    "url", ["play.example.org", "ftp://a.b", "https://", "https://a.b/games", "https://a.b?c", "http://a:b"]
)
def test_an_invalid_public_url_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadSetup, match=r"written like https://play\.example\.org"):
        create_app(Settings(tmp_path, public_url=url))
    with pytest.raises(BadSetup, match="allowed host must be written like"):
        create_app(Settings(tmp_path, allowed_hosts=("http://a.b",)))


def talk(client: Client, path: str, headers: dict[str, str]) -> Any:
    """Returns the first message of a socket. Raises WebSocketDisconnect if the server closes it instead."""
    with client.websocket_connect(path, headers=headers) as socket:
        return socket.receive_json(timeout=60)


def test_only_our_own_pages_may_open_sockets(tmp_path: Path) -> None:
    hosts = ("inside.example", "testserver.local")
    with client_of(tmp_path, public_url="https://play.example.org", allowed_hosts=hosts) as client:
        key = client.post("/api/tables", json=ORDER).json()["table"]
        for host, origin in (
            ("inside.example", "https://play.example.org"),  # a proxy that uses another host name
            ("play.example.org", "https://play.example.org"),
            ("inside.example", "http://inside.example"),
        ):
            assert "html" in talk(client, f"/tables/{key}/socket", {"Host": host, "Origin": origin})
        for host, origin in (
            ("inside.example", "http://play.example.org"),  # not by https
            ("play.example.org", "https://evil.example"),
            ("play.example.org", "null"),
            ("play.example.org", ""),
        ):
            with pytest.raises(WebSocketDisconnect):
                talk(client, f"/tables/{key}/socket", {"Host": host, "Origin": origin})


@pytest.mark.parametrize(
    ("base", "public_url", "secure"),
    [
        ("http://testserver.local", None, False),
        ("https://testserver.local", None, True),
        ("http://play.example.org", "https://play.example.org", True),
    ],
)
def test_cookies_are_secure_if_people_use_https(
    tmp_path: Path, base: str, public_url: str | None, secure: bool
) -> None:
    with client_of(tmp_path, base, public_url=public_url) as client:
        page = client.get("/")
        token = CSRF.search(page.text)
        assert token is not None
        head = {"Cookie": f"csrftoken={token[1]}"}
        named = client.post("/name", data={"_csrf_token": token[1], "name": "Ada"}, headers=head)
        cookies = [*page.headers.get_list("set-cookie"), *named.headers.get_list("set-cookie")]
        assert [cookie.partition("=")[0] for cookie in cookies] == ["csrftoken", "spirit"]
        for cookie in cookies:
            assert cookie.lower().split("; ").count("secure") == secure, cookie


# Limits.


def until_refused(ask: Callable[[], int], refusal: int) -> list[int]:
    """Ask until the answer has the given code, and return the codes before it. Even a slow machine asks more often than
    three times a minute."""
    codes = []
    while (code := ask()) != refusal:
        codes.append(code)
        assert len(codes) < 100
    return codes


def test_requests_to_unknown_paths_are_limited_too(tmp_path: Path) -> None:
    with client_of(tmp_path, requests_a_minute=3) as client:
        codes = until_refused(lambda: client.get("/nowhere").status_code, 429)
        assert len(codes) >= 3
        assert set(codes) == {404}
        answer = client.get("/nowhere")
        assert 1 <= int(answer.headers["retry-after"]) <= 20
        assert "<!doctype html>" in answer.text
        assert "Content-Security-Policy" in answer.headers
        assert client.post("/api/tables", json=ORDER).json().keys() == {"error"}


def test_opening_sockets_is_limited_too(tmp_path: Path) -> None:
    with client_of(tmp_path, requests_a_minute=3) as client:
        key = client.post("/api/tables", json=ORDER).json()["table"]

        def ask() -> int:
            try:
                return len(talk(client, f"/tables/{key}/socket", {"Origin": "http://testserver.local"})["html"])
            except WebSocketDisconnect as closed:
                return closed.code

        assert len(until_refused(ask, FLOOD)) >= 2


def test_files_have_a_higher_limit(tmp_path: Path) -> None:
    with client_of(tmp_path, requests_a_minute=1) as client:
        assert len(until_refused(lambda: client.get("/static/icon.svg").status_code, 429)) >= 10


@pytest.mark.parametrize(("error", "code"), [(TooMuch("You have enough.", 7), 429), (Unreachable("away"), 503)])
def test_a_refusal_says_when_to_try_again(client: Client, error: Exception, code: int) -> None:
    request = client.app.request_class({"type": "http", "path": "/api/tables", "headers": [], "state": {}})
    answer = explain(request, error)
    assert answer.status_code == code
    assert int(answer.headers["Retry-After"]) == (7 if code == 429 else 5)


def test_the_open_sockets_of_a_person_and_of_a_network_are_limited(tmp_path: Path) -> None:
    with client_of(tmp_path, sockets_a_person=2, sockets_a_network=3) as client:
        table = sitting_at_a_table(client)
        origin = {"Origin": "http://testserver.local"}

        def open_page() -> AbstractContextManager[object]:
            return client.websocket_connect(f"{table}/socket", headers=origin)

        with open_page(), open_page():
            with pytest.raises(WebSocketDisconnect, match="You have 2 table pages open") as refused:
                talk(client, f"{table}/socket", origin)
            assert refused.value.code == FLOOD
            client.cookies.clear()  # now a person without a cookie, in the same network
            with open_page(), pytest.raises(WebSocketDisconnect, match="Your network has 3 table pages open"):
                talk(client, f"{table}/socket", origin)
            with open_page():
                # First by HEAD, because a stream that is not refused does not end.
                assert client.head(f"/api{table}/events").status_code == 429
                events = client.get(f"/api{table}/events")
                assert int(events.headers["retry-after"]) > 0
                assert "3 table pages" in events.json()["error"]
        assert "html" in talk(client, f"{table}/socket", origin)


# The headers and methods of every answer.


def test_browsers_do_not_store_tables_and_revalidate_other_pages(client: Client) -> None:
    table = sitting_at_a_table(client)
    for path in (table, f"/api{table}", "/api/games"):
        assert client.get(path).headers["cache-control"] == "no-store"
    for path in ("/", "/mine", "/set-up/lanterns", "/nowhere"):
        assert client.get(path).headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/static/table.js", "/games/lanterns/table.css"])
def test_files_are_revalidated_and_sent_only_if_they_have_changed(client: Client, path: str) -> None:
    first = client.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert client.get(path, headers={"If-None-Match": '"another"'}).content == first.content


def test_head_is_answered_like_get(client: Client) -> None:
    table = sitting_at_a_table(client)
    for path in ("/", "/mine", "/rules/lanterns", table, f"/api{table}", "/api/games", "/static/icon.svg", "/nowhere"):
        head, whole = client.head(path), client.get(path)
        assert head.status_code == whole.status_code, path
        assert head.content == b"", path
        assert head.headers["content-type"] == whole.headers["content-type"], path
    assert client.head(f"/api{table}/events").status_code == 200  # and the answer ends


def test_the_answer_to_a_wrong_method_names_the_right_ones(client: Client) -> None:
    for path, right in (("/", {"GET", "HEAD"}), ("/api/tables", {"POST"}), ("/api/games", {"GET", "HEAD"})):
        answer = client.put(path)
        assert answer.status_code == 405
        assert right <= set(answer.headers["allow"].split(", "))
    for path in ("/api/tables/x", "/tables/x/join/y", "/api/games", "/"):  # the same with OPTIONS
        told = [set(client.request(method, path).headers["allow"].split(", ")) for method in ("PUT", "OPTIONS")]
        assert told[0] == told[1], path
    assert client.put("/api/games").json() == {"error": "This address does not support that method."}


# JSON.


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "application/xml"])
@pytest.mark.parametrize(
    "path", ["/api/tables", "/api/tables/x/join", "/api/tables/x/moves", "/api/tables/x/take-back"]
)
def test_the_api_accepts_json_only_with_its_content_type(client: Client, path: str, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    answer = client.post(path, content=b'{"name": "Ada"}', headers=headers)
    assert answer.status_code == 415
    assert answer.json() == {"error": "Send it as JSON (application/json)."}


def test_the_content_type_may_name_the_charset(client: Client) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    answer = client.post(
        "/api/tables", content=b'{"game": "lanterns", "seats": [{"kind": "me"}, {"kind": "bot"}]}', headers=headers
    )
    assert answer.status_code == 201


def test_every_error_is_documented(client: Client) -> None:
    described = client.get("/api/schema/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            wrong = {code: each for code, each in operation["responses"].items() if code >= "400"}
            assert {"400", "429", "503"} <= wrong.keys()
            # A new table may go on from a moment of another one, which may not be there.
            names_a_table = "{key}" in path or (path, method) == ("/api/tables", "post")
            assert ("404" in wrong) == names_a_table
            assert ({"413", "415"} <= wrong.keys()) == (method == "post")
            for each in wrong.values():
                assert each["content"] == {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    assert described["components"]["schemas"]["Problem"]["properties"] == {"error": {"type": "string"}}
