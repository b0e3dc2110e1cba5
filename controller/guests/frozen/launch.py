"""The program that becomes a guest that can be frozen: in place of systemd-nspawn, whose containers CRIU cannot dump.

Run as `python -I -S launch.py GUEST_FOLDER`, as root, as the first process of a pid namespace with mounts of its own,
with only the standard library: the kernel ends the whole guest with it. The guest's first process gets user, pid,
mount, network, ipc, uts, cgroup and time namespaces, and systemd-nspawn's system call filters and capabilities.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import json
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[3]))

from controller.guests import mounts
from controller.guests.mounts import check, libc, mount

CLONE_NEWTIME, CLONE_NEWNS, CLONE_NEWCGROUP = 0x80, 0x20000, 0x2000000
CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWPID, CLONE_NEWNET = 0x4000000, 0x8000000, 0x20000000, 0x40000000
NAMESPACES = (
    CLONE_NEWTIME
    | CLONE_NEWCGROUP
    | CLONE_NEWUTS
    | CLONE_NEWIPC
    | mounts.CLONE_NEWUSER
    | CLONE_NEWPID
    | CLONE_NEWNET
)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE, MS_SHARED = 4096, 16384, 1 << 18, 1 << 20
MNT_DETACH = 2
SYS_PIVOT_ROOT, SYS_SECCOMP = 155, 317  # of x86-64, as the image is
PR_CAPBSET_DROP = 24
SECCOMP_SET_MODE_FILTER = 1
QUIET = MS_NOSUID | MS_NODEV | MS_NOEXEC
SYS_FOLDERS = {"block", "bus", "class", "dev", "devices", "fs", "kernel"}
"""What systemd-nspawn shows of /sys; of `fs` the control groups alone."""
BOOT_ID = "run/boot-id"
READ_ONLY = ("proc/sys", "proc/acpi", "proc/bus", "proc/fs", "proc/irq", "proc/sysrq-trigger")
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
"""Minor numbers of the memory devices."""
TTY = os.makedev(5, 0)
LINKS = {
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
    "ptmx": "pts/ptmx",
}
LINKS_OF_BOOT = {"log": "/run/systemd/journal/dev-log", "initctl": "/run/initctl"}
"""What systemd adds to them."""

WAY_IN = Path("/run/testbed-guest")
"""Where a restored guest's mounts are, seen by its own launcher alone."""
RESTORE_LOG, PID_FILE = "restore.log", "restored.pid"


class SockFprog(ctypes.Structure):
    """struct sock_fprog of seccomp(2)."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def main() -> None:
    folder = Path(sys.argv[1])
    plan = json.loads((folder / "launch.json").read_text())
    for file in plan["cgroup_procs"]:
        Path(file).write_text("0")
    mounts.join_guest_cgroup(plan["name"])
    os.chdir(folder)
    if plan["disk"]:
        mounts.mount_disk(plan["disk"], "rw")
    # File handles of an overlay can be opened again only with these: a dump has one for each watched file.
    mounts.mount_layers([*map(Path, plan["layers"])], plan["shift"], ",index=on,nfs_export=on,xino=on")
    if plan["restore"]:
        # Restored processes look for their mounts by path, as users who may not enter the guest's folder.
        WAY_IN.mkdir(mode=0o755, exist_ok=True)
        mount("tmpfs", str(WAY_IN), "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k")
        for name in ("root", "dev"):
            (WAY_IN / name).mkdir()
        mount("root", str(WAY_IN / "root"), None, MS_BIND | MS_REC)
        make_devices(WAY_IN / "dev", plan["shift"], LINKS | LINKS_OF_BOOT)
        copy_up(plan["open_files"])
        for file in plan["files"]:
            replace_file(Path("root", file["path"].lstrip("/")), file)
        leader = restore(plan["restore"])
    else:
        make_devices(Path("root/dev"), plan["shift"], LINKS)
        leader = start(plan)
    (folder / "leader.partial").write_text(str(leader))
    (folder / "leader.partial").rename(folder / "leader")
    wait_for(leader)


def make_devices(folder: Path, shift: int, links: dict[str, str]) -> None:
    """/dev, which a user namespace could not make."""
    mount("tmpfs", str(folder), "tmpfs", MS_NOSUID, f"mode=755,size=4m,uid={shift},gid={shift}")
    os.umask(0)
    nodes = {name: os.makedev(1, minor) for name, minor in DEVICES.items()} | {"tty": TTY}
    for name, number in nodes.items():
        os.mknod(folder / name, 0o20666, number)
        os.chown(folder / name, shift, shift)
    os.umask(0o22)
    for name, target in links.items():
        (folder / name).symlink_to(target)
        os.lchown(folder / name, shift, shift)
    for name in ("pts", "shm", "mqueue"):
        (folder / name).mkdir()
        os.chown(folder / name, shift, shift)


def copy_up(paths: list[str]) -> None:
    """Bring open files into the guest's own layer, so that those who read them see what others write into them.

    Opening one to write does so; those who opened it before have the one below. Paths are those in the guest.
    """
    child = os.fork()
    if child == 0:
        os.chroot("root")
        for path in paths:
            with contextlib.suppress(OSError):  # a restore that needs the file names it
                os.close(os.open(f"/{path}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW))
        os._exit(0)
    os.waitpid(child, 0)


def replace_file(target: Path, file: dict[str, Any]) -> None:
    """Write a file through the overlay beside another one and give it that one's name."""
    new = target.with_name(f".{target.name}.new")
    with os.fdopen(
        os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb"
    ) as written:
        written.write(base64.b64decode(file["content"]))
        os.fchown(written.fileno(), file["owner"], file["owner"])
        os.fchmod(written.fileno(), file["mode"])
    new.rename(target)


