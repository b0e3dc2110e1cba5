"""Passwords that can be used once."""

from __future__ import annotations

import secrets
import string
from collections.abc import Callable

WRONG_TRIES = 5
"""After so many wrong passwords no more are accepted."""

_LETTERS = "".join(sorted(set(string.ascii_letters + string.digits) - set("0O1lI")))


def url_password() -> str:
    """A password for machines."""
    return secrets.token_urlsafe(24)


def make_password(length: int = 8) -> str:
    """A password for people to type, without letters that look alike."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


class OneTimePassword:
    """A password that can be used once. `on_change` is called with the next one, or "" if no more are accepted."""

    def __init__(self, make: Callable[[], str], on_change: Callable[[str], None]) -> None:
        self._make = make
        self._on_change = on_change
        self._wrong = 0
        self.current = make()

    def redeem(self, matches: Callable[[str], bool]) -> bool:
        """Use the current password up if it matches. Returns whether it does."""
        if not self.current:
            return False
        if matches(self.current):
            self.current = self._make()
        else:
            self._wrong += 1
            if self._wrong < WRONG_TRIES:
                return False
            self.current = ""
        self._on_change(self.current)
        return bool(self.current)
