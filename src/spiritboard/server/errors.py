"""What went wrong, told as a page for people and as JSON for programs."""

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
from spiritboard.server.render import page
from spiritboard.server.storage import Unreachable
from spiritboard.table.errors import TableError

log = logging.getLogger(__name__)

CUT_OFF = "client disconnected prematurely"  # in the words of Litestar, which takes it for an error of ours
RETRY_SECONDS = 5  # after which tables that cannot be reached may be there again

SENTENCES = {
    400: "The form was not filled in as expected.",
    403: "That is not allowed.",
    404: "There is nothing at this address.",
    405: "That is not possible here.",
    413: "That was too much at once.",
    429: "That was too often; please wait a moment.",
}


def explain(request: Request, error: Exception) -> Response[bytes]:
    """Returns the answer to a request that led to this error. Our own failures are logged, not shown."""
    code, sentence = _code_and_sentence(error)
    if "\0" in request.scope["path"]:  # which no file has, and no table
        code, sentence = HTTP_404_NOT_FOUND, SENTENCES[HTTP_404_NOT_FOUND]
    if code == HTTP_500_INTERNAL_SERVER_ERROR:
        request.app.state.service.metrics.error(type(error).__name__)
        log.error("while answering %s", request.scope["path"].split("/")[1], exc_info=error)
    media_type, content = told(request.scope["path"], code, sentence, request.cookies.get("csrftoken", ""))
    return Response(content, status_code=code, media_type=media_type, headers=_headers(code, error))


def told(path: str, code: int, sentence: str, csrf: str = "") -> tuple[MediaType, bytes]:
    """Returns a sentence as those expect it who ask for this path: JSON in the API, and a page everywhere else."""
    if path.startswith("/api/"):
        return MediaType.JSON, msgspec.json.encode({"error": sentence})
    content = page("error.html", title=sentence, me={"name": None}, csrf=csrf, code=code, sentence=sentence)
    return MediaType.HTML, content.encode()


def _headers(code: int, error: Exception) -> dict[str, str]:
    """Which methods are possible instead, and after how many seconds to try again."""
    if isinstance(error, TooMuch):
        return {"Retry-After": str(error.retry_after)}
    if code == HTTP_503_SERVICE_UNAVAILABLE:
        return {"Retry-After": str(RETRY_SECONDS)}
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
        return HTTP_400_BAD_REQUEST, "That was nested too deeply."
    if isinstance(error, UnicodeDecodeError):
        return HTTP_400_BAD_REQUEST, "That was not text in UTF-8."
    if isinstance(error, InternalServerException) and error.detail == CUT_OFF:
        return HTTP_400_BAD_REQUEST, "The rest of that did not come."
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        wrong = error.extra[0]
        return HTTP_400_BAD_REQUEST, f"Not as expected: {wrong.get('key', 'the order')}: {wrong.get('message', '')}."
    if isinstance(error, HTTPException) and error.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        detail = error.detail if error.detail.endswith(".") else SENTENCES.get(error.status_code, "That did not work.")
        return error.status_code, detail
    return HTTP_500_INTERNAL_SERVER_ERROR, "Something went wrong on our side."
