"""Recorded games for tests of reviews."""

from __future__ import annotations

from spiritboard.bots.bot import Bot, HeuristicBot, RandomBot, ask
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.record import Move, Record

STEADY, CARELESS = HeuristicBot(), RandomBot()


def played(setup: GameSetup, seed: str, bots: list[Bot]) -> Record:
    """Returns the record of a game that these bots have played, one in each seat."""
    dice = Dice(seed)
    record = Record(setup, dice.text(), [f"Player {seat}" for seat in range(setup.config.seats)])
    state = setup.new(dice)
    while not state.over:
        seat, rolls = state.pending()[0], Dice(f"{seed} {len(record.moves)}")
        move = ask(bots[seat], state, seat, Dice(f"{seed} thought {len(record.moves)}"))
        record.moves.append(Move(seat, state.path(seat, move), rolls.text()))
        state.apply(seat, move, rolls)
    record.result = state.standings()
    return record
