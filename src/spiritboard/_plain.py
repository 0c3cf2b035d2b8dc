"""Loads the modules of this package from their source, even if they are compiled, when SPIRITBOARD_PLAIN is set."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Finds modules of this package as source files, whether or not compiled ones lie beside them."""

    @staticmethod
    def find_spec(
        name: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if path is None or not name.startswith("spiritboard."):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path)
        return next((spec for finder in finders if (spec := finder.find_spec(name))), None)


def install() -> None:
    sys.meta_path.insert(0, SourceFinder)
