"""How the API is described to programs: its errors, its keys, and orders that take nothing but what they name."""

from __future__ import annotations

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Schema, SecurityScheme
from litestar.status_codes import HTTP_415_UNSUPPORTED_MEDIA_TYPE

import spiritboard


class Problem(msgspec.Struct):
    """Why something was not done, in a sentence."""

    error: str


# Why, by the code of the answer. Everything can be asked in a wrong way, too often, or while the tables are away.
PROBLEMS = {
    400: "Something about the request is wrong.",
    401: "The key is not that of a seat at this table, or there is none.",
    403: "That is not allowed, or not yet.",
    404: "There is no such table.",
    409: "The table has gone on, or every chair is taken.",
    410: "Nothing more is played at this table.",
    413: "The request is too large.",
    415: "The request is not sent as JSON.",
    429: "That was too often, or too much; Retry-After says after how many seconds to try again.",
    503: "The tables cannot be reached just now; Retry-After says after how many seconds to try again.",
}
ALWAYS = (400, 429, 503)
ONE_SEAT: list[dict[str, list[str]]] = [{"seat": []}]
ANY_EYES: list[dict[str, list[str]]] = [{}, *ONE_SEAT]  # a spectator has no key


def config() -> OpenAPIConfig:
    key = SecurityScheme(type="http", scheme="bearer", description="The key of a seat at this table.")
    return OpenAPIConfig(
        title="Spiritboard",
        version=spiritboard.__version__,
        description="Sit down at a table as a program: create, join, look, move, listen.",
        path="/api/schema",
        components=Components(security_schemes={"seat": key}),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        use_handler_docstrings=True,
    )


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """Returns the documentation of the errors that a handler answers with: these, and those of every handler."""
    return {
        code: ResponseSpec(Problem, description=PROBLEMS[code], generate_examples=False)
        for code in sorted({*ALWAYS, *codes})
    }


def only_json(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """Raises an error if the request does not say that it is JSON: a form on somebody else's page cannot say so."""
    sent = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != "application/json":
        raise HTTPException("Send it as JSON (application/json).", status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE)


def forbid_unknown_fields(app: Litestar, orders: list[type[msgspec.Struct]]) -> None:
    """Say in the description of the API that these take nothing but what they name."""
    for order in orders:
        schema = app.openapi_schema.components.schemas[order.__name__]
        assert isinstance(schema, Schema)
        schema.additional_properties = False
