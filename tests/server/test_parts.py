"""A table is drawn in parts: a part is drawn once for all who see the same, and sent only to pages that lack it."""

from __future__ import annotations

import copy
from itertools import islice
from typing import Any

import msgspec
import pytest
from jinja2 import DictLoader, StrictUndefined

from spiritboard.server.drawings import Data, Drawings
from spiritboard.server.live_table import LiveTable
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.part import compose
from spiritboard.server.render import draw_live, live_context
from spiritboard.server.shown_table import MOST_SMALL, ShownTable
from spiritboard.server.story import LOG_LINES
from spiritboard.server.table_info import table_urls
from spiritboard.server.templating import Memo, TableEnvironment, among, equal, fields_of, one_of
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.registry import games
from tests.server.guests import LANTERNS, ShownParts, every_game, live_table_of, most_seats, page_at, person
from tests.server.test_secrets import dealt_anew, walk

# Drawing templates in parts.


def drawn(
    drawings: Drawings, text: str, view: dict[str, object], told: dict[str, int] | None = None, **rest: object
) -> Any:
    loader = DictLoader({"table": text, "macros": MACROS})
    environment = _ENVIRONMENTS.setdefault(
        text, TableEnvironment(autoescape=True, loader=loader, undefined=StrictUndefined)
    )
    environment.globals |= {"memo": _MEMO, "one_of": one_of, "fields_of": fields_of, "equal": equal, "among": among}
    data: Data = {"view": view, "told": told or {}, "": rest}
    return drawings.draw(environment.get_template("table"), "table", data)


MACROS = """\
{%- macro card(name) %}<i>{{ name * 200 }}</i>{% endmacro -%}
{%- macro row(cards) %}{% for each in cards %}{{ memo(card, each) }}{% endfor %}{% endmacro -%}
"""
_ENVIRONMENTS: dict[str, TableEnvironment] = {}
_MEMO = Memo(100)
TWO_BLOCKS = (
    "<p>{% block own %}{{ view.hand }}{% endblock %}{% block pile %}{{ view.pile }} {{ names }}{% endblock %}</p>"
)


def html(parts: dict[str, Any]) -> str:
    small = {name: part.html for each in parts.values() for name, part in each.small.items()}
    return compose({**{name: part.html for name, part in parts.items()}, **small}, "table")


def test_the_blocks_of_a_template_are_its_parts() -> None:
    found = drawn(Drawings(2), TWO_BLOCKS, {"hand": 1, "pile": 2}, names="Ada")
    assert {name: part.html for name, part in found.items()} == {
        "table": "<p><!--part:table.own--><!--part:table.pile--></p>",
        "table.own": "1",
        "table.pile": "2 Ada",
    }
    assert html(found) == "<p>12 Ada</p>"


def test_a_part_is_drawn_again_only_if_something_changed_that_it_reads() -> None:
    drawings = Drawings(2)
    before = drawn(drawings, TWO_BLOCKS, {"hand": 1, "pile": 2, "more": 3}, names="Ada")
    after = drawn(drawings, TWO_BLOCKS, {"hand": 5, "pile": 2, "more": 4}, names="Ada")
    assert {name for name in after if after[name] is not before[name]} == {"table.own"}
    renamed = drawn(drawings, TWO_BLOCKS, {"hand": 5, "pile": 2, "more": 4}, names="Bo")
    assert {name for name in renamed if renamed[name] is not after[name]} == {"table.pile"}


def test_what_is_read_outside_of_all_blocks_counts_for_every_block() -> None:
    text = "{% set top = view.pile[-1] %}{% block own %}{{ top }}{% endblock %}"
    drawings = Drawings(2)
    assert html(drawn(drawings, text, {"pile": [1]})) == "1"
    assert html(drawn(drawings, text, {"pile": [2]})) == "2"


def test_counts_of_events_are_watched_one_by_one() -> None:
    text = "{% block own %}{{ view.hand }}-{{ told.play + 0 }}{% endblock %}"
    drawings = Drawings(2)
    before = drawn(drawings, text, {"hand": 1}, {"play": 3, "roll": 1})
    assert before["table.own"].html == "1-3"
    assert drawn(drawings, text, {"hand": 1}, {"play": 3, "roll": 2})["table.own"] is before["table.own"]
    assert drawn(drawings, text, {"hand": 1}, {"play": 4, "roll": 2})["table.own"].html == "1-4"


OWN_CARD = "{% block own %}{% set me = fields_of(view, 'players', 1) %}{{ me.card }}{{ me.up|length }}{% endblock %}"


