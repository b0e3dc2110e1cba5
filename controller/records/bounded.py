"""Reading files of records that a stranger may have made: plain files of a bounded size, JSON of bounded memory."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, Final

RECORD_LIMIT: Final = 16 * 2**20
"""Largest file of JSON that is read whole, in bytes."""
VALUES_LIMIT: Final = 2_000_000
"""Most values of JSON that one file's readers hold: an empty list of two bytes takes eighty in memory."""
_EXACT_FROM: Final = 10_000
_TEXT: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


def open_plain(path: Path) -> BinaryIO:
    """Open a plain file for reading. Raises OSError, also for a pipe, a device or a folder in its place."""
    # Without O_NONBLOCK a pipe would hold the reader up until somebody writes.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return os.fdopen(descriptor, "rb")


def read_bounded(path: Path, limit: int = RECORD_LIMIT) -> bytes:
    """Read a plain file of at most `limit` bytes. Raises OSError; its `strerror` says why."""
    with open_plain(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"larger than {limit} bytes", str(path))
    return data


def count_values(text: bytes) -> int:
    """About how many values a JSON text has, at least as many as it has; those in its strings do not count."""
    count = _count(text)
    return count if count < _EXACT_FROM else _count(_TEXT.sub(b"", text))


def _count(text: bytes) -> int:
    return text.count(b",") + text.count(b"[") + text.count(b"{") + text.count(b":")
