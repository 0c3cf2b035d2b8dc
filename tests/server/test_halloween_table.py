"""The drawing of Halloween's table, in positions that are set up by hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.server.render import draw_live, live_context
from tests.games.halloween.moves import play, rest_of_turn, rolling
from tests.games.halloween.positions import BUILDINGS, new_game, position
from tests.server.browser import PHONE, WIDE, Come, Size, both_sizes, open_lesson, play_now
from tests.server.guests import live_table_of
from tests.server.running import Server
from tests.server.test_card_tables import part, table, words

EXPLAINED = re.compile(r'data-explain="([^"]*)"')
FIGHTING = {"church": "red blue"}


def rich_table(variant: str = "standard") -> str:
    """Returns a table with everything on it that there can be: haunt tokens, bonus tokens, cards, discs, dice."""
    if variant == "master":
        return table(
            position({"church": "blue green"}, levels=(2, 3, 1, 1), haunts={"blue-school": 1}, variant=variant)
        )
    state = position(
        FIGHTING,
        mine=[4, 7, 12],
        theirs=[2, 12],
        levels=(5, 2, 1),
        tokens="red blue",
        covered=["2 move", "2 scare"],
        spots="hx.",
        bonus={"school": "g", "library": "l"},
        haunts={"red-school": 0, "blue-library": 1},
    )
    return table(play(state, "card-4", "section-2", "section-1 fight", "ghost-red-church", "seat-2", "accept"))


def table_at_the_end(state: Halloween) -> str:
    live = live_table_of(GAME, state.seats, "table")
    state.listen()
    live.in_progress.state = state
    return draw_live(live, {**live_context(live, 0), "urls": {"replay": ""}}).html


@pytest.mark.parametrize("variant", ["standard", "master"])
def test_everything_that_is_marked_is_explained(variant: str) -> None:
    keys = EXPLAINED.findall(rich_table(variant))
    assert len(set(keys)) > 15
    assert [key for key in keys if key not in GAME.help.terms] == []


def test_nothing_is_explained_by_titles() -> None:
    assert " title=" not in rich_table()


def test_a_haunt_space_and_a_card_name_their_player() -> None:
    html = rich_table()
    assert "blue haunt space: haunted by Guest 1" in words(html)
    assert "Occupied by Guest 1." in words(html)
    assert "player 2" not in words(html)


def test_a_section_is_not_done_before_its_action_is_over() -> None:
    state = position(FIGHTING)
    assert "done-mark" not in table(play(state, "section-1 scare"))
    assert "done-mark" in table(play(state, "ghost-blue-church"))


def test_dice_are_gone_when_they_are_settled() -> None:
    state = position(FIGHTING, spots="h..", levels=(5, 1, 1))
    play(state, "section-1 fight", "ghost-red-church", "seat-2")
    assert "thrown-die" in table(state)
    play(state, "accept")
    assert "thrown-die" not in table(state)


def test_dice_stay_while_a_card_asks_about_their_difference() -> None:
    state = position(FIGHTING | {"school": "blue"}, mine=[36], spots="h..", levels=(5, 1, 1))
    play(state, "section-1 fight", "ghost-red-church", "seat-2", "accept", dice=rolling((12, 9), (4, 1)))
    assert state.view(0)["steps"][-1] == "card-36"
    assert 'data-rolled="' in table(state)


@pytest.mark.parametrize(
    ("action", "gain"),
    [
        ("summon", "+1 ghost, +1 token"),
        ("scare", "up to +3 SP"),
        ("upgrade", "for 2 to 3 SP"),
        ("haunt", "up to +6 HP"),
    ],
)
def test_an_action_says_what_it_brings_or_costs(action: str, gain: str) -> None:
    html = table(position({"church": "blue blue green yellow"}, levels=(3, 1, 1), sp=3))
    assert gain in words(part(html, f'data-path="section-1 {action}"', "</button>"))


def test_an_action_promises_nothing_when_its_section_is_done_or_covered() -> None:
    html = table(position({"church": "blue"}, covered=["1 scare"], done=[2]))
    for path in ("section-1 scare", "section-2 scare"):
        assert "SP" not in words(part(html, f'data-path="{path}"', "</button>"))


def test_a_card_says_what_it_still_needs() -> None:
    card = part(table(position(row=[3], tokens="red")), 'data-pick="card-3"', "</button>")
    assert "2 more tokens needed" in words(card)


def test_a_token_for_dice_says_when_there_are_none() -> None:
    state = position(FIGHTING, spots="h..", levels=(5, 1, 1))
    assert "no dice now" in part(table(state), 'data-pick="spot-1"', "</button>")
    play(state, "section-1 fight", "ghost-red-church", "seat-2")
    assert "no dice now" not in table(state)


def test_the_reason_why_an_action_is_impossible_is_shown_and_explained() -> None:
    action = part(table(position({"church": "blue"}, sp=0)), 'data-path="section-1 upgrade"', "</button>")
    assert 'data-explain-words="Not now: too few SP."' in action
    assert "too few SP" in words(action)


def test_a_card_says_what_it_costs_and_when_it_works() -> None:
    card = part(table(position(row=[27], tokens="red")), 'data-pick="card-27"', "</button>")
    assert "At the end: 3 HP for every red token you own." in words(card)
    assert "It costs you 3 different ghost tokens. Now: 2 more tokens of other colours." in card


def test_the_first_table_is_drawn_for_every_number_of_players() -> None:
    for seats in GAME.seats:
        assert table(new_game(seats)).count("glance-hp") == seats


def test_the_end_shows_where_all_points_came_from() -> None:
    haunts = {f"red-{building}": 0 for building in BUILDINGS[:5]}
    state = position(
        {"town-hall": "blue"}, mine=[27], tokens="red", haunts=haunts, hp=50, their_tokens="blue", theirs=[12]
    )
    rest_of_turn(play(state, "section-1 haunt", "space-blue-town-hall"))
    rest_of_turn(rest_of_turn(state))
    sums = part(table_at_the_end(state), '<table class="sum">', "</table>")
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", sums, re.DOTALL)]
    assert rows == [
        "Guest 0 Guest 1 Guest 2",
        "haunting 52 0 0",
        "card 12 0 3 0",
        "card 27 3 0 0",
        "Haunt Points 55 3 0",
    ]


# In a browser.


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_list_of_actions_moves_nothing(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    play_now(guest, server, GAME)
    expect(guest.page.locator(".pick.lit").first).to_be_visible()
    board = guest.page.locator(".sections")
    before = board.bounding_box()
    guest.page.locator(".deeds summary").click()
    expect(guest.page.locator(".deeds dl")).to_be_visible()
    assert board.bounding_box() == before


SMALLEST = """() => [...document.querySelectorAll(".halloween button, .halloween summary")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.dataset.pick ?? each.dataset.path ?? each.textContent, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 40)
  .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""


