"""Compiles the rules with mypyc where there is a C compiler. Without one, the same files run as plain Python.

Each module becomes a C file. The C files are compiled side by side, and optimised together when they are linked. A file
is compiled again only if its text, a header, a flag or the compiler has changed.
"""

import ast
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path("src/spiritboard")
# Whatever is called a thousand times in a playout. In a game's folder that is everything but its index and the parts
# that lean on libraries which are not compiled, or only look on: reading the pieces, drawing the table in a terminal,
# counting for reports. Declarations of views and events are not compiled either: mypyc drops their annotations, which
# the API's description and the tests read.
TABLE = [
    "dice.py",
    "events.py",
    "standings.py",
    "state.py",
    "remembering.py",
    "told_dice.py",
    "guide.py",
    "judgement.py",
    "observation.py",
    "playout.py",
    "row.py",
    "batch.py",
]
BOTS = ["one_ply.py", "search.py"]
NOT_COMPILED = {"__init__.py", "names.py", "pieces.py", "report.py", "text.py", "view.py", "words.py"}
# The commands that compile. The others need not, and a source distribution must not hold what was compiled here.
BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install"}
CORES = os.cpu_count() or 1


def chosen_games() -> list[str]:
    """Returns the games that SPIRITBOARD_COMPILE lists, or all games. Raises SystemExit if it lists an unknown game."""
    known = sorted(path.parent.name for path in SOURCE.glob("games/*/rules.py"))
    chosen = [name.strip() for name in os.environ.get("SPIRITBOARD_COMPILE", "").split(",") if name.strip()]
    if unknown := sorted(set(chosen) - set(known)):
        sys.exit(f"SPIRITBOARD_COMPILE names unknown games: {', '.join(unknown)}. The games are {', '.join(known)}.")
    return chosen or known


def rules() -> list[str]:
    """Returns the files to compile."""
    files = (path for name in chosen_games() for path in (SOURCE / "games" / name).glob("*.py"))
    games = [path for path in files if path.name not in NOT_COMPILED]
    shared = [*(SOURCE / "table" / name for name in TABLE), *(SOURCE / "bots" / name for name in BOTS)]
    return [str(path) for path in [*shared, *sorted(games)]]


# The C compiler.


