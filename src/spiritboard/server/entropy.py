"""The source of a table's dice: the system's secure source, or that of a test."""

from __future__ import annotations

import secrets
from collections.abc import Callable

# Takes a purpose and the number of entries or events so far, and returns 32 hex digits. No option and no request can
# replace the source: only a program that builds the server itself can.
Entropy = Callable[[str, int], str]


def secure(purpose: str, number: int) -> str:
    """Returns digits that nobody can predict, for any purpose."""
    return secrets.token_hex(16)
