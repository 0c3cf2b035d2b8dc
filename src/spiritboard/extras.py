"""What is installed only by those who want it."""

from __future__ import annotations

from importlib.util import find_spec

from spiritboard.table.errors import BadSetup


def need(extra: str, what: str, *modules: str) -> None:
    """BadSetup, with what to install, unless all these modules are there."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise BadSetup(
            f"{what}: {' and '.join(missing)} must be installed for that, with pip install 'spiritboard[{extra}]'."
        )
