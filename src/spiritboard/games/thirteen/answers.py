"""Answers to questions and attacks, each packed into one int: the seat that asked, the subject, and the answer.

The subject is the number of the ghost that asked, or ATTACK_ON plus the number that was attacked. A state keeps each
answer together with the seat that gave it, as owned.py says.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ANSWER_NO: Final = 0
ANSWER_YES: Final = 1
ANSWER_SILENCE: Final = 2  # only a question may be answered with silence
ATTACK_ON: Final = 16


def packed(asker: i64, subject: i64, answer: i64) -> i64:
    return asker << 7 | subject << 2 | answer


def given_by(seat: i64, asker: i64, subject: i64, answer: i64) -> i64:
    """Returns `owned(seat, packed(asker, subject, answer))`, computed at once because it is needed so often."""
    return asker << 9 | subject << 4 | answer << 2 | seat


def asker_of(given: i64) -> i64:
    return given >> 7


def subject_of(given: i64) -> i64:
    return given >> 2 & 31


def answer_of(given: i64) -> i64:
    return given & 3
