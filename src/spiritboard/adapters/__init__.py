"""The games as other people's programs want them: PettingZoo, Gymnasium, OpenSpiel, and many at once as arrays.

Nothing else in the package imports this, so the core needs no NumPy. What is missing is said in one line.
"""

from __future__ import annotations


class Missing(ImportError):
    """A library that an adapter needs is not installed."""

    def __init__(self, error: ImportError, extra: str) -> None:
        super().__init__(f"{error.name or error} is not installed: pip install 'spiritboard[{extra}]'", name=error.name)
