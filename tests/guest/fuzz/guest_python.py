"""Python in the guest that stays: each piece of code of a reader runs in milliseconds."""

from __future__ import annotations

import json
import select
import time
from typing import Any

from controller.core.guest import Guest
from controller.guests.link.ssh_guest import SshGuest

_LOOP = """
import contextlib, io, json, sys, traceback
names = {}
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), names)
        answer = {"printed": printed.getvalue()}
    except BaseException:
        answer = {"error": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
"""


class GuestPythonError(AssertionError):
    """The code raised; the message is the guest's traceback."""


class GuestPython:
    """A process of the user in the guest that runs code; names stay from one piece of code to the next."""

    def __init__(self, guest: Guest) -> None:
        assert isinstance(guest, SshGuest)
        self._channel = guest.open_stream(["python3", "-u", "-c", _LOOP], as_user=True)
        self._received = b""

    def run(self, code: str, *, seconds: float = 60.0) -> str:
        """What the code prints. Raises GuestPythonError, TimeoutError."""
        self._channel.sendall(json.dumps(code).encode() + b"\n")
        deadline = time.monotonic() + seconds
        while b"\n" not in self._received:
            if not select.select([self._channel], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"the guest's Python gave no answer in {seconds:g} s to: {code[:200]}")
            data = self._channel.recv(1 << 20)
            if not data:
                raise GuestPythonError(f"the guest's Python ended while it ran: {code[:200]}")
            self._received += data
        line, _, self._received = self._received.partition(b"\n")
        answer: dict[str, str] = json.loads(line)
        if "error" in answer:
            raise GuestPythonError(answer["error"])
        return answer["printed"]

    def value(self, expression: str) -> Any:
        """The JSON value of an expression."""
        return json.loads(self.run(f"import json\nprint(json.dumps({expression}))"))

    def close(self) -> None:
        self._channel.close()
