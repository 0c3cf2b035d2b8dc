"""Views and events are exactly what a game declares: no key more or less, and every value of its type."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from jinja2 import nodes

from spiritboard.server.render import environment
from spiritboard.table.game import Game, GameSetup
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


def fields_read(game: Game, template: str) -> set[str]:
    """Returns the fields of `view` that a template of the game names."""
    source, *_ = environment().loader.get_source(environment(), f"games/{game.id}//{template}")  # type: ignore[union-attr]
    found = environment().parse(source).find_all(nodes.Getattr)
    return {each.attr for each in found if isinstance(each.node, nodes.Name) and each.node.name == "view"}


def test_a_template_reads_declared_fields_only(game: Game) -> None:
    if not (game.folder / "table.html").exists():
        pytest.skip("This game has no page.")
    read = fields_read(game, "table.html")
    assert read
    assert read <= get_type_hints(game.view).keys()


def test_the_terminal_draws_the_declared_view(game: Game) -> None:
    drawn = get_type_hints(game.drawing)
    drawn.pop("return")
    assert list(drawn.values()) == [game.view, list[str]]
