"""A running guest as a checker sees it."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from checkers import Termination
from checkers.differences.changed_files import FileChange
from controller.core.guest import CommandResult, Guest
from controller.core.ports import OffersPorts
from controller.tasks.home_changes import changed_files


class JudgedGuest:
    """A guest as a checker sees it; commands have more time in a slow guest."""

    def __init__(self, guest: Guest, termination: Termination | None) -> None:
        self._guest = guest
        self.read_file = guest.read_file
        self.termination = termination

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        limit = timeout * self._guest.slowness
        return self._guest.run(argv, as_user=as_user, stdin=stdin, timeout=limit, check=check)

    def changed_files(self) -> list[FileChange]:
        return changed_files(self._guest)

    def relay(self, connection: socket.socket, port: int) -> None:
        if not isinstance(self._guest, OffersPorts):
            raise ConnectionRefusedError(f"the ports of {self._guest.name} cannot be reached")
        self._guest.relay(connection, port)

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandResult:
        return self.run(argv, as_user=as_user, stdin=stdin, timeout=timeout, check=False)
