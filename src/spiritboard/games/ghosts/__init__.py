"""Ghosts (Reiner Knizia, AMIGO 2022)."""

from pathlib import Path

from spiritboard.games.ghosts.bot import GhostsGuide
from spiritboard.games.ghosts.observation import GhostsObservation, GhostsRemembered
from spiritboard.games.ghosts.picks import ROUNDS_LIMIT
from spiritboard.games.ghosts.pieces import GhostsPieces
from spiritboard.games.ghosts.report import GhostsStatistics
from spiritboard.games.ghosts.text import draw
from spiritboard.games.ghosts.view import GhostsView
from spiritboard.games.ghosts.words import EVENTS, rule_asked, say_path, say_reason, summary
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, NumberOption
from spiritboard.table.style import Style

# With many players each wins rarely, so that a few hundred playouts say little. `trust=2` asks for twice the evidence.
BOT_LEVELS = (
    ("medium", "search:iterations=300:seconds=0.3:trust=2"),
    ("hard", "search:seconds=0.8:trust=2"),
    ("expert", "search:seconds=2:trust=2"),
)

STYLES = (
    Style("bold", "plays on without fear of having no card on the next turn", {"caution": 0.0}),
    Style("careful", "above all keeps a card that will fit on the next turn", {"caution": 4.0, "spite": 0.3}),
    Style("hunter", "tries to leave the next player without a card, whatever it costs", {"spite": 5.0}),
    Style("misty", "plays mist as soon as it can, and keeps its ghosts", {"mist_kept": -5.0}),
    Style("spender", "plays the cards with the most ghosts first", {"spending": 2.0}),
)

GAME = Game(
    id="ghosts",
    title="Ghosts",
    designer="Reiner Knizia",
    published="AMIGO 2022",
    seats=range(2, 7),
    day_seats=3,
    minutes=20,
    pitch="Play ghosts, call out the level, and never let it pass seven on your turn.",
    options=(
        NumberOption("rounds", "how many rounds are played", "3", lowest=1, highest=ROUNDS_LIMIT),
        FirstPlayer(),
    ),
    pieces=GhostsPieces,
    view=GhostsView,
    events=EVENTS,
    drawing=draw,
    folder=Path(__file__).parent,
    styles=STYLES,
    guide=GhostsGuide,
    levels=BOT_LEVELS,
    observation=GhostsRemembered,
    observations_before=(GhostsObservation,),
    statistics=GhostsStatistics,
    say_path=say_path,
    say_reason=say_reason,
    rule_asked=rule_asked,
    summary=summary,
)
