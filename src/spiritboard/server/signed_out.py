"""Browsers that were signed out, and people who were erased. Their cookies are signed for good, so a list refuses them.

The list has digests only: it must outlast what is known of these people. Every server keeps all of it in memory,
because each request is checked against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

WHOLE_PERSON = "*"  # instead of a browser's id: all browsers of the person


def digest(*words: str) -> str:
    """Returns a digest of these words, from which nobody can find them if they are random."""
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


class SignedOut:
    """The list as one server knows it, and the open pages that must close when their browser comes on it."""

    def __init__(self) -> None:
        self._digests: set[str] = set()
        self._pages: dict[str, set[Callable[[], object]]] = {}

    def has(self, person: str, browser: str) -> bool:
        """Returns whether this browser was signed out, or its person erased."""
        return bool(self._digests) and not self._digests.isdisjoint(_both(person, browser))

    def add(self, digests: Iterable[str]) -> None:
        """Add digests, and close the pages that are open for them."""
        for each in set(digests) - self._digests:
            self._digests.add(each)
            for close in list(self._pages.get(each, ())):
                close()

    @contextmanager
    def closing(self, person: str, browser: str, close: Callable[[], object]) -> Iterator[None]:
        """Call `close` if this browser is signed out meanwhile."""
        both = _both(person, browser)
        for each in both:
            self._pages.setdefault(each, set()).add(close)
        try:
            yield
        finally:
            for each in both:
                self._pages[each].discard(close)
                if not self._pages[each]:
                    del self._pages[each]


def _both(person: str, browser: str) -> tuple[str, str]:
    return digest(person, browser), digest(person, WHOLE_PERSON)
