"""A guest's disk: a file system of limited size in a sparse file, so that a guest cannot fill the host's disk."""

from __future__ import annotations

import ctypes
import fcntl
import os
from pathlib import Path

from controller.guests.host_tools import host_run
from testbed.errors import UsageError

BYTES_PER_INODE = 16_384
_FEATURES = "^has_journal,^resize_inode,^metadata_csum,uninit_bg"
"""No journal: a guest's disk is discarded. Inode tables without content, so that an empty disk takes 200 KiB."""

FS_IOC_SHUTDOWN, SHUTDOWN_NO_FLUSH = 0x8004587D, 2


def make_disk(file: Path, content: Path, limit_mib: int) -> None:
    """Make a disk with the files of a folder, their owners and modes included.

    Args:
        file: The disk, which must not exist.
        content: What is in its root folder.
        limit_mib: Its size in MiB. It has an inode for each 16 KiB.

    Raises:
        UsageError: The host lacks loop devices or mke2fs.
        GuestError: mke2fs fails.
    """
    require_loop_devices()
    with file.open("xb") as disk:
        disk.truncate(limit_mib * 2**20)
    features = ["-t", "ext4", "-O", _FEATURES, "-E", "lazy_itable_init=1,nodiscard"]
    sizes = ["-b", "4096", "-i", str(BYTES_PER_INODE), "-m", "0"]
    host_run(["mke2fs", "-q", "-F", *features, *sizes, "-d", str(content), str(file)])


def require_loop_devices(control: Path = Path("/dev/loop-control")) -> None:
    """Raise UsageError if this host has no loop devices."""
    if not control.exists():
        raise UsageError(
            f"this host has no loop devices ({control} does not exist), which limit the disk space of a guest",
            hint="modprobe loop; in a container, start it with --privileged",
        )


def drop_unwritten(file: Path, mounted: Path) -> None:
    """Discard what a mounted disk has not written yet, so that a guest that is stopped ends without writing it.

    The disk answers every later access with an error.

    Args:
        file: The disk.
        mounted: Where it is mounted. Nothing happens if it is not, or no longer.
    """
    try:
        folder = os.open(mounted, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return  # the guest has ended, and its mounts with it
    try:
        if _backing_file(os.fstat(folder).st_dev) == str(file):  # never the host's own file system
            fcntl.ioctl(folder, FS_IOC_SHUTDOWN, ctypes.c_uint32(SHUTDOWN_NO_FLUSH))
    finally:
        os.close(folder)


def _backing_file(device: int) -> str:
    """The file that a loop device shows; "" for other devices."""
    file = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/loop/backing_file")
    return file.read_text().removesuffix("\n") if file.exists() else ""
