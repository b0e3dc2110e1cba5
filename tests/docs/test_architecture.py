"""docs/architecture.md: its lists are those of the code."""

from __future__ import annotations

import re
import tomllib

from tests.docs.pages import DOCS, PROJECT, table

PAGE = DOCS / "architecture.md"
MOST_FILES = 9
MOST_LINES = 1500


def layers() -> list[str]:
    """The rooms in the order of the import-linter contract."""
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (item for item in contracts if item["type"] == "layers")
    return list(contract["layers"])


def test_an_episode_is_followed_in_few_files() -> None:
    files = [PROJECT / row[0] for row in table(PAGE, "Following one episode")]
    assert files and [str(file) for file in files if not file.is_file()] == []
    assert len(set(files)) == len(files) <= MOST_FILES
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST_LINES


def test_the_rooms_are_those_of_the_contract() -> None:
    rooms = layers()
    assert [row[0] for row in table(PAGE, "Rooms")] == rooms
    assert re.findall(r'class="room">(\w+)<', (DOCS / "layers.svg").read_text()) == rooms
    folders = {path.name for path in (PROJECT / "controller").iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(rooms)
