"""Freezing a container: its processes, the groups they are in and what it has written, as files."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.core.waiting import wait_until
from controller.guests.frozen import image_files
from controller.guests.frozen.container import FreezableContainer, payload_group
from controller.guests.frozen.criu import Criu
from controller.guests.host_tools import host_run
from controller.guests.nspawn import network as nspawn_network

DUMP, UPPER, GROUPS = "dump", "upper", "groups.json"
"""What a frozen container's folder holds."""
DUMP_SECONDS = 120.0
SHARED_OPTIONS = (
    "--tcp-established",
    "--ext-unix-sk",
    "--file-locks",
    "--link-remap",
    "--enable-external-sharing",
    "--enable-external-masters",
    "--manage-cgroups=soft",
    *("--empty-ns", "net"),
)
"""Options of both a dump and a restore. Interfaces are made again after a restore."""


@dataclass(frozen=True, slots=True)
class Group:
    """A control group below a container's: its path, and the guest's ids that own it and the list of its processes."""

    path: str
    owner: tuple[int, int]
    procs_owner: tuple[int, int]


def freeze(container: FreezableContainer, criu: Criu, folder: Path) -> None:
    """Dump a running container into an empty folder; its processes have ended then.

    Raises:
        GuestBootError: The container does not run.
        GuestError: CRIU cannot dump it; its log is `folder/dump/dump.log`. The container goes on, without a network.
    """
    leader = container.wait_alive(container.first_process, 10, "its first process")
    payload = payload_group(container.name)
    _wait_for_logout(payload)
    groups = [asdict(group) for group in _list_groups(payload, container.state.shift)]
    (folder / GROUPS).write_text(json.dumps(groups))
    dump = folder / DUMP
    dump.mkdir()
    nspawn_network.remove_interface(container.name)
    written = os.open(
        container.upper, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    )  # its mount ends with the container
    try:
        places = ["--tree", str(leader), "--images-dir", str(dump), "--log-file", "dump.log"]
        externals = ["--external", "mnt[/dev]:dev", "--external", "mnt[/]:root"]
        limits = ["--ghost-limit", "200M", "--timeout", str(round(DUMP_SECONDS / 2))]
        words = [*criu.command, "dump", *places, *externals, *limits, *SHARED_OPTIONS]
        host_run(words, timeout=DUMP_SECONDS)
        source = f"/proc/{os.getpid()}/fd/{written}/."
        host_run(["cp", "--archive", source, str(folder / UPPER)], timeout=DUMP_SECONDS)
    finally:
        os.close(written)
    image_files.give_orphans_sessions(dump)


def _list_groups(payload: Path, shift: int) -> list[Group]:
    """The groups at and below one, those above first: CRIU makes only those that have processes."""
    groups = []
    for folder, below, _ in os.walk(payload):
        below.sort()
        found = (Path(folder).stat(), Path(folder, "cgroup.procs").stat())
        ids = [(status.st_uid - shift, status.st_gid - shift) for status in found]
        groups.append(Group(os.path.relpath(folder, payload), *ids))
    return groups


def _wait_for_logout(payload: Path) -> None:
    """Wait until sshd has no connection left, of which a dump would keep one end."""
    procs = payload / "system.slice" / "ssh.service" / "cgroup.procs"
    wait_until(
        lambda: len(procs.read_text().split()) <= 1, seconds=10, what="ssh connections to end", every=0.02
    )