def start(plan: dict[str, Any]) -> int:
    """Start the guest's first process; returns its id."""
    unshared, mapped, started = os.pipe(), os.pipe(), os.pipe()
    middle = os.fork()
    if middle == 0:
        mounts.join_guest_cgroup(plan["group"])
        os.chdir("root")  # whose parent only the host's root may enter
        mounts.unshare(NAMESPACES)
        os.write(unshared[1], b".")
        os.read(mapped[0], 1)
        os.setgroups([])
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
        child = os.fork()
        if child == 0:
            become_init(plan)
        os.write(started[1], str(child).encode())
        os._exit(0)
    for descriptor in (unshared[1], started[1]):
        os.close(descriptor)
    if os.read(unshared[0], 1) != b".":
        sys.exit("testbed: the guest's namespaces were not made")
    for kind in ("uid_map", "gid_map"):
        Path(f"/proc/{middle}/{kind}").write_text(f"0 {plan['shift']} {mounts.UIDS}")
    os.write(mapped[1], b".")
    leader = os.read(started[0], 16)
    if not leader:
        sys.exit("testbed: the guest's first process was not started")
    os.waitpid(middle, 0)
    return int(leader)


def restore(command: list[str]) -> int:
    """Start a dumped guest again; returns the id of its first process."""
    result = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if result.returncode != 0:
        sys.exit(f"testbed: criu did not restore the guest\n{criu_errors(Path(RESTORE_LOG))}")
    return int(Path(PID_FILE).read_text())


def criu_errors(log: Path) -> str:
    """The first errors in a log of CRIU's, which the others follow from; not that of a limit that it does without."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return "\n".join([line for line in lines if "Error" in line and "RLIMIT" not in line][:5])


def become_init(plan: dict[str, Any]) -> None:
    """Build the guest's own mounts, give up what it may not have, execute its systemd."""
    mounts.unshare(CLONE_NEWNS)
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    # Mounts of the outer namespace are locked: only one made here can become the root.
    os.fchdir(mounts.attach_clone("."))
    mount("proc", "proc", "proc", QUIET)
    for path in READ_ONLY:
        if Path(path).exists():
            mount(path, path, None, MS_BIND)
            if path == "proc/sys":
                mount("proc/sys/net", "proc/sys/net", None, MS_BIND)  # as in systemd-nspawn's containers
            make_read_only(path)
    mount("sysfs", "sys", "sysfs", QUIET)
    hidden = sorted({path.name for path in Path("sys").iterdir()} - SYS_FOLDERS | {"fs"})
    for name in hidden:
        mount("tmpfs", f"sys/{name}", "tmpfs", QUIET, "mode=755,size=64k")
    Path("sys/fs/cgroup").mkdir()
    mount("cgroup2", "sys/fs/cgroup", "cgroup2", QUIET)
    for path in ("sys", *(f"sys/{name}" for name in hidden)):
        make_read_only(path)
    mount("devpts", "dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620,gid=5")
    mount("mqueue", "dev/mqueue", "mqueue", QUIET)
    for path, options in plan["memory_folders"]:
        mount("tmpfs", path.lstrip("/"), "tmpfs", MS_NOSUID | MS_NODEV, options)
    Path(BOOT_ID).write_text(f"{uuid.uuid4()}\n")
    mount(BOOT_ID, "proc/sys/kernel/random/boot_id", None, MS_BIND)
    make_read_only("proc/sys/kernel/random/boot_id")
    check(libc.syscall(SYS_PIVOT_ROOT, b".", b"."), "pivot_root")
    check(libc.umount2(b".", MNT_DETACH), "umount2")
    os.chdir("/")
    mount("none", "/", None, MS_REC | MS_SHARED)
    hostname = plan["hostname"].encode()
    check(libc.sethostname(hostname, len(hostname)), "sethostname")
    os.setsid()
    for capability in plan["dropped_capabilities"]:
        check(libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), f"prctl(PR_CAPBSET_DROP, {capability})")
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.closerange(3, 256)
    for program in plan["filters"]:
        install_filter(base64.b64decode(program))
    os.execve(plan["command"][0], plan["command"], plan["environment"])


def make_read_only(path: str) -> None:
    mount("none", path, None, MS_BIND | MS_REMOUNT | MS_RDONLY | QUIET)


def install_filter(program: bytes) -> None:
    """Let a BPF program decide about this process's system calls from now on, and those of all that it starts."""
    filters = SockFprog(len(program) // 8, program)
    check(libc.syscall(SYS_SECCOMP, SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(filters)), "seccomp")


def wait_for(leader: int) -> None:
    """Reap all that ends in this pid namespace; end as the guest's first process does."""
    while True:
        pid, status = os.wait()
        if pid == leader:
            sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)


if __name__ == "__main__":
    main()
