"""Which nspawn guests exist on this host and who owns them: one state file each.

The state file is written before anything else of a guest exists and removed last, so that whatever a
crashed controller leaves behind can be found. Names, addresses, interfaces and user ids are the host's, so the
state files are too, wherever guests' folders lie. Allocation is safe across processes through a lock file.
"""

from __future__ import annotations

import fcntl
import ipaddress
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.errors import GuestBootError
from controller.host_state import HOST_STATES, process_start
from controller.providers import nspawn_network
from vm_images.image import guests_folder

PREFIX = "tb-"
"""How the names of guests, and so of their network interfaces and cgroups, begin."""

UID_BASE = 0x5000_0000
UIDS = 0x1_0000
MAX_GUESTS = 1024


@dataclass(frozen=True, slots=True)
class GuestState:
    """What the host must know about a guest to remove it: its folder, owner (process and its start), network, ids."""

    name: str
    path: str
    number: int
    subnet: str
    owner_pid: int
    owner_start: str
    image: str

    @property
    def folder(self) -> Path:
        return Path(self.path)

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

    @property
    def owner_lives(self) -> bool:
        return process_start(self.owner_pid) == self.owner_start

    def forget(self) -> None:
        """Remove the state file: the last step of removing a guest."""
        (HOST_STATES / f"{self.name}.json").unlink(missing_ok=True)


def allocate(image: str) -> GuestState:
    """A new guest's name, user ids and addresses, recorded as owned by this process.

    Raises GuestBootError when nothing is free.
    """
    with locked():
        others = read_states()
        numbers = {state.number for state in others}
        number = next((n for n in range(MAX_GUESTS) if n not in numbers), None)
        if number is None:
            raise GuestBootError(
                f"{MAX_GUESTS} guests exist already", hint="remove dead ones with `testbed guest cleanup`"
            )
        start = process_start(os.getpid())
        assert start is not None
        name = _free_name()
        state = GuestState(
            name=name,
            path=str(guests_folder() / name),
            number=number,
            subnet=nspawn_network.free_subnet({state.subnet for state in others}),
            owner_pid=os.getpid(),
            owner_start=start,
            image=image,
        )
        temporary = HOST_STATES / f".{name}.new"
        temporary.write_text(json.dumps(asdict(state)))
        temporary.rename(HOST_STATES / f"{name}.json")
        guests_folder().mkdir(parents=True, exist_ok=True, mode=0o711)
        state.folder.mkdir(mode=0o700)
        return state


def read_states() -> list[GuestState]:
    """All guests recorded on this host, sorted by name."""
    states = []
    for file in sorted(HOST_STATES.glob(f"{PREFIX}*.json")):
        try:
            states.append(GuestState(**json.loads(file.read_text())))
        except FileNotFoundError:
            continue  # removed since the folder was listed
    return states


def _free_name() -> str:
    while True:
        name = PREFIX + secrets.token_hex(3)
        taken = (guests_folder() / name).exists() or (HOST_STATES / f"{name}.json").exists()
        if not taken and not nspawn_network.interface_exists(name):
            return name


@contextmanager
def locked(name: str = ".lock") -> Iterator[None]:
    """Hold a lock against other processes; the default one is that under which guests are allocated."""
    HOST_STATES.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (HOST_STATES / name).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
