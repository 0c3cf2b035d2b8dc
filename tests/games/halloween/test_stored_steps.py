"""Steps as the numbers that stored positions hold: they stay what they were, and nothing else is read as a step."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME, action_cards, bonus, fight_cards, haunt_cards, power_cards
from spiritboard.games.halloween.actions import MoveTo, Raise, ScareAction
from spiritboard.games.halloween.fights import AfterRoll, Fought
from spiritboard.games.halloween.kinds import STEP_NAMES, classes, pack, unpack
from spiritboard.games.halloween.pieces import HalloweenPieces
from spiritboard.games.halloween.step import CardStep, Step, TokenStep
from spiritboard.games.halloween.turn import Disc, Pay, Resume, Retort
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row
from tests.games.halloween.moves import play, rolling
from tests.games.halloween.positions import position

PIECES = GAME.own_pieces
assert isinstance(PIECES, HalloweenPieces)
BOX = PIECES.box()
CARD = BOX.cards


def number(kind: int, fields: int = 0) -> int:
    return kind | fields << 7


def in_fives(*numbers: int) -> int:
    """Returns numbers of five bits as one, the last in the lowest bits."""
    written = 0
    for each in numbers:
        written = written << 5 | each
    return written


# One of every class with fields, and what version 2 of the rules has always stored for it.
STEPS: list[tuple[Step, int]] = [
    (ScareAction(4), number(2, 4)),
    (Raise(3), number(7, 3)),
    (MoveTo(29, 5, True), number(8, 29 | 5 << 5 | 1 << 8)),
    (AfterRoll(True, 1), number(12, 1 | 1 << 1)),
    (Fought(True), number(14, 1)),
    (Pay(51, 2, True, 0b10001), number(20, 51 | (2 + 8) << 6 | 0b10001 << 10)),
    (Disc(52), number(21, 52)),
    (Retort(3), number(22, 3)),
    (Resume(Row([3, 1, 8, 4, 6, 0, 2]), 7), number(24, in_fives(7, 4, 2, 9, 5, 7, 1, 3))),
    (Resume(Row([2, 0, 3, 0, 0, 0, -1]), 0), number(24, in_fives(0, 3, 1, 4, 1, 1, 1, 0))),
    (bonus.TakeDisc(2), number(66, 2)),
    (bonus.MoveItTo(12), number(75, 13)),
    (action_cards.HauntWithOneOfFive(CARD[34], 4), number(75 + 34, 4)),
    (action_cards.FirstSummoner(CARD[45], 2), number(75 + 45, 2)),
    (action_cards.SecondSummoner(CARD[45], 2, 5), number(75 + 45, 2 | 6 << 3)),
    (action_cards.LowerAppears(CARD[45], 2, 5, 6), number(75 + 45, 2 | 6 << 3 | 7 << 8)),
    (action_cards.MoveScarer(CARD[38], 17), number(75 + 38, 17)),
    (action_cards.MoveSecondGhost(CARD[15], 3, 21), number(75 + 15, 3 | 21 << 3)),
    (action_cards.AskForNumber(CARD[23], 0), number(75 + 23, 0)),
    (action_cards.NumberSaid(CARD[23], 1, 20), number(75 + 23, 1 | 20 << 3)),
    (action_cards.SummonWithBrother(CARD[24], 9), number(75 + 24, 9)),
    (haunt_cards.ChooseNextDoor(CARD[1], 5), number(75 + 1, 5)),
    (haunt_cards.OfferRoll(CARD[18], 3), number(75 + 18, 3)),
    (haunt_cards.EarnRolled(CARD[18]), number(75 + 18, 8)),
    (haunt_cards.ChooseToken(CARD[46], 1), number(75 + 46, 1)),
    (fight_cards.MoveWinner(CARD[17], 0), number(75 + 17, 0)),
    (fight_cards.ChooseAttacker(CARD[20], 4), number(75 + 20, 4)),
    (
        fight_cards.FightNext(CARD[20], Row([2, 0, 1, 0, 5]), True),
        number(75 + 20, 8 | 2 << 4 | 1 << 10 | 5 << 16 | 1 << 19),
    ),
    (power_cards.SecondDisc(CARD[7], 2), number(75 + 7, 3)),
    (power_cards.SwapWith(CARD[39], 4), number(75 + 39, 5)),
    (power_cards.PlaceGhostAt(CARD[50], 4), number(75 + 50, 5)),
    (power_cards.ChangeInto(CARD[33], 0), number(75 + 33, 1)),
    (CARD[52], 127),
]


@pytest.mark.parametrize(("step", "stored"), STEPS, ids=lambda value: type(value).__name__)
def test_a_step_is_stored_as_ever_and_read_again(step: Step, stored: int) -> None:
    assert pack(step) == stored
    again = unpack(stored, BOX)
    assert type(again) is type(step)
    assert pack(again) == stored


def test_every_step_of_a_card_or_token_is_in_the_list_above() -> None:
    modules = [action_cards, fight_cards, haunt_cards, power_cards, bonus]
    found: list[type[CardStep] | type[TokenStep]] = [*classes(modules, CardStep), *classes(modules, TokenStep)]
    listed = {type(step) for step, _ in STEPS if isinstance(step, CardStep | TokenStep)}
    assert {kind for kind in found if kind.OF.NUMBER} == listed


def test_cards_without_a_question_are_not_steps() -> None:
    asking = {card.number for card in CARD if type(card).ASKS}
    remembering = {kind.OF.NUMBER for kind in classes([action_cards, fight_cards, haunt_cards, power_cards], CardStep)}
    for card in CARD[1:]:
        if card.number not in asking | remembering:
            with pytest.raises(BadPosition):
                unpack(75 + card.number, BOX)


def test_the_names_of_steps_keep_their_order() -> None:
    """Observation vectors hold a step by its place in this list."""
    assert len(STEP_NAMES) == 25
    assert (STEP_NAMES[0], STEP_NAMES[1], STEP_NAMES[8], STEP_NAMES[24]) == ("turn", "summon", "move-to", "resume")


@pytest.mark.parametrize(
    "wrong",
    [
        -1,
        number(25),  # no such kind
        number(62),
        number(0, 1),  # the turn has no fields
        number(1, 0),  # a level from 1 to 5
        number(1, 6),
        number(7, 1 << 3 | 2),  # more than the level
        number(8, 30 | 1 << 5),  # there are 30 places
        number(12, 4),
        number(22, 4),
        number(22, 3),  # with three players
        number(20, 1 | 4 << 6),  # a card costs three tokens
        number(20, 9 | 3 << 6),  # card 9 is not in the row
        number(21, 0),
        number(12, 1),  # an opponent who does not roll
        number(75 + 9),  # card 9 asks nothing
        number(75 + 45, 1 | 31 << 3),
        number(75 + 39, 31),
        number(66, 3),
        number(63, 53),  # there is no card 53
        number(63, 0),
        number(63),
    ],
)
def test_a_number_that_is_no_step(wrong: int) -> None:
    state = position(row=[1, 2, 3, 4, 5, 6, 39, 45])
    with pytest.raises(BadPosition):
        GAME.setup(3).from_position({**state.position(), "todo": [0, wrong]})


@pytest.mark.parametrize("todo", [[], [16], [0, 0], [number(2, 1), 0]])
def test_the_turn_is_at_the_bottom_only(todo: list[int]) -> None:
    with pytest.raises(BadPosition, match="bottom"):
        GAME.setup(3).from_position({**position().position(), "todo": todo})


def test_a_card_to_pay_may_have_a_large_number() -> None:
    for card in (1, 63, 64, 4095):
        again = unpack(pack(Pay(card, 3, False, 0)), BOX)
        assert isinstance(again, Pay)
        assert (again.card, again.tokens, again.different, again.paid) == (card, 3, False, 0)


def test_a_copy_is_not_changed_with_the_steps_that_it_shares() -> None:
    state = play(position({"church": "blue green green"}, mine=[20], levels=(2, 1, 1)), "section-1 fight", "card-20")
    play(state, "ghost-green-church")
    twin = state.copy()
    stored = twin.todo
    assert twin.steps == state.steps
    play(state, "ghost-blue-church", "seat-2", dice=rolling((6, 6), (4, 1)))
    assert (twin.todo, state.todo == stored) == (stored, False)
