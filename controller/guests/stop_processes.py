"""Runs in the guest, as root, under the system's Python: stop the user's processes that give no evidence.

    stop_processes.py stop USER     prints [[pid, start time, program], ...] of what it stopped
    stop_processes.py continue LIST lets them run on

Stopped are all processes of the user but the desktop's servers and genuine applications, so that nothing that the
agent left behind changes what a checker reads.
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
"""How long processes that start others faster than they are stopped may go on."""
STOPPED = "Tt"

Entry = tuple[int, str, str]


def stop(uid: int) -> list[Entry]:
    """Stop what gives no evidence, until a look at all processes finds nothing new and nothing that runs."""
    stopped: dict[int, Entry] = {}
    deadline = time.monotonic() + SECONDS
    while True:
        active = [pid for pid in user_processes(uid) if not is_at_rest(pid)]
        new = [pid for pid in active if pid not in stopped]
        for pid in new:
            try:
                entry = (pid, started(pid), program_of(pid))
                os.kill(pid, signal.SIGSTOP)
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended
            stopped[pid] = entry
        if not new and not any(map(runs, active)):
            return list(stopped.values())
        if time.monotonic() > deadline:
            sys.exit(f"the user's processes cannot be stopped: {len(active)} still run")
        time.sleep(0.005)


def let_run(entries: list[Entry]) -> None:
    """Let stopped processes run on, as far as they still exist."""
    for pid, start, _ in entries:
        try:
            if started(pid) == start:
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


def is_at_rest(pid: int) -> bool:
    """Whether a process need not be stopped: it is, has ended, or gives evidence."""
    try:
        state = _status(pid)[0]
        return state in f"{STOPPED}ZX" or gives_evidence(pid)
    except (FileNotFoundError, ProcessLookupError):
        return True


def runs(pid: int) -> bool:
    """Whether a process that got its signal may run still. One that waits for its child to start a program (vfork) does
    not, but stops only after that: its child may be stopped.
    """
    try:
        return _status(pid)[0] != "D"
    except (FileNotFoundError, ProcessLookupError):
        return False


def started(pid: int) -> str:
    """When a process started, which tells it from a later one with its number."""
    return _status(pid)[19]


def _status(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, from the state on."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


if __name__ == "__main__":
    if sys.argv[1] == "stop":
        print(json.dumps(stop(pwd.getpwnam(sys.argv[2]).pw_uid)))
    else:
        let_run(json.loads(sys.argv[2]))
