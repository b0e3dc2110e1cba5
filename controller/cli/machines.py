"""`testbed guest prepare`: prepare a running machine as a guest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from testbed.command import command


def prepare(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Address of the machine.")],
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name for --provider ssh:NAME; default: its address.")
    ] = "",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="ssh port.")] = 22,
    user: Annotated[
        str,
        typer.Option(metavar="U", help="Account for the first login: root, or one that may use sudo."),
    ] = "root",
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Private key of the account; default: the keys of ssh-agent and ~/.ssh."
        ),
    ] = None,
    fingerprint: Annotated[
        str, typer.Option(metavar="SHA256:...", help="Expected fingerprint of the ed25519 host key.")
    ] = "",
    reset_command: Annotated[
        str | None,
        typer.Option(
            metavar="C",
            help="Shell command, run on this host, that reverts the machine to its snapshot; '' for none.",
        ),
    ] = None,
    reset_seconds: Annotated[
        float | None, typer.Option(metavar="S", min=1, help="Time limit of the reset command; default: 600.")
    ] = None,
    make_room: Annotated[
        bool, typer.Option("--make-room", help="Move an account with user id 1000 to another id.")
    ] = False,
) -> None:
    """Install or update the guest side on a running Debian or Ubuntu machine over ssh.

    This takes over the machine: testbed's key is authorized for root, and the desktop account `user` is recreated.
    """
    from controller.guests.ssh.machines import record_file
    from controller.guests.ssh.prepare import PrepareOptions, prepare_machine

    options = PrepareOptions(
        host, name, port, user, key, fingerprint, reset_command, reset_seconds, make_room
    )
    machine = prepare_machine(options, _progress)
    record = record_file(machine.name)
    common.out.print(f"{machine.name} is ready; its record is {record}", markup=False, soft_wrap=True)
    common.out.print(_next_step(machine.name, machine.reset_command), markup=False, soft_wrap=True)


def _progress(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)


def _next_step(name: str, reset_command: str) -> str:
    if reset_command:
        return (
            "take the snapshot that the reset command reverts to now, then run: "
            f"{command(f'run --provider ssh:{name}')}"
        )
    return (
        "without a reset command (--reset-command) it serves one episode and must then be prepared again: "
        f"{command(f'run --limit 1 --provider ssh:{name}')}"
    )
