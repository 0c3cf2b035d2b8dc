"""Writes docs/commands.md from the help of the command, and docs/python.md from the docstrings of the package.

`make docs` runs it. The tests compare both pages with the code.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

import spiritboard
from spiritboard import cli

PACKAGE = Path(spiritboard.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"

# The command.

COMMANDS_HEAD = """# All commands

`spiritboard COMMAND --help` prints the same in a terminal. Wrong input prints one line and ends with the code 2, and
Ctrl-C with 130. This page was made by `make docs`.
"""


def commands_page() -> str:
    """Returns the page of all commands."""
    root = typer.main.get_command(cli.app)
    assert isinstance(root, TyperGroup)
    return "\n".join([COMMANDS_HEAD, *command_sections(root, "spiritboard")])


def command_sections(group: TyperGroup, prefix: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield f"## {prefix} {name}\n\n{paragraphs(command.help)}\n"
            yield from command_sections(command, f"{prefix} {name}")
        else:
            yield command_section(f"{prefix} {name}", command.help, command.params)


def command_section(name: str, about: str | None, parameters: Iterable[object]) -> str:
    """Returns what a command does, how it is called, and what can be given to it."""
    shown = [each for each in parameters if isinstance(each, TyperArgument | TyperOption) and not each.hidden]
    arguments = [str(each.metavar or each.name) for each in shown if isinstance(each, TyperArgument)]
    options = [each for each in shown if isinstance(each, TyperOption)]
    call = " ".join([name, *arguments, *(["[OPTIONS]"] if options else [])])
    level = "#" * (len(name.split()))
    parts = [f"{level} {name}", "", paragraphs(about), "", f"```text\n{call}\n```", ""]
    if shown:
        parts += ["| | default | meaning |", "|---|---|---|", *map(parameter_row, shown), ""]
    return "\n".join(parts)


def parameter_row(parameter: TyperArgument | TyperOption) -> str:
    argument = isinstance(parameter, TyperArgument)
    names = [str(parameter.metavar or parameter.name)] if argument else [*parameter.opts, *parameter.secondary_opts]
    if not argument and parameter.metavar:
        names[-1] += f" {parameter.metavar}"
    named = ", ".join(f"`{each}`" for each in names)
    return f"| {named} | {default_of(parameter)} | {in_cell(parameter.help or '')} |"


def default_of(parameter: TyperArgument | TyperOption) -> str:
    value = parameter.default
    if parameter.required:
        return "needed"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value in (None, ()) or callable(value) else f"`{value}`"


def paragraphs(text: str | None) -> str:
    return inspect.cleandoc(text or "").replace("\\b\n", "")


def in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# The package.

PYTHON_HEAD = """# Python reference

