"""The process that executes the calls, as a user of its own, and the call of it by the guest's MCP server.

systemd starts it at the first connection to its socket:

    python -m mcp_tools.personal.service STATE

A connection is one call: a line of JSON with `app`, `tool`, `arguments` and `reference`, answered by one with `result`
or `refused`. The caller cannot say for whom it calls: that is the setting `person` of the state, which root writes. A
call without a tool is answered with the names of the application's tools and the memory of this process.
"""

from __future__ import annotations

import json
import os
import socket
import socketserver
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.calls import Outcome, execute
from mcp_tools.personal.declaration import App
from mcp_tools.personal.store import Store

PERSON = "person"
"""The setting with the id of the person for whom calls are made."""
MOST_BYTES = 4 * 2**20
"""Of a call, and of its result."""
CALLER_SECONDS = 5.0
"""How long a caller may take to send its line."""
_FIRST_SOCKET = 3
"""The number of the first file that systemd passes on."""


class Service(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers calls, one after the other."""

    daemon_threads = True

    def __init__(self, listener: socket.socket, state: Path) -> None:
        super().__init__(listener.getsockname(), _Connection, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self._store = Store(state)
        self._turn = threading.Lock()

    def answer(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a call and return the answer's fields."""
        app = APPS.get(str(call.get("app")))
        if app is not None and "tool" not in call:
            return {"result": {"tools": [*app.actions], "memory_kib": _memory()}}
        with self._turn:
            outcome = self._execute(app, call)
        return {"refused": outcome.refused} if outcome.refused else {"result": outcome.result}

    def _execute(self, app: App | None, call: Mapping[str, Any]) -> Outcome:
        tool, arguments, reference = call.get("tool"), call.get("arguments"), call.get("reference", "")
        if app is None or not isinstance(tool, str) or not isinstance(arguments, dict):
            return Outcome(refused="a call has an app, a tool and arguments")
        return execute(self._store, app, tool, arguments, self._store.setting(PERSON), str(reference))


class _Connection(socketserver.StreamRequestHandler):
    timeout = CALLER_SECONDS
    server: Service

    def handle(self) -> None:
        try:
            line = self.rfile.readline(MOST_BYTES + 1)
            call = json.loads(line) if len(line) <= MOST_BYTES else None
        except (OSError, ValueError, RecursionError):
            call = None
        answer = (
            self.server.answer(call) if isinstance(call, dict) else {"refused": "no call of at most 4 MiB"}
        )
        data = json.dumps(answer, ensure_ascii=False).encode()
        if len(data) > MOST_BYTES:
            data = json.dumps({"refused": "the result is too long; ask for less"}).encode()
        self.wfile.write(data + b"\n")


def _memory() -> int:
    """The proportional memory (PSS) of this process, in KiB."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def main() -> None:
    """Serve the socket that systemd passes on."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or len(sys.argv) != 2:
        sys.exit(__doc__)
    with socket.socket(fileno=_FIRST_SOCKET) as listener:
        Service(listener, Path(sys.argv[1])).serve_forever()


if __name__ == "__main__":
    main()
