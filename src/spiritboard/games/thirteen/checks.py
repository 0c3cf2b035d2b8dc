"""Checks whether a position that was set up by hand is possible in 13 Ghosts. Every check raises BadPosition if not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.thirteen.abilities import SET_SIZE
from spiritboard.games.thirteen.answers import ANSWER_SILENCE, ATTACK_ON, answer_of, asker_of, subject_of
from spiritboard.games.thirteen.knowledge import NO_SLOT, SEATS_IN
from spiritboard.games.thirteen.memory import check_memory
from spiritboard.games.thirteen.owned import number_of, numbers_of
from spiritboard.games.thirteen.picks import STEP_CHOOSE, STEP_SETTLE, STEP_TURN
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.thirteen.position import ThirteenPosition


def check(state: ThirteenPosition) -> None:
    check_lengths(state)
    check_round(state)
    check_cards(state)
    check_seen(state)
    check_answers(state)
    check_memory(state)
    if state.step == STEP_CHOOSE:
        check_choices(state)
    else:
        check_turn(state)


def check_lengths(state: ThirteenPosition) -> None:
    check_seats(state, len(state.dealt))
    for numbers in (state.crypts, state.hands, state.could, state.score):
        check_seats(state, len(numbers))


def check_seats(state: ThirteenPosition, count: int) -> None:
    """Check that a field which has an entry for each seat has so many entries."""
    if count != state.seats:
        raise BadPosition("Each seat has cards, answers and a score, and is in the round or out of it.")


def check_round(state: ThirteenPosition) -> None:
    seats = state.seats
    if len(state.duel) not in (0, seats) or (state.duel and seats != 3):
        raise BadPosition("Only in a game of three players is a tie broken in a game for two.")
    if len(state.choosers) != (2 if seats == 4 else 0) or any(not is_of_team(state, team) for team in range(2)):
        raise BadPosition("In teams one player of each team chooses the crypts; without teams there are no choosers.")
    steps = STEP_CHOOSE <= state.step <= STEP_SETTLE
    if not 0 <= state.first < seats or not 0 <= state.place < seats or not steps:
        raise BadPosition("The first player and the place whose turn it is are seats, and the step is from 0 to 3.")


def is_of_team(state: ThirteenPosition, team: int) -> bool:
    """Returns whether the chooser of a team is one of its players."""
    return not state.choosers or state.choosers[team] in (team, team + 2)


def check_ghosts(state: ThirteenPosition) -> None:
    ghosts = list(state.ghosts)
    if len(ghosts) != SET_SIZE * state.sets:
        raise BadPosition(f"There are {SET_SIZE * state.sets} ghosts.")
    for which in range(state.sets):
        if sorted(ghosts[SET_SIZE * which : SET_SIZE * which + SET_SIZE]) != list(range(1, SET_SIZE + 1)):
            raise BadPosition(f"Each set has each number from 1 to {SET_SIZE} once.")


def check_eyes(state: ThirteenPosition, eyes: Row) -> None:
    """Check a row that says of each card which eyes have seen it, as bits."""
    if len(eyes) != len(state.ghosts) or any(not 0 <= each <= state.everybody for each in eyes):
        raise BadPosition("`seen` says of each card who has seen it.")


def check_cards(state: ThirteenPosition) -> None:
    if len(state.piles) != state.sets:
        raise BadPosition("There is a pile for each set.")
    for which in range(state.sets):
        slots = list(range(SET_SIZE * which, SET_SIZE * which + SET_SIZE))
        if sorted(slots_with(state, which)) != slots:
            raise BadPosition(
                "Each card lies in exactly one place: in the pile of its set, or with a player of that set."
            )


def slots_with(state: ThirteenPosition, which: int) -> list[int]:
    """Returns the cards that lie in the pile of a set and with the players of that set."""
    slots = list(state.piles[which])
    for seat in range(state.seats):
        if seat & (state.sets - 1) == which:
            slots.extend(state.places(seat))
    return slots


def check_seen(state: ThirteenPosition) -> None:
    for seat in range(state.seats):
        if not all(state.has_seen(seat, slot) for slot in state.places(seat)):
            raise BadPosition(f"Seat {seat} has seen its own cards.")
    if any(state.eyes_on(number_of(card)) != state.everybody for card in state.up_cards):
        raise BadPosition("Everybody has seen the cards that lie face up.")


def check_answers(state: ThirteenPosition) -> None:
    for seat in range(state.seats):
        slot = state.crypts[seat]
        if slot != NO_SLOT and not state.could[seat] >> state.ghosts[slot] & 1:
            raise BadPosition(f"The crypt of seat {seat} is none of the numbers that its answers leave.")
        if not all(can_be_given(state, seat, given) for given in numbers_of(state.given, seat)):
            raise BadPosition("An answer is given to an opponent's question or attack, and silence only to a question.")


def can_be_given(state: ThirteenPosition, seat: int, given: int) -> bool:
    """Returns whether a seat can have given this answer."""
    subject, answer = subject_of(given), answer_of(given)
    to_question = 1 <= subject <= SET_SIZE and answer <= ANSWER_SILENCE
    to_attack = 1 <= subject - ATTACK_ON <= SET_SIZE and answer < ANSWER_SILENCE
    return asker_of(given) in SEATS_IN[state.opponents[seat]] and (to_question or to_attack)


def check_choices(state: ThirteenPosition) -> None:
    choosing = state.choosing()
    if not choosing or state.turn != choosing[0]:
        raise BadPosition("The first seat that still has to choose is on turn.")
    if any(len(state.dealt[seat]) not in ((2, 4) if state.sets == 2 else (2,)) for seat in choosing):
        raise BadPosition("A player has two cards to choose from, or four for a whole team.")


def check_turn(state: ThirteenPosition) -> None:
    if state.choosing():
        raise BadPosition("Nobody has to choose once turns are taken.")
    if not state.is_inside(state.turn) or (state.turn != state.place and not stands_in(state)):
        raise BadPosition("A player who is in the round takes the turn: their own, or that of a team-mate who is out.")
    for seat in range(state.seats):
        if state.is_inside(seat):
            check_player(state, seat)
    if not 0 <= state.looked <= len(state.pile_looked_at(state.turn)):
        raise BadPosition("A player cannot look at more cards than the pile has.")


def check_player(state: ThirteenPosition, seat: int) -> None:
    if state.crypts[seat] == NO_SLOT:
        raise BadPosition(f"Seat {seat} is in the round and has a crypt.")
    has_played = state.over or (seat == state.turn and state.step != STEP_TURN)
    if not has_played and state.hands[seat] == NO_SLOT and state.own_pile(seat):
        raise BadPosition(f"Seat {seat} has a card in hand while there is a pile.")


def stands_in(state: ThirteenPosition) -> bool:
    """Returns whether the player on turn takes the turn of a team-mate who is out."""
    return state.sets == 2 and state.turn == state.place ^ 2 and not state.is_inside(state.place)
