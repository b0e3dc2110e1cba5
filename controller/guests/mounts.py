"""Mounts and namespaces of the programs that become guests: with only the standard library, for a quick start."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

UIDS = 65536
"""How many user ids a guest has."""

SYS_OPEN_TREE, SYS_MOVE_MOUNT, SYS_MOUNT_SETATTR = 428, 429, 442  # the same on every architecture
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
OPEN_TREE_CLONE, OPEN_TREE_CLOEXEC = 1, os.O_CLOEXEC
MOVE_MOUNT_F_EMPTY_PATH = 4
MOUNT_ATTR_RDONLY, MOUNT_ATTR_IDMAP = 0x1, 0x100000
CLONE_NEWUSER = 0x10000000
LOOP_CTL_GET_FREE, LOOP_CONFIGURE = 0x4C82, 0x4C0A
LO_FLAGS_AUTOCLEAR, LO_FLAGS_DIRECT_IO = 4, 16
LOOP_MAJOR = 7

libc = ctypes.CDLL(None, use_errno=True)


class MountAttr(ctypes.Structure):
    """struct mount_attr of mount_setattr(2)."""

    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


class LoopInfo(ctypes.Structure):
    """struct loop_info64 of loop(4)."""

    _fields_ = (
        ("devices_and_sizes", ctypes.c_uint64 * 5),
        ("number", ctypes.c_uint32),
        ("encryption", ctypes.c_uint32 * 2),
        ("flags", ctypes.c_uint32),
        ("names", ctypes.c_uint8 * (64 + 64 + 32)),
        ("init", ctypes.c_uint64 * 2),
    )


class LoopConfig(ctypes.Structure):
    """struct loop_config of loop(4)."""

    _fields_ = (
        ("file", ctypes.c_uint32),
        ("block_size", ctypes.c_uint32),
        ("info", LoopInfo),
        ("reserved", ctypes.c_uint64 * 8),
    )


def join_guest_cgroup(name: str) -> None:
    """Show a cgroup2 hierarchy at /sys/fs/cgroup, on hosts with v1 controllers too, and enter the guest's group."""
    root = Path("/sys/fs/cgroup")
    if not (root / "cgroup.procs").exists() or not (root / "cgroup.controllers").exists():
        mount("cgroup2", str(root), "cgroup2", 0)
    (root / name / "cgroup.procs").write_text("0")


def mount_disk(file: str, target: str) -> None:
    """Mount a file with an ext4 file system through a loop device that the kernel frees with its last user."""
    backing = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    device, path = attach_loop_device(backing)
    # the inode tables of a new disk read as empty; the kernel need not write them
    mount(path, target, "ext4", 0, "noinit_itable,nobarrier,discard")
    os.close(device)
    os.close(backing)


def attach_loop_device(backing: int) -> tuple[int, str]:
    """A descriptor of a loop device that shows an open file, and its path. Direct I/O: contents are cached once."""
    flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO
    config = LoopConfig(file=backing, info=LoopInfo(flags=flags))
    control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
    while True:
        path = loop_device(fcntl.ioctl(control, LOOP_CTL_GET_FREE))
        device = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.ioctl(device, LOOP_CONFIGURE, config)
        except OSError as error:
            os.close(device)
            if error.errno != errno.EBUSY:  # busy: another process took it first
                sys.exit(f"testbed: loop device {path}: {error}")
        else:
            os.close(control)
            return device, path


def loop_device(number: int) -> str:
    """The path of a loop device. In a container /dev lacks those that are younger than it: such a one is made here."""
    path = Path(f"/dev/loop{number}")
    if not path.exists():
        path = Path("loop")
        path.unlink(missing_ok=True)
        os.mknod(path, 0o600 | stat.S_IFBLK, os.makedev(LOOP_MAJOR, number))
    return str(path)


def mount_layers(layers: Sequence[Path], shift: int, options: str = "") -> None:
    """Mount layers (lowest first) under a fresh overlay at `root`, below what is written to `rw`.

    The layers are seen through ids moved from 0 to `shift`.
    """
    namespace = user_namespace(shift)
    lower: list[str] = []
    for index, layer in enumerate(layers):
        point = Path("lower") / str(index)
        point.mkdir(parents=True, exist_ok=True)
        mount_idmapped(layer, point, namespace)
        lower.insert(0, str(point))
    os.close(namespace)
    folders = f"lowerdir={':'.join(lower)},upperdir=rw/upper,workdir=rw/work,volatile"
    mount("overlay", "root", "overlay", 0, folders + options)


def user_namespace(shift: int, first: int = 0) -> int:
    """A descriptor of a user namespace that maps the 65536 ids from `first` to those from `shift`."""
    ready, hold = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        unshare(CLONE_NEWUSER)
        os.write(ready[1], b".")
        os.close(hold[1])
        os.read(hold[0], 1)
        os._exit(0)
    os.close(ready[1])
    if os.read(ready[0], 1) != b".":
        sys.exit("user namespaces are not allowed on this host")
    for kind in ("uid_map", "gid_map"):
        Path(f"/proc/{child}/{kind}").write_text(f"{first} {shift} {UIDS}")
    namespace = os.open(f"/proc/{child}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    for descriptor in (ready[0], hold[0], hold[1]):
        os.close(descriptor)
    os.waitpid(child, 0)
    return namespace


def mount_idmapped(source: Path, target: Path, namespace: int) -> None:
    """Mount a clone of `source` at `target`, read-only, with its ids mapped by a user namespace."""
    tree = libc.syscall(SYS_OPEN_TREE, AT_FDCWD, os.fsencode(source), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)
    check(tree, f"open_tree({source})")
    attributes = MountAttr(MOUNT_ATTR_IDMAP | MOUNT_ATTR_RDONLY, 0, 0, namespace)
    size = ctypes.sizeof(attributes)
    check(
        libc.syscall(SYS_MOUNT_SETATTR, tree, b"", AT_EMPTY_PATH, ctypes.byref(attributes), size),
        f"mount_setattr({source}): the file system may not support idmapped mounts",
    )
    check(
        libc.syscall(SYS_MOVE_MOUNT, tree, b"", AT_FDCWD, os.fsencode(target), MOVE_MOUNT_F_EMPTY_PATH),
        f"move_mount({target})",
    )
    os.close(tree)


def attach_clone(path: str) -> int:
    """Mount a clone of what is mounted at and below a path over it; returns a descriptor of the clone's root."""
    flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE
    tree: int = libc.syscall(SYS_OPEN_TREE, AT_FDCWD, os.fsencode(path), flags)
    check(tree, f"open_tree({path})")
    moved = libc.syscall(SYS_MOVE_MOUNT, tree, b"", AT_FDCWD, os.fsencode(path), MOVE_MOUNT_F_EMPTY_PATH)
    check(moved, f"move_mount({path})")
    return tree


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    code = libc.mount(
        source.encode(), os.fsencode(target), kind.encode() if kind else None, flags, options.encode() or None
    )
    check(code, f"mount({target}, {kind}, {options})")


def unshare(flags: int) -> None:
    check(libc.unshare(flags), f"unshare({flags:#x})")


def check(code: int, what: str) -> None:
    if code < 0:
        number = ctypes.get_errno()
        sys.exit(f"testbed: {what}: {os.strerror(number)}")
