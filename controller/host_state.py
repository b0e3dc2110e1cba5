"""What processes of this host tell each other about guests lies here; who owns what is told by process."""

from __future__ import annotations

import os
from pathlib import Path

from vm_images.image import data_folder

HOST_STATES = Path("/run/testbed")
"""Where root's files about running guests lie: gone after a reboot, as the guests are."""


def states_folder() -> Path:
    """Where this user's files about running guests lie."""
    return HOST_STATES if os.geteuid() == 0 else data_folder() / "states"


def process_start(pid: int) -> str | None:
    """When a process started, in a form no other process of this host ever has; None if it is gone."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = status.rpartition(")")[2].split()
    if fields[0] in "ZX":
        return None
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot}:{fields[19]}"
