"""Packages that can be called: `spiritboard.arena(...)` is the function of this name in `front_door.py`.

The packages `games`, `arena` and `review` have the names of what people do first, so both meanings are one object."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType


class CallablePackage(ModuleType):
    """A package that can be called like the function of the same name in `front_door.py`."""

    @property
    def _function(self) -> Callable[..., object]:  # type: ignore[explicit-any] # of any signature
        found: Callable[..., object] = getattr(import_module("spiritboard.front_door"), self.__name__.split(".")[-1])  # type: ignore[explicit-any]
        return found

    @property
    def __signature__(self) -> Signature:
        return signature(self._function)

    def __call__(self, *args: object, **named: object) -> object:
        return self._function(*args, **named)


def make_callable(package: str) -> None:
    """Let the package of this name be called."""
    sys.modules[package].__class__ = CallablePackage
