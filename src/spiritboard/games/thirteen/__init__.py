"""13 Ghosts (Victor Amanatidis, Artipia Games 2017)."""

from pathlib import Path

from spiritboard.games.thirteen.bot import ThirteenGuide
from spiritboard.games.thirteen.observation import ThirteenObservation, ThirteenRemembered
from spiritboard.games.thirteen.pieces import ThirteenPieces
from spiritboard.games.thirteen.reasons import say_reason
from spiritboard.games.thirteen.report import ThirteenStatistics
from spiritboard.games.thirteen.score_sheet import summary
from spiritboard.games.thirteen.text import draw
from spiritboard.games.thirteen.view import ThirteenView
from spiritboard.games.thirteen.words import EVENTS, rule_asked, say_path
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option
from spiritboard.table.state import GameConfig
from spiritboard.table.style import Style


def winners(config: GameConfig) -> int:
    """Returns how many players win a game: with four players, a team of two (TH17)."""
    return 2 if config.seats == 4 else 1


STYLES = (
    Style("bold", "attacks early, on a mere guess", {"attacking": 0.15}),
    Style("careful", "asks until it is nearly sure, and attacks late", {"attacking": -0.15}),
    Style("hider", "lays down the number that is hardest to find", {"hiding": 3.0, "handy": 0.0}),
    Style("asker", "keeps the more useful ghost and lays down the other", {"hiding": 0.0, "handy": 3.0}),
)

GAME = Game(
    id="thirteen",
    title="13 Ghosts",
    designer="Victor Amanatidis",
    published="Artipia Games 2017",
    seats=range(2, 5),
    day_seats=3,
    minutes=15,
    pitch="Thirteen ghosts, one in your crypt: find out which one the others hide before they find yours.",
    options=(
        Option("notes", "whether the table strikes out the numbers that a crypt cannot be", "on", ("on", "off")),
        FirstPlayer(),
    ),
    pieces=ThirteenPieces,
    view=ThirteenView,
    events=EVENTS,
    drawing=draw,
    folder=Path(__file__).parent,
    rules_version=2,
    review_seconds=20,
    styles=STYLES,
    guide=ThirteenGuide,
    winners=winners,
    observation=ThirteenRemembered,
    observations_before=(ThirteenObservation,),
    statistics=ThirteenStatistics,
    say_path=say_path,
    say_reason=say_reason,
    rule_asked=rule_asked,
    summary=summary,
)
