"""Where images, guests and caches live on this host."""

from __future__ import annotations

import os
from pathlib import Path

HOST_DATA = Path("/var/lib/testbed")


def data_folder() -> Path:
    """Where guests, snapshots and caches live: $TESTBED_DATA, else root's place, or a folder of the user's own."""
    if set_folder := os.environ.get("TESTBED_DATA"):
        return Path(set_folder)
    if os.geteuid() == 0:
        return HOST_DATA
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "testbed"


def guests_folder() -> Path:
    return data_folder() / "guests"


def images_folder() -> Path:
    """Where images are built and found: $TESTBED_IMAGES, else with $TESTBED_DATA, else root's, which all may read."""
    if set_folder := os.environ.get("TESTBED_IMAGES"):
        return Path(set_folder)
    return (data_folder() if os.environ.get("TESTBED_DATA") else HOST_DATA) / "images"


def layers_folder() -> Path:
    return images_folder() / "layers"
