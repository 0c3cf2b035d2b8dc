"""Jinja made quick for tables: drawing is most of what a move costs the server.

A table is drawn anew for every seat after every move, and looks into its view hundreds of times."""

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
    """The parts of a view that have been read. Each is taken over when it is read for the first time."""

    def __init__(self, view: dict[str, object]) -> None:
        super().__init__()
        self._view = view
        self.read: dict[str, object] = {}  # also what was looked for and is not there

    def __missing__(self, name: str) -> object:
        found = self.read[name] = self._view.get(name, MISSING)
        if found is MISSING:
            return StrictUndefined(obj=self._view, name=name)
        self[name] = found
        return found


class Watched:
    """A view as templates are given it: it can be read part by part and no other way, and knows what was read."""

    __iter__ = None  # or else Python would ask for part 0, part 1, and so on

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
    """Parts of tables that were drawn before. A macro that is imported sees nothing but what it is given, so what it
    draws can be shown to anybody for whom the same is to be drawn."""

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
    """Returns what `escape` does, and at once where there is nothing to escape: in markup, and in digits."""
    if value.__class__ is Markup:
        return value
    return str(value) if value.__class__ is int else escape(value)


class TableContext(Context):
    """Calls what remembers drawings without asking first whether it wants to know the context."""

    def call(self, called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return called(*given) if called.__class__ is Memo else super().call(called, *given, **named)


class TableCode(CodeGenerator):
    """Templates look into data by themselves, and ask the environment about all else."""

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
        """Everything is escaped here, whatever a template says."""
        self.write("escaped(")


class TableEnvironment(Environment):
    """Looks into data before it looks for attributes, which is what templates here nearly always want."""

    code_generator_class = TableCode
    context_class = TableContext

    def getattr(self, obj: object, attribute: str) -> object:
        if isinstance(obj, dict | Watched) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
