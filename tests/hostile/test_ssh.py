"""An ssh server that lies: banners, outputs without end, exit codes, files that are none. A real server, locally."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest

from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import KeyPair, SshConnection
from controller.guests.link.ssh_guest import SshGuest
from testbed.errors import (
    CommandError,
    FileTooLargeError,
    GuestConnectionError,
    GuestError,
    GuestTimeoutError,
)
from tests.controller.ssh_server import SshServer
from tests.hostile.guest_items import render
from tests.memory import takes_at_most
from tests.waiting import limit

MIB = 2**20


@pytest.fixture(scope="module")
def ssh() -> Iterator[SshConnection]:
    server = SshServer()
    ssh = SshConnection(
        "127.0.0.1", port=server.port, user_key=server.user_key, host_key=server.host_key.public
    )
    yield ssh
    ssh.close()
    server.close()


@pytest.fixture
def guest(ssh: SshConnection) -> SshGuest:
    return SshGuest("liar", ssh, cast(McpLink, None), lambda _: "")


BANNERS: dict[str, bytes] = {
    "nothing": b"",
    "a page": b"HTTP/1.1 200 OK\r\n\r\n<html>",
    "escape sequences": b"SSH-2.0-\x1b[2J\x1b]0;owned\x07\r\n",
    "a line without end": b"x" * MIB * 4,
    "lines without end": b"x\r\n" * MIB,
    "an old protocol": b"SSH-1.0-x\r\n",
    "garbage after the banner": b"SSH-2.0-x\r\n" + b"\xff" * 10_000,
    "a packet of four gibibytes": b"SSH-2.0-x\r\n\xff\xff\xff\xff" + bytes(100_000),
    "a packet of no bytes": b"SSH-2.0-x\r\n\0\0\0\0\0",
    "a key exchange without names": b"SSH-2.0-x\r\n\0\0\0\x1c\x06\x14" + bytes(26),
    "a disconnection with a message": b"SSH-2.0-x\r\n\0\0\0\x1c\x04\x01\0\0\0\x02\0\0\0\x08\x1b[2Jevil\0\0\0\0\0\0\0",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", BANNERS)
def test_a_server_that_opens_as_none_does(what: str) -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            link, _ = listener.accept()
            with link:
                link.sendall(BANNERS[what])
                link.shutdown(socket.SHUT_WR)
                while link.recv(65536):
                    pass

    threading.Thread(target=serve, daemon=True).start()
    ssh = SshConnection(
        "127.0.0.1",
        port=listener.getsockname()[1],
        user_key=KeyPair.generate(),
        host_key=KeyPair.generate().public,
        connect_seconds=5,
    )
    began = time.monotonic()
    with listener, takes_at_most(200), pytest.raises(GuestConnectionError) as raised:
        ssh.connect()
    ssh.close()
    render(str(raised.value))
    assert time.monotonic() - began < limit(60)


OUTPUTS: dict[str, tuple[str, type[GuestError] | None]] = {
    "output without end": ("cat /dev/zero", CommandError),
    "errors without end": ("cat /dev/zero >&2", CommandError),
    "lines without end": ("yes", CommandError),
    "a drip without end": ("while :; do printf x; sleep 0.05; done", GuestTimeoutError),
    "silence": ("sleep 60", GuestTimeoutError),
    "an exit code of 255": ("exit 255", None),
    "an end by a signal": ("sh -c 'kill -9 $$'", None),
    "a child that is left behind": ("sleep 60 >/dev/null 2>&1 & exit 0", None),
    "closed streams": ("exec >&- 2>&-; sleep 0.2", None),
    "binary": ("head -c 1000000 /dev/urandom", None),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", OUTPUTS)
def test_a_command_that_ends_as_none_does(what: str, ssh: SshConnection) -> None:
    command, error = OUTPUTS[what]
    began = time.monotonic()
    with takes_at_most(512):
        try:
            ssh.run(command, timeout=3 if error is GuestTimeoutError else limit(20), limit=8 * MIB)
        except GuestError as raised:
            assert error is not None
            assert isinstance(raised, error)
        else:
            assert error is None
    assert time.monotonic() - began < limit(60)
    assert ssh.run("echo on", timeout=20).stdout == b"on\n"


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


FILES: dict[str, tuple[Callable[[Path], object], type[Exception]]] = {
    "a sparse file of a tebibyte": (_sparse, FileTooLargeError),
    "a pipe": (os.mkfifo, CommandError),
    "a folder": (Path.mkdir, CommandError),
    "a device without end": (lambda path: path.symlink_to("/dev/zero"), CommandError),
    "a link to itself": (lambda path: path.symlink_to(path), CommandError),
    "a link to nothing": (lambda path: path.symlink_to("/nowhere"), FileNotFoundError),
    "a file without size that has no end": (lambda path: path.symlink_to("/proc/self/mem"), CommandError),
    "nothing": (lambda path: None, FileNotFoundError),
    "a socket": (lambda path: socket.socket(socket.AF_UNIX).bind(str(path)), CommandError),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("what", FILES)
def test_a_file_that_is_none(what: str, guest: SshGuest, tmp_path: Path) -> None:
    make, error = FILES[what]
    path = tmp_path / "file"
    make(path)
    with takes_at_most(200), pytest.raises(error):
        guest.read_file(str(path), limit=MIB)


@pytest.mark.slow
def test_a_file_that_grows_while_it_is_read(guest: SshGuest, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x")
    over = threading.Event()

    def grow() -> None:
        with path.open("ab") as file:
            while not over.is_set() and file.tell() < 256 * MIB:
                file.write(bytes(MIB))
                file.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        with takes_at_most(200), suppress(FileTooLargeError):  # if it had grown before
            assert len(guest.read_file(str(path), limit=4 * MIB)) <= 4 * MIB
    finally:
        over.set()
        writer.join()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["-rf", "a b'c\"d", "$(touch evil)", "`id`", "a\nb", "\x1b[2J", "ü", "../up"]
)
def test_a_path_is_only_a_path(name: str, guest: SshGuest, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / name).write_bytes(b"content")
    assert guest.read_file(f"{folder}/{name}") == b"content"
    assert not list(tmp_path.rglob("evil"))
