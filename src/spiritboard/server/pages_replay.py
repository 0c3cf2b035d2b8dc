"""The replay page: a game as it was after any of its moves.

While a game goes on, a player sees only what their own seat saw, and everybody else what a spectator saw.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from litestar import Request, Response, get

from spiritboard.server.answers import html, older_page, see
from spiritboard.server.limits import TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import SPANS, Closed
from spiritboard.server.people import People
from spiritboard.server.play_on import origin
from spiritboard.server.previews import A_TABLE
from spiritboard.server.render import art, card, draw_live, live_context
from spiritboard.server.story import ROUND_KIND
from spiritboard.server.table_info import live_table_or_404, seats_info, table_urls
from spiritboard.server.table_service import TableService
from spiritboard.server.throttle import Buckets
from spiritboard.table.state import State

ALL, SPECTATOR = "all", "spectator"  # viewpoints besides those of the seats, which are named by their numbers
MOVER = "mover"  # the viewpoint of whoever moves next; only for games that are over
VIEWPOINT_NAMES = {ALL: "all players, all open", SPECTATOR: "a spectator", MOVER: "whoever moves"}
TOO_QUICK = "That is too quick for the replay; please wait a moment."


@dataclass(frozen=True)
class Replays:
    """Limits how many positions one network may look up, because each of them is played again from the deal."""

    buckets: Buckets

    def check(self, network: str) -> None:
        """Raises TooMuch if a network asks too often."""
        if wait := self.buckets.take(network):
            raise TooMuch(TOO_QUICK, max(1, round(wait)))


def viewpoints(live: LiveTable, person: str | None) -> list[str]:
    """Returns the viewpoints from which this person may look at a game, the usual one first.

    People who share a screen would see each other's hands, so they look on as spectators until the game is over."""
    seats = [str(seat) for seat in live.seats_of(person)]
    own = seats if len(seats) == 1 else []
    if not live.in_progress.state.over:
        return own or [SPECTATOR]
    others = [str(chair.seat) for chair in live.chairs if str(chair.seat) not in own]
    return [*own, SPECTATOR, *others, ALL]


@get("/tables/{key:str}/replay")
async def replay(
    request: Request,
    service: TableService,
    people: People,
    replays: Replays,
    key: str,
    ply: int | None = None,
    eyes: str = "",
) -> Response:
    """Show a game after this many moves, from one of the viewpoints that this person may take."""
    try:
        live = await live_table_or_404(service, key)
    except Closed:
        return see(f"/tables/{key}")
    person = people.known(request)
    if not await service.same_deal.may_see(live.stored, person.id if person else None):
        return see(f"/deals/{live.stored.deal_key}")
    over = live.in_progress.state.over
    if live.stored.rules_since is not None and over:
        return older_page(request, people, Closed(await service.found(live), SPANS))
    if live.waits or live.stored.rules_since is not None:
        return see(f"/tables/{key}")
    replays.check(people.network(request))
    allowed = viewpoints(live, person.id if person else None)
    plies = len(live.record.moves)
    at = plies if ply is None else max(0, min(ply, plies))
    return html(
        request,
        people,
        "replay.html",
        f"{live.game.title}, {'replayed' if over else 'so far'}",
        shown_title=A_TABLE,
        **look_back_context(live, at, eyes if eyes in allowed else allowed[0], allowed),
        goes_on=not over,
        can_play_on=over and at < plies and not service.same_deal.runs(live.stored.same_deal),
        can_deal_again=over and not service.same_deal.runs(live.stored.same_deal),
        origin=origin(live, person.id if person else None),
    )


def look_back_context(live: LiveTable, at: int, eyes: str, allowed: list[str]) -> dict[str, object]:
    """Returns what a page shows that looks through a game: the table after so many moves from one of the allowed
    viewpoints, and the bar with the controls."""
    shown = LiveTable(live.stored, live.record.moves[:at])
    context = replay_context(shown, _mover(live, at) if eyes == MOVER else eyes)
    return {
        **context,
        "rendered_live": draw_live(shown, {**context, "csrf": ""}).with_whole_log,
        "game": card(live.game.id),
        "art": art(live.game.id),
        "ply": at,
        "plies": len(live.record.moves),
        "key": live.key,
        "eyes": eyes,
        "viewpoints": [(each, _viewpoint_name(live, each)) for each in allowed],
        "rounds": rounds(live),
    }


def _mover(live: LiveTable, at: int) -> str:
    """Returns the viewpoint of the player who made the next move of a game that is over."""
    moves = live.record.moves
    return str(moves[at].seat) if at < len(moves) else ALL


def _viewpoint_name(live: LiveTable, viewpoint: str) -> str:
    return VIEWPOINT_NAMES.get(viewpoint) or live.names[int(viewpoint)]


def rounds(live: LiveTable) -> list[tuple[int, str]]:
    """Returns for each round the number of moves after which it began, and the sentence that told it."""
    begun = [(at, event) for at, event in enumerate(live.events) if event.kind == ROUND_KIND and event.to is None]
    return [(bisect_right(live.told_by_move, at), event.say(live.names)) for at, event in begun]


def replay_context(shown: LiveTable, viewpoint: str) -> dict[str, object]:
    """Returns what `live.html` shows of a replay, in which nobody is asked and nobody is away."""
    seat = None if viewpoint in (ALL, SPECTATOR) else int(viewpoint)
    state, context = shown.in_progress.state, live_context(shown, seat)
    return context | {
        "prompt": context["prompt"] if state.over else "",
        "round_end": context["round_end"] if shown.round_at == shown.number else None,
        "can_take_back": False,
        "seats": [{**each, "away": False, "bot_plays": False} for each in seats_info(shown)],
        "open": everything(state) if viewpoint == ALL else None,
        "sentences": shown.story(seat).news if shown.number else ["The table is set."],
        "urls": table_urls(shown, []),
    }


def everything(state: State) -> dict[str, object]:
    """Returns the whole position of a game that is over, and what each seat saw in it."""
    return {**state.position(), "views": [state.view(seat) for seat in range(state.seats)]}


REPLAY_HANDLERS = [replay]
