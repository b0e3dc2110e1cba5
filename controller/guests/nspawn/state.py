"""Which nspawn guests exist on this host and who owns them: one state file each.

The state file is written before anything else of a guest exists and removed last, so that whatever a
crashed controller leaves behind can be found. Names, addresses, interfaces and user ids are the host's, so the
state files are too, wherever guests' folders lie. Allocation is safe across processes through a lock file.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
from contextlib import AbstractContextManager
from dataclasses import dataclass

from controller.guests.link import host_state
from controller.guests.link.host_state import HOST_STATES, OwnedState, own_start, write_state
from controller.guests.nspawn import network as nspawn_network
from testbed.command import command
from testbed.errors import GuestBootError
from vm_images.folders import guests_folder

PREFIX = "tb-"
"""How the names of guests, and so of their network interfaces and cgroups, begin."""

UID_BASE = 0x5000_0000
UIDS = 0x1_0000
MAX_GUESTS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestState(OwnedState):
    """What removing a guest needs: its folder, owner, network, ids."""

    number: int
    subnet: str

    @property
    def shift(self) -> int:
        """The host's user id that is the guest's root."""
        return UID_BASE + self.number * UIDS

    @property
    def host_address(self) -> str:
        return str(ipaddress.IPv4Network(self.subnet)[1])

    @property
    def guest_address(self) -> str:
        return str(ipaddress.IPv4Network(self.subnet)[2])

    def forget(self) -> None:
        """Remove the state file: the last step of removing a guest."""
        (HOST_STATES / f"{self.name}.json").unlink(missing_ok=True)


def allocate(image: str) -> GuestState:
    """A new guest's name, user ids and addresses, recorded as owned by this process.

    Raises GuestBootError when nothing is free.
    """
    with hold_lock():
        others = read_states()
        numbers = {state.number for state in others}
        number = next((n for n in range(MAX_GUESTS) if n not in numbers), None)
        if number is None:
            raise GuestBootError(
                f"{MAX_GUESTS} guests exist already",
                hint=f"remove dead ones with `{command('guest cleanup')}`",
            )
        name = _free_name()
        state = GuestState(
            name=name,
            path=str(guests_folder() / name),
            number=number,
            subnet=nspawn_network.free_subnet({state.subnet for state in others}),
            owner_pid=os.getpid(),
            owner_start=own_start(),
            image=image,
        )
        write_state(HOST_STATES, state)
        guests_folder().mkdir(parents=True, exist_ok=True, mode=0o711)
        state.folder.mkdir(mode=0o700)
        return state


def read_states() -> list[GuestState]:
    """All guests recorded on this host, sorted by name."""
    return host_state.read_states(HOST_STATES, PREFIX, GuestState)


def _free_name() -> str:
    while True:
        name = PREFIX + secrets.token_hex(3)
        exists = (guests_folder() / name).exists() or (HOST_STATES / f"{name}.json").exists()
        if not exists and not nspawn_network.interface_exists(name):
            return name


def hold_lock(name: str = ".lock") -> AbstractContextManager[None]:
    """Hold a lock against other processes; the default one is that under which guests are allocated."""
    return host_state.hold_lock(HOST_STATES, name)
