"""A guest's console: a file on the host that its first messages and those of its kernel and systemd go to."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_CONTROL = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)


def plain(text: str) -> str:
    """A guest's text without control sequences, which could do things to a terminal."""
    return _CONTROL.sub("", text)


def read_tail(path: Path, lines: int) -> str:
    """The last lines of a console's file, at most 64 KiB of it; nothing when there is no such file."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 64 * 1024))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return "\n".join(plain(text).splitlines()[-lines:])


def follow(path: Path, seconds: float, active: Callable[[], bool]) -> Iterator[str]:
    """What is added to a console's file, in whole lines, looked for every so many seconds while `still` says so."""
    rest = ""
    with path.open("r", encoding="utf-8", errors="replace") as file:
        file.seek(0, os.SEEK_END)
        while True:
            last = not active()
            rest += file.read()
            lines, newline, rest = rest.rpartition("\n")
            if newline:
                yield plain(lines)
            if last:
                return
            time.sleep(seconds)
