"""How often one network may ask, and how many pages it may have open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from spiritboard.server.limits import Asker, TooMuch

MOST_NETWORKS = 50_000  # that are remembered at once
SOCKET_RETRY_SECONDS = 30

Clock = Callable[[], float]


class Bucket:
    """So many a second in the long run, and a few more at once."""

    def __init__(self, a_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._left = float(at_once)
        self._at = clock()

    def take(self) -> float:
        """Returns 0 if there was one to take, and otherwise after how many seconds there is one."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self._a_second
        self._left -= 1
        return 0.0


class Buckets:
    """A bucket for each network. Those that have not asked for longest are forgotten when there are too many."""

    def __init__(self, a_minute: int, most: int = MOST_NETWORKS, clock: Clock = time.monotonic) -> None:
        self._a_minute = a_minute
        self._most = most
        self._clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._of)

    def take(self, network: str) -> float:
        """Returns 0 if this network may ask now, and otherwise after how many seconds it may."""
        bucket = self._of.setdefault(network, Bucket(self._a_minute / 60, self._a_minute, self._clock))
        self._of.move_to_end(network)
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket.take()


class OpenSockets:
    """The sockets and event streams that are open, by person and by network. A stranger is the person ''."""

    def __init__(self, a_person: int, a_network: int) -> None:
        self._a_person = a_person
        self._a_network = a_network
        self._of: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._of)

    def check(self, asker: Asker) -> None:
        """Raises TooMuch if there are as many as there may be."""
        for kind, name, most in (
            ("person", asker.person, self._a_person),
            ("network", asker.network, self._a_network),
        ):
            if name and self._of[kind, name] >= most:
                raise TooMuch(f"There are {most} table pages open from your {kind} already.", SOCKET_RETRY_SECONDS)

    @contextmanager
    def counted(self, asker: Asker) -> Iterator[None]:
        """One more, for a while."""
        places = [("person", asker.person), ("network", asker.network)]
        self._of.update(places)
        try:
            yield
        finally:
            self._of.subtract(places)
            for place in places:
                if not self._of[place]:
                    del self._of[place]
