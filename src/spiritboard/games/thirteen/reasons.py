"""Why a move of 13 Ghosts is good, in a few words that are certainly true for the player who sees this view.

The words rest on the table's notes, the numbers that a crypt can be. A table without notes gives fewer reasons.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from spiritboard.games.thirteen.abilities import (
    ANOTHER_TURN,
    LOOK_ATTACK,
    LOOK_BURY,
    QUESTION,
    SILENT_ATTACK,
    Abilities,
    numbers_in,
)
from spiritboard.games.thirteen.pieces import ThirteenPieces
from spiritboard.games.thirteen.view import ThirteenView
from spiritboard.table.pieces import read_pieces

EFFECT_WORDS = {
    ANOTHER_TURN: "gives you another turn",
    LOOK_ATTACK: "shows you cards that are in no crypt before you attack",
    LOOK_BURY: "shows you cards that are in no crypt",
    SILENT_ATTACK: "an attack after which you answer no questions for a while",
}


def say_reason(view: ThirteenView, path: tuple[str, ...]) -> str:
    """Returns one reason for a move of the player whose view this is, or an empty text."""
    if path[0] == "attack":
        return reason_to_attack(view, int(path[1]))
    if path[0] == "copy":
        return reason_to_use(view, int(path[1]))
    seat = view["seat"]
    hand = view["players"][seat]["hand"] if seat is not None else None
    return reason_to_use(view, hand) if path[0] == "play" and hand is not None else ""


def crypts_possible(view: ThirteenView) -> dict[int, list[int]]:
    """Returns the numbers that each opponent's crypt can be, as far as the table keeps notes."""
    seat = view["seat"]
    if seat is None:
        return {}
    rivals = [
        other for other in range(view["seats"]) if other != seat and not (view["teams"] and (other + seat) % 2 == 0)
    ]
    players = {other: view["players"][other] for other in rivals}
    return {other: each["possible"] for other, each in players.items() if each["inside"] and each["possible"]}


def reason_to_attack(view: ThirteenView, number: int) -> str:
    likely = [(len(left), seat) for seat, left in crypts_possible(view).items() if number in left]
    if not likely:
        return ""
    count, seat = min(likely)
    if count == 1:
        return f"{{{seat}}}'s crypt can be no other number"
    return f"one of only {count} numbers that {{{seat}}}'s crypt can be"


def reason_to_use(view: ThirteenView, ghost: int) -> str:
    """Returns what the ability of a ghost is good for; an empty text for ghosts with another text than usual."""
    usual = usual_abilities()
    if view["abilities"][ghost - 1]["text"] != usual.texts[ghost]:
        return ""
    effect = usual.effects[ghost]
    return reason_to_ask(view, usual, ghost) if effect == QUESTION else EFFECT_WORDS.get(effect, "")


def reason_to_ask(view: ThirteenView, usual: Abilities, ghost: int) -> str:
    """Returns into which parts the answer splits the numbers of the crypt that can be the most numbers."""
    silent = [seat for seat, player in enumerate(view["players"]) if player["silent"]]
    left = {seat: numbers for seat, numbers in crypts_possible(view).items() if seat not in silent}
    if not left:
        return ""
    seat = max(left, key=lambda each: len(left[each]))
    asked = numbers_in(usual.asks[ghost])
    yes = sum(number in asked for number in left[seat])
    no = len(left[seat]) - yes
    return f"leaves {yes} numbers or {no} of {len(left[seat])} for {{{seat}}}'s crypt" if yes and no else ""


@cache
def usual_abilities() -> Abilities:
    """Returns the abilities in this folder's pieces."""
    return read_pieces(ThirteenPieces, Path(__file__).parent / "pieces.toml").abilities()
