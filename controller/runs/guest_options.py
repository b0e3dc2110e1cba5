"""The guests that the tasks of a run need."""

from __future__ import annotations

from controller.guests.network_access import CLOSED
from controller.guests.provider import GuestOptions
from controller.tasks.sources.registry import guest_of


def guest_options(suite: str, network: str = CLOSED) -> GuestOptions:
    """Return the options of guests for a suite's tasks, which a task source may set. Raises UsageError."""
    return GuestOptions(**guest_of(suite), network=network)
