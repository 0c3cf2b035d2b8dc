"""Tables of lessons and figures. They are drawn like any other table, but nobody stores them or sits at them."""

from __future__ import annotations

from collections.abc import Sequence

from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Chair, Position, StoredTable
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.scene import Scene
from spiritboard.table.state import State


def staged_table(game: Game, scene: Scene, state: State, names: Sequence[str], learner: int | None = None) -> LiveTable:
    """Returns a table in this state. Its players are bots, except for the learner."""
    chairs = [Chair(seat, "person" if seat == learner else "bot", None, name, "") for seat, name in enumerate(names)]
    stored = StoredTable(
        key="",
        game=game.id,
        options=scene.options,
        deal=Dice(scene.seed).text(),
        host="",
        invite="",
        is_open=False,
        away_seconds=None,
        chairs=chairs,
        pending=list(state.pending()),
        events=[event.to_data() for event in state.events or []],
    )
    return LiveTable(stored, [], Position(0, state.to_json()))
