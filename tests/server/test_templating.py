"""Templates look into views quickly, and still escape everything and know what they have read."""

from __future__ import annotations

import pytest
from jinja2 import StrictUndefined, UndefinedError
from markupsafe import Markup, escape

from spiritboard.server.templating import MISSING, Memo, TableEnvironment, Watched, escaped


def environment() -> TableEnvironment:
    return TableEnvironment(autoescape=True, undefined=StrictUndefined)


def drawn(template: str, **given: object) -> str:
    return environment().from_string(template).render(**given)


@pytest.mark.parametrize("value", ["<b>", "plain", Markup("<b>"), 13, -1, True, None, 1.5, ["<", 1], {"<": ">"}])
def test_escaped_is_what_escape_returns(value: object) -> None:
    assert escaped(value) == escape(value)


def test_whatever_a_view_holds_is_escaped() -> None:
    view = Watched({"name": "<b>Ada</b>", "card": {"words": "<i>", "number": 5}, "list": ["&"]})
    told = drawn("{{ view.name }}, {{ view.card.words }}, {{ view.card.number }}, {{ view.list[0] }}", view=view)
    assert told == "&lt;b&gt;Ada&lt;/b&gt;, &lt;i&gt;, 5, &amp;"


def test_a_part_hides_no_attribute_and_an_attribute_no_part() -> None:
    assert drawn("{{ view['values'] }} {{ card.items }} {{ word.upper() }}", **VALUES) == "1 2 BOO"


VALUES: dict[str, object] = {"view": Watched({"values": 1}), "card": {"items": 2}, "word": "boo"}


def test_what_was_read_is_known_also_if_it_is_not_there() -> None:
    view = Watched({"hand": [1], "pile": 2, "secret": 3})
    drawn("{{ view.hand }} {{ 'pile' in view }} {{ 'deck' in view }} {{ view.left is defined }}", view=view)
    assert view.read == {"hand": [1], "pile": 2, "deck": MISSING, "left": MISSING}


@pytest.mark.parametrize("template", ["{{ view.deck }}", "{{ view.card.deck }}", "{{ view.deck.top }}", "{{ deck }}"])
def test_what_is_not_there_cannot_be_drawn(template: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(template, view=Watched({"card": {}}))


@pytest.mark.parametrize("template", ["{{ view|length }}", "{% for part in view %}{% endfor %}", "{{ view.items() }}"])
def test_a_view_is_read_part_by_part_and_no_other_way(template: str) -> None:
    with pytest.raises((TypeError, KeyError, UndefinedError)):
        drawn(template, view=Watched({"hand": [1]}))


def test_a_drawing_is_not_kept_for_a_whole_view() -> None:
    """Nobody could tell which of its parts the drawing showed."""
    template = "{% macro card(view) %}{{ view.hand }}{% endmacro %}{{ memo(card, view) }}"
    with pytest.raises(TypeError, match="Watched"):
        drawn(template, view=Watched({"hand": [1]}), memo=Memo(10))


def test_what_is_drawn_again_is_drawn_once() -> None:
    memo = Memo(10)
    template = "{% macro card(n) %}<b>{{ n }}</b>{% endmacro %}{% for n in [1, 2, 1] %}{{ memo(card, n) }}{% endfor %}"
    assert drawn(template, memo=memo) == "<b>1</b><b>2</b><b>1</b>"
    assert len(memo.drawn) == 2
