"""Faults of frozen guests' snapshots: CRIU killed at work, files cut off or gone."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from controller.core.waiting import wait_until
from testbed.errors import GuestTimeoutError

CRIU_SECONDS = 20.0
"""How long CRIU may let itself be waited for."""
CAUSES = r"GuestBootError|did not come up|ended with|cannot be frozen|ImageError|snapshot|No such file"


@dataclass(frozen=True, slots=True)
class SnapshotFault:
    """A fault of the snapshots in a data folder.

    `inject` returns what ends it; None if it cannot be injected now.
    """

    inject: Callable[[Path], Callable[[], object] | None]
    causes: str = CAUSES
    seconds: float = 0.0


def kill_criu(data: Path) -> Callable[[], object] | None:
    """Kill the CRIU that next dumps or restores a guest of this folder."""

    def find() -> int | None:
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                if {b"dump", b"restore"} & {*words} and str(data).encode() in b"\0".join(words):
                    return int(process.name)
        return None

    try:
        pid = wait_until(find, seconds=CRIU_SECONDS, what="a CRIU at work", every=0.01)
    except GuestTimeoutError:
        return None
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return lambda: None


def cut_off(data: Path) -> Callable[[], object] | None:
    """Cut the largest file of a snapshot's memory in half; its content comes back when the fault ends."""
    files = [*data.glob("images/*/snapshots/*/*/dump/pages-*.img")]
    if not files:
        return None
    largest = max(files, key=lambda file: file.stat().st_size)
    content = largest.read_bytes()
    os.truncate(largest, len(content) // 2)
    return lambda: largest.write_bytes(content)


def take_away(data: Path) -> Callable[[], object] | None:
    """Move an image's snapshots away, of which guests may run."""
    folders = [*data.glob("images/*/snapshots")]
    if not folders:
        return None
    away = data / f"away-{len([*data.glob('away-*')])}"
    shutil.move(folders[0], away)
    return lambda: None


SNAPSHOT_FAULTS = {
    "criu_killed": SnapshotFault(kill_criu),
    "snapshot_cut_off": SnapshotFault(cut_off, seconds=8.0),
    "snapshots_gone": SnapshotFault(take_away),
}
