"""Runs in the guest, as root, under the system's Python: who is at a port or socket, and whether it is genuine.

A process of the agent's user is genuine if its program and libraries are the system's and nothing in its environment
changes what they do. What it does with the user's own files (settings, scripts, extensions) is not covered.
"""

from __future__ import annotations

import os
import re
import socket
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")
VLC = ("/usr/bin/vlc",)
BROWSERS = ("/usr/lib/chromium/chromium", "/usr/lib/chromium/chrome", "/opt/google/chrome/chrome")
VS_CODE = ("/usr/share/code/code",)
CODE_SERVER = "/opt/testbed/npm/node_modules/code-server/"
SOUND = ("/usr/bin/pipewire",)
_SESSION = (
    *("/usr/bin/Xtigervnc", "/usr/lib/xorg/Xorg", "/usr/bin/dbus-daemon", "/usr/libexec/dconf-service"),
    *("/usr/bin/wireplumber", "/usr/bin/nautilus", "/usr/bin/gnome-control-center"),
)
_APPLICATIONS = re.compile(
    r"/usr/lib/libreoffice/program/\w+\.bin|/usr/lib/(chromium|thunderbird)/[\w-]+|/opt/google/chrome/\w+|"
    r"/usr/share/code/[\w-]+|/usr/libexec/gvfsd[\w-]*|/usr/bin/(gimp-[\d.]+|evince|eog|gnome-text-editor|gedit)"
)
_CHANGING = re.compile(
    "NODE_OPTIONS|NODE_PATH|PYTHON(PATH|HOME|STARTUP)|VLC_.*|XDG_(DATA|CONFIG)_HOME|PIPEWIRE_.*"
)
"""Environment variables that make a program run other code, or take its settings from elsewhere. Libraries that others
load show where they are mapped."""
_LOADING = re.compile(r"(-r|-e|-p|--require|--import|--eval|--print|--(experimental-)?loader)(=.*)?")
"""Options of Node.js that run other code."""
_GENERATED = re.compile(r"/[^ ]*orcexec[^ ]* \(deleted\)|/memfd:(orcexec|libffi)[^ ]*( \(deleted\))?")
"""Code that the libraries Orc and libffi generate: it is mapped from a file without a name."""


class NotGenuineError(Exception):
    """Who answers is not the program that should."""


def holders(port: int) -> set[int]:
    """The processes that hold the listening TCP socket of a port."""
    sockets = set()
    for table in ("tcp", "tcp6"):
        file = PROC / "net" / table
        for line in file.read_text().splitlines()[1:] if file.exists() else ():
            fields = line.split()
            if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                sockets.add(f"socket:[{fields[9]}]")
    return _having_open(sockets)


def bound_holders(path: str) -> set[int]:
    """The processes that hold a Unix socket that was bound to a path, or a connection that such a one accepted."""
    lines = (PROC / "net/unix").read_text(errors="replace").splitlines()[1:]
    fields = [line.split(maxsplit=7) for line in lines]
    return _having_open({f"socket:[{line[6]}]" for line in fields if len(line) == 8 and line[7] == path})


def _having_open(targets: set[str]) -> set[int]:
    pids = set()
    for handle in PROC.glob("[0-9]*/fd/*") if targets else ():
        try:
            if str(handle.readlink()) in targets:
                pids.add(int(handle.parts[-3]))
        except OSError:
            continue  # the process or the file has been closed meanwhile
    return pids


def peer(connection: socket.socket) -> int:
    """The process that listens at the other end of a Unix socket."""
    size = struct.calcsize("3i")
    pid, _, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return int(pid)


def require_genuine(pids: Iterable[int], programs: tuple[str, ...], what: str) -> None:
    """Raise NotGenuineError unless each process is one of these programs and genuine."""
    for pid in pids:
        try:
            program = program_of(pid)
            known = program in programs or (programs == VS_CODE and is_code_server(pid))
            problem = tampering(pid) if known else f"it is {program}"
        except FileNotFoundError:
            problem = "it has ended"
        if problem:
            raise NotGenuineError(f"the process {pid} that answers for {what} is not genuine: {problem}")


