from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.applications.readiness import is_app_ready
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions

ROOTFS = Path(__file__).parents[3] / "vm_images" / "rootfs"
FOLDER = "/home/user/projects/notes-app"
FILE = "/home/user/a.txt"


class CodeGuest(FakeGuest):
    """Runs the guest's probes on this host, with a folder of its own for the sockets of VS Code's windows."""

    def __init__(self, runtime: Path) -> None:
        super().__init__("host", GuestOptions(), Faults())
        self._runtime = runtime

    def run(self, argv: Sequence[str], **_options: Any) -> CommandResult:
        probe = ROOTFS / argv[0].lstrip("/")
        command = [sys.executable, str(probe), *argv[1:]] if probe.exists() else list(argv)
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(self._runtime)}
        done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
        return CommandResult(tuple(argv), done.returncode, done.stdout, done.stderr)


@pytest.fixture
def guest(tmp_path: Path) -> CodeGuest:
    (tmp_path / "testbed-code").mkdir()
    return CodeGuest(tmp_path)


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    yield opened
    for window in opened:
        window.shutdown(socket.SHUT_RDWR)
        window.close()


def show(windows: list[socket.socket], folder: Path, **shown: Any) -> None:
    """A window's companion that tells what it shows."""
    state = {"folders": [], "workspace_file": None, "groups": [], **shown}
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(folder / "testbed-code" / f"{len(windows)}.sock"))
    server.listen()
    windows.append(server)

    def answer() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, connection.makefile() as requests:
                request = json.loads(requests.readline())
                assert request["method"] == "state"
                connection.sendall(json.dumps({"id": request["id"], "result": state}).encode() + b"\n")

    threading.Thread(target=answer, daemon=True).start()


def test_code_works_when_a_window_shows_what_was_opened(
    guest: CodeGuest, windows: list[socket.socket], tmp_path: Path
) -> None:
    assert not is_app_ready("code", (), guest)
    show(windows, tmp_path)
    assert is_app_ready("code", (), guest)
    assert not is_app_ready("code", (FOLDER,), guest), "the window that is replaced answers still"
    show(windows, tmp_path, folders=[FOLDER], groups=[{"tabs": [{"paths": [FILE, None]}]}])
    assert is_app_ready("code", (FOLDER,), guest)
    assert is_app_ready("code", (FOLDER, FILE), guest)
    assert not is_app_ready("code", (FOLDER, "/home/user/b.txt"), guest)


def test_a_window_that_was_killed_does_not_count(
    guest: CodeGuest, windows: list[socket.socket], tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "testbed-code" / "dead.sock"))
    assert not is_app_ready("code", (), guest)
    show(windows, tmp_path)
    assert is_app_ready("code", (), guest)


def test_other_applications_work_when_their_windows_are_there(guest: CodeGuest) -> None:
    assert is_app_ready("libreoffice_calc", ("/home/user/a.ods",), guest)
