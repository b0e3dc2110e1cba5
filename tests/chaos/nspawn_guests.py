"""The nspawn guests of a controller as the host sees them: their processes, their link, what they leave behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from controller.guests.link.host_state import HOST_STATES
from controller.guests.nspawn import cgroups, network
from controller.guests.nspawn.state import PREFIX, GuestState, read_states

ACCESSES = HOST_STATES / "access"
SYSTEM_SECONDS = 60.0


def guests_of(pid: int) -> list[GuestState]:
    """The guests that a controller owns now, by name."""
    return [state for state in read_states() if state.owner_pid == pid]


def unit_processes(name: str, unit: str) -> list[int]:
    """The host's numbers of the processes of a guest's unit; none while it does not run."""
    pids: list[int] = []
    for folder, folders, _ in os.walk(cgroups.unified_root() / name):
        del folders[64:]  # a guest may make any number of groups
        if unit in Path(folder).parts:
            with suppress(OSError):  # the group has gone since
                pids += [int(pid) for pid in (Path(folder) / "cgroup.procs").read_text().split()]
    return pids


def signal_unit(name: str, unit: str, number: signal.Signals) -> bool:
    """Send a signal to the processes of a guest's unit; False if there are none."""
    pids = unit_processes(name, unit)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
    return bool(pids)


def kill_guest(name: str) -> bool:
    """Kill all processes of a guest; False if it has none."""
    was_alive = not cgroups.is_empty(name)
    cgroups.kill(name)
    return was_alive


def set_link(name: str, *, up: bool) -> bool:
    """Take the host's end of a guest's link up or down; False if there is none."""
    command = ["ip", "link", "set", name, "up" if up else "down"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def run_inside(name: str, argv: Sequence[str]) -> bool:
    """Run a command as root in a guest's namespaces; False if the guest has no first process.

    A command that a full guest keeps from ending is left there, which is said on stderr: it is the fault.
    """
    for pid in unit_processes(name, "init.scope"):
        with suppress(OSError):
            if (
                (Path(f"/proc/{pid}/status").read_text().split("NSpid:")[1].splitlines()[0]).split()[-1]
                == "1"
            ):
                run_or_leave(name, ["nsenter", "--all", "--target", str(pid), "--", *argv])
                return True
    return False


def run_or_leave(name: str, argv: Sequence[str]) -> None:
    """Run a command on a guest for a minute at most; one that does not end by then is left, which stderr says."""
    try:
        subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SYSTEM_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        command = shlex.join(argv)
        print(f"{name}: no end within {SYSTEM_SECONDS:.0f} s, left as it is: {command}", file=sys.stderr)


def left_of(states: Iterable[GuestState]) -> Iterator[str]:
    """What is left of guests that should be gone."""
    guarded, groups = network.guarded_interfaces(PREFIX), cgroups.existing(PREFIX)
    mounts = Path("/proc/self/mountinfo").read_text()
    for state in states:
        name = state.name
        remains = {
            "state file": (HOST_STATES / f"{name}.json").exists(),
            "access file": (ACCESSES / f"{name}.json").exists(),
            "folder": state.folder.exists(),
            "network interface": network.interface_exists(name),
            "firewall rules": name in guarded,
            "cgroup": name in groups,
            "mount": name in mounts,
        }
        yield from (f"{kind} of {name}" for kind, is_left in remains.items() if is_left)
        yield from (f"process {pid} of {name}" for pid in _processes_naming(name))


def _processes_naming(name: str) -> Iterator[int]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if name.encode() in (process / "cmdline").read_bytes() and int(process.name) != os.getpid():
                yield int(process.name)
