"""Every registered game, at every seat count, with its defaults and with every value of every option."""

from __future__ import annotations

import os

import pytest

from spiritboard.table.game import GameSetup
from spiritboard.table.options import FirstPlayer
from spiritboard.table.registry import games


def option_sets(seats: int, game_id: str, every: bool) -> list[dict[str, str]]:
    """Returns the options to test with. Values of the option that says who begins are there only if `every` is true."""
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
    """Returns all values if they are few. Of many that differ only in a number it returns the first and the last."""
    return values if len(values) <= 4 else (*values[:2], values[-1])


def setups(every: bool) -> list[GameSetup]:
    return [
        game.setup(seats, **options)
        for game in games().values()
        for seats in game.seats
        for options in option_sets(seats, game.id, every)
    ]


def setup_name(setup: GameSetup) -> str:
    defaults = {option.name: option.default for option in setup.game.options}
    changed = [f"{name}={value}" for name, value in setup.config.options.items() if defaults[name] != value]
    return "-".join([setup.game.id, str(setup.config.seats), *changed])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, every in (("setup", False), ("every_setup", True)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, setups(every), ids=setup_name)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(games().values()), ids=lambda game: game.id)
