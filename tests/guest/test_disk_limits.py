"""A guest that fills its disk, its inodes and its folders in memory, beside one that does not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn import create
from controller.guests.nspawn.state import read_states
from controller.guests.provider import GuestOptions
from tests.waiting import eventually
from vm_images.folders import guests_folder

pytestmark = pytest.mark.guest

DISK_MIB = 256
FULL = b"No space left on device"


@pytest.fixture(scope="module")
def small() -> Iterator[Guest]:
    provider = create(GuestOptions(disk_mib=DISK_MIB, memory_mib=2048))
    yield provider.start()
    provider.close()


def taken(guest: Guest) -> int:
    """Bytes that a guest's folder takes of the host's disk."""
    (state,) = [state for state in read_states() if state.name == guest.name]
    return sum(file.lstat().st_blocks * 512 for file in state.folder.rglob("*"))


def loop_devices_of(guest: Guest) -> list[str]:
    listed = subprocess.run(["losetup", "--list", "--noheadings"], capture_output=True, text=True, check=True)
    return [line for line in listed.stdout.splitlines() if f"/{guest.name}/" in line]


def test_a_full_disk_is_the_guests_own(small: Guest, guest: Guest) -> None:
    fill = ["sh", "-c", "fallocate -l 20G ~/a || dd if=/dev/zero of=$HOME/b bs=1M count=20000"]
    done = small.run(fill, as_user=True, check=False, timeout=120)
    assert done.exit_code != 0
    assert done.stderr.count(FULL) == 2
    assert taken(small) <= (DISK_MIB + 8) * 2**20
    free = os.statvfs(guests_folder())
    assert free.f_bavail * free.f_frsize > 2**30
    guest.run(["sh", "-c", "head -c 20M /dev/zero >~/ok && sync ~/ok"], as_user=True)
    assert not small.call_tool("computer.screenshot").is_error, "the desktop lives on a full disk"
    small.run(["sh", "-c", "rm -f ~/a ~/b"], as_user=True)
    small.run(["sh", "-c", "echo again >~/c"], as_user=True)


def test_freed_space_goes_back_to_the_host(small: Guest) -> None:
    small.run(["sh", "-c", "head -c 100M /dev/urandom >~/a && sync -f ~/a"], as_user=True)
    small.run(["sh", "-c", "rm ~/a"], as_user=True)
    eventually(lambda: taken(small) < 60 * 2**20, seconds=30, what="the file's space to be given back")


def test_inodes_are_limited(small: Guest) -> None:
    script = "import os\nos.mkdir('many')\nfor n in range(10**6): open(f'many/{n}', 'x').close()"
    done = small.run(["python3", "-c", script], as_user=True, check=False, timeout=120)
    assert FULL in done.stderr
    assert small.run(["sh", "-c", "ls -f ~/many | wc -l"]).text < "20000"
    small.run(["rm", "-r", "/home/user/many"], timeout=60)


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm", "/run/user/1000"])
def test_folders_in_memory_are_limited(folder: str, small: Guest) -> None:
    fill = ["sh", "-c", f"head -c 3G /dev/zero >{folder}/fill; status=$?; rm {folder}/fill; exit $status"]
    done = small.run(fill, as_user=True, check=False, timeout=60)
    assert done.exit_code == 1
    assert FULL in done.stderr


def test_a_stopped_guest_leaves_no_loop_device() -> None:
    provider = create(GuestOptions(disk_mib=DISK_MIB))
    try:
        guest = provider.start()
        assert len(loop_devices_of(guest)) == 1
        guest.run(["sh", "-c", "head -c 100M /dev/zero >~/unwritten"], as_user=True)
        folder = guests_folder() / guest.name
    finally:
        provider.close()
    eventually(lambda: not loop_devices_of(guest), seconds=20, what="the loop device to be freed")
    assert not folder.exists()
    assert str(folder) not in Path("/proc/self/mountinfo").read_text()
