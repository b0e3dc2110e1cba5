"""A guest's console: a file on the host that its first messages and those of its kernel and systemd go to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.core.plain_text import plain_text


def read_tail(path: Path, lines: int) -> str:
    """The last lines of a console's file, at most 64 KiB of it; nothing when there is no such file."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 64 * 1024))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return "\n".join(plain_text(text).splitlines()[-lines:])


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
                yield plain_text(lines)
            if last:
                return
            time.sleep(seconds)
