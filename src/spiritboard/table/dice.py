"""Chance. The caller who makes a move brings the dice for it.

Dice are a key and a position, so `dice.text()` written beside a move is enough to play that move again.
The bytes are SHAKE-128 of the key and a block number: they are the same on every platform, compiled or not, and the
next roll cannot be computed from earlier rolls.
"""

from __future__ import annotations

import re
from hashlib import blake2b, shake_128
from typing import Final, TypeVar

from mypy_extensions import i64

from spiritboard.table.row import Row, shuffle, take_out

T = TypeVar("T")

KEY_BYTES: Final = 16
# Twice the hash's own rate: enough for a short game of dice, and cheap to throw away after one move.
BLOCK_BYTES: Final = 336
STREAM_BLOCKS: Final = 1 << 20
MOST_STREAMS: Final = 1 << 31
TEXT: Final = re.compile(r"([0-9a-f]{32})(?:@(0|[1-9][0-9]{0,17}))?")


class Dice:
    """Unbiased random choices from a seed, which is a text, a number, or the bytes of a key."""

    def __init__(self, seed: object, block: i64 = 0) -> None:
        self._key = seed if isinstance(seed, bytes) else key_from(seed)
        self._bytes = b""
        self._block = block  # the number of the next block to fill
        self._at: i64 = BLOCK_BYTES

    def __repr__(self) -> str:
        # Without the key, because who knows it knows all rolls, and this text may get into a log.
        return f"<Dice at {self.position()}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Returns how `pickle` and `copy` make the same dice again."""
        return Dice.at, (self.text(),)

    @staticmethod
    def at(text: str) -> Dice:
        """Returns the dice that `text()` described, or new ones for 32 random hex digits.

        Raises ValueError for any other text.
        """
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
        """Returns the key and the position, from which `at` continues with the same rolls."""
        return f"{self._key.hex()}@{self.position()}"

    def position(self) -> i64:
        """Returns how far these dice are in the sequence of their key."""
        return self._block * BLOCK_BYTES + self._at - BLOCK_BYTES

    def moved_to(self, position: i64) -> Dice:
        """Returns dice with the same key at this position. Raises ValueError if it is negative or far too large."""
        return Dice.at(f"{self._key.hex()}@{position}")

    def stream(self, number: i64) -> Dice:
        """Returns dice with the same key that are far away in the sequence, such as those of one game of a simulation.

        Raises ValueError if the number is out of range.
        """
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
        """Returns a number from 0 to n - 1, each equally likely. Raises ValueError if n is not from 1 to 2**31.

        This is Lemire's multiplication; products that would make some numbers more likely are rejected.
        """
        at = self._at
        if n > 256 or n < 1 or at == BLOCK_BYTES:
            return self._below_otherwise(n)
        self._at = at + 1
        byte: i64 = self._bytes[at]  # `_byte` without its call, because nothing is called more often
        product = byte * n
        if product & 255 < n and product & 255 < 256 % n:
            return self.below(n)  # rejected
        return product >> 8

    def _below_otherwise(self, n: i64) -> i64:
        """Returns what `below` returns in the cases that are not usual: one byte is not enough, or no byte is left.

        Without them `below` is compiled into shorter code.
        """
        if n > 256:
            return self._below_many(n)
        if n < 1:
            raise ValueError("dice need at least one side")
        self._fill()
        return self.below(n)

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
        """Remove a random item from a list and return it. The order of the other items changes."""
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
            items[size], items[other] = items[other], items[size]

    # The same for rows, which are not lists where the rules are compiled.

    def pick_from(self, row: Row) -> i64:
        return row[self.below(len(row))]

    def draw_from(self, heap: Row) -> i64:
        """Remove a random number from a row and return it. The order of the other numbers changes."""
        return take_out(heap, self.below(len(heap)))

    def draw_into(self, heap: Row, most: i64, other: Row) -> i64:
        """Draw numbers from a row and add them to another: `most` of them, or all if there are fewer.

        Returns how many.
        """
        count: i64 = min(most, len(heap))
        for _at in range(count):
            other.append(take_out(heap, self.below(len(heap))))
        return count

    def shuffle_row(self, row: Row) -> None:
        shuffle(row, self)

    def deal_again(self, hands: list[Row], kept: i64, deck: Row) -> None:
        """Shuffle all hands but one (-1: all hands) into the deck, and deal as many numbers to each as it had."""
        for seat in range(len(hands)):
            if seat != kept:
                deck.extend(hands[seat])
        self.shuffle_row(deck)
        for seat in range(len(hands)):
            if seat != kept:
                hand = hands[seat]
                size: i64 = len(hand)
                for at in range(size):
                    hand[at] = deck.pop()


def key_from(seed: object) -> bytes:
    return blake2b(str(seed).encode(), digest_size=KEY_BYTES).digest()
