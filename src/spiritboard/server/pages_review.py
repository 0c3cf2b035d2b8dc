"""The page of a review: begun by a form, shown with its progress, and then looked through move by move."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spiritboard.review.chart import NARROW, WIDE, chart, legend, moment_marks
from spiritboard.server.access import must_see
from spiritboard.server.answers import html, see
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_REVIEWED, OLDER_RULES, REVIEW_FAILED
from spiritboard.server.opening import Closed
from spiritboard.server.pages_replay import MOVER, SPECTATOR, Replays, look_back_context, rounds, viewpoints
from spiritboard.server.people import People
from spiritboard.server.previews import A_TABLE
from spiritboard.server.render import card
from spiritboard.server.review_page import ACCURACY, FIRST_CHOICES, ShownReview, shown_review
from spiritboard.server.review_storage import StoredReview
from spiritboard.server.reviews import Reviews
from spiritboard.server.table_info import reviewable_table
from spiritboard.server.table_service import TableService

FRAMES = {"wide": WIDE, "narrow": NARROW}  # of the picture; the style sheet shows one of them


@get("/tables/{key:str}/review")
async def review(
    request: Request,
    service: TableService,
    reviews: Reviews,
    people: People,
    replays: Replays,
    key: str,
    ply: int | None = None,
    eyes: str = "",
    pick: int | None = None,
    brief: bool = False,
) -> Response[str]:
    """Show the review of a game at one of its moments, or how far it is, or the button that begins it.

    A brief page has only what changes from moment to moment."""
    try:
        live = await reviewable_table(service, key)
    except Closed as closed:
        return _cannot(request, people, closed.found.table.game, key, OLDER_RULES)
    await must_see(service, live, people.known(request))
    replays.check(people.network(request))
    found = await reviews.find(live)
    if found is None or not found.is_done:
        return _start(request, people, live, found)
    return await _shown(request, people, service, reviews, live, Wish(ply, eyes, pick, brief))


@dataclass(frozen=True)
class Wish:
    """What a person wants to see of a review."""

    ply: int | None
    eyes: str
    pick: int | None
    brief: bool


def _cannot(request: Request, people: People, game: str, key: str, sentence: str) -> Response[str]:
    context = {"game": card(game), "key": key, "state": "cannot", "sentence": sentence, "found": 0, "total": 1}
    return html(request, people, "review_start.html", f"{card(game).game.title}: review", **context)


def _start(request: Request, people: People, live: LiveTable, found: StoredReview | None) -> Response[str]:
    """Returns the page of a review that is not done."""
    state = "none" if found is None else "failed" if found.has_failed else "working"
    context = {
        "game": card(live.game.id),
        "key": live.key,
        "state": state,
        "sentence": REVIEW_FAILED if state == "failed" else "",
        "found": 0 if found is None else found.found,
        "total": 1 if found is None else found.total,
    }
    return html(request, people, "review_start.html", f"{live.game.title}: review", shown_title=A_TABLE, **context)


async def _shown(
    request: Request, people: People, service: TableService, reviews: Reviews, live: LiveTable, wish: Wish
) -> Response[str]:
    shown = shown_review(await reviews.reviewed(live))
    person = people.known(request)
    allowed = _viewpoints(live, person.id if person else None)
    first = shown.turning[0].ply if shown.turning else 0
    at = first if wish.ply is None else max(0, min(wish.ply, len(live.record.moves)))
    eyes = wish.eyes if wish.eyes in allowed else allowed[0]
    context = look_back_context(live, at, eyes, allowed)
    moment = shown.moment(at)
    if not wish.brief:
        context |= _whole(shown, [start for start, _ in rounds(live)])
    return html(
        request,
        people,
        "review.html",
        f"{live.game.title}: review",
        shown_title=A_TABLE,
        **context,
        may_play_on=at < len(live.record.moves) and not service.same_deal.runs(live.stored.same_deal),
        brief=wish.brief,
        moment=moment,
        others_table=_is_others(live, at, eyes),
        picked=moment.picked(wish.pick),
        first_choices=FIRST_CHOICES,
        legend=legend(shown.game.review, at),
        marks={
            "wide": moment_marks(shown.game.review, at, WIDE),
            "narrow": moment_marks(shown.game.review, at, NARROW),
        },
    )


def _viewpoints(live: LiveTable, person: str | None) -> list[str]:
    """Returns the viewpoint of whoever moves, and those of a replay. A review begins with the first one, because it
    speaks of that player's choice."""
    return [MOVER, *(each for each in viewpoints(live, person) if each != SPECTATOR)]


def _is_others(live: LiveTable, at: int, eyes: str) -> bool:
    """Returns whether the table is seen by another player than the one whose move the review speaks of. The things on
    that table are not the ones to choose from."""
    moves = live.record.moves
    return at < len(moves) and eyes.isdecimal() and int(eyes) != moves[at].seat


def _whole(shown: ShownReview, starts: list[int]) -> dict[str, object]:
    """Returns what stays the same at every moment of the game."""
    review = shown.game.review
    return {
        "review": shown,
        "charts": {name: chart(review, starts, frame) for name, frame in FRAMES.items()},
        "frames": FRAMES,
        "accuracy": ACCURACY,
        "has_rounds": len(starts) > 1,
    }


@post("/tables/{key:str}/review")
async def begin_review(request: Request, service: TableService, reviews: Reviews, people: People, key: str) -> Redirect:
    live = await reviewable_table(service, key)
    person = people.known(request)
    await must_see(service, live, person)
    await reviews.begin(live, Requester(person.id if person else "", people.network(request)))
    return see(f"/tables/{key}/review")


@get("/tables/{key:str}/review/progress")
async def progress(
    request: Request, service: TableService, reviews: Reviews, people: People, key: str
) -> dict[str, object]:
    """Returns how far a review is, for the page that waits for it."""
    live = await reviewable_table(service, key)
    await must_see(service, live, people.known(request))
    found = await reviews.find(live)
    if found is None:
        raise NotFoundException(NOT_REVIEWED)
    return {"found": found.found, "total": found.total, "ended": found.ended is not None}


REVIEW_HANDLERS = [review, begin_review, progress]
