"""What a seat sees of 13 Ghosts, and how what happens is said (TH24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.thirteen import knowledge
from spiritboard.games.thirteen.abilities import KINDS, NUMBERS, Abilities
from spiritboard.table.events import named

if TYPE_CHECKING:
    from spiritboard.games.thirteen.rules import Thirteen

CHOOSE, TURN, STRIKE, SETTLE = 0, 1, 2, 3
STEPS = ["choose", "turn", "strike", "settle"]
PLAY, COPYING, LEAVE, BURY, CRYPT, HAND, CRYPTS = 14, 16, 30, 31, 32, 48, 64
ATTACKED = 16
ANSWERS = ["no", "yes", "silence"]


def show(state: Thirteen, seat: int | None) -> dict[str, object]:
    return {
        "round": state.round,
        "step": STEPS[state.step],
        "teams": state.sets == 2,
        "duel": state.duel.copy() if state.duel else None,
        "first": state.first,
        "place": state.place,
        "looked": state.looked,
        "goal": 6 if state.is_three() else 3,
        "piles": [pile(state, seat, cards) for cards in state.piles],
        "players": [player(state, seat, each) for each in range(state.seats)],
    }


def explain(state: Thirteen, seat: int | None) -> dict[str, object]:
    return {
        "prompt": prompt(state, seat) if seat is not None and seat in state.pending() else None,
        "abilities": abilities(state.abilities),
        "showing": state.showing(),
    }


def abilities(book: Abilities) -> list[dict[str, object]]:
    numbers = range(1, NUMBERS + 1)
    return [{"number": each, "kind": KINDS[book.effects[each]], "text": book.texts[each]} for each in numbers]


def pile(state: Thirteen, seat: int | None, cards: list[int]) -> dict[str, object]:
    """How many cards there are, those this seat has looked at, and who has looked at which, from the top."""
    from_top = list(reversed(cards))
    return {
        "count": len(cards),
        "cards": [knowledge.number(state, seat, slot) for slot in from_top],
        "seen_by": [knowledge.seen_by(state, slot) for slot in from_top],
    }


def player(state: Thirteen, seat: int | None, of: int) -> dict[str, object]:
    known = [knowledge.number(state, seat, slot) for slot in (state.crypts[of], state.hands[of])]
    return {
        "plays": state.inside[of] or state.crypts[of] >= 0,
        "inside": state.inside[of],
        "silent": state.silent[of],
        "chooses": bool(state.dealt[of]),
        "dealt": [knowledge.number(state, seat, slot) for slot in state.dealt[of]],
        "dealt_seen_by": [knowledge.seen_by(state, slot) for slot in state.dealt[of]],
        "has_crypt": state.crypts[of] >= 0,
        "crypt": known[0],
        "crypt_seen_by": knowledge.seen_by(state, state.crypts[of]),
        "has_hand": state.hands[of] >= 0,
        "hand": known[1],
        "hand_seen_by": knowledge.seen_by(state, state.hands[of]),
        "up": [state.ghosts[slot] for slot in state.up[of]],
        "down": [knowledge.number(state, seat, slot) for slot in state.down[of]],
        "down_seen_by": [knowledge.seen_by(state, slot) for slot in state.down[of]],
        "answers": [answer(given) for given in state.answers[of]],
        "possible": notes(state, seat, of),
        "score": state.duel[of] if state.duel else state.score[of],
    }


def notes(state: Thirteen, seat: int | None, of: int) -> list[int] | None:
    """What a crypt can be, where the table helps with that."""
    helps = state.config.options["notes"] == "on"
    return state.possible(seat, of) if helps and of != seat and state.crypts[of] >= 0 else None


def answer(given: int) -> dict[str, object]:
    what = given >> 2 & 31
    kind = "attack" if what > ATTACKED else "question"
    return {"by": given >> 7, "kind": kind, "number": what & 15, "answer": ANSWERS[given & 3]}


def path(move: int) -> tuple[str, ...]:
    if move < PLAY:
        return ("attack", str(move))
    if move == PLAY:
        return ("play",)
    if move < LEAVE:
        return ("copy", str(move - COPYING))
    if move == LEAVE:
        return ("leave",)
    if move == BURY:
        return ("bury",)
    if move < HAND:
        return (f"crypt-{move - CRYPT}",)
    if move < CRYPTS:
        return (f"keep-{move - HAND}",)
    return (f"crypt-{move - CRYPTS >> 4}", f"mate-{move - CRYPTS & 15}")


# Words.


def prompt(state: Thirteen, seat: int) -> str:
    if state.step == CHOOSE:
        if state.sets == 1:
            return "Choose the ghost to hide in your crypt. The other card is your hand."
        if len(state.dealt[seat]) == 4:
            return "Choose the ghost to hide in your own crypt, then your team-mate's. The other two are passed on."
        return "Choose the card you open with; your team-mate gets the other one."
    if state.step == SETTLE:
        return "Leave the cards you looked at on top, or put them all at the bottom."
    if state.step == STRIKE:
        return "Attack: name a number."
    if not state.own_pile(seat):
        return "The pile is empty, so attack: name a number."
    return "Play your ghost face up for its ability, or face down to attack."


def listed(numbers: list[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def say_chosen(kind: str, seat: int) -> str:
    what = {"crypt": "a crypt", "crypts": "both crypts of the team", "hands": "the opening hands"}[kind]
    return f"{{{seat}}} has chosen {what}."


def say_own_choice(kind: str, numbers: list[int]) -> str:
    if kind == "crypts":
        return f"You lay {numbers[0]} in your crypt and {numbers[1]} in your team-mate's."
    return f"You lay {numbers[0]} in your crypt." if kind == "crypt" else f"You open with {numbers[0]}."


def say_up(seat: int, number: int, used: int) -> str:
    copied = f" and uses the {used}" if used != number else ""
    return f"{{{seat}}} plays the {number} face up{copied}."


def say_look(seat: int, cards: int) -> str:
    if cards == 0:
        return f"{{{seat}}} finds no card to look at."
    return f"{{{seat}}} looks at the top {'card' if cards == 1 else f'{cards} cards'} of the pile."


def say_seen(numbers: list[int]) -> str:
    return f"You see {listed(numbers)}, from the top." if numbers else "There is nothing to see."


def say_settle(seat: int, bury: bool) -> str:
    return f"{{{seat}}} puts them at the bottom." if bury else f"{{{seat}}} leaves them on top."


def say_answer(seat: int, data: dict[str, object], texts: list[str]) -> str:
    said = str(data["answer"])
    number = data["number"]
    assert isinstance(number, int)
    if said == "silence":
        return f"{{{seat}}} does not answer."
    if data["kind"] == "attack":
        return f"{{{seat}}}: {said}, {'that is it' if said == 'yes' else f'not {number}'}."
    return f"{texts[number]} {{{seat}}}: {said}."


def say_won(state: Thirteen, seat: int) -> str:
    if state.sets == 2:
        return f"{{{seat}}} and {{{seat ^ 2}}} win the round."
    return f"{{{seat}}} is left and the round is over." if state.is_three() else f"{{{seat}}} wins the round."


def say_tie(leaders: list[int]) -> str:
    names = named(leaders)
    return f"{names} are tied and play a game for two to decide."


def say_verdict(state: Thirteen) -> str:
    winners = state.standings().winners()
    names = named(winners)
    points = state.score[winners[0]]
    if state.duel:
        won = state.duel[winners[0]]
        lost = sum(state.duel) - won
        return f"{names} wins with {points} points, and by {won} rounds to {lost} in the game that broke the tie."
    if state.seats == 3:
        return f"{names} wins with {points} points."
    rounds = min(state.score)
    return f"{names} {'win' if state.sets == 2 else 'wins'} by {points} rounds to {rounds}."
