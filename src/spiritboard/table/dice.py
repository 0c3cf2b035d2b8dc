"""Chance, brought to the table by whoever plays a move.

Dice are named by a key and read by position, so `dice.text()` written beside a move is enough to play that move again.
The bytes are SHAKE-128 of key and block number: the same on every platform, compiled or not, and nobody can work out
the next roll from the last ones.
"""

from __future__ import annotations

import re
from hashlib import blake2b, shake_128
from typing import Final, TypeVar

from mypy_extensions import i64

T = TypeVar("T")

KEY_BYTES: Final = 16
# Twice the hash's own rate: enough for a short game of dice, and cheap to throw away after one move.
BLOCK_BYTES: Final = 336
STREAM_BLOCKS: Final = 1 << 20
MOST_STREAMS: Final = 1 << 31
TEXT: Final = re.compile(r"([0-9a-f]{32})(?:@(0|[1-9][0-9]{0,17}))?")


class Dice:
    """Unbiased random choices from a seed: any text or number, or the bytes of a key itself."""

    def __init__(self, seed: object, block: i64 = 0) -> None:
        self._key = seed if isinstance(seed, bytes) else key_from(seed)
        self._bytes = b""
        self._block = block  # the next one to be filled
        self._at: i64 = BLOCK_BYTES

    @staticmethod
    def at(text: str) -> Dice:
        """The dice that `text()` described, or fresh ones from 32 random hex digits."""
        found = TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"not dice: {text!r} (expected 32 hex digits, then perhaps @ and a position)")
        position = int(found[2] or 0)
        dice = Dice(bytes.fromhex(found[1]), position // BLOCK_BYTES)
        if position % BLOCK_BYTES:
            dice._fill()
            dice._at = position % BLOCK_BYTES
        return dice

    def text(self) -> str:
        """Key and position, from which `at` goes on with the very same rolls."""
        return f"{self._key.hex()}@{self._block * BLOCK_BYTES + self._at - BLOCK_BYTES}"

    def stream(self, number: i64) -> Dice:
        """One of many dice with the same key that never meet: one for each game of a simulation, say."""
        if not 0 <= number < MOST_STREAMS:
            raise ValueError(f"streams are numbered from 0 to {MOST_STREAMS - 1}")
        return Dice(self._key, number * STREAM_BLOCKS)

    def _fill(self) -> None:
        self._bytes = shake_128(self._key + int(self._block).to_bytes(8, "big")).digest(BLOCK_BYTES)
        self._block += 1
        self._at = 0

    def _byte(self) -> i64:
        at = self._at
        if at == BLOCK_BYTES:
            self._fill()
            at = 0
        self._at = at + 1
        byte: i64 = self._bytes[at]
        return byte

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely (Lemire's multiplication, with the uneven rest thrown away)."""
        if n > 256:
            return self._below_many(n)
        if n < 1:
            raise ValueError("dice need at least one side")
        at = self._at
        if at == BLOCK_BYTES:
            self._fill()
            at = 0
        self._at = at + 1
        byte: i64 = self._bytes[at]  # as _byte does, without the call: nothing is rolled more often than this
        product = byte * n
        if product & 255 < n:
            uneven = 256 % n
            while product & 255 < uneven:
                product = self._byte() * n
        return product >> 8

    def _below_many(self, n: i64) -> i64:
        if n > 1 << 31:
            raise ValueError("dice have at most 2**31 sides")
        while True:
            word = self._byte() << 24 | self._byte() << 16 | self._byte() << 8 | self._byte()
            product = word * n
            if product & 0xFFFFFFFF >= (1 << 32) % n:
                return product >> 32

    def pick(self, items: list[T]) -> T:
        return items[self.below(len(items))]

    def draw(self, heap: list[T]) -> T:
        """Take one blindly out of a heap, whose order means nothing."""
        at = self.below(len(heap))
        item = heap[at]
        last = heap.pop()
        if at < len(heap):
            heap[at] = last
        return item

    def shuffle(self, items: list[T]) -> None:
        size: i64 = len(items)
        while size > 1:
            other = self.below(size)
            size -= 1
            item = items[size]
            items[size] = items[other]
            items[other] = item


def key_from(seed: object) -> bytes:
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES).digest()
