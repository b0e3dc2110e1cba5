"""Which virtual machines of ours exist on this host and who owns them: one state file each, as nspawn's guests have."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.host_state import process_start, states_folder
from vm_images.image import guests_folder

PREFIX = "testbed-"
"""How the names of domains begin, and of their folders and state files."""


@dataclass(frozen=True, slots=True)
class VmState:
    """What must be known of a machine to remove it: its folder, its libvirt, its owner (process and its start)."""

    name: str
    path: str
    uri: str
    owner_pid: int
    owner_start: str
    image: str

    @property
    def folder(self) -> Path:
        return Path(self.path)

    @property
    def owner_lives(self) -> bool:
        return process_start(self.owner_pid) == self.owner_start

    def forget(self) -> None:
        """Remove the state file: the last step of removing a machine."""
        (states_folder() / f"{self.name}.json").unlink(missing_ok=True)


def allocate(image: str, uri: str) -> VmState:
    """A new machine's name and folder, recorded as owned by this process."""
    start = process_start(os.getpid())
    assert start is not None
    name = PREFIX + secrets.token_hex(4)
    state = VmState(name, str(guests_folder() / name), uri, os.getpid(), start, image)
    states_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = states_folder() / f".{name}.new"
    temporary.write_text(json.dumps(asdict(state)))
    temporary.rename(states_folder() / f"{name}.json")
    guests_folder().mkdir(parents=True, exist_ok=True)
    # QEMU runs as a user of its own and must get through to the disk
    guests_folder().chmod(0o711)
    state.folder.mkdir(mode=0o711)
    state.folder.chmod(0o711)
    return state


def read_states() -> list[VmState]:
    """All machines recorded on this host, sorted by name."""
    states = []
    for file in sorted(states_folder().glob(f"{PREFIX}*.json")):
        try:
            states.append(VmState(**json.loads(file.read_text())))
        except FileNotFoundError:
            continue  # removed since the folder was listed
    return states
