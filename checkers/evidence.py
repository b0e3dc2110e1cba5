"""Fetching a file to judge, and turning one that cannot be judged into a score of 0 instead of a crash."""

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
    """What a checker needs is not there or not readable: `expected` is the claim that fails, `found` why."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(f"{expected}: {found}")
        self.expected = expected
        self.found = found

    @property
    def claim(self) -> Claim:
        return claim(self.expected, False, self.found)


def judged(check: Callable[[GuestView], Score]) -> Callable[[GuestView], Score]:
    """Decorates a checker: `Unusable` raised in it is a score of 0 with the claim that failed."""

    @wraps(check)
    def safe_check(guest: GuestView) -> Score:
        try:
            return check(guest)
        except Unusable as problem:
            return Score.all_of(problem.claim)

    return safe_check


def fetch(guest: GuestView, path: str, *, limit: int = FILE_LIMIT) -> bytes:
    """A file of the guest; at most `limit` bytes. Raises Unusable when it is missing or no such file."""
    try:
        return guest.read_file(path, limit=limit)
    except FileNotFoundError:
        raise Unusable(f"{path} exists", "no such file") from None
    except (FileTooLargeError, CommandError) as error:
        raise Unusable(f"{path} is a file of at most {limit} bytes", error) from None


def ask(
    guest: GuestView, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
) -> CommandOutput:
    """Run a command in the guest that evidence comes from, and that changes nothing there.

    Raises Unusable when it fails or prints more than OUTPUT_LIMIT bytes.
    """
    return _usable(argv, guest.look(argv, as_user=as_user, stdin=stdin, timeout=timeout))


def bring_about(
    guest: GuestView, argv: Sequence[str], *, as_user: bool = False, timeout: float = 30.0
) -> None:
    """Run a command that changes the guest, so that evidence can be had. Raises Unusable when it fails."""
    _usable(argv, guest.run(argv, as_user=as_user, timeout=timeout, check=False))


def _usable(argv: Sequence[str], output: CommandOutput) -> CommandOutput:
    if output.exit_code != 0:
        raise Unusable(f"{argv[0]} works", f"exit code {output.exit_code}: {output.text.strip()[:200]}")
    if len(output.stdout) > OUTPUT_LIMIT:
        raise Unusable(f"{argv[0]} prints at most {OUTPUT_LIMIT} bytes", f"{len(output.stdout)} bytes")
    return output


def examine(text: str, look: Callable[[], tuple[bool, object]]) -> Claim:
    """The claim `text`: `look` tells whether it holds and what was found.

    Unusable raised in `look` makes this one claim fail; the others of the checker are still looked at.
    """
    try:
        holds, found = look()
    except Unusable as problem:
        return claim(text, False, problem)
    return claim(text, holds, found)
