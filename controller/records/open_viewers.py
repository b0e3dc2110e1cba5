"""Which folders of runs a viewer of this account shows now.

A viewer holds the lock of a file that names its folder, so that a killed one is not taken for a live one.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vm_images.folders import data_folder


def _folder() -> Path:
    return data_folder() / "viewers"


@contextmanager
def announce_viewer(root: Path) -> Iterator[None]:
    """Announce meanwhile that a viewer shows the runs below a folder. Raises OSError."""
    _folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    path = _folder() / f"{os.getpid()}-{secrets.token_hex(4)}"
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(str(root.resolve()))
        file.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def is_viewed(run: Path) -> bool:
    """Whether a viewer shows the run in a folder, which need not exist yet."""
    run = run.resolve()
    return any(run.is_relative_to(root) for root in _viewer_folders())


def _viewer_folders() -> Iterator[Path]:
    """The folders of live viewers; the files of killed ones are removed."""
    for path in _folder().glob("*-*"):
        try:
            with path.open() as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    yield Path(file.read())
                else:
                    path.unlink(missing_ok=True)
        except FileNotFoundError:  # its viewer has just closed
            continue
