"""scripts/prepare.sh: a virtual environment is used only where it was made."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the scripts and an environment as `python3 -m venv` and pip leave it there."""
    root = tmp_path / "my clone"
    programs = root / ".venv" / "bin"
    programs.mkdir(parents=True)
    shutil.copytree(SCRIPTS, root / "scripts")
    (programs / "python3").symlink_to("/usr/bin/env")
    for name in ("pip", "testbed"):
        (programs / name).write_text(f"#!{programs}/python3\nprint('hello')\n")
    return root


def is_of_here(root: Path) -> bool:
    script = ". scripts/prepare.sh; if environment_is_of_here; then echo yes; else echo no; fi"
    done = subprocess.run(["bash", "-euc", script], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout == "yes\n"


def test_an_environment_is_used_where_it_was_made(clone: Path, tmp_path: Path) -> None:
    assert is_of_here(clone)
    link = tmp_path / "link"
    link.symlink_to(clone)
    assert is_of_here(link)
    (clone / ".venv/bin/testbed").unlink()  # pip was interrupted: the next call goes on
    assert is_of_here(clone)


def test_the_environment_of_a_moved_or_copied_clone_is_not_used(clone: Path, tmp_path: Path) -> None:
    shutil.copytree(clone, tmp_path / "copy", symlinks=True)
    assert not is_of_here(tmp_path / "copy")
    assert is_of_here(clone)
    clone.rename(tmp_path / "moved")
    assert not is_of_here(tmp_path / "moved")


def test_an_environment_whose_python_is_gone_is_not_used(clone: Path) -> None:
    (clone / ".venv/bin/python3").unlink()
    (clone / ".venv/bin/python3").symlink_to("/nowhere/python3")
    assert not is_of_here(clone)
