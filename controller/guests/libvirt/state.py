"""Which virtual machines exist on this host and which process owns them: one state file each."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass

from controller.guests.link import host_state
from controller.guests.link.host_state import OwnedState, own_start, states_folder, write_state
from vm_images.folders import guests_folder

PREFIX = "testbed-"
"""How the names of domains begin, and of their folders and state files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VmState(OwnedState):
    """What removing a machine needs: its folder, its owner, its libvirt."""

    uri: str

    def forget(self) -> None:
        """Remove the state file: the last step of removing a machine."""
        (states_folder() / f"{self.name}.json").unlink(missing_ok=True)


def allocate(image: str, uri: str) -> VmState:
    """A new machine's name and folder, recorded as owned by this process."""
    name = PREFIX + secrets.token_hex(4)
    state = VmState(
        name=name,
        path=str(guests_folder() / name),
        image=image,
        owner_pid=os.getpid(),
        owner_start=own_start(),
        uri=uri,
    )
    states_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    write_state(states_folder(), state)
    guests_folder().mkdir(parents=True, exist_ok=True)
    # QEMU runs as a user of its own and must get through to the disk
    guests_folder().chmod(0o711)
    state.folder.mkdir(mode=0o711)
    state.folder.chmod(0o711)
    return state


def read_states() -> list[VmState]:
    """All machines recorded on this host, sorted by name."""
    return host_state.read_states(states_folder(), PREFIX, VmState)
