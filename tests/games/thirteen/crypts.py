"""Helpers for the tests of 13 Ghosts: positions set up by hand, by the numbers on the ghosts."""

from __future__ import annotations

from itertools import chain, permutations, product

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.abilities import ANY_NUMBER, SET_SIZE
from spiritboard.games.thirteen.answers import ANSWER_SILENCE, ANSWER_YES, ATTACK_ON, answer_of, subject_of
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.picks import STEP_TURN
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.dice import Dice

ATTACKS = {f"attack {number}" for number in range(1, 14)}


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def at_table(
    crypts: str,
    hands: str,
    pile: str | list[str] | None = None,
    up: list[str] | None = None,
    options: dict[str, str] | None = None,
    **fields: object,
) -> Thirteen:
    """Returns a position in which seat 0 is on turn.

    A hand or crypt of 0 means that there is none. Piles begin with their top card. If no pile is given, it holds all
    cards that are named nowhere else. If one is given, those cards were played face down by the first seat of the set.
    """
    laid, held = numbers(crypts), numbers(hands)
    seats = len(laid)
    sets = 2 if seats == 4 else 1
    faces_up = [numbers(each) for each in (up or [""] * seats)]
    named = None if pile is None else [numbers(each) for each in ([pile] if isinstance(pile, str) else pile)]
    ghosts: list[int] = []
    piles: list[list[int]] = []
    down: list[list[int]] = [[] for _ in range(seats)]
    slots: dict[tuple[int, int], int] = {}
    for which in range(sets):
        for number in range(1, SET_SIZE + 1):
            slots[which, number] = len(ghosts)
            ghosts.append(number)
        mine = [seat for seat in range(seats) if seat % sets == which]
        used = [n for seat in mine for n in [laid[seat], held[seat], *faces_up[seat]] if n]
        assert len(set(used)) == len(used), "a number is used twice"
        rest = [n for n in range(1, SET_SIZE + 1) if n not in used]
        top_first = rest if named is None else named[which]
        piles.append([slots[which, n] for n in reversed(top_first)])
        down[mine[0]] = [slots[which, n] for n in rest if n not in top_first]
    places = [[(seat % sets, laid[seat]), (seat % sets, held[seat])] for seat in range(seats)]
    seen = [0] * len(ghosts)
    for seat in range(seats):
        for slot in [*(slots[place] for place in places[seat] if place[1]), *down[seat]]:
            seen[slot] |= 1 << seat
        for number in faces_up[seat]:
            seen[slots[seat % sets, number]] = (2 << seats) - 1
    state = GAME.setup(seats, None, **(options or {})).from_position(
        {
            "turn": 0,
            "ghosts": ghosts,
            "seen": seen,
            "dealt": [[] for _ in range(seats)],
            "crypts": [slots[seat % sets, laid[seat]] if laid[seat] else NO_SLOT for seat in range(seats)],
            "hands": [slots[seat % sets, held[seat]] if held[seat] else NO_SLOT for seat in range(seats)],
            "up": [[slots[seat % sets, n] for n in faces_up[seat]] for seat in range(seats)],
            "down": down,
            "piles": piles,
            "inside": [number > 0 for number in laid],
            "silent": [False] * seats,
            "could": [ANY_NUMBER] * seats,
            "answers": [[] for _ in range(seats)],
            "step": STEP_TURN,
            "place": 0,
            "looked": 0,
            "turns": 0,
            "round": 1,
            "first": 0,
            "choosers": [0, 1] if sets == 2 else [],
            "score": [0] * seats,
            "duel": [],
            **fields,
        }
    )
    assert isinstance(state, Thirteen)
    return state


def do(state: Thirteen, *moves: str, seed: object = "next") -> None:
    """Make moves, each by the player on turn, given by their picks: "play", "attack 7", "copy 4", "bury"."""
    for picks in moves:
        seat = state.turn
        state.play(seat, state.move(seat, tuple(picks.split())), Dice(seed))


