"""Limits how often one network may ask, and how many table pages it may have open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from spiritboard.server.limits import Requester, TooMuch

MOST_NETWORKS = 50_000  # remembered at once
SOCKET_RETRY_SECONDS = 30

TimeSource = Callable[[], float]


class Bucket:
    """Allows so many requests a second in the long run, and so many at once."""

    def __init__(self, a_second: float, at_once: int, clock: TimeSource = time.monotonic) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._left = float(at_once)
        self._updated_at = clock()

    def take(self) -> float:
        """Returns 0 and counts a request if it is allowed now, and otherwise the seconds until one is."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._updated_at) * self._a_second)
        self._updated_at = now
        if self._left < 1:
            return (1 - self._left) / self._a_second
        self._left -= 1
        return 0.0


class Buckets:
    """A bucket for each network. If there are too many, the one not used for longest is forgotten."""

    def __init__(self, a_minute: int, most: int = MOST_NETWORKS, clock: TimeSource = time.monotonic) -> None:
        self._a_minute = a_minute
        self._most = most
        self._clock = clock
        self._by_network: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._by_network)

    def take(self, network: str) -> float:
        """Returns 0 and counts a request if this network may ask now, and otherwise the seconds until it may."""
        bucket = self._by_network.setdefault(network, Bucket(self._a_minute / 60, self._a_minute, self._clock))
        self._by_network.move_to_end(network)
        if len(self._by_network) > self._most:
            self._by_network.popitem(last=False)
        return bucket.take()


class OpenSockets:
    """Counts the open sockets and event streams by person and by network. A person without a cookie is ''."""

    def __init__(self, a_person: int, a_network: int) -> None:
        self._a_person = a_person
        self._a_network = a_network
        self._open: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def check(self, requester: Requester) -> None:
        """Raises TooMuch if the person or the network has as many as it may have."""
        if requester.person and self._open["person", requester.person] >= self._a_person:
            raise TooMuch(f"You have {self._a_person} table pages open already.", SOCKET_RETRY_SECONDS)
        if requester.network and self._open["network", requester.network] >= self._a_network:
            raise TooMuch(f"Your network has {self._a_network} table pages open already.", SOCKET_RETRY_SECONDS)

    @contextmanager
    def counted(self, requester: Requester) -> Iterator[None]:
        """Count one more as long as this lasts."""
        owners = [("person", requester.person), ("network", requester.network)]
        self._open.update(owners)
        try:
            yield
        finally:
            self._open.subtract(owners)
            for owner in owners:
                if not self._open[owner]:
                    del self._open[owner]
