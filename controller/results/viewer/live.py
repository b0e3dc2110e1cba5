"""Whether a run is at work, and whether anything of it changed, both without reading its records."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

LOCKS = Path("/proc/locks")
LIVE_SECONDS = 2
"""How often a page of a run at work looks for news."""
IDLE_SECONDS = 10
"""How often any other page does: a run may be begun, resumed or judged again."""

Stat = tuple[int, int, int]
"""A file's inode, size and time of change in nanoseconds; zeros where there is none."""
NOTHING: Stat = (0, 0, 0)


def held_locks() -> frozenset[tuple[int, int]]:
    """Device and inode of each file of which some process of this host holds the lock.

    Looked up rather than tried: a lock that is tried is held for a moment, in which a run could not begin.
    """
    found = set()
    try:
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return frozenset()
    for words in map(str.split, lines):
        if len(words) >= 6 and words[1] == "FLOCK" and words[3] == "WRITE":
            major, minor, inode = words[5].split(":")
            found.add((os.makedev(int(major, 16), int(minor, 16)), int(inode)))
    return frozenset(found)


def is_at_work(run: Path, locks: frozenset[tuple[int, int]]) -> bool:
    """Whether a process holds the run's lock (`RunRecords.locked`)."""
    try:
        lock = (run / ".lock").stat(follow_symlinks=False)
    except OSError:
        return False
    return (lock.st_dev, lock.st_ino) in locks


def stat_of(path: Path | str) -> Stat:
    try:
        found = os.stat(path, follow_symlinks=False)  # noqa: PTH116  making a Path takes longer
    except OSError:
        return NOTHING
    return found.st_ino, found.st_size, found.st_mtime_ns


def stamp_of(run: Path, episodes: Sequence[str], *, live: bool) -> str:
    """A text that is another one once anything of the run has changed; `episodes` are its episodes' folders."""
    digest = hashlib.blake2b(b"live" if live else b"", digest_size=16)
    for path in _files(str(run), episodes):
        digest.update(b"%d %d %d\n" % stat_of(path))
    return digest.hexdigest()


def _files(run: str, episodes: Sequence[str]) -> Iterable[str]:
    for name in ("run.json", "summary.json", "tools.json"):
        yield f"{run}/{name}"
    for episode in episodes:
        yield episode
        yield f"{episode}/result.json"
        yield f"{episode}/events.jsonl"
        yield f"{episode}/recheck.json"


def stamp(*parts: object) -> str:
    """A text that is another one once any of the parts is."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
