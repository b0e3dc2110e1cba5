from __future__ import annotations

import os
from pathlib import Path

from vm_images.layout import EPOCH, lay_out


def test_the_recipes_files_are_laid_out_with_fixed_modes_and_times(tmp_path: Path) -> None:
    source, target = tmp_path / "rootfs", tmp_path / "root"
    (source / "etc" / "unit.d").mkdir(parents=True)
    (source / "etc" / "unit.d" / "a.conf").write_text("a")
    (source / "etc" / "unit.d" / "a.conf").chmod(0o600)
    (source / "program").write_text("#!/bin/sh\n")
    (source / "program").chmod(0o700)
    (source / "link").symlink_to("/etc/hosts")
    (source / "__pycache__").mkdir()
    (source / "__pycache__" / "a.pyc").write_bytes(b"")

    old = os.umask(0o077)
    try:
        lay_out(source, target)
    finally:
        os.umask(old)

    assert (target / "etc/unit.d/a.conf").stat().st_mode & 0o777 == 0o644
    assert (target / "etc/unit.d").stat().st_mode & 0o777 == 0o755
    assert (target / "program").stat().st_mode & 0o777 == 0o755
    assert (target / "program").stat().st_mtime == EPOCH
    assert (target / "link").readlink() == Path("/etc/hosts")
    assert not (target / "__pycache__").exists()
