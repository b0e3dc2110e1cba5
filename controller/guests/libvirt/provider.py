"""Guests run as virtual machines by QEMU through libvirt, started from memory snapshots of machines that are up."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from controller.applications.registry import SNAPSHOTS as APPLICATIONS
from controller.core.guest import USER, Guest
from controller.guests.booting import HEADLESS_UNIT, require_disk
from controller.guests.checkpoints import Checkpoints
from controller.guests.hosted import HostedProvider
from controller.guests.libvirt.connection import LibvirtConnection, default_uri, start_daemon
from controller.guests.libvirt.domain import TRANSLATED_MIB, DomainSpec, hardware_hash
from controller.guests.libvirt.kvm import kvm_works
from controller.guests.libvirt.leftovers import remove_leftovers
from controller.guests.libvirt.machine import (
    DEVICES,
    LOOPBACK,
    MEMORY,
    MEMORY_IMAGE,
    MachineKeys,
    MachineRecord,
    VirtualMachine,
)
from controller.guests.link.ready import wait_for_desktop, wait_for_screenshot, wait_for_ssh, wait_for_tools
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.open_application import open_and_idle
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS, GuestOptions
from controller.guests.snapshots import Snapshot, SnapshotStore
from testbed.errors import GuestConnectionError
from vm_images.disk import find_disk
from vm_images.image import Image

BOOT_SECONDS = 180.0
"""How long a machine may take at each stage of a boot; without KVM, `SLOW_BOOT_SECONDS`."""
SLOW_BOOT_SECONDS = 900.0
EMULATED_SLOWNESS = 5.0
"""See `Guest.slowness`; on a host with other work beside it."""
RESTORED_SECONDS = 120.0
"""How long a restored machine may take to answer."""

_MAPS_READ_ONLY = 8_002_000
"""From this version on QEMU maps memory of a file that it may only read."""
_AFTER_RESTORE = """
/usr/local/lib/testbed/after-restore "$1" "$2"
echo "$3" >/etc/machine-id
cd /run/log/journal
find . -type l -delete
ln -s * "$3"
"""
"""With the time, the token, the machine's id: journald goes on in the folder of the old id."""


