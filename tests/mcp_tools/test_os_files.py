from __future__ import annotations

import os
from pathlib import Path

import pytest

from mcp_tools import os_trash
from mcp_tools.os_files import rename_directory, search_files
from mcp_tools.os_trash import get_trash_directory, restore_file
from mcp_tools.registry import ToolError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path


def trash(home: Path, name: str, original: str, text: str = "x") -> None:
    for part in ("files", "info"):
        (home / ".local/share/Trash" / part).mkdir(parents=True, exist_ok=True)
    (home / ".local/share/Trash/files" / name).write_text(text)
    (home / ".local/share/Trash/info" / f"{name}.trashinfo").write_text(
        f"[Trash Info]\nPath={original}\nDeletionDate=2026-01-02T03:04:05\n"
    )


def test_renames_a_folder_with_its_content(home: Path) -> None:
    (home / "old").mkdir()
    (home / "old/a.txt").write_text("a")
    assert rename_directory("old", "~/new").new_path == str(home / "new")
    assert (home / "new/a.txt").read_text() == "a"
    assert not (home / "old").exists()


def test_rename_refusals(home: Path) -> None:
    (home / "a").mkdir()
    (home / "b").mkdir()
    for old, new, reason in [
        ("missing", "x", "is not a folder"),
        ("a", "b", "exists already"),
        ("a", "a/inside", "into itself"),
        ("a", "no/such/x", "create_intermediate"),
        ("", "x", "is not a path"),
        ("a", "x\0y", "is not a path"),
    ]:
        with pytest.raises(ToolError, match=reason):
            rename_directory(old, new)
    assert rename_directory("a", "no/such/x", create_intermediate=True).new_path == str(home / "no/such/x")


def test_search_is_recursive_and_ignores_case(home: Path) -> None:
    (home / "deep/er").mkdir(parents=True)
    (home / "deep/er/Report-2026.PDF").write_text("")
    (home / "other.txt").write_text("")
    assert search_files("report", str(home)).files == [str(home / "deep/er/Report-2026.PDF")]
    assert search_files("nothing").files == []
    with pytest.raises(ToolError, match="there is no folder"):
        search_files("x", "/no/such")
    with pytest.raises(ToolError, match="keyword is empty"):
        search_files("", str(home))


def test_restores_from_the_trash(home: Path) -> None:
    target = home / "Pictures/summer plan.txt"
    trash(home, "summer plan.txt", str(target).replace(" ", "%20"))
    assert restore_file("summer plan.txt").path == str(target)
    assert target.read_text() == "x"
    assert list((home / ".local/share/Trash/info").iterdir()) == []
    assert get_trash_directory().path == str(home / ".local/share/Trash/files")


def test_restores_by_original_name(home: Path) -> None:
    trash(home, "a.2.txt", str(home / "x/a.txt"))
    assert restore_file("a.txt").path == str(home / "x/a.txt")


def test_restore_refusals(home: Path) -> None:
    trash(home, "a.txt", str(home / "a.txt"))
    (home / "a.txt").write_text("newer")
    with pytest.raises(ToolError, match="exists already"):
        restore_file("a.txt")
    with pytest.raises(ToolError, match=r"is not in the trash; it holds 'a\.txt'"):
        restore_file("b.txt")
    (home / ".local/share/Trash/info/a.txt.trashinfo").write_text("[Trash Info]\nPath=../../a\n")
    with pytest.raises(ToolError, match="does not say where"):
        restore_file("a.txt")


def test_restores_one_of_several_and_beside_broken_ones(home: Path) -> None:
    trash(home, "a.txt", str(home / "one/a.txt"), "1")
    trash(home, "a.2.txt", str(home / "two/a.txt"), "2")
    trash(home, "broken.txt", "")
    assert restore_file(str(home / "two/a.txt")).path == str(home / "two/a.txt")
    assert restore_file("a.txt").path == str(home / "one/a.txt")
    assert (home / "two/a.txt").read_text() == "2"
    trash(home, "b.txt", str(home / "b/b%0A%FF.txt"))
    assert restore_file("b.txt").path == f"{home}/b/b\n\ufffd.txt"
    assert (home / "b/b\n\udcff.txt").exists()
    trash(home, "c.txt", str(home / "1/x.txt"))
    trash(home, "d.txt", str(home / "2/x.txt"))
    with pytest.raises(ToolError, match=r"several .* name one of 'c\.txt' \(from .*'d\.txt'"):
        restore_file("x.txt")


def test_the_trash_of_another_file_system(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = tmp_path_factory.mktemp("my disk")
    mounts = home / "mounts"
    mounts.write_text(f"/dev/sdb1 {str(disk).replace(' ', chr(92) + '040')} ext4 rw 0 0\n")
    monkeypatch.setattr(os_trash, "MOUNTS", mounts)
    for part in ("files", "info"):
        (disk / f".Trash-{os.getuid()}" / part).mkdir(parents=True)
    (disk / f".Trash-{os.getuid()}/files/a.txt").write_text("x")
    (disk / f".Trash-{os.getuid()}/info/a.txt.trashinfo").write_text("[Trash Info]\nPath=deep/a.txt\n")
    assert restore_file("a.txt").path == str(disk / "deep/a.txt")
    assert (disk / "deep/a.txt").read_text() == "x"
