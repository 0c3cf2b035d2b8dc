"""Spiritboard: five ghost games at one table."""

import os as _os

if _os.environ.get("SPIRITBOARD_PLAIN"):
    # This must come before any other module of the package is loaded.
    from spiritboard import _plain

    _plain.install()

__version__ = "0.1.0"
