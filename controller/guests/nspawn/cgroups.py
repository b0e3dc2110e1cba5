"""Limits of a guest's memory, CPU time, processes and writes, through cgroup v2 files or v1 controllers.

A guest's processes are always in the group NAME of the v2 hierarchy, which every kernel has
even where v1 controllers hold the limits; it is what the guest's systemd manages and what is killed.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.core.waiting import wait_until
from controller.guests.provider import GuestOptions
from testbed.errors import UsageError
from vm_images.folders import guests_folder

CONTROLLERS = ("memory", "cpu", "pids")
CPU_PERIOD = 100_000  # microseconds

_SYS_FSOPEN, _SYS_FSCONFIG, _SYS_FSMOUNT = 430, 431, 432
_FSOPEN_CLOEXEC, _FSMOUNT_CLOEXEC, _FSCONFIG_CMD_CREATE = 1, 1, 6


def create(name: str, options: GuestOptions, owner: int) -> list[Path]:
    """Make a guest's groups with its limits, the v2 one given to uid `owner`; returns the v1 `cgroup.procs` files.

    Raises UsageError when this host cannot enforce a limit.
    """
    group = unified_root() / name
    group.mkdir()
    joins = []
    for controller in CONTROLLERS:
        v1 = v1_hierarchies().get(controller)
        if v1:
            folder = v1 / name
            folder.mkdir()
            _write_limits(folder, v1_limits(controller, options, folder))
            joins.append(folder / "cgroup.procs")
        else:
            _enable(controller, unified_root())
            _write_limits(group, v2_limits(controller, options, group))
    limit_writes(group, options.disk_mib_per_second)
    hand_over(group, owner)
    return joins


def hand_over(group: Path, owner: int) -> None:
    """Let uid `owner` make groups below a group of the v2 hierarchy and move processes there."""
    for path in (group, *(group / f"cgroup.{file}" for file in ("procs", "subtree_control", "threads"))):
        os.chown(path, owner, owner)


@contextmanager
def limit_as_guest(name: str, words: Sequence[str]) -> Iterator[list[str]]:
    """Let a program that works on a guest run under that guest's limits, the first to be ended where memory is short.

    Yields the words that start it; at the end it and all that it started are killed.
    """
    group = f"{name}/beside"
    (unified_root() / group).mkdir()
    v2 = Path("/proc", str(os.getpid()), (unified_root() / group).relative_to("/proc/self"))
    joined = [v2, *(hierarchy / name for hierarchy in v1_hierarchies().values())]
    join = [f"echo 0 >{shlex.quote(str(folder))}/cgroup.procs" for folder in joined]
    script = " && ".join([*join, "echo 1000 >/proc/self/oom_score_adj", 'exec "$@"'])
    try:
        yield ["sh", "-c", script, "sh", *words]
    finally:
        kill(group)
        wait_empty(group)
        remove(group)


def v1_limits(controller: str, options: GuestOptions, folder: Path) -> dict[str, str]:
    if controller == "memory":
        limit = str(options.memory_mib * 2**20)
        files = ["memory.limit_in_bytes"]
        if (folder / "memory.memsw.limit_in_bytes").exists():
            files.append("memory.memsw.limit_in_bytes")
        return dict.fromkeys(files, limit)
    if controller == "cpu":
        return {"cpu.cfs_period_us": str(CPU_PERIOD), "cpu.cfs_quota_us": str(int(options.cpus * CPU_PERIOD))}
    return {"pids.max": str(options.max_processes)}


def v2_limits(controller: str, options: GuestOptions, folder: Path) -> dict[str, str]:
    if controller == "memory":
        limits = {"memory.max": str(options.memory_mib * 2**20)}
        if (folder / "memory.swap.max").exists():
            limits["memory.swap.max"] = "0"
        return limits
    if controller == "cpu":
        return {"cpu.max": f"{int(options.cpus * CPU_PERIOD)} {CPU_PERIOD}"}
    return {"pids.max": str(options.max_processes)}


def limit_writes(group: Path, mib_per_second: int) -> None:
    """Limit what a guest writes to the host's disk, where the v2 controller `io` can do so.

    v1's `blkio` cannot: it does not count what the kernel writes later for a process.
    """
    disk = disk_device(guests_folder().stat().st_dev) if guests_folder().exists() else ""
    available = (unified_root() / "cgroup.controllers").read_text().split() if disk and mib_per_second else []
    if "io" in available:
        _enable("io", unified_root())
        try:
            (group / "io.max").write_text(f"{disk} wbps={mib_per_second * 2**20}")
        except OSError as error:
            if error.errno != errno.ENODEV:  # a disk without a queue of its own cannot be limited
                raise


def disk_device(device: int, devices: Path = Path("/sys/dev/block")) -> str:
    """The number `major:minor` of the disk that a device is, or is a partition of; "" if it is on no one disk."""
    entry = devices / f"{os.major(device)}:{os.minor(device)}"
    if not entry.exists():
        return ""
    disk = entry.resolve().parent if (entry / "partition").exists() else entry
    return (disk / "dev").read_text().strip()


def kill(name: str) -> None:
    """Kill every process of a guest at once."""
    try:
        (unified_root() / name / "cgroup.kill").write_text("1")
    except FileNotFoundError:
        return  # the guest never got as far as having a group


def is_empty(name: str) -> bool:
    """Whether a guest has no process left."""
    try:
        return "populated 0" in (unified_root() / name / "cgroup.events").read_text()
    except OSError:  # its files are gone, or go while they are read
        return True


def wait_empty(name: str) -> None:
    """Wait until a killed guest has no process left. Raises GuestTimeoutError."""
    wait_until(lambda: is_empty(name), seconds=60, what=f"the processes of {name} to end", every=0.01)


def remove(name: str) -> None:
    """Remove a dead guest's groups and the groups it made below them."""
    for root in _roots():
        _remove_tree(root / name)


