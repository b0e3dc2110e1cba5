"""Preparing a used machine again: the agent's processes may still run there, and wait for what root does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import pytest

from controller.core.guest import CommandResult
from controller.guests.link.ssh import KeyPair, SshConnection
from controller.guests.ssh.machines import RemoteMachine
from controller.guests.ssh.provision import STAGE, provision
from testbed.errors import CommandError

FACTS = """distribution=debian
suite=bookworm
title=Debian 12
machine=x86_64
systemd=yes
display_manager=inactive
"""
USED = "owner=user\ngroup=user\nuser_id=1000\nours=yes\n"


@dataclass
class Machine:
    """Answers the first questions, and fails at the packages; remembers what it was told."""

    facts: str
    commands: list[str] = field(default_factory=list)

    def run(self, command: str, *, stdin: bytes = b"", timeout: float = 0) -> CommandResult:
        self.commands.append(command)
        code = 1 if "dpkg-query" in command else 0
        return CommandResult((command,), code, self.facts.encode() if "os-release" in command else b"", b"")


def prepare(facts: str) -> list[str]:
    """The commands until the packages are looked at."""
    own = KeyPair.generate()
    record = RemoteMachine(
        name="lab",
        address="192.0.2.7",
        host_key=own.public,
        private_key=own.private,
        public_key=own.public,
        token="token",
    )
    machine = Machine(facts)
    with pytest.raises(CommandError, match="listing packages"):
        provision(cast(SshConnection, machine), record, make_room=False, progress=lambda _: None)
    return machine.commands


def test_the_user_is_ended_before_anything_is_put_there() -> None:
    commands = prepare(FACTS + USED)
    (end,) = [number for number, command in enumerate(commands) if "pkill -KILL --uid 1000" in command]
    (stage,) = [number for number, command in enumerate(commands) if STAGE in command]
    assert end < stage
    assert "user@1000.service" in commands[end], "its session starts nothing again"


def test_the_recipe_lies_where_nobody_else_writes() -> None:
    assert STAGE.startswith("/root/")
    (stage,) = [command for command in prepare(FACTS + USED) if STAGE in command]
    assert f"mkdir -m 0700 {STAGE}" in stage, "a folder that is there already is refused"


def test_a_machine_that_testbed_did_not_prepare_keeps_its_processes() -> None:
    assert not [command for command in prepare(FACTS) if "pkill" in command]
