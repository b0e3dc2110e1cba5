"""Lays out files of the recipe in a root, so that two builds make the same."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from vm_images.application import DEFAULT_APPLICATIONS, Application, application_files
from vm_images.recipe import content_files

EPOCH = 1735689600
"""The time, in seconds, of every file that the recipe itself brings (2025-01-01)."""


def lay_out(source: Path, target: Path) -> None:
    """Copy a tree of the recipe into a root: mode 0755 or 0644, one fixed time, owner root."""
    for file in content_files(source):
        copy = target / file.path
        _make_folder(copy.parent)
        if file.target:
            copy.symlink_to(file.target)
            continue
        shutil.copyfile(file.source, copy)
        copy.chmod(0o755 if file.executable else 0o644)
        os.utime(copy, (EPOCH, EPOCH))


def lay_out_applications(applications: Sequence[Application], root: Path) -> None:
    """Write what the guest reads about its applications into a root that has the files of `rootfs/`."""
    for name, text in application_files(applications).items():
        file = root / name
        _make_folder(file.parent)
        if name == DEFAULT_APPLICATIONS:
            text = file.read_text() + text
        file.write_text(text)
        file.chmod(0o644)
        os.utime(file, (EPOCH, EPOCH))


def reset_times(root: Path, began: float) -> None:
    """Give everything in a root that was modified since `began`, in seconds since 1970, the fixed time `EPOCH`."""
    for path in [root, *root.rglob("*")]:
        if path.lstat().st_mtime >= began:
            os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, readable for all."""
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            path.mkdir(mode=0o755)
            path.chmod(0o755)