def of_two(**second: object) -> dict[str, object]:
    return {"players": [{"card": 3}, second]}


def test_a_part_that_reads_fields_of_an_item_does_not_depend_on_its_other_fields() -> None:
    drawings = Drawings(2)
    before = drawn(drawings, OWN_CARD, of_two(card=5, up=[7], score=1))["table.own"]
    assert before.html == "51"
    assert drawn(drawings, OWN_CARD, of_two(card=5, up=[7], score=2))["table.own"] is before
    assert drawn(drawings, OWN_CARD, of_two(card=6, up=[7], score=2))["table.own"].html == "61"
    assert drawn(drawings, OWN_CARD, of_two(card=6, up=[7, 8], score=2))["table.own"].html == "62"


def test_a_drawing_of_fields_of_an_item_serves_no_view_that_lacks_them() -> None:
    text = "{% block own %}{{ fields_of(view, 'players', 0).card is defined }}{% endblock %}"
    drawings = Drawings(2)
    assert drawn(drawings, text, {"players": [{"card": 5}]})["table.own"].html == "True"
    assert drawn(drawings, text, {"players": [{}]})["table.own"].html == "False"
    assert drawn(drawings, text, {"players": [{"card": 5}]})["table.own"].html == "True"
    with pytest.raises(LookupError):
        drawn(Drawings(2), text, {"players": []})


def test_a_part_that_asks_for_one_of_several_values_is_shared_by_them() -> None:
    text = "{% block own %}{{ 'even' if among(view, 'seat', [0, 2]) else 'odd' }}{% endblock %}"
    drawings = Drawings(5)
    seats: list[int | None] = [0, 1, 2, 3, None]
    found = [drawn(drawings, text, {"seat": seat})["table.own"] for seat in seats]
    assert [part.html for part in found] == ["even", "odd", "even", "odd", "odd"]
    assert found[0] is found[2]
    assert found[1] is found[3] is found[4]


def test_a_page_is_sent_the_parts_inside_of_a_small_part_that_it_has_not() -> None:
    text = "{% import 'macros' as m %}{% block own %}{{ memo(m.row, view.cards) }}{% endblock %}"
    part = drawn(Drawings(2), text, {"cards": ["x", "y"]})["table.own"]
    assert len(part.outer) == 1
    assert len(part.small) == 3
    assert html({"table": part}) == f"<i>{'x' * 200}</i><i>{'y' * 200}</i>"


def test_a_block_may_be_inside_another_one_and_may_be_left_out() -> None:
    inner = "{% if view.over %}{% block end %}{{ view.places }}{% endblock %}{% endif %}"
    text = f"{{% block all %}}<b>{inner}</b>{{% endblock %}}"
    drawings = Drawings(2)
    assert drawn(drawings, text, {"over": False, "places": 1}).keys() == {"table", "table.all"}
    assert html(drawn(drawings, text, {"over": True, "places": 1})) == "<b>1</b>"


def test_a_template_without_blocks_is_one_part() -> None:
    found = drawn(Drawings(2), "<p>{{ view.hand }}</p>", {"hand": 1})
    assert {name: part.html for name, part in found.items()} == {"table": "<p>1</p>"}


def test_everything_counts_as_read_if_a_template_hands_on_all_its_variables() -> None:
    text = "{% import 'macros' as m with context %}{% block own %}{{ view.hand }}{% endblock %}"
    drawings = Drawings(2)
    before = drawn(drawings, text, {"hand": 1}, names="Ada")
    assert drawn(drawings, text, {"hand": 1}, names="Bo")["table.own"] is not before["table.own"]


def test_what_a_macro_draws_is_a_part_named_by_its_html_alone() -> None:
    text = "{% import 'macros' as m %}{% block own %}{{ memo(m.card, view.card) }}{% endblock %}"
    one, same = (drawn(Drawings(2), text, {"card": "a", "seat": seat})["table.own"] for seat in (0, 1))
    other = drawn(Drawings(2), text, {"card": "b"})["table.own"]
    assert one.html == same.html
    assert one.html != other.html
    assert [part.html for part in one.small.values()] == ["<i>" + "a" * 200 + "</i>"]


def test_a_drawing_is_kept_while_it_is_used() -> None:
    drawings = Drawings(3)
    own = drawn(drawings, HAND, {"hand": 1})["table"]
    for other in range(2, 9):
        drawings.go_on()
        assert drawn(drawings, HAND, {"hand": 1})["table"] is own
        drawn(drawings, HAND, {"hand": other})
    drawings.go_on()
    drawings.go_on()
    drawn(drawings, HAND, {"hand": 9})
    assert drawn(drawings, HAND, {"hand": 1})["table"] is not own


