"""Limits under which a parser is given hostile input: its processor time, its memory, and no effect on the host.

Effects are noticed by Python's audit events: sockets, programs, and files that are written or removed.
"""

from __future__ import annotations

import resource
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

_EFFECTS: Final = frozenset(
    {
        "ctypes.dlopen",
        "os.chmod",
        "os.chown",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.link",
        "os.mkdir",
        "os.posix_spawn",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.symlink",
        "os.system",
        "os.truncate",
        "shutil.rmtree",
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.sendto",
        "subprocess.Popen",
    }
)
_WRITING: Final = 0o3 | 0o100 | 0o1000
"""O_WRONLY, O_RDWR, O_CREAT and O_TRUNC."""


class TooSlow(BaseException):
    """A parser took more processor time than it may; no `except Exception` of its own hides that."""


class Guard:
    """Notes what a parser does to the host. Effects by the thread that entered `watched` count, others do not.

    What is below `allowed`, a test's own folder, does not count either.
    """

    def __init__(self, allowed: str = "") -> None:
        self.effects: list[str] = []
        self._allowed = allowed
        self._thread: int | None = None
        sys.addaudithook(self._heard)

    @contextmanager
    def watched(self, seconds: float) -> Iterator[None]:
        """Collect effects anew and raise TooSlow after so many seconds of processor time. In the main thread only."""
        self.effects = []
        writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # of what a parser imports late
        before = signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
        self._thread = threading.get_ident()
        try:
            yield
        finally:
            self._thread = None
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            sys.dont_write_bytecode = writes_none

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._thread is None or self._thread != threading.get_ident():
            return
        if self._allowed and str(arguments[0] if arguments else "").startswith(self._allowed):
            return
        if event in _EFFECTS:
            self.effects.append(f"{event} {arguments!r:.200}")
        elif event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING:
            self.effects.append(f"open for writing {arguments[0]!r:.200}")


def limit_memory(more_bytes: int) -> None:
    """Let this process have that much more address space than it has now: beyond it is MemoryError."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more_bytes, resource.getrlimit(resource.RLIMIT_AS)[1]))


def reset_peak() -> None:
    """Let `peak_mebibytes` begin anew. See proc(5), clear_refs."""
    Path("/proc/self/clear_refs").write_text("5")


def peak_mebibytes() -> float:
    """The most memory that this process has had resident since `reset_peak`."""
    status = Path("/proc/self/status").read_bytes()
    return int(status.partition(b"VmHWM:")[2].split(maxsplit=1)[0]) / 1024


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow
