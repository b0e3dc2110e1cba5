"""Controllers under fault injection: `testbed` processes that a fork server starts and that can be signalled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.chaos.in_controller import InnerFaults

ROOT = Path(__file__).parents[2]


class Controllers:
    """Starts controllers; a context manager. Used by one thread."""

    def __enter__(self) -> Self:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._running: set[int] = set()
        self._codes: dict[int, int] = {}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.communicate()  # at the end of its input it kills the controllers that still run

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        output: Path,
        inner: InnerFaults | None = None,
    ) -> Controller:
        """Start `testbed` with these arguments, its output appended to a file."""
        pid = self._ask(
            do="start",
            arguments=list(arguments),
            environment=dict(environment),
            output=str(output),
            inner=asdict(inner or InnerFaults()),
        )["pid"]
        self._running.add(pid)
        return Controller(self, pid)

    def wait(self, pid: int, seconds: float) -> int | None:
        """The exit code of a controller, negative for a signal; None if it has not ended in time."""
        if pid in self._running:
            code: int | None = self._ask(do="wait", pid=pid, seconds=seconds)["code"]
            if code is None:
                return None
            self._running.remove(pid)
            self._codes[pid] = code
        return self._codes[pid]

    def signal(self, pid: int, number: signal.Signals) -> bool:
        """Send a signal to a controller; False when it has ended."""
        if pid not in self._running or self.wait(pid, 0) is not None:
            return False
        os.kill(pid, number)  # not waited for yet, so the number is still its own
        return True

    def _ask(self, **request: object) -> dict[str, Any]:
        assert self._server.stdin and self._server.stdout
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        line = self._server.stdout.readline()
        if not line:
            raise RuntimeError(f"the fork server ended with {self._server.wait()}")
        reply: dict[str, Any] = json.loads(line)
        return reply


@dataclass(frozen=True, slots=True)
class Controller:
    """A running controller."""

    controllers: Controllers
    pid: int

    def wait(self, seconds: float) -> int | None:
        """Its exit code, negative for a signal; None if it has not ended within the seconds."""
        return self.controllers.wait(self.pid, seconds)

    def signal(self, number: signal.Signals) -> bool:
        """Send a signal; False when the process has ended."""
        return self.controllers.signal(self.pid, number)
