"""Spookies (Stefan Kloß, HABA 2015)."""

from pathlib import Path

from spiritboard.games.spookies.bot import SpookiesGuide
from spiritboard.games.spookies.observation import SpookiesObservation
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.text import draw
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option

GAME = Game(
    id="spookies",
    title="Spookies",
    designer="Stefan Kloß",
    published="HABA 2015",
    seats=range(2, 6),
    minutes=25,
    pitch="Climb the haunted house with few dice and much nerve: how high before you stop?",
    options=(
        Option(
            name="variant",
            help="which friend climbs: the friend die decides, or the player does, every turn",
            default="friend-die",
            choices=("friend-die", "free-choice"),
        ),
        Option(
            name="chips",
            help="how many chips are in play: as recommended for the number of players, or all",
            default="recommended",
            choices=("recommended", "all"),
        ),
        FirstPlayer(),
    ),
    pieces=SpookiesPieces,
    draw=draw,
    folder=Path(__file__).parent,
    guide=SpookiesGuide,
    observation=SpookiesObservation,
)
