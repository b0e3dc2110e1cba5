"""Guests run as virtual machines by QEMU through libvirt, started from memory snapshots of machines that are up."""

from __future__ import annotations

import base64
import secrets
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.applications.registry import SNAPSHOTS as APPLICATIONS
from controller.core.guest import USER, Guest
from controller.guests.booting import HEADLESS_UNIT, require_disk
from controller.guests.hosted import HostedProvider
from controller.guests.libvirt.connection import LibvirtConnection, default_uri, start_daemon
from controller.guests.libvirt.domain import TRANSLATED_MIB, DomainSpec, hardware_hash
from controller.guests.libvirt.kvm import kvm_works
from controller.guests.libvirt.leftovers import remove_leftovers
from controller.guests.libvirt.machine import LOOPBACK, MachineRecord, VirtualMachine
from controller.guests.libvirt.state import allocate
from controller.guests.link.ready import wait_for_desktop, wait_for_screenshot, wait_for_ssh, wait_for_tools
from controller.guests.link.ssh import KeyPair
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.open_application import open_and_idle
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS, GuestOptions
from controller.guests.snapshots import Snapshot, SnapshotStore
from vm_images.disk import find_disk
from vm_images.image import Image

BOOT_SECONDS = 180.0
"""How long a machine may take at each stage of a boot; without KVM, `SLOW_BOOT_SECONDS`."""
SLOW_BOOT_SECONDS = 900.0
EMULATED_SLOWNESS = 5.0
"""See `Guest.slowness`; on a host with other work beside it."""
RESTORED_SECONDS = 120.0
"""How long a restored machine may take to answer."""

_AFTER_RESTORE = "/usr/local/lib/testbed/after-restore"


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
        )
        hardware = hardware_hash(self._spec, self._screen)
        self._store = SnapshotStore(image, hardware, MachineRecord, self.name, self._options)

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
        if snapshot in SNAPSHOTS:
            self.create_snapshot(snapshot)
        source = self.store.get(snapshot)
        return self._bring_up(self._machine(), lambda machine: self._restore(machine, source))

    def boot_cold(self) -> Guest:
        """Boot a guest with its desktop from the image's disk without a snapshot. Raises GuestBootError."""
        return self._bring_up(self._machine(), lambda machine: self._boot(machine, _Keys.generate(), DESKTOP))

    def create_snapshot(self, name: str) -> Snapshot[MachineRecord]:
        """Return a snapshot; create it if it does not exist. See `SnapshotProvider.create_snapshot`."""
        parent = "" if name in SNAPSHOTS else DESKTOP
        source = self.create_snapshot(parent) if parent else None
        return self.store.find_or_make(name, partial(self._freeze, name, source))

    def _freeze(self, name: str, source: Snapshot[MachineRecord] | None, folder: Path) -> MachineRecord:
        machine = self._machine()
        try:
            with self._waiting(machine):
                if source is not None:
                    keys, guest = _Keys.of(source.record), self._restore(machine, source)
                    open_and_idle(name, guest)
                else:
                    keys = _Keys.generate()
                    guest = self._boot(machine, keys, name)
            guest.disconnect()
            machine.freeze(folder)
        finally:
            machine.destroy()
        return self._record(name, source.record.name if source else "", keys)

    def _record(self, name: str, parent: str, keys: _Keys) -> MachineRecord:
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

    def _machine(self) -> VirtualMachine:
        require_disk()
        return VirtualMachine(self._connection, allocate(self._image.hash, self._connection.uri), self._spec)

    def _boot(self, machine: VirtualMachine, keys: _Keys, name: str) -> SshGuest:
        token = secrets.token_urlsafe(32)
        seconds = BOOT_SECONDS if self._spec.kvm else SLOW_BOOT_SECONDS
        headless = name == HEADLESS
        machine.boot(_credential(keys, token, self._display), HEADLESS_UNIT if headless else "")
        with self._answering(machine, keys, token) as guest:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=seconds)
            wait = wait_for_tools if headless else wait_for_desktop
            wait(guest, machine.wait_alive, seconds=seconds)
        return guest

    def _restore(self, machine: VirtualMachine, snapshot: Snapshot[MachineRecord]) -> SshGuest:
        token = secrets.token_urlsafe(32)
        machine.restore(snapshot.folder)
        with self._answering(machine, _Keys.of(snapshot.record), token) as guest:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=RESTORED_SECONDS)
            script = [_AFTER_RESTORE, f"{time.time():.3f}", token]
            guest.run(script, stdin=secrets.token_bytes(64), timeout=RESTORED_SECONDS)
            wait = wait_for_tools if snapshot.record.name == HEADLESS else wait_for_screenshot
            wait(guest, machine.wait_alive, seconds=RESTORED_SECONDS)
        return guest

    def _answering(
        self, machine: VirtualMachine, keys: _Keys, token: str
    ) -> AbstractContextManager[SshGuest]:
        return self._connect(
            machine,
            LOOPBACK,
            port=machine.port,
            user_key=keys.user,
            host_key=keys.host,
            token=token,
            slowness=1.0 if self._spec.kvm else EMULATED_SLOWNESS,
        )


@dataclass(frozen=True, slots=True)
class _Keys:
    """The key that logs in as root, and the guest's host key."""

    user: KeyPair
    host: KeyPair

    @classmethod
    def generate(cls) -> _Keys:
        return cls(KeyPair.generate(), KeyPair.generate())

    @classmethod
    def of(cls, record: MachineRecord) -> _Keys:
        return cls(KeyPair.from_private(record.user_key), KeyPair.from_private(record.host_key))


def _credential(keys: _Keys, token: str, display: str) -> str:
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
