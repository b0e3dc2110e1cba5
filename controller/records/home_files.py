"""Runs in the guest, as root, under the system's Python: print the user's files, within limits.

    home_files.py HOME MARKER

First a line of JSON, then the bytes of `files`, one after the other. Listed is all below HOME that is not hidden;
`files` are the regular ones of these, and the hidden ones that changed after the file MARKER.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from pathlib import Path
from typing import Any

FILE_LIMIT = 4 * 2**20
TOTAL_LIMIT = 16 * 2**20
MAX_ENTRIES = 5000
SECONDS = 3.0
"""Limits; what exceeds them is left out and recorded as such."""
CACHES = frozenset(
    {
        *(".cache", "Cache", "Code Cache", "GPUCache", "ShaderCache", "GrShaderCache", "CachedData"),
        *("DawnGraphiteCache", "DawnWebGPUCache", "CachedExtensionVSIXs"),
        *("Crash Reports", "BrowserMetrics", "logs"),
    }
)
"""Hidden folders that hold nothing of the user's."""
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def collect(home: str, marker: str) -> tuple[dict[str, Any], list[bytes]]:
    """What is printed: the first line's data, and the contents of the files it names.

    `entries` has path, kind (find's letter) and size of everything listed; `left_out` files that are too large
    or gone; `whole`: whether nothing listed is missing.
    """
    since = _change_time(marker)
    entries: list[tuple[str, str, int]] = []
    files: list[tuple[str, int]] = []
    contents: list[bytes] = []
    left_out: list[str] = []
    problems: list[OSError] = []
    total, whole, deadline = 0, True, time.monotonic() + SECONDS
    for folder, folders, names, handle in os.fwalk(home, onerror=problems.append, follow_symlinks=False):
        relative = os.path.relpath(folder, home)
        prefix = "" if relative == "." else relative + "/"
        hidden = relative != "." and any(part.startswith(".") for part in relative.split("/"))
        folders[:] = sorted(
            name for name in folders if not (name in CACHES and (hidden or name.startswith(".")))
        )
        if len(entries) + len(names) + len(folders) > MAX_ENTRIES or time.monotonic() > deadline:
            whole = False
            break
        for name in sorted(folders + names):
            path, status = prefix + name, _status(name, handle)
            if status is None:
                continue
            if not path.isprintable() or not _is_text(path):
                whole = False
                continue
            if not hidden and not name.startswith("."):
                entries.append((path, _kind(status.st_mode), status.st_size))
            elif status.st_ctime_ns <= since:
                continue
            if not stat.S_ISREG(status.st_mode):
                continue
            fits = status.st_size <= min(FILE_LIMIT, TOTAL_LIMIT - total)
            content = _content(name, handle, status.st_size) if fits else None
            if content is None:
                left_out.append(path)
            else:
                total += len(content)
                files.append((path, len(content)))
                contents.append(content)
    head = {
        "whole": whole and not problems,
        "entries": entries,
        "files": files,
        "left_out": left_out[:MAX_ENTRIES],
    }
    return head, contents


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False  # a name that is no UTF-8
    return True


def _change_time(marker: str) -> float:
    try:
        return Path(marker).stat().st_mtime_ns
    except OSError:
        return float("inf")


def _status(name: str, handle: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=handle, follow_symlinks=False)
    except OSError:
        return None  # it has been removed meanwhile


def _kind(mode: int) -> str:
    if stat.S_ISREG(mode):
        return "f"
    return "d" if stat.S_ISDIR(mode) else "l" if stat.S_ISLNK(mode) else "o"


def _content(name: str, handle: int, size: int) -> bytes | None:
    try:
        with os.fdopen(os.open(name, _OPEN, dir_fd=handle), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            data = file.read(size + 1)
    except OSError:
        return None
    return data if len(data) == size else None


if __name__ == "__main__":
    head, contents = collect(*sys.argv[1:])
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n")
    for content in contents:
        sys.stdout.buffer.write(content)
