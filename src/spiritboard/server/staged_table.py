"""Tables of lessons, puzzles and figures. They are drawn like any other table, but not stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Chair, Position, StoredTable
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.scene import Scene
from spiritboard.table.state import State

LEARNER = "learner"  # the person who learns or solves at such a table


def staged_table(
    game: Game, scene: Scene, state: State, names: Sequence[str], people: Mapping[int, str] | None = None
) -> LiveTable:
    """Returns a table in this state. `people` are the persons by seat; the other players are bots."""
    chairs = [_chair(seat, name, (people or {}).get(seat)) for seat, name in enumerate(names)]
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


def _chair(seat: int, name: str, person: str | None) -> Chair:
    return Chair(seat, "bot" if person is None else "person", person, name, "")
