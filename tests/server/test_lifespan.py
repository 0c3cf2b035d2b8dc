"""The parts of a server end in an order in which none needs another that has ended."""

from __future__ import annotations

from pathlib import Path

from litestar.testing import TestClient

from spiritboard.server.app import Settings, create_app


def test_bots_can_announce_a_move_until_the_service_has_ended(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    service = app.state.service
    close, announced = service.close, []

    async def announce_and_close() -> None:
        service._announce("table")
        announced.append("table")
        await close()

    service.close = announce_and_close
    with TestClient(app):
        pass
    assert announced == ["table"]
