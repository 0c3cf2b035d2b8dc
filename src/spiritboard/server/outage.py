"""Something that the server needs and that is away for a while: logged once when it goes, and once when it is back."""

from __future__ import annotations

import logging
import time


class Outage:
    """However many requests and tables meet the same outage, the log has one line for its beginning, which names the
    reason, and one for its end, which says how long it took."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        """`what` is the sentence for the log, without its full stop: "the tables cannot be reached"."""
        self._log = log
        self._what = what
        self._since: float | None = None

    @property
    def lasts(self) -> bool:
        """Whether it has begun and not ended."""
        return self._since is not None

    def begin(self, reason: str) -> None:
        """It was met; logged if it is new."""
        if self._since is None:
            self._since = time.monotonic()
            self._log.warning("%s: %s", self._what, reason)

    def end(self) -> None:
        """Everything works; logged if it did not before."""
        if self._since is not None:
            seconds = time.monotonic() - self._since
            self._since = None
            self._log.warning("%s: this is over after %.1f s", self._what, seconds)
