"""How the view of a seat of Ghooost! is made (GO26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from spiritboard.games.ghooost import words
from spiritboard.games.ghooost.picks import (
    COPIED,
    GHOST_NAMES,
    KITTY,
    PLAY_KITTY,
    TWIST,
    VALUE_MASK,
    copies_in,
    number_in,
    played_names,
    value_in,
)
from spiritboard.games.ghooost.plays import has_play
from spiritboard.games.ghooost.tally import ONE, listed
from spiritboard.games.ghooost.view import GhooostShown
from spiritboard.table.view import Explained

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost


def show(state: Ghooost, seat: int | None) -> GhooostShown:
    is_match = state.is_match
    return {
        "round": state.round,
        "midnight": state.after_midnight(),
        "clockwise": state.way == 1,
        "crypt": len(state.crypt),
        "crypt_at_first": state.crypt_at_first(),
        "rooms": state.rooms(),
        "cemetery": [{"name": GHOST_NAMES[each & VALUE_MASK], "copy": each >= COPIED} for each in state.cemetery],
        "kitties": state.kitties,
        "discarded": [GHOST_NAMES[ghost] for ghost in sorted(state.discarded)],
        "hand": None if seat is None else names_in(state.players[seat].hand),
        "hands": [player.hand_size for player in state.players],
        "known": [names_in(player.seen) for player in state.players],
        "mansions": [len(player.mansion) for player in state.players],
        "left": list(state.left),
        "points": list(state.points) if is_match else None,
        "boos": list(state.boos) if is_match else None,
        "deciding": state.deciding,
    }


def names_in(tally: int) -> list[str]:
    """Returns the names of the ghosts of a tally, the lowest first."""
    return [GHOST_NAMES[ghost] for ghost in listed(tally)]


def explain(state: Ghooost, seat: int | None) -> Explained:
    return {"prompt": words.prompt(state) if seat is not None and seat in state.pending() else None}


# The facts of events.


def play_outcome(state: Ghooost, seat: i64, ghost: i64, some: i64) -> words.PlayOutcome:
    """Returns what it does besides when a player plays so many equal ghosts (GO7, GO9)."""
    turns = ghost == TWIST and some & 1 == 1
    skips: int | None = state.next_in(seat) if ghost == KITTY else None
    return {"skips": skips, "clockwise": state.way == -1 if turns else None}


def ghosts_played(state: Ghooost, seat: i64, move: i64) -> words.GhostsPlayed:
    """Returns the facts of a play from the hand, which is about to be made."""
    is_kitty = move == PLAY_KITTY
    ghost: i64 = KITTY if is_kitty else value_in(move)
    some: i64 = 1 if is_kitty else number_in(move) + copies_in(move)
    return {**play_outcome(state, seat, ghost, some), "seat": seat, "ghosts": played_names(move)}


def ghost_turned_up(state: Ghooost, seat: i64, ghost: i64) -> words.GhostTurnedUp:
    """Returns the facts of a ghost that was turned up and is about to be played."""
    return {
        **play_outcome(state, seat, ghost, 1),
        "seat": seat,
        "ghost": GHOST_NAMES[ghost],
        "fits": has_play(ONE[ghost], state.top),
    }


def round_ended(state: Ghooost, before: list[int]) -> words.RoundEnded:
    """Returns the facts of the end of a round. `before` are the points of the seats when it began."""
    won = [1 if seat in state.left else 0 for seat in range(state.seats)]
    return {
        "round": state.round,
        "match": state.is_match,
        "left": list(state.left),
        "before": before,
        "after": list(state.points) if state.is_match else won,
    }


def player_booed(state: Ghooost, loser: int, before: list[int]) -> words.PlayerBooed:
    """Returns the same with the ghosts of the player who has lost the round, which everybody may see now."""
    return {
        **round_ended(state, before),
        "seat": loser,
        "boos": state.boos[loser],
        "hand": names_in(state.players[loser].hand),
        "mansion": len(state.players[loser].mansion),
    }
