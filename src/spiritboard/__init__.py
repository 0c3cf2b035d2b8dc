"""Spiritboard: five ghost games at one table.

>>> import spiritboard
>>> spiritboard.games()["ghosts"].seats_text
'2-6'
>>> state = spiritboard.make("ghosts", players=3, rounds=1).new(spiritboard.Dice(2026))
>>> state
<ghosts, 3 players, seat 1 to decide>
"""

import os as _os
import sys as _sys
from contextlib import suppress as _suppress
from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if _os.environ.get("SPIRITBOARD_PLAIN"):
    # This must come before any other module of the package is loaded.
    from spiritboard import _plain

    _plain.install()

from spiritboard.table import drawing as _drawing

if TYPE_CHECKING:
    from spiritboard.front_door import arena, balance, games, make, pilot, review, show, simulate, sweep
    from spiritboard.table.dice import Dice
    from spiritboard.table.record import Record, read_record

__version__ = "0.1.0"
__all__ = [
    "Dice",
    "Record",
    "__version__",
    "arena",
    "balance",
    "games",
    "make",
    "pilot",
    "read_record",
    "review",
    "show",
    "simulate",
    "sweep",
]

# They are loaded when they are first used, because most of what imports this package needs none of them. The packages
# `arena`, `games` and `review` are called like the functions of these names: see callable_package.py.
_FOUND_IN = {
    "Dice": "table.dice",
    "Record": "table.record",
    "balance": "front_door",
    "make": "front_door",
    "pilot": "front_door",
    "read_record": "table.record",
    "show": "front_door",
    "simulate": "front_door",
    "sweep": "front_door",
}
_PACKAGES = ("arena", "games", "review")


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return _import_module(f"spiritboard.{name}")
    if name in _FOUND_IN:
        found: object = getattr(_import_module(f"spiritboard.{_FOUND_IN[name]}"), name)
        return found
    raise AttributeError(f"module 'spiritboard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _draw(state: object, seat: int | None) -> str:
    from spiritboard.server.still import still
    from spiritboard.table.state import State

    assert isinstance(state, State)
    return still(state, seat)


_drawing.draw_with(_draw)

if "gymnasium" in _sys.modules:
    # Gymnasium knows only the environments that packages have registered: since version 1.0 it reads no entry points.
    with _suppress(ImportError):  # one of the other libraries that environments need is missing
        _import_module("spiritboard.adapters.gymnasium")
