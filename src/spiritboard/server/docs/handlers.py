"""The documentation at the table, at /docs."""

from __future__ import annotations

from functools import cache

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from spiritboard.server.answers import html
from spiritboard.server.docs.drawing import SERVED
from spiritboard.server.docs.finding import search_script
from spiritboard.server.docs.pages import folder, pages
from spiritboard.server.docs.site import home_context, page_context
from spiritboard.server.people import People

SCRIPT = "text/javascript; charset=utf-8"


@get("/docs")
async def docs_home(request: Request, people: People) -> Response[str]:
    return html(request, people, "docs.html", "Documentation of Spiritboard", **home_context(SERVED))


@get("/docs/{name:str}")
async def docs_page(request: Request, people: People, name: str) -> Response[str]:
    if name not in pages():
        raise NotFoundException("The documentation has no such page.")
    page = pages()[name]
    return html(request, people, "docs.html", f"{page.title}: Spiritboard", **page_context(page, SERVED))


@get("/docs/search.js")
async def docs_search() -> Response[str]:
    """Everything that the search can find. A page loads it when somebody begins to search."""
    return Response(_script(), media_type=SCRIPT)


@cache
def _script() -> str:
    return search_script(SERVED)


DOCS_HANDLERS: list[ControllerRouterHandler] = [
    docs_home,
    docs_search,
    docs_page,
    create_static_files_router(path="/docs/pictures", directories=[folder() / "pictures"]),
]
