"""Fetching a file to judge, and turning one that cannot be judged into a score of 0 instead of a crash."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from checkers.base import Claim, GuestView, Score, claim
from controller.errors import CommandError, FileTooLargeError

FILE_LIMIT = 32 * 2**20
"""Largest file, in bytes, that a checker opens."""


class Unusable(Exception):
    """What a checker needs is not there or not readable: `wanted` is the claim that fails, `found` why."""

    def __init__(self, wanted: str, found: object) -> None:
        super().__init__(f"{wanted}: {found}")
        self.wanted = wanted
        self.found = found

    @property
    def claim(self) -> Claim:
        return claim(self.wanted, False, self.found)


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
