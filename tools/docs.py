"""Writes the reference pages in docs/ anew, and all pages as files into build/docs: `make docs`.

The files need no server and no network: open build/docs/index.html, or put the folder on any web server.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections import Counter
from pathlib import Path

import spiritboard.server
from spiritboard.server.docs.drawing import FILES
from spiritboard.server.docs.finding import search_script
from spiritboard.server.docs.pages import contents, folder, pages
from spiritboard.server.docs.site import home_context, page_context
from spiritboard.server.render import page as drawn_page
from tools import reference

STATIC = Path(spiritboard.server.__file__).parent / "static"
STYLES_AND_SCRIPTS = ["theme.css", "docs.css", "docs.js", "theme.js", "icon.svg", "stars.svg"]


def write_site(into: Path) -> int:
    """Write all pages as files into an empty folder. Returns how many pages there are."""
    shutil.rmtree(into, ignore_errors=True)
    (into / "static").mkdir(parents=True)
    for name in STYLES_AND_SCRIPTS:
        text = (STATIC / name).read_text(encoding="utf-8")
        (into / "static" / name).write_text(re.sub(r'url\("/static/', 'url("', text), encoding="utf-8")
    if (folder() / "pictures").is_dir():
        shutil.copytree(folder() / "pictures", into / "pictures")
    (into / "search.js").write_text(search_script(FILES), encoding="utf-8")
    write(into / "index.html", "Documentation of Spiritboard", home_context(FILES))
    for name, page in pages().items():
        write(into / FILES.address(name), f"{page.title}: Spiritboard", page_context(page, FILES))
    return len(pages())


def write(file: Path, title: str, context: dict[str, object]) -> None:
    file.write_text(drawn_page("docs_alone.html", title=title, **context), encoding="utf-8")


def block_count() -> str:
    """Returns a sentence that counts the blocks of code that the tests run, and those they do not, with the reasons."""
    blocks = [block for page in pages().values() for block in page.blocks()]
    reasons = Counter(block.not_tried for block in blocks if block.not_tried)
    left_out = "".join(f"\n  {count} not run, because {reason}" for reason, count in reasons.most_common())
    return f"The tests run {sum(block.runs for block in blocks)} blocks of code.{left_out}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("build/docs"), help="where to write the pages as files")
    arguments = parser.parse_args()
    reference.main()
    for kept in (contents, pages):
        kept.cache_clear()
    count = write_site(arguments.folder)
    print(block_count())
    print(f"{count} pages: open {arguments.folder / 'index.html'}")


if __name__ == "__main__":
    main()
