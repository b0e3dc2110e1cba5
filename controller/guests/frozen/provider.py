"""Guests that start where another one was frozen: from a snapshot of its processes and files, in about a second."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from controller.applications.registry import SNAPSHOTS as APPLICATIONS
from controller.core.guest import Guest
from controller.guests import mounts
from controller.guests.booting import require_disk, require_snapshot
from controller.guests.checkpoints import Checkpoints, remove_leftovers
from controller.guests.frozen import container, dumpable, freeze, hardening, image_files, launch, unshift
from controller.guests.frozen.container import FreezableContainer, LaunchedContainer
from controller.guests.frozen.criu import fetch_criu
from controller.guests.frozen.dumpable import sandboxed_applications
from controller.guests.frozen.hardening import hardening_of_nspawn
from controller.guests.frozen.thawed import ThawedContainer
from controller.guests.host_tools import require_root
from controller.guests.link.ready import wait_for_screenshot, wait_for_tools
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.network_access import CLOSED
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.nspawn.state import allocate
from controller.guests.open_application import open_and_idle
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS, GuestOptions
from controller.guests.snapshot_command import snapshot_command
from controller.guests.snapshots import Snapshot, SnapshotRecord, SnapshotStore
from testbed.errors import GuestBootError, GuestConnectionError
from vm_images.image import Image

KEPT_BYTES = 12 * 2**30
"""Most space that an image's snapshots of this kind take; one has about 400 MiB."""
THAWED_SECONDS = 120.0
"""How long a thawed guest may take to answer."""
_AFTER_THAW = """
echo 512 >/proc/sys/net/unix/max_dgram_qlen
cd /run/log/journal && find . -type l -delete && ln -s * "$(cat /etc/machine-id)"
"""
"""The network is new: the setting is systemd's. journald goes on in the folder of the machine's old id."""


class FrozenRecord(SnapshotRecord):
    """See `SnapshotRecord`; with the host's kernel and its CRIU."""

    kernel: str
    criu: str


