"""Spiritboard: five ghost games at one table."""

import os as _os

if _os.environ.get("SPIRITBOARD_PLAIN"):
    # Before any of the package's modules is loaded, so that compiled ones are passed over.
    from spiritboard import _plain

    _plain.install()

__version__ = "0.1.0"