def test_only_as_many_drawings_are_kept_as_there_are_seats() -> None:
    drawings = Drawings(3)
    first, second, _ = (drawn(drawings, HAND, {"hand": each})["table"] for each in (1, 2, 3))
    assert drawn(drawings, HAND, {"hand": 1})["table"] is first
    drawn(drawings, HAND, {"hand": 4})
    assert drawn(drawings, HAND, {"hand": 1})["table"] is first
    assert drawn(drawings, HAND, {"hand": 2})["table"] is not second  # which nobody had used for the longest time


HAND = "{{ view.hand }}"


def test_a_part_that_reads_one_item_does_not_depend_on_the_others() -> None:
    text = "{% block own %}{{ one_of(view, 'hands', view.seat) }}{% endblock %}"
    drawings = Drawings(3)
    own = drawn(drawings, text, {"seat": 1, "hands": ["a", "b"]})["table.own"]
    assert own.html == "b"
    assert drawn(drawings, text, {"seat": 1, "hands": ["c", "b"]})["table.own"] is own
    assert drawn(drawings, text, {"seat": 1, "hands": ["c", "d"]})["table.own"].html == "d"


def test_a_part_that_asks_for_one_value_does_not_depend_on_the_others() -> None:
    text = "{% block own %}{{ 'now' if equal(view, 'turn', view.seat) else 'later' }}{% endblock %}"
    drawings = Drawings(3)
    own = drawn(drawings, text, {"seat": 1, "turn": 2})["table.own"]
    assert own.html == "later"
    assert drawn(drawings, text, {"seat": 1, "turn": 3})["table.own"] is own
    assert drawn(drawings, text, {"seat": 1, "turn": 1})["table.own"].html == "now"


def test_a_part_may_ask_for_a_value_far_inside() -> None:
    text = "{% block own %}{{ 'empty' if equal(view, 'piles', -1, 'count', 0) else 'full' }}{% endblock %}"
    drawings = Drawings(3)
    full = drawn(drawings, text, {"piles": [{"count": 2}]})["table.own"]
    assert full.html == "full"
    assert drawn(drawings, text, {"piles": [{"count": 0}, {"count": 1}]})["table.own"] is full
    assert drawn(drawings, text, {"piles": []})["table.own"] is full
    assert drawn(drawings, text, {"piles": [{"count": 0}]})["table.own"].html == "empty"


POSITIONS = 40


@pytest.mark.parametrize(("game", "part", "most"), [("thirteen", "table.book", 1.4), ("halloween", "table.board", 2.8)])
def test_blocks_that_differ_little_between_seats_are_seldom_drawn_again(game: str, part: str, most: float) -> None:
    live = live_table_of(games()[game], 4, "one")
    found = set()
    for _ in islice(walk(live, "one"), POSITIONS):
        contexts = [{**live_context(live, seat), "csrf": "", "urls": {}} for seat in range(4)]
        found |= {draw_live(live, context).parts[part] for context in contexts}
    assert len(found) < most * POSITIONS


@pytest.mark.parametrize("fields", [{"hand": 1}, {"hand": 1, "pile": [2], "more": 3}, {"hand": 1, "pile": [2, 2]}])
def test_a_part_is_drawn_again_if_a_field_that_it_reads_comes_goes_or_grows(fields: dict[str, object]) -> None:
    text = "{{ view.hand }} {{ view.pile|join if 'pile' in view }} {{ view.more if 'more' in view }}"
    drawings = Drawings(3)
    before = drawn(drawings, text, {"hand": 1, "pile": [2]})["table"]
    assert drawn(drawings, text, {"hand": 1, "pile": [2]})["table"] is before
    assert drawn(drawings, text, fields)["table"].html != before.html


def test_a_small_part_may_have_small_parts_inside() -> None:
    text = "{% import 'macros' as m %}{% block own %}{{ memo(m.row, view.cards) }}{% endblock %}"
    found = drawn(Drawings(2), text, {"cards": ["a", "b"]})
    assert len(found["table.own"].small) == 3
    assert html(found) == "".join(f"<i>{name * 200}</i>" for name in "ab")


# Pages that follow a table.


def page_of(live: LiveTable, seat: int | None) -> PageConnection:
    return page_at(live, person(seat))


def sent(page: PageConnection) -> dict[str, Any]:
    update: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(page.update()))
    return update


