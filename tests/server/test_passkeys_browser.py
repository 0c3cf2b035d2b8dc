"""Passkeys in a real browser, with the virtual authenticator that Chromium has for tests."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, WIDE, Come, Guest, be_called, both_sizes
from tests.server.guests import Browser
from tests.server.running import Server

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass
class Device:
    """A guest's device, which keeps passkeys."""

    session: CDPSession
    id: str

    @staticmethod
    def of(guest: Guest) -> Device:
        session = guest.page.context.new_cdp_session(guest.page)
        session.send("WebAuthn.enable")
        made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        return Device(session, made["authenticatorId"])

    def keys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found

    def bring(self, keys: list[dict[str, Any]]) -> None:
        """Bring keys of another device, as people's password managers do."""
        for key in keys:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": key})


@pytest.fixture
def home(server: Server) -> str:
    """Passkeys need an address with a name."""
    return server.url.replace("127.0.0.1", "localhost")


def with_a_passkey(home: str, guest: Guest, name: str = "Ada") -> Device:
    guest.page.goto(home)
    be_called(guest, name)
    guest.page.goto(f"{home}/me")
    device = Device.of(guest)
    guest.page.get_by_role("button", name="Make a passkey").click()
    expect(guest.page.locator(".me-list").first).to_contain_text("Made in Chrome")
    return device


def comes_back(home: str, guest: Guest) -> None:
    guest.page.goto(f"{home}/me")
    guest.page.get_by_role("button", name="Come back with a passkey").click()


@both_sizes
def test_a_passkey_made_in_one_browser_is_used_in_another(home: str, come: Come, size: tuple[int, int]) -> None:
    ada, other = come(size), come(size)
    device = with_a_passkey(home, ada)
    ada.fits()
    (key,) = device.keys()
    assert key["rpId"] == "localhost"
    other.page.goto(home)
    other.page.goto(f"{home}/me")
    Device.of(other).bring(device.keys())
    comes_back(home, other)
    other.page.wait_for_url("**/mine")
    expect(other.page.locator(".who-name")).to_have_text("Ada")
    other.page.goto(f"{home}/me")
    expect(other.page.locator("main")).to_contain_text("last used on")
    expect(other.page.locator("[aria-labelledby=browsers] li")).to_have_count(2)
    other.fits()


def test_a_device_makes_no_second_passkey_for_the_same_person(home: str, come: Come) -> None:
    ada = come()
    device = with_a_passkey(home, ada)
    ada.page.get_by_role("button", name="Make a passkey").click()
    expect(ada.page.locator("#passkey-told")).to_have_text("This device has a passkey of yours already.")
    assert len(device.keys()) == 1


def test_a_removed_passkey_brings_nobody_back(home: str, come: Come) -> None:
    ada, other = come(), come()
    device = with_a_passkey(home, ada)
    ada.page.get_by_role("button", name="Remove").click()
    expect(ada.page.get_by_role("button", name="Remove")).to_have_count(0)
    other.page.goto(f"{home}/me")
    Device.of(other).bring(device.keys())
    other.forgive("400")
    comes_back(home, other)
    expect(other.page.locator("#passkey-told")).to_contain_text("Nobody here has this passkey")


def test_a_device_without_a_key_changes_nothing(home: str, come: Come) -> None:
    stranger = come(PHONE)
    stranger.page.goto(f"{home}/me")
    Device.of(stranger)
    comes_back(home, stranger)
    expect(stranger.page.locator("#passkey-told")).to_have_text("Nothing was chosen, so nothing has changed.")
    stranger.fits()


def answer_of(home: str, come: Come) -> dict[str, Any]:
    """Returns what a browser sends when its person comes back. It has been used once."""
    ada, other = come(WIDE), come(WIDE)
    device = with_a_passkey(home, ada)
    other.page.goto(f"{home}/me")
    Device.of(other).bring(device.keys())
    with other.page.expect_request("**/come-back") as sent:
        comes_back(home, other)
    other.page.wait_for_url("**/mine")
    found: dict[str, Any] = json.loads(sent.value.post_data or "")
    return found


