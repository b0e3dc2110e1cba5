from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from checkers import Termination
from controller.errors import FileTooLargeError


@dataclass(frozen=True)
class LocalOutput:
    exit_code: int
    stdout: bytes

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "replace")


class LocalGuest:
    """A GuestView over this machine; `programs` holds stand-ins for the guest's programs in /usr/bin."""

    termination: Termination | None = None

    def __init__(self, programs: Path) -> None:
        self.programs = programs

    def program(self, name: str, script: str) -> None:
        """Stand in for /usr/bin/`name` with a shell script."""
        self.programs.mkdir(exist_ok=True)
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> LocalOutput:
        program, *arguments = argv
        stand_in = self.programs / Path(program).name
        command = [str(stand_in) if stand_in.exists() else program, *arguments]
        env = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(
            command, input=stdin, capture_output=True, timeout=timeout, check=check, env=env
        )
        return LocalOutput(done.returncode, done.stdout)

    def read_file(self, path: str, *, limit: int = 2**26) -> bytes:
        data = Path(path).read_bytes()
        if len(data) > limit:
            raise FileTooLargeError(f"{path} has {len(data)} bytes")
        return data


@pytest.fixture
def local_guest(tmp_path: Path) -> LocalGuest:
    return LocalGuest(tmp_path / "programs")