@pytest.mark.parametrize("pane", ["Town", "Board and cards"])
def test_everything_can_be_touched_with_a_finger(server: Server, come: Come, pane: str) -> None:
    guest = come(PHONE)
    play_now(guest, server, GAME)
    expect(guest.page.locator(".pick.lit").first).to_be_visible()
    guest.page.get_by_role("button", name=pane, exact=True).click()
    assert guest.page.evaluate(SMALLEST) == []


def test_a_lying_phone_has_actions_for_fingers(server: Server, come: Come) -> None:
    guest = come((844, 390))
    play_now(guest, server, GAME)
    guest.lit()
    heights = [box["height"] for each in guest.page.locator(".act").all() if (box := each.bounding_box())]
    assert heights
    assert min(heights) >= 40


OUTSIDE = """() => {
  const question = document.querySelector(".asking").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("[data-pane] .pick.lit")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    .every(({ top, bottom }) => top < question || bottom > innerHeight);
}"""


def test_what_can_be_picked_is_scrolled_onto_the_screen(server: Server, come: Come) -> None:
    guest = come(PHONE)
    guest.page.set_viewport_size({"width": 390, "height": 360})
    play_now(guest, server, GAME)
    guest.page.locator('[data-path="section-1 scare"].lit').click()
    expect(guest.page.locator('[data-pick="ghost-blue-police-station"].lit')).to_be_visible()
    guest.page.wait_for_function(f"!({OUTSIDE})()")


HEIGHTS = """(name) => [...document.querySelectorAll(`[data-path$=" ${name}"]`)]
  .map((button) => Math.round(button.getBoundingClientRect().top))"""


@both_sizes
def test_an_action_is_at_the_same_height_in_every_section(server: Server, come: Come, size: Size) -> None:
    """In this step a section is done, and the words of some actions have two lines."""
    guest = come(size)
    open_lesson(guest, server, GAME, 6, number=3)
    guest.lit()
    for action in ("summon", "move", "rest"):
        heights = guest.page.evaluate(HEIGHTS, action)
        assert len(heights) == 3
        assert len(set(heights)) == 1, f"{action}: {heights}"


def test_the_news_stay_at_their_end_when_a_hint_makes_them_narrower(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_now(guest, server, GAME)
    expect(guest.page.locator(".pick.lit").first).to_be_visible()
    guest.page.evaluate("""() => {
      const news = document.querySelector(".news");
      news.replaceChildren(...Array.from({ length: 9 }, () => {
        const line = document.createElement("li");
        line.textContent = "Somebody did something that takes rather many words to be told to all. ";
        return line;
      }));
      news.hidden = false;
      news.scrollTop = news.scrollHeight;
      news.style.maxWidth = "12rem";
    }""")
    guest.page.wait_for_function("""() => {
      const news = document.querySelector(".news");
      return news.scrollTop + news.clientHeight >= news.scrollHeight - 1;
    }""")
