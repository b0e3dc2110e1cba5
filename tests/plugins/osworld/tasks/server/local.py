"""A guest that is this machine, for the endpoints that run programs."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from testbed.errors import CommandError


class LocalGuest(FakeGuest):
    """Runs commands here; everything else is a fake guest's."""

    def __init__(self) -> None:
        super().__init__("local", GuestOptions(), Faults())

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        del as_user
        done = subprocess.run(argv, input=stdin, capture_output=True, timeout=timeout, check=False)
        if check and done.returncode:
            raise CommandError(done.stderr.decode("utf-8", "replace"))
        return CommandResult(tuple(argv), done.returncode, done.stdout, done.stderr)
