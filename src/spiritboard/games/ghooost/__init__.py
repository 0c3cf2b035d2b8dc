"""Ghooost! (Richard Garfield, Iello 2013)."""

from dataclasses import dataclass
from pathlib import Path

from spiritboard.games.ghooost.bot import GhooostGuide
from spiritboard.games.ghooost.observation import GhooostObservation, GhooostRemembered
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.reasons import say_reason
from spiritboard.games.ghooost.report import GhooostStatistics
from spiritboard.games.ghooost.score_sheet import summary
from spiritboard.games.ghooost.text import draw
from spiritboard.games.ghooost.view import GhooostView
from spiritboard.games.ghooost.words import EVENTS, rule_asked, say_path
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig
from spiritboard.table.style import Style


@dataclass(frozen=True)
class RoundOrMatch(Option):
    """The choice between a single round and a match, which needs three players."""

    def values(self, seats: int) -> tuple[str, ...]:
        return ("single", "match") if seats > 2 else ("single",)


def winners(config: GameConfig) -> int:
    """Returns how many players win: one a match, and all but one a single round (GO21, GO22)."""
    return config.seats - 1 if config.options["match"] == "single" else 1


def again(config: GameConfig, standings: Standings) -> dict[str, str]:
    """Returns that the loser of a single round begins the next one (GO2). Several players may have lost together, if
    the round was stopped (GO27); then the same player begins again."""
    losers = [seat for seat in range(config.seats) if seat not in standings.winners()]
    is_single = config.options["match"] == "single"
    return {"first": f"seat-{losers[0]}"} if is_single and len(losers) == 1 else {}


STYLES = (
    Style("bold", "gets rid of as many ghosts as it can and keeps none for later", {"keeping": 0.0}),
    Style("careful", "keeps strong ghosts and Kitties for later", {"keeping": 2.0}),
    Style("hasty", "goes again whenever it can", {"another_turn": 4.0}),
    Style("collector", "does not mind collecting the cemetery", {"collected": 0.0, "another_turn": 0.3}),
)

GAME = Game(
    id="ghooost",
    title="Ghooost!",
    designer="Richard Garfield",
    published="Iello 2013",
    seats=range(2, 7),
    day_seats=3,
    minutes=20,
    pitch="Scare ghosts away with scarier ones, and do not be the last with ghosts in the house.",
    options=(
        RoundOrMatch("match", "a single round, or a match until a player has two Boo!s", "single"),
        FirstPlayer(),
    ),
    pieces=GhooostPieces,
    view=GhooostView,
    events=EVENTS,
    drawing=draw,
    folder=Path(__file__).parent,
    rules_version=2,
    review_seconds=220,
    styles=STYLES,
    guide=GhooostGuide,
    winners=winners,
    again=again,
    observation=GhooostRemembered,
    observations_before=(GhooostObservation,),
    statistics=GhooostStatistics,
    say_path=say_path,
    say_reason=say_reason,
    rule_asked=rule_asked,
    summary=summary,
)
