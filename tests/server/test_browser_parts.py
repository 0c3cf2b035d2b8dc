"""In a browser, a page that has followed a table shows what the same page shows when it is loaded again."""

from __future__ import annotations

from spiritboard.table.game import Game
from tests.server.browser import Come, Guest, play_now
from tests.server.guests import every_game
from tests.server.running import Server

MOVES = 30  # of the guest and the bots, that the page follows

# The live part of the page without the state of this visit: the focus, open details, and spaces between elements.
DRAWN_BY_THE_PAGE = """() => {
  const live = document.getElementById("live").cloneNode(true);
  for (const each of live.querySelectorAll("[style]")) each.removeAttribute("style");
  for (const each of live.querySelectorAll("details[open]")) each.removeAttribute("open");
  for (const each of live.querySelectorAll(".rolling")) each.classList.remove("rolling");
  return live.innerHTML.replace(/>\\s+</g, "><").replaceAll(' class=""', "");
}"""


def wait_for_the_guest(guest: Guest) -> None:
    """Wait until all bots have moved: only the guest has to decide, or the game is over, and the page shows it."""
    assert guest.next_moment()
    guest.page.wait_for_function("() => document.querySelector('.player-turn:not(.you)') === null")
    guest.caught_up()


@every_game
def test_a_page_that_followed_looks_like_one_that_is_loaded_again(server: Server, come: Come, game: Game) -> None:
    guest = come()
    play_now(guest, server, game)
    while guest.number < MOVES and guest.next_moment() != "over":
        guest.decide()
    wait_for_the_guest(guest)
    followed, updates = guest.page.evaluate(DRAWN_BY_THE_PAGE), [each["html"] for each in guest.heard if "html" in each]
    guest.page.reload()
    wait_for_the_guest(guest)
    assert guest.page.evaluate(DRAWN_BY_THE_PAGE) == followed
    # Only a few updates are whole: the first one, and those after a change of names or a move taken back.
    assert sum("live" in html for html in updates) <= len(updates) / 4