class LibvirtProvider(HostedProvider[VirtualMachine]):
    """Boots, resets and stops guests; see `Provider`. The first start boots and makes the snapshot to start from."""

    name = "libvirt"

    def __init__(self, image: Image, options: GuestOptions | None = None, uri: str = "") -> None:
        disk = find_disk(image)
        kvm = kvm_works(disk)
        uri = uri or default_uri()
        start_daemon(uri)
        self._connection = LibvirtConnection(uri)
        remove_leftovers(self._connection)
        super().__init__(image, options)
        self._spec = DomainSpec(
            name="",
            disk=disk,
            overlay=Path(),
            console=Path(),
            port=0,
            memory_mib=self._options.memory_mib,
            cpus=max(1, round(self._options.cpus)),
            kvm=kvm,
            maps_memory=not self._connection.confines_files(),
            maps_read_only=self._connection.emulator_version() >= _MAPS_READ_ONLY,
        )
        hardware = hardware_hash(self._spec, self._screen)
        self._store = SnapshotStore(image, hardware, MachineRecord, self.name, self._options)
        self._checkpoints: Checkpoints[MachineRecord] = Checkpoints()

    @property
    def uri(self) -> str:
        """The libvirt that runs its machines."""
        return self._connection.uri

    @property
    def kvm(self) -> bool:
        """Whether the processor runs its machines; QEMU emulates one otherwise."""
        return self._spec.kvm

    @property
    def guest_memory_mib(self) -> int:
        return self._options.memory_mib + (0 if self._spec.kvm else TRANSLATED_MIB)

    @property
    def store(self) -> SnapshotStore[MachineRecord]:
        return self._store

    @property
    def can_create(self) -> tuple[str, ...]:
        return (*sorted(SNAPSHOTS), *APPLICATIONS)

    @property
    def snapshots(self) -> frozenset[str]:
        return self.store.names() | SNAPSHOTS

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Start a guest in the snapshot's state; see `Provider.start`."""
        if line := self._checkpoints.line(snapshot):
            return self._start_from(line)
        if snapshot in SNAPSHOTS:
            self.create_snapshot(snapshot)
        return self._start_from(self._line(self.store.get(snapshot)))

    def checkpoint(self, guest: Guest) -> str:
        """Save a guest's state; see `ForkingProvider.checkpoint`."""
        require_disk()
        with self._lock:
            machine, link = self._machines.get(guest.name, (None, None))
        if machine is None or link is None:
            raise GuestConnectionError(f"{guest.name} has been stopped")
        parent = machine.line[-1].record.name if machine.line else ""
        link.ssh.drop()
        name = self._checkpoints.save(
            machine.line, lambda name: self._record(name, parent, machine.keys), machine.save
        )
        try:  # its clock stood still
            link.run(["date", "--utc", f"--set=@{time.time():.3f}"], timeout=RESTORED_SECONDS)
        except BaseException:
            self.discard(name)
            raise
        return name

    def discard(self, checkpoint: str) -> None:
        """Remove a checkpoint; see `ForkingProvider.discard`."""
        line = self._checkpoints.line(checkpoint)
        self._checkpoints.discard(checkpoint)
        if line:  # guests that still run need the disk alone
            for file in (MEMORY, DEVICES, MEMORY_IMAGE):
                (line[-1].folder / file).unlink(missing_ok=True)

    def stop(self, guest: Guest) -> None:
        """Stop a guest; see `Provider.stop`."""
        super().stop(guest)
        self._checkpoints.sweep()

    def close(self) -> None:
        """Stop all guests; see `Provider.close`."""
        super().close()
        self._checkpoints.close()

    def boot_cold(self) -> Guest:
        """Boot a guest with its desktop from the image's disk without a snapshot. Raises GuestBootError."""
        return self._bring_up(self._machine(MachineKeys.generate()), partial(self._boot, headless=False))

    def create_snapshot(self, name: str) -> Snapshot[MachineRecord]:
        """Return a snapshot; create it if it does not exist. See `SnapshotProvider.create_snapshot`."""
        parent = "" if name in SNAPSHOTS else DESKTOP
        source = self.create_snapshot(parent) if parent else None
        return self.store.find_or_make(name, partial(self._freeze, name, source))

    def _freeze(self, name: str, source: Snapshot[MachineRecord] | None, folder: Path) -> MachineRecord:
        machine = self._machine_from(self._line(source)) if source else self._machine(MachineKeys.generate())
        try:
            with self._waiting(machine):
                if source is not None:
                    guest = self._restore(machine)
                    open_and_idle(name, guest)
                else:
                    guest = self._boot(machine, headless=name == HEADLESS)
            guest.disconnect()
            machine.freeze(folder)
        finally:
            machine.destroy()
        return self._record(name, source.record.name if source else "", machine.keys)

    def _record(self, name: str, parent: str, keys: MachineKeys) -> MachineRecord:
        return MachineRecord(
            name=name,
            image=self._image.hash,
            hardware=hardware_hash(self._spec, self._screen),
            parent=parent,
            kvm=self._spec.kvm,
            memory_mib=self._spec.memory_mib,
            cpus=self._spec.cpus,
            screen=self._screen,
            user_key=keys.user.private,
            host_key=keys.host.private,
        )

    def _line(self, snapshot: Snapshot[MachineRecord]) -> list[Snapshot[MachineRecord]]:
        """A snapshot and those that it builds on, the first of them first."""
        parent = snapshot.record.parent
        return [*(self._line(self.store.get(parent)) if parent else []), snapshot]

    def _machine(self, keys: MachineKeys, line: Sequence[Snapshot[MachineRecord]] = ()) -> VirtualMachine:
        require_disk()
        return VirtualMachine(self._connection, self._image, self._spec, keys, line)

    def _machine_from(self, line: Sequence[Snapshot[MachineRecord]]) -> VirtualMachine:
        return self._machine(MachineKeys.of(line[-1].record), line)

    def _start_from(self, line: Sequence[Snapshot[MachineRecord]]) -> Guest:
        return self._bring_up(self._machine_from(line), self._restore)

    def _boot(self, machine: VirtualMachine, *, headless: bool) -> SshGuest:
        token = secrets.token_urlsafe(32)
        seconds = BOOT_SECONDS if self._spec.kvm else SLOW_BOOT_SECONDS
        machine.boot(_credential(machine.keys, token, self._display), HEADLESS_UNIT if headless else "")
        with self._answering(machine, token) as guest:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=seconds)
            wait = wait_for_tools if headless else wait_for_desktop
            wait(guest, machine.wait_alive, seconds=seconds)
        return guest

    def _restore(self, machine: VirtualMachine) -> SshGuest:
        token = secrets.token_urlsafe(32)
        machine.restore()
        with self._answering(machine, token) as guest:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=RESTORED_SECONDS)
            values = f"{time.time():.3f}", token, secrets.token_hex(16)
            guest.run(
                ["sh", "-euc", _AFTER_RESTORE, "sh", *values],
                stdin=secrets.token_bytes(64),
                timeout=RESTORED_SECONDS,
            )
            wait = wait_for_tools if machine.line[0].record.name == HEADLESS else wait_for_screenshot
            wait(guest, machine.wait_alive, seconds=RESTORED_SECONDS)
        return guest

    def _answering(self, machine: VirtualMachine, token: str) -> AbstractContextManager[SshGuest]:
        return self._connect(
            machine,
            LOOPBACK,
            port=machine.port,
            user_key=machine.keys.user,
            host_key=machine.keys.host,
            token=token,
            slowness=1.0 if self._spec.kvm else EMULATED_SLOWNESS,
        )


def _credential(keys: MachineKeys, token: str, display: str) -> str:
    """A tmpfiles.d file: a credential for the first boot, see systemd.system-credentials(7)."""
    files = (
        ("/etc/testbed/token", f"0400 {USER} {USER}", token),
        ("/etc/testbed/display.env", "0644 root root", display),
        ("/root/.ssh/authorized_keys", "0600 root root", f"{keys.user.public}\n"),
        ("/etc/ssh/ssh_host_ed25519_key", "0600 root root", keys.host.private),
        ("/etc/ssh/ssh_host_ed25519_key.pub", "0644 root root", f"{keys.host.public}\n"),
    )
    lines = [
        "d /root/.ssh 0700 root root",
        *(f"f+~ {path} {mode} - {_base64(text)}" for path, mode, text in files),
    ]
    return "\n".join(lines) + "\n"


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
