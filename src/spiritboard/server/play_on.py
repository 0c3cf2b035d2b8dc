"""Playing on from a moment of a finished game: the position a new table begins from, and how that is said."""

from __future__ import annotations

from dataclasses import replace

from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import SPANS
from spiritboard.server.storage import Origin
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.in_progress import position_of
from spiritboard.table.state import State

AS_THEY_WERE, ANEW, NOTHING_HIDDEN = "as-they-were", "anew", "nothing"
HIDDEN = (AS_THEY_WERE, ANEW)  # what can be asked for
NOT_OVER = "This game is not over: only a finished game can be played on from one of its moments."
NO_CHOICE = f"Hidden cards are one of: {', '.join(HIDDEN)}."
HIDDEN_WORDS = {
    AS_THEY_WERE: " Hidden cards are as they were: whoever set this table may have seen them.",
    ANEW: " What the player who set this table could not know was dealt anew.",
    NOTHING_HIDDEN: "",
}


def moment(live: LiveTable, ply: int) -> LiveTable:
    """Returns a finished game as it was after this many moves. Raises BadSetup if nobody can play on from there."""
    if not live.in_progress.state.over:
        raise BadSetup(NOT_OVER)
    if live.stored.rules_since is not None:
        raise BadSetup(SPANS)
    plies = len(live.record.moves)
    then = LiveTable(live.stored, live.record.moves[: max(0, min(ply, plies))])
    if then.in_progress.state.over:
        raise BadSetup(f"The game is over after move {plies}: choose an earlier moment to play on from.")
    return then


def hides(state: State) -> bool:
    """Returns whether this game has anything hidden that could be dealt anew."""
    return bool(state.SECRET)


def played_on(then: LiveTable, wanted: NewTable, hidden: str, dice: str) -> NewTable:
    """Returns a table at which people play on from a moment. If what is hidden is dealt anew, then as the seat could
    imagine it that the person who sets the table takes. Raises BadSetup."""
    state, source = then.in_progress.state, then.stored
    if hidden not in HIDDEN:
        raise BadSetup(NO_CHOICE)
    if len(wanted.chairs) != len(source.chairs):
        raise BadSetup(f"This game was played by {len(source.chairs)} players, so a table that goes on has as many.")
    kinds = [kind for kind, _ in wanted.chairs]
    own = next((kinds.index(kind) for kind in ("me", "here") if kind in kinds), None)
    if hides(state) and hidden == ANEW:
        state = state.imagine(own, Dice.at(dice))
    origin: Origin = {
        "table": source.key,
        "move": then.in_progress.ply,
        "hidden": hidden if hides(state) else NOTHING_HIDDEN,
    }
    return replace(wanted, options=source.options, start=position_of(state), origin=origin)


def origin(live: LiveTable, person: str | None) -> dict[str, str] | None:
    """Returns what the page of a table says of where it comes from. The link is for the host, who has come from there:
    the others at the table may be people whom nobody has sent it."""
    if live.stored.origin is None:
        return None
    at = live.stored.origin
    link = f"/tables/{at['table']}/replay?ply={at['move']}" if person == live.stored.host else ""
    return {"words": origin_words(live), "link": link}


def origin_words(live: LiveTable) -> str:
    """Returns where a table comes from, in sentences for everybody at it; an empty text if its game was dealt."""
    origin = live.stored.origin
    if origin is None:
        return ""
    moment = f"move {origin['move']}" if origin["move"] else "the beginning"
    return f"Played on from {moment} of an earlier game.{HIDDEN_WORDS.get(origin['hidden'], '')}"
