"""What we call the action cards: on the cards there are only numbers."""

from __future__ import annotations

import re
from functools import cache

from spiritboard.games.halloween.kinds import card_classes


@cache
def card_names() -> dict[str, int]:
    """Returns the number of each card by its name, such as `two-for-summon`, in the order of the numbers."""
    return {_with_hyphens(card_classes()[number].__name__): number for number in sorted(card_classes())}


def _with_hyphens(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
