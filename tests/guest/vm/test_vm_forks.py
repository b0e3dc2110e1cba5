"""Copies of machines in mid-work: what they have of the original, what is their own, what is left on the host."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.checkpoints import checkpoints_folder
from controller.guests.libvirt.machine import VirtualMachine
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.link import access as guest_access
from testbed.errors import GuestConnectionError, GuestError, ImageError
from tests.guest.forks import assert_processes_go_on
from tests.guest.vm.test_vm_faults import emulator_of

pytestmark = [pytest.mark.guest, pytest.mark.vm]
IDENTITY = "cat /etc/machine-id; head -c 32 /dev/urandom | base64 -w0; echo; cat /etc/testbed/token"


@pytest.fixture
def original(vms: LibvirtProvider) -> Iterator[Guest]:
    guest = vms.start()
    yield guest
    vms.stop(guest)


def files_of(*checkpoints: str) -> set[str]:
    files = [file for name in checkpoints for file in checkpoints_folder().glob(f"{name}/*")]
    return {file.relative_to(checkpoints_folder()).as_posix() for file in files}


def mapped(guest: Guest) -> list[str]:
    """How QEMU maps files with the memory of machines."""
    maps = Path(f"/proc/{emulator_of(guest.name)}/maps").read_text().splitlines()
    return [line.split()[1] for line in maps if line.endswith("/memory.image")]


def test_processes_go_on(vms: LibvirtProvider) -> None:
    assert_processes_go_on(vms)


def test_a_copy_has_an_identity_of_its_own_and_lives_in_the_present(
    vms: LibvirtProvider, original: Guest
) -> None:
    checkpoint = vms.checkpoint(original)
    copies = [vms.start(checkpoint) for _ in range(2)]
    own: list[str] = []
    for each in (original, *copies):
        before = time.time()
        assert before - 5 < float(each.run(["date", "+%s.%N"]).text) < time.time() + 5
        own += each.run(["sh", "-c", IDENTITY]).text.split()
        own.append(str(guest_access.find_access(each.name).port))
        assert each.run(["journalctl", "--no-pager", "--quiet", "--unit", "ssh"]).text
    assert len({*own}) == len(own) == 12
    for each in copies:
        vms.stop(each)
    vms.discard(checkpoint)


def test_copies_map_what_only_root_and_qemu_can_read(vms: LibvirtProvider, original: Guest) -> None:
    """Where AppArmor or SELinux confines QEMU, it reads the memory instead."""
    checkpoint = vms.checkpoint(original)
    copies = [vms.start(checkpoint) for _ in range(2)]
    for each in (original, *copies):
        assert mapped(each) == ["rw-p"] * vms._spec.maps_memory
    folder = checkpoints_folder() / checkpoint
    assert folder.parent.stat().st_mode & 0o777 == folder.stat().st_mode & 0o777 == 0o711
    memory = {"devices", "memory.image"} if vms._spec.maps_memory else {"memory"}
    closed = {file.name for file in folder.iterdir() if file.stat().st_mode & 0o077 == 0}
    assert closed == {"snapshot.json", *memory}
    for each in copies:
        vms.stop(each)
    vms.discard(checkpoint)


def test_what_is_discarded_stays_as_far_as_a_disk_builds_on_it(vms: LibvirtProvider) -> None:
    original = vms.start()
    original.write_file("/home/user/note.txt", b"before")
    first = vms.checkpoint(original)
    copy = vms.start(first)
    vms.discard(first)
    kept = {f"{first}/disk.qcow2", f"{first}/snapshot.json"}
    assert files_of(first) == kept
    second = vms.checkpoint(original)
    vms.stop(original)
    deeper = vms.start(second)
    vms.discard(second)
    for each in (copy, deeper):
        each.run(["sh", "-c", "echo 3 >/proc/sys/vm/drop_caches"])
        assert each.read_file("/home/user/note.txt") == b"before"
    vms.stop(deeper)
    assert files_of(first, second) == kept
    vms.stop(copy)
    assert files_of(first) == set()


def test_a_guest_goes_on_when_it_cannot_be_saved(
    vms: LibvirtProvider, original: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise GuestError("the disk is full")

    for part in ("_branch_disk", "_split_memory"):
        with monkeypatch.context() as patched, pytest.raises(GuestError, match="the disk is full"):
            patched.setattr(VirtualMachine, part, fail)
            vms.checkpoint(original)
        assert original.call_tool("computer.screenshot", {}).images
    checkpoint = vms.checkpoint(original)
    copy = vms.start(checkpoint)
    assert copy.call_tool("computer.screenshot", {}).images
    vms.stop(copy)
    vms.discard(checkpoint)


def test_errors(vms: LibvirtProvider) -> None:
    for call in (vms.start, vms.discard):
        with pytest.raises(ImageError, match="checkpoint-none"):
            call("checkpoint-none")
    stopped, killed = vms.start(), vms.start()
    vms.stop(stopped)
    os.kill(emulator_of(killed.name), signal.SIGKILL)
    for guest, message in ((stopped, "has been stopped"), (killed, r"has ended|does not answer")):
        with pytest.raises(GuestConnectionError, match=message):
            vms.checkpoint(guest)
    vms.stop(killed)
