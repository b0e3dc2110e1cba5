"""Runs in the guest, as root, under the system's Python: stop the user's processes that give no evidence.

    stop_processes.py stop USER     prints [[pid, start time, program], ...] of what it stopped
    stop_processes.py continue LIST lets them run on

Stopped are all processes of the user but the desktop's servers and genuine applications
(`checkers.processes.gives_evidence`), so that nothing that the agent left behind changes what a checker reads.
"""

from __future__ import annotations

import json
import os
import pwd
import signal
import sys
import time

from checkers.processes import PROC, gives_evidence, program_of

SECONDS = 10.0
"""How long processes may take to stop: one that writes to a disk does so first."""
SIGNALLER = 65533
"""A user id that nobody has."""
STOPPED, ENDED = "Tt", "ZX"
"""States of processes."""
STARTS_A_CHILD = {"x86_64": {"56", "58", "435"}, "aarch64": {"220", "435"}}.get(os.uname().machine, set())
"""Numbers of the system calls clone, vfork and clone3; none on other machines than images are built for."""

Entry = tuple[int, str, str]


def stop(uid: int) -> list[Entry]:
    """Stop all processes of the user at once, and let those that give evidence run on."""
    stopped_before = {pid for pid in user_processes(uid) if _state(pid) in STOPPED}
    signal_all(uid, signal.SIGSTOP)
    entries = []
    for pid in user_processes(uid):
        try:
            evidence, program = _look_at(pid)
            if evidence:
                os.kill(pid, signal.SIGCONT)
            elif pid not in stopped_before:
                entries.append((pid, start_time(pid), program))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended
    deadline = time.monotonic() + SECONDS
    while running := [pid for pid, _, _ in entries if not _at_rest(pid)]:
        if time.monotonic() > deadline:
            sys.exit(f"the user's processes cannot be stopped: {len(running)} still run")
        time.sleep(0.005)
    return entries


def _look_at(pid: int) -> tuple[bool, str]:
    """Whether a process gives evidence, and its program; raises FileNotFoundError, ProcessLookupError."""
    try:
        return gives_evidence(pid), program_of(pid)
    except PermissionError:
        # In a thawed guest its root may not look at those that hide from debuggers, such as ssh-agent: no evidence.
        return False, (PROC / str(pid) / "comm").read_text().rstrip("\n")


def signal_all(uid: int, number: int) -> None:
    """Send a signal to every process of a user at once, so that none that starts others escapes.

    The kernel does so for a sender whose effective id is theirs. Its other ids are not, so that they may not signal it.
    """
    sender = os.fork()
    if sender == 0:
        code = 1
        try:
            os.setgroups([])
            os.setresuid(SIGNALLER, uid, SIGNALLER)
            os.kill(-1, number)
            code = 0
        except ProcessLookupError:
            code = 0  # the user has no processes
        finally:
            os._exit(code)
    if os.waitpid(sender, 0)[1] != 0:
        sys.exit("the user's processes cannot be stopped: they cannot be signalled")


def let_run(entries: list[Entry]) -> None:
    """Let stopped processes run on, as far as they still exist."""
    for pid, start, _ in entries:
        try:
            if start_time(pid) == start:
                os.kill(pid, signal.SIGCONT)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it was killed meanwhile


def user_processes(uid: int) -> list[int]:
    """Processes with the user's id as any of theirs: real, effective, saved."""
    pids = []
    for folder in PROC.glob("[0-9]*"):
        try:
            lines = (folder / "status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        ids = next(line for line in lines if line.startswith("Uid:")).split()[1:]
        if str(uid) in ids:
            pids.append(int(folder.name))
    return pids


def start_time(pid: int) -> str:
    """Start time of a process; it distinguishes the process from a later one with the same PID."""
    return _status(pid)[19]


def _at_rest(pid: int) -> bool:
    """Whether a process that was sent the signal does nothing any more.

    One in state D either writes to a disk, which it still ends, or waits for its stopped child to start a program
    (vfork), which it would do for ever.
    """
    state = _state(pid)
    return state in STOPPED + ENDED or (state == "D" and _system_call(pid) in STARTS_A_CHILD)


def _system_call(pid: int) -> str:
    """The number of the system call that a process waits in; "running" where it waits in none."""
    try:
        return (PROC / str(pid) / "syscall").read_text().split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "running"  # it has ended


def _state(pid: int) -> str:
    try:
        return _status(pid)[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"  # it has ended


def _status(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, from the state on."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


if __name__ == "__main__":
    if sys.argv[1] == "stop":
        print(json.dumps(stop(pwd.getpwnam(sys.argv[2]).pw_uid)))
    else:
        let_run(json.loads(sys.argv[2]))
