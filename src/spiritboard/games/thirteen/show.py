"""How the view of a seat of 13 Ghosts is made (TH24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge, words
from spiritboard.games.thirteen.abilities import ABILITY_KINDS, QUESTION, SET_SIZE, Abilities
from spiritboard.games.thirteen.answers import ATTACK_ON, answer_of, asker_of, subject_of
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.owned import numbers_of
from spiritboard.games.thirteen.view import (
    AbilityShown,
    AnswerShown,
    AnswerWord,
    PileShown,
    PlayerShown,
    StepName,
    ThirteenExplained,
    ThirteenShown,
)
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.thirteen.position import ThirteenPosition

STEP_NAMES: Final[list[StepName]] = ["choose", "turn", "strike", "settle"]
ANSWER_WORDS: Final[list[AnswerWord]] = ["no", "yes", "silence"]


def show(state: ThirteenPosition, seat: int | None) -> ThirteenShown:
    return {
        "round": state.round,
        "step": STEP_NAMES[state.step],
        "teams": state.sets == 2,
        "duel": list(state.duel) if state.duel else None,
        "first": state.first,
        "place": state.place,
        "looked": state.looked,
        "goal": state.goal(),
        "piles": [pile(state, seat, cards) for cards in state.piles],
        "players": [player(state, seat, of) for of in range(state.seats)],
    }


def explain(state: ThirteenPosition, seat: int | None) -> ThirteenExplained:
    return {
        "prompt": words.prompt(state, seat) if seat is not None and seat in state.pending() else None,
        "abilities": abilities(state.abilities),
        "showing": state.showing(),
    }


def abilities(book: Abilities) -> list[AbilityShown]:
    numbers = range(1, SET_SIZE + 1)
    return [{"number": each, "kind": ABILITY_KINDS[book.effects[each]], "text": book.texts[each]} for each in numbers]


def pile(state: ThirteenPosition, seat: int | None, cards: Row) -> PileShown:
    from_top = list(cards)[::-1]
    return {
        "count": len(cards),
        "cards": [knowledge.number(state, seat, slot) for slot in from_top],
        "seen_by": [knowledge.seen_by(state, slot) for slot in from_top],
    }


def player(state: ThirteenPosition, seat: int | None, of: i64) -> PlayerShown:
    crypt, hand = state.crypts[of], state.hands[of]
    dealt, down = list(state.dealt[of]), numbers_of(state.down_cards, of)
    return {
        "plays": state.is_inside(of) or crypt != NO_SLOT,
        "inside": state.is_inside(of),
        "silent": state.is_silent(of),
        "chooses": bool(dealt),
        "dealt": [knowledge.number(state, seat, slot) for slot in dealt],
        "dealt_seen_by": [knowledge.seen_by(state, slot) for slot in dealt],
        "has_crypt": crypt != NO_SLOT,
        "crypt": knowledge.number(state, seat, crypt),
        "crypt_seen_by": knowledge.seen_by(state, crypt),
        "has_hand": hand != NO_SLOT,
        "hand": knowledge.number(state, seat, hand),
        "hand_seen_by": knowledge.seen_by(state, hand),
        "up": [state.ghosts[slot] for slot in numbers_of(state.up_cards, of)],
        "down": [knowledge.number(state, seat, slot) for slot in down],
        "down_seen_by": [knowledge.seen_by(state, slot) for slot in down],
        "answers": [answer(given) for given in numbers_of(state.given, of)],
        "possible": notes(state, seat, of),
        "score": state.duel[of] if state.duel else state.score[of],
    }


def notes(state: ThirteenPosition, seat: int | None, of: i64) -> list[int] | None:
    """Returns the numbers that a crypt can be, or None if the table keeps no notes on it for this seat."""
    kept = state.config.options["notes"] == "on"
    return knowledge.possible(state, seat, of) if kept and of != seat and state.crypts[of] != NO_SLOT else None


def answer(given: i64) -> AnswerShown:
    subject = subject_of(given)
    return {
        "by": asker_of(given),
        "kind": "attack" if subject > ATTACK_ON else "question",
        "number": subject & 15,
        "answer": ANSWER_WORDS[answer_of(given)],
    }


def answer_given(state: ThirteenPosition, seat: i64) -> words.AnswerGiven:
    """Returns the facts of a player's last answer, for the event that tells it."""
    given = answer(numbers_of(state.given, seat)[-1])
    return {
        "seat": seat,
        "by": given["by"],
        "kind": given["kind"],
        "number": given["number"],
        "answer": given["answer"],
        "question": state.abilities.texts[given["number"]] if given["kind"] == "question" else None,
    }


def ghost_face_up(state: ThirteenPosition, seat: i64, ghost: i64, used: i64) -> words.GhostFaceUp:
    """Returns the facts of a ghost that was played face up to use the ability of the ghost `used`."""
    asks = state.abilities.effects[used] == QUESTION
    return {"seat": seat, "ghost": ghost, "used": used, "question": state.abilities.texts[used] if asks else None}


def attack_made(state: ThirteenPosition, seat: i64, number: i64) -> words.AttackMade:
    """Returns the facts of an attack that is about to be answered."""
    rivals = [other for other in range(state.seats) if state.rivals(seat) >> other & 1]
    found = [other for other in rivals if state.ghosts[state.crypts[other]] == number]
    return {"seat": seat, "number": number, "found": found[0] if found else None}


def round_won(state: ThirteenPosition, seat: i64, last: i64) -> words.RoundWon:
    """Returns the facts of a round that a player has won. `last` is the seat whose crypt was found last."""
    mate: int | None = seat ^ 2 if state.sets == 2 else None
    return {**round_ended(state, last), "seat": seat, "mate": mate, "points": state.is_three()}


def round_ended(state: ThirteenPosition, last: i64) -> words.RoundEnded:
    """Returns the facts of the end of a round, when its points have been counted. All crypts are opened."""
    found = [seat for seat in range(state.seats) if not state.is_inside(seat) and state.crypts[seat] != NO_SLOT]
    if last in found:
        found.remove(last)
        found.append(last)
    after = list(state.duel or state.score)
    return {
        "round": state.round,
        "duel": bool(state.duel),
        "before": [after[seat] - gained(state, found, seat) for seat in range(state.seats)],
        "after": after,
        "crypts": [state.ghosts[slot] if slot != NO_SLOT else None for slot in state.crypts],
        "found": found,
    }


def gained(state: ThirteenPosition, found: list[int], seat: int) -> int:
    """Returns what a round has brought a player: a point for each crypt found before theirs (TH14), or the round."""
    if state.is_three():
        return found.index(seat) if seat in found else len(found)
    rivals = [other for other in range(state.seats) if state.opponents[seat] >> other & 1]
    beaten = [other for other in rivals if state.crypts[other] != NO_SLOT]
    return 1 if beaten and all(other in found for other in beaten) and state.crypts[seat] != NO_SLOT else 0
