"""Whether a position that was set up by hand can be one of 13 Ghosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.thirteen.abilities import NUMBERS
from spiritboard.table.errors import BadPosition

if TYPE_CHECKING:
    from spiritboard.games.thirteen.rules import Thirteen

NONE = -1
CHOOSE, TURN, STRIKE, SETTLE = 0, 1, 2, 3
SILENCE, ATTACKED = 2, 16


def check(state: Thirteen) -> None:
    check_lengths(state)
    check_cards(state)
    check_eyes(state)
    check_answers(state)
    if state.step == CHOOSE:
        check_choices(state)
    else:
        check_turn(state)


def check_lengths(state: Thirteen) -> None:
    seats = state.seats
    lists = [state.dealt, state.up, state.down, state.answers]
    numbers = [state.crypts, state.hands, state.could, state.score]
    flags = [state.inside, state.silent]
    lengths = [len(each) for each in lists] + [len(each) for each in numbers] + [len(each) for each in flags]
    if any(length != seats for length in lengths):
        raise BadPosition("Each seat has cards, answers, points, and is in or out.")
    if len(state.duel) not in (0, seats) or (state.duel and seats != 3):
        raise BadPosition("Only three players break a tie in a game for two.")
    if len(state.choosers) != (2 if seats == 4 else 0) or any(not at_home(state, at) for at in range(2)):
        raise BadPosition("In teams, and only there, one player of each chooses.")
    if not 0 <= state.first < seats or not 0 <= state.place < seats or not CHOOSE <= state.step <= SETTLE:
        raise BadPosition("There is a first player, a place whose turn it is, and a step of it.")


def at_home(state: Thirteen, team: int) -> bool:
    return not state.choosers or state.choosers[team] in (team, team + 2)


def check_cards(state: Thirteen) -> None:
    """Each set is whole, and each of its cards lies somewhere, with those whose set it is."""
    size = NUMBERS * state.sets
    if len(state.ghosts) != size or len(state.piles) != state.sets:
        raise BadPosition(f"There are {size} ghosts, and a pile for each set.")
    for which in range(state.sets):
        if sorted(state.ghosts[NUMBERS * which : NUMBERS * which + NUMBERS]) != list(range(1, NUMBERS + 1)):
            raise BadPosition(f"Each set holds each number from 1 to {NUMBERS} once.")
        slots = state.piles[which].copy()
        for seat in range(state.seats):
            if seat & (state.sets - 1) == which:
                slots.extend(state.places(seat))
        if sorted(slots) != list(range(NUMBERS * which, NUMBERS * which + NUMBERS)):
            raise BadPosition("Each card lies somewhere, once, with those whose set it is.")


def check_eyes(state: Thirteen) -> None:
    """Who must have seen what."""
    if len(state.seen) != len(state.ghosts) or any(not 0 <= eyes <= state.everybody for eyes in state.seen):
        raise BadPosition("Of each card is said who has seen it.")
    for seat in range(state.seats):
        if any(not state.seen[slot] >> seat & 1 for slot in state.places(seat)):
            raise BadPosition(f"Seat {seat} has seen its own cards.")
        if any(state.seen[slot] != state.everybody for slot in state.up[seat]):
            raise BadPosition("Everybody has seen what lies face up.")


def check_answers(state: Thirteen) -> None:
    for seat in range(state.seats):
        slot = state.crypts[seat]
        if slot != NONE and not state.could[seat] >> state.ghosts[slot] & 1:
            raise BadPosition(f"The crypt of seat {seat} is none of the numbers that its answers leave.")
        if any(not right(state, seat, given) for given in state.answers[seat]):
            raise BadPosition("An answer is to an opponent's question or attack, and only a question may have none.")


def right(state: Thirteen, seat: int, given: int) -> bool:
    what, said = given >> 2 & 31, given & 3
    asked = 1 <= what <= NUMBERS and said <= SILENCE
    attacked = 1 <= what - ATTACKED <= NUMBERS and said < SILENCE
    return given >> 7 in state.opponents[seat] and (asked or attacked)


def check_choices(state: Thirteen) -> None:
    owing = state.owing()
    if not owing or state.turn != owing[0]:
        raise BadPosition("The first who still has to choose is on turn.")
    if any(len(state.dealt[seat]) not in ((2, 4) if state.sets == 2 else (2,)) for seat in owing):
        raise BadPosition("There are two cards to choose from, or four for a whole team.")


def check_turn(state: Thirteen) -> None:
    if state.owing():
        raise BadPosition("Nobody has to choose once turns are taken.")
    if not state.inside[state.turn] or (state.turn != state.place and not stands_in(state)):
        raise BadPosition("Whoever takes the turn is still in, and it is theirs or that of a team-mate who is out.")
    for seat in range(state.seats):
        if state.inside[seat] and state.crypts[seat] == NONE:
            raise BadPosition(f"Seat {seat} is in the round and has a crypt.")
        between = state.over or (seat == state.turn and state.step != TURN)
        if state.inside[seat] and not between and state.hands[seat] == NONE and state.own_pile(seat):
            raise BadPosition(f"Seat {seat} has a card in hand while there is a pile.")
    if not 0 <= state.looked <= len(state.pile_looked_at(state.turn)):
        raise BadPosition("Nobody looks at more cards than there are.")


def stands_in(state: Thirteen) -> bool:
    return state.sets == 2 and state.turn == state.place ^ 2 and not state.inside[state.place]
