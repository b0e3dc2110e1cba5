"""Machines that `testbed guest prepare` has prepared: one TOML file each in the data folder.

The file holds secrets (the private key, the MCP server's token) and is readable by its owner alone. It may be
edited by hand, to give a machine another reset command for instance.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import os
import re
import tomllib
from pathlib import Path
from typing import BinaryIO

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import describe_invalid
from controller.core.junk import without_junk
from controller.guests.link.ssh import KeyPair, SshConnection
from testbed.command import command
from testbed.errors import UsageError
from vm_images.folders import data_folder

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
PREPARE = "guest prepare"
_HEAD = f"# Written by `testbed {PREPARE}`. Holds secrets: the key and the token that open this machine.\n"


class RemoteMachine(BaseModel):
    """A prepared machine: its address, its keys, what is installed on it, and how it is reset.

    `reset_command` is a shell command run on this host, "" for none; it may take `reset_seconds`. `prepared` is the
    hash of what was put there, "" until that is complete.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    address: str
    port: int = Field(22, ge=1, le=65535)
    host_key: str
    private_key: str = Field(repr=False)
    public_key: str
    token: str = Field(repr=False)
    profile: str = ""
    prepared: str = ""
    reset_command: str = ""
    reset_seconds: float = Field(600.0, gt=0)

    @property
    def key(self) -> KeyPair:
        return KeyPair(self.private_key, self.public_key)

    def prepare_command(self, *options: str) -> str:
        """The command that prepares this machine anew, with these options beside."""
        if self.name != self.address:
            options = (*options, "--name", self.name)
        if self.port != 22:
            options = (*options, "--port", str(self.port))
        return " ".join([command(PREPARE), *options, self.address])

    def connection(self, *, connect_seconds: float = 10.0) -> SshConnection:
        """A connection as root, opened when first used."""
        return SshConnection(
            self.address,
            port=self.port,
            user_key=self.key,
            host_key=self.host_key,
            connect_seconds=connect_seconds,
        )


def machines_folder() -> Path:
    return data_folder() / "ssh"


def record_file(name: str) -> Path:
    """Where a machine's record is, or would be. Raises UsageError for a name that cannot be part of a file's."""
    return machines_folder() / f"{check_machine_name(name)}.toml"


def machine_names() -> list[str]:
    """All machines that have been prepared, or at least begun."""
    return [path.stem for path in without_junk(machines_folder().glob("*.toml"))]


def check_machine_name(name: str) -> str:
    """Raises UsageError for a name that cannot be part of a file's name or of `--provider`."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a machine",
            hint="use letters, digits, '.', '_' and '-'; --name gives another",
        )
    return name


def load_machine(name: str) -> RemoteMachine:
    """Raises UsageError when there is no such machine, or its file is damaged."""
    path = record_file(name)
    try:
        return RemoteMachine.model_validate({"name": name, **tomllib.loads(path.read_text())})
    except FileNotFoundError:
        known = ", ".join(machine_names()) or "none"
        raise UsageError(
            f"no machine {name!r} has been prepared (prepared: {known})",
            hint=f"prepare it: {command(PREPARE)} {name}",
        ) from None
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        problem = describe_invalid(error) if isinstance(error, ValidationError) else error
        raise UsageError(
            f"{path} cannot be used: {problem}", hint=f"fix it, or remove it and: {command(PREPARE)} {name}"
        ) from error


def save_machine(machine: RemoteMachine) -> Path:
    """Write a machine's file, readable by its owner alone."""
    folder = machines_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = record_file(machine.name)
    temporary = folder / f".{machine.name}.new"
    temporary.unlink(missing_ok=True)
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(_HEAD + tomli_w.dumps(machine.model_dump(exclude={"name"})))
    temporary.rename(path)
    return path


def claim(name: str) -> BinaryIO:
    """Keep other processes from using a machine until the file returned is closed. Raises UsageError when one does."""
    folder = machines_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = (folder / f"{name}.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise UsageError(
            f"the machine {name} is in use by another testbed command",
            hint="wait for it, or name another machine",
        ) from None
    return file


def fingerprint(host_key: str) -> str:
    """The fingerprint that ssh and `ssh-keygen -l` show for a public key line: SHA256:..."""
    digest = hashlib.sha256(base64.b64decode(host_key.split()[1])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"
