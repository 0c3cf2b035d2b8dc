"""A queue that many share: nobody waits longer because somebody else has much to ask."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

from spiritboard.server.limits import Asker

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Networks take turns, then the persons of a network; one person's items come in the order they were put in."""

    def __init__(self) -> None:
        # Whoever is next comes first, in both dictionaries; nobody is in them who waits for nothing.
        self._networks: dict[str, dict[str, deque[T]]] = {}

    def put(self, asker: Asker, item: T) -> None:
        self._networks.setdefault(asker.network, {}).setdefault(asker.person, deque()).append(item)

    def take(self) -> T | None:
        """Returns whose turn it is and takes it out; None if nobody waits."""
        if not self._networks:
            return None
        network = next(iter(self._networks))
        persons = self._networks.pop(network)
        person = next(iter(persons))
        items = persons.pop(person)
        item = items.popleft()
        if items:
            persons[person] = items  # at the end: the others come first
        if persons:
            self._networks[network] = persons
        return item
