"""Checks that this version can be released, then builds the source distribution and the wheel into dist/.

    python -m tools.release

It changes nothing but dist/. It neither makes a tag nor sends anything anywhere: it prints the commands for that.
"""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
DATED = re.compile(r"(?P<version>\S+) \((?P<date>\d{4}-\d\d-\d\d)\)")
UNRELEASED = "Unreleased"
PUBLISH = """
Built and tried in dist/. When `make test` has passed at this commit, publish it with
  git tag {tag}
  git push origin {tag}
  python -m twine upload dist/spiritboard-{version}.tar.gz
The wheel in dist/ is for this machine. The wheels for PyPI are made by the workflow in .github/workflows/test.yml."""
NO_REPOSITORY = """
pyproject.toml names no repository (tool.spiritboard), so an index shows no pictures, and no links to other files."""


def package_version(root: Path) -> str:
    """Returns the version that the package reports, which is the only place of it; an empty text if it reports none."""
    found = PACKAGE_VERSION.search((root / "src/spiritboard/__init__.py").read_text(encoding="utf-8"))
    return found[1] if found else ""


def repository(root: Path) -> str:
    """Returns the address of the public repository; an empty text if there is none."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["spiritboard"]
    found: str = settings["repository"]
    return found


def changelog(root: Path) -> dict[str, str]:
    """Returns the text below each heading of the changelog."""
    _, *parts = HEADING.split((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def git(root: Path, *arguments: str) -> str | None:
    """Returns what git prints, or None if it fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def refusals(root: Path, today: datetime.date) -> list[str]:
    """Returns a sentence for everything that stands in the way of a release."""
    version = package_version(root)
    if not version:
        return ["src/spiritboard/__init__.py says no version."]
    return [
        *_changelog_refusals(version, changelog(root), today),
        *_figures_refusals(version, root / "benchmarks" / "released.json"),
        *_git_refusals(root, f"v{version}"),
    ]


def _changelog_refusals(version: str, entries: dict[str, str], today: datetime.date) -> list[str]:
    if entries.get(UNRELEASED):
        return [f"CHANGELOG.md still has entries under {UNRELEASED}: move them below the version they belong to."]
    for heading, text in entries.items():
        found = DATED.fullmatch(heading)
        if found and found["version"] == version:
            return _entry_refusals(version, text, found["date"], today)
    return [f'CHANGELOG.md has no heading "## {version} (YYYY-MM-DD)".']


def _entry_refusals(version: str, text: str, date: str, today: datetime.date) -> list[str]:
    if not text:
        return [f"CHANGELOG.md says nothing about version {version}."]
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        return [f"CHANGELOG.md dates version {version} {date}, and there is no such day."]
    return [f"CHANGELOG.md dates version {version} {date}, which is in the future."] if day > today else []


def _figures_refusals(version: str, path: Path) -> list[str]:
    measured = json.loads(path.read_text(encoding="utf-8"))["version"] if path.exists() else "no version"
    if measured == version:
        return []
    how = "run `make bench`, then `python -m benchmarks --keep`"
    return [f"benchmarks/{path.name} has the figures of {measured}, not of {version}: {how}."]


def _git_refusals(root: Path, tag: str) -> list[str]:
    changed = git(root, "status", "--porcelain")
    if changed is None:
        return ["This folder is not a git repository."]
    if changed:
        return [f"There are changes that are not committed:\n{changed}"]
    tagged = git(root, "rev-list", "-n", "1", f"refs/tags/{tag}")
    if tagged is not None and tagged != git(root, "rev-parse", "HEAD"):
        return [f"The tag {tag} is at another commit: raise the version, or check that commit out."]
    return []


def build(root: Path) -> None:
    """Build the source distribution and the wheel into dist/, and try both as `make dist` does.

    Raises CalledProcessError if something fails.
    """
    subprocess.run([sys.executable, "-m", "pytest", "-q", "tests/package", "--keep", "dist"], cwd=root, check=True)


def main(root: Path = ROOT) -> int:
    """Returns 1 if the release was refused."""
    found = refusals(root, datetime.datetime.now(datetime.UTC).date())
    if found:
        print("This cannot be released yet:", *found, sep="\n- ")
        return 1
    build(root)
    tag = f"v{package_version(root)}"
    print(PUBLISH.format(tag=tag, version=tag[1:]))
    if not repository(root):
        print(NO_REPOSITORY)
    return 0


if __name__ == "__main__":
    sys.exit(main())
