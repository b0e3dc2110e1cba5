"""vm_images.compare finds every kind of difference; vm_images.layers.reset_times fixes the times of a build."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vm_images import compare
from vm_images.compare import Difference, differences
from vm_images.layout import EPOCH, reset_times

BUILT = EPOCH + 1000


@pytest.fixture
def builds(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal trees."""
    for name in ("left", "right"):
        root = tmp_path / name
        (root / "etc").mkdir(parents=True)
        (root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
        (root / "etc" / "link").symlink_to("hosts")
        for path in (root / "etc" / "hosts", root / "etc" / "link", root / "etc", root):
            os.utime(path, (BUILT, BUILT), follow_symlinks=False)
    return tmp_path / "left", tmp_path / "right"


def relink(root: Path) -> None:
    (root / "etc" / "link").unlink()
    (root / "etc" / "link").symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda root: (root / "etc/hosts").write_text("other\n"), ("etc/hosts", "content")),
        (lambda root: (root / "etc/hosts").chmod(0o600), ("etc/hosts", "mode")),
        (lambda root: (root / "etc").chmod(0o700), ("etc", "mode")),
        (lambda root: (root / "etc/new").touch(), ("etc/new", "only right")),
        (lambda root: (root / "etc/hosts").unlink(), ("etc/hosts", "only left")),
        (relink, ("etc/link", "content")),
    ],
)
def test_each_kind_of_difference_is_found(
    builds: tuple[Path, Path], change: Callable[[Path], object], expected: tuple[str, str]
) -> None:
    left, right = builds
    assert list(differences(left, right, times=True)) == []
    change(right)
    assert list(differences(left, right)) == [Difference(*expected)]


@pytest.mark.root
def test_another_owner_is_a_difference(builds: tuple[Path, Path]) -> None:
    left, right = builds
    os.chown(right / "etc", 42, 0)
    assert list(differences(left, right)) == [Difference("etc", "owner")]


def test_times_count_when_they_are_asked_for(builds: tuple[Path, Path]) -> None:
    left, right = builds
    os.utime(right / "etc" / "hosts", (BUILT + 1, BUILT + 1))
    assert list(differences(left, right)) == []
    assert list(differences(left, right, times=True)) == [Difference("etc/hosts", "time")]


def test_what_a_build_wrote_gets_a_fixed_time_and_the_rest_keeps_its_own(builds: tuple[Path, Path]) -> None:
    for number, root in enumerate(builds):
        written = root / "etc" / "cache"
        written.write_text("x")
        (root / "etc" / "loop").symlink_to("cache")
        for path in (written, root / "etc" / "loop", root / "etc"):
            os.utime(path, (BUILT + 50 + number, BUILT + 50 + number), follow_symlinks=False)
        reset_times(root, BUILT + 50)
        assert (root / "etc" / "hosts").stat().st_mtime == BUILT
        assert written.stat().st_mtime == (root / "etc").stat().st_mtime == EPOCH
    assert list(differences(*builds, times=True)) == []


def test_the_command_fails_for_a_difference_that_is_not_known(builds: tuple[Path, Path]) -> None:
    command = [sys.executable, "-m", "vm_images.compare", *map(str, builds)]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b""
    (builds[1] / "etc" / "hosts").write_text("other\n")
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "content\tetc/hosts\n")


def test_a_known_difference_is_named_and_passes(
    builds: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (builds[1] / "etc" / "hosts").write_text("other\n")
    monkeypatch.setattr(compare, "KNOWN_DIFFERENCES", {"etc/h*": "the name of the building host"})
    monkeypatch.setattr(sys, "argv", ["compare", *map(str, builds)])
    assert compare.main() == 0
    assert capsys.readouterr().out == "content (known)\tetc/hosts\n"


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vm_images.compare", str(tmp_path), str(tmp_path / "gone")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2 and f"there is no folder {str(tmp_path / 'gone')!r}" in done.stderr
