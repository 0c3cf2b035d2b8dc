"""Jinja made faster for tables, because drawing them is most of the server's work.

A table is drawn for every seat after every move, and its template reads the view hundreds of times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

MISSING = object()


class Parts(dict[str, object]):
    """The parts of a view that a template has read. Each is copied from the view at the first reading."""

    def __init__(self, view: dict[str, object]) -> None:
        super().__init__()
        self._view = view
        self.read: dict[str, object] = {}  # with MISSING for parts that the view does not have

    def __missing__(self, name: str) -> object:
        found = self.read[name] = self._view.get(name, MISSING)
        if found is MISSING:
            return StrictUndefined(obj=self._view, name=name)
        self[name] = found
        return found


class Watched:
    """A view as templates are given it. It can be read only part by part, and remembers which parts were read."""

    __iter__ = None  # without this, Python would iterate by asking for the parts 0, 1 and so on

    def __init__(self, view: dict[str, object]) -> None:
        self.parts = Parts(view)

    def __getitem__(self, name: str) -> object:
        return self.parts[name]

    def __contains__(self, name: str) -> bool:
        return not isinstance(self.parts[name], StrictUndefined)

    @property
    def read(self) -> dict[str, object]:
        return self.parts.read


@dataclass
class Memo:
    """Remembers what macros have drawn. An imported macro sees only its arguments, so its drawing depends on nothing
    else and can be shared by all seats."""

    most: int
    drawn: dict[tuple[Macro, bytes], Markup] = field(default_factory=dict)

    def __call__(self, macro: Macro, *given: object) -> Markup:
        key = (macro, msgspec.json.encode(given))
        if key not in self.drawn:
            if len(self.drawn) >= self.most:
                self.drawn.clear()
            self.drawn[key] = Markup(macro(*given))
        return self.drawn[key]


def escaped(value: object) -> str:
    """Returns what `escape` returns, without calling it for markup and integers, which need no escaping."""
    if value.__class__ is Markup:
        return value
    return str(value) if value.__class__ is int else escape(value)


class TableContext(Context):
    """Calls a Memo directly, without Jinja's check whether the function wants the context."""

    def call(self, called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return called(*given) if called.__class__ is Memo else super().call(called, *given, **named)


class TableCode(CodeGenerator):
    """Compiles templates that read dictionaries and views directly, and ask the environment for everything else."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        self.writeline(f"from {__name__} import Watched, escaped")
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        looked, name = self.temporary_identifier(), repr(node.attr)
        self.write(f"({looked}.parts[{name}] if ({looked} := ")
        self.visit(node.node, frame)
        self.write(
            f").__class__ is Watched else {looked}[{name}] if {looked}.__class__ is dict and {name} in {looked} "
        )
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
