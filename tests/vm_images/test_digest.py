from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vm_images.digest import content_digest, file_list


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "etc").mkdir(parents=True)
    (root / "etc" / "hosts").write_text("localhost")
    (root / "etc" / "hosts").chmod(0o644)
    (root / "hosts").symlink_to("etc/hosts")
    (root / "all").symlink_to("etc")
    (root / os.fsdecode(b"\xff")).touch(mode=0o600)
    return root


def test_every_file_is_listed_once_by_path(tree: Path) -> None:
    lines = list(file_list(tree))
    assert [line.split()[-1] for line in lines] == [b".", b"all", b"etc", b"etc/hosts", b"hosts", b"\xff"]
    owner = b"%d %d" % (os.getuid(), os.getgid())
    assert lines[1] == b"120777 " + owner + b" etc all\n"
    assert lines[3].startswith(b"100644 " + owner + b" 49960de5880e8c68")


def test_times_do_not_count(tree: Path) -> None:
    before = content_digest(tree)
    os.utime(tree / "etc" / "hosts", (1, 1))
    assert content_digest(tree) == before


@pytest.mark.parametrize("change", ["content", "mode", "target", "added"])
def test_a_change_is_seen(tree: Path, change: str) -> None:
    before = content_digest(tree)
    match change:
        case "content":
            (tree / "etc" / "hosts").write_text("localhosts")
        case "mode":
            (tree / "etc" / "hosts").chmod(0o755)
        case "target":
            (tree / "all").unlink()
            (tree / "all").symlink_to("var")
        case "added":
            (tree / "new").mkdir()
    assert content_digest(tree) != before


def test_the_list_can_be_printed(tree: Path) -> None:
    command = [sys.executable, "-m", "vm_images.digest", str(tree)]
    printed = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parents[2]).stdout
    assert printed == b"".join(file_list(tree))
