"""The documents show examples that run, and name files, commands and classes that exist."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from spiritboard import cli
from spiritboard.commands.serve import serve
from tools import bot_cards, observations

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spiritboard"
LANTERNS = ROOT / "tests" / "elsewhere" / "lanterns"
FOR_DEVELOPERS = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted(PACKAGE.rglob("README.md"))]
FOR_EVERYBODY = [found for folder in (".", "docs", ".github") for found in sorted((ROOT / folder).glob("*.md"))]
DOCUMENTS = [*FOR_EVERYBODY, *sorted(PACKAGE.rglob("README.md"))]

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```.*$", re.MULTILINE)  # with the language, and words for readers
INDENTED = re.compile(r"^ {4,}(?![-*] |\d+\. ).*$", re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")
MADE = (ROOT / ".gitignore").read_text(encoding="utf-8").split()  # by commands, so these may be missing
FILE = re.compile(r"(?!/)[\w./-]*(?:\.(?:css|html|js|json|lock|md|py|svg|toml|ya?ml|zip)|/)")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b(?!\.)")  # GAME in `games/GAME/rules.py`, but not README in README.md
LINK = re.compile(r"\]\(([^)]+)\)")
CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|([A-Z][a-z]\w*)\.([a-z_]+)(?:\(.*\))?")


def named(document: Path) -> str:
    return str(document.relative_to(ROOT))


def parametrized(documents: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("document", documents, ids=named)


def spans(document: Path) -> list[str]:
    """Returns everything that stands between backquotes in the text, outside of blocks of code."""
    text = INDENTED.sub("", FENCED.sub("", document.read_text(encoding="utf-8")))
    return SPAN.findall(text)


def code(document: Path) -> str:
    """Returns all code of a document: its blocks, and what stands between backquotes, a line for each."""
    text = document.read_text(encoding="utf-8")
    blocks = [FENCE.sub("", block) for block in FENCED.findall(text)]
    return "\n".join([*blocks, *INDENTED.findall(FENCED.sub("", text)), *spans(document)])


def exists(name: str, document: Path) -> bool:
    """Returns whether a file is there: beside the document or in the templates and scripts there, in the project, in
    the package, or in a game's folder. A folder that a command makes counts as there."""
    if name in MADE:
        return True
    pattern = PLACEHOLDER.sub("*", name).rstrip("/")
    beside = [document.parent, document.parent / "templates", document.parent / "static"]
    folders = [*beside, ROOT, PACKAGE, *(PACKAGE / "games").iterdir(), LANTERNS]
    return any(True for folder in folders if folder.is_dir() for _ in folder.glob(pattern))


# Examples.


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_examples_run_as_shown(name: str) -> None:
    outcome = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0


# Names.


@parametrized(DOCUMENTS)
def test_every_linked_file_exists(document: Path) -> None:
    text = SPAN.sub("", document.read_text(encoding="utf-8"))  # a link in code is an example
    links = [link.partition("#")[0] for link in LINK.findall(text)]
    missing = [link for link in links if link and "://" not in link and not (document.parent / link).exists()]
    assert missing == []


