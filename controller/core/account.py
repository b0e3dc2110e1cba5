"""The account of this process."""

from __future__ import annotations

import getpass


def account() -> str:
    """Return the account's name; "" if it has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
