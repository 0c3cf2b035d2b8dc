"""A move and its reason, told afterwards about the player who made it.

Games say moves as commands ("Take your pile") and reasons in the present tense to the player on turn ("keeps the level
at 5"). Here they become "taking their pile" and "kept the level at 5". Words that are not known here stay as they are.
"""

from __future__ import annotations

import re
from typing import Final

VOWELS: Final = "aeiou"
SILENT_E: Final = re.compile(r"[^e]e$")
SHORT: Final = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]$")  # one syllable that ends in one of these: "stop"
PERSONS: Final = {"you": "they", "your": "their", "yours": "theirs", "yourself": "themselves"}
PAST: Final = {
    "am": "was",
    "answer": "answered",
    "are": "were",
    "attack": "attacked",
    "brings": "brought",
    "can": "could",
    "costs": "cost",
    "earns": "earned",
    "fail": "failed",
    "fit": "fitted",
    "fits": "fitted",
    "gets": "got",
    "gives": "gave",
    "go": "went",
    "have": "had",
    "is": "was",
    "keeps": "kept",
    "leaves": "left",
    "lie": "lay",
    "loses": "lost",
    "makes": "made",
    "scores": "scored",
    "shows": "showed",
    "stay": "stayed",
    "succeeds": "succeeded",
    "sweeps": "swept",
    "take": "took",
    "takes": "took",
    "turns": "turned",
    "wins": "won",
}
# After one of these verbs "you" is the player to whom something is done.
OBJECT_AFTER: Final = re.compile(r"\b(gives|shows|gets|leaves) you\b")
NOT_A_CLAUSE: Final = re.compile(r"(the only|one of|an?|scary|your|most) ?\b")  # "the only card that fits"
WORD: Final = re.compile(r"[A-Za-z]+")


def doing(command: str) -> str:
    """Returns a command as something that a player does: "taking the pile" for "Take the pile"."""
    verb, space, rest = command.partition(" ")
    if not verb.isalpha():
        return f"saying “{command}”"
    return f"{with_ing(verb.lower())}{space}{_of_them(rest)}"


def with_ing(verb: str) -> str:
    """Returns the verb with its ending: "playing", "taking", "stopping"."""
    if SILENT_E.search(verb):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if SHORT.fullmatch(verb) else f"{verb}ing"


def _of_them(words: str) -> str:
    return WORD.sub(lambda found: PERSONS.get(found[0], found[0]), words)


def in_the_past(reason: str) -> str:
    """Returns a reason as it was: "kept the level at 5" for "keeps the level at 5"."""
    words = OBJECT_AFTER.sub(r"\1 them", reason)
    return WORD.sub(lambda found: PERSONS.get(found[0]) or PAST.get(found[0], found[0]), words)


def move_and_reason(command: str, reason: str) -> str:
    """Returns what a better move was good for: "playing green 1 kept the level at 5"."""
    move, was = doing(command), in_the_past(reason.rstrip("."))
    if not reason:
        return f"{move} was better"
    first = reason.partition(" ")[0]
    if first in PAST and first not in ("no", "are"):
        return f"{move} {was}"
    return f"{move} was better: {'it was ' if NOT_A_CLAUSE.match(reason) else ''}{was}"


def as_sentence(words: str) -> str:
    """Returns words with a capital at the beginning."""
    return words[:1].upper() + words[1:]
