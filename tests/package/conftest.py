"""With --keep FOLDER, the source distribution and the wheel are put there after they have been tried: `make dist`."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep", type=Path, help="the folder for the source distribution and the wheel that were tried")


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Path | None:
    """Returns the folder for what was tried; None if it is not wanted."""
    found: Path | None = request.config.getoption("--keep")
    return found and request.config.invocation_params.dir / found