def tampering(pid: int) -> str:
    """Why a process is not what its program makes it; "" if nothing shows. Raises FileNotFoundError if it ended."""
    try:
        return _tampering(pid)
    except PermissionError as error:
        return f"it cannot be examined: {error}"


def _tampering(pid: int) -> str:
    folder = PROC / str(pid)
    program = program_of(pid)
    if program.endswith(" (deleted)"):
        return "its program was replaced"
    if not _is_systems((folder / "exe").stat()):
        return f"its program {program} is not the system's"
    variables = environment(pid)
    changed = [name for name in variables if _CHANGING.fullmatch(name)]
    changed += [name for name in ("LD_PRELOAD", "LD_AUDIT") if _names_foreign(variables.get(name, ""))]
    if changed:
        return f"its environment has {', '.join(sorted(changed))}"
    tracer = re.search(r"^TracerPid:\t(\d+)$", (folder / "status").read_text(), re.MULTILINE)
    if tracer and tracer[1] != "0":
        return f"the process {tracer[1]} traces it"
    return next((f"it runs code from {path}" for path in _mapped_code(pid) if _is_foreign(path)), "")


def program_of(pid: int) -> str:
    """The file that a process executes. Raises FileNotFoundError if it has ended."""
    return str((PROC / str(pid) / "exe").readlink())


def gives_evidence(pid: int) -> bool:
    """Whether a process belongs to what checkers query, or to an application that may still write the user's files.

    All others, among them shells and interpreters, are stopped before judging. Raises FileNotFoundError when it has
    ended.
    """
    program = program_of(pid)
    known = program in (*VLC, *SOUND, *_SESSION) or bool(_APPLICATIONS.fullmatch(program))
    return (known or is_code_server(pid)) and not tampering(pid)


def is_code_server(pid: int) -> bool:
    """Whether a process is the system's Node.js with a program of code-server.

    Its command line says so, which a program for Node.js can change; extensions run in such a process, too.
    """
    program = program_of(pid)
    command = arguments(pid)
    options = [word for word in command[1:] if word.startswith("-")]
    scripts = [word for word in command[1:] if not word.startswith("-")]
    return (
        program.startswith("/opt/testbed/")
        and program.endswith("/node")
        and scripts[:1] != []
        and scripts[0].startswith(CODE_SERVER)
        and not any(_LOADING.fullmatch(option) for option in options)
    )


def environment(pid: int) -> dict[str, str]:
    """The environment that a process was started with."""
    entries = (PROC / str(pid) / "environ").read_bytes().decode("utf-8", "replace").split("\0")
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def arguments(pid: int) -> list[str]:
    """The command line of a process, which it can change itself unless it is genuine."""
    return (PROC / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")[:-1]


def _mapped_code(pid: int) -> set[str]:
    """The files from which a process has mapped code."""
    paths = set()
    for line in (PROC / str(pid) / "maps").read_text(errors="replace").splitlines():
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and "x" in fields[1] and fields[5].startswith("/"):
            paths.add(fields[5])
    return paths


def _names_foreign(libraries: str) -> bool:
    """Whether a list of libraries has one that is not the system's. Thunderbird sets such a list itself."""
    return any(_is_foreign(path) for path in re.split("[ :]", libraries) if path.startswith("/"))


def _is_foreign(path: str) -> bool:
    if path.endswith(" (deleted)") or path.startswith("/memfd:"):
        return not _GENERATED.fullmatch(path)
    try:
        return not _is_systems(Path(path).stat())
    except OSError:
        return True


def _is_systems(status: os.stat_result) -> bool:
    """Whether a file belongs to root and nobody else may write it."""
    return status.st_uid == 0 and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
