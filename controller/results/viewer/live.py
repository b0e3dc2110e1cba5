"""Whether a run is running and whether it changed, both without reading its records."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from controller.records.run_folder import RunFolder, changing_files

LOCKS = Path("/proc/locks")
LIVE_SECONDS = 2
"""Interval at which the page of a running run checks for changes."""
IDLE_SECONDS = 10
"""The same for all other pages: a run can be started, resumed or rechecked."""

Stat = tuple[int, int, int]
"""A file's inode, size and modification time in nanoseconds; zeros if there is none."""
NOTHING: Stat = (0, 0, 0)


def held_locks() -> frozenset[tuple[int, int]]:
    """Device and inode of each file whose lock some process of this host holds.

    Read from the kernel's list: trying a lock holds it for a moment, during which a run cannot start.
    """
    held = set()
    try:
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return frozenset()
    for words in map(str.split, lines):
        if len(words) >= 6 and words[1] == "FLOCK" and words[3] == "WRITE":
            major, minor, inode = words[5].split(":")
            held.add((os.makedev(int(major, 16), int(minor, 16)), int(inode)))
    return frozenset(held)


def is_at_work(run: Path, locks: frozenset[tuple[int, int]]) -> bool:
    """Whether a process holds the run's lock (`RunRecords.lock`)."""
    try:
        lock = RunFolder(run).lock_file.stat(follow_symlinks=False)
    except OSError:
        return False
    return (lock.st_dev, lock.st_ino) in locks


def stat_of(path: Path | str) -> Stat:
    try:
        status = os.stat(path, follow_symlinks=False)  # noqa: PTH116  making a Path takes longer
    except OSError:
        return NOTHING
    return status.st_ino, status.st_size, status.st_mtime_ns


def stamp_of(run: Path, episodes: Sequence[str], *, live: bool) -> str:
    """A text that changes whenever anything of the run changes; `episodes` are its episodes' folders."""
    digest = hashlib.blake2b(b"live" if live else b"", digest_size=16)
    for path in changing_files(str(run), episodes):
        digest.update(b"%d %d %d\n" % stat_of(path))
    return digest.hexdigest()


def stamp(*parts: object) -> str:
    """A text that changes whenever one of the parts changes."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
