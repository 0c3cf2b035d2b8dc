"""Finds the classes of steps, cards and bonus tokens by the numbers that they name, and stores steps as numbers.

A stored step is a number with the kind of the step in its lowest seven bits and its fields above. Bonus tokens and the
first 52 cards have kinds of their own. The kind of any further card is LATER_CARD, with the card's number above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Final, Protocol, TypeVar, cast

from spiritboard.games.halloween import (
    action_cards,
    actions,
    aftermath,
    bonus,
    fight_cards,
    fights,
    haunt_cards,
    power_cards,
    scoring,
    turn,
)
from spiritboard.games.halloween.belongings import TOP
from spiritboard.games.halloween.step import ActionCard, BonusKind, CardStep, Step, TokenStep
from spiritboard.games.halloween.stored import read, written
from spiritboard.games.halloween.town import Box
from spiritboard.table.errors import BadPosition

CARD_MODULES: Final = [action_cards, fight_cards, haunt_cards, power_cards, scoring]
STEP_MODULES: Final = [turn, actions, fights, aftermath]

KIND_BITS: Final = 7
LATER_CARD: Final = 63
FIRST_TOKEN: Final = 63  # + the number of the bonus token, from 1
FIRST_CARD: Final = 75  # + the number of the card, from 1 to 52
CARDS_WITH_A_KIND: Final = 52
CARD_BITS: Final = 12  # of the number of a later card

S = TypeVar("S", bound=Step)


def classes(modules: list[ModuleType], base: type[S]) -> Iterator[type[S]]:
    """Yields the classes in these modules that are derived from a class, some of them more than once."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base):
                yield value


def card_classes() -> dict[int, type[ActionCard]]:
    """Returns the class of every card by its number."""
    return {kind.NUMBER: kind for kind in classes(CARD_MODULES, ActionCard) if kind.NUMBER}


def every_card(count: int) -> list[ActionCard]:
    """Returns so many cards by number; 0 is no card."""
    found = card_classes()
    return [ActionCard(), *(found[number]() for number in range(1, count + 1))]


def every_token() -> list[BonusKind]:
    """Returns the bonus tokens by number, from a to l; 0 is no token."""
    found = {kind.NUMBER: kind for kind in classes([bonus], BonusKind)}
    return [BonusKind(), *(found[number]() for number in range(1, len(found)))]


def every_action() -> list[list[Step]]:
    """Returns the first step of every action, by action and by the level of the section that acts."""
    found = sorted(classes([actions], actions.Action), key=lambda kind: kind.KIND)
    return [[kind(level) for level in range(TOP + 1)] for kind in found if kind.KIND >= 0]


STEP_CLASSES: Final = {kind.KIND: kind for kind in classes(STEP_MODULES, Step) if kind.KIND >= 0}
STEP_NAMES: Final = [STEP_CLASSES[kind].NAME for kind in sorted(STEP_CLASSES)]


# Stored steps.


def card_of(step: Step) -> int:
    """Returns the number of the card that a step is about, or 0."""
    if isinstance(step, CardStep):
        return step.card.number
    if isinstance(step, ActionCard):
        return step.number
    return step.card if isinstance(step, (turn.Pay, turn.Disc)) else 0


def pack(step: Step) -> int:
    """Returns a step as the number that stored positions hold."""
    fields = written(step.STORED, step)
    if isinstance(step, (ActionCard, CardStep)):
        number = card_of(step)
        if number > CARDS_WITH_A_KIND:
            return LATER_CARD | (number | fields << CARD_BITS) << KIND_BITS
        return FIRST_CARD + number | fields << KIND_BITS
    if isinstance(step, (BonusKind, TokenStep)):
        token = step.NUMBER if isinstance(step, BonusKind) else step.OF.NUMBER
        return FIRST_TOKEN + token | fields << KIND_BITS
    return step.KIND | fields << KIND_BITS


def unpack(number: int, box: Box) -> Step:
    """Returns the step that a number means. Raises BadPosition if it means none."""
    kind, fields = number & ((1 << KIND_BITS) - 1), number >> KIND_BITS
    if kind > FIRST_CARD:
        return unpack_card(kind - FIRST_CARD, fields, box)
    if kind == LATER_CARD:
        return unpack_card(fields & ((1 << CARD_BITS) - 1), fields >> CARD_BITS, box)
    if kind > FIRST_TOKEN:
        return unpack_token(kind - FIRST_TOKEN, fields, box)
    if number < 0 or kind not in STEP_CLASSES:
        raise BadPosition(f"{number} is not a step.")
    return make(STEP_CLASSES[kind], fields)


def unpack_token(number: int, fields: int, box: Box) -> Step:
    token = box.tokens[number]
    further = [kind for kind in classes([bonus], TokenStep) if kind.OF is type(token)]
    return first_that_fits(token, further, fields, [])


def unpack_card(number: int, fields: int, box: Box) -> Step:
    if not 0 < number < len(box.cards):
        raise BadPosition(f"There is no card {number}.")
    card = box.cards[number]
    further = [kind for kind in classes(CARD_MODULES, CardStep) if kind.OF is type(card)]
    return first_that_fits(card if card.ASKS else None, further, fields, [card])


def first_that_fits(itself: Step | None, further: list[type[S]], fields: int, given: list[ActionCard]) -> Step:
    """Returns the card or token itself, or the first of its further steps that can have these fields."""
    for kind in further:
        try:
            return make(kind, fields, *given)
        except BadPosition:
            continue
    if itself is None or fields:
        raise BadPosition(f"A card or bonus token has no step with these fields: {fields}.")
    return itself


class Maker(Protocol):
    """The class of a step, as a function that makes one."""

    def __call__(self, *given: ActionCard, **fields: object) -> Step: ...


def make(kind: type[Step], fields: int, *given: ActionCard) -> Step:
    return cast(Maker, kind)(*given, **read(kind.STORED, fields))