def compiler() -> list[str]:
    """Returns the command of the compiler that CC names, or that built this Python."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def compiles_with(*flags: str) -> bool:
    """Returns whether a file that includes Python.h gets through the compiler with these flags."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, "trial.c")
        trial.write_text("#include <Python.h>\n")
        command = [*compiler(), *flags, str(trial), "-o", str(trial.with_suffix(".o"))]
        include = f"-I{sysconfig.get_path('include')}"
        try:
            return subprocess.run([*command, include], capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def link_time_flags() -> list[str]:
    """Returns the flags for optimising all C files together: those of gcc or clang, or none."""
    known = (f"-flto={CORES}", "-flto=thin")
    return next(([flag] for flag in known if compiles_with("-shared", "-fPIC", flag)), [])


def inlining_flags() -> list[str]:
    """Returns flags that let gcc put the short methods of rows into the rules that call them, or none."""
    known = ["--param=max-inline-insns-auto=60", "--param=inline-min-speedup=5"]
    return known if compiles_with("-c", *known) else []


# The extensions.


def extensions() -> list[Extension]:
    """Returns the modules to build, with their C files written. Returns none if the rules stay plain Python."""
    if os.environ.get("SPIRITBOARD_PLAIN") or BUILDING.isdisjoint(sys.argv):
        return []
    if not compiles_with("-c"):
        print("spiritboard: no C compiler with Python.h found; the rules will run as plain Python, slower")
        return []
    from mypyc.build import mypycify

    # Without a cache: other programs that check types at the same time have theirs to themselves.
    paths = [f"--cache-dir={os.devnull}", *rules()]
    together = link_time_flags()
    # Where the linker cannot optimise, there is a single C file: calls between C files would cost a tenth of the speed.
    several = bool(together)
    found = mypycify(paths, opt_level="3", debug_level="0", group_name="spiritboard", multi_file=several)
    set_flags(found, [*together, *inlining_flags()])
    widen_shifts(found[0].sources)
    for path in rules():
        add_docstrings(Path(path), [Path(source) for source in found[0].sources])
    return found


def set_flags(found: list[Extension], faster: list[str]) -> None:
    """Give all extensions their flags, and those in `faster` to the one that holds the rules."""
    # Nothing but Python calls into the compiled modules: hidden names let the C compiler inline across functions.
    # Warnings about C that a program wrote help nobody, and finding them takes a third of the time.
    flags = [] if os.name == "nt" else ["-fvisibility=hidden", "-Wno-all"]
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    # The first extension holds all rules. Each of the others lets Python find one module in it.
    found[0].extra_compile_args += faster
    found[0].extra_link_args += faster
    # mypyc lists only the headers that were there before it wrote the others, and folders in any order.
    found[0].depends = sorted(map(str, Path("build").rglob("*.h")))
    found[0].include_dirs.sort()


CONSTANT_SHIFT = re.compile(r"= (-?\d+) << ")


def widen_shifts(sources: list[str]) -> None:
    """Make `1 << place` a shift of 64 bits, as in Python's i64. mypyc writes it as a shift of C's int, of 32 bits."""
    for path in map(Path, sources):
        text = path.read_text(encoding="utf-8")
        path.write_text(CONSTANT_SHIFT.sub(r"= (int64_t)\1 << ", text), encoding="utf-8")


# Where mypyc writes the signature of a class, a method or a function, and leaves out its docstring.
SIGNATURE = re.compile(r'(?:CPyPy_(\w+),\s*METH[\w| ]+, |\.tp_doc = )PyDoc_STR\("((\w+)\([^"]*)(?=")')


def add_docstrings(module: Path, sources: list[Path]) -> None:
    """Put the docstrings of a module behind the signatures in its C file, so that `help` shows them."""
    name = "__native_" + "___".join(module.with_suffix("").parts[1:]) + ".c"
    docs = docstrings(ast.parse(module.read_text(encoding="utf-8")))

    def documented(found: re.Match[str]) -> str:
        function, _, class_name = found.groups()
        names = (class_name,) if function is None else tuple(function.split("___")[-2:])
        return found[0] + (docs[names] if names in docs else docs.get(names[-1:], ""))

    for source in (each for each in sources if each.name == name):
        source.write_text(SIGNATURE.sub(documented, source.read_text(encoding="utf-8")), encoding="utf-8")


def docstrings(tree: ast.Module) -> dict[tuple[str, ...], str]:
    """Returns the docstrings of a module's classes, methods and functions, written for C, by their names.

    Those without a docstring have an empty text."""
    found: dict[tuple[str, ...], str] = {}
    for outer in tree.body:
        if isinstance(outer, (ast.ClassDef, ast.FunctionDef)):
            inner = outer.body if isinstance(outer, ast.ClassDef) else []
            named = [((outer.name,), outer)]
            named += [((outer.name, each.name), each) for each in inner if isinstance(each, ast.FunctionDef)]
            found |= {name: in_c(ast.get_docstring(node) or "") for name, node in named}
    return found


def in_c(text: str) -> str:
    """Returns a text as it stands between the quotes of a C string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return "".join(char if ord(char) < 128 else "".join(f"\\{byte:03o}" for byte in char.encode()) for char in plain)


# Building.


@functools.cache
def tools() -> str:
    """Returns the versions of everything that takes part in compiling, and the flags that the user gives."""
    from mypy.version import __version__ as mypy_version

    described = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=False)
    given = [os.environ.get(name) for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS")]
    return f"{compiler()} {given} {described.stdout} {sys.version} {mypy_version}"


def digest(files: list[str], *settings: object) -> str:
    """Returns a text that is different if the files, the settings or the tools are."""
    found = hashlib.sha256(repr((settings, tools())).encode())
    for file in files:
        found.update(Path(file).read_bytes())
    return found.hexdigest()


def make_if_changed(target: str, inputs: str, record: str, make: Callable[[], object]) -> None:
    """Make the target unless it exists and, as the record says, was made of the same inputs."""
    kept = Path(record)
    if Path(target).exists() and kept.exists() and kept.read_text() == inputs:
        return
    kept.unlink(missing_ok=True)
    make()
    kept.write_text(inputs)


class BuildRules(build_ext):
    """Builds the compiled modules, and removes those of an earlier build that this build leaves out."""

    def run(self) -> None:
        super().run()
        if self.extensions:
            self.remove_stale()

    def remove_stale(self) -> None:
        """Remove compiled modules of this Python that would be loaded instead of their newer source, or be packed."""
        names = [extension.name.replace(".", os.sep) for extension in self.extensions]
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for folder in (Path(self.build_lib), *([SOURCE.parent] if self.inplace else [])):
            current = {folder / f"{name}{suffix}" for name in names}
            for stale in set(folder.rglob(f"*{suffix}")) - current:
                stale.unlink()

    def build_extensions(self) -> None:
        self.parallel = CORES
        self.force = True  # the digests decide, because times of files say nothing about flags
        self.compile_all = self.compiler.compile
        self.compiler.compile = self.compile_changed
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        flags = (extension.extra_compile_args, extension.extra_link_args, extension.include_dirs)
        inputs = digest([*sorted(extension.sources), *extension.depends], *flags)
        record = Path(self.build_temp, f"{extension.name}.inputs")
        record.parent.mkdir(parents=True, exist_ok=True)
        target = self.get_ext_fullpath(extension.name)
        make_if_changed(target, inputs, str(record), functools.partial(super().build_extension, extension))

    def compile_changed(self, sources: list[str], output_dir: str, depends: list[str], **settings: object) -> list[str]:
        """Compile the files that have changed, side by side. Returns the object files of all."""

        def compile_one(source: str) -> str:
            [target] = self.compiler.object_filenames([source], output_dir=output_dir)
            make = functools.partial(self.compile_all, [source], output_dir=output_dir, **settings)
            make_if_changed(target, digest([source, *depends], settings), f"{target}.inputs", make)
            return target

        with ThreadPoolExecutor(CORES) as pool:
            return list(pool.map(compile_one, sources))


# The documentation, which the table shows, and what a package index shows.

DOCS = Path("docs")
SHIPPED_DOCS = Path("spiritboard/server/docs/pages")
PICTURE = re.compile(r"pictures/[\w.-]+")


class BuildPages(build_py):
    """Puts the pages of the documentation into the package, with the pictures that they show."""

    def run(self) -> None:
        super().run()
        if DOCS.is_dir() and not self.editable_mode:
            self.copy_pages(Path(self.build_lib, SHIPPED_DOCS))

    def copy_pages(self, into: Path) -> None:
        shutil.rmtree(into, ignore_errors=True)  # a page of an earlier build may be gone
        pages = sorted(DOCS.glob("*.md"))
        pictures = {name for page in pages for name in PICTURE.findall(page.read_text(encoding="utf-8"))}
        for path in [*pages, DOCS / "contents.toml", *(DOCS / name for name in sorted(pictures))]:
            target = into / path.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


IMAGE = re.compile(r'(!\[[^]]*\]\(|<img src=")([^)":]+)([)"])')
IMAGE_ALONE = re.compile(r"!\[[^]]*\]\([^):]+\)|<img src=\"[^\":]+\"[^>]*>")
FILE_LINK = re.compile(r"(?<!!)\[([^]]*)\]\(([^):#]+)(#[^)]*)?\)")


def for_index(readme: str, repository: str, version: str) -> str:
    """Returns the README as a package index shows it, where files of the repository need an address of their own.

    Without a repository it has no pictures, and of a link to a file only the words."""
    if not repository:
        return FILE_LINK.sub(r"\1", IMAGE_ALONE.sub("", readme))
    linked = FILE_LINK.sub(
        lambda found: f"[{found[1]}]({repository}/blob/v{version}/{found[2]}{found[3] or ''})", readme
    )
    return IMAGE.sub(rf"\1{repository}/raw/v{version}/\2\3", linked)


def index_page() -> dict[str, object]:
    """Returns what this project tells a package index besides pyproject.toml."""
    readme, version_file = Path("README.md"), SOURCE / "__init__.py"
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"].get("spiritboard")
    if settings is None or not readme.exists():
        return {}
    version = re.search(r'^__version__ = "(.+)"$', version_file.read_text(encoding="utf-8"), re.MULTILINE)
    repository = settings["repository"].rstrip("/")
    urls = {
        "Repository": repository,
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    return {
        "long_description": for_index(readme.read_text(encoding="utf-8"), repository, version[1] if version else ""),
        "long_description_content_type": "text/markdown",
        "project_urls": urls if repository else {},
    }


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildRules, "build_py": BuildPages}, **index_page())
