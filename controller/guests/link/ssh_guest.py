"""A guest reached by ssh alone: implements `controller.core.guest.Guest` for every provider with a real desktop."""

from __future__ import annotations

import shlex
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import paramiko

from controller.core.guest import FILE_LIMIT, HOME, USER, CommandResult, Tool, ToolResult, call_limit
from controller.guests.link.forwarding import relay
from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import SshConnection, TerminalSettings
from testbed.errors import CommandError, FileTooLargeError, GuestTimeoutError

SESSION = {
    "HOME": HOME,
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
    "XAUTHORITY": "/run/testbed-x/Xauthority",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "XDG_MENU_PREFIX": "gnome-",
    "XDG_CURRENT_DESKTOP": "GNOME",
    "XDG_SESSION_TYPE": "x11",
    "LANG": "en_US.UTF-8",
}
"""What a command run as the desktop's user finds in its environment."""

_NOT_FOUND, _NOT_REGULAR, _TOO_LARGE = 81, 82, 83
_TIMED_OUT = (124, 137, -1)  # ended by TERM; its children or itself by KILL

_READ = f"""
import os, stat, sys
path, limit = sys.argv[1], int(sys.argv[2])
try:
    # not blocking: a fifo in the file's place must not hold the reader up
    source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
except (FileNotFoundError, NotADirectoryError):
    sys.exit({_NOT_FOUND})
except OSError as error:
    sys.stderr.write(str(error))
    sys.exit({_NOT_REGULAR})
if not stat.S_ISREG(os.fstat(source).st_mode):
    sys.exit({_NOT_REGULAR})
if os.fstat(source).st_size > limit:
    sys.exit({_TOO_LARGE})
left = limit
while chunk := os.read(source, min(1 << 20, left + 1)):
    left -= len(chunk)
    if left < 0:
        sys.exit({_TOO_LARGE})
    sys.stdout.buffer.write(chunk)
sys.stderr.write(str(limit - left))
"""
"""Prints the file, and its size to the standard error: whether all of it has come must be known."""

_WRITE = """
import os, pwd, sys
path, owner, mode = sys.argv[1], pwd.getpwnam(sys.argv[2]), int(sys.argv[3], 8)
folder = os.path.dirname(path)
missing = []
while not os.path.isdir(folder):
    missing.append(folder)
    folder = os.path.dirname(folder)
for made in reversed(missing):
    os.mkdir(made, 0o755)
    os.chown(made, owner.pw_uid, owner.pw_gid)
temporary = f"{path}.{os.getpid()}.new"
file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
try:
    with open(file, "wb") as target:
        while chunk := sys.stdin.buffer.read(1 << 20):
            target.write(chunk)
        os.fchown(file, owner.pw_uid, owner.pw_gid)
        os.fchmod(file, mode)
    os.rename(temporary, path)
except BaseException:
    os.unlink(temporary)
    raise
"""


class SshGuest:
    """A running guest: commands and files as root over ssh, tools over one MCP session in its tunnel."""

    def __init__(
        self,
        name: str,
        ssh: SshConnection,
        link: McpLink,
        console_tail: Callable[[int], str],
        slowness: float = 1.0,
    ) -> None:
        self._name = name
        self._ssh = ssh
        self._link = link
        self._console_tail = console_tail
        self._slowness = slowness

    @property
    def name(self) -> str:
        return self._name

    @property
    def slowness(self) -> float:
        return self._slowness

    @property
    def ssh(self) -> SshConnection:
        """Its connection, for what is not a command that ends by itself."""
        return self._ssh

    @property
    def link(self) -> McpLink:
        """Its MCP session. All that uses the guest goes through this or `ssh`."""
        return self._link

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        """Run a command; see `Guest.run`. It is killed in the guest when `timeout` seconds have passed."""
        command = shlex.join(["timeout", "--kill-after=2", f"{timeout:.3f}", *_as(as_user), *argv])
        began = time.monotonic()
        output = self.ssh.run(command, stdin=stdin, timeout=timeout + 10)
        if output.exit_code in _TIMED_OUT and time.monotonic() - began >= timeout:
            raise GuestTimeoutError(f"a command in {self.name} took over {timeout:g} s: {shlex.join(argv)}")
        if check and output.exit_code != 0:
            message = (output.stderr or output.stdout).decode("utf-8", "replace").strip()[-2000:]
            raise CommandError(
                f"a command in {self.name} failed with {output.exit_code}: {shlex.join(argv)}\n{message}"
            )
        return CommandResult(tuple(argv), output.exit_code, output.stdout, output.stderr)

    def open_stream(
        self, argv: Sequence[str], *, as_user: bool = False, terminal: TerminalSettings | None = None
    ) -> paramiko.Channel:
        """A command under way, without a time limit. Raises GuestConnectionError."""
        return self.ssh.open_command(shlex.join([*_as(as_user), *argv]), terminal=terminal)

    def relay(self, connection: socket.socket, port: int) -> None:
        """Connect a connection of this host with a port of the guest's loopback; see `OffersPorts.relay`."""
        relay(connection, self.ssh.open_tunnel(port))

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        """Fetch a regular file (symbolic links are followed to one); see `Guest.read_file`."""
        command = shlex.join(["timeout", "60", "python3", "-I", "-S", "-c", _READ, path, str(limit)])
        output = self.ssh.run(command, timeout=70, limit=limit + 4096)
        if output.exit_code == _NOT_FOUND:
            raise FileNotFoundError(f"{path} does not exist in {self.name}")
        if output.exit_code == _TOO_LARGE:
            raise FileTooLargeError(f"{path} in {self.name} is larger than {limit} bytes")
        if output.exit_code == _NOT_REGULAR:
            raise CommandError(f"{path} in {self.name} is not a regular file")
        if output.exit_code != 0:
            raise CommandError(
                f"reading {path} in {self.name} failed: {output.stderr.decode('utf-8', 'replace')}"
            )
        if output.stderr != str(len(output.stdout)).encode():
            raise CommandError(
                f"reading {path} in {self.name} failed: {len(output.stdout)} bytes came of "
                f"{output.stderr.decode('utf-8', 'replace') or 'an unknown number'}"
            )
        return output.stdout

    def write_file(self, path: str, data: bytes, *, owner: str = USER, mode: int = 0o644) -> None:
        """Write a file and its missing parent folders; see `Guest.write_file`. What was there is replaced at once."""
        command = shlex.join(["timeout", "60", "python3", "-I", "-S", "-c", _WRITE, path, owner, f"{mode:o}"])
        output = self.ssh.run(command, stdin=data, timeout=70)
        if output.exit_code != 0:
            raise CommandError(
                f"writing {path} in {self.name} failed: {output.stderr.decode('utf-8', 'replace')}"
            )

    def list_tools(self) -> list[Tool]:
        return self.link.list_tools()

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        seconds = call_limit(self.slowness) if timeout is None else timeout
        return self.link.call_tool(name, arguments or {}, timeout=seconds)

    def console_tail(self, lines: int = 20) -> str:
        return self._console_tail(lines)

    def disconnect(self) -> None:
        """Close the connections; the guest itself lives on."""
        self._link.close()
        self._ssh.close()


def _as(as_user: bool) -> list[str]:
    if not as_user:
        return []
    environment = [f"{key}={value}" for key, value in SESSION.items()]
    become = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--reset-env", "--"]
    return [*become, "env", f"--chdir={HOME}", *environment]
