"""Templates read views quickly, and still escape every value and note which parts they read."""

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


def test_every_value_of_a_view_is_escaped() -> None:
    view = Watched({"name": "<b>Ada</b>", "card": {"words": "<i>", "number": 5}, "list": ["&"]})
    told = drawn("{{ view.name }}, {{ view.card.words }}, {{ view.card.number }}, {{ view.list[0] }}", view=view)
    assert told == "&lt;b&gt;Ada&lt;/b&gt;, &lt;i&gt;, 5, &amp;"


def test_an_if_without_an_else_draws_nothing_where_it_is_false() -> None:
    assert drawn("{{ '<' if yes }}{{ '>' if no }}{{ 'a' ~ ('b' if no) }}", yes=True, no=False) == "&lt;a"


def test_keys_and_attributes_of_the_same_name_are_kept_apart() -> None:
    assert drawn("{{ view['values'] }} {{ card.items }} {{ word.upper() }}", **VALUES) == "1 2 BOO"


VALUES: dict[str, object] = {"view": Watched({"values": 1}), "card": {"items": 2}, "word": "boo"}


def test_readings_are_noted_also_for_missing_parts() -> None:
    view = Watched({"hand": [1], "pile": 2, "secret": 3})
    drawn("{{ view.hand }} {{ 'pile' in view }} {{ 'deck' in view }} {{ view.left is defined }}", view=view)
    assert view.read == {"hand": [1], "pile": 2, "deck": MISSING, "left": MISSING}


@pytest.mark.parametrize("template", ["{{ view.deck }}", "{{ view.card.deck }}", "{{ view.deck.top }}", "{{ deck }}"])
def test_a_missing_part_cannot_be_drawn(template: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(template, view=Watched({"card": {}}))


@pytest.mark.parametrize("template", ["{{ view|length }}", "{% for part in view %}{% endfor %}", "{{ view.items() }}"])
def test_a_view_can_be_read_only_part_by_part(template: str) -> None:
    with pytest.raises((TypeError, KeyError, UndefinedError)):
        drawn(template, view=Watched({"hand": [1]}))


def test_a_macro_cannot_be_given_a_whole_view() -> None:
    """It would be unknown which parts of the view the drawing depends on."""
    template = "{% macro card(view) %}{{ view.hand }}{% endmacro %}{{ memo(card, view) }}"
    with pytest.raises(TypeError, match="Watched"):
        drawn(template, view=Watched({"hand": [1]}), memo=Memo(10))


def test_a_macro_draws_once_for_the_same_arguments() -> None:
    memo = Memo(10)
    template = "{% macro card(n) %}<b>{{ n }}</b>{% endmacro %}{% for n in [1, 2, 1] %}{{ memo(card, n) }}{% endfor %}"
    assert drawn(template, memo=memo) == "<b>1</b><b>2</b><b>1</b>"
    assert len(memo.drawn) == 2


def test_only_the_older_half_of_the_drawings_is_forgotten_when_there_are_too_many() -> None:
    memo = Memo(4)
    template = "{% macro card(n) %}<b>{{ n }}</b>{% endmacro %}{% for n in range(5) %}{{ memo(card, n) }}{% endfor %}"
    assert drawn(template, memo=memo) == "<b>0</b><b>1</b><b>2</b><b>3</b><b>4</b>"
    assert [arguments for _, arguments in memo.drawn] == [b"[2]", b"[3]", b"[4]"]


@pytest.mark.parametrize(
    ("call", "found"),
    [("m('<')", "[&lt;]5"), ("m('<', 6)", "[&lt;]6"), ("m(b=7, a='>')", "[&gt;]7"), ("rest('a', 'b')", "ab")],
)
def test_a_macro_draws_the_same_however_it_is_called(call: str, found: str) -> None:
    macros = "{% macro m(a, b=5) %}[{{ a }}]{{ b }}{% endmacro %}"
    macros += "{% macro rest(a) %}{{ a }}{{ varargs[0] }}{% endmacro %}"
    assert drawn(macros + "{{ " + call + " }}") == found


def test_a_macro_that_is_given_too_much_cannot_be_drawn() -> None:
    with pytest.raises(TypeError):
        drawn("{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}")
