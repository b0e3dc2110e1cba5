"""A connection to the VNC server of a guest's X server, through ssh."""

from __future__ import annotations

import contextlib
import socket
import threading

import paramiko

from controller.guests.link.ssh_guest import SshGuest

SOCKET = "/run/testbed-x/vnc.sock"
_CHUNK = 1 << 18

_BRIDGE = """
import os, socket, sys, threading
screen = socket.socket(socket.AF_UNIX)
screen.connect(sys.argv[1])
def forth():
    while data := os.read(0, 1 << 18):
        screen.sendall(data)
    os._exit(0)
threading.Thread(target=forth, daemon=True).start()
while data := screen.recv(1 << 18):
    while data:
        data = data[os.write(1, data):]
"""
"""ssh forwards Unix sockets too, but paramiko cannot ask for it."""


def connect_screen(guest: SshGuest) -> socket.socket:
    """A stream to the VNC server; closing it ends the connection. Raises GuestConnectionError."""
    channel = guest.open_stream(["python3", "-I", "-S", "-c", _BRIDGE, SOCKET], as_user=True)
    local, remote = socket.socketpair()
    for source, sink in ((channel, remote), (remote, channel)):
        threading.Thread(target=_pump, args=(source, sink), name="vnc", daemon=True).start()
    return local


def _pump(source: socket.socket | paramiko.Channel, sink: socket.socket | paramiko.Channel) -> None:
    broken = contextlib.suppress(OSError, EOFError, paramiko.SSHException)
    with broken:
        while data := source.recv(_CHUNK):
            sink.sendall(data)
    for end in (source, sink):
        with broken:
            if isinstance(end, socket.socket):
                end.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads from it
            end.close()
