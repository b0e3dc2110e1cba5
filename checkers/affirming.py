"""A guest whose agent has answered only what its answer does not deny, for the claims of `checkers.answers`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checkers.base import FILE_LIMIT, CommandOutput, GuestView, Termination
from checkers.negation import affirmed


def affirming(guest: GuestView) -> GuestView:
    """Return a view of a guest without what the agent's answer denies (`checkers.negation.affirmed`)."""
    return _AffirmingView(guest)


class _AffirmingView:
    def __init__(self, guest: GuestView) -> None:
        self._guest = guest

    @property
    def termination(self) -> Termination | None:
        given = self._guest.termination
        return given and replace(given, answer=affirmed(given.answer))

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandOutput:
        return self._guest.run(argv, as_user=as_user, stdin=stdin, timeout=timeout, check=check)

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandOutput:
        return self._guest.look(argv, as_user=as_user, stdin=stdin, timeout=timeout)

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        return self._guest.read_file(path, limit=limit)
