"""Guests that checkers can be tried on without one: nothing but files, or this machine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from checkers import Termination
from controller.core.guest import FILE_LIMIT, CommandResult
from testbed.errors import FileTooLargeError


class FileGuest:
    """A guest that is nothing but its files, by path; it has no programs."""

    termination: Termination | None = None

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files = dict(files or {})

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        return self.execute(argv, stdin, timeout)

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandResult:
        return self.execute(argv, stdin, timeout)

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        data = self.content(path)
        if len(data) > limit:
            raise FileTooLargeError(f"{path} has {len(data)} bytes")
        return data

    def execute(self, argv: Sequence[str], stdin: bytes, timeout: float) -> CommandResult:
        raise NotImplementedError(f"this guest has no programs: {argv}")

    def content(self, path: str) -> bytes:
        try:
            return self.files[path]
        except KeyError:
            raise FileNotFoundError(path) from None


class LocalGuest(FileGuest):
    """This machine; `programs` holds stand-ins for the guest's programs in /usr/bin."""

    def __init__(self, programs: Path) -> None:
        super().__init__()
        self.programs = programs

    def program(self, name: str, script: str) -> None:
        """Stand in for /usr/bin/`name` with a shell script."""
        self.programs.mkdir(exist_ok=True)
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def execute(self, argv: Sequence[str], stdin: bytes, timeout: float) -> CommandResult:
        program, *arguments = argv
        stand_in = self.programs / Path(program).name
        command = [str(stand_in) if stand_in.exists() else program, *arguments]
        result = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
        return CommandResult(tuple(argv), result.returncode, result.stdout, result.stderr)

    def content(self, path: str) -> bytes:
        return Path(path).read_bytes()


class ClockedGuest(LocalGuest):
    """This machine on a clock of its own: Python programs run in this process, and only their sleeps pass time."""

    def __init__(self, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(programs)
        self.now = 1000.0
        self._events: list[tuple[float, Callable[[], object]]] = []
        self._monkeypatch = monkeypatch

    def at(self, moment: float, event: Callable[[], object]) -> None:
        """Call `event` when the clock reaches a moment."""
        self._events.append((moment, event))

    def execute(self, argv: Sequence[str], stdin: bytes, timeout: float) -> CommandResult:
        _, code, *arguments = argv[argv.index("-c") :]
        output = io.StringIO()
        with self._monkeypatch.context() as patch, redirect_stdout(output):
            patch.setattr(sys, "argv", ["-c", *arguments])
            patch.setattr(time, "time", lambda: self.now)
            patch.setattr(time, "sleep", self._sleep)
            exec(code, {})
        return CommandResult(tuple(argv), 0, output.getvalue().encode(), b"")

    def _sleep(self, seconds: float) -> None:
        self.now += seconds
        due = [event for moment, event in self._events if moment <= self.now]
        self._events = [(moment, event) for moment, event in self._events if moment > self.now]
        for event in due:
            event()
