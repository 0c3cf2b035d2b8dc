"""Logs an outage once when it begins and once when it ends."""

from __future__ import annotations

import logging
import time


class Outage:
    """An outage of something that the server needs. However many requests it affects, the log has one line for its
    beginning, with the reason, and one for its end, with its length."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        """`what` is the sentence for the log, without its full stop: "the tables cannot be reached"."""
        self._log = log
        self._what = what
        self._since: float | None = None

    @property
    def lasts(self) -> bool:
        """Whether the outage has begun and not ended."""
        return self._since is not None

    def begin(self, reason: str) -> None:
        """Begin the outage. If it is new, it is logged."""
        if self._since is None:
            self._since = time.monotonic()
            self._log.warning("%s: %s", self._what, reason)

    def end(self) -> None:
        """End the outage. If there was one, its end is logged."""
        if self._since is not None:
            seconds = time.monotonic() - self._since
            self._since = None
            self._log.warning("%s: this is over after %.1f s", self._what, seconds)
