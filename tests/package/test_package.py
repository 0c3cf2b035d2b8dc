"""The source distribution and the wheels made of it, each tried in a fresh environment.

One wheel is built with a compiler, and one without. Modules that are compiled in this folder are not compiled again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from spiritboard.server.process import ServerProcess
from spiritboard.table.registry import games
from tests.server.running import LONG_ENOUGH

ROOT = Path(__file__).parents[2]
OWN = [game for game in games().values() if game.folder.is_relative_to(ROOT / "src")]
COMPILED = {".c", ".h", ".inputs", ".o", ".so", ".txt"}
# The tested installation must not find this folder, so these variables are left out.
ELSEWHERE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPIRITBOARD_PLAIN")}


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Returns the output of a command. Raises AssertionError, with the output, if the command fails."""
    given = {**ELSEWHERE, **environment}
    done = subprocess.run(command, cwd=cwd, env=given, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def sources() -> set[str]:
    """Returns every file of the package that is shipped, by its name in a wheel. README.md files are for developers."""
    package = ROOT / "src" / "spiritboard"
    files = (path for path in package.rglob("*") if path.is_file())
    named = {str(path.relative_to(package.parent)) for path in files if path.suffix not in (".so", ".pyc")}
    return {name for name in named if "egg-info" not in name and not name.endswith("README.md")}


# Building.

NOT_SOURCES = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so")


def copied(folder: Path) -> Path:
    """Returns a copy of the project without generated files."""
    return Path(shutil.copytree(ROOT, folder, ignore=NOT_SOURCES))


def build(kind: str, source: Path, into: Path, **environment: str) -> Path:
    """Build a wheel or a source distribution with the installed tools. Returns its file."""
    command: list[str | Path] = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", into, source]
    run(*command, cwd=source, **environment)
    (built,) = into.iterdir()
    return built


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def copy_compiled_files(source: Path) -> None:
    """Copy the compiled files with the records by which setup.py sees that they are up to date."""

    def others(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(name).suffix not in COMPILED and not Path(folder, name).is_dir()]

    if (ROOT / "build").is_dir():
        shutil.copytree(ROOT / "build", source / "build", ignore=others)


# Installing.


@dataclass(frozen=True)
class FreshEnvironment:
    """A virtual environment with one wheel and the packages that it needs."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def install(self, wheel: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", self.folder, cwd=ROOT)
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        run(*pip, "--no-deps", "--no-index", wheel, cwd=self.folder)
        # Added after the wheel, because this folder also holds the package in development mode. A path file's folder
        # comes last on the path, and path files in it are not read.
        (self.packages / "needed.pth").write_text(sysconfig.get_path("purelib"))

    @property
    def packages(self) -> Path:
        return next(self.folder.glob("lib/python*/site-packages"))

    def spiritboard(self, *arguments: str) -> str:
        return run(self.folder / "bin" / "spiritboard", *arguments, cwd=self.folder)

    @contextmanager
    def serving(self) -> Iterator[httpx.Client]:
        command = [str(self.folder / "bin" / "spiritboard")]
        process = ServerProcess(self.folder / "data", command=command, folder=self.folder, environment=ELSEWHERE)
        with process as server, httpx.Client(base_url=server.url, timeout=LONG_ENOUGH) as http:
            http.get("/api/health").raise_for_status()
            yield http
        assert "Traceback" not in process.log, process.log


# Trying.


def everything_is_there(environment: FreshEnvironment, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert sources() - set(archive.namelist()) == set()
        assert not [name for name in archive.namelist() if name.endswith("README.md")]
    found = run(
        environment.python, "-c", "import spiritboard; print(spiritboard.__file__)", cwd=environment.folder
    ).strip()
    assert Path(found).is_relative_to(environment.folder)


LINKED = re.compile(r'(?:href|src)="(/(?:static|games)/[^"]+)"')


def pages_answer(environment: FreshEnvironment) -> None:
    with environment.serving() as http:
        pages = ["/", "/mine", *(f"/{page}/{game.id}" for game in OWN for page in ("rules", "set-up"))]
        texts = [http.get(page).raise_for_status().text for page in [*pages, *tables(http)]]
        for address in {address for text in texts for address in LINKED.findall(text)}:
            assert http.get(address).raise_for_status().content


ENVIRONMENTS = """
import gymnasium, spiritboard
from spiritboard.adapters.game_adapter import environment_id
for game in spiritboard.games().values():
    env = gymnasium.make(environment_id(game), opponents="random")
    envs = gymnasium.make_vec(environment_id(game), num_envs=2, opponents="heuristic")
    assert envs.reset(seed=1)[0].shape == (2, *env.reset(seed=1)[0].shape)
"""


def environments_are_made(environment: FreshEnvironment) -> None:
    """Gymnasium makes the environments of the installed package, single ones and many at once."""
    run(environment.python, "-c", ENVIRONMENTS, cwd=environment.folder)


def tables(http: httpx.Client) -> list[str]:
    """Set a table of each game. Returns the paths of their pages."""
    set_up = []
    for game in OWN:
        seats = [{"kind": "me"}, *[{"kind": "here"}] * (game.seats[0] - 1)]
        table = http.post("/api/tables", json={"game": game.id, "seats": seats}).raise_for_status().json()["table"]
        set_up.append(f"/tables/{table}")
    return set_up


@pytest.mark.parametrize("compiler", ["compiled", "plain"])
def test_the_installed_package_works(compiler: str, tmp_path: Path) -> None:
    sdist = build("sdist", copied(tmp_path / "project"), tmp_path / "sdist")
    source = unpacked(sdist, tmp_path / "source")
    assert {name for name in sources() if not (source / "src" / name).is_file()} == set()
    assert not [*source.rglob("*.c"), *source.rglob("*.so")]
    if compiler == "compiled":
        copy_compiled_files(source)
        wheel = build("wheel", source, tmp_path / "wheel")
    else:
        wheel = build("wheel", source, tmp_path / "wheel", CC="false")
    environment = FreshEnvironment(tmp_path / "environment")
    environment.install(wheel)
    everything_is_there(environment, wheel)
    assert f"rules: {compiler}" in environment.spiritboard("about")
    for game in OWN:
        assert '"games": 2' in environment.spiritboard("simulate", game.id, "--games", "2", "--json", "--jobs", "1")
    environments_are_made(environment)
    pages_answer(environment)
