"""Whether this host itself may be why a guest failed, by figures that a guest's user cannot move much.

A guest's processes have limits of their own, so how long the controller's threads waited for a processor, free memory,
free disk and a suspended host are faults of the host.
"""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from vm_images.folders import data_folder

MEMORY_MIB: Final = 256
DISK_MIB: Final = 512
WAITED_TIMES: Final = 3.0
"""Less free than this, or waited for a processor this many times as long as run, and the host is in trouble."""
RUN_SECONDS: Final = 0.2
SUSPENDED_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class HostHealth:
    """Figures at one moment, in seconds: how long this process ran and waited, and how long the host was suspended."""

    ran: float
    waited: float
    suspended: float

    @classmethod
    def now(cls) -> HostHealth:
        """The figures now. Source: `schedstat` in the kernel's Documentation/scheduler/sched-stats.rst."""
        ran = waited = 0
        for task in Path("/proc/self/task").iterdir():
            with suppress(OSError):  # a thread that has ended since
                fields = (task / "schedstat").read_text().split()
                ran, waited = ran + int(fields[0]), waited + int(fields[1])
        suspended = time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
        return cls(ran / 1e9, waited / 1e9, suspended)


@runtime_checkable
class HostedElsewhere(Protocol):
    """A guest that is not of this host: its own host's figures count."""

    def host_trouble(self) -> str:
        """What is wrong with its host, or was since the guest started; "" if nothing is."""
        ...

    def disk_trouble(self) -> str:
        """What is wrong with its host's disk; "" if nothing is."""
        ...


def host_trouble(since: HostHealth) -> str:
    """What is wrong with this host, or was since then; "" if nothing is."""
    now = HostHealth.now()
    if now.suspended - since.suspended > SUSPENDED_SECONDS:
        return f"the host was suspended for {now.suspended - since.suspended:.0f} s"
    ran, waited = now.ran - since.ran, now.waited - since.waited
    if ran > RUN_SECONDS and waited > WAITED_TIMES * ran:
        return f"the host is overloaded: the controller waited {waited:.1f} s for a processor and ran {ran:.1f} s"
    if (memory := available_mib()) < MEMORY_MIB:
        return f"the host has {memory} MiB of memory left"
    return disk_trouble()


def disk_trouble() -> str:
    """What is wrong with the disk that has guests' files; "" if nothing is."""
    folder = data_folder()
    free = shutil.disk_usage(folder).free // 2**20 if folder.exists() else DISK_MIB
    return f"the disk of {folder} has {free} MiB left" if free < DISK_MIB else ""


def available_mib() -> int:
    """The host's available memory in MiB; 0 when it is unknown."""
    path = Path("/proc/meminfo")
    match = (
        re.search(r"^MemAvailable:\s+(\d+) kB$", path.read_text(), re.MULTILINE) if path.exists() else None
    )
    return int(match[1]) // 1024 if match else 0
