"""`testbed view` as a command: what it says, how it opens, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from controller.cli import view
from controller.cli.main import call
from controller.results.viewer import serving
from tests.controller.made_runs import made_run
from tests.controller.results.viewer.conftest import TASKS

Printed = pytest.CaptureFixture[str]


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command as a process of its own, and the address that it says."""
    command = [sys.executable, "-m", "testbed", "view", *options]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.match(r"(http://127\.0\.0\.1:\d+/) ", process.stdout.readline())
        assert found
        yield process, found[1]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_the_folder_runs_and_ends_cleanly(how: signal.Signals, tmp_path: Path) -> None:
    made_run(tmp_path / "runs" / "one", TASKS)
    with running(tmp_path, "--no-open") as (process, address), httpx2.Client() as client:
        assert "runs/one/" in client.get(address).text
        process.send_signal(how)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")


def test_folders_that_cannot_be_viewed_are_named(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["view"]) == 2
    said = capsys.readouterr().err
    assert "runs: No such file or directory" in said and "hint: give the folder" in said
    (tmp_path / "file").touch()
    assert call(["view", "file"]) == 2
    assert "Not a directory" in capsys.readouterr().err


def test_a_port_in_use_is_named(tmp_path: Path, capsys: Printed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert call(["view", str(tmp_path), "--port", port]) == 2
    said = capsys.readouterr().err
    assert f"port {port} cannot be used" in said and "--port" in said


def test_static_writes_and_ends(shelf: Path, tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "site"
    assert call(["view", str(shelf), "--static", str(out)]) == 0
    assert f"3 runs, 12 episodes, 12 pictures; the page: {out}/index.html" in capsys.readouterr().out
    assert call(["view", str(shelf), "--static", str(tmp_path)]) == 2
    assert "hint:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("user", "display", "options", "opens"),
    [(1000, ":0", [], True), (1000, ":0", ["--no-open"], False), (0, ":0", [], False), (1000, "", [], False)],
)
def test_a_browser_opens_where_there_is_a_desktop(
    user: int,
    display: str,
    options: list[str],
    opens: bool,
    tmp_path: Path,
    capsys: Printed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display) if display else monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(view.webbrowser, "open", opened.append)
    monkeypatch.setattr(serving, "serve", lambda _library, _port, begun: begun())
    assert call(["view", str(tmp_path), *options]) == 0
    address = capsys.readouterr().out.split()[0]
    assert opened == ([address] if opens else [])


def test_an_export_without_a_readable_run_is_an_error(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "runs").mkdir()
    assert call(["view", str(tmp_path / "runs"), "--static", str(tmp_path / "out")]) == 1
    assert "has no readable run" in capsys.readouterr().err
