"""Jinja made faster for tables, because drawing them is most of the server's work.

A table is drawn for every seat after every move, and its template reads the view hundreds of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, cast

import msgspec
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from spiritboard.server.part import Part, compose, mark

NAME_BYTES = 9
MANY_TEXTS = 10_000  # that are kept with their escaped form
LONGEST_INSIDE = 150  # characters that are not worth a part of their own
MISSING = missing  # Jinja's sign that a name is not there


Path = tuple[str | int, ...]  # the name of a field of a view, and then indexes and keys of what is inside of it


class Item(NamedTuple):
    """What is at a path in a view, as something that a template reads."""

    path: Path

    def read(self, view: Mapping[str, Any]) -> object:
        """Returns it; MISSING if nothing is there."""
        found: Any = view
        try:
            for key in self.path:
                found = found[key]
        except LookupError:
            return MISSING
        return found


class Equal(NamedTuple):
    """Whether this value is at a path in a view, as something that a template reads."""

    path: Path
    value: str | int | None

    def read(self, view: Mapping[str, Any]) -> object:
        found: Any = view
        try:
            for key in self.path:  # not `Item.read`, because a call takes longer than this
                found = found[key]
        except LookupError:
            return False
        return bool(found == self.value)


class Among(NamedTuple):
    """Whether one of these values is at a path in a view, as something that a template reads."""

    path: Path
    values: tuple[object, ...]

    def read(self, view: Mapping[str, Any]) -> object:
        return Item(self.path).read(view) in self.values


FieldName = str | Item | Equal | Among  # what a template reads: a whole field, or one of these


class Fields(dict[str, Any]):
    """The fields of a view that a template has read. Each is copied from the view at the first reading."""

    def __init__(self, view: Mapping[str, Any], read: dict[FieldName, object] | None = None, path: Path = ()) -> None:
        """With a path these are the fields of what is there in a view, and are noted in what was read of that view."""
        super().__init__()
        self.view = view
        self.read = {} if read is None else read  # with MISSING for fields that the view does not have
        self._path = path

    def __missing__(self, name: str) -> object:
        noted = Item((*self._path, name)) if self._path else name
        try:
            found = self[name] = self.read[noted] = self.view[name]
        except KeyError:
            self.read[noted] = MISSING
            return StrictUndefined(obj=self.view, name=name)
        return found


class Watched:
    """A view as templates are given it. It can be read only field by field, and remembers which fields were read.

    The counts of events are watched too. A count that is not there is 0, as in every Counter."""

    __iter__ = None  # without this, Python would iterate by asking for the fields 0, 1 and so on

    def __init__(
        self, view: Mapping[str, object], read: dict[FieldName, object] | None = None, path: Path = ()
    ) -> None:
        self.fields = Fields(view, read, path)

    def __getitem__(self, name: str) -> object:
        return self.fields[name]

    def __contains__(self, name: str) -> bool:
        return not isinstance(self.fields[name], StrictUndefined)

    @property
    def read(self) -> dict[FieldName, object]:
        return self.fields.read


def _at(view: Watched | Mapping[str, Any], path: Path) -> Any:
    found: Any = view.fields.view if isinstance(view, Watched) else view
    for key in path:
        found = found[key]
    return found


def one_of(view: Watched | Mapping[str, Any], *path: str | int) -> object:
    """Returns what is at a path in a view, such as one item of a list. A drawing that reads only the item does not
    depend on the other items. Raises LookupError if nothing is there."""
    found = _at(view, path)
    if isinstance(view, Watched):
        view.fields.read[Item(path)] = found
    return found


def fields_of(view: Watched | Mapping[str, Any], *path: str | int) -> Watched | Mapping[str, Any]:
    """Returns the dictionary at a path in a view, to be read field by field. A drawing depends on those of its fields
    that it reads, and not on the others. Raises LookupError if nothing is there."""
    found: Mapping[str, Any] = _at(view, path)
    return Watched(found, view.fields.read, path) if isinstance(view, Watched) else found


def among(view: Watched | Mapping[str, Any], *path_and_values: Any) -> bool:
    """Returns whether one of these values, a list that is given last, is at a path in a view. A drawing that reads
    only that does not depend on which of them is there."""
    *path, values = path_and_values
    asked = Among(tuple(path), tuple(values))
    if not isinstance(view, Watched):
        return bool(asked.read(view))
    found = view.fields.read[asked] = asked.read(view.fields.view)
    return bool(found)


def equal(view: Watched | Mapping[str, Any], *path_and_value: str | int | None) -> bool:
    """Returns whether a value, which is given last, is at a path in a view; False if nothing is there. A drawing that
    reads only that does not depend on which other value is there."""
    *path, value = path_and_value
    asked = Equal(cast(Path, tuple(path)), value)
    if not isinstance(view, Watched):
        return bool(asked.read(view))
    found = view.fields.read[asked] = asked.read(view.fields.view)
    return bool(found)


class Small(Part):
    """What a macro has drawn from its arguments. Its name follows from its HTML alone, so the name tells nothing."""

    def __init__(self, html: str, inside: Mapping[str, Small]) -> None:
        """`inside` are the small parts whose marks are in the HTML."""
        super().__init__(html)
        self.name = blake2b(html.encode(), digest_size=NAME_BYTES).hexdigest()
        self.mark = Markup(mark(self.name)) if inside or len(html) > LONGEST_INSIDE else None
        self.inside = with_all_inside(inside)  # without this one: a cycle would have to wait for the garbage collection

    @property
    def all(self) -> dict[str, Small]:
        """Returns this part and all parts inside of it, by name."""
        return {**self.inside, self.name: self}

    @cached_property
    def markup(self) -> Markup:
        """Returns the HTML with the parts inside of it in their places."""
        return Markup(compose({name: part.html for name, part in self.all.items()}, self.name))


def with_all_inside(small: Mapping[str, Small]) -> dict[str, Small]:
    """Returns these small parts and all that are inside of them."""
    found: dict[str, Small] = {}
    for outer in small.values():
        found |= outer.inside
        found[outer.name] = outer
    return found


COLLECTED: ContextVar[dict[str, Small] | None] = ContextVar("COLLECTED", default=None)


class Collecting:
    """Puts the small parts that are drawn meanwhile into a dictionary by name, and their marks into the drawing."""

    def __init__(self, small: dict[str, Small]) -> None:
        self._small = small

    def __enter__(self) -> None:
        self._token = COLLECTED.set(self._small)

    def __exit__(self, *_: object) -> None:
        COLLECTED.reset(self._token)


def drawn(macro: Macro, given: tuple[object, ...]) -> Markup:
    """Returns what a macro draws from these arguments. If it takes exactly so many, its function is called directly,
    because Jinja takes long to sort arguments."""
    if len(given) != len(macro.arguments) or macro.caller or macro.catch_kwargs or macro.catch_varargs:
        return cast(Markup, macro(*given))
    return str.__new__(Markup, macro._func(*given))


encode = msgspec.json.Encoder().encode


@dataclass
class Memo:
    """Remembers what macros have drawn. An imported macro sees only its arguments, so its drawing depends on nothing
    else and can be shared by all seats. When there are too many drawings, the older half is forgotten."""

    most: int
    drawn: dict[tuple[Macro, bytes], Small] = field(default_factory=dict)

    def __call__(self, macro: Macro, *given: object) -> Markup:
        """Returns what a macro draws; while small parts are collected, the mark of a small part."""
        key = (macro, encode(given))
        small = self.drawn.get(key) or self._draw(key, given)
        collected = COLLECTED.get()
        if collected is None or small.mark is None:
            return small.markup
        collected[small.name] = small
        return small.mark

    def _draw(self, key: tuple[Macro, bytes], given: tuple[object, ...]) -> Small:
        if len(self.drawn) >= self.most:
            for oldest in list(self.drawn)[: (self.most + 1) // 2]:
                del self.drawn[oldest]
        inside: dict[str, Small] = {}
        with Collecting(inside):
            found = self.drawn[key] = Small(str(drawn(key[0], given)), inside)
        return found


@lru_cache(MANY_TEXTS)
def escaped_text(text: str) -> str:
    return str(escape(text))


def escaped(value: object) -> str:
    """Returns what `escape` returns, without calling it for markup and integers, which need no escaping, and only once
    for a text that is drawn again and again."""
    kind = value.__class__
    if kind is Markup:
        return value  # type: ignore[return-value] # which is a str
    return str(value) if kind is int else escaped_text(value) if kind is str else escape(value)


class Names(dict[str, Any]):
    """The variables of a template that have been read, or set by it. Each is looked up at the first reading only."""

    def __init__(self, given: Mapping[str, object], unwatched: Mapping[str, object]) -> None:
        """`unwatched` are variables that are always the same."""
        super().__init__()
        self._given = given
        self._unwatched = unwatched
        self.read: dict[FieldName, object] = {}  # of the given variables, but not views; MISSING for missing ones

    def __missing__(self, name: str) -> object:
        found = self[name] = self._given.get(name, self._unwatched.get(name, MISSING))
        if name not in self._unwatched and found.__class__ is not Watched:
            self.read[name] = found
        return found


class TableContext(Context):
    """Calls macros directly, without Jinja's check whether a function wants the context."""

    def call(self, called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if called.__class__ is not Macro:
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named) if named else drawn(called, given)


class PartContext(TableContext):
    """The variables of one drawing. It notes which of them the template reads."""

    def __init__(self, template: Template, given: Mapping[str, object], set_outside: Mapping[str, object]) -> None:
        """`set_outside` are the variables that a block sees because the template has set them outside of all blocks."""
        unwatched = global_variables(template)
        super().__init__(template.environment, {**unwatched, **given}, template.name, {})
        self.names = Names(given, unwatched)
        self.names.update(set_outside)
        self.vars.update(set_outside)
        self.resolve_or_missing = self.names.__getitem__  # type: ignore[method-assign,assignment] # faster

    def get_all(self) -> dict[str, Any]:
        """Returns all variables, for another template. They all count as read."""
        found = super().get_all()
        for name in found:
            self.resolve_or_missing(name)
        return found


@cache
def global_variables(template: Template) -> dict[str, object]:
    return dict(template.globals)


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

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Call `memo` directly, without Jinja's check whether a function wants the context."""
        if not isinstance(node.node, nodes.Name) or node.node.name != "memo":
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Draw nothing where an `if` without an `else` is false. Jinja would make an object for it, and escape that."""
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)

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
