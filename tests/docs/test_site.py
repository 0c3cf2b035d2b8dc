"""The pages as HTML: their links, their order, what the search finds, and what is kept out."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import cast
from urllib.parse import urljoin

import pytest
import yaml

from spiritboard.server.docs import drawing, pages
from spiritboard.server.docs.drawing import FILES, SERVED, Site, drawn
from spiritboard.server.docs.finding import search_script
from spiritboard.server.docs.pages import NOT_LISTED, DocsPage, contents
from spiritboard.server.docs.site import home_context, page_context
from tools import reference
from tools.docs import write_site

ROOT = Path(__file__).parents[2]
LINK = re.compile(r'(?:href|src)="([^"]*)"')
ANCHOR = re.compile(r' id="([^"]+)"')
SITES = pytest.mark.parametrize("site", [SERVED, FILES], ids=["served", "files"])


def body(text: str, site: Site = SERVED) -> str:
    return drawn(DocsPage("sample", f"# Sample\n\n{text}"), site).body


# Links.


@SITES
def test_every_link_leads_to_a_page_and_every_anchor_to_a_heading(site: Site) -> None:
    bodies = {site.address(page.name): drawn(page, site).body for page in pages.pages().values()}
    for address, text in bodies.items():
        for link in map(unescape, LINK.findall(text)):
            if "://" in link or link.startswith(site.pictures):
                continue
            target, _, anchor = urljoin(address, link).partition("#")
            assert target in bodies, f"{address} links to {link}"
            assert not anchor or anchor in ANCHOR.findall(bodies[target]), f"{address} links to {link}"


def test_every_picture_of_a_page_exists() -> None:
    for page in pages.pages().values():
        for name in re.findall(r"\]\((pictures/[^)]+)\)", page.text):
            assert (pages.folder() / name).is_file(), f"docs/{page.name}.md shows {name}"


def test_links_to_pages_and_pictures_fit_the_place() -> None:
    text = "[Data](data.md#games) and [itself](#x), [far](https://example.org/a.md)\n\n![A](pictures/a.svg)"
    assert LINK.findall(body(text)) == ["/docs/data#games", "#x", "https://example.org/a.md", "/docs/pictures/a.svg"]
    assert LINK.findall(body(text, FILES)) == ["data.html#games", "#x", "https://example.org/a.md", "pictures/a.svg"]


def test_a_file_of_the_repository_is_linked_only_if_that_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[The proxy](../deploy/nginx.conf) and [one](../README.md#start)"
    monkeypatch.setattr(drawing, "repository", lambda: None)
    assert LINK.findall(body(text)) == []
    assert "The proxy" in body(text)
    monkeypatch.setattr(drawing, "repository", lambda: "https://git.example.org/ghosts")
    drawn.cache_clear()
    proxy, readme = LINK.findall(body(text))
    assert re.fullmatch(r"https://git\.example\.org/ghosts/blob/v[\d.]+/deploy/nginx\.conf", proxy)
    assert readme.endswith("/README.md#start")


def test_equal_headings_have_different_anchors() -> None:
    assert ANCHOR.findall(body("## The `--end`, now\n\n## Twice\n\n### Twice\n")) == [
        "the---end-now",
        "twice",
        "twice-1",
    ]


# What a page cannot do.


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "[a](javascript:b)"])
def test_markup_in_a_page_is_shown_as_text(text: str) -> None:
    assert not re.search(r"<script|<img|href=", body(text))


def test_code_is_escaped() -> None:
    for language in ("python", "text", "output"):
        shown = body(f"```{language}\n<script>x</script>\n```")
        assert "<script" not in shown
        assert "script" in shown


def test_no_part_of_a_page_has_a_style_of_its_own() -> None:
    aligned = body("| a | b |\n|---:|:-:|\n| 1 | 2 |\n")
    assert 'class="align-right"' in aligned
    for text in (aligned, *(drawn(page, SERVED).body for page in pages.pages().values())):
        assert not re.search(r"<[^>]* style=", text)


def test_a_block_says_how_it_was_tried() -> None:
    assert "Our tests do not run this, because it needs Docker." in body('```sh not-tried="it needs Docker"\nls\n```')
    assert "Our tests run this with n=2, m=3." in body('```python try-with="n=2; m=3"\nn=20, m=30\n```')


# The contents.


def test_every_page_is_listed_once_and_says_what_it_is_about() -> None:
    listed = [page.name for section in contents() for page in section.pages]
    assert max(Counter(listed).values()) == 1
    assert sorted(listed) == sorted(pages.pages())
    for page in pages.pages().values():
        assert page.text.startswith("# "), f"docs/{page.name}.md must begin with its title"
    assert [section.title for section in contents()][:4] == ["Tutorials", "How to", "Reference", "Explanation"]


def test_a_page_that_is_not_listed_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "contents.toml").write_text('[[section]]\ntitle = "How to"\nabout = "Tasks."\npages = ["one"]\n')
    for name in ("new", "one"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nAbout `{name}` and [it](x.md). More.\n")
    monkeypatch.setattr(pages, "folder", lambda: tmp_path)
    for kept in (contents, pages.pages):
        kept.cache_clear()
    try:
        assert [(section.title, [page.name for page in section.pages]) for section in contents()] == [
            ("How to", ["one"]),
            (NOT_LISTED, ["new"]),
        ]
        sections = cast(list[dict[str, list[dict[str, str]]]], home_context(SERVED)["sections"])
        assert sections[0]["pages"][0]["about"] == "About one and it."
        shown = page_context(pages.pages()["one"], SERVED)
        assert (shown["before"], shown["after"]) == (None, {"title": "new", "url": "/docs/new"})
    finally:
        for kept in (contents, pages.pages):
            kept.cache_clear()


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_reference_is_up_to_date(name: str) -> None:
    said = (reference.DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert said == reference.PAGES[name](), "Write it again: make docs"


# The search.


@SITES
def test_the_search_knows_every_heading_and_the_words_below_it(site: Site) -> None:
    script = search_script(site)
    parts = json.loads(script.removeprefix("window.docsParts = ").removesuffix(";\n"))
    addresses = {part["address"] for part in parts}
    for page in pages.pages().values():
        assert site.address(page.name) in addresses
        assert {f"{site.address(page.name)}#{each.anchor}" for each in drawn(page, site).headings} <= addresses
    (backup,) = (part for part in parts if part["address"] == site.address("running") + "#backup")
    assert (backup["page"], backup["heading"]) == ("Running a server", "Backup")
    assert "spiritboard admin backup" in backup["text"]
    assert "everything as it is at one moment" in backup["text"]


# All pages as files.


def test_the_files_need_no_server_and_no_network(tmp_path: Path) -> None:
    count = write_site(tmp_path / "site")
    written = sorted((tmp_path / "site").glob("*.html"))
    assert len(written) == count + 1 == len(pages.pages()) + 1
    for file in written:
        text = file.read_text(encoding="utf-8")
        loaded = re.findall(r'(?:src|data-search)="([^"]+)"|<link[^>]* href="([^"]+)"', text)
        for name in map("".join, loaded):
            assert (file.parent / name).is_file(), f"{file.name} needs {name}"
        for link in LINK.findall(text):
            target = link.partition("#")[0]
            assert not target or "://" in link or (file.parent / target).exists(), f"{file.name} links to {link}"
    for style in (tmp_path / "site" / "static").glob("*.css"):
        for name in re.findall(r'url\("([^"]+)"\)', style.read_text(encoding="utf-8")):
            assert (style.parent / name).is_file(), name


# The citation.


def test_the_citation_has_what_its_format_needs_and_no_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["license"] == "MIT"
    assert all(isinstance(cited[key], str) and cited[key] for key in ("title", "message", "abstract"))
    assert all(author.keys() == {"name"} for author in cited["authors"])
    assert "version" not in cited  # it stands in src/spiritboard/__init__.py only
