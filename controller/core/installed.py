"""What is installed, as `importlib.metadata` finds it: read once, and again when a folder of Python's path has changed.

Reading the files of every distribution takes longer than all else that a small run needs to begin.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import metadata
from pathlib import Path

_Folders = tuple[tuple[str, int], ...]


def entry_points(group: str) -> metadata.EntryPoints:
    """Return the entry points of a group."""
    return _entry_points(group, _folders())


def version(distribution: str) -> str:
    """Return a distribution's version. Raises metadata.PackageNotFoundError."""
    return _version(distribution, _folders())


@lru_cache(maxsize=512)
def title(distribution: metadata.Distribution) -> str:
    """Return a distribution's name and version, which it reads from its files each time."""
    return f"{distribution.name} {distribution.version}"


@lru_cache(maxsize=64)
def _entry_points(group: str, _: _Folders) -> metadata.EntryPoints:
    return metadata.entry_points(group=group)


@lru_cache(maxsize=64)
def _version(distribution: str, _: _Folders) -> str:
    return metadata.version(distribution)


def _folders() -> _Folders:
    """Return Python's path, with the time of each folder's last change."""
    return tuple((folder, _change_time(Path(folder))) for folder in sys.path)


def _change_time(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0  # the path may name what is not there
