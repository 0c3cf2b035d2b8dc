"""Templates drawn in parts, so that a part is drawn once for all seats that see the same, and sent only if it changed.

The blocks of a template are its parts: `{% block own %}` in `table.html` is the part `table.own`. What is outside of
all blocks is the part `table`; it has a mark in the place of each block. A template without blocks is a single part.

What `memo` draws in a template is a small part of its own, named by a digest of its HTML. So a page that has seen a
card once is never sent that card again.

A drawing notes all the data that its template has read. It is used again for every seat, and after every move, for
which those data are the same. Data that are read outside of all blocks count for every block, because a block sees the
variables that are set there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from operator import itemgetter
from typing import Any

from jinja2 import Template
from jinja2.runtime import Context

from spiritboard.server.part import MARK_BEGINS, Part, mark
from spiritboard.server.templating import (
    MISSING,
    Collecting,
    FieldName,
    Item,
    PartContext,
    Path,
    Small,
    Watched,
    with_all_inside,
)

Data = Mapping[str, Mapping[str, object]]  # by source: fields of the view, counts of events, and everything else as ""
Read = Mapping[str, Mapping[FieldName, object]]  # what was read of them
Render = Callable[[Context], Iterator[str]]
Noted = tuple[str, Callable[[Mapping[str, object]], object], object]  # a source, what reads it, and what it has found


class Drawing(Part):
    """A part that a template has drawn, and all the data that the template has read."""

    def __init__(
        self, html: str, read: Read, outer: Mapping[str, Small], variables: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(html)
        self.used = 0  # the number of the last position for which it was used
        self._read = read
        self._noted = [noted for source, fields in read.items() for noted in _noted(source, fields)]
        self.outer = outer  # the small parts that have marks in this one, by name
        self.variables = variables or {}  # that blocks inside of this part see
        self._blocks: list[tuple[str, Render]] | None = None

    @property
    def small(self) -> dict[str, Small]:
        """Returns all small parts inside of this one, by name."""
        return with_all_inside(self.outer)

    def serves(self, data: Data) -> bool:
        """Returns whether the template would draw the same from these data."""
        try:
            for source, read, value in self._noted:
                if read(data[source]) != value:
                    return False
        except KeyError:  # these data have fewer fields
            return False
        return True

    def blocks_inside(self, template: Template, name: str) -> list[tuple[str, Render]]:
        """Returns the blocks of the template that have a mark in this part: their names as parts, and functions."""
        if self._blocks is None:
            has_marks = MARK_BEGINS in self.html  # most parts have none, and one search says so
            self._blocks = [each for each in _blocks(template, name) if mark(each[0]) in self.html] if has_marks else []
        return self._blocks

    def also_read(self, read: Read) -> Read:
        """Returns these data and those that this part depends on."""
        return {source: {**self._read[source], **noted} for source, noted in read.items()}


def _noted(source: str, fields: Mapping[FieldName, object]) -> list[Noted]:
    """Returns functions that read the same fields again, with what they have found.

    Short values come first, because they tell most differences, and lists take longer to compare."""
    short, long, others = {}, {}, []
    inside: dict[Path, dict[str | int, object]] = {}  # by the path of what they are in
    for name, value in fields.items():
        if isinstance(name, Item) and value is not MISSING:
            inside.setdefault(name.path[:-1], {})[name.path[-1]] = value
        elif not isinstance(name, str):
            others.append((source, name.read, value))
        elif value is MISSING:
            others.append((source, partial(_missing, name), value))
        elif value.__class__ in (list, dict):
            long[name] = value
        else:
            short[name] = value
    found = [_all_inside(source, path, items) for path, items in inside.items()]
    return [*_all_at_once(source, short), *others, *found, *_all_at_once(source, long)]


def _all_at_once(source: str, fields: Mapping[str, object]) -> list[Noted]:
    """Returns a function that reads all these fields, because one comparison is faster than many."""
    if not fields:
        return []
    read = itemgetter(*fields)
    return [(source, read, read(fields))]


def _all_inside(source: str, path: Path, items: Mapping[str | int, object]) -> Noted:
    """Returns a function that reads all these items of what is at a path; it returns MISSING if one is not there."""
    pick = itemgetter(*items)

    def read(fields: Mapping[str, Any]) -> object:
        found: Any = fields
        try:
            for key in path:
                found = found[key]
            return pick(found)
        except LookupError:
            return MISSING

    return source, read, pick(items)


def _missing(name: str, fields: Mapping[str, object]) -> object:
    return fields.get(name, MISSING)


class Drawings:
    """The latest drawings of the parts of one table."""

    def __init__(self, most: int) -> None:
        """`most` is how many drawings of one part are kept: as many as there are seats, and one for spectators."""
        self._most = most
        self._by_part: dict[str, list[Drawing]] = {}
        self._number = 0

    def go_on(self) -> None:
        """Count a new position. Drawings that are not used for it are dropped after the next one."""
        self._number += 1

    def draw(self, template: Template, name: str, data: Data) -> dict[str, Drawing]:
        """Returns the drawings of a template's parts: the one with this name, outside of all blocks, and its blocks."""
        outside = self._found(name, data)
        if outside is None:
            outside = self._keep(name, _drawn(template, name, template.root_render_func, data))
        found = {name: outside}
        self._add_blocks(found, outside, template, name, data)
        return found

    def _add_blocks(self, found: dict[str, Drawing], drawn: Drawing, template: Template, name: str, data: Data) -> None:
        for part, block in drawn.blocks_inside(template, name):
            inside = self._found(part, data)
            if inside is None:
                inside = self._keep(part, _drawn(template, name, block, data, found[name]))
            found[part] = inside
            if inside.blocks_inside(template, name):
                self._add_blocks(found, inside, template, name, data)

    def _found(self, part: str, data: Data) -> Drawing | None:
        kept = self._by_part.get(part, [])
        for drawing in reversed(kept):
            if drawing.serves(data):
                drawing.used = self._number
                if drawing is not kept[-1]:  # the next seat probably sees the same, so it asks this one first
                    kept.remove(drawing)
                    kept.append(drawing)
                return drawing
        return None

    def _keep(self, part: str, drawing: Drawing) -> Drawing:
        drawing.used = self._number
        kept = [each for each in self._by_part.get(part, ()) if each.used >= self._number - 1]
        self._by_part[part] = [*kept[1 - self._most :], drawing]
        return drawing


