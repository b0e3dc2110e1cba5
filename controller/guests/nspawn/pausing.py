"""Containers that stand still: all processes of a guest's control group are frozen, their memory is given back."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.core.waiting import wait_until
from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import SshConnection
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.nspawn import cgroups
from controller.guests.nspawn.reclaiming import reclaim as reclaim_memory
from testbed.errors import GuestConnectionError, GuestTimeoutError

FREEZE_SECONDS = 2.0
"""How long freezing may take before the memory is left alone; a process in the kernel may hold it up."""
_GONE = (errno.ENOENT, errno.ENODEV)
_reclaims = ThreadPoolExecutor(thread_name_prefix="reclaim")


class ContainerGuest(SshGuest):
    """A guest that is a container of this host; see `PausableGuest`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pausing = threading.Lock()
        self._paused = False
        self._enough = threading.Event()
        self._reclaim: Future[int] | None = None

    @property
    def ssh(self) -> SshConnection:
        """Its connection; who takes it is about to use the guest."""
        self.resume()
        return super().ssh

    @property
    def link(self) -> McpLink:
        """Its MCP session, likewise."""
        self.resume()
        return super().link

    def pause(self, *, reclaim: bool = False) -> None:
        """Freeze it; see `PausableGuest.pause`."""
        with self._pausing, self._existing_group():
            if self._paused:
                return
            self._paused = True
            self._freeze_file.write_text("1")
            if self._is_frozen() and reclaim:
                self._enough.clear()
                self._reclaim = _reclaims.submit(reclaim_memory, self.name, self._enough)

    def resume(self) -> int:
        """Thaw it; see `PausableGuest.resume`."""
        if not self._paused:
            return 0
        with self._pausing, self._existing_group():
            self._enough.set()
            try:
                return self._reclaim.result() if self._reclaim and not self._reclaim.cancel() else 0
            finally:
                self._reclaim = None
                self._freeze_file.write_text("0")
                self._paused = False

    @property
    def _freeze_file(self) -> Path:
        return cgroups.unified_root() / self.name / "cgroup.freeze"

    def _is_frozen(self) -> bool:
        """Wait until no process of it runs; False if some still do."""
        events = self._freeze_file.with_name("cgroup.events")
        try:
            return wait_until(
                lambda: "frozen 1" in events.read_text(),
                seconds=FREEZE_SECONDS,
                what=f"{self.name} to freeze",
                every=0.001,
            )
        except GuestTimeoutError:
            return False

    @contextmanager
    def _existing_group(self) -> Iterator[None]:
        """Raises GuestConnectionError where the group is gone, or goes meanwhile."""
        try:
            yield
        except OSError as error:
            if error.errno in _GONE:
                raise GuestConnectionError(f"{self.name} has been stopped") from error
            raise
