"""`testbed guest prepare`: a running machine made ready to be a guest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common


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
    from controller.guests.ssh.machines import record_file
    from controller.guests.ssh.prepare import PrepareOptions, prepare_machine

    wish = PrepareOptions(host, name, port, user, key, fingerprint, reset_command, reset_seconds, make_room)
    machine = prepare_machine(wish, _tell)
    record = record_file(machine.name)
    common.out.print(f"{machine.name} is prepared; its record is {record}", markup=False, soft_wrap=True)
    common.out.print(_next_step(machine.name, machine.reset_command), markup=False, soft_wrap=True)


def _tell(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)


def _next_step(name: str, reset_command: str) -> str:
    if reset_command:
        return (
            "take the snapshot now that its reset command goes back to, then: "
            f"testbed run --provider ssh:{name}"
        )
    return (
        "it has no reset command (--reset-command), so it serves one episode; then it must be prepared again: "
        f"testbed run --limit 1 --provider ssh:{name}"
    )
