"""Where the dice of tables come from: the system's secure source, unless a test brings its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable

# Returns 32 hex digits for what they are needed for, and for how much has happened at the table by then. No option and
# no address leads here: only a program that builds the server itself can bring another one.
Entropy = Callable[[str, int], str]


def secure(purpose: str, number: int) -> str:
    """Returns digits that nobody can foresee, whatever they are for."""
    return secrets.token_hex(16)