def _drawn(template: Template, name: str, render: Render, data: Data, outside: Drawing | None = None) -> Drawing:
    """Returns what this function of a template draws, with a mark for each block. A block needs `outside`."""
    watched = {source: Watched(fields) for source, fields in data.items() if source}
    context = PartContext(template, {**data[""], **watched}, {} if outside is None else outside.variables)
    context.blocks = _markers(template, name)
    small: dict[str, Small] = {}
    with Collecting(small):
        html = "".join(render(context))
    read: Read = {"": context.names.read, **{source: each.read for source, each in watched.items()}}
    if outside is None:
        return Drawing(html, read, small, dict(context.vars))
    return Drawing(html, outside.also_read(read), small)


@cache
def _blocks(template: Template, name: str) -> list[tuple[str, Render]]:
    """Returns the blocks of a template: their names as parts, and the functions that draw them."""
    return [(f"{name}.{block}", draw) for block, draw in template.blocks.items()]


@cache
def _markers(template: Template, name: str) -> dict[str, list[Render]]:
    """Returns a function for each block that draws its mark."""
    return {block: [_marker(f"{name}.{block}")] for block in template.blocks}


def _marker(part: str) -> Render:
    def draw(_: Context) -> Iterator[str]:
        yield mark(part)

    return draw
