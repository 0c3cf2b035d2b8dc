"""Optional libraries, which are installed with an extra of the package."""

from __future__ import annotations

from importlib.util import find_spec

from spiritboard.table.errors import BadSetup


def need(extra: str, what: str, *modules: str) -> None:
    """Raises BadSetup, which says what to install, if one of these modules is missing."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise BadSetup(
            f"{what}: {' and '.join(missing)} must be installed for that, with pip install 'spiritboard[{extra}]'."
        )
