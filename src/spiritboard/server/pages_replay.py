"""The replay page: a game as it was after any of its moves."""

from __future__ import annotations

from litestar import Request, Response, get

from spiritboard.server.answers import html, older_page, see
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import SPANS, Closed
from spiritboard.server.people import People
from spiritboard.server.render import art, card, draw_live, live_context
from spiritboard.server.table_info import live_table_or_404, seats_info
from spiritboard.server.table_service import TableService
from spiritboard.table.state import State


@get("/tables/{key:str}/replay")
async def replay(
    request: Request, service: TableService, people: People, key: str, ply: int | None = None, eyes: str = "spectator"
) -> Response:
    """Show a finished game after this many moves: as a seat or a spectator saw it, or with everything open."""
    try:
        live = await live_table_or_404(service, key)
    except Closed:
        return see(f"/tables/{key}")
    if not live.in_progress.state.over:
        return see(f"/tables/{key}")
    if live.stored.rules_since is not None:
        return older_page(request, people, Closed(await service.found(live), SPANS))
    plies = len(live.record.moves)
    at = plies if ply is None else max(0, min(ply, plies))
    seat = next((chair.seat for chair in live.chairs if str(chair.seat) == eyes), None)
    shown = _replayed(live, at)
    context = _replay_context(shown, seat, eyes == "all")
    return html(
        request,
        people,
        "replay.html",
        f"{live.game.title}, replayed",
        **context,
        rendered_live=draw_live(shown, {**context, "csrf": ""}).with_whole_log,
        game=card(live.game.id),
        art=art(live.game.id),
        ply=at,
        plies=plies,
        eyes="all" if eyes == "all" else "spectator" if seat is None else str(seat),
    )


def _replayed(live: LiveTable, ply: int) -> LiveTable:
    """Returns the table as it was after this many moves."""
    return LiveTable(live.stored, live.record.moves[:ply])


def _replay_context(shown: LiveTable, seat: int | None, with_everything_open: bool) -> dict[str, object]:
    """Returns what `live.html` shows of a replay, in which nobody is asked and nobody is away."""
    state, context = shown.in_progress.state, live_context(shown, seat)
    return context | {
        "prompt": context["prompt"] if state.over else "",
        "round_end": context["round_end"] if shown.round_at == shown.number else None,
        "can_take_back": False,
        "seats": [{**each, "away": False, "bot_plays": False} for each in seats_info(shown)],
        "open": everything(state) if with_everything_open else None,
        "sentences": shown.story(seat).news if shown.number else ["The table is set."],
        "urls": {"replay": f"/tables/{shown.key}/replay", "rules": f"/rules/{shown.game.id}"},
    }


def everything(state: State) -> dict[str, object]:
    """Returns the whole position of a game that is over, and what each seat saw in it."""
    return {**state.position(), "views": [state.view(seat) for seat in range(state.seats)]}


REPLAY_HANDLERS = [replay]
