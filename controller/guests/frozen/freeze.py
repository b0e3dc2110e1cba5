"""Freezing a container: its processes, the groups they are in and what it has written, as files."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.core.waiting import wait_until
from controller.guests.frozen import image_files, unshift
from controller.guests.frozen.container import LaunchedContainer, payload_group
from controller.guests.frozen.criu import Criu
from controller.guests.frozen.launch import criu_errors
from controller.guests.host_tools import host_run
from controller.guests.nspawn.cgroups import limit_as_guest
from testbed.command import command
from testbed.errors import GuestConnectionError, GuestError, GuestTimeoutError

DUMP, UPPER, GROUPS, OPEN_FILES, DUMP_LOG = "dump", "upper", "groups.json", "open_files.json", "dump.log"
"""What a frozen container's folder holds."""
DUMP_SECONDS = 120.0
ATTEMPTS = 3
ATTEMPT_SECONDS = 0.5
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
    """A control group at or below a container's: its path, and the guest's ids that own it (".") and its files."""

    path: str
    owners: dict[str, tuple[int, int]]


def freeze(container: LaunchedContainer, criu: Criu, folder: Path, *, goes_on: bool = False) -> None:
    """Dump a running container into an empty folder; unless it `goes_on`, its processes have ended then.

    Raises:
        GuestBootError: The container does not run.
        GuestConnectionError: It ended meanwhile, or its network is not to be had back.
        GuestError: CRIU cannot dump it; the message has its errors. The container goes on.
    """
    leader = container.wait_alive(container.first_process, 10, "its first process")
    payload = payload_group(container.name)
    _wait_for_logout(payload)
    groups = [asdict(group) for group in _list_groups(payload, container.state.shift)]
    (folder / GROUPS).write_text(json.dumps(groups))
    dump = folder / DUMP
    script = folder / "copy.sh"
    script.write_text(_script(container, folder / UPPER))
    script.chmod(0o700)
    places = ["--tree", str(leader), "--images-dir", str(dump), "--log-file", DUMP_LOG]
    places += ["--action-script", str(script), *(["--leave-running"] if goes_on else [])]
    externals = ["--external", "mnt[/dev]:dev", "--external", "mnt[/]:root"]
    limits = ["--ghost-limit", "200M", "--timeout", str(round(DUMP_SECONDS / 2))]
    words = criu.words("dump", *places, *externals, *limits, *SHARED_OPTIONS)
    try:
        container.leave_network()
        with limit_as_guest(container.name, words) as limited:
            _dump(container, limited, folder)
    except BaseException as error:
        _rejoin_network(container, error)
        raise
    if goes_on:
        container.rejoin_network()
    script.unlink()
    image_files.give_orphans_sessions(dump)
    image_files.expire_wall_clock_timers(dump)
    opened = (name.lstrip("/") for name in image_files.open_files(dump))
    written = (folder / UPPER, *container.written_layers)
    # Path.is_file raises for a path that is too long, as an agent can make one.
    kept = [name for name in opened if any(os.path.isfile(layer / name) for layer in written)]  # noqa: PTH113
    (folder / OPEN_FILES).write_text(json.dumps(sorted(kept)))


def _rejoin_network(container: LaunchedContainer, failed: BaseException) -> None:
    """Let a container that could not be dumped go on. Raises GuestConnectionError if it does not."""
    try:
        container.rejoin_network()
    except GuestError as error:
        message = failed.message if isinstance(failed, GuestError) else f"interrupted: {failed!r}"
        raise GuestConnectionError(f"{message}; it does not go on: {error.message}") from failed


def _script(container: LaunchedContainer, upper: Path) -> str:
    """What CRIU runs at each stage: what the container has written is copied while its processes stand still.

    Its disk is mounted for it alone, so the copy is made among its mounts.
    """
    copy = [unshift.__file__, container.state.folder / "rw/upper", upper, container.state.shift]
    python = [sys.executable, "-I", "-S", *map(str, copy)]
    words = ["nsenter", *container.namespaces, "unshare", "--mount", *python]
    return f'#!/bin/sh\nif [ "$CRTOOLS_SCRIPT_ACTION" = post-dump ]; then exec {shlex.join(words)}; fi\n'


def _dump(container: LaunchedContainer, words: Sequence[str], folder: Path) -> None:
    """Run CRIU, again when it fails: it does not understand some states that last for a moment, as of a group's end."""
    dump = folder / DUMP
    deadline = time.monotonic() + DUMP_SECONDS
    for attempt in range(1, ATTEMPTS + 1):
        # The folder is closed, not the files in it: CRIU opens those again as the guest's root when it restores.
        dump.mkdir(mode=0o700)
        try:
            host_run(words, timeout=deadline - time.monotonic())
        except GuestError as error:
            if attempt == ATTEMPTS or time.monotonic() > deadline - ATTEMPT_SECONDS:
                errors = criu_errors(dump / DUMP_LOG) or "CRIU was killed or out of time"
                raise GuestError(f"the guest cannot be frozen: {errors}") from error
            container.unlock_network()
            for made in (dump, folder / UPPER):
                shutil.rmtree(made, ignore_errors=not made.exists())
            time.sleep(ATTEMPT_SECONDS)
        else:
            return


def _list_groups(payload: Path, shift: int) -> list[Group]:
    """The groups at and below one, those above first: CRIU makes only those that have processes."""
    groups = []
    for folder, below, files in os.walk(payload):
        below.sort()
        found = {name: Path(folder, name).stat() for name in (".", *files)}
        owners = {
            name: (status.st_uid - shift, status.st_gid - shift)
            for name, status in found.items()
            if status.st_uid >= shift
        }
        groups.append(Group(os.path.relpath(folder, payload), owners))
    return groups


def _wait_for_logout(payload: Path) -> None:
    """Wait until sshd has no connection left, of which a dump would keep one end. Raises GuestError."""
    procs = payload / "system.slice" / "ssh.service" / "cgroup.procs"
    try:
        wait_until(
            lambda: len(procs.read_text().split()) <= 1, seconds=10, what="ssh connections to end", every=0.02
        )
    except GuestTimeoutError as error:
        close = f"close what is connected to it, such as `{command('guest shell')}` or a live view"
        raise GuestError(f"the guest cannot be frozen: {error.message}", hint=close) from None
