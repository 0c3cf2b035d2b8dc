"""Whether a position that was set up by hand can be one of Ghooost!."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from spiritboard.games.ghooost import scoring
from spiritboard.games.ghooost.knowledge import loses_turn
from spiritboard.games.ghooost.memory import check_memory
from spiritboard.games.ghooost.picks import COPIED, GHOST_KINDS, HIGHEST_VALUE, SKELETUM, VALUE_MASK
from spiritboard.games.ghooost.plays import QUARTET, has_play
from spiritboard.games.ghooost.position import FULL_HAND, MOST_STOPPED_ROUNDS, MOST_TURNS_IN_A_ROUND
from spiritboard.games.ghooost.tally import ONE, number_of
from spiritboard.table.errors import require

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost


def check(state: Ghooost) -> None:
    """Raises BadPosition if no game can come to this position."""
    check_lists(state)
    check_cemetery(state)
    check_hour(state)
    check_players_still_in(state)
    check_turns(state)
    check_memory(state)
    if state.is_match:
        check_match(state)
    else:
        check_single_round(state)
    if state.over:
        check_end(state)


def check_lists(state: Ghooost) -> None:
    require(
        sorted(state.every_ghost()) == sorted(state.ghosts),
        "The ghosts in hands, mansions, crypt, cemetery and discard are not those of the game.",
    )
    require(len(state.points) == len(state.boos) == state.seats, "Each seat has points and Boo!s.")
    for player in state.players:
        known = all(number_of(player.seen, kind) <= number_of(player.hand, kind) for kind in range(GHOST_KINDS))
        require(known, "What is known of a hand must be in it.")
    require(state.way in (-1, 1), "The way is 1 or -1.")
    require(0 <= state.first < state.seats, f"There is no seat {state.first} for the first player.")
    require(state.booed is None or 0 <= state.booed < state.seats, "The last Boo! went to a seat that is not there.")
    require(not state.reversible, "No move of Ghooost! can be taken back.")


def check_cemetery(state: Ghooost) -> None:
    """Raises BadPosition unless each ghost in the cemetery could be laid onto the one below it."""
    require(state.kitties >= 0, "There cannot be fewer than no Kitties beside the cemetery.")
    values = [ghost & VALUE_MASK for ghost in state.cemetery]
    valid = all(1 <= value <= HIGHEST_VALUE for value in values) and all(ghost < 2 * COPIED for ghost in state.cemetery)
    require(valid, "Only ghosts with a value lie in the cemetery; the Kitties beside it are counted.")
    require(SKELETUM not in values, "Skeletum never lies in the cemetery: it discards all of it, itself too.")
    for below, above in pairwise(values):
        require(has_play(ONE[above], below), f"A {above} does not fit on a {below} in the cemetery.")
    for at in range(len(values) - QUARTET + 1):
        require(len(set(values[at : at + QUARTET])) > 1, "Four equal ghosts are a Quartet and do not stay.")
    for at, ghost in enumerate(state.cemetery):
        copies = ghost < COPIED or (at > 0 and state.cemetery[at - 1] == values[at])
        require(copies, "A Miss Copy in the cemetery lies on a ghost that she copied.")


def check_hour(state: Ghooost) -> None:
    """Raises BadPosition unless hands and mansions are as large as they can be before or after midnight."""
    rooms = state.rooms()
    require(all(len(each.mansion) <= rooms for each in state.players), f"A mansion holds at most {rooms} ghosts.")
    if not state.after_midnight():
        require(
            all(len(each.mansion) == rooms for each in state.players),
            f"Before midnight a mansion holds {rooms} ghosts.",
        )
        filled = all(each.hand_size >= FULL_HAND for each in state.players)
        require(filled, f"Before midnight each hand is filled up to {FULL_HAND} ghosts.")


def check_players_still_in(state: Ghooost) -> None:
    without = [seat for seat in range(state.seats) if state.players[seat].has_no_ghosts()]
    require(state.over or state.turn not in state.left, "The player on turn has not left.")
    require(sorted(state.left) == without, "The players with neither hand nor mansion have left, each once.")
    require(state.over or state.still_in() > 1, "The round is over when one player is left.")
    nothing = "The player on turn can do nothing: a player with only Miss Copy, and nothing to collect, loses the turn."
    require(not loses_turn(state), nothing)


def check_turns(state: Ghooost) -> None:
    require(0 <= state.lost <= state.turns, "Of the turns of this round, from none to all were lost.")
    if not state.over:
        stops = f"A round is stopped when all have lost a turn in succession, or after {MOST_TURNS_IN_A_ROUND} turns."
        require(state.lost < state.still_in() and state.turns < MOST_TURNS_IN_A_ROUND, stops)
    require(
        not state.lost or not (state.crypt or state.cemetery), "Nobody loses a turn where there are ghosts to take."
    )
    if not state.turns:
        full = all(each.hand_size == FULL_HAND for each in state.players)
        dealt = full and len(state.crypt) == state.crypt_at_first()
        begins = state.turn == state.first and state.way == 1
        require(dealt and begins, "In the first turn of a round all is as dealt, and the first player is on clockwise.")


def check_single_round(state: Ghooost) -> None:
    zeros = [0] * state.seats
    scores = state.points == zeros and state.boos == zeros and not state.deciding
    require(scores and state.round == 1, "A single round is the first, and has no points and no Boo!s.")
    require(state.stopped == 0 or (state.over and state.stopped == 1), "A single round that is stopped is over.")
    require(state.over or state.booed is None, "In a single round only the end brings a Boo!.")
    check_agreed_first(state)


def check_agreed_first(state: Ghooost) -> None:
    agreed = state.agreed_first()
    require(agreed is None or state.first == agreed, f"It was agreed that seat {agreed} begins.")


def check_match(state: Ghooost) -> None:
    """Raises BadPosition unless points and Boo!s are those of the rounds before (GO23 to GO25)."""
    played = sum(state.boos)
    rounds = played + state.stopped + (0 if state.over else 1)
    require(min(state.boos) >= 0 <= state.stopped, "There cannot be fewer than no Boo!s or stopped rounds.")
    require(state.round == rounds, "Each round before this one brought a Boo! or was stopped.")
    require(state.over or state.stopped < MOST_STOPPED_ROUNDS, f"{MOST_STOPPED_ROUNDS} stopped rounds end a match.")
    every = (state.seats + 2) * played
    require(sum(state.points) == every, f"The rounds that were played out brought {every} points in all.")
    least = 2 if state.seats == 3 else 1  # with three players, one leaves first and the other leaves last
    for points, boos in zip(state.points, state.boos, strict=True):
        left = played - boos
        require(least * left <= points <= 3 * left, f"Leaving a round is worth from {least} to 3 points.")
    require(state.deciding == (max(state.boos) > 1), "A match goes on to break a tie after a second Boo!, not before.")
    if not state.over:
        check_last_boo(state, played)


def check_last_boo(state: Ghooost, played: int) -> None:
    require((state.booed is None) == (played == 0), "The player who got the last Boo! is named, if there was one.")
    if state.booed is None:
        check_agreed_first(state)
    else:
        require(state.boos[state.booed] > 0 and state.first == state.booed, "The player who got the last Boo! begins.")
        decided = state.deciding and scoring.is_decided(state.points, state.booed)
        require(not decided, "After a second Boo! the match is over when one player alone has the most points.")


def check_end(state: Ghooost) -> None:
    """Raises BadPosition unless the round that ended the game was played out or stopped."""
    if state.booed is None:
        stopped = state.lost >= state.still_in() or state.turns >= MOST_TURNS_IN_A_ROUND
        enough = state.stopped == (MOST_STOPPED_ROUNDS if state.is_match else 1)
        require(stopped and enough, "A game that is over without a Boo! was stopped.")
        return
    require(state.still_in() == 1 and state.booed not in state.left, "The last player with ghosts gets the Boo!.")
    if state.is_match:
        decided = state.deciding and scoring.is_decided(state.points, state.booed)
        require(decided, "A match ends with a second Boo! when one player alone has the most points.")
