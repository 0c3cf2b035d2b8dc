"""The source of a table's dice: the system's secure source, or that of a test.

At a table of a deal that several people play, the dice follow from the server's secret, so that everybody gets the same
ones at the same moment.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable

from spiritboard.server.deals import Deal

# Takes a purpose and the number of entries or events so far, and returns 32 hex digits. No option and no request can
# replace the source: only a program that builds the server itself can.
Entropy = Callable[[str, int], str]
DEAL, PLAY, IMAGINE, THINK = "deal", "play", "imagine", "think"  # the purposes of the dice of shared deals


def secure(purpose: str, number: int) -> str:
    """Returns digits that nobody can predict, for any purpose."""
    return secrets.token_hex(16)


class DealDice:
    """The dice of deals that several people play.

    A moment is a seat and how many moves it has made, so that the same roll meets the same player at the same time,
    whatever else was played. Nobody who does not know the server's secret can compute one moment's dice from another's.
    """

    def __init__(self, secret: str) -> None:
        self._key = hmac.new(secret.encode(), b"the dice of shared deals", "sha256").digest()

    def at(self, deal: Deal, purpose: str, seat: int = 0, moment: int = 0) -> str:
        """Returns the dice of this moment: those of the finished game that the deal is of, if it had the moment."""
        if deal.dice is not None:
            own = deal.dice["seats"][seat]
            if purpose == DEAL:
                return deal.dice["deal"]
            if purpose == PLAY and moment < len(own):
                return own[moment]
        name = json.dumps([deal.key, purpose, seat, moment])
        return hmac.new(self._key, name.encode(), "sha256").hexdigest()[:32]
