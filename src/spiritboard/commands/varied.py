"""What `sweep`, `balance` and `pilot` share: the games to play, from the options of a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spiritboard.commands.shared import parse_options, read_pieces, split_names
from spiritboard.table.game import Game

if TYPE_CHECKING:
    from spiritboard.arena.design.trials import TrialPlan


def varied(
    game: Game,
    players: int | None,
    bots: str,
    games: int,
    vary: list[str] | None,
    seed: str,
    option: list[str] | None,
    pieces: Path | None,
) -> TrialPlan:
    """Returns the plan of these games, checked. Raises a TableError if they cannot be played."""
    from spiritboard.arena.design.trials import trial_plan

    seats = players if players is not None else game.seats[0]
    own = read_pieces(game, pieces)
    return trial_plan(game.id, seats, split_names(bots), games, vary or [], seed, parse_options(option), own)
