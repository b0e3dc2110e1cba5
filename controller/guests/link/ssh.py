"""ssh to a guest: commands and tunnels as root, with a key made for this guest and a pinned host key."""

from __future__ import annotations

import base64
import contextlib
import logging
import socket
import threading
import time
from dataclasses import dataclass
from io import StringIO

import paramiko
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.core.texts import shorten
from testbed.errors import (
    CommandError,
    GuestConnectionError,
    GuestTimeoutError,
    HostKeyError,
    LoginError,
)

OUTPUT_LIMIT = 64 * 2**20
"""Most bytes a command may print to either stream."""

_CHUNK = 1 << 20
_POLL_SECONDS = 0.05
_QUIET_SECONDS = 1.0
"""How long nothing comes from a command that has ended but whose streams are open: of a busy guest the rest of its
output may follow its exit status, and a child that it leaves running may never close them."""
_ANSWER_SECONDS = 10.0
_NO_STATUS = -1
"""Paramiko's exit code of a command that was killed, or whose connection was lost."""
LOG_CHANNEL = "paramiko.testbed"
logging.getLogger(LOG_CHANNEL).setLevel(
    logging.CRITICAL
)  # what goes wrong reaches the caller as an exception


@dataclass(frozen=True)
class KeyPair:
    """An ed25519 key in OpenSSH's formats."""

    private: str
    public: str

    @classmethod
    def generate(cls) -> KeyPair:
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.OpenSSH,
            serialization.NoEncryption(),
        )
        return cls(private.decode(), _public(key))

    @classmethod
    def from_private(cls, private: str) -> KeyPair:
        """Raises ValueError when the text is no ed25519 key."""
        key = serialization.load_ssh_private_key(private.encode(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("not an ed25519 key")
        return cls(private, _public(key))

    def to_paramiko(self) -> paramiko.Ed25519Key:
        return paramiko.Ed25519Key.from_private_key(StringIO(self.private))


@dataclass(frozen=True, slots=True)
class FinishedCommand:
    """A command that ended by itself."""

    exit_code: int
    stdout: bytes
    stderr: bytes


@dataclass(frozen=True, slots=True)
class TerminalSettings:
    """A terminal that a command is given: its kind as in $TERM, its size in characters."""

    kind: str
    columns: int
    rows: int


class SshConnection:
    """A connection that opens when first used and opens again after a drop. Safe to use from several threads."""

    def __init__(
        self,
        address: str,
        *,
        user_key: KeyPair | paramiko.PKey,
        host_key: str,
        port: int = 22,
        user: str = "root",
        connect_seconds: float = 10.0,
    ) -> None:
        """`host_key` is the ed25519 public key, in OpenSSH's format, that the guest must show."""
        self._address = (address, port)
        self._user = user
        self._user_key = user_key.to_paramiko() if isinstance(user_key, KeyPair) else user_key
        self._host_key = paramiko.Ed25519Key(data=base64.b64decode(host_key.split()[1]))
        self._connect_seconds = connect_seconds
        self._transport: paramiko.Transport | None = None
        self._lock = threading.Lock()
        self._closed = False

    def run(
        self, command: str, *, stdin: bytes = b"", timeout: float, limit: int = OUTPUT_LIMIT
    ) -> FinishedCommand:
        """Run a shell command as root (or the user given).

        Raises GuestTimeoutError after `timeout` seconds, CommandError when a stream exceeds `limit` bytes,
        GuestConnectionError.
        """
        deadline = time.monotonic() + timeout
        channel = self._session()
        try:
            if stdin:
                channel.exec_command(command)
                _feed(channel, stdin)
            else:
                # Not an end-of-file of our own: paramiko may send it after the close of a command that has
                # already ended, and OpenSSH then ends the whole connection.
                channel.exec_command(f"exec </dev/null; {command}")
            return _collect(channel, command, deadline, timeout, limit)
        except (paramiko.SSHException, EOFError, OSError) as error:
            raise GuestConnectionError(f"ssh to {self._where} broke during a command: {error}") from error
        finally:
            close_channel(channel)

    def open_tunnel(self, port: int, *, timeout: float = 10.0) -> paramiko.Channel:
        """A stream to a port on the guest's loopback.

        Raises ConnectionRefusedError when nothing listens there, GuestConnectionError.
        """
        transport = self._open_transport()
        try:
            return transport.open_channel(
                "direct-tcpip", ("127.0.0.1", port), ("127.0.0.1", 0), timeout=timeout
            )
        except paramiko.ChannelException as error:
            raise ConnectionRefusedError(f"nothing answers on port {port} of the guest: {error}") from error
        except (paramiko.SSHException, EOFError, OSError) as error:
            raise GuestConnectionError(f"ssh to {self._where} broke: {error}") from error

    def open_command(self, command: str, *, terminal: TerminalSettings | None = None) -> paramiko.Channel:
        """A shell command of root under way, its standard streams the channel's; closing that hangs it up.

        Raises GuestConnectionError.
        """
        channel = self._session()
        try:
            if terminal:
                channel.get_pty(terminal.kind, terminal.columns, terminal.rows)
            channel.exec_command(command)
        except (paramiko.SSHException, EOFError, OSError) as error:
            close_channel(channel)
            raise GuestConnectionError(f"ssh to {self._where} broke: {error}") from error
        return channel

    def connect(self) -> None:
        """Connect now. Raises GuestConnectionError."""
        self._open_transport()

    def drop(self) -> None:
        """Close the connection; it opens again when it is next used."""
        with self._lock:
            if self._transport:
                self._transport.close()

    def close(self) -> None:
        """Close the connection for good."""
        with self._lock:
            self._closed = True
        self.drop()

    @property
    def _where(self) -> str:
        return f"{self._address[0]}:{self._address[1]}"

    def _session(self) -> paramiko.Channel:
        transport = self._open_transport()
        try:
            return transport.open_session(timeout=self._connect_seconds)
        except (paramiko.SSHException, EOFError, OSError) as error:
            raise GuestConnectionError(f"ssh to {self._where} opened no session: {error}") from error

    def _open_transport(self) -> paramiko.Transport:
        with self._lock:
            if self._closed:
                raise GuestConnectionError(f"the connection to {self._where} has been closed")
            if self._transport is None or not self._transport.is_active():
                self._transport = self._open()
            return self._transport

    def _open(self) -> paramiko.Transport:
        transport = None
        try:
            link = socket.create_connection(self._address, timeout=self._connect_seconds)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            transport = paramiko.Transport(link)
            transport.set_log_channel(LOG_CHANNEL)
            transport.banner_timeout = transport.auth_timeout = self._connect_seconds
            transport.get_security_options().key_types = ["ssh-ed25519"]
            transport.start_client(timeout=self._connect_seconds)
            if transport.get_remote_server_key() != self._host_key:
                raise HostKeyError(f"{self._where} shows another host key than the guest was given")
            transport.auth_publickey(self._user, self._user_key)
        except paramiko.AuthenticationException as error:
            assert transport
            transport.close()
            raise LoginError(f"no ssh connection to {self._where} as {self._user}: {error}") from error
        except HostKeyError:
            assert transport
            transport.close()
            raise
        except (paramiko.SSHException, EOFError, OSError) as error:
            if transport:
                transport.close()
            raise GuestConnectionError(f"no ssh connection to {self._where}: {error}") from error
        return transport


def close_channel(channel: paramiko.Channel) -> None:
    """Close a channel; one whose connection is gone needs no farewell, and the next use finds that out."""
    with contextlib.suppress(paramiko.SSHException, EOFError, OSError):
        channel.close()


def _public(key: Ed25519PrivateKey) -> str:
    encoding, formats = serialization.Encoding, serialization.PublicFormat
    return key.public_key().public_bytes(encoding.OpenSSH, formats.OpenSSH).decode()


def _feed(channel: paramiko.Channel, data: bytes) -> None:
    """Send a command its input beside reading what it prints, so that neither waits for the other."""

    def send() -> None:
        with contextlib.suppress(OSError):  # the command need not read it all
            for start in range(0, len(data), _CHUNK):  # sendall copies what is left for every packet it sends
                channel.sendall(data[start : start + _CHUNK])
            channel.shutdown_write()

    threading.Thread(target=send, name="ssh-stdin", daemon=True).start()


def _collect(
    channel: paramiko.Channel, command: str, deadline: float, timeout: float, limit: int
) -> FinishedCommand:
    """Read both streams until the command ends; children it leaves running may keep them open longer."""
    output, errors = bytearray(), bytearray()
    # Not channel.fileno(): paramiko closes that pipe beside the thread that writes to it, which ends the
    # connection or, where the number has been taken again, writes into somebody else's file.
    arrived = threading.Event()
    channel.in_buffer.set_event(arrived)
    while True:
        ended = channel.exit_status_ready()
        no_more = channel.eof_received or channel.closed  # asked before the reads: no output is left then
        while channel.recv_ready():
            output += channel.recv(_CHUNK)
        while channel.recv_stderr_ready():
            errors += channel.recv_stderr(_CHUNK)
        if max(len(output), len(errors)) > limit:
            raise CommandError(f"a command printed over {limit} bytes: {_shorten(command)}")
        if ended and (no_more or _stays_quiet(channel, arrived)):
            exit_code = channel.recv_exit_status()
            unsure = channel.closed and (exit_code == _NO_STATUS or not channel.eof_received)
            if unsure and not _answers(channel.get_transport()):
                raise EOFError("the connection closed before the command ended")
            return FinishedCommand(exit_code, bytes(output), bytes(errors))
        if time.monotonic() > deadline:
            raise GuestTimeoutError(f"a command took over {timeout:g} s: {_shorten(command)}")
        if no_more:
            channel.status_event.wait(_POLL_SECONDS)
        else:
            arrived.wait(_POLL_SECONDS)


def _stays_quiet(channel: paramiko.Channel, arrived: threading.Event) -> bool:
    """Wait for more output; whether none comes and the streams stay open."""
    until = time.monotonic() + _QUIET_SECONDS
    while time.monotonic() < until:
        if (
            arrived.wait(_POLL_SECONDS)
            or channel.recv_stderr_ready()
            or channel.eof_received
            or channel.closed
        ):
            return False
    return True


def _answers(transport: paramiko.Transport) -> bool:
    """Whether the server still answers: a lost connection counts as active until all its channels are closed."""
    try:
        close_channel(transport.open_session(timeout=_ANSWER_SECONDS))
    except paramiko.ChannelException:
        return True
    except (paramiko.SSHException, EOFError, OSError):
        return False
    return True


def _shorten(command: str) -> str:
    return shorten(command, 200)