def anchors(document: Path) -> set[str]:
    """Returns the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@parametrized(DOCUMENTS)
def test_every_linked_heading_exists(document: Path) -> None:
    links = [link.partition("#") for link in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in link]
    for name, _, anchor in links:
        assert not anchor or anchor in anchors(document.parent / name if name else document), f"{name}#{anchor}"


@parametrized(DOCUMENTS)
def test_every_named_file_exists(document: Path) -> None:
    files = [span for span in spans(document) if FILE.fullmatch(span)]
    assert [name for name in files if not exists(name, document)] == []


def test_a_file_that_does_not_exist_is_noticed() -> None:
    document = ROOT / "CONTRIBUTING.md"
    for name in ("rules.py", "games/GAME/rules.py", "tests/games/GAME/", "Makefile", "server/render.py"):
        assert exists(name, document), name
    for name in ("sitting.py", "games/GAME/sitting.py", "games/checkers/rules.py", "tests/games/checkers/"):
        assert FILE.fullmatch(name), name
        assert not exists(name, document), name


@parametrized(DOCUMENTS)
def test_every_make_target_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    used = re.findall(r"(?:^|[ (])make((?: [a-z][a-z-]+)+)", code(document), re.MULTILINE)
    assert {target for each in used for target in each.split()} - targets == set()


@parametrized(DOCUMENTS)
def test_every_module_that_is_run_exists(document: Path) -> None:
    modules = re.findall(r"python3? -m ((?:benchmarks|examples|tools)[\w.]*)", code(document))
    paths = [Path(ROOT, *module.split(".")) for module in modules]
    assert [
        path for path in paths if not path.with_suffix(".py").exists() and not (path / "__main__.py").exists()
    ] == []


@cache
def classes() -> dict[str, str]:
    """Returns the source of the modules that define each class of the package."""
    found: dict[str, str] = {}
    for module in PACKAGE.rglob("*.py"):
        source = module.read_text(encoding="utf-8")
        for name in re.findall(r"^class (\w+)", source, re.MULTILINE):
            found[name] = found.get(name, "") + source
    return found


@parametrized(FOR_DEVELOPERS)
def test_every_class_exists_and_has_the_attributes_that_are_named(document: Path) -> None:
    for found in filter(None, map(CLASS.fullmatch, spans(document))):
        name, attribute = found[1] or found[0], found[2]
        assert name in classes(), f"there is no class {found[0]}"
        if attribute:
            assert re.search(rf"\b{attribute}\b", classes()[name]), f"there is no {found[0]}"


ROWS = [{"cli", "commands", "terminal"}, {"server", "arena", "adapters"}, {"review"}, {"bots", "games"}, {"table"}]


def test_folders_import_only_from_the_rows_below_as_the_picture_says() -> None:
    drawn = (ROOT / "docs" / "pictures" / "folders.svg").read_text(encoding="utf-8")
    for number, row in enumerate(ROWS):
        not_below = set[str]().union(*ROWS[: number + 1])
        for folder in row:
            assert folder in drawn
            same_row = row if folder in ROWS[0] else {folder}
            for module in [*(PACKAGE / folder).rglob("*.py"), *PACKAGE.glob(f"{folder}.py")]:
                used = set(re.findall(r"(?:from|import) spiritboard\.(\w+)", module.read_text(encoding="utf-8")))
                if module.name == "registry.py":
                    used -= {"games"}  # it finds the games by looking into their folder
                assert used & not_below <= same_row, module


# Commands.


def commands(group: TyperGroup, prefix: str = "spiritboard") -> Iterator[tuple[str, set[str]]]:
    """Yields every command by its full name, with its options."""
    yield prefix, {"--help"}
    for name, command in group.commands.items():
        options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        yield f"{prefix} {name}", {"--help", *options}
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{prefix} {name}")


@parametrized(DOCUMENTS)
def test_every_command_and_option_exists(document: Path) -> None:
    root = typer.main.get_command(cli.app)
    assert isinstance(root, TyperGroup)
    known = dict(commands(root))
    text = re.sub(r"\\\n\s*", "", code(document))
    for line in re.findall(r"^(?:.*[ /])?(spiritboard [a-z].*)", text, re.MULTILINE):
        words = line.partition("#")[0].split()
        command = " ".join(words[:3]) if " ".join(words[:3]) in known else " ".join(words[:2])
        assert command in known, line
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert options <= known[command], line


# Pages that must agree with the code.


def test_every_option_of_a_server_is_listed_with_its_default() -> None:
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `--([\w-]+)` \| (.*?) \|", text, re.MULTILINE))
    options = inspect.signature(serve).parameters
    assert list(listed) == [name.replace("_", "-") for name in options]
    for name, option in options.items():
        if isinstance(option.default, int | float | str) and not isinstance(option.default, bool):
            assert listed[name.replace("_", "-")] == str(option.default)


def server_sources() -> str:
    return "\n".join(module.read_text(encoding="utf-8") for module in (PACKAGE / "server").rglob("*.py"))


def rows(page: str, heading: str) -> list[str]:
    """Returns the first cells of the table with this heading."""
    table = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"| {heading} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)


def test_every_line_of_the_log_that_is_explained_exists() -> None:
    quoted = [SPAN.findall(row)[0] for row in rows("running.md", "line")]
    assert len(quoted) > 5
    for line in quoted:
        parts = [part.strip(" :") for part in re.split(r"…|\b[A-Z]+\b", line)]
        assert [part for part in parts if len(part) > 2 and part not in server_sources()] == [], line


def test_every_metric_that_is_explained_exists() -> None:
    names = [span.partition("{")[0] for row in rows("running.md", "metric") for span in SPAN.findall(row)]
    assert len(names) > 8
    sources = server_sources()
    for name in names:
        own = name.removeprefix("spiritboard_").removesuffix("_total").removesuffix("_seconds")
        assert re.search(rf'"(?:spiritboard_)?{own}"', sources), name


def test_the_page_on_observations_is_up_to_date() -> None:
    said = observations.PAGE.read_text(encoding="utf-8")
    assert said == observations.page(), "Write it again: python tools/observations.py"


def test_the_page_on_bots_says_what_was_measured() -> None:
    said = bot_cards.PAGE.read_text(encoding="utf-8")
    assert said == bot_cards.page(bot_cards.load()), "Write it again: python tools/bot_cards.py --page"
