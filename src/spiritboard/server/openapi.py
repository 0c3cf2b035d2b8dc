"""How the API is described to programs: errors, keys, and the views and events that each game declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, OpenAPIType, Reference, Schema, SecurityScheme
from litestar.plugins import OpenAPISchemaPlugin
from litestar.status_codes import HTTP_415_UNSUPPORTED_MEDIA_TYPE
from litestar.typing import FieldDefinition

import spiritboard
from spiritboard.table.choice import CHOICE_MADE
from spiritboard.table.events import DeclaredEvent
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.view import View

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class Problem(msgspec.Struct):
    """Why a request was refused, in a sentence."""

    error: str


class ToldEvent(msgspec.Struct):
    """An event: its kind, a sentence with the players' names, and its facts."""

    kind: str
    words: str
    data: Mapping[str, object]


# The reason by the code of the answer. Every request can be malformed, too frequent, or come during an outage.
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


class CommonView(View):
    """The view of a game that adds nothing to the parts that all views have."""


class DeclaredViews(OpenAPISchemaPlugin):
    """Describes `View` as one of the views that the installed games declare."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return field_definition.annotation is View

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        return Schema(one_of=[_view_schema(game, schema_creator) for game in games().values()])


def _view_schema(game: Game, schema_creator: SchemaCreator) -> Schema:
    """Returns the schema of a game's views: its declaration, and the id of the game that it is for."""
    is_of_game = Schema(type=OpenAPIType.OBJECT, properties={"game": Schema(const=game.id)}, required=["game"])
    declared = CommonView if game.view is View else game.view
    return Schema(title=game.title, all_of=[_declared(declared, schema_creator), is_of_game])


class DeclaredEvents(OpenAPISchemaPlugin):
    """Describes `ToldEvent` as an event of any kind that the installed games declare, with the facts of that kind."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return field_definition.annotation is ToldEvent

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        # Not `one_of`: games may tell the same facts under the same name.
        kinds = [(game.title, kind) for game in games().values() for kind in game.events]
        every = [("Any game", CHOICE_MADE), *kinds]
        return Schema(any_of=[_event_schema(title, kind, schema_creator) for title, kind in every])


def _event_schema(title: str, kind: DeclaredEvent, schema_creator: SchemaCreator) -> Schema:
    return Schema(
        type=OpenAPIType.OBJECT,
        title=f"{title}: {kind.name}",
        properties={
            "kind": Schema(const=kind.name),
            "words": Schema(type=OpenAPIType.STRING),
            "data": _declared(kind.facts, schema_creator),
        },
        required=["data", "kind", "words"],
    )


def _declared(kind: type, schema_creator: SchemaCreator) -> Schema | Reference:
    """Returns a reference to the description of a TypedDict."""
    return schema_creator.for_field_definition(FieldDefinition.from_annotation(kind))


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """Returns the description of the errors that a handler answers with: these codes, and those of every handler."""
    return {
        code: ResponseSpec(Problem, description=PROBLEMS[code], generate_examples=False)
        for code in sorted({*ALWAYS, *codes})
    }


def only_json(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """Raises an error if a request is not declared as JSON: a form on a page of another site cannot declare that."""
    sent = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != "application/json":
        raise HTTPException("Send it as JSON (application/json).", status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE)


def forbid_unknown_fields(app: Litestar, bodies: list[type[msgspec.Struct]]) -> None:
    """Add to the description that these request bodies have no fields but the named ones."""
    for body in bodies:
        schema = app.openapi_schema.components.schemas[body.__name__]
        assert isinstance(schema, Schema)
        schema.additional_properties = False
