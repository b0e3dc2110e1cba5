"""How any process of this host's root reaches guests that other processes started.

Providers publish an access when a guest answers the network, and withdraw it when the guest stops. Each access is
one file, readable by its owner alone, since it holds the guest's keys. Accesses of ended controllers are ignored.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.guests.link.console import read_tail
from controller.guests.link.host_state import HOST_STATES, process_start
from testbed.command import command
from testbed.errors import UsageError
from vm_images.folders import data_folder

if TYPE_CHECKING:
    from controller.guests.link.ssh_guest import SshGuest

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@:-]*")


class GuestAccess(BaseModel):
    """Where a guest is and the keys to it.

    Attributes:
        provider: Name of the provider that runs it.
        name: The guest's name.
        address: Address of its ssh server.
        port: Port of its ssh server.
        user_key: Private key that logs in as root, in OpenSSH's format.
        host_key: Public key that its ssh server shows, in OpenSSH's format.
        token: Token of its MCP server.
        console_log: File of this host with its console; "" without one.
        image: Hash of its image.
        memory_mib: Most memory it may use, in MiB; 0 if unknown.
        slowness: `Guest.slowness`.
        doing: What it is used for, for people.
        owner_pid: Process that started it.
        owner_start: When that process started; see `process_start`.
        started_at: When the guest was published, in seconds since 1970.
    """

    model_config = ConfigDict(frozen=True)

    provider: str
    name: str
    address: str
    port: int = 22
    user_key: str = Field(repr=False)
    host_key: str
    token: str = Field(repr=False)
    console_log: str = ""
    image: str = ""
    memory_mib: int = 0
    slowness: float = 1.0
    doing: str = ""
    owner_pid: int = Field(default_factory=os.getpid)
    owner_start: str = Field(default_factory=lambda: process_start(os.getpid()) or "")
    started_at: float = Field(default_factory=time.time)

    @property
    def owner_lives(self) -> bool:
        return process_start(self.owner_pid) == self.owner_start


def access_folder() -> Path:
    """The folder of the accesses: one of the host for root, in their data folder for others."""
    return HOST_STATES / "access" if os.geteuid() == 0 else data_folder() / "access"


def publish(access: GuestAccess) -> None:
    """Let other processes reach a guest that this one started. Raises OSError, or ValueError for an invalid name."""
    target = _file(access.name)
    folder = target.parent
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    temporary = folder / f".{access.name}.{os.getpid()}.new"
    temporary.unlink(missing_ok=True)
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(file, "w") as written:
        written.write(access.model_dump_json())
    temporary.rename(target)


def set_activity(name: str, doing: str) -> None:
    """Publish what a guest is used for now; does nothing if it is not published."""
    access = _read(_file(name))
    if access is not None:
        publish(access.model_copy(update={"doing": doing}))


def withdraw(name: str) -> None:
    """Withdraw the access of a guest that stops. Withdrawing what was not published is no error."""
    _file(name).unlink(missing_ok=True)


def list_accesses() -> list[GuestAccess]:
    """The guests whose owners live, by name."""
    accesses = [_read(file) for file in sorted(access_folder().glob("*.json"))]
    return [access for access in accesses if access is not None and access.owner_lives]


def remove_dead() -> list[str]:
    """Remove the files of guests whose owners have ended, and unreadable ones; returns the guests' names."""
    removed = []
    for file in sorted(access_folder().glob("*.json")):
        access = _read(file)
        if access is None or not access.owner_lives:
            file.unlink(missing_ok=True)
            removed.append(file.stem)
    return removed


def find_access(name: str | None = None) -> GuestAccess:
    """Find a running guest by name, or the only one without a name. Raises UsageError that lists those that run."""
    running = list_accesses()
    names = ", ".join(access.name for access in running)
    if name is None and len(running) == 1:
        return running[0]
    for access in running:
        if access.name == name:
            return access
    if not running:
        problem = "no guest is running" if name is None else f"there is no guest {name!r}: none is running"
        raise UsageError(problem, hint=f"start one to try things by hand: {command('guest start')}")
    if name is None:
        raise UsageError(f"{len(running)} guests are running: specify one", hint=f"name one of: {names}")
    raise UsageError(f"there is no guest {name!r}", hint=f"running: {names}")


def connect_guest(access: GuestAccess, kind: type[SshGuest] | None = None) -> SshGuest:
    """A connection of this process's own to a running guest; it opens when first used. Close it by `disconnect`.

    `kind` is what its provider makes of it; None for what any process can do with it.
    """
    from controller.guests.link.mcp_link import McpLink
    from controller.guests.link.ssh import KeyPair, SshConnection
    from controller.guests.link.ssh_guest import SshGuest

    key = KeyPair.from_private(access.user_key)
    ssh = SshConnection(access.address, port=access.port, user_key=key, host_key=access.host_key)
    console = Path(access.console_log) if access.console_log else None
    return (kind or SshGuest)(
        access.name,
        ssh,
        McpLink(ssh.open_tunnel, access.token),
        lambda lines: read_tail(console, lines) if console else "",
        slowness=access.slowness,
    )


def _file(name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise ValueError(f"invalid name of a guest: {name!r}")
    return access_folder() / f"{name}.json"


def _read(file: Path) -> GuestAccess | None:
    """None when the file is gone, or not of this version of testbed."""
    try:
        return GuestAccess.model_validate_json(file.read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
