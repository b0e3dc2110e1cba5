"""Removing what crashed controllers left on this host, for all providers."""

from __future__ import annotations

import importlib.util
import os

from controller.guests.libvirt import state as libvirt_state
from controller.guests.nspawn import leftovers as nspawn_leftovers
from controller.guests.provider import Leftover
from testbed.errors import UsageError


def remove_leftovers() -> list[Leftover]:
    """Remove what guests of dead controllers left. Never touches a guest whose owner lives.

    Without root these are virtual machines only. Raises UsageError (there are machines, and libvirt does not answer),
    GuestError.
    """
    removed = nspawn_leftovers.remove_leftovers() if os.geteuid() == 0 else []
    if importlib.util.find_spec("libvirt") is None:
        return removed
    from controller.guests.libvirt import leftovers as libvirt_leftovers
    from controller.guests.libvirt.connection import LibvirtConnection

    try:
        connection = LibvirtConnection()
    except UsageError:
        if libvirt_state.read_states():
            raise
        return removed
    return removed + libvirt_leftovers.remove_leftovers(connection)
