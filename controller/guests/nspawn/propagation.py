"""The host's folders for mounts that reach running guests: systemd-nspawn makes one each, and leaves it if killed."""

from __future__ import annotations

from pathlib import Path

from controller.guests.host_tools import host_run

FOLDERS = Path("/run/systemd/nspawn/propagate")


def existing(prefix: str) -> set[str]:
    """Return the names of the guests that have one."""
    return {path.name for path in FOLDERS.glob(f"{prefix}*")}


def remove(name: str) -> None:
    """Remove a guest's folder if it is there. Raises GuestError."""
    host_run(["rm", "-rf", "--one-file-system", "--", str(FOLDERS / name)], timeout=30)
