"""Lets a guest reach a port of this host's loopback, through ssh: guests have no network of their own."""

from __future__ import annotations

import socket
import threading

import paramiko

from controller.guests.link.access import GuestAccess
from controller.guests.link.ssh import KeyPair
from tests.controller.ssh_server import pump


class ReverseTunnel:
    """`port`, on the guest's loopback, leads to `host_port` on this host's."""

    def __init__(self, access: GuestAccess, host_port: int) -> None:
        self._host_port = host_port
        self._transport = paramiko.Transport((access.address, access.port))
        self._transport.get_security_options().key_types = ["ssh-ed25519"]
        self._transport.connect(username="root", pkey=KeyPair.from_private(access.user_key).to_paramiko())
        self.port = self._transport.request_port_forward("127.0.0.1", 0, self._opened)

    def close(self) -> None:
        self._transport.close()

    def _opened(self, channel: paramiko.Channel, _origin: object, _server: object) -> None:
        try:
            host = socket.create_connection(("127.0.0.1", self._host_port))
        except OSError:
            channel.close()
            return
        for source, sink in ((channel, host), (host, channel)):
            threading.Thread(target=pump, args=(source, sink), daemon=True).start()
