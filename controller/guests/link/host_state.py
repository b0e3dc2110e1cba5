"""Files that record which process of this host owns which guest."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from vm_images.folders import data_folder

HOST_STATES = Path("/run/testbed")
"""Where root's files about running guests lie: gone after a reboot, as the guests are."""


def states_folder() -> Path:
    """Where this user's files about running guests lie."""
    return HOST_STATES if os.geteuid() == 0 else data_folder() / "states"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedState:
    """What removing a guest needs: its folder, and its owner as process and start time of that."""

    name: str
    path: str
    image: str
    owner_pid: int
    owner_start: str

    @property
    def folder(self) -> Path:
        return Path(self.path)

    @property
    def owner_lives(self) -> bool:
        return process_start(self.owner_pid) == self.owner_start


State = TypeVar("State", bound=OwnedState)


def write_state(folder: Path, state: OwnedState) -> None:
    """Record a guest; the file is there whole or not at all."""
    temporary = folder / f".{state.name}.new"
    temporary.write_text(json.dumps(asdict(state)))
    temporary.rename(folder / f"{state.name}.json")


def read_states(folder: Path, prefix: str, kind: type[State]) -> list[State]:
    """The guests recorded whose names begin so, sorted by name."""
    states = []
    for file in sorted(folder.glob(f"{prefix}*.json")):
        try:
            states.append(kind(**json.loads(file.read_text())))
        except FileNotFoundError:
            continue  # removed since the folder was listed
    return states


def own_start() -> str:
    """When this process started; see `process_start`."""
    start = process_start(os.getpid())
    assert start is not None
    return start


def process_start(pid: int) -> str | None:
    """When a process started, in a form no other process of this host ever has; None if it is gone."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = status.rpartition(")")[2].split()
    if fields[0] in "ZX":
        return None
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot}:{fields[19]}"


@contextmanager
def hold_lock(folder: Path, name: str) -> Iterator[None]:
    """Hold the lock of that name in a folder for files about running guests, against other processes."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / name).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