def existing(prefix: str) -> set[str]:
    """Names of guests with groups."""
    return {group.name for root in _roots() for group in root.glob(f"{prefix}*") if group.is_dir()}


def memory_in_use(name: str) -> int:
    """Bytes of memory a guest uses now, page cache included."""
    v1 = v1_hierarchies().get("memory")
    file = v1 / name / "memory.usage_in_bytes" if v1 else unified_root() / name / "memory.current"
    return int(file.read_text())


@functools.cache
def v1_hierarchies() -> dict[str, Path]:
    """Where v1 controllers are mounted, by name; empty on a host with cgroup v2 only."""
    mounts = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, flags = after.split()[:3]
        if kind == "cgroup":
            for controller in set(flags.split(",")) & set(CONTROLLERS):
                mounts[controller] = Path(before.split()[4])
    return mounts


@functools.cache
def unified_root() -> Path:
    """The root of the v2 hierarchy, mounted for this process alone where nobody else sees it."""
    libc = ctypes.CDLL(None, use_errno=True)
    context = libc.syscall(_SYS_FSOPEN, b"cgroup2", _FSOPEN_CLOEXEC)
    if context >= 0 and libc.syscall(_SYS_FSCONFIG, context, _FSCONFIG_CMD_CREATE, None, None, 0) >= 0:
        root = libc.syscall(_SYS_FSMOUNT, context, _FSMOUNT_CLOEXEC, 0)
        os.close(context)
        if root >= 0:
            return Path(f"/proc/self/fd/{root}")
    reason = os.strerror(ctypes.get_errno())
    raise UsageError(
        f"cannot mount a cgroup2 file system: {reason}", hint="guests need root and Linux 5.14 or newer"
    )


def _roots() -> list[Path]:
    return [unified_root(), *v1_hierarchies().values()]


def _enable(controller: str, group: Path) -> None:
    try:
        (group / "cgroup.subtree_control").write_text(f"+{controller}")
    except OSError as error:
        raise UsageError(
            f"cannot limit a guest's {controller}: {error}",
            hint="the host, or the container this runs in, must pass the cgroup controllers memory, cpu and pids on",
        ) from None


def _write_limits(group: Path, limits: dict[str, str]) -> None:
    for file, value in limits.items():
        (group / file).write_text(value)


def _remove_tree(group: Path) -> None:
    for folder, _, _ in os.walk(group, topdown=False):
        try:
            Path(folder).rmdir()
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
