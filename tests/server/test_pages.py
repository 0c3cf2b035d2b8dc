"""The pages besides the table, in a real browser: replays, my games and names; and axe on every page."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import expect

from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import (
    PHONE,
    SMALL_PHONES,
    Come,
    Guest,
    be_called,
    hurry_to_the_end,
    invitation,
    join,
    play_now,
    play_some,
    set_table,
    two_games,
)
from tests.server.guests import every_game
from tests.server.running import Server

# Replays.


def live_text(guest: Guest) -> str:
    text: str = guest.page.evaluate("document.getElementById('live').textContent.replace(/\\s+/g, ' ').trim()")
    return text


def shows_text(guest: Guest, text: str) -> None:
    """Wait until the live part of the page has exactly this text: a transition may put it there a little later."""
    found = "text => document.getElementById('live').textContent.replace(/\\s+/g, ' ').trim() === text"
    guest.page.wait_for_function(found, arg=text)


@every_game
def test_a_replay_has_steps_and_views(server: Server, come: Come, finished: dict[str, str], game: Game) -> None:
    guest, plain = come(), come(java_script_enabled=False)
    address = f"{server.url}/tables/{finished[game.id]}/replay"
    guest.page.goto(address)
    slider, eyes = guest.page.locator("input[name=ply]"), guest.page.locator("select[name=eyes]")
    plies = int(slider.get_attribute("max") or 0)
    assert plies >= game.seats[0]

    def shows(ply: int, seen_by: str) -> None:
        expect(guest.page).to_have_url(f"{address}?ply={ply}&eyes={seen_by}")
        expect(guest.page.locator("#ply-now")).to_have_text(str(ply))
        assert slider.input_value() == str(ply)
        plain.page.goto(guest.page.url)
        shows_text(guest, live_text(plain))
        guest.fits()

    for step, ply in (
        ("Start", 0),
        ("Forward one move", 1),
        ("Forward one move", 2),
        ("Back one move", 1),
        ("End", plies),
    ):
        guest.page.get_by_role("link", name=step, exact=True).click()
        shows(ply, "spectator")
    expect(guest.page.get_by_role("link", name="Forward one move")).to_have_count(0)
    expect(guest.page.locator(".ending")).to_be_visible()
    slider.fill(str(plies // 2))
    shows(plies // 2, "spectator")
    expect(guest.page.locator(".ending")).to_have_count(0)
    choices = [str(choice.get_attribute("value")) for choice in eyes.locator("option").all()]
    assert choices == ["spectator", *map(str, range(game.seats[0])), "all"]
    for choice in choices:
        eyes.select_option(choice)
        shows(plies // 2, choice)
    guest.page.get_by_role("link", name="Back one move").click()
    shows(plies // 2 - 1, choices[-1])
    slider.focus()
    guest.page.keyboard.press("ArrowRight")
    shows(plies // 2, choices[-1])


@every_game
def test_a_replay_without_script(server: Server, come: Come, finished: dict[str, str], game: Game) -> None:
    page = come(PHONE, java_script_enabled=False).page
    page.goto(f"{server.url}/tables/{finished[game.id]}/replay")
    page.get_by_role("link", name="Start").click()
    expect(page.locator("#ply-now")).to_have_text("0")
    page.get_by_role("link", name="Forward one move").click()
    expect(page.locator("#ply-now")).to_have_text("1")
    page.locator("input[name=ply]").focus()
    page.keyboard.press("ArrowRight")
    for choice in ("all", "0", "1", "spectator"):
        page.locator("select[name=eyes]").select_option(choice)
        page.get_by_role("button", name="Show", exact=True).click()
        expect(page).to_have_url(re.compile(rf"ply=2&eyes={choice}$"))
        expect(page.locator("#ply-now")).to_have_text("2")
        expect(page.locator("select[name=eyes]")).to_have_value(choice)
    page.get_by_role("link", name="End").click()
    expect(page.locator(".ending .verdict")).to_be_visible()


def test_a_replay_is_read_out_and_keeps_the_focus(server: Server, come: Come, finished: dict[str, str]) -> None:
    page = come().page
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply=1")
    said = page.locator(".prompt").inner_text()
    page.get_by_role("link", name="Back one move").press("Enter")
    expect(page.locator("#ply-now")).to_have_text("0")
    expect(page.get_by_role("link", name="Forward one move")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#announce")).to_have_text(said)


def test_a_replay_shows_a_hand_only_in_its_own_view(server: Server, come: Come, finished: dict[str, str]) -> None:
    page = come().page
    address = f"{server.url}/tables/{finished['lanterns']}/replay?ply=0&eyes="
    hands = {}
    for eyes in ("spectator", "0", "1"):
        page.goto(address + eyes)
        hands[eyes] = {each.get_attribute("data-pick") for each in page.locator('[data-pick^="lantern-"]').all()}
    assert hands["spectator"] == set()
    assert len(hands["0"]) == len(hands["1"]) == 3
    assert not hands["0"] & hands["1"]


# Accessibility.


def test_axe_on_the_pages_of_the_site(server: Server, come: Come) -> None:
    guest = come(**AXE_MAY_RUN)
    for address in ("/", "/mine"):
        guest.page.goto(server.url + address)
        accessible(guest)
    guest.page.locator(".who > summary").click()
    accessible(guest)
    guest.page.goto(f"{server.url}/nowhere")
    expect(guest.page.locator("h1")).to_have_text("Nobody here")
    accessible(guest)
    guest.forgive("404")


@every_game
def test_axe_on_the_pages_of_a_game(server: Server, come: Come, finished: dict[str, str], game: Game) -> None:
    guest = come(**AXE_MAY_RUN)
    replay = f"/tables/{finished[game.id]}/replay"
    for address in (f"/set-up/{game.id}", f"/rules/{game.id}", f"{replay}?ply=2&eyes=all", replay):
        guest.page.goto(server.url + address)
        accessible(guest)


@every_game
def test_axe_at_a_table(server: Server, come: Come, game: Game) -> None:
    guest, friend = come(**AXE_MAY_RUN), come(**AXE_MAY_RUN)
    set_table(guest, server, game, ["me", "friend", *["bot"] * (game.seats[0] - 2)])
    accessible(guest)
    friend.page.goto(invitation(guest))
    accessible(friend)
    join(friend, invitation(guest), "Mina")
    play_some([guest, friend])
    accessible(guest)
    hurry_to_the_end(server, guest, friend)
    accessible(guest)
    guest.page.goto(f"{server.url}/mine")
    accessible(guest)


@every_game
def test_axe_before_and_behind_the_curtain(server: Server, come: Come, game: Game) -> None:
    guest = come(**AXE_MAY_RUN)
    set_table(guest, server, game, ["me", "Wilhelmina", *["bot"] * (game.seats[0] - 2)])
    assert guest.next_moment() == "curtain"
    accessible(guest)
    guest.step()
    guest.click(max(guest.lit()))  # the first pick of several, in some games
    guest.next_moment()
    accessible(guest)
    guest.page.goto(server.url)  # the home page lists the unfinished game
    accessible(guest)


# Names.

EVIL = "<u id=evil>x</u>\"'&{1}"
EVIL_TOO = '<img id=evil src=x>{0}"'


def harmless(guest: Guest, *names: str) -> None:
    """Check that the names are shown as text, and that no markup in them took effect."""
    assert guest.page.locator("#evil").count() == 0
    for name in names:
        expect(guest.page.locator("body")).to_contain_text(name)
    guest.fits()


@every_game
def test_markup_in_names_is_shown_as_text(server: Server, come: Come, game: Game) -> None:
    host, friend = come(), come(PHONE)
    host.page.goto(server.url)
    be_called(host, EVIL)
    harmless(host, EVIL)
    set_table(host, server, game, ["me", "friend", *["bot"] * (game.seats[0] - 2)])
    friend.page.goto(invitation(host))
    assert friend.page.title() == f"{EVIL} asks you in"
    harmless(friend, EVIL)
    join(friend, invitation(host), EVIL_TOO)
    play_some([host, friend])
    harmless(host, EVIL, EVIL_TOO)
    hurry_to_the_end(server, host, friend)
    expect(host.page.locator(".places")).to_contain_text(EVIL_TOO)
    log = host.page.locator(".log").inner_text()
    assert EVIL in log or EVIL_TOO in log
    replay = f"{host.page.url}/replay?ply=2&eyes=all"
    for address in (f"{server.url}/mine", replay):
        for guest in (host, friend):
            guest.page.goto(address)
            harmless(guest, EVIL, EVIL_TOO)


# From left to right, in the head of a table's page.
HEAD = """
  () => [...document.querySelectorAll(".top .wordmark, .top .tool, .who > summary")]
    .map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right])
