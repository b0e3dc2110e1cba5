"""One virtual machine as the host sees it: a domain, an overlay of a disk, a console log, a port."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import libvirt
from pydantic import Field

from controller.core.waiting import wait_until
from controller.guests.booting import Booting
from controller.guests.host_tools import host_run
from controller.guests.libvirt.connection import LibvirtConnection, call_libvirt
from controller.guests.libvirt.domain import MEMORY_BLOCK, DomainSpec, domain_xml, overlay_xml
from controller.guests.libvirt.memory_image import UnknownStreamError, split_memory
from controller.guests.libvirt.state import VmState, allocate
from controller.guests.link import access as guest_access
from controller.guests.link.ssh import KeyPair
from controller.guests.snapshots import Snapshot, SnapshotRecord
from testbed.errors import GuestBootError, GuestConnectionError, GuestError, ImageError
from vm_images.image import Image

LOOPBACK = "127.0.0.1"
MEMORY_SECONDS = 120.0
"""How long writing or reading a machine's memory may take; a slow disk has a few GiB to move."""
_PORT_TRIES = 5
_BANDWIDTH = 1 << 40
_HANDLE = "memory"
DISK, MEMORY = "disk.qcow2", "memory"
MEMORY_IMAGE, DEVICES = "memory.image", "devices"
"""What a machine's snapshot holds: its disk; its memory as a stream, or as a file to map and the rest of the stream."""
_LOG = logging.getLogger(__name__)


class MachineRecord(SnapshotRecord):
    """See `SnapshotRecord`; with the keys that let root in, which all machines from one snapshot share."""

    kvm: bool
    memory_mib: int
    cpus: int
    user_key: str = Field(repr=False)
    host_key: str = Field(repr=False)


@dataclass(frozen=True, slots=True)
class MachineKeys:
    """The key that logs in as root, and the guest's host key."""

    user: KeyPair
    host: KeyPair

    @classmethod
    def generate(cls) -> MachineKeys:
        return cls(KeyPair.generate(), KeyPair.generate())

    @classmethod
    def of(cls, record: MachineRecord) -> MachineKeys:
        return cls(KeyPair.from_private(record.user_key), KeyPair.from_private(record.host_key))


