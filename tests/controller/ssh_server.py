"""An ssh server in this process: runs commands on this machine and tunnels to its loopback. For tests."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import threading

import paramiko

from controller.ssh import KeyPair


class SshServer:
    """Accepts `user_key` for root; `cut()` drops all connections, as a network failure would."""

    def __init__(self) -> None:
        self.user_key = KeyPair.generate()
        self.host_key = KeyPair.generate()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._links: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        for link in self._links:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        self._links.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self._listener.accept()
                self._links.append(link)
                transport = paramiko.Transport(link)
                transport.set_log_channel("paramiko.testbed")
                transport.add_server_key(self.host_key.parsed())
                with contextlib.suppress(paramiko.SSHException, EOFError):
                    transport.start_server(
                        server=_Rules(transport, self.user_key.public), event=threading.Event()
                    )


class _Rules(paramiko.ServerInterface):
    def __init__(self, transport: paramiko.Transport, public_key: str) -> None:
        self._transport = transport
        self._public_key = public_key.split()[1]
        self._targets: dict[int, tuple[str, int]] = {}

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        known = username == "root" and key.get_base64() == self._public_key
        return paramiko.common.AUTH_SUCCESSFUL if known else paramiko.common.AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:  # noqa: ARG002
        return paramiko.common.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel: paramiko.Channel, command: bytes) -> bool:
        threading.Thread(target=_execute, args=(channel, command), daemon=True).start()
        return True

    def check_channel_direct_tcpip_request(
        self,
        chanid: int,
        origin: tuple[str, int],
        destination: tuple[str, int],  # noqa: ARG002
    ) -> int:
        try:
            target = socket.create_connection(destination)
        except OSError:
            return paramiko.common.OPEN_FAILED_CONNECT_FAILED
        threading.Thread(target=self._join, args=(chanid, target), daemon=True).start()
        return paramiko.common.OPEN_SUCCEEDED

    def _join(self, chanid: int, target: socket.socket) -> None:
        channel = self._transport.accept(10)
        assert channel is not None
        assert channel.get_id() == chanid
        threading.Thread(target=_pump, args=(channel, target), daemon=True).start()
        _pump(target, channel)


def _execute(channel: paramiko.Channel, command: bytes) -> None:
    process = subprocess.Popen(
        ["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr

    def feed() -> None:
        with contextlib.suppress(OSError), stdin:
            while data := channel.recv(65536):
                stdin.write(data)
                stdin.flush()

    def errors() -> None:
        with contextlib.suppress(OSError):
            while data := stderr.read1(65536):
                channel.sendall_stderr(data)

    readers = [threading.Thread(target=work, daemon=True) for work in (feed, errors)]
    for reader in readers:
        reader.start()
    with contextlib.suppress(OSError):
        while data := stdout.read1(65536):
            channel.sendall(data)
    readers[1].join()
    with stdout, stderr, contextlib.suppress(OSError):
        channel.send_exit_status(process.wait())
        channel.close()


def _pump(source: socket.socket | paramiko.Channel, sink: socket.socket | paramiko.Channel) -> None:
    with contextlib.suppress(OSError, EOFError):
        while data := source.recv(65536):
            sink.sendall(data)
    source.close()
    sink.close()
