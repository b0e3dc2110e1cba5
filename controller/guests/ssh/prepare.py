"""`testbed guest prepare`, from the first login to a machine to its record."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from controller.core.waiting import wait_until
from controller.guests.link.ready import wait_for_desktop
from controller.guests.link.ssh import KeyPair
from controller.guests.ssh import login as ssh_login
from controller.guests.ssh.machines import (
    RemoteMachine,
    check_machine_name,
    claim,
    load_machine,
    machine_names,
    save_machine,
)
from controller.guests.ssh.provider import DESKTOP_SECONDS, remote_guest, wait_alive
from controller.guests.ssh.provision import authorize_root, mark_prepared, provision
from testbed.errors import GuestConnectionError, LoginError, UsageError
from vm_images.profile import Progress

RELOAD_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class PrepareOptions:
    """The options of `testbed guest prepare`. With None, `reset_command` and `reset_seconds` stay as recorded."""

    host: str
    name: str
    port: int
    user: str
    key: Path | None
    fingerprint: str
    reset_command: str | None
    reset_seconds: float | None
    make_room: bool


def prepare_machine(options: PrepareOptions, progress: Progress) -> RemoteMachine:
    """Prepare a machine and write its record.

    Raises UsageError, HostKeyError, LoginError, GuestConnectionError, CommandError, ImageError, GuestBootError.
    """
    name = check_machine_name(options.name or options.host)
    before = load_machine(name) if name in machine_names() else None
    with claim(name):
        progress(f"connecting to {options.host}")
        machine = _record(before, name, options, _host_key(before, options))
        _authorize_key(machine, options, progress, known=before is not None)
        save_machine(machine.model_copy(update={"prepared": ""}))
        with closing(machine.connection()) as ssh:
            ssh_login.require_silent_shell(ssh, "root", machine.address)
            machine = provision(ssh, machine, make_room=options.make_room, progress=progress)
            guest = remote_guest(name, machine, ssh)
            try:
                wait_for_desktop(guest, wait_alive, seconds=DESKTOP_SECONDS)
                mark_prepared(ssh, machine)
            finally:
                guest.disconnect()
        save_machine(machine)
    return machine


def _host_key(before: RemoteMachine | None, options: PrepareOptions) -> str:
    known = before.host_key if before else ""
    return ssh_login.verify_host_key(
        options.host,
        options.port,
        known=known,
        expected=options.fingerprint,
        confirm=ssh_login.confirm_on_terminal,
    )


def _record(before: RemoteMachine | None, name: str, options: PrepareOptions, host_key: str) -> RemoteMachine:
    """The machine's record. Preparing it again keeps key and token, because its snapshots contain them."""
    fields = {"name": name, "address": options.host, "port": options.port, "host_key": host_key}
    reset = {"reset_command": options.reset_command, "reset_seconds": options.reset_seconds}
    fields |= {key: value for key, value in reset.items() if value is not None}
    if before:
        return before.model_copy(update=fields)
    own = KeyPair.generate()
    secret = {"private_key": own.private, "public_key": f"{own.public} testbed"}
    return RemoteMachine.model_validate({**fields, **secret, "token": secrets.token_urlsafe(32)})


def _authorize_key(
    machine: RemoteMachine, options: PrepareOptions, progress: Progress, *, known: bool
) -> None:
    """Authorize testbed's key for root, unless it is already."""
    if known:
        try:
            with closing(machine.connection()) as ssh:
                ssh.connect()
            return
        except LoginError:
            progress("testbed's key is no longer accepted, logging in with yours")
    keys = ssh_login.user_keys(options.key)
    with closing(ssh_login.log_in(options.host, options.port, options.user, machine.host_key, keys)) as ssh:
        authorize_root(ssh, machine.public_key)

    def admitted() -> bool:
        try:
            with closing(machine.connection()) as ssh:
                ssh.connect()
        except LoginError:
            raise
        except GuestConnectionError:
            return False  # sshd is reloading its settings
        return True

    try:
        wait_until(admitted, seconds=RELOAD_SECONDS, what="sshd to reload its settings", every=0.2)
    except LoginError as error:
        raise UsageError(
            f"the machine does not accept a key for root: {error.message}",
            hint="its sshd must allow it: PermitRootLogin prohibit-password, and no AllowUsers without root",
        ) from error
