"""Waiting until the screen is quiet, where OSWorld sleeps."""

from __future__ import annotations

from testbed.errors import GuestError
from testbed.guests import Guest

POLL_SECONDS = 0.1
"""Pause between two looks at what takes long."""
SETTLE_SECONDS = 30.0
"""How long a screenshot may wait at most."""


def settle(seconds: float, guest: Guest) -> None:
    """Wait until the screen is quiet, at most so long. Raises GuestError."""
    answer = guest.call_tool("computer.screenshot", {"limit_seconds": min(seconds, SETTLE_SECONDS)})
    if answer.is_error:
        raise GuestError(f"no screenshot: {answer.text[:500]}")
