"""Every registered game, at every seat count, with its defaults and with every value of every option."""

from __future__ import annotations

import os

import pytest

from spiritboard.table.game import Kit
from spiritboard.table.options import FirstPlayer
from spiritboard.table.shelf import games


def option_sets(seats: int, game_id: str, every: bool) -> list[dict[str, str]]:
    """Who begins changes seats and not rules: every value of that is only played to the end."""
    game = games()[game_id]
    single = [
        {option.name: value}
        for option in game.options
        if every or not isinstance(option, FirstPlayer)
        for value in ends(option.values(seats))
        if value != option.default
    ]
    last_of_each = {option.name: option.values(seats)[-1] for option in game.options}
    # Plain Python is slow, and test_modes shows that it plays the same games as the compiled rules.
    return [{}, last_of_each] if os.environ.get("SPIRITBOARD_PLAIN") else [{}, *single, last_of_each]


def ends(values: tuple[str, ...]) -> tuple[str, ...]:
    """All of a few; of many that differ only in number, such as who begins, the first and the last."""
    return values if len(values) <= 4 else (*values[:2], values[-1])


def kits(every: bool) -> list[Kit]:
    return [
        game.kit(seats, **options)
        for game in games().values()
        for seats in game.seats
        for options in option_sets(seats, game.id, every)
    ]


def kit_name(kit: Kit) -> str:
    defaults = {option.name: option.default for option in kit.game.options}
    changed = [f"{name}={value}" for name, value in kit.setup.options.items() if defaults[name] != value]
    return "-".join([kit.game.id, str(kit.setup.seats), *changed])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, every in (("kit", False), ("every_kit", True)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, kits(every), ids=kit_name)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(games().values()), ids=lambda game: game.id)
