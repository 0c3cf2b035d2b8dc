"""How the view of a seat of 13 Ghosts is made (TH24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge, words
from spiritboard.games.thirteen.abilities import ABILITY_KINDS, SET_SIZE, Abilities
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
