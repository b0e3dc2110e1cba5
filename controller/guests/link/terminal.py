"""Joins this process's terminal, or whatever its standard streams are, to a command in a guest."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
import termios
import tty
from collections.abc import Iterator

import paramiko

from controller.guests.link.ssh import TerminalSettings

_CHUNK = 1 << 16


def own_terminal() -> TerminalSettings | None:
    """The terminal this process runs in, None when its input or output is none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    size = shutil.get_terminal_size()
    return TerminalSettings(os.environ.get("TERM", "xterm-256color"), size.columns, size.lines)


def interact(channel: paramiko.Channel, *, terminal: bool) -> int:
    """Join the standard streams to a command until it ends; returns its exit code, -1 when the connection broke.

    With a terminal every key goes to the guest, Ctrl-C too, and changes of the window's size are passed on.
    """
    reading = [channel.fileno(), 0]
    with _raw(channel) if terminal else contextlib.nullcontext():
        while True:
            ready, _, _ = select.select(reading, [], [], 0.5)
            if 0 in ready:
                typed = os.read(0, _CHUNK)
                try:
                    channel.sendall(typed) if typed else channel.shutdown_write()
                except OSError:  # the command need not read it all
                    typed = b""
                if not typed:
                    reading.remove(0)
            while channel.recv_ready():
                _write(1, channel.recv(_CHUNK))
            while channel.recv_stderr_ready():
                _write(2, channel.recv_stderr(_CHUNK))
            over = channel.exit_status_ready() and (channel.eof_received or channel.closed)
            if (over or channel.closed) and not channel.recv_ready() and not channel.recv_stderr_ready():
                return channel.recv_exit_status()


@contextlib.contextmanager
def _raw(channel: paramiko.Channel) -> Iterator[None]:
    def resize(*_: object) -> None:
        size = shutil.get_terminal_size()
        with contextlib.suppress(paramiko.SSHException, OSError):
            channel.resize_pty(size.columns, size.lines)

    settings = termios.tcgetattr(0)
    before = signal.signal(signal.SIGWINCH, resize)
    try:
        tty.setraw(0)
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, settings)
        signal.signal(signal.SIGWINCH, before)


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
