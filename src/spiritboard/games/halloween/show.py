"""How the view of a seat of Halloween is made. Nothing is hidden; only the player who decides gets a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.belongings import DIFFERENT, FROM_CARD, LOCKED, REASONS, SPOTS
from spiritboard.games.halloween.picks import ACTIONS, BUILDINGS, COLOURS, PLACES, SECTIONS
from spiritboard.games.halloween.reasons import offers, why_no_action, why_no_card
from spiritboard.games.halloween.town import GHOSTS
from spiritboard.games.halloween.view import (
    BoardSection,
    BonusSpot,
    BonusToken,
    Chosen,
    HalloweenExplained,
    HalloweenMemory,
    HalloweenShown,
    HauntToken,
    PlayerBoard,
    RolledDice,
    RolledDie,
    RowCard,
    ScoreLine,
    TownBuilding,
)
from spiritboard.table.row import total

if TYPE_CHECKING:
    from spiritboard.games.halloween.rules import Halloween

# By a mask of action spaces, whether a disc lies on each of them.
DISCS_ON: Final = [[mask >> action & 1 == 1 for action in range(ACTIONS)] for mask in range(1 << ACTIONS)]
# Of bonus tokens. They are copied because `words` is not compiled, so that a lookup there takes longer.
LETTER_BY_KIND: Final = list(words.BONUS_LETTERS)
TEXT_BY_KIND: Final = list(words.BONUS)


def show(state: Halloween, seat: int | None) -> HalloweenShown:
    return {
        "round": state.round,
        "ending": state.ending,
        "first": state.first,
        "active": state.active,
        "town": [building(state, number) for number in range(BUILDINGS)],
        "stock": list(state.stock),
        "supply": [GHOSTS - state.risen[colour] for colour in range(COLOURS)],
        "bonus_supply": total(state.bonus_supply),
        "bonus_gone": [LETTER_BY_KIND[kind] for kind, gone in enumerate(state.bonus_discards) for _ in range(gone)],
        "coming": bonus(state.coming),
        "row": list(state.row),
        "used": [number in state.used for number in state.row],
        "boards": [board(state, each) for each in range(state.seats)],
        "dice": rolled(state),
        "boosted": state.boosted if state.boosted >= 0 else None,
        "earned": state.earned,
        "steps": [step.name() for step in state.steps],
        "chosen": chosen(state),
    }


def explain(state: Halloween, seat: int | None) -> HalloweenExplained:
    return {
        "prompt": prompt(state) if seat is not None and seat in state.pending() else None,
        "master": state.master,
        "room": state.room,
        "worth": list(state.box.worth),
        "prices": list(state.box.prices),
        "sides": list(state.box.sides),
        "before": before(state),
        "cards": cards(state),
        "offers": [] if state.over else offers(state),
        "why": [] if state.over else why_no_action(state),
        "scores": [score_lines(state, each) for each in range(state.seats)],
    }


def remember(state: Halloween) -> HalloweenMemory:
    reasons = list(state.reasons)
    return {
        "sources": [reasons[REASONS * seat : REASONS * (seat + 1)] for seat in range(state.seats)],
        "bonus_left": [LETTER_BY_KIND[kind] for kind, left in enumerate(state.bonus_supply) for _ in range(left)],
    }


def prompt(state: Halloween) -> str:
    return state.top_step().prompt(state)


def chosen(state: Halloween) -> Chosen:
    """Returns what the steps recall, from the bottom to the top, so that the topmost step has the last word."""
    found: dict[str, object] = {}
    for step in state.steps:
        step.recall(state, found)
    return cast(Chosen, found)


def building(state: Halloween, number: i64) -> TownBuilding:
    first = COLOURS * number
    haunts = list(state.haunts)[first : first + COLOURS]
    return {
        "name": state.box.buildings[number],
        "title": state.box.titles[number],
        "ghosts": list(state.town)[first : first + COLOURS],
        "haunts": [token(haunt) if haunt else None for haunt in haunts],
        "bonus": bonus(state.bonus[number]),
    }


def before(state: Halloween) -> list[list[int]]:
    """Returns for each building the ghosts of each colour in all buildings before it.

    The page numbers the ghosts of a colour with it, and so can tell them apart.
    """
    sums = [[0] * COLOURS]
    for place in range(PLACES - COLOURS):
        if place % COLOURS == 0:
            sums.append(sums[-1].copy())
        sums[-1][place % COLOURS] += state.town[place]
    return sums


def token(haunt: i64) -> HauntToken:
    return {"seat": (haunt - 1) // 2, "second": (haunt - 1) % 2 == 1}


def bonus(kind: i64) -> BonusToken | None:
    return {"kind": LETTER_BY_KIND[kind], "text": TEXT_BY_KIND[kind]} if kind else None


def cards(state: Halloween) -> list[RowCard]:
    """Returns the cards of the row with their costs for the active player."""
    costs = [state.card_price(state.active, coloured) for coloured in (False, True)]
    return [card(state, number, costs[state.box.coloured[number]]) for number in state.row]


def card(state: Halloween, number: int, cost: int) -> RowCard:
    return {
        "number": number,
        "coloured": state.box.coloured[number],
        "text": state.box.texts[number],
        "seats": [seat for seat in range(state.seats) if number in state.occupied[seat]],
        "used": number in state.used,
        "cost": cost & 7,
        "different": cost >= DIFFERENT,
        "when": state.box.when[number],
        "why": "" if state.over else why_no_card(state, number, cost),
    }


def board(state: Halloween, seat: i64) -> PlayerBoard:
    return {
        "sections": [section(state, seat, number) for number in range(state.sections)],
        "discs": state.discs[seat],
        "spots": [] if state.master else [spot(state, SPOTS * seat + at) for at in range(SPOTS)],
        "tokens": list(state.tokens)[COLOURS * seat : COLOURS * seat + COLOURS],
        "scare": state.scare[seat],
        "points": state.points[seat],
        "haunts": state.haunts_left(seat),
        "cards": list(state.occupied[seat]),
    }


def section(state: Halloween, seat: i64, number: i64) -> BoardSection:
    at = SECTIONS * seat + number
    return {
        "level": state.levels[at],
        "discs": DISCS_ON[state.covered[at]].copy(),
        "done": seat == state.active and not state.over and state.done >> number & 1 == 1,
    }


def spot(state: Halloween, at: i64) -> BonusSpot:
    kind = state.spots[at]
    return {"locked": kind == LOCKED, "bonus": None if kind == LOCKED else bonus(kind)}


def rolled(state: Halloween) -> RolledDice | None:
    """Returns the dice as they lie, and None if none were rolled."""
    if state.rolling[2] == 0:
        return None
    dice: list[RolledDie] = [
        {"level": state.rolling[at], "face": state.rolling[2 + at], "plus": state.rolling[4 + at]}
        for at in range(2)
        if state.rolling[at]
    ]
    return {"dice": dice, "roller": state.rolling[6] if state.rolling[6] >= 0 else None}


def sources_of_points(state: Halloween, seat: i64) -> list[words.SourceOfPoints]:
    """Returns what a player's Haunt Points came from, as facts of an event."""
    return [{"why": line["why"], "points": line["points"]} for line in score_lines(state, seat)]


def score_lines(state: Halloween, seat: i64) -> list[ScoreLine]:
    """Returns the sources of a player's Haunt Points."""
    lines: list[ScoreLine] = []
    for reason in range(REASONS):
        points = state.reasons[REASONS * seat + reason]
        if points:
            number = state.row[reason - FROM_CARD] if reason >= FROM_CARD else None
            lines.append({"why": words.reason(reason, list(state.row)), "card": number, "points": points})
    return lines
