"""Carries connections of this host to ports of a guest's loopback, through its ssh connection."""

from __future__ import annotations

import contextlib
import socket
import threading

import paramiko

from controller.guests.link.ssh import close_channel

_CHUNK = 1 << 16


def relay(connection: socket.socket, channel: paramiko.Channel) -> None:
    """Carry bytes both ways until both ends have closed."""

    def answers() -> None:
        with contextlib.suppress(OSError, EOFError):
            while data := channel.recv(_CHUNK):
                connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)

    back = threading.Thread(target=answers, name="forwarded answers", daemon=True)
    back.start()
    with contextlib.suppress(OSError, EOFError):
        while data := connection.recv(_CHUNK):
            channel.sendall(data)
        channel.shutdown_write()
    back.join()
    close_channel(channel)
