"""Compiles the rules with mypyc where there is a C compiler. Without one, the same files run as plain Python."""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

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
    "guide.py",
    "observation.py",
    "playout.py",
    "row.py",
    "batch.py",
]
BOTS = ["search.py"]
NOT_COMPILED = {"__init__.py", "pieces.py", "report.py", "text.py", "view.py", "words.py"}
# The commands that compile. The others need not, and a source distribution must not hold what was compiled here.
BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install"}


def chosen_games() -> list[str]:
    """Returns the games that SPIRITBOARD_COMPILE lists, or all games. Raises SystemExit if it lists an unknown game."""
    known = sorted(path.parent.name for path in SOURCE.glob("games/*/rules.py"))
    chosen = [name.strip() for name in os.environ.get("SPIRITBOARD_COMPILE", "").split(",") if name.strip()]
    if unknown := sorted(set(chosen) - set(known)):
        sys.exit(f"SPIRITBOARD_COMPILE names unknown games: {', '.join(unknown)}. The games are {', '.join(known)}.")
    return chosen or known


def rules() -> list[str]:
    files = (path for name in chosen_games() for path in (SOURCE / "games" / name).glob("*.py"))
    games = [path for path in files if path.name not in NOT_COMPILED]
    shared = [*(SOURCE / "table" / name for name in TABLE), *(SOURCE / "bots" / name for name in BOTS)]
    return [str(path) for path in [*shared, *sorted(games)]]


def can_compile() -> bool:
    """Whether a file that includes Python.h gets through the compiler that built this Python."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, "trial.c")
        trial.write_text("#include <Python.h>\n")
        command = [*compiler.split(), "-c", str(trial), "-o", str(trial.with_suffix(".o"))]
        include = f"-I{sysconfig.get_path('include')}"
        try:
            return subprocess.run([*command, include], capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def extensions() -> list:
    if os.environ.get("SPIRITBOARD_PLAIN") or BUILDING.isdisjoint(sys.argv):
        return []
    if not can_compile():
        print("spiritboard: no C compiler with Python.h found; the rules will run as plain Python, slower")
        return []
    from mypyc.build import mypycify

    # Nothing but Python calls into the compiled modules: hidden names let the C compiler inline across functions.
    # Warnings about C that a program wrote help nobody, and finding them takes a third of the time.
    flags = [] if os.name == "nt" else ["-fvisibility=hidden", "-Wno-all"]
    # Without a cache: other programs that check types at the same time have theirs to themselves.
    paths = [f"--cache-dir={os.devnull}", *rules()]
    found = mypycify(paths, opt_level="3", debug_level="0", group_name="spiritboard")
    for extension in found:
        extension.extra_compile_args += flags
    return found


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


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildRules})
