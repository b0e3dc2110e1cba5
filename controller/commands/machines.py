"""`testbed guest prepare`: a running machine made ready to be a guest."""

from __future__ import annotations

import secrets
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from controller.commands import common
from controller.errors import GuestConnectionError, LoginError, UsageError
from controller.guest_ready import wait_for_desktop
from controller.providers import ssh_contact
from controller.providers.ssh import DESKTOP_SECONDS, remote_guest, wait_alive
from controller.providers.ssh_machines import (
    RemoteMachine,
    check_machine_name,
    claim,
    load_machine,
    machine_names,
    save_machine,
)
from controller.providers.ssh_prepare import admit_root, conclude
from controller.providers.ssh_prepare import prepare as prepare_machine
from controller.ssh import KeyPair
from controller.waiting import wait_until

RELOAD_SECONDS = 30.0


def prepare(
    host: Annotated[str, typer.Argument(metavar="HOST", help="The machine's address.")],
    name: Annotated[
        str, typer.Option(metavar="NAME", help="How to call it: --provider ssh:NAME; by default its address.")
    ] = "",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="Its ssh port.")] = 22,
    user: Annotated[
        str,
        typer.Option(
            metavar="U", help="The account to log in with the first time: root, or one that may sudo."
        ),
    ] = "root",
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its private key; by default those of ssh-agent and ~/.ssh."),
    ] = None,
    fingerprint: Annotated[
        str, typer.Option(metavar="SHA256:...", help="The fingerprint its ed25519 host key must have.")
    ] = "",
    reset_command: Annotated[
        str | None,
        typer.Option(
            metavar="C",
            help="A shell command, run here, that takes the machine back to its snapshot; '' for none.",
        ),
    ] = None,
    reset_seconds: Annotated[
        float | None, typer.Option(metavar="S", min=1, help="How long that may take; 600 by default.")
    ] = None,
    make_room: Annotated[
        bool, typer.Option("--make-room", help="Give an account that has the number 1000 another one.")
    ] = False,
) -> None:
    """Put the guest side onto a running Debian or Ubuntu machine reached by ssh, or bring it up to date.

    The machine is testbed's from then on: root opens to testbed's key, the desktop's account `user` is made anew.
    """
    name = check_machine_name(name or host)
    before = load_machine(name) if name in machine_names() else None
    with claim(name):
        common.err.print(f"connecting to {host}", markup=False, soft_wrap=True)
        host_key = ssh_contact.trusted_host_key(
            host, port, known=before.host_key if before else "", expected=fingerprint, confirm=ssh_contact.ask
        )
        machine = _record(before, name, host, port, host_key)
        if reset_command is not None:
            machine = machine.model_copy(update={"reset_command": reset_command})
        if reset_seconds is not None:
            machine = machine.model_copy(update={"reset_seconds": reset_seconds})
        _open_door(machine, user, key, known=before is not None)
        file = save_machine(machine.model_copy(update={"prepared": ""}))
        with closing(machine.connection()) as ssh:
            machine = prepare_machine(ssh, machine, make_room=make_room, progress=_tell)
            guest = remote_guest(name, machine, ssh)
            try:
                wait_for_desktop(guest, wait_alive, seconds=DESKTOP_SECONDS)
                conclude(ssh, machine)
            finally:
                guest.disconnect()
        save_machine(machine)
    common.out.print(f"{name} is prepared; its record is {file}", markup=False, soft_wrap=True)
    common.out.print(_next_step(machine), markup=False, soft_wrap=True)


def _record(before: RemoteMachine | None, name: str, host: str, port: int, host_key: str) -> RemoteMachine:
    """The machine's record. Key and token stay when it is prepared again: its snapshots hold them."""
    place = {"name": name, "address": host, "port": port, "host_key": host_key}
    if before:
        return before.model_copy(update=place)
    own = KeyPair.generate()
    secret = {"private_key": own.private, "public_key": f"{own.public} testbed"}
    return RemoteMachine.model_validate({**place, **secret, "token": secrets.token_urlsafe(32)})


def _open_door(machine: RemoteMachine, user: str, key: Path | None, *, known: bool) -> None:
    """Let testbed's key in as root, unless it is let in already."""
    if known:
        try:
            with closing(machine.connection()) as ssh:
                ssh.connect()
            return
        except LoginError:
            _tell("testbed's key is not let in any more, logging in with yours")
    keys = ssh_contact.user_keys(key)
    with closing(ssh_contact.log_in(machine.address, machine.port, user, machine.host_key, keys)) as ssh:
        admit_root(ssh, machine.public_key)

    def admitted() -> bool:
        try:
            with closing(machine.connection()) as ssh:
                ssh.connect()
        except LoginError:
            raise
        except GuestConnectionError:
            return False  # sshd is reading its settings anew
        return True

    try:
        wait_until(admitted, seconds=RELOAD_SECONDS, what="sshd to read its settings anew", every=0.2)
    except LoginError as error:
        raise UsageError(
            f"the machine lets root in with no key: {error.message}",
            hint="its sshd must allow it: PermitRootLogin prohibit-password, and no AllowUsers without root",
        ) from error


def _tell(line: str) -> None:
    common.err.print(f"  {line}", markup=False, soft_wrap=True)


def _next_step(machine: RemoteMachine) -> str:
    if machine.reset_command:
        return (
            "take the snapshot now that its reset command goes back to, then: "
            f"testbed run --provider ssh:{machine.name}"
        )
    return (
        "it has no reset command (--reset-command), so it serves one episode; then it must be prepared again: "
        f"testbed run --limit 1 --provider ssh:{machine.name}"
    )
