"""The games for other libraries: PettingZoo, Gymnasium, OpenSpiel, and many games at once as NumPy arrays.

No other part of the package imports this one, so the rest works without NumPy.
"""

from __future__ import annotations


class MissingLibrary(ImportError):
    """A library that an adapter needs is not installed. The message says how to install it."""

    def __init__(self, error: ImportError, extra: str) -> None:
        super().__init__(f"{error.name or error} is not installed: pip install 'spiritboard[{extra}]'", name=error.name)