What a program is given by `import spiritboard`, and the classes that it meets. [Start with Python](first-program.md)
leads through them with examples. Names that begin with `_`, and everything that is not on this page, may change without
notice. This page was made from the docstrings by `make docs`.
"""

# The heading of each part, with modules and the names in them.
PARTS: dict[str, dict[str, str]] = {
    "Functions": {"front_door": "games make arena simulate review show", "table.record": "read_record"},
    "Games and states": {"table.game": "GameSetup Game", "table.state": "State", "table.standings": "Standings"},
    "Dice": {"table.dice": "Dice"},
    "Bots": {"bots.seat": "Seat"},
    "Records and reviews": {"table.record": "Record", "review.review": "Review SeatReview Decision Choice"},
    "Results": {
        "arena.tournament": "TournamentReport BotResult",
        "arena.simulate": "SimulationReport Lengths",
    },
    "Observations": {"table.observation": "Observation"},
    "PettingZoo": {"adapters.pettingzoo": "env parallel_env raw_env TableEnv"},
    "Gymnasium": {"adapters.gymnasium": "SeatEnv"},
    "Many games at once": {"adapters.vector": "Runner"},
    "Errors": {"table.errors": "TableError IllegalMove BadSetup BadPosition BadPieces BadRecord"},
}
# What a game's own package writes, and nobody else calls.
FOR_GAMES = {
    "State": "deal redeal show explain complete inventory check find_moves moves_now mark_moves seat_after "
    "first_player agreed_first is_asked carry_over tell random_move",
    "Dice": "draw_into shuffle_row deal_again pick_from draw_from",
    "Observation": "lay_out facts write write_common around player places_after all_facts",
    "Game": "say_choice other_rules",
}
EXAMPLE = re.compile(r"(?:^ {4,}.*\n?)+", re.MULTILINE)
Definition = ast.FunctionDef | ast.ClassDef


def python_page() -> str:
    """Returns the page of the package. Raises LookupError if a name is not defined where PARTS says."""
    return "\n".join([PYTHON_HEAD, *(part(title, modules) for title, modules in PARTS.items())])


def part(title: str, modules: dict[str, str]) -> str:
    found = [(module, definition(module, name)) for module, names in modules.items() for name in names.split()]
    return "\n".join([f"## {title}\n", *(section(module, node) for module, node in found)])


def source(module: str) -> str:
    return (PACKAGE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


@cache
def module_tree(module: str) -> ast.Module:
    return ast.parse(source(module))


def definition(module: str, name: str) -> Definition:
    for node in module_tree(module).body:
        if isinstance(node, Definition) and node.name == name:
            return node
    raise LookupError(f"spiritboard.{module} does not define {name}: change PARTS in tools/reference.py")


def section(module: str, node: Definition) -> str:
    offered = node.name in spiritboard.__all__
    where = f"spiritboard.{node.name}" if offered else f"spiritboard.{module}.{node.name}"
    parts = [f"### {node.name}", "", f"```text\n{call(where, node)}\n```", "", documented(node), ""]
    if isinstance(node, ast.ClassDef):
        rows = list(field_rows(node, source(module).splitlines()))
        parts += [*(["| field | type | meaning |", "|---|---|---|", *rows, ""] if rows else [])]
        parts += [*(f"- `{called}`: {text}" for called, text in methods(node)), ""]
    return "\n".join(parts).rstrip() + "\n"


def call(where: str, node: Definition) -> str:
    """Returns how a function is called, or a class, if its `__init__` says it."""
    if isinstance(node, ast.ClassDef):
        makers = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        return f"class {where}({arguments(makers[0])})" if makers else f"class {where}"
    return signature(where, node)


def signature(name: str, node: ast.FunctionDef) -> str:
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    whole = f"{name}({arguments(node)}){returned}"
    if len(whole) <= 100:
        return whole
    lines = "".join(f"    {each},\n" for each in split_arguments(node))
    return f"{name}(\n{lines}){returned}"


def arguments(node: ast.FunctionDef) -> str:
    return ", ".join(split_arguments(node))


def split_arguments(node: ast.FunctionDef) -> list[str]:
    """Returns the arguments of a function without `self`, each with its type and default."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + list(given.defaults)
    found = [argument(each, value) for each, value in zip(plain, defaults, strict=True) if each.arg != "self"]
    if given.posonlyargs:
        found.insert(sum(each.arg != "self" for each in given.posonlyargs), "/")
    if given.vararg:
        found.append(f"*{argument(given.vararg, None)}")
    elif given.kwonlyargs:
        found.append("*")
    found += [argument(each, value) for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return [*found, *([f"**{argument(given.kwarg, None)}"] if given.kwarg else [])]


def argument(given: ast.arg, default: ast.expr | None) -> str:
    kind = f": {ast.unparse(given.annotation)}" if given.annotation else ""
    return f"{given.arg}{kind}" + ("" if default is None else f" = {ast.unparse(default)}")


def field_rows(node: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    """Yields a row for each annotated field that is public, with the comment behind it."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            name, kind = each.target.id, ast.unparse(each.annotation)
            if not name.startswith("_") and "ClassVar" not in kind:
                comment = lines[each.lineno - 1].partition("  # ")[2]
                yield f"| `{name}` | `{in_cell(kind)}` | {in_cell(comment)} |"


def methods(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yields every public method that is documented, as it is called, with what it does."""
    hidden = FOR_GAMES.get(node.name, "").split()
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and each.name not in hidden:
            text = " ".join((ast.get_docstring(each) or "").split())
            decorators = {ast.unparse(decorator) for decorator in each.decorator_list}
            called = each.name if decorators & {"property", "cached_property"} else f"{each.name}({arguments(each)})"
            if text:
                yield called, text


def documented(node: Definition) -> str:
    """Returns a docstring as Markdown: its indented examples are fenced."""
    text = ast.get_docstring(node) or ""
    return EXAMPLE.sub(lambda found: f"```text\n{inspect.cleandoc(found[0])}\n```\n", text)


PAGES = {"commands": commands_page, "python": python_page}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / f"{name}.md").write_text(page(), encoding="utf-8")
        print(f"written: docs/{name}.md")


if __name__ == "__main__":
    main()
