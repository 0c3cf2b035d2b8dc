"""What the templates of the documentation show, at the table and in a folder of files."""

from __future__ import annotations

import re

from spiritboard.server.docs.drawing import Site, drawn, plain
from spiritboard.server.docs.pages import DocsPage, contents, pages

SENTENCE = re.compile(r".+?[.!?](?=\s|$)")


def page_context(page: DocsPage, site: Site) -> dict[str, object]:
    """Returns what a page shows."""
    shown, names = drawn(page, site), list(pages())
    at = names.index(page.name)
    return {
        **common(site, page),
        "heading": page.title,
        "body": shown.body,
        "on_this_page": [each for each in shown.headings if each.level == 2],
        "before": linked(names[at - 1], site) if at else None,
        "after": linked(names[at + 1], site) if at + 1 < len(names) else None,
    }


def home_context(site: Site) -> dict[str, object]:
    """Returns what the first page shows: all sections, each with its pages and what they are about."""
    return {**common(site, None), "heading": "Documentation"}


def common(site: Site, current: DocsPage | None) -> dict[str, object]:
    sections = [
        {
            "title": section.title,
            "about": section.about,
            "pages": [
                {**linked(page.name, site), "about": summary(page), "current": page == current}
                for page in section.pages
            ],
        }
        for section in contents()
    ]
    return {"sections": sections, "docs_home": site.home, "search": site.search}


def linked(name: str, site: Site) -> dict[str, object]:
    return {"title": pages()[name].title, "url": site.address(name)}


def summary(page: DocsPage) -> str:
    """Returns the first sentence of a page."""
    first = next((plain(token) for token in page.tokens()[3:] if token.type == "inline"), "")
    found = SENTENCE.match(first)
    return found[0] if found else first