class VirtualMachine(Booting):
    """Made for one start, from a disk or from a snapshot. Methods raise GuestError, GuestBootError, UsageError.

    Its disk builds on the snapshots of `line`, each on the one before. They are held until it is destroyed.
    """

    def __init__(
        self,
        connection: LibvirtConnection,
        image: Image,
        spec: DomainSpec,
        keys: MachineKeys,
        line: Sequence[Snapshot[MachineRecord]] = (),
    ) -> None:
        """Raises ImageError when a snapshot has been deleted."""
        with ExitStack() as holds:
            for snapshot in line:
                holds.enter_context(snapshot.hold())
            self.state = state = allocate(image.hash, connection.uri)
            self._holds = holds.pop_all()
        super().__init__(state.name, state.folder / "console.log")
        self._connection = connection
        self._spec = replace(spec, name=state.name, overlay=state.folder / DISK, console=self.console)
        self.keys = keys
        self.line = tuple(line)

    @property
    def port(self) -> int:
        """The host's port that leads to the guest's ssh."""
        return self._spec.port

    def boot(self, credential: str, unit: str = "") -> None:
        """Start from the image's disk, with another unit than systemd's default if one is named.

        `credential` is a configuration of systemd-tmpfiles with the guest's secrets.
        """
        self._make_overlay(self._spec.disk.root, self._spec.overlay)
        file = self.state.folder / "credential"
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as secret:
            secret.write(credential)
        try:
            self._start(replace(self._spec, credential=file, unit=unit))
        finally:
            file.unlink()  # QEMU has read it when it runs

    def restore(self) -> None:
        """Start from the last snapshot of its line: with its disk under an overlay, its memory mapped or read."""
        source = self.line[-1]
        maps = (source.folder / DEVICES).exists()
        try:
            stream = (source.folder / (DEVICES if maps else MEMORY)).open("rb")
        except FileNotFoundError:
            raise ImageError(f"the checkpoint {source.record.name!r} has just been discarded") from None
        with stream:
            self._make_overlay(source.folder / DISK, self._spec.overlay)
            image = source.folder / MEMORY_IMAGE if maps else None
            self._start(replace(self._spec, incoming=True, memory=image))
            self._monitor("getfd", files=(stream.fileno(),), fdname=_HANDLE)
            self._monitor("migrate-incoming", uri=f"fd:{_HANDLE}")
            self.wait_alive(self._has_memory, MEMORY_SECONDS, "its memory to be read")
        domain = self._connection.find(self.name)
        if domain is None:
            raise self.boot_error("ended when its memory had been read")
        if domain.state()[0] == libvirt.VIR_DOMAIN_PAUSED:
            call_libvirt(domain.resume)

    def freeze(self, folder: Path) -> None:
        """Write disk and memory to `folder` as a snapshot's files, and end the machine."""
        call_libvirt(self._domain().suspend)
        self._write_memory(folder / MEMORY)
        owner = self._spec.overlay.stat()
        self._connection.end(self.name)
        self._spec.overlay.rename(folder / DISK)
        _close_disk(folder / DISK)
        self._split_memory(folder, owner)

    def save(self, snapshot: Snapshot[MachineRecord]) -> None:
        """Write disk and memory of one moment as a snapshot's files. The machine goes on; its disk builds on them."""
        domain, folder = self._domain(), snapshot.folder
        try:
            call_libvirt(domain.suspend)
        except GuestError as error:
            raise GuestConnectionError(f"{self.name} does not answer: {error.message}") from error
        try:
            self._write_memory(folder / MEMORY)
            self._branch_disk(domain, folder / DISK)
            self._holds.enter_context(snapshot.hold())
            self.line = (*self.line, snapshot)
        finally:
            self._resume(domain)
        self._split_memory(folder, self._spec.overlay.stat())

    def end_reason(self) -> str:
        return "" if self._connection.find(self.name) else "ended"

    def destroy(self) -> None:
        """End the machine and remove all it left on the host."""
        remove_machine(self.state, self._connection)
        self._holds.close()

    def _start(self, spec: DomainSpec) -> None:
        """Start the domain on a free port; tries several, since another process may take one first."""
        failure: GuestError | None = None
        for _ in range(_PORT_TRIES):
            self._spec = replace(spec, port=_free_port())
            try:
                self._connection.create(domain_xml(self._spec))
                return
            except GuestError as error:
                failure = error
                if "hostfwd" not in error.message and "forwarding" not in error.message:
                    break
        assert failure is not None
        raise self.boot_error(f"was not started: {failure.message}") from failure

    def _make_overlay(self, backing: Path, overlay: Path) -> None:
        command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", str(backing)]
        try:
            host_run([*command, str(overlay)])
        except GuestError as error:
            raise GuestBootError(f"{self.name} has no disk: {error.message}", hint=error.hint) from error

    def _domain(self) -> libvirt.virDomain:
        domain = self._connection.find(self.name)
        if domain is None:
            raise GuestConnectionError(f"{self.name} has ended")
        return domain

    def _write_memory(self, file: Path) -> None:
        """Write the memory of the suspended machine."""
        memory = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            self._monitor("getfd", files=(memory,), fdname=_HANDLE)
            self._monitor("migrate-set-parameters", (), **{"max-bandwidth": _BANDWIDTH})
            self._monitor("migrate", uri=f"fd:{_HANDLE}")
            wait_until(
                self._memory_written, seconds=MEMORY_SECONDS, what="the memory to be written", every=0.05
            )
        except BaseException:
            self._monitor("migrate_cancel")  # does nothing when it has failed already
            raise
        finally:
            os.close(memory)

    def _split_memory(self, folder: Path, owner: os.stat_result) -> None:
        """Make the memory one that QEMU, which runs as this owner, maps instead of reading it."""
        if not self._spec.maps_memory:
            return
        image = folder / MEMORY_IMAGE
        try:
            split_memory(folder / MEMORY, MEMORY_BLOCK, image, folder / DEVICES)
        except UnknownStreamError as error:
            _LOG.warning("machines from %s read their memory whole: %s", folder.name, error)
            return
        except OSError as error:
            raise GuestError(f"the memory of {self.name} could not be written: {error}") from error
        image.chmod(0o400 if self._spec.maps_read_only else 0o600)
        os.chown(image, owner.st_uid, owner.st_gid)

    def _branch_disk(self, domain: libvirt.virDomain, disk: Path) -> None:
        """Leave what the suspended machine has written as `disk`; it writes to a further overlay from then on."""
        written, overlay = self._spec.overlay, self.state.folder / f"{disk.parent.name}.qcow2"
        os.link(written, disk)
        self._make_overlay(disk, overlay)
        flags = (
            libvirt.VIR_DOMAIN_SNAPSHOT_CREATE_DISK_ONLY
            | libvirt.VIR_DOMAIN_SNAPSHOT_CREATE_REUSE_EXT
            | libvirt.VIR_DOMAIN_SNAPSHOT_CREATE_NO_METADATA
            | libvirt.VIR_DOMAIN_SNAPSHOT_CREATE_ATOMIC
        )
        call_libvirt(lambda: domain.snapshotCreateXML(overlay_xml(overlay), flags))
        self._spec = replace(self._spec, overlay=overlay)
        _close_disk(disk)

    def _resume(self, domain: libvirt.virDomain) -> None:
        try:
            call_libvirt(domain.resume)
        except GuestError as error:
            raise GuestConnectionError(f"{self.name} does not go on: {error.message}") from error

    def _has_memory(self) -> bool:
        return bool(self._monitor("query-status")["status"] != "inmigrate")

    def _memory_written(self) -> bool:
        migration = self._monitor("query-migrate")
        if migration["status"] == "failed":
            raise GuestError(
                f"the memory of {self.name} could not be written: {migration.get('error-desc', 'no reason given')}"
            )
        return bool(migration["status"] == "completed")

    def _monitor(self, command: str, files: tuple[int, ...] = (), **arguments: object) -> dict[str, object]:
        reply = self._connection.monitor(self.name, command, files, **arguments)
        return dict(reply)


def remove_machine(state: VmState, connection: LibvirtConnection) -> None:
    """End a machine, whoever started it, and remove its access, folder and state file."""
    guest_access.withdraw(state.name)
    connection.end(state.name)
    host_run(["rm", "-rf", "--one-file-system", "--", str(state.folder)], timeout=120)
    state.forget()


def _close_disk(disk: Path) -> None:
    """Nobody writes to it any more, and who may read its folder may read it."""
    os.chown(disk, os.geteuid(), os.getegid())
    disk.chmod(0o444)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
