"""How a link to a page looks in another program, such as a messenger: Open Graph.

A preview of a table names nothing but the person who invites, because programs that make previews may keep them.
"""

from __future__ import annotations

from litestar import Request

from spiritboard.server.address import Address

ABOUT_SITE = "Ghost games for the kitchen table, in your browser: alone against bots, or with friends by a link."
A_TABLE = "A table at Spiritboard"  # the title of links to a table


def preview(request: Request) -> dict[str, str]:
    """Returns what links show besides the page's title. The address of the picture must be absolute."""
    address: Address = request.app.state.address
    return {"description": ABOUT_SITE, "picture": f"{address.base(request)}/static/preview.jpg"}
