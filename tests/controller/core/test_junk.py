"""What other machines' file managers leave is no content."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.core.junk import is_empty, is_junk, without_junk
from tests.controller.junk import JUNK, leave_junk


@pytest.mark.parametrize("name", JUNK)
def test_junk_is_known(name: str) -> None:
    assert is_junk(Path(name))
    assert is_junk(Path("a", name, "b.json"), Path("a"))
    assert not is_junk(Path(name, "b.json"), Path(name)), "the folder that is read may have any name"


@pytest.mark.parametrize("name", ["_a", ".a", "a~", "DS_Store", "my desktop.ini", "._", "Thumbs.dbx", ".git"])
def test_what_somebody_made_is_none(name: str) -> None:
    assert is_junk(Path(name)) == (name == "._")


def test_a_folder_with_junk_alone_is_empty(tmp_path: Path) -> None:
    leave_junk(tmp_path)
    assert is_empty(tmp_path) and without_junk(tmp_path.rglob("*"), tmp_path) == []
    (tmp_path / "a").touch()
    assert not is_empty(tmp_path) and without_junk(tmp_path.iterdir()) == [tmp_path / "a"]
