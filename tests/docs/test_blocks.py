"""Every block of code in docs/ says its language, runs, and prints what the page shows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from spiritboard.server.docs.blocks import BadBlock
from spiritboard.server.docs.pages import DocsPage, folder, pages
from tests.docs.runner import BlockRunner

ROOT = Path(__file__).parents[2]
PAGES = [page for page in pages().values() if "```" in page.text or re.search("^    ", page.text, re.MULTILINE)]


def page(text: str) -> DocsPage:
    return DocsPage("sample", text)


@pytest.mark.parametrize("each", PAGES, ids=lambda each: each.name)
def test_every_block_of_a_page_runs(each: DocsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    BlockRunner(each).run()


def test_all_pages_come_from_the_folder_docs() -> None:
    assert folder() == ROOT / "docs"
    assert sorted(pages()) == sorted(path.stem for path in folder().glob("*.md"))


INSTALLED = re.compile(r"^.*\bpip install (?!-e )'?(?:(\S+?)(?:\[([\w,]+)\])?)'?(?:\s|$)", re.MULTILINE)


@pytest.mark.parametrize("each", PAGES, ids=lambda each: each.name)
def test_every_extra_that_a_page_installs_exists(each: DocsPage) -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for block in each.blocks():
        for name, extras in INSTALLED.findall(block.text) if block.language == "sh" else ():
            unknown = set(filter(None, extras.split(","))) - known.keys() if name == "spiritboard" else set()
            assert not unknown, f"docs/{each.name}.md, line {block.line}"


# What the runner notices.


def run(text: str) -> int:
    return BlockRunner(page(text)).run()


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_blocks_share_names_and_files() -> None:
    text = """
```python
number = 20
open("kept.txt", "w").write(str(number))
print(number)
```
It prints
```output
20
```
```pycon
>>> number + 1
21
>>> number = 30
```
```python
assert number == 30
```
```sh
cat kept.txt
```
```output
20
```
"""
    assert run(text) == 4


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```python\nprint(2)\n```\n```output\n3\n```", id="another output of Python"),
        pytest.param("```sh\necho 2\n```\n```output\n3\n```", id="another output of the shell"),
        pytest.param("```pycon\n>>> 2\n3\n```", id="another value"),
        pytest.param("```pycon\n2\n```", id="no example"),
        pytest.param("```sh\nfalse\n```", id="a command that fails"),
        pytest.param("```sh\nfalse | true\n```", id="a part of a pipe that fails"),
        pytest.param("```sh\nspiritboard simulate chess\n```", id="a refusal of ours"),
        pytest.param("```output\n2\n```", id="an output of nothing"),
        pytest.param('```python not-tried="it is slow"\nprint(2)\n```\n```output\n2\n```', id="an output not tried"),
    ],
)
def test_a_block_that_does_not_do_what_it_shows_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        run(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```\n2\n```", id="no language"),
        pytest.param("Indented:\n\n    2\n", id="an indented block"),
        pytest.param("```cobol\n2\n```", id="an unknown language"),
        pytest.param('```sh later="yes"\ntrue\n```', id="an unknown setting"),
        pytest.param('```sh not-tried=""\ntrue\n```', id="no reason"),
        pytest.param('```sh try-with="--games 2"\ntrue\n```', id="a number that is not there"),
        pytest.param('```sh try-with="less"\ntrue\n```', id="no number"),
    ],
)
def test_a_block_that_says_too_little_is_refused(text: str) -> None:
    with pytest.raises(BadBlock):
        run(text)


def test_a_block_runs_with_smaller_numbers_and_its_words_are_compared() -> None:
    text = """
```python try-with="UPDATES = 2; n=3"
UPDATES = 1500
print(UPDATES, "updates of", dict(n=128, m=4))
```
```output
1,500 updates of {'n': 128, 'm': 4}
```
```python
assert UPDATES == 2
```
"""
    assert run(text) == 2
    with pytest.raises(AssertionError):
        run(text.replace("1,500 updates", "1,500 games"))


def test_a_file_is_written_and_a_block_with_a_reason_is_left_out() -> None:
    text = """
```python file="mine.py"
print("from the file")
```
```sh
python mine.py
```
```output
from the file
```
```sh not-tried="it would end the test"
exit 3
```
```toml
[ghosts]
count = 3
```
"""
    assert run(text) == 1


def test_files_and_data_are_read() -> None:
    for text in ("```toml\ncount =\n```", "```json\n{count}\n```"):
        with pytest.raises(ValueError, match=r".+"):
            run(text)