class FrozenProvider(NspawnProvider):
    """Thaws, resets and stops guests; see `Provider`. A snapshot is made when it is first wanted."""

    name = "frozen"

    def __init__(self, image: Image, options: GuestOptions | None = None) -> None:
        require_root("the frozen provider", "use virtual machines: --provider libvirt")
        self._criu = fetch_criu()
        remove_leftovers()
        super().__init__(image, options)
        self._store = SnapshotStore(image, self._hardware(), FrozenRecord, self.name, self._options)
        self._checkpoints: Checkpoints[FrozenRecord] = Checkpoints()

    @property
    def store(self) -> SnapshotStore[FrozenRecord]:
        return self._store

    @property
    def can_create(self) -> tuple[str, ...]:
        sandboxed = sandboxed_applications(self._image.layers)
        return (*sorted(SNAPSHOTS), *(app for app in APPLICATIONS if app not in sandboxed))

    @property
    def snapshots(self) -> frozenset[str]:
        return frozenset(self.can_create)

    def checkpoint(self, guest: Guest) -> str:
        """Save a guest's state; see `ForkingProvider.checkpoint`."""
        require_disk()
        with self._lock:
            machine, link = self._machines.get(guest.name, (None, None))
        if not isinstance(machine, ThawedContainer) or link is None:
            raise GuestConnectionError(f"{guest.name} has been stopped")
        link.ssh.drop()
        return self._checkpoints.save(
            machine.line,
            lambda name: self._record(name, machine.line[-1].record.name),
            lambda snapshot: freeze.freeze(machine, self._criu, snapshot.folder, goes_on=True),
        )

    def discard(self, checkpoint: str) -> None:
        """Remove a checkpoint; see `ForkingProvider.discard`."""
        self._checkpoints.discard(checkpoint)

    def stop(self, guest: Guest) -> None:
        """Stop a guest; see `Provider.stop`."""
        super().stop(guest)
        self._checkpoints.sweep()

    def close(self) -> None:
        """Stop all guests; see `Provider.close`."""
        super().close()
        self._checkpoints.close()

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Thaw a fresh guest; see `Provider.start`."""
        if line := self._checkpoints.line(snapshot):
            return self._thaw(line)
        source = self.create_snapshot(snapshot)
        require_disk()
        try:
            return self._thaw(self._line(source))
        except GuestBootError as error:
            delete = snapshot_command("delete", self.name, self._options, snapshot)
            advice = f"if the snapshot is damaged, delete it with `{delete}`: the next start makes it again"
            raise GuestBootError(error.message, hint=f"{error.hint}; {advice}") from error

    def create_snapshot(self, name: str) -> Snapshot[FrozenRecord]:
        """Return a snapshot; create it if it does not exist. See `SnapshotProvider.create_snapshot`."""
        require_snapshot(self, name)
        if existing := self.store.find(name):
            return existing
        source = None if name in SNAPSHOTS else self.create_snapshot(DESKTOP)
        made = self.store.find_or_make(name, partial(self._freeze, name, source))
        self.store.prune(KEPT_BYTES)
        return made

    def _freeze(self, name: str, source: Snapshot[FrozenRecord] | None, folder: Path) -> FrozenRecord:
        require_disk()
        options = replace(self._options, network=CLOSED)
        machine: LaunchedContainer
        if source is not None:
            machine = ThawedContainer(self._image, self._line(source), self._criu)
            guest = self._bring_up(machine, partial(self._go_on, options))
        else:
            hardening = hardening_of_nspawn(self._image)
            machine = FreezableContainer(allocate(self._image.hash), self._image.layers, hardening)
            guest = self._bring_up(machine, partial(self._boot, options, headless=name == HEADLESS))
        try:
            if source is not None:
                open_and_idle(name, guest)
            guest.disconnect()
            freeze.freeze(machine, self._criu, folder)
        finally:
            self.stop(guest)
        return self._record(name, source.record.name if source else "")

    def _record(self, name: str, parent: str) -> FrozenRecord:
        return FrozenRecord(
            name=name,
            image=self._image.hash,
            hardware=self._hardware(),
            parent=parent,
            screen=self._screen,
            kernel=platform.release(),
            criu=self._criu.version_text,
        )

    def _line(self, snapshot: Snapshot[FrozenRecord]) -> list[Snapshot[FrozenRecord]]:
        """A snapshot and those that it builds on, the first of them first."""
        parent = snapshot.record.parent
        return [*(self._line(self.store.get(parent)) if parent else []), snapshot]

    def _thaw(self, line: Sequence[Snapshot[FrozenRecord]]) -> Guest:
        require_disk()
        machine = ThawedContainer(self._image, line, self._criu)
        return self._bring_up(machine, partial(self._go_on, self._options))

    def _go_on(self, options: GuestOptions, machine: ThawedContainer) -> SshGuest:
        machine.prepare()
        machine.place("/etc/machine-id", f"{secrets.token_hex(16)}\n".encode(), mode=0o444)
        with self._running(options, machine) as guest:
            guest.run(["sh", "-c", _AFTER_THAW], timeout=THAWED_SECONDS)
            wait = wait_for_tools if machine.line[0].record.name == HEADLESS else wait_for_screenshot
            wait(guest, machine.wait_alive, seconds=THAWED_SECONDS)
        return guest

    def _hardware(self) -> str:
        """A hash of all that a guest must have to go on from a snapshot: the host, its limits, our programs."""
        flags = re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        modules = (container, dumpable, freeze, hardening, image_files, launch, mounts, unshift)
        facts = [
            *(platform.release(), self._criu.version_text, flags[1] if flags else ""),
            *(self._screen, self._options.memory_mib),
            *(Path(str(module.__file__)).read_text() for module in modules),
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()
