"""A queue in which nobody waits longer because another person has many items in it."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

from spiritboard.server.limits import Requester

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Networks take turns, and so do the persons of a network. The items of one person keep their order."""

    def __init__(self) -> None:
        # Items by network and person. The next network and the next person come first; none is without items.
        self._networks: dict[str, dict[str, deque[T]]] = {}

    def put(self, requester: Requester, item: T) -> None:
        self._networks.setdefault(requester.network, {}).setdefault(requester.person, deque()).append(item)

    def take(self) -> T | None:
        """Takes the next item out and returns it; None if the queue is empty."""
        if not self._networks:
            return None
        network = next(iter(self._networks))
        persons = self._networks.pop(network)
        person = next(iter(persons))
        items = persons.pop(person)
        item = items.popleft()
        if items:
            persons[person] = items  # at the end, so that the other persons come first
        if persons:
            self._networks[network] = persons
        return item
