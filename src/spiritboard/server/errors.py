"""Turns errors into answers: pages for people, JSON for programs."""

from __future__ import annotations

import logging

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_404_NOT_FOUND,
    HTTP_410_GONE,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from spiritboard.server.limits import TooMuch
from spiritboard.server.messages import UNREACHABLE
from spiritboard.server.opening import Closed, Elsewhere
from spiritboard.server.people import viewer
from spiritboard.server.render import page
from spiritboard.server.storage import Unreachable
from spiritboard.table.errors import TableError

log = logging.getLogger(__name__)

CUT_OFF = "client disconnected prematurely"  # the text of an error that Litestar takes for our own
UNREACHABLE_RETRY_SECONDS = 5

SENTENCES = {
    400: "The form was not filled in as expected.",
    403: "That is not allowed.",
    404: "There is nothing at this address.",
    405: "This address does not support that method.",
    413: "The request is too large.",
    429: "You have asked too often; please wait a moment.",
}


def explain(request: Request, error: Exception) -> Response[bytes]:
    """Returns the answer to a request that raised this error. Failures of the server are logged, not shown."""
    code, sentence = _code_and_sentence(error)
    if "\0" in request.scope["path"]:  # no file and no table has this in its path
        code, sentence = HTTP_404_NOT_FOUND, SENTENCES[HTTP_404_NOT_FOUND]
    if code == HTTP_500_INTERNAL_SERVER_ERROR:
        request.app.state.service.metrics.error(type(error).__name__)
        log.error("while answering %s", request.scope["path"].split("/")[1], exc_info=error)
    media_type, content = error_content(request.scope["path"], code, sentence, request.cookies.get("csrftoken", ""))
    return Response(content, status_code=code, media_type=media_type, headers=_headers(code, error))


def error_content(path: str, code: int, sentence: str, csrf: str = "") -> tuple[MediaType, bytes]:
    """Returns the type and the content of an error's answer: JSON in the API, and a page everywhere else."""
    if path.startswith("/api/"):
        return MediaType.JSON, msgspec.json.encode({"error": sentence})
    content = page("error.html", title=sentence, me=viewer(None), csrf=csrf, code=code, sentence=sentence)
    return MediaType.HTML, content.encode()


def _headers(code: int, error: Exception) -> dict[str, str]:
    """Returns the headers that say which methods are allowed, or after how many seconds to try again."""
    if isinstance(error, TooMuch):
        return {"Retry-After": str(error.retry_after)}
    if code == HTTP_503_SERVICE_UNAVAILABLE:
        return {"Retry-After": str(UNREACHABLE_RETRY_SECONDS)}
    return dict(error.headers or {}) if isinstance(error, HTTPException) else {}


def _code_and_sentence(error: Exception) -> tuple[int, str]:
    if isinstance(error, TableError):
        return HTTP_400_BAD_REQUEST, str(error)
    if isinstance(error, TooMuch):
        return HTTP_429_TOO_MANY_REQUESTS, str(error)
    if isinstance(error, Unreachable):
        return HTTP_503_SERVICE_UNAVAILABLE, UNREACHABLE
    if isinstance(error, Closed | Elsewhere):
        return HTTP_410_GONE if isinstance(error, Closed) else HTTP_503_SERVICE_UNAVAILABLE, str(error)
    if isinstance(error, RecursionError):
        return HTTP_400_BAD_REQUEST, "The request is nested too deeply."
    if isinstance(error, UnicodeDecodeError):
        return HTTP_400_BAD_REQUEST, "The request is not text in UTF-8."
    if isinstance(error, InternalServerException) and error.detail == CUT_OFF:
        return HTTP_400_BAD_REQUEST, "The request was cut off."
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        wrong = error.extra[0]
        return HTTP_400_BAD_REQUEST, f"Not as expected: {wrong.get('key', 'the request')}: {wrong.get('message', '')}."
    if isinstance(error, HTTPException) and error.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        detail = error.detail if error.detail.endswith(".") else SENTENCES.get(error.status_code, "That did not work.")
        return error.status_code, detail
    return HTTP_500_INTERNAL_SERVER_ERROR, "Something went wrong on our side."
