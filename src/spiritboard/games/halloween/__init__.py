"""Halloween (Angelo De Maio, Quined Games 2017)."""

import re
from dataclasses import dataclass
from pathlib import Path

from spiritboard.games.halloween.belongings import ROW
from spiritboard.games.halloween.bot import HalloweenGuide
from spiritboard.games.halloween.guidance import rule_asked, say_path, say_reason
from spiritboard.games.halloween.kinds import card_classes
from spiritboard.games.halloween.names import card_names
from spiritboard.games.halloween.observation import HalloweenObservation, HalloweenRemembered
from spiritboard.games.halloween.pieces import SETS, HalloweenPieces
from spiritboard.games.halloween.report import HalloweenStatistics
from spiritboard.games.halloween.score_sheet import summary
from spiritboard.games.halloween.text import draw
from spiritboard.games.halloween.view import HalloweenView
from spiritboard.games.halloween.words import EVENTS, GHOST_TOKEN_PAID, PICK_MADE
from spiritboard.table.errors import BadSetup, nearest
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, Option
from spiritboard.table.style import Style


@dataclass(frozen=True)
class CardSetOption(Option):
    """Eight action cards: drawn at random, one of the named sets, or their numbers or names."""

    def check(self, value: str, seats: int) -> str:
        if value in self.choices:
            return value
        numbers = [_number(word) for word in re.split(r"[, ]+", value.strip(", "))]
        most = max(card_classes())
        different = len(set(numbers)) == len(numbers) == ROW and all(1 <= number <= most for number in numbers)
        if different:
            return ",".join(str(number) for number in sorted(numbers))
        raise BadSetup(
            f"The option {self.name} is {', '.join(self.choices)}, or {ROW} different numbers from 1 to {most}, "
            f"or names of cards, not {value!r}."
        )


def _number(word: str) -> int:
    """Returns the number of a card by its number or its name; 0 for a number that is none. Raises BadSetup."""
    if re.fullmatch(r"[0-9]{1,3}", word):
        return int(word)
    if word.lower() in card_names():
        return card_names()[word.lower()]
    if re.fullmatch(r"[a-z]+(-[a-z]+)+", word.lower()):
        raise BadSetup(f"No action card is called {word!r}.{nearest(word, card_names())}")
    return 0


STYLES = (
    Style("hunter", "fights for ghost tokens wherever a fight can be won", {"fighting": 2.0}),
    Style("haunter", "haunts at the first chance, also for few points", {"haunting": 4.0}),
    Style("builder", "upgrades sections and ghosts first", {"upgrading": 2.0}),
    Style("collector", "occupies cards as soon as it can pay for them", {"occupying": 4.0, "summoning": 0.5}),
    Style("careful", "summons and scares, and never fights", {"fighting": -100.0, "summoning": 0.5, "scaring": 0.5}),
)

GAME = Game(
    id="halloween",
    title="Halloween",
    designer="Angelo De Maio",
    published="Quined Games 2017",
    seats=range(2, 5),
    minutes=75,
    pitch="Summon ghosts that belong to nobody, make them stronger, and haunt the town before the others do.",
    options=(
        Option(
            name="variant",
            help="the standard game, or the Master variant: four sections, no cards, no bonus tokens, no dice",
            default="standard",
            choices=("standard", "master"),
        ),
        CardSetOption(
            name="cards",
            help="which eight action cards: drawn at random, one of the rulebook's sets, or eight numbers or names",
            default="random",
            choices=("random", *SETS),
        ),
        FirstPlayer(),
    ),
    pieces=HalloweenPieces,
    view=HalloweenView,
    events=EVENTS,
    told_besides=(PICK_MADE, GHOST_TOKEN_PAID),
    drawing=draw,
    folder=Path(__file__).parent,
    rules_version=2,
    review_seconds=120,
    styles=STYLES,
    guide=HalloweenGuide,
    observation=HalloweenRemembered,
    observations_before=(HalloweenObservation,),
    statistics=HalloweenStatistics,
    say_path=say_path,
    say_reason=say_reason,
    rule_asked=rule_asked,
    summary=summary,
)
