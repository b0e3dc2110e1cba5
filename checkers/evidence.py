"""Fetching evidence from the guest. Evidence that cannot be used gives score 0 instead of a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps

from checkers.base import Claim, CommandOutput, GuestView, Score, claim
from testbed.errors import CommandError, FileTooLargeError

FILE_LIMIT = 32 * 2**20
"""Largest file, in bytes, that a checker opens."""
OUTPUT_LIMIT = 2**20
"""Longest output, in bytes, of a command that a checker reads."""


class Unusable(Exception):
    """Evidence is missing or unreadable: the claim `expected` fails, `found` says why."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(f"{expected}: {found}")
        self.expected = expected
        self.found = found

    @property
    def claim(self) -> Claim:
        return claim(self.expected, False, self.found)


def judged(check: Callable[[GuestView], Score]) -> Callable[[GuestView], Score]:
    """Decorate a checker: if it raises `Unusable`, the score is 0 with the claim that failed."""

    @wraps(check)
    def safe_check(guest: GuestView) -> Score:
        try:
            return check(guest)
        except Unusable as problem:
            return Score.all_of(problem.claim)

    return safe_check


def fetch(guest: GuestView, path: str, *, limit: int = FILE_LIMIT) -> bytes:
    """Fetch a file of the guest, of at most `limit` bytes. Raises Unusable if it is missing, too large or no file."""
    try:
        return guest.read_file(path, limit=limit)
    except FileNotFoundError:
        raise Unusable(f"{path} exists", "no such file") from None
    except (FileTooLargeError, CommandError) as error:
        raise Unusable(f"{path} is a file of at most {limit} bytes", error) from None


def ask(
    guest: GuestView, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
) -> CommandOutput:
    """Run a command that changes nothing in the guest and return its output as evidence.

    Raises Unusable if it fails or prints more than OUTPUT_LIMIT bytes.
    """
    return _usable(argv, guest.look(argv, as_user=as_user, stdin=stdin, timeout=timeout))


def bring_about(
    guest: GuestView, argv: Sequence[str], *, as_user: bool = False, timeout: float = 30.0
) -> None:
    """Run a command that changes the guest to make evidence available. Raises Unusable if it fails."""
    _usable(argv, guest.run(argv, as_user=as_user, timeout=timeout, check=False))


def _usable(argv: Sequence[str], output: CommandOutput) -> CommandOutput:
    if output.exit_code != 0:
        raise Unusable(f"{argv[0]} works", f"exit code {output.exit_code}: {output.text.strip()[:200]}")
    if len(output.stdout) > OUTPUT_LIMIT:
        raise Unusable(f"{argv[0]} prints at most {OUTPUT_LIMIT} bytes", f"{len(output.stdout)} bytes")
    return output


def examine(text: str, look: Callable[[], tuple[bool, object]], *, forgeable: bool = False) -> Claim:
    """Create the claim `text` from what `look` returns: whether it holds, and what was found.

    If `look` raises Unusable, this claim fails, and the checker's other claims are still examined. `forgeable` is the
    claim's.
    """
    try:
        holds, found = look()
    except Unusable as problem:
        return claim(text, False, problem, forgeable=forgeable)
    return claim(text, holds, found, forgeable=forgeable)
