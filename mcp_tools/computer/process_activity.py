"""Knowing whether an application still works on what it was sent, by the states of its processes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

QUIET_LOOKS = 3
LOOK_SECONDS = 0.01


class ProcessState(NamedTuple):
    """Of one process: its parent, and its main thread's state as in proc(5)."""

    parent: int
    state: str


def wait_until_quiet(pid: int, limit_seconds: float, proc: Path = Path("/proc")) -> bool:
    """Wait until a process and its descendants wait for input; False when they still work after the limit.

    They are quiet when a few looks in a row find every main thread asleep. One that is runnable (R), waits
    for a disk (D) or is stopped (T) may have input before it that it has not taken: a browser's window
    answers while its page's own process gets no processor time.
    """
    deadline = time.monotonic() + limit_seconds
    quiet = 0
    while quiet < QUIET_LOOKS:
        quiet = 0 if is_working(pid, proc) else quiet + 1
        if time.monotonic() >= deadline:
            return False
        time.sleep(LOOK_SECONDS)
    return True


def is_working(pid: int, proc: Path = Path("/proc")) -> bool:
    """Whether the main thread of a process or of a descendant is runnable, waits for a disk or is stopped."""
    states = _read_states(proc)
    family = {pid}
    while more := {child for child, state in states.items() if state.parent in family} - family:
        family |= more
    return any(states[member].state in "RDT" for member in family if member in states)


def busiest_state(pids: Collection[int], seconds: float = 1.0, proc: Path = Path("/proc")) -> str:
    """What processes do, by their main threads: "T" when one is stopped, "R" when one works all the time, else "S"."""
    working = set(pids)
    deadline = time.monotonic() + seconds
    while True:
        states = _read_states(proc)
        own = {pid: states[pid].state for pid in pids if pid in states}
        if "T" in own.values():
            return "T"
        working &= {pid for pid, state in own.items() if state in "RD"}
        if not working or time.monotonic() >= deadline:
            return "R" if working else "S"
        time.sleep(LOOK_SECONDS)


def _read_states(proc: Path) -> dict[int, ProcessState]:
    states = {}
    for folder in proc.iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                # pid (comm) state ppid ...; comm may hold spaces and parentheses.
                state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
                states[int(folder.name)] = ProcessState(int(parent), state)
    return states
