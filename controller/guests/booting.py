"""Waiting for a guest to boot, and the errors when it does not."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller.core.waiting import wait_until
from controller.guests.link.console import read_tail
from controller.guests.provider import Provider
from testbed.errors import GuestBootError, GuestTimeoutError, ImageError
from vm_images.folders import guests_folder

HEADLESS_UNIT = "testbed-headless.target"
"""What the guest's systemd starts in place of its default when it is to have no desktop."""
Value = TypeVar("Value")
_MAX_LOGS = 20
_DISK_NEEDED = 2 * 2**30


class Booting(ABC):
    """The host's side of a booting guest. `console` is the file that its console is written to."""

    further_logs: tuple[Path, ...] = ()
    """What else is kept when it does not boot."""

    def __init__(self, name: str, console: Path) -> None:
        self.name = name
        self.console = console
        self._given_up = threading.Event()

    @property
    def given_up(self) -> bool:
        """Whether nobody waits for the guest any more."""
        return self._given_up.is_set()

    def give_up(self) -> None:
        """End the present and all later waits: they raise CancelledError."""
        self._given_up.set()

    @abstractmethod
    def end_reason(self) -> str:
        """How the guest ended, "" while it runs."""

    @abstractmethod
    def destroy(self) -> None:
        """End the guest and remove all it left on the host."""

    def wait_alive(
        self, condition: Callable[[], Value | None], seconds: float, what: str, every: float = 0.02
    ) -> Value:
        """Wait for a condition as long as the guest lives.

        Raises GuestBootError with the console's last lines; CancelledError after `give_up`.
        """

        def check_alive_and() -> Value | None:
            if ended := self.end_reason():
                raise self.boot_error(f"{ended} while waiting for {what}")
            return condition()

        try:
            return wait_until(check_alive_and, seconds=seconds, what=what, every=every, cancel=self._given_up)
        except GuestTimeoutError as error:
            raise self.boot_error(error.message) from None

    def boot_error(self, what: str) -> GuestBootError:
        """Create an error with the console's last lines, and save the full log."""
        saved = guests_folder() / "failed" / f"{self.name}.log"
        saved.parent.mkdir(exist_ok=True, mode=0o700)
        for old in sorted(saved.parent.glob("*.log"), key=lambda log: log.stat().st_mtime)[:-_MAX_LOGS]:
            old.unlink(missing_ok=True)
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(self.console, saved)
        for log in self.further_logs:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(log, saved.with_name(f"{self.name}-{log.name}"))
        tail = self.console_tail()
        return GuestBootError(
            f"guest {self.name} {what}; its console's last lines:\n{tail or '(nothing)'}",
            hint=f"the full console log is {saved}",
        )

    def console_tail(self, lines: int = 20) -> str:
        """The console's last lines, control sequences removed."""
        return read_tail(self.console, lines)


def require_disk() -> None:
    """Raises GuestBootError when there is too little space for a guest's files."""
    folder = guests_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o711)
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    if free < _DISK_NEEDED:
        raise GuestBootError(
            f"only {free / 2**20:.0f} MiB are free under {folder}; a guest needs {_DISK_NEEDED / 2**20:.0f}",
            hint="free some space, or set TESTBED_DATA to a folder on another disk",
        )


def require_snapshot(provider: Provider, snapshot: str) -> None:
    """Raises ImageError when the provider has no such snapshot."""
    if snapshot not in provider.snapshots:
        raise ImageError(
            f"{provider.name} guests have no snapshot {snapshot!r}, only {', '.join(sorted(provider.snapshots))}",
            hint="snapshots with open applications are those of --provider libvirt and frozen",
        )
