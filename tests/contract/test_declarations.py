"""Views and events are exactly what a game declares: no key more or less, and every value of its type."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from jinja2 import nodes

from spiritboard.server.render import environment
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.registry import games
from spiritboard.table.view import Explained, Shown, View
from tests.contract.walk import walk


def differences(value: object, kind: object, where: str) -> Iterator[str]:
    """Yields where a value is not of the declared kind."""
    if is_typeddict(kind):
        yield from record_differences(value, kind, where)
    elif get_origin(kind) in (list, dict) and type(value) is get_origin(kind):
        for at, each in items(value):
            yield from differences(each, get_args(kind)[-1], f"{where}[{at!r}]")
    elif get_origin(kind) in (Union, types.UnionType):
        if all(any(differences(value, each, where)) for each in get_args(kind)):
            yield f"{where} is {value!r}, not {kind}"
    elif get_origin(kind) is Literal:
        if value not in get_args(kind):
            yield f"{where} is {value!r}, not {kind}"
    elif type(value) is not kind:
        yield f"{where} is {value!r}, not {kind}"


def items(value: object) -> Iterator[tuple[object, object]]:
    assert isinstance(value, list | dict)
    yield from value.items() if isinstance(value, dict) else enumerate(value)


def record_differences(value: object, kind: object, where: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{where} is {value!r}, not {kind}"
        return
    declared = get_type_hints(kind)
    required: frozenset[str] = getattr(kind, "__required_keys__", frozenset())
    if not required <= value.keys() <= declared.keys():
        yield f"{where} has the keys {sorted(value)}, not {sorted(declared)}"
        return
    for name, each in value.items():
        yield from differences(each, declared[name], f"{where}.{name}")


def test_a_declared_view_extends_the_common_one(game: Game) -> None:
    assert get_type_hints(game.view).items() >= get_type_hints(View).items()


def test_every_view_is_as_declared(every_setup: GameSetup) -> None:
    setup = every_setup
    for state, *_ in walk(setup, "declared"):
        for seat in [*range(state.seats), None]:
            assert not list(differences(state.view(seat), setup.game.view, "view"))


def test_a_wrong_view_is_noticed() -> None:
    view = {"prompt": None}
    assert not list(differences(view, Explained, "view"))
    assert list(differences({"prompt": 3}, Explained, "view")) == ["view.prompt is 3, not str | None"]
    assert list(differences({}, Explained, "view")) == ["view has the keys [], not ['prompt']"]
    assert list(differences(view, Shown, "view")) == ["view has the keys ['prompt'], not []"]


def test_every_event_is_of_a_declared_kind_and_its_facts_say_it(every_setup: GameSetup) -> None:
    kinds = {kind.name: kind for kind in every_setup.game.events}
    assert len(kinds) == len(every_setup.game.events)
    for state, *_ in walk(every_setup, "told"):
        for event in state.events or []:
            kind = kinds[event.kind]
            assert not list(differences(event.data, kind.facts, event.kind))
            assert kind.words(event.data) == event.words


NOT_VIEWS = {"loop", "told", "open"}  # what else templates read fields of, besides what they import or make themselves
METHODS = {"count", "get", "index", "items"}  # of lists and dictionaries


def parsed(game: Game, template: str) -> nodes.Template:
    """Returns the syntax tree of a template; an empty one if the game has no such template."""
    path = game.folder / template
    return environment().parse(path.read_text(encoding="utf-8") if path.exists() else "")


def fields_added(game: Game) -> set[str]:
    """Returns the fields that a table's template adds to parts of the view: `dict(card, mine=…)`."""
    calls = parsed(game, "table.html").find_all(nodes.Call)
    copies = [call for call in calls if isinstance(call.node, nodes.Name) and call.node.name == "dict"]
    return {added.key for call in copies for added in call.kwargs}


def fields_read(game: Game, template: str) -> set[str]:
    """Returns the fields that a template of the game reads of its view, and of the parts of the view."""
    tree = parsed(game, template)
    imported = {node.target for node in tree.find_all(nodes.Import)}
    made = {made_name(node) for node in tree.find_all(nodes.Assign)}
    others = NOT_VIEWS | imported | made
    found = [
        node
        for node in tree.find_all(nodes.Getattr)
        if not (isinstance(node.node, nodes.Name) and node.node.name in others)
    ]
    return {node.attr for node in found} - METHODS


def made_name(node: nodes.Assign) -> str | None:
    """Returns the name of a namespace or a dictionary that a template makes itself, and None for anything else."""
    call = node.node
    is_namespace = isinstance(call, nodes.Call) and isinstance(call.node, nodes.Name) and call.node.name == "namespace"
    is_own = is_namespace or isinstance(call, nodes.Dict)
    return node.target.name if is_own and isinstance(node.target, nodes.Name) else None


def fields_declared(kind: object, met: set[object]) -> set[str]:
    """Returns the fields of a declared type and of the types in it."""
    if is_typeddict(kind) and kind not in met:
        met.add(kind)
        fields = get_type_hints(kind)
        return set(fields).union(*(fields_declared(each, met) for each in fields.values()))
    return set().union(*(fields_declared(each, met) for each in get_args(kind)))


@pytest.mark.parametrize("template", ["table.html", "parts.html"])
def test_a_template_reads_declared_fields_only(game: Game, template: str) -> None:
    assert fields_read(game, template) <= fields_declared(game.view, set()) | fields_added(game)


def test_the_fields_that_templates_read_are_found() -> None:
    game = games()["ghosts"]
    assert {"level", "clockwise", "hands"} <= fields_read(game, "table.html")
    assert {"reverses", "colour", "ghosts"} <= fields_read(game, "parts.html")
    assert {"level", "reverses", "winners"} <= fields_declared(game.view, set())


def test_the_terminal_draws_the_declared_view(game: Game) -> None:
    drawn = get_type_hints(game.drawing)
    drawn.pop("return")
    assert list(drawn.values()) == [game.view, list[str]]
