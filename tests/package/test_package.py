"""The source distribution and the wheels made of it, each tried in a fresh environment.

One wheel is built with a compiler, and one without. Modules that are compiled in this folder are not compiled again.
`make dist` keeps what was built and tried here.
"""

from __future__ import annotations

import json
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
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import httpx
import pytest

import spiritboard
from spiritboard.server.process import ServerProcess
from spiritboard.table.registry import games
from tests.server.running import LONG_ENOUGH
from tools.release import repository

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


LINKED = re.compile(r'(?:href|src)="(/(?:static|games|docs)(?:/[^"#]+)?)["#]')


def pages_answer(environment: FreshEnvironment) -> None:
    with environment.serving() as http:
        pages = ["/", "/mine", "/docs", *(f"/{page}/{game.id}" for game in OWN for page in ("rules", "set-up"))]
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


# A link or a picture that is neither complete nor a place on the same page.
RELATIVE = re.compile(r'\]\((?!https?://|#)[^)]*\)|src="(?!https?://)[^"]*"')


def index_shows(wheel: Path, repository: str) -> None:
    """Check what a package index shows: everything has its full address, or none if there is no repository."""
    about = metadata_of(wheel)
    shown = about.get_payload()
    assert isinstance(shown, str)
    assert about["Description-Content-Type"] == "text/markdown"
    assert about["Version"] == spiritboard.__version__
    assert "# Spiritboard" in shown
    assert RELATIVE.findall(shown) == []
    urls = [str(url) for url in about.get_all("Project-URL") or []]
    if repository:
        assert f"Repository, {repository}" in urls
        assert f"]({repository}/raw/v{spiritboard.__version__}/docs/pictures/table.png)" in shown
        assert f"]({repository}/blob/v{spiritboard.__version__}/CONTRIBUTING.md#add-a-bot)" in shown
    else:
        assert urls == []
        assert "![" not in shown


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def tables(http: httpx.Client) -> list[str]:
    """Set a table of each game. Returns the paths of their pages."""
    set_up = []
    for game in OWN:
        seats = [{"kind": "me"}, *[{"kind": "here"}] * (game.seats[0] - 1)]
        table = http.post("/api/tables", json={"game": game.id, "seats": seats}).raise_for_status().json()["table"]
        set_up.append(f"/tables/{table}")
    return set_up


REPOSITORY = "https://git.example.org/ghosts/spiritboard"


def name_repository(project: Path) -> None:
    """Write an address of the repository into pyproject.toml, as somebody does who publishes the package."""
    settings = project / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r'^repository = ".*"$', f'repository = "{REPOSITORY}"', text, flags=re.MULTILINE))


@pytest.mark.parametrize("compiler", ["compiled", "plain"])
def test_the_installed_package_works(compiler: str, tmp_path: Path, keep: Path | None) -> None:
    project = copied(tmp_path / "project")
    if compiler == "plain":
        name_repository(project)
    sdist = build("sdist", project, tmp_path / "sdist")
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
        played = environment.spiritboard("simulate", game.id, "--games", "2", "--json", "--jobs", "1")
        assert json.loads(played)["games"] == 2
    environments_are_made(environment)
    pages_answer(environment)
    index_shows(wheel, REPOSITORY if compiler == "plain" else repository(ROOT))
    if compiler == "compiled" and keep is not None:
        keep_tried(keep, sdist, wheel)


def keep_tried(folder: Path, *files: Path) -> None:
    """Put the files into the folder, instead of those of an earlier build of this package."""
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob("spiritboard-*"):
        earlier.unlink()
    for file in files:
        shutil.copy(file, folder)
        print(folder / file.name)
