"""Jinja made faster for tables, because drawing them is most of the server's work.

A table is drawn for every seat after every move, and its template reads the view hundreds of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from spiritboard.server.part import Part, mark

NAME_BYTES = 9
LONGEST_INSIDE = 150  # characters that are not worth a part of their own
MISSING = missing  # Jinja's sign that a name is not there


class Fields(dict[str, Any]):
    """The fields of a view that a template has read. Each is copied from the view at the first reading."""

    def __init__(self, view: Mapping[str, object]) -> None:
        super().__init__()
        self._view = view
        self.read: dict[str, object] = {}  # with MISSING for fields that the view does not have

    def __missing__(self, name: str) -> object:
        self.read[name] = self._view.get(name, MISSING)
        try:
            found = self[name] = self._view[name]
        except KeyError:
            return StrictUndefined(obj=self._view, name=name)
        return found


class Watched:
    """A view as templates are given it. It can be read only field by field, and remembers which fields were read.

    The counts of events are watched too. A count that is not there is 0, as in every Counter."""

    __iter__ = None  # without this, Python would iterate by asking for the fields 0, 1 and so on

    def __init__(self, view: Mapping[str, object]) -> None:
        self.fields = Fields(view)

    def __getitem__(self, name: str) -> object:
        return self.fields[name]

    def __contains__(self, name: str) -> bool:
        return not isinstance(self.fields[name], StrictUndefined)

    @property
    def read(self) -> dict[str, object]:
        return self.fields.read


class Small(Part):
    """What a macro has drawn from its arguments. Its name follows from its HTML alone, so the name tells nothing."""

    def __init__(self, html: Markup) -> None:
        super().__init__(str(html))
        self.markup = html
        self.name = blake2b(html.encode(), digest_size=NAME_BYTES).hexdigest()
        self.mark = Markup(mark(self.name)) if len(html) > LONGEST_INSIDE else None


COLLECTED: ContextVar[dict[str, Part] | None] = ContextVar("COLLECTED", default=None)


@contextmanager
def collecting(small: dict[str, Part] | None) -> Iterator[None]:
    """Put the small parts that are drawn meanwhile into this dictionary by name, and their marks into the drawing. With
    None, put their HTML into the drawing."""
    token = COLLECTED.set(small)
    try:
        yield
    finally:
        COLLECTED.reset(token)


@dataclass
class Memo:
    """Remembers what macros have drawn. An imported macro sees only its arguments, so its drawing depends on nothing
    else and can be shared by all seats."""

    most: int
    drawn: dict[tuple[Macro, bytes], Small] = field(default_factory=dict)

    def __call__(self, macro: Macro, *given: object) -> Markup:
        """Returns what a macro draws; while small parts are collected, the mark of a small part."""
        key = (macro, msgspec.json.encode(given))
        small = self.drawn.get(key) or self._draw(key, given)
        collected = COLLECTED.get()
        if collected is None or small.mark is None:
            return small.markup
        collected[small.name] = small
        return small.mark

    def _draw(self, key: tuple[Macro, bytes], given: tuple[object, ...]) -> Small:
        if len(self.drawn) >= self.most:
            self.drawn.clear()
        with collecting(None):  # a small part has no parts inside
            found = self.drawn[key] = Small(Markup(key[0](*given)))
        return found


def escaped(value: object) -> str:
    """Returns what `escape` returns, without calling it for markup and integers, which need no escaping."""
    if value.__class__ is Markup:
        return value
    return str(value) if value.__class__ is int else escape(value)


class TableContext(Context):
    """Notes which variables a template reads, and calls macros directly, without Jinja's check whether a function wants
    the context."""

    read: dict[str, object] | None = None  # the given variables that were read, other than views; None to note nothing

    def resolve_or_missing(self, key: str) -> object:
        if key in self.vars:
            return self.vars[key]
        found = self.parent.get(key, MISSING)
        if self.read is not None and key not in self.environment.globals and found.__class__ is not Watched:
            self.read[key] = found
        return found

    def get_all(self) -> dict[str, Any]:
        """Returns all variables, for another template. They all count as read."""
        found = super().get_all()
        for key in found:
            self.resolve_or_missing(key)
        return found

    def call(self, called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if called.__class__ is not Memo and called.__class__ is not Macro:
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named)


class TableCode(CodeGenerator):
    """Compiles templates that read dictionaries, views and imported templates directly, and ask the environment for
    everything else."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        self.writeline("from jinja2.environment import TemplateModule")
        self.writeline(f"from {__name__} import Watched, escaped")
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        looked, name = self.temporary_identifier(), repr(node.attr)
        self.write(f"({looked}.fields[{name}] if ({looked} := ")
        self.visit(node.node, frame)
        self.write(
            f").__class__ is Watched else {looked}[{name}] if {looked}.__class__ is dict and {name} in {looked} "
        )
        self.write(f"else {looked}.__dict__[{name}] if {looked}.__class__ is TemplateModule ")
        self.write(f"else environment.getattr({looked}, {name}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """Escape every value, whatever the template says."""
        self.write("escaped(")


class TableEnvironment(Environment):
    """Looks for a key before it looks for an attribute, because templates here nearly always mean a key."""

    code_generator_class = TableCode
    context_class = TableContext

    def getattr(self, obj: object, attribute: str) -> object:
        if isinstance(obj, dict | Watched) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
