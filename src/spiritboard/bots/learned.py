"""The bot that goes by a learned judgement."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from spiritboard.bots.one_ply import OnePly
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadWeights
from spiritboard.table.judgement import Judgement
from spiritboard.table.registry import find
from spiritboard.table.state import GameConfig
from spiritboard.table.weights import own_weights, read_weights

MOST_JUDGEMENTS = 64
WORLDS = 8
LEAD = 0.02
log = logging.getLogger(__name__)


class LearnedSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`worlds` is how many states a learned bot imagines for a decision. `lead` is the share of the victory by which a
    move must look better than the guide's choice to be made instead: a judgement is never quite right, and where two
    moves are nearly as good, the guide knows better. `weights` is a file that `spiritboard train` wrote; without it the
    bot goes by the weights in the game's folder."""

    worlds: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = WORLDS
    lead: Annotated[float, msgspec.Meta(ge=0, le=1)] = LEAD
    weights: str = ""


class LearnedBot:
    """Makes the move after which the judgement expects most, if it is better than the guide's choice by `lead`. Where
    there is no judgement, it goes by the guide."""

    def __init__(self, settings: LearnedSettings) -> None:
        """Raises BadWeights if there is no such file of weights."""
        self.settings = settings
        self._weights = read_weights(Path(settings.weights)) if settings.weights else None
        self._known: Judgements = {}

    def choose(self, seat: Seat, dice: Dice) -> int:
        """Returns the move. Raises BadWeights if a given file of weights was trained for something else."""
        judgement = self.judgement(seat.config)
        if judgement is None:
            return seat.guide.choose(seat.imagine(dice), seat.number, dice)
        return OnePly(judgement, self.settings.worlds, self.settings.lead).choose(seat, dice)

    def judgement(self, config: GameConfig) -> Judgement | None:
        """Returns the judgement of games with this configuration; None if there is none in the game's folder."""
        if self._weights is None:
            return own_judgement(config)
        return known_judgement(self._known, config, self._weights.judge_of)


Judgements = dict[tuple[object, ...], Judgement | None]


def known_judgement(
    known: Judgements, config: GameConfig, find_out: Callable[[GameConfig], Judgement | None]
) -> Judgement | None:
    """Returns the judgement of a configuration, which is made once, because that takes some milliseconds."""
    key = (config.game, config.seats, tuple(config.options.items()), config.digest)
    if key not in known:
        if len(known) >= MOST_JUDGEMENTS:
            known.clear()
        known[key] = find_out(config)
    return known[key]


def own_judgement(config: GameConfig) -> Judgement | None:
    """Returns the judgement with the weights in the game's folder. If there is none for this configuration, it logs
    that bots go by the guide, and returns None. Raises BadWeights if the file is damaged."""
    return known_judgement(_own, config, _from_folder)


def _from_folder(config: GameConfig) -> Judgement | None:
    weights = own_weights(config.game)
    if weights is None:
        log.warning("%s has no learned judgement. Learned bots go by its guide.", find(config.game).title)
        return None
    try:
        return weights.judge_of(config)
    except BadWeights as error:
        log.warning("%s Here learned bots go by the guide.", error)
        return None


_own: Judgements = {}
