"""In a browser, a page that has followed a table shows what the same page shows when it is loaded again."""

from __future__ import annotations

from playwright.sync_api import expect

from spiritboard.server.story import LOG_LINES
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.browser import Come, Guest, invitation, join, play_now, set_table
from tests.server.guests import every_game
from tests.server.running import Server

MOVES = 30  # of the guest and the bots, that the page follows

# The live part of the page without the state of this visit: the focus, open details, marks of what changed, older lines
# of the log, and spaces between elements.
DRAWN_BY_THE_PAGE = """() => {
  const live = document.getElementById("live").cloneNode(true);
  for (const each of live.querySelectorAll("[style]")) each.removeAttribute("style");
  for (const each of live.querySelectorAll("details[open]")) each.removeAttribute("open");
  for (const each of live.querySelectorAll(".rolling")) each.classList.remove("rolling");
  for (const each of live.querySelectorAll(".touched")) each.classList.remove("touched");
  for (const each of [...live.querySelectorAll(".log li")].slice(0, -LOG_LINES)) each.remove();
  return live.innerHTML.replace(/>\\s+</g, "><").replaceAll(' class=""', "");
}""".replace("LOG_LINES", str(LOG_LINES))


def wait_for_the_guest(guest: Guest) -> None:
    """Wait until all bots have moved: only the guest has to decide, or the game is over, and the page shows it."""
    while guest.next_moment() == "sheet":
        guest.step()
    guest.page.wait_for_function("() => document.querySelector('.player-turn:not(.you)') === null")
    guest.caught_up()


@every_game
def test_a_page_that_followed_looks_like_one_that_is_loaded_again(server: Server, come: Come, game: Game) -> None:
    guest = come()
    play_now(guest, server, game)
    while guest.number < MOVES and guest.next_moment() != "over":
        guest.decide()
    wait_for_the_guest(guest)
    if guest.moment() == "over":
        guest.page.locator("#sheet-continue").click()
        expect(guest.page.locator("#live .ending")).to_be_visible()
    followed, updates = guest.page.evaluate(DRAWN_BY_THE_PAGE), [each["html"] for each in guest.heard if "html" in each]
    guest.page.reload()
    wait_for_the_guest(guest)
    assert guest.page.evaluate(DRAWN_BY_THE_PAGE) == followed
    # Only a few updates are whole: the first one, and those after a change of names or a move taken back.
    assert sum("live" in html for html in updates) <= len(updates) / 4


# Notes the names of the pieces that fly in each transition.
NOTE_FLIGHTS = """
    const start = document.startViewTransition.bind(document);
    window.flown = [];
    document.startViewTransition = (update) => {
      const named = [...document.querySelectorAll("[data-piece]")].filter((piece) => piece.style.viewTransitionName);
      flown.push(named.map((piece) => piece.dataset.piece));
      return start(update);
    };
"""


def test_an_own_card_flies_from_the_hand_and_another_players_card_from_their_place(server: Server, come: Come) -> None:
    ghosts = games()["ghosts"]
    host, friend = come(calm=False), come(calm=False)
    set_table(host, server, ghosts, ["me", "friend", *["bot"] * (ghosts.seats[0] - 2)])
    join(friend, invitation(host), "Mina")
    while not (movers := [guest for guest in (host, friend) if isinstance(guest.moment(), list)]):
        host.page.wait_for_timeout(10)
    mover, other = movers[0], friend if movers[0] is host else host
    card = next(pick for pick in sorted(mover.lit()) if pick not in ("take", "mist"))
    for guest in (mover, other):
        guest.caught_up()
        guest.page.evaluate(NOTE_FLIGHTS)
    mover.click(card)
    own, others = (flown(guest) for guest in (mover, other))
    assert f"card-{card}" in own
    assert not any(name.startswith("ghost-") for name in own)
    assert any(name.startswith("ghost-") for name in others)


def flown(guest: Guest) -> list[str]:
    """Wait for a card on the pile, and return the names of all pieces that flew until then."""
    guest.page.locator(".top-card").wait_for()
    names: list[str] = guest.page.evaluate("flown.flat()")
    return names