def can(state: Thirteen, seat: int | None = None) -> set[str]:
    """Returns the moves of a seat, or of the player on turn, by their picks."""
    return {" ".join(path) for path in state.paths(state.turn if seat is None else seat)}


def hand(state: Thirteen, seat: int) -> int:
    """Returns the number in a seat's hand, or 0."""
    return state.ghosts[state.hands[seat]] if state.hands[seat] != NO_SLOT else 0


def crypt(state: Thirteen, seat: int) -> int:
    """Returns the number in a seat's crypt, or 0."""
    return state.ghosts[state.crypts[seat]] if state.crypts[seat] != NO_SLOT else 0


def pile(state: Thirteen, which: int = 0) -> list[int]:
    """Returns the numbers in a pile from the top."""
    return [state.ghosts[slot] for slot in list(state.piles[which])[::-1]]


def shown_piles(state: Thirteen, seat: int | None) -> list[list[int | None]]:
    """Returns the numbers that a seat knows in each pile, from the top."""
    piles = state.view(seat)["piles"]
    assert all(each["count"] == len(each["cards"]) for each in piles)
    return [each["cards"] for each in piles]


def answered(state: Thirteen, seat: int) -> list[str]:
    """Returns a seat's answers: "4 yes" to the question of no. 4, "attack 7 no", "1 silence"."""
    return [
        f"{'attack ' if each['kind'] == 'attack' else ''}{each['number']} {each['answer']}"
        for each in state.view(None)["players"][seat]["answers"]
    ]


# What a seat can know, found by trying every deal.


def hidden(state: Thirteen, seat: int | None) -> list[int]:
    """Returns the slots that a seat, or a spectator, has not seen."""
    eye = state.seats if seat is None else seat
    return [slot for slot, eyes in enumerate(state.seen) if not eyes >> eye & 1]


def deals(state: Thirteen, seat: int | None) -> set[tuple[int, ...]]:
    """Returns every deal of the ghosts that agrees with what this seat has seen and heard."""
    slots = hidden(state, seat)
    sets = [[slot for slot in slots if slot // SET_SIZE == which] for which in range(state.sets)]
    orders = [permutations([state.ghosts[slot] for slot in each]) for each in sets]
    found = set()
    for order in product(*orders):
        ghosts = state.ghosts.copy()
        for slot, number in zip(slots, chain(*order), strict=True):
            ghosts[slot] = number
        if all(is_true(state, of, ghosts[state.crypts[of]]) for of in range(state.seats)):
            found.add(tuple(ghosts))
    return found


def crypts_possible(state: Thirteen, seat: int | None) -> set[tuple[int, ...]]:
    """Returns every choice of crypts that agrees with what this seat has seen and heard."""
    unseen = hidden(state, seat)
    choices = []
    for of in range(state.seats):
        slot, which = state.crypts[of], of % state.sets
        numbers = [state.ghosts[each] for each in unseen if each // SET_SIZE == which]
        fitting = [n for n in numbers if is_true(state, of, n)]
        choices.append(fitting if slot in unseen else [crypt(state, of)])
    return {drawn for drawn in product(*choices) if all_different(drawn, state.sets)}


def all_different(drawn: tuple[int, ...], sets: int) -> bool:
    return all(len(set(drawn[which::sets])) == len(drawn[which::sets]) for which in range(sets))


def is_true(state: Thirteen, of: int, number: int) -> bool:
    """Returns whether all answers of a seat would be true if its crypt were this number."""
    return all(fits(state, given, number) for given in state.answers[of])


def fits(state: Thirteen, given: int, number: int) -> bool:
    """Returns whether an answer would be true if the crypt were this number."""
    subject, answer = subject_of(given), answer_of(given)
    attacked = subject > ATTACK_ON
    among = number == subject - ATTACK_ON if attacked else bool(state.abilities.asks[subject] >> number & 1)
    return answer == ANSWER_SILENCE or among == (answer == ANSWER_YES)