def tell(mallory: Browser, answer: object) -> tuple[int, str]:
    """Returns status and sentence of what the server answers to another browser that sends this."""
    headers = {"x-csrftoken": mallory.http.cookies["csrftoken"], "content-type": "application/json"}
    told = mallory.http.post("/come-back", content=json.dumps(answer), headers=headers)
    assert "spirit=" not in told.headers.get("set-cookie", "")
    return told.status_code, told.json()["error"]


def in_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def test_a_replayed_or_forged_answer_is_refused(home: str, come: Come) -> None:
    answer = answer_of(home, come)
    mallory = Browser(home)
    status, sentence = tell(mallory, answer)
    assert status == 400
    assert "checked" in sentence or "used before" in sentence
    mallory.http.post("/come-back/options", headers={"x-csrftoken": mallory.http.cookies["csrftoken"]})
    said = json.loads(from_base64(answer["response"]["clientDataJSON"]))
    fresh = mallory.http.post("/come-back/options", headers={"x-csrftoken": mallory.http.cookies["csrftoken"]}).json()
    forged: list[dict[str, object]] = [
        {"challenge": fresh["challenge"]},  # a challenge of ours that the device never signed
        {"challenge": in_base64(b"mine")},
        {"origin": "https://evil.example"},
        {"type": "webauthn.create"},
    ]
    for change in forged:
        data = in_base64(json.dumps({**said, **change}).encode())
        status, sentence = tell(mallory, {**answer, "response": {**answer["response"], "clientDataJSON": data}})
        assert status == 400, change
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    "answer",
    [{}, [], "", 7, None, {"id": 3}, {"id": "x", "response": {}}, {"id": "x", "response": {"clientDataJSON": "e30"}}],
)
def test_what_is_no_answer_is_refused(server: Server, answer: object) -> None:
    status, sentence = tell(Browser(server.url), answer)
    assert status == 400
    assert sentence.endswith(".")


def test_an_answer_needs_the_token_and_has_a_limit(server: Server) -> None:
    mallory = Browser(server.url)
    assert mallory.http.post("/come-back", content="{}").status_code == 403
    headers = {"x-csrftoken": mallory.http.cookies["csrftoken"]}
    assert mallory.http.post("/come-back", content=" " * 40_000, headers=headers).status_code == 413


def test_passkeys_are_not_offered_where_they_cannot_work(server: Server) -> None:
    page = Browser(server.url).http.get("/me").text
    assert "Come back with a passkey" not in page
    assert "only at an address with a name" in page


@both_sizes
def test_a_seat_is_taken_to_a_phone(home: str, come: Come, size: tuple[int, int]) -> None:
    ada, phone = come(size), come(PHONE)
    ada.page.goto(home)
    be_called(ada, "Ada")
    ada.page.goto(f"{home}/me")
    ada.page.get_by_role("button", name="Make an address").click()
    link = ada.page.locator("#take-url").input_value()
    expect(ada.page.locator(".me-link .qr svg")).to_be_visible()
    ada.fits()
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Play here as Ada?")
    phone.fits()
    phone.page.get_by_role("button", name="Yes, take the seat").click()
    expect(phone.page.locator(".who-name")).to_have_text("Ada")
    phone.page.goto(f"{home}/me")
    phone.page.get_by_role("button", name="Sign out", exact=False).last.click()
    expect(phone.page.locator("[aria-labelledby=browsers] li")).to_have_count(1)


def test_axe_finds_nothing_on_the_page_about_a_person(home: str, come: Come) -> None:
    ada = come(**AXE_MAY_RUN)
    with_a_passkey(home, ada)
    accessible(ada)
    stranger = come(**AXE_MAY_RUN)
    stranger.page.goto(f"{home}/me")
    accessible(stranger)
