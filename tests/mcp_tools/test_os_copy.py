from __future__ import annotations

from pathlib import Path

import pytest

from mcp_tools import os_copy
from mcp_tools.os_command import existing_file
from mcp_tools.os_copy import copy_matching_files_with_hierarchy as copy
from mcp_tools.os_video import seconds_of
from mcp_tools.registry import ToolError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("a.txt", "deep/b.txt", "deep/er/c.TXT", "deep/image.png"):
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / name).write_text(name)
    (tmp_path / "src/broken.txt").symlink_to("nowhere")
    return tmp_path / "src"


def test_copies_what_matches_and_keeps_times(root: Path, tmp_path: Path) -> None:
    result = copy(str(root), str(tmp_path / "out"), "*.txt")
    assert result["files"] == ["a.txt", "deep/b.txt"]
    assert (tmp_path / "out/deep/b.txt").read_text() == "deep/b.txt"
    assert (tmp_path / "out/a.txt").stat().st_mtime == (root / "a.txt").stat().st_mtime
    assert copy(str(root), str(tmp_path / "out2"), "deep/*")["count"] == 3


def test_links_that_lead_to_nothing_are_named(root: Path, tmp_path: Path) -> None:
    (tmp_path / "away").symlink_to("no/where")
    for target in ("away", "away/deeper"):
        with pytest.raises(ToolError, match=r"away' is a symbolic link to 'no/where', which does not exist"):
            copy(str(root), str(tmp_path / target), "*")
    with pytest.raises(ToolError, match="is a symbolic link to 'nowhere'"):
        existing_file(str(root / "broken.txt"))


def test_limits(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os_copy, "MAX_FILES", 1)
    with pytest.raises(ToolError, match="more than 1 files match"):
        copy(str(root), str(tmp_path / "out"), "*")
    monkeypatch.setattr(os_copy, "COPY_SECONDS", -1.0)
    with pytest.raises(ToolError, match="takes more than -1 s; nothing was copied"):
        copy(str(root), str(tmp_path / "out"), "*")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "seconds"), [("5", 5), ("1.5", 1.5), ("01:30", 90), ("1:02:03.25", 3723.25), (" 90 ", 90)]
)
def test_times(text: str, seconds: float) -> None:
    assert seconds_of(text, "start_time") == seconds


@pytest.mark.parametrize("text", ["", "x", "-1", "1:60", "00:60:00", "1:2:3:4", "1e3", "1,5", "٣", "1;rm"])
def test_no_times(text: str) -> None:
    with pytest.raises(ToolError, match=r"start_time .* is no time"):
        seconds_of(text, "start_time")
