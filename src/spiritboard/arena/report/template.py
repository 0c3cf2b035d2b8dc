"""Pages that load nothing, from a Jinja template and the style of reports."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

import spiritboard
from spiritboard.arena.report import plots

REPORT_FOLDER = Path(__file__).parent


def render(folder: Path, name: str, **values: object) -> str:
    """Returns the page of a template, which may use `table.html`, the style and the version."""
    environment = Environment(
        loader=FileSystemLoader([folder, REPORT_FOLDER]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # It is safe to insert drawings as they are: they hold only numbers and labels, which Altair has escaped.
    environment.filters["placed"] = lambda drawing, title: Markup(plots.placed(drawing, str(escape(title))))
    style = Markup((REPORT_FOLDER / "page.css").read_text(encoding="utf-8"))
    return environment.get_template(name).render(style=style, version=spiritboard.__version__, **values)
