"""Faults of the controller and its host, each injected into one run of a controller at a seeded moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.chaos.controllers import Controller
from tests.chaos.subject import Subject

MOST_FILE_OPERATIONS = 250
"""Moments are chosen among so many file operations of a controller, or so many seconds of its run."""
LONGEST = 0.8
KILLED, TERMINATED = -signal.SIGKILL, -signal.SIGTERM
INTERRUPTED = 130
DISK_MIB = 64
POLL_SECONDS = 0.01


def _at_random(subject: Subject, rng: random.Random) -> Controller:
    controller = subject.start()
    _pass_time(controller, rng)
    return controller


def _pass_time(controller: Controller, rng: random.Random) -> None:
    """Let a seeded part of a run pass, less if it ends before."""
    controller.wait(rng.uniform(0.0, LONGEST))


def kill_at_file_operation(subject: Subject, rng: random.Random) -> bool:
    """Kill the controller between two operations on its records."""
    controller = subject.start(kill_at=rng.randint(1, MOST_FILE_OPERATIONS))
    return subject.end(controller, 0, 1, KILLED) == KILLED


def kill(subject: Subject, rng: random.Random) -> bool:
    """Kill the controller at a moment."""
    controller = _at_random(subject, rng)
    controller.signal(signal.SIGKILL)
    return subject.end(controller, 0, 1, KILLED) == KILLED


def terminate(subject: Subject, rng: random.Random) -> bool:
    """Send SIGTERM, once or twice; without any work begun its default action ends the process."""
    controller = _at_random(subject, rng)
    controller.signal(signal.SIGTERM)
    if rng.random() < 0.3:
        _pass_time(controller, rng)
        controller.signal(signal.SIGTERM)
    return subject.end(controller, 0, 1, INTERRUPTED, TERMINATED) in (INTERRUPTED, TERMINATED)


def interrupt(subject: Subject, rng: random.Random) -> bool:
    """Send SIGINT, as Ctrl-C does."""
    controller = _at_random(subject, rng)
    controller.signal(signal.SIGINT)
    code = subject.end(controller, 0, 1, INTERRUPTED, -signal.SIGINT)
    return code in (INTERRUPTED, -signal.SIGINT)


def suspend(subject: Subject, rng: random.Random) -> bool:
    """Stop the controller for a while."""
    controller = _at_random(subject, rng)
    stopped = controller.signal(signal.SIGSTOP)
    time.sleep(rng.uniform(0.1, 1.0))
    controller.signal(signal.SIGCONT)
    subject.end(controller, 0, 1)
    return stopped


def second_controller(subject: Subject, rng: random.Random) -> bool:
    """Start a second controller on the same run folder, with another limit if it can resume, while the first works."""
    first = subject.start()
    if rng.random() < 0.7:
        while not _holds_lock(first) and first.wait(POLL_SECONDS) is None:
            pass
    limit = {"call_seconds": 777.0} if subject.begun else {}
    second = subject.start(limit)
    if subject.end(second, 0, 1, 2) == 2:
        subject.end(first, 0, 1)
    else:  # the first was not yet, or no longer, at work
        subject.limits |= limit
        subject.end(first, 0, 1, 2)
    return True


def _holds_lock(controller: Controller) -> bool:
    """Whether the controller holds the lock of its run, the only one that it takes."""
    return any(
        line.split()[4] == str(controller.pid) for line in Path("/proc/locks").read_text().splitlines()
    )


def step_clock(subject: Subject, rng: random.Random) -> bool:
    """Step the controller's clock by an hour, back or forth."""
    at = rng.randint(1, MOST_FILE_OPERATIONS // 2)
    controller = subject.start(step_at=at, step_seconds=rng.choice((-3600.0, 3600.0)))
    subject.end(controller, 0, 1)
    return True


def fill_disk(subject: Subject, rng: random.Random) -> bool:
    """Fill the disk of the run folder; once the controller has ended, make room."""
    controller = _at_random(subject, rng)
    ballast = subject.place / "disk/ballast"
    fill(ballast)
    code = subject.end(controller, 0, 1, 2)
    ballast.unlink()
    return code != 0


def fill(path: Path) -> None:
    """Write a file until the disk is full."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(2**16))


def mount_small_disk(folder: Path, mib: int = DISK_MIB) -> None:
    """Mount a small file system there. Needs root."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mib}m,mode=0755", "chaos", folder], check=True)


def unmount(folder: Path) -> None:
    """Unmount it."""
    subprocess.run(["umount", folder], check=True)


CONTROLLER_FAULTS: dict[str, Callable[[Subject, random.Random], bool]] = {
    "kill_9": kill,
    "kill_9_at_file": kill_at_file_operation,
    "sigterm": terminate,
    "sigint": interrupt,
    "suspended": suspend,
    "two_controllers": second_controller,
    "clock_step": step_clock,
    "disk_full": fill_disk,
}
"""Each function starts a controller, injects the fault and waits for the end; True if it was injected in time."""
NEEDS_ROOT = frozenset({"disk_full"}) if os.geteuid() else frozenset[str]()
