"""`make release` builds a version only if everything says the same about it."""

from __future__ import annotations

import datetime
import re
import subprocess
from pathlib import Path

import pytest

from tools import release

TODAY = datetime.date(2030, 6, 15)
CHANGES = "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2030-06-14)\n\n- Ghosts.\n\n## 1.1.0 (2030-01-01)\n\n- Mist.\n"
AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]


def git(project: Path, *arguments: str) -> None:
    subprocess.run(["git", *AUTHOR, *arguments], cwd=project, check=True, capture_output=True)


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--allow-empty", "--message", "Change something")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository of version 1.2.0 that can be released."""
    (tmp_path / "src/spiritboard").mkdir(parents=True)
    (tmp_path / "src/spiritboard/__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "pyproject.toml").write_text('[tool.spiritboard]\nrepository = "https://git.example.org/ghosts"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks/released.json").write_text('{"version": "1.2.0"}\n')
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def change(project: Path, name: str, old: str, new: str) -> None:
    text = (project / name).read_text()
    assert old in text
    (project / name).write_text(text.replace(old, new))
    commit(project)


def refusal(project: Path) -> str:
    (only,) = release.refusals(project, TODAY)
    return only


def test_a_version_that_everything_agrees_on_is_not_refused(project: Path) -> None:
    assert release.refusals(project, TODAY) == []


def test_a_tag_at_this_commit_is_not_refused(project: Path) -> None:
    git(project, "tag", "v1.2.0")
    assert release.refusals(project, TODAY) == []


def test_an_annotated_tag_at_this_commit_is_not_refused(project: Path) -> None:
    git(project, "tag", "--annotate", "--message", "1.2.0", "v1.2.0")
    assert release.refusals(project, TODAY) == []


def test_a_tag_at_another_commit_is_refused(project: Path) -> None:
    git(project, "tag", "v1.2.0")
    commit(project)
    assert "The tag v1.2.0 is at another commit" in refusal(project)


def test_a_package_without_a_version_is_refused(project: Path) -> None:
    change(project, "src/spiritboard/__init__.py", '__version__ = "1.2.0"\n', "")
    assert refusal(project) == "src/spiritboard/__init__.py says no version."


@pytest.mark.parametrize("heading", ["1.3.0 (2030-06-14)", "1.2.0", "1.2.0, unreleased", "1.2.0 (soon)"])
def test_a_version_without_a_dated_entry_is_refused(project: Path, heading: str) -> None:
    change(project, "CHANGELOG.md", "1.2.0 (2030-06-14)", heading)
    assert 'no heading "## 1.2.0 (YYYY-MM-DD)"' in refusal(project)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("- Ghosts.\n", "", "says nothing about version 1.2.0", id="an-entry-without-text"),
        pytest.param("2030-06-14", "2030-02-30", "there is no such day", id="a-day-that-does-not-exist"),
        pytest.param("2030-06-14", "2030-06-16", "in the future", id="a-day-in-the-future"),
        pytest.param("released\n", "released\n\n- Fog.\n", "still has entries under Unreleased", id="no-version"),
    ],
)
def test_a_changelog_that_does_not_fit_is_refused(project: Path, old: str, new: str, said: str) -> None:
    change(project, "CHANGELOG.md", old, new)
    assert said in refusal(project)


def test_figures_of_another_version_are_refused(project: Path) -> None:
    change(project, "benchmarks/released.json", "1.2.0", "1.1.0")
    assert "released.json has the figures of 1.1.0, not of 1.2.0: run `make bench`" in refusal(project)


def test_missing_figures_are_refused(project: Path) -> None:
    (project / "benchmarks/released.json").unlink()
    commit(project)
    assert "released.json has the figures of no version, not of 1.2.0" in refusal(project)


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.py"])
def test_changes_that_are_not_committed_are_refused(project: Path, name: str) -> None:
    with (project / name).open("a") as file:
        file.write("\n")
    assert name in refusal(project)


def test_a_folder_without_git_is_refused(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (project / ".git").rename(tmp_path_factory.mktemp("elsewhere") / "git")
    assert refusal(project) == "This folder is not a git repository."


def test_everything_that_is_wrong_is_said_at_once(project: Path) -> None:
    change(project, "src/spiritboard/__init__.py", "1.2.0", "1.4.0")
    git(project, "tag", "v1.4.0")
    commit(project)
    assert len(release.refusals(project, TODAY)) == 3


class Builds:
    """Stands for the build, which takes minutes."""

    def __init__(self) -> None:
        self.roots: list[Path] = []

    def __call__(self, root: Path) -> None:
        self.roots.append(root)


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> Builds:
    builds = Builds()
    monkeypatch.setattr(release, "build", builds)
    return builds


def test_nothing_is_built_if_the_release_is_refused(
    project: Path, builds: Builds, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "tag", "v1.2.0")
    commit(project)
    assert release.main(project) == 1
    assert builds.roots == []
    assert "cannot be released yet" in capsys.readouterr().out


def test_a_release_is_built_and_neither_tagged_nor_pushed(
    project: Path, builds: Builds, capsys: pytest.CaptureFixture[str]
) -> None:
    change(project, "CHANGELOG.md", "2030-06-14", "2020-06-14")
    assert release.main(project) == 0
    assert builds.roots == [project]
    assert release.git(project, "tag") == ""
    said = capsys.readouterr().out
    assert "git tag v1.2.0" in said
    assert "names no repository" not in said


def test_a_release_without_a_repository_says_what_an_index_will_not_show(
    project: Path, builds: Builds, capsys: pytest.CaptureFixture[str]
) -> None:
    change(project, "CHANGELOG.md", "2030-06-14", "2020-06-14")
    change(project, "pyproject.toml", "https://git.example.org/ghosts", "")
    assert release.main(project) == 0
    assert "names no repository" in capsys.readouterr().out


def test_the_changelog_of_this_project_has_its_version() -> None:
    version = release.package_version(release.ROOT)
    headings = list(release.changelog(release.ROOT))
    assert headings[0] == release.UNRELEASED
    assert all(re.fullmatch(release.DATED, heading) for heading in headings[1:])
    assert any(heading.startswith(f"{version} (") for heading in headings)
