"""Spookies (Stefan Kloß, HABA 2015)."""

from pathlib import Path

from spiritboard.games.spookies.bot import SpookiesGuide
from spiritboard.games.spookies.observation import SpookiesGapless, SpookiesObservation
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.report import SpookiesStatistics
from spiritboard.games.spookies.text import draw
from spiritboard.games.spookies.view import SpookiesView
from spiritboard.games.spookies.words import EVENTS, rule_asked, say_path, say_reason, summary
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option
from spiritboard.table.style import Style

# Most of a game is decided by the dice, so one move is rarely much better than another, and a few playouts often favour
# the wrong one. Playouts are therefore cut off early and judged by the guide, and `trust` lets a search leave the
# guide's choice only for a move that is clearly better.
SEARCH_LEVELS = (
    ("medium", "search:iterations=1000:seconds=0.3:cutoff=8:trust=2"),
    ("hard", "search:iterations=10000:seconds=0.8:cutoff=16:trust=2"),
    ("expert", "search:seconds=2:cutoff=16:trust=2"),
)

STYLES = (
    Style("bold", "goes on where it is worth up to two chips less than to stop", {"nerve": 2.0}),
    Style("careful", "stops unless another roll is worth a chip more", {"nerve": -1.0}),
    Style("gambler", "always rolls two dice, for the highest rewards", {"many_dice": -100.0}),
    Style("steady", "always rolls four dice, which fail least", {"many_dice": 100.0}),
)

GAME = Game(
    id="spookies",
    title="Spookies",
    designer="Stefan Kloß",
    published="HABA 2015",
    seats=range(2, 6),
    day_seats=3,
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
    view=SpookiesView,
    events=EVENTS,
    drawing=draw,
    folder=Path(__file__).parent,
    review_seconds=20,
    styles=STYLES,
    guide=SpookiesGuide,
    levels=SEARCH_LEVELS,
    observation=SpookiesGapless,
    observations_before=(SpookiesObservation,),
    statistics=SpookiesStatistics,
    say_path=say_path,
    say_reason=say_reason,
    rule_asked=rule_asked,
    summary=summary,
)
