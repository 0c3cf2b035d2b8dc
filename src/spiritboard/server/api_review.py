"""Reviews for programs: the same numbers as on the page, as data."""

from __future__ import annotations

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import ResponseSpec
from litestar.status_codes import HTTP_202_ACCEPTED, HTTP_409_CONFLICT

from spiritboard.review.review import Review, SeatReview
from spiritboard.server.api import must_see_with_key
from spiritboard.server.limits import Requester
from spiritboard.server.messages import NOT_REVIEWED, REVIEW_FAILED
from spiritboard.server.openapi import ANY_EYES, only_json, problems
from spiritboard.server.pages_replay import Replays
from spiritboard.server.people import People
from spiritboard.server.review_storage import StoredReview
from spiritboard.server.reviews import Reviews
from spiritboard.server.table_info import reviewable_table
from spiritboard.server.table_service import TableService


class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a review. It has no fields, because there is nothing to choose."""


class ReviewReport(msgspec.Struct):
    """A review and its sums for every seat. Chances and losses are shares of the victory, from 0 to 1."""

    review: Review
    seats: list[SeatReview]


class ReviewProgress(msgspec.Struct):
    """How many parts of a review are worked out, and how many there are."""

    found: int
    total: int


IN_PROGRESS = {HTTP_202_ACCEPTED: ResponseSpec(ReviewProgress, description="The review is being worked out.")}


@get(
    "/api/tables/{key:str}/review",
    security=ANY_EYES,
    responses={**IN_PROGRESS, **problems(401, 403, 404, 409, 410)},
)
async def look_at_review(
    request: Request, service: TableService, reviews: Reviews, people: People, replays: Replays, key: str
) -> Response[ReviewReport]:
    """The review of a finished game, or how far it is. It must have been begun by POST, or by a person on its page."""
    replays.check(people.network(request))
    live = await reviewable_table(service, key)
    await must_see_with_key(request, service, live)
    found = await reviews.find(live)
    if found is None:
        raise NotFoundException(NOT_REVIEWED)
    if found.has_failed:
        raise HTTPException(REVIEW_FAILED, status_code=HTTP_409_CONFLICT)
    if not found.is_done:
        return _in_progress(found)
    game = await reviews.reviewed(live)
    return Response(ReviewReport(game.review, game.review.seats()))


@post(
    "/api/tables/{key:str}/review",
    status_code=HTTP_202_ACCEPTED,
    guards=[only_json],
    security=ANY_EYES,
    responses=problems(401, 403, 404, 409, 410, 413, 415),
)
async def begin_review(
    request: Request, service: TableService, reviews: Reviews, people: People, key: str, data: ReviewRequest
) -> ReviewProgress:
    """Begin the review of a finished game. If it was begun before, the answer says how far it is."""
    live = await reviewable_table(service, key)
    await must_see_with_key(request, service, live)
    await reviews.begin(live, Requester("", people.network(request)))
    found = await reviews.find(live)
    assert found is not None
    return ReviewProgress(found.found, found.total)


def _in_progress(found: StoredReview) -> Response[ReviewReport]:
    """Returns how far a review is. The declared type is that of the answer with the status 200."""
    progress = msgspec.json.encode(ReviewProgress(found.found, found.total))
    answer: Response[ReviewReport] = Response(progress, status_code=HTTP_202_ACCEPTED)  # type: ignore[arg-type] # encoded
    return answer


REVIEW_API_HANDLERS = [look_at_review, begin_review]
