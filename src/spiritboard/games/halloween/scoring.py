"""The end: cards that are worth something then, and the Master variant's sets (HA51, HA59)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween.belongings import FROM_SETS, TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import COLOURS, RED, SECTIONS
from spiritboard.games.halloween.step import ActionCard
from spiritboard.games.halloween.town import TOKENS
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser
    from spiritboard.games.halloween.judge import Judge

NO_COLOUR: Final = -1
FOR_LOWEST: Final = Row([0, 0, 1, 2, 5, 8])  # Haunt Points by the level of the lowest section


def finish(game: Boards) -> None:
    """Scores everything that counts only at the end."""
    for seat in range(game.seats):
        for last in (False, True):
            for card in game.cards[seat]:
                if card.last == last:
                    game.score_card(seat, card.final(game, seat), card.number)
        if game.master:
            game.score(seat, 5 * sets_of_three(game, seat, NO_COLOUR), FROM_SETS)


def sets_of_three(game: Boards, seat: i64, added: i64) -> i64:
    """Returns the number of sets of a seat, if a token of a colour (or of NO_COLOUR) is added to its own (HA59).

    It is the largest k for which the tokens, at most k of a colour, number 3k.
    """
    sets: i64 = 0
    while tokens_up_to(game, seat, added, sets + 1) >= 3 * (sets + 1):
        sets += 1
    return sets


def tokens_up_to(game: Boards, seat: i64, added: i64, most: i64) -> i64:
    """Returns how many tokens a seat has if no more than so many of a colour count."""
    tokens: i64 = 0
    for colour in range(COLOURS):
        held = game.tokens[COLOURS * seat + colour]
        tokens += min(held + 1 if colour == added else held, most)
    return tokens


class ForColouredCards(ActionCard):
    NUMBER: ClassVar = 12
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        coloured: i64 = 0
        for number in game.occupied[seat]:
            if game.box.coloured[number]:
                coloured += 1
        return 3 * coloured


class ForScarePoints(ActionCard):
    NUMBER: ClassVar = 21
    POWER_WORTH: ClassVar = 1.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 2 * (game.scare[seat] // 3)

    def worth_of_scare_point(self) -> float:
        return 0.66


class ForLowestSection(ActionCard):
    NUMBER: ClassVar = 22
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        lowest: i64 = TOP
        for section in range(game.sections):
            lowest = min(lowest, game.levels[SECTIONS * seat + section])
        return FOR_LOWEST[lowest]


class ForTwoTokens(ActionCard):
    NUMBER: ClassVar = 26
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * (game.held[seat] // 2)

    def lost_by_paying(self) -> float:
        return 4.5

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        return 1.5


class ForRedTokens(ActionCard):
    NUMBER: ClassVar = 27
    POWER_WORTH: ClassVar = 1.5

    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * game.tokens[COLOURS * seat + RED]

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        return 3.0 if colour == RED else 0.0


class ForUnusedHaunts(ActionCard):
    NUMBER: ClassVar = 31

    def final(self, game: Boards, seat: i64) -> i64:
        return 4 * game.haunts_left(seat)

    def worth_at_end(self, chooser: Chooser) -> float:
        return super().worth_at_end(chooser) * (1.0 - chooser.future)

    def lost_by_haunting(self) -> float:
        return 4.0


class ForFiveColours(ActionCard):
    NUMBER: ClassVar = 40
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 12 * fewest_tokens(game, seat)

    def lost_by_paying(self) -> float:
        return 6.0

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        held = judge.game.tokens[COLOURS * judge.seat + colour]
        return 2.4 if held == fewest_tokens(judge.game, judge.seat) else 0.0


def fewest_tokens(game: Boards, seat: i64) -> i64:
    """Returns how many tokens a seat has of the colour that it has fewest of."""
    fewest: i64 = TOKENS
    for colour in range(COLOURS):
        fewest = min(fewest, game.tokens[COLOURS * seat + colour])
    return fewest


class ForHauntPoints(ActionCard):
    """Counted after all other cards."""

    NUMBER: ClassVar = 41
    POWER_WORTH: ClassVar = 2.0
    SCORES_LAST: ClassVar = True

    def final(self, game: Boards, seat: i64) -> i64:
        return game.points[seat] // 10