"""


def test_a_long_name_covers_nothing_on_a_phone(server: Server, come: Come) -> None:
    guest = come(PHONE)
    guest.page.goto(server.url)
    be_called(guest, "Wilhelmina Harker-Murray")
    play_now(guest, server, games()["halloween"])
    for width in SMALL_PHONES:
        guest.page.set_viewport_size({"width": width, "height": PHONE[1]})
        places = guest.page.evaluate(HEAD)
        assert len(places) == 6
        assert all(one[1] <= other[0] for one, other in pairwise(places)), f"at {width}: {places}"


@two_games
def test_names_on_the_curtain_and_at_open_tables(server: Server, come: Come, game: Game) -> None:
    host, stranger = come(), come()
    host.page.goto(server.url)
    be_called(host, EVIL)
    set_table(host, server, game, ["me", EVIL_TOO, *["bot"] * (game.seats[0] - 2)])
    while host.next_moment() != "curtain" or host.heard[-1]["pass"]["seat"] != 1:
        host.step()
    expect(host.page.locator("#curtain-name")).to_have_text(EVIL_TOO)
    harmless(host, EVIL, EVIL_TOO)
    open_table(host, server, game)
    stranger.page.goto(server.url)
    harmless(stranger, EVIL)


def open_table(guest: Guest, server: Server, game: Game) -> None:
    page = guest.page
    page.goto(f"{server.url}/set-up/{game.id}")
    page.locator("#seat-1").select_option("friend")
    page.get_by_label("Open", exact=False).check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".invite")).to_be_visible()


# My games.


@two_games
def test_my_games_lists_unfinished_and_finished_tables(server: Server, come: Come, game: Game) -> None:
    guest = come()
    page = guest.page
    page.goto(f"{server.url}/mine")
    expect(page.locator(".nothing")).to_be_visible()
    be_called(guest, "Wilhelmina")
    expect(page).to_have_url(f"{server.url}/mine")
    expect(page.locator(".who-name")).to_have_text("Wilhelmina")
    play_now(guest, server, game)
    hurry_to_the_end(server, guest)
    over, verdict = page.url, page.locator(".verdict").inner_text()
    play_now(guest, server, game)
    guest.decide()
    lit = guest.lit()
    going = page.url
    page.goto(f"{server.url}/mine")
    expect(page.locator("section", has_text="Games to continue").locator(".table-link")).to_have_count(1)
    finished = page.get_by_role("region", name="Finished").locator(".table-link")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text(game.title)
    expect(finished).to_contain_text("Wilhelmina")
    expect(finished).to_contain_text(verdict)
    page.get_by_role("link", name=f"Go on with {game.title}").click()
    expect(page).to_have_url(going)
    assert guest.lit() == lit
    page.goto(f"{server.url}/mine")
    finished.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(f"{over}/replay?ply=0")
    page.goto(server.url)
    page.locator("section", has_text="Go on playing").get_by_role("link").click()
    expect(page).to_have_url(going)
