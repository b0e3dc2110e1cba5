"""What a layer holds, file by file, so that two builds of the same recipe can be compared.

`python -m vm_images.digest ROOT` prints the list that is hashed: `diff` of two such lists says what differs.
Times do not count.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def content_digest(root: Path) -> str:
    """SHA-256, in hex, of a tree's list of files."""
    digest = hashlib.sha256()
    for line in file_list(root):
        digest.update(line)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a tree.

    Attributes:
        path: Its path below the tree's root, "." for the root; undecodable bytes as surrogates.
        mode: Type and permissions.
        owner: User and group.
        content: A file's SHA-256, a link's target, and the device number of anything else.
        seconds: When it was modified, in seconds since 1970.
    """

    path: str
    mode: int
    owner: tuple[int, int]
    content: bytes
    seconds: int


def entries(root: Path) -> Iterator[Entry]:
    """Yield everything in a tree, sorted by path."""
    for path in [root, *sorted(root.rglob("*"))]:
        status = path.lstat()
        yield Entry(
            path=str(path.relative_to(root)),
            mode=status.st_mode,
            owner=(status.st_uid, status.st_gid),
            content=_content(path, status),
            seconds=int(status.st_mtime),
        )


def file_list(root: Path) -> Iterator[bytes]:
    """A line for each thing in a tree, sorted by path: type and mode in octal, owner, group, content, path."""
    for entry in entries(root):
        meta = b"%o %d %d" % (entry.mode, *entry.owner)
        yield b" ".join((meta, entry.content, os.fsencode(entry.path))) + b"\n"


def _content(path: Path, status: os.stat_result) -> bytes:
    if stat.S_ISREG(status.st_mode):
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest().encode()
    if stat.S_ISLNK(status.st_mode):
        return os.fsencode(path.readlink())
    return b"%d" % status.st_rdev


if __name__ == "__main__":
    for entry in file_list(Path(sys.argv[1])):
        sys.stdout.buffer.write(entry)
