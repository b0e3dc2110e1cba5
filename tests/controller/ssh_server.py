"""An ssh server in this process: runs commands on this machine and tunnels to its loopback. For tests."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO

import paramiko

from controller.guests.link.ssh import KeyPair


class SshServer:
    """Accepts `user_key` for root; `cut()` drops all connections, as a network failure would.

    `greeting` is what the start-up file of its shell prints.
    """

    def __init__(self, greeting: str = "") -> None:
        self._greeting = greeting.encode()
        self.user_key = KeyPair.generate()
        self.host_key = KeyPair.generate()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._links: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        # a client may connect again meanwhile: its new link is not cut
        cut, self._links = self._links, []
        for link in cut:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # closed already
            self._listener.shutdown(socket.SHUT_RDWR)  # ends the accept under way, as closing alone does not
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self._listener.accept()
                self._links.append(link)
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                transport = paramiko.Transport(link)
                transport.set_log_channel("paramiko.testbed")
                transport.add_server_key(self.host_key.to_paramiko())
                with contextlib.suppress(paramiko.SSHException, EOFError):
                    rules = _Rules(transport, self.user_key.public, self._greeting)
                    transport.start_server(server=rules, event=threading.Event())
                    threading.Thread(target=rules.join_tunnels, daemon=True).start()


class _Rules(paramiko.ServerInterface):
    def __init__(self, transport: paramiko.Transport, public_key: str, greeting: bytes) -> None:
        self._transport = transport
        self._greeting = greeting
        self._public_key = public_key.split()[1]
        self._targets: dict[int, socket.socket] = {}

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        known = username == "root" and key.get_base64() == self._public_key
        return paramiko.common.AUTH_SUCCESSFUL if known else paramiko.common.AUTH_FAILED

    def get_allowed_auths(self, _username: str) -> str:
        return "publickey"

    def check_channel_request(self, _kind: str, _chanid: int) -> int:
        return paramiko.common.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel: paramiko.Channel, command: bytes) -> bool:
        threading.Thread(target=_execute, args=(channel, command, self._greeting), daemon=True).start()
        return True

    def check_channel_direct_tcpip_request(
        self, chanid: int, _origin: tuple[str, int], destination: tuple[str, int]
    ) -> int:
        try:
            target = socket.create_connection(destination)
            target.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            return paramiko.common.OPEN_FAILED_CONNECT_FAILED
        self._targets[chanid] = target
        return paramiko.common.OPEN_SUCCEEDED

    def join_tunnels(self) -> None:
        """Join each tunnel's channel to its target; commands' channels are only taken out of the queue."""
        kept = []  # the transport itself forgets channels that nobody holds
        while self._transport.is_active():
            channel = self._transport.accept(1)
            kept.append(channel)
            target = self._targets.pop(channel.get_id(), None) if channel else None
            if channel and target:
                for ends in ((channel, target), (target, channel)):
                    threading.Thread(target=pump, args=ends, daemon=True).start()
        for target in self._targets.values():
            target.close()


NO_INPUT = b"exec </dev/null;"
_ASKING = threading.Lock()
STATUS_FIRST = b"# status first"
"""The end of a command whose output follows its exit status after LATE_SECONDS."""
LATE_SECONDS = 0.4


def _execute(channel: paramiko.Channel, command: bytes, greeting: bytes) -> None:
    with contextlib.suppress(OSError, EOFError, paramiko.SSHException):
        with _ASKING:  # the answer is read after the grant of the request was sent
            channel.get_transport().global_request("granted@testbed", wait=True)
        first = b"" if command.startswith(NO_INPUT) else channel.recv(65536)
        process = subprocess.Popen(
            ["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdin and process.stdout and process.stderr
        with process.stdin, process.stdout, process.stderr:
            works = [(_feed, channel, process.stdin, first), (_carry, process.stderr, channel.sendall_stderr)]
            threads = [threading.Thread(target=work, args=given, daemon=True) for work, *given in works]
            for thread in threads:
                thread.start()
            if command.endswith(STATUS_FIRST):  # as a busy guest does
                channel.send_exit_status(0)
                time.sleep(LATE_SECONDS)
            channel.sendall(greeting)
            _carry(process.stdout, channel.sendall)
            threads[1].join()
            if (exit_code := process.wait()) >= 0:  # what was killed has none
                channel.send_exit_status(exit_code)
            channel.close()
            threads[0].join()


def _feed(channel: paramiko.Channel, stdin: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(OSError, ValueError), stdin:
        while data:
            stdin.write(data)
            stdin.flush()
            data = channel.recv(65536)


def _carry(source: IO[bytes], send: Callable[[bytes], None]) -> None:
    with contextlib.suppress(OSError, ValueError, EOFError, paramiko.SSHException):
        while data := os.read(source.fileno(), 65536):
            send(data)


def pump(source: socket.socket | paramiko.Channel, sink: socket.socket | paramiko.Channel) -> None:
    broken = contextlib.suppress(OSError, EOFError, paramiko.SSHException)
    with broken:
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with broken:
            end.close()
