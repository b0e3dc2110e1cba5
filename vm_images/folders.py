"""Where images, guests and caches live on this host."""

from __future__ import annotations

import os
from pathlib import Path

HOST_DATA = Path("/var/lib/testbed")


def data_folder() -> Path:
    """Where guests, snapshots and caches live: $TESTBED_DATA, else root's place, or a folder of the user's own."""
    if set_folder := os.environ.get("TESTBED_DATA"):
        return _absolute(set_folder)
    if os.geteuid() == 0:
        return HOST_DATA
    return base_folder("XDG_DATA_HOME", ".local/share") / "testbed"


def guests_folder() -> Path:
    return data_folder() / "guests"


def images_folder() -> Path:
    """Where images are built and found: $TESTBED_IMAGES, else with $TESTBED_DATA, else root's, which all may read."""
    if set_folder := os.environ.get("TESTBED_IMAGES"):
        return _absolute(set_folder)
    return (data_folder() if os.environ.get("TESTBED_DATA") else HOST_DATA) / "images"


def layers_folder() -> Path:
    return images_folder() / "layers"


def base_folder(variable: str, below_home: str) -> Path:
    """A user's folder as a variable names it; a relative one is to be ignored (XDG base directory specification)."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / below_home


def _absolute(folder: str) -> Path:
    """Mounts, guests and other processes are told of it: a relative one holds where the command was called."""
    return Path(folder).expanduser().absolute()