def fresh_page(live: LiveTable, seat: int | None) -> str:
    seats = [] if seat is None else [seat]
    context = {**live_context(live, seat), "csrf": "token", "urls": table_urls(live, seats)}
    return draw_live(live, context).html


def everybody(live: LiveTable) -> list[int | None]:
    return [*range(len(live.chairs)), None]


@every_game
def test_a_page_that_follows_shows_what_a_fresh_page_shows(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "follow")
    pages = {seat: (page_of(live, seat), ShownParts()) for seat in everybody(live)}
    for dice in walk(live, "follow"):
        for seat, (page, shown) in pages.items():
            # Some pages miss some tables, because a slow page is only sent the newest one.
            if seat == 0 or dice.below(3):
                assert shown.take(sent(page)) == fresh_page(live, seat)
    for seat, (page, shown) in pages.items():
        assert shown.take(sent(page)) == fresh_page(live, seat)


def twin_of(shown: ShownTable) -> ShownTable:
    """Returns an object that has sent the same and does not follow when the other one sends more."""
    twin = copy.copy(shown)
    twin._parts, twin._small = shown._parts.copy(), shown._small.copy()
    return twin


@every_game
def test_what_a_following_page_is_sent_does_not_depend_on_what_its_seat_cannot_know(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "secret")
    pages = {seat: page_of(live, seat) for seat in everybody(live)}
    for dice in walk(live, "secret"):
        for seat, page in pages.items():
            twin = copy.copy(page)
            twin.shown, twin.live = twin_of(page.shown), dealt_anew(live, seat, dice)
            assert sent(twin) == sent(page), (live.number, seat)


def play(live: LiveTable, moves: int) -> None:
    dice = Dice("play")
    for _ in range(moves):
        state = live.in_progress.state
        seat = dice.pick(state.pending())
        live.carry_out(Move(seat, dice.pick(state.paths(seat)), dice.text()))


def test_a_page_is_sent_only_what_it_does_not_have() -> None:
    live = live_table_of(games()["ghosts"], 4, "changes")
    page = page_of(live, 0)
    first = sent(page)
    assert {"live", "live.asking", "table", "table.stage", "table.own", "table.players"} <= first["html"].keys()
    again = sent(page)
    assert (again["html"], again["log"]["lines"]) == ({}, [])
    play(live, 1)
    after = sent(page)
    assert "live" not in after["html"]
    assert {"table.stage", "table.players"} <= after["html"].keys()
    assert len(after["log"]["lines"]) == live.story(0).fresh > 0


def test_a_page_that_comes_back_is_sent_everything() -> None:
    live = live_table_of(games()["ghosts"], 4, "back")
    page = page_of(live, 0)
    sent(page)
    play(live, 3)
    sent(page)
    back = sent(page_of(live, 0))
    assert "live" in back["html"]
    assert ShownParts().take(back) == fresh_page(live, 0)


def test_a_shared_screen_is_sent_everything_when_it_is_passed_on() -> None:
    live = live_table_of(LANTERNS, 4, "passing")
    for chair in live.chairs[:2]:
        chair.person = "person-0"
    page = page_of(live, 0)
    page.facing = 0
    assert sent(page)["seat"] in (0, None)
    for facing in (1, 0):
        page.facing = facing
        update = sent(page)
        assert "live" in update["html"]
        assert ShownParts().take(update) == fresh_page(live, update["seat"])


def test_a_page_gets_only_the_last_lines_of_a_long_story() -> None:
    live = live_table_of(games()["spookies"], 4, "long")
    page, shown = page_of(live, 0), ShownParts()
    shown.take(sent(page))
    play(live, 60)
    update = sent(page)
    assert len(live.story(0).lines) > LOG_LINES == len(update["log"]["lines"])
    assert shown.take(update) == fresh_page(live, 0)


def test_a_page_of_an_older_version_is_sent_the_whole_table_every_time() -> None:
    live = live_table_of(games()["ghosts"], 4, "older")
    page = page_of(live, 0)
    page.in_parts = False
    for _ in range(3):
        assert sent(page)["html"] == fresh_page(live, 0)
        play(live, 1)


def test_a_page_with_very_many_parts_is_sent_everything() -> None:
    live = live_table_of(games()["ghosts"], 4, "many")
    page = page_of(live, 0)
    sent(page)
    page.shown._small.update(map(str, range(MOST_SMALL)))
    assert "live" in sent(page)["html"]
    assert sent(page)["html"] == {}
