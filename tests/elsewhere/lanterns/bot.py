"""A bot in a package of its own: it makes the first move there is."""

from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice


class Dimmest:
    def __init__(self, settings: dict[str, str]) -> None:
        self.settings = settings

    def choose(self, seat: Seat, dice: Dice) -> int:
        return seat.legal[0]
