"""Lanterns: a little game in a package of its own, to show that a game from elsewhere is a citizen too.

It has what Spookies lacks: private hands, a choice that all make at once, moves of several picks, moves that can be
taken back, and things told to one seat only.
"""

from pathlib import Path

from lanterns.observation import LanternsObservation
from lanterns.pieces import LanternPieces
from lanterns.rules import RULES, draw, rule_asked
from lanterns.view import EVENTS, LanternsView, summary
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option

GAME = Game(
    id="lanterns",
    title="Lanterns",
    designer="the Spiritboard founders",
    published="for tests",
    seats=range(2, 5),
    minutes=3,
    pitch="Lay a lantern in the dark, then give one away.",
    options=(
        Option("wind", "whether a lantern may also be blown out instead of given", "calm", ("calm", "gusty")),
        FirstPlayer(),
    ),
    pieces=LanternPieces,
    view=LanternsView,
    events=EVENTS,
    drawing=draw,
    folder=Path(__file__).parent,
    observation=LanternsObservation,
    rules_version=RULES,
    rule_asked=rule_asked,
    summary=summary,
)
