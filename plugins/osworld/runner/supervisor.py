"""Runs a command and leaves no process that it has started, however it ends.

    python -I -S supervisor.py PARENT COMMAND...

`PARENT` is the process that starts it. SIGTERM, and the end of the parent, end the command: it gets SIGTERM and some
seconds to end, then it is killed with all its descendants. Its exit code is passed on. The command stays in the process
group of the terminal, so that Ctrl-C reaches it, too. Imports only the standard library.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from types import FrameType

GRACE_SECONDS = 10.0
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


class _TerminatedError(Exception):
    """SIGTERM came."""


def main(parent: int, command: list[str]) -> int:
    """Run the command and return its exit code as a shell has it."""
    signal.signal(signal.SIGINT, lambda _number, _frame: None)  # not ignored: the command would inherit that
    signal.signal(signal.SIGTERM, _terminate)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(
        _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0
    )  # orphans among the descendants become this process's children
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    code = 128 + signal.SIGTERM
    try:
        if os.getppid() == parent:
            code = _run(command)
    except _TerminatedError:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_descendants()
    return code


def _terminate(_number: int, _frame: FrameType | None) -> None:
    raise _TerminatedError


def _run(command: list[str]) -> int:
    process = subprocess.Popen(command)
    try:
        code = process.wait()
    except _TerminatedError:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        process.terminate()
        try:
            code = process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
    return code if code >= 0 else 128 - code


def end_descendants() -> None:
    """Kill all descendants of this process, and those that they start meanwhile."""
    while living := _descendants(os.getpid()):
        for pid in living:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:  # it has just ended
                continue
        _reap()
        time.sleep(0.01)


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:  # there are no children any more
        return


def _descendants(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  a Path each takes longer
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:  # it has just ended
                continue
            parents.setdefault(int(fields[1]), []).append(int(name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
