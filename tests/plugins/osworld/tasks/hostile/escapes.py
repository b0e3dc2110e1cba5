"""Code as a hostile agent would leave it: tries to reach what is outside the judge's sandbox.

It runs in the sandbox. The test writes assignments to the names in capitals before it.
"""

import ctypes
import os
import socket
import stat

READ: list[str]
WRITE: list[str]
ROOT_FOLDERS: list[str]
PORT: int
SOCKET: str
PID: int
MARK: str

CLONE_NEWUSER = 0x10000000
PTRACE_ATTACH = 16
LIBC = ctypes.CDLL(None, use_errno=True)


def reads(path):
    if os.path.isdir(path):
        return bool(os.listdir(path))
    with open(path, "rb") as file:
        return bool(file.read(1))


def writes(path):
    with open(path, "ab") as file:
        file.write(b"# changed by the agent\n")
    return True


def connects(family, address):
    with socket.socket(family) as connection:
        connection.settimeout(2)
        connection.connect(address)
    return True


def sends():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        connection.sendto(b"x", ("192.0.2.1", 9))
    return True


def kills():
    os.kill(PID, 9)
    return True


def sees_others():
    """Whether the secret of the host's environment or process is in /proc."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        for part in ("cmdline", "environ"):
            try:
                with open(f"/proc/{name}/{part}", "rb") as file:
                    if MARK.encode() in file.read():
                        return True
            except OSError:
                continue
    return any(MARK in value for value in os.environ.values())


def sees_folders():
    return bool(set(os.listdir("/")) - set(ROOT_FOLDERS))


def has_descriptors():
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            continue
        if (
            target.startswith("/")
            and stat.S_ISDIR(os.stat(target).st_mode)
            and not target.startswith("/proc")
        ):
            return True
    return False


def becomes_root():
    os.setuid(0)
    return True


def calls(function, *arguments):
    return function(*arguments) == 0


def makes_device():
    os.mknod("/tmp/disk", 0o600 | stat.S_IFBLK, os.makedev(8, 0))
    return True


def leaves():
    os.chroot("/proc/1/root")
    return True


ATTEMPTS = {
    **{f"read {path}": (reads, path) for path in READ},
    **{f"write {path}": (writes, path) for path in WRITE},
    "connect to a port of the host": (connects, socket.AF_INET, ("127.0.0.1", PORT)),
    "connect to an abstract socket of the host": (connects, socket.AF_UNIX, f"\0{MARK}"),
    "connect to a socket of the host": (connects, socket.AF_UNIX, SOCKET),
    "send to the network": (sends,),
    "find a name": (socket.getaddrinfo, "localhost.example", 80),
    "end a process of the host": (kills,),
    "see the host's processes": (sees_others,),
    "see the host's folders": (sees_folders,),
    "have an open folder": (has_descriptors,),
    "become root": (becomes_root,),
    "mount": (calls, LIBC.mount, b"none", b"/tmp", b"tmpfs", 0, None),
    "make a user namespace": (calls, LIBC.unshare, CLONE_NEWUSER),
    "trace the first process": (calls, LIBC.ptrace, PTRACE_ATTACH, 1, None, None),
    "make a device": (makes_device,),
    "leave the root folder": (leaves,),
}
REACHED = []
for attempt, (function, *arguments) in ATTEMPTS.items():
    try:
        if function(*arguments):
            REACHED.append(attempt)
    except OSError:
        continue
