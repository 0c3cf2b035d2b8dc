"""Hints: an expert's advice to a seat, and every word with which a page shows it."""

from __future__ import annotations

from typing import Never, TypedDict, cast

from spiritboard.server.bot_pool import Advice, BotPool
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NO_HINTS
from spiritboard.server.refusals import Stale
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import with_names

# The words of the button: `live.html` reads them.
BUTTON_WORDS = {"ask": "Hint", "thinking": "Thinking …"}
ALREADY_ASKED = "A hint is being thought about already."
HINTED_MOVES = 3
ENOUGH_TRIES = 30  # to estimate a chance to within about a tenth


class Hint(TypedDict):
    """A hint as it is sent to a page."""

    words: str
    chances: list[str]
    path: tuple[str, ...]


def say_hint(live: LiveTable, seat: int, advice: list[Advice]) -> Hint:
    """Returns the best move in words, with one reason if the game knows one, and the chances of the best few moves that
    were tried often enough.

    A chance is the part of all games that the seat wins after the move. A victory that more players share than usual
    counts in part."""
    best = advice[0].path
    reason = say_reason(live, seat, best)
    because = f" ({reason.rstrip('.')})" if reason else ""
    tried = [each for each in advice[:HINTED_MOVES] if each.tries >= ENOUGH_TRIES]
    return {
        "words": f"An expert would choose: {say_move(live, best)}{because}.",
        "chances": [_say_chance(live, each) for each in tried],
        "path": best,
    }


def _say_chance(live: LiveTable, advice: Advice) -> str:
    return f"{say_move(live, advice.path)}: wins {100 * advice.chance:.0f} % of games from here"


def say_move(live: LiveTable, path: tuple[str, ...]) -> str:
    """Returns a move in words."""
    return with_names(live.game.say_path(path), live.names)


def say_reason(live: LiveTable, seat: int, path: tuple[str, ...]) -> str:
    """Returns why a seat's move is good, or an empty text if the game does not know it."""
    return with_names(live.game.say_reason(cast(Never, live.view(seat)), path), live.names)


async def find_advice(bot_pool: BotPool, live: LiveTable, seat: int, number: int, network: str = "") -> list[Advice]:
    """Returns the moves that an expert would make on this seat, best first.

    Raises Stale if the seat is asked something else by now, and IllegalMove while an earlier hint is being worked on:
    hints cost more time than anything else here, so a seat gets one at a time. Raises IllegalMove, too, if the table
    plays without hints."""
    if not live.allows_hints:
        raise IllegalMove(NO_HINTS)
    if not live.is_answer(seat, number) or seat not in live.pending:
        raise Stale
    if seat in live.hinting:
        raise IllegalMove(ALREADY_ASKED)
    known = (seat, live.number)
    if known not in live.hints:
        live.hinting.add(seat)
        asker = Requester(str(live.chairs[seat].person), network)
        try:
            found = await bot_pool.advise(live.in_progress.state, seat, asker)
        finally:
            live.hinting.discard(seat)
        live.hints = {**{key: old for key, old in live.hints.items() if key[1] == live.number}, known: found}
    return live.hints[known]
