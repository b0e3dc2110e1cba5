"""Connections to ports of a guest's loopback, which some guests offer, and views of them."""

from __future__ import annotations

import socket
from typing import Protocol, runtime_checkable


@runtime_checkable
class OffersPorts(Protocol):
    """A guest, or a view of one, whose ports can be reached."""

    def relay(self, connection: socket.socket, port: int) -> None:
        """Carry bytes between a connection of this host and a port of the guest until both ends have closed.

        Raises:
            ConnectionRefusedError: Nothing listens on the port.
            GuestConnectionError: The guest cannot be reached.
            NotRecordedError: The view is a recorded state.
        """
        ...
