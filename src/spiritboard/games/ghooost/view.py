"""What a seat sees of Ghooost!, and how what happens is said (GO26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.table.events import named

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost

COPY, KITTY, COPIED = 15, 16, 32
LOSE_TURN, LUCK, MANSION, COLLECT, PLAY_KITTY = 499, 500, 501, 502, 503
VOWELS = (8, 11)  # eight and eleven
COUNTS = {2: "two", 3: "three", 4: "four"}


def show(state: Ghooost, seat: int | None) -> dict[str, object]:
    seats = range(state.seats)
    return {
        "round": state.round,
        "midnight": state.after_midnight(),
        "clockwise": state.way == 1,
        "crypt": len(state.crypt),
        "crypt_at_first": state.crypt_at_first(),
        "rooms": state.rooms(),
        "cemetery": [{"name": name(ghost & 31), "copy": ghost >= COPIED} for ghost in state.cemetery],
        "kitties": state.kitties,
        "discarded": [name(ghost) for ghost in sorted(state.discarded)],
        "hand": None if seat is None else [name(ghost) for ghost in sorted(state.hands[seat])],
        "hands": [len(hand) for hand in state.hands],
        "known": [[name(ghost) for ghost in sorted(known)] for known in state.known],
        "mansions": [len(mansion) for mansion in state.mansions],
        "left": state.left.copy(),
        "points": [state.points[each] for each in seats] if state.is_match() else None,
        "boos": [state.boos[each] for each in seats] if state.is_match() else None,
        "deciding": state.deciding,
    }


def explain(state: Ghooost, seat: int | None) -> dict[str, object]:
    return {"prompt": prompt(state) if seat is not None and seat in state.pending() else None}


def name(ghost: int) -> str:
    return "copy" if ghost == COPY else "kitty" if ghost == KITTY else str(ghost)


def path(move: int) -> tuple[str, ...]:
    if move == LUCK:
        return ("luck",)
    if move == MANSION:
        return ("mansion",)
    if move == COLLECT:
        return ("collect",)
    if move == LOSE_TURN:
        return ("lose-turn",)
    if move == PLAY_KITTY:
        return ("play", "kitty")
    value, count = str(move >> 4), move >> 1 & 7
    return ("play", *[value] * count, *["copy"] * (move & 1))


# Words.


def prompt(state: Ghooost) -> str:
    top = state.top()
    lying = "Nothing lies in the cemetery" if top == 0 else f"{'An' if top in VOWELS else 'A'} {top} lies on top"
    collect = ", or collect the cemetery" if state.cemetery or state.kitties else ""
    if not state.after_midnight():
        return (
            f"{lying}. Play ghosts, try your luck{collect}." if collect else f"{lying}. Play ghosts or try your luck."
        )
    if not state.hands[state.turn]:
        return f"{lying}. Turn up a ghost from your mansion{collect}."
    if state.may_lose_turn(state.turn):
        return "Only Kitties lie beside the cemetery, and Miss Copy cannot be played alone: collect, or lose the turn."
    if not state.plays(state.turn):
        return f"{lying}, and no ghost of yours can be played: collect the cemetery."
    return f"{lying}. Play ghosts{collect}."


def say_ghost(ghost: int) -> str:
    if ghost == COPY:
        return "Miss Copy"
    return "Kitty" if ghost == KITTY else f"{'an' if ghost in VOWELS else 'a'} {ghost}"


def say_play(seat: int, move: int) -> str:
    if move == PLAY_KITTY:
        return f"{{{seat}}} plays Kitty."
    value, count = move >> 4, move >> 1 & 7
    what = say_ghost(value) if count == 1 else f"{COUNTS.get(count, count)} {value}s"
    return f"{{{seat}}} plays {what}{' with Miss Copy' if move & 1 else ''}."


def say_turn_up(seat: int, ghost: int, whence: str) -> str:
    how = "tries their luck and turns up" if whence == "luck" else "opens the mansion and finds"
    return f"{{{seat}}} {how} {say_ghost(ghost)}."


def say_discard(why: str) -> str:
    return "A Quartet! The cemetery is discarded." if why == "quartet" else "Skeletum empties the cemetery."


def say_collect(seat: int, ghosts: int) -> str:
    return f"{{{seat}}} takes {ghosts} ghost{'' if ghosts == 1 else 's'} into the hand."


def say_verdict(state: Ghooost) -> str:
    if not state.is_match() and not state.left:
        return f"{named(list(range(state.seats)))} share the loss: nobody could get on."
    winners = state.standings().winners()
    names = named(winners)
    if state.is_match():
        points = state.standings().scores[winners[0]]
        how = f"{points} point{'' if points == 1 else 's'}"
        return f"{names} {'share the match' if len(winners) > 1 else 'wins the match'} with {how}."
    losers = named([seat for seat in range(state.seats) if seat not in state.left])
    return f"{names} got away; {losers} {'is' if state.still_in() == 1 else 'are'} left with the ghosts."
