"""How long bots wait at a table, so that people can read what happened: as the people there wish."""

from __future__ import annotations

import asyncio
from typing import Literal, get_args

Pace = Literal["calm", "normal", "quick"]
USUAL: Pace = "normal"
# How many times as long as usual a bot waits. Calm leaves time to read an answer of two lines.
FACTORS: dict[Pace, float] = dict(zip(get_args(Pace), (4.0, 1.0, 0.3), strict=True))


class TablePace:
    """The wishes of the people at one table, those on other servers included.

    A page tells its person's wish. Bots wait as long as the most patient person wishes, or not at all while the only
    person at the table skips their moves.
    """

    def __init__(self) -> None:
        self._wishes: dict[object, Pace] = {}  # by page of this server
        self._elsewhere: dict[str, float] = {}  # by server, the longest that its people wish; 0 without people
        self.skipping = asyncio.Event()  # set while the only person skips

    @property
    def here(self) -> float:
        """Returns the longest that people on this server wish, in times of the usual; 0 if nobody is there."""
        return max((FACTORS[wish] for wish in self._wishes.values()), default=0.0)

    @property
    def skips(self) -> bool:
        return self.skipping.is_set()

    @property
    def factor(self) -> float:
        """Returns how many times as long as usual bots wait now."""
        return 0.0 if self.skips else max(self.here, *self._elsewhere.values(), 0.0) or FACTORS[USUAL]

    def wish(self, page: object, pace: Pace) -> None:
        self._wishes[page] = pace

    def forget(self, page: object) -> None:
        self._wishes.pop(page, None)

    def hear_of(self, server: str, longest: float, skips: bool) -> bool:
        """Note the wishes on another server. Returns whether that is a change."""
        before = (self._elsewhere.get(server, 0.0), self.skips)
        self._elsewhere[server] = longest
        if skips:
            self.skip()
        return before != (longest, self.skips)

    def skip(self) -> None:
        """Let bots decide at once and move without a wait, until a person is asked."""
        self.skipping.set()

    def stop_skipping(self) -> None:
        self.skipping.clear()
