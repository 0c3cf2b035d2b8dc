"""A page of the documentation as HTML, with anchors, links for the place where it is shown, and coloured code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import PurePosixPath
from urllib.parse import quote

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

import spiritboard
from spiritboard.server.docs.blocks import block
from spiritboard.server.docs.pages import MARKDOWN, DocsPage, pages

COLOURED = {"python": "python", "pycon": "pycon", "sh": "bash", "toml": "toml", "json": "json", "nginx": "nginx"}
NAMED = {"sh": "shell", "pycon": "Python", "python": "Python", "output": "output", "text": "", "csv": ""}
CLASSES: HtmlFormatter[str] = HtmlFormatter(nowrap=True, classprefix="code-")
ALIGNED = re.compile(r"text-align:(\w+)")
PICTURES = "pictures/"


@dataclass(frozen=True)
class Site:
    """Where the pages are shown, and so how they link to each other."""

    home: str
    page: str  # the address of a page, with {} for its name
    pictures: str  # the addresses of pictures begin with this
    search: str  # the script with everything that can be found

    def address(self, name: str) -> str:
        return self.page.format(name)


SERVED = Site("/docs", "/docs/{}", "/docs/pictures/", "/docs/search.js")
FILES = Site("index.html", "{}.html", "pictures/", "search.js")


@dataclass(frozen=True)
class Heading:
    level: int
    title: str
    anchor: str


@dataclass(frozen=True)
class DrawnPage:
    body: Markup  # without the title
    headings: tuple[Heading, ...]  # below the title


@cache
def drawn(page: DocsPage, site: Site) -> DrawnPage:
    """Returns a page as it is shown at a site. Raises BadBlock for a block of code that does not say its language."""
    tokens = page.tokens()[3:]  # after the tokens that open, fill and close the title
    found = headings(tokens)
    for opening, heading in zip(opened(tokens, "heading_open"), found, strict=True):
        opening.attrSet("id", heading.anchor)
    for token in tokens:
        for child in token.children or ():
            direct(child, site)
        align_by_class(token)
    return DrawnPage(Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})), tuple(found))


def opened(tokens: Sequence[Token], kind: str) -> Iterator[Token]:
    return (token for token in tokens if token.type == kind)


# Headings.


def headings(tokens: Sequence[Token]) -> list[Heading]:
    """Returns the headings with their anchors. Equal headings get different anchors, as at GitHub."""
    found: list[Heading] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = plain(tokens[at + 1])
            anchor = slug(title)
            earlier = sum(slug(each.title) == anchor for each in found)
            found.append(Heading(int(token.tag[1:]), title, f"{anchor}-{earlier}" if earlier else anchor))
    return found


def slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def plain(inline: Token) -> str:
    """Returns the text of a paragraph or a heading, without its marks."""
    children = inline.children or ()
    return "".join(" " if child.type in ("softbreak", "hardbreak") else child.content for child in children)


# Links.


def direct(token: Token, site: Site) -> None:
    """Let a link or a picture lead to its place at this site."""
    if token.type == "link_open":
        address = link(str(token.attrGet("href")), site)
        # Without an address it is no link, but its words stay.
        token.attrs = {} if address is None else {"href": address}
    elif token.type == "image":
        name = str(token.attrGet("src"))
        token.attrSet("src", site.pictures + name.removeprefix(PICTURES) if name.startswith(PICTURES) else name)
        token.attrSet("loading", "lazy")


def link(target: str, site: Site) -> str | None:
    """Returns the address of what a page links to; None for a file of the repository if that has no address."""
    name, mark, anchor = target.partition("#")
    if not name or "://" in name or name.startswith("/"):
        return target
    if name.removesuffix(".md") in pages() and name.endswith(".md"):
        return site.address(name.removesuffix(".md")) + mark + anchor
    home = repository()
    return f"{home}/blob/v{spiritboard.__version__}/{quote(in_repository(name))}{mark}{anchor}" if home else None


def in_repository(name: str) -> str:
    """Returns the path of a file in the repository that is linked from the folder of the pages."""
    parts: list[str] = []
    for part in (PurePosixPath("docs") / name).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


@cache
def repository() -> str | None:
    """Returns the address of the repository that the package was built for, if it had one."""
    try:
        urls = metadata("spiritboard").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    found = dict(url.split(", ", 1) for url in urls)
    return found.get("Repository", "").rstrip("/") or None


# Tables and code.


def align_by_class(token: Token) -> None:
    """Align a cell by a class, because pages forbid styles inside of them."""
    found = ALIGNED.fullmatch(str(token.attrs.pop("style", "")))
    if found:
        token.attrSet("class", f"align-{found[1]}")


def fence(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
    """Returns a block of code, with its language above it and what is to be said about its trial below."""
    code = block(tokens[at])
    language = code.file or NAMED.get(code.language, code.language)
    label = f'<figcaption class="code-language">{escape(language)}</figcaption>' if language else ""
    note = f'<p class="code-note">{escape(code.note())}</p>' if code.note() else ""
    shown = f'<pre tabindex="0"><code>{coloured(code.language, code.text)}</code></pre>'
    return f'<figure class="code code-{code.language}">{label}{shown}{note}</figure>\n'


def coloured(language: str, text: str) -> str:
    """Returns code as HTML."""
    if language not in COLOURED:
        return str(escape(text))
    found: str = highlight(text, get_lexer_by_name(COLOURED[language]), CLASSES)
    return found


def table_open(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
    return '<div class="docs-table" tabindex="0"><table>\n'


def table_close(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
    return "</table></div>\n"


def heading_close(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
    anchor, title = tokens[at - 2].attrGet("id"), plain(tokens[at - 1])
    link_here = f'<a class="anchor" href="#{anchor}" aria-label="Link to: {escape(title)}">#</a>'
    return f" {link_here}</{tokens[at].tag}>\n"


for rule in (fence, table_open, table_close, heading_close):
    MARKDOWN.add_render_rule(rule.__name__, rule)
