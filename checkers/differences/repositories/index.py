"""What a Git repository's index lists: the files that the next commit would have."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from checkers.evidence import Unusable

MAX_ENTRIES = 20_000
_ENTRY = struct.Struct(">40x20sH")
"""Times, device, inode, mode, owner and size of a file come before its content's id; the mode is at 24."""
_LONG_NAME = 0xFFF


@dataclass(frozen=True, slots=True)
class StagedFile:
    """An entry of the index.

    Attributes:
        path: Path in the repository.
        mode: As `git ls-files --stage` shows it: 100644, 100755, 120000, 160000.
        content: Id of its content.
        stage: 0, or 1 to 3 of a file with a conflict.
        flags: What the user has marked it with: "assume unchanged", "skip worktree", "intent to add".
    """

    path: str
    mode: str
    content: str
    stage: int
    flags: tuple[str, ...]


def read_index(data: bytes) -> list[StagedFile]:
    """Read an index of version 2, 3 or 4 with SHA-1. Times and sizes, and what Git keeps for speed, are left out.

    Raises Unusable.
    """
    try:
        magic, version, number = struct.unpack_from(">4sII", data)
        if magic != b"DIRC" or version not in (2, 3, 4) or number > MAX_ENTRIES:
            raise Unusable("the index is of version 2 to 4", f"{magic!r}, {version}, {number} entries")
        return list(_entries(data, version, number))
    except (struct.error, ValueError, IndexError) as error:
        raise Unusable("the index is readable", error) from error


def _entries(data: bytes, version: int, number: int) -> Iterator[StagedFile]:
    place, path = 12, b""
    for _ in range(number):
        begin = place
        content, bits = _ENTRY.unpack_from(data, place)
        (mode,) = struct.unpack_from(">I", data, place + 24)
        place += _ENTRY.size
        more = 0
        if version >= 3 and bits & 0x4000:
            (more,) = struct.unpack_from(">H", data, place)
            place += 2
        if version == 4:
            cut, place = _path_cut(data, place)
            end = data.index(b"\0", place)
            path = path[: len(path) - cut] + data[place:end]
            place = end + 1
        else:
            end = data.index(b"\0", place + min(bits & _LONG_NAME, len(data)))
            path = data[place:end]
            place = begin + (end - begin + 8) // 8 * 8
        yield StagedFile(
            path.decode("utf-8", "backslashreplace"),
            f"{mode:o}",
            content.hex(),
            bits >> 12 & 3,
            _flags(bits, more),
        )


def _flags(bits: int, more: int) -> tuple[str, ...]:
    flags = {
        "assume unchanged": bits & 0x8000,
        "skip worktree": more & 0x4000,
        "intent to add": more & 0x2000,
    }
    return tuple(name for name, is_set in flags.items() if is_set)


def _path_cut(data: bytes, place: int) -> tuple[int, int]:
    """Return how many bytes of the path before are no part of this one, and where the rest of this one begins."""
    byte = data[place]
    value, place = byte & 0x7F, place + 1
    while byte >= 0x80 and value < 2**31:
        byte = data[place]
        value, place = (value + 1) << 7 | byte & 0x7F, place + 1
    return value, place
