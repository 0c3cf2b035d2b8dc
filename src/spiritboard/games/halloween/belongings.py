"""What belongs to the players: their boards, cards and points, and the stack of steps that are left to do.

`board.py` adds what players gain, pay and can do.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween.picks import COLOURS, SECTIONS
from spiritboard.games.halloween.step import ActionCard, Step
from spiritboard.games.halloween.town import Box, Town
from spiritboard.table.row import NO_NUMBERS, Row, copies, repeated, with_room, zeros
from spiritboard.table.state import GameConfig

STANDARD_SECTIONS: Final = 3
DISCS: Final = 12
ROW: Final = 8  # the cards on the board
SPOTS: Final = 3
LOCKED: Final = 13  # a spot with a disc on it
HAUNT_TOKENS: Final = 6
TOP: Final = 5  # the highest level
SCARE_AT_START: Final = 2
CARD_PRICE: Final = 3  # ghost tokens
DIFFERENT: Final = 8  # added to a price that has to be paid in different colours

# Where Haunt Points come from. From FROM_CARD on they come from a card, by its place in the row.
FROM_HAUNT: Final = 0
FROM_OCCUPYING: Final = 1
FROM_OTHERS: Final = 2
FROM_TOKEN: Final = 3
FROM_RETRIEVING: Final = 4
FROM_SETS: Final = 5
FROM_CARD: Final = 6
REASONS: Final = 14

# Places in `rolling`: the levels, faces and additions of the first and the second die; the seat that rolls the second.
LEVEL: Final = 0
FACE: Final = 2
PLUS: Final = 4
ROLLER: Final = 6
NOBODY: Final = -1  # the roller, if the active player rolls alone

# Places in `duel`: the attacker, the target, and whether any fight of the action was won.
ATTACKER: Final = 0
AGAINST: Final = 1
VICTORY: Final = 2


class Belongings(Town):
    def __init__(self, config: GameConfig, box: Box) -> None:
        super().__init__(config, box)
        self.sections: i64 = SECTIONS if self.master else STANDARD_SECTIONS
        self.every_section: i64 = (1 << self.sections) - 1
        self.active: i64 = 0  # the seat whose turn it is; `turn` is the seat that decides
        self.levels = NO_NUMBERS
        self.covered = NO_NUMBERS  # the action spaces with a disc, as a mask
        self.spots = NO_NUMBERS  # a bonus token, 0 for none, or LOCKED
        self.tokens = NO_NUMBERS
        self.scare = NO_NUMBERS
        self.reasons = NO_NUMBERS  # Haunt Points by where they came from
        self.row = NO_NUMBERS  # the cards on the board, which stay the same
        self.occupied: list[Row] = []  # card numbers, in the order they were occupied
        # What belongs to this turn.
        self.done: i64 = 0  # the sections that are done, as a mask
        self.used = NO_NUMBERS  # the cards whose power was used
        self.boosted: i64 = -1  # a section that acts as if one level higher
        self.earned: i64 = 0  # Scare Points from the action, token or power that is going on
        self.duel = NO_NUMBERS
        self.rolling = NO_NUMBERS
        self._stack: list[Step] = []  # what is asked now, and below it what is left to do
        self._height: i64 = 0  # of the stack; the list keeps its length, because to change it takes time
        self.first: i64 = 0
        self.round: i64 = 0
        self.ending = False  # whether this is the last round
        self.names: list[tuple[str, ...]] = []  # the path of every pick, made when one is first asked for
        # What follows from the other fields.
        self.top_levels = NO_NUMBERS  # the level of the highest section of a seat
        self.discs = NO_NUMBERS
        self.stock = NO_NUMBERS
        self.held = NO_NUMBERS  # the ghost tokens of a seat
        self.colours_held = NO_NUMBERS  # the colours of which a seat has a ghost token, as a mask
        self.points = NO_NUMBERS
        # The cards of a seat as they were occupied, and by number. These lists are replaced and never changed.
        self.cards: list[list[ActionCard]] = []
        self.cards_by_number: list[list[ActionCard]] = []
        self.facts = NO_NUMBERS  # what its cards permit a seat, as bits
        self.moments = NO_NUMBERS  # the moments of which the cards of a seat speak, as bits
        self.upgrade_prices = NO_NUMBERS  # of each seat, by colour
        self.card_prices = NO_NUMBERS  # of each seat, for a grey card and for a coloured one
        self.owns = NO_NUMBERS  # the places in the row of the cards of a seat, as a mask
        self.coloured: i64 = 0  # the places in the row of coloured cards, as a mask
        # Filled and read within one call, to spare making rows.
        self._answers = Row()
        self._uses = Row()

    def set_up_belongings(self) -> None:
        """Gives every player a board as it is at the beginning."""
        seats = self.seats
        self.levels = repeated(1, SECTIONS * seats)
        self.covered = zeros(SECTIONS * seats)
        self.spots = zeros(SPOTS * seats)
        self.tokens = zeros(COLOURS * seats)
        self.scare = repeated(SCARE_AT_START, seats)
        self.reasons = zeros(REASONS * seats)
        self.occupied = [with_room(ROW) for _ in range(seats)]
        self.used = with_room(ROW)
        self.duel = zeros(VICTORY + 1)
        self.rolling = zeros(ROLLER + 1)
        self.rolling[ROLLER] = NOBODY

    # Steps.

    @property
    def steps(self) -> list[Step]:
        """Returns the steps that are left, from the bottom of the stack."""
        return self._stack[: self._height]

    @steps.setter
    def steps(self, steps: list[Step]) -> None:
        self._stack = steps.copy()
        self._height = len(steps)

    def push(self, step: Step) -> None:
        height = self._height
        if height < len(self._stack):
            self._stack[height] = step
        else:
            self._stack.append(step)
        self._height = height + 1

    def pop(self) -> Step:
        """Take the step on top off the stack, and return it."""
        self._height -= 1
        return self._stack[self._height]

    def top_step(self) -> Step:
        return self._stack[self._height - 1]

    def copy_belongings(self, twin: Belongings) -> None:
        twin.active = self.active
        twin.levels = self.levels.copy()
        twin.covered = self.covered.copy()
        twin.spots = self.spots.copy()
        twin.tokens = self.tokens.copy()
        twin.scare = self.scare.copy()
        twin.reasons = self.reasons.copy()
        twin.row = self.row.copy()
        twin.occupied = copies(self.occupied)
        twin.done = self.done
        twin.used = self.used.copy()
        twin.boosted = self.boosted
        twin.earned = self.earned
        twin.duel = self.duel.copy()
        twin.rolling = self.rolling.copy()
        twin.steps = self._stack[: self._height]
        twin.first = self.first
        twin.round = self.round
        twin.ending = self.ending
        twin.names = self.names
        twin.top_levels = self.top_levels.copy()
        twin.discs = self.discs.copy()
        twin.stock = self.stock.copy()
        twin.held = self.held.copy()
        twin.colours_held = self.colours_held.copy()
        twin.points = self.points.copy()
        twin.cards = self.cards.copy()
        twin.cards_by_number = self.cards_by_number.copy()
        twin.facts = self.facts.copy()
        twin.moments = self.moments.copy()
        twin.upgrade_prices = self.upgrade_prices.copy()
        twin.card_prices = self.card_prices.copy()
        twin.owns = self.owns.copy()
        twin.coloured = self.coloured
