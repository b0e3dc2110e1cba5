"""`testbed guest ...` where no guest is needed, or one that cannot be reached."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.guests.link import access as guest_access
from controller.guests.link.access import GuestAccess, publish
from controller.guests.link.ssh import KeyPair
from tests.controller.ssh_server import SshServer

Printed = pytest.CaptureFixture[str]
COMMANDS = ("view", "screenshot", "shell", "console", "logs")


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(guest_access, "access_folder", lambda: tmp_path / "run" / "access")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def unreachable(tmp_path: Path, closed_port: int) -> GuestAccess:
    """A guest whose ssh server has gone."""
    console = tmp_path / "console.log"
    console.write_text("one\ntwo\x1b[0m\nthree\n")
    access = GuestAccess(
        provider="nspawn",
        name="tb-1",
        address="127.0.0.1",
        port=closed_port,
        user_key=KeyPair.generate().private,
        host_key=KeyPair.generate().public,
        token="t" * 20,
        console_log=str(console),
        image="0123456789abcdef",
        memory_mib=2048,
        doing="os/append_line",
    )
    publish(access)
    return access


@pytest.mark.parametrize("command", COMMANDS)
def test_no_guest_runs(command: str, capsys: Printed) -> None:
    assert call(["guest", command]) == 2
    assert "no guest is running" in capsys.readouterr().err
    assert call(["guest", command, "tb-9"]) == 2
    assert "no guest 'tb-9'" in capsys.readouterr().err


def test_an_empty_list(capsys: Printed) -> None:
    assert call(["guest", "list"]) == 0
    assert capsys.readouterr().out == "no guest is running\n"
    assert call(["guest", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_name_is_told_which_run(command: str, unreachable: GuestAccess, capsys: Printed) -> None:
    assert call(["guest", command, "tb-2"]) == 2
    message = capsys.readouterr().err
    assert "no guest 'tb-2'" in message and "running: tb-1" in message


def test_a_guest_that_does_not_answer_is_listed_all_the_same(
    unreachable: GuestAccess, capsys: Printed
) -> None:
    assert call(["guest", "list"]) == 0
    shown = capsys.readouterr().out
    for part in ("tb-1", "nspawn", "? of 2048", "os/append_line", str(os.getpid())):
        assert part in shown
    assert call(["guest", "list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["memory_mib"], row["memory_limit_mib"]) == ("tb-1", None, 2048)
    assert "user_key" not in row and "token" not in row


@pytest.mark.parametrize("command", ["view", "shell", "logs"])
def test_a_guest_that_does_not_answer_is_an_error(
    command: str, unreachable: GuestAccess, capsys: Printed
) -> None:
    assert call(["guest", command]) == 1
    assert "no ssh connection to 127.0.0.1" in capsys.readouterr().err


def test_a_console_can_be_read_of_a_guest_that_does_not_answer(
    unreachable: GuestAccess, capsys: Printed
) -> None:
    assert call(["guest", "console", "--lines", "2"]) == 0
    assert capsys.readouterr().out == "two\nthree\n"


def test_a_guest_without_a_console(unreachable: GuestAccess, capsys: Printed) -> None:
    publish(unreachable.model_copy(update={"console_log": "", "provider": "ssh"}))
    assert call(["guest", "console"]) == 2
    assert "testbed guest logs tb-1" in capsys.readouterr().err


def test_a_port_in_use(unreachable: GuestAccess, capsys: Printed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert call(["guest", "view", "--port", str(listener.getsockname()[1])]) == 2
    assert "cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize("size", [0, 300_000])
def test_a_command_in_a_shell(size: int, unreachable: GuestAccess, capfd: Printed, tmp_path: Path) -> None:
    server = SshServer()
    reached = {
        "port": server.port,
        "user_key": server.user_key.private,
        "host_key": server.host_key.public,
    }
    publish(unreachable.model_copy(update=reached))
    script = f"cat; head -c {size} /dev/zero | tr '\\0' x; echo trouble >&2; exit 3"
    typed = tmp_path / "typed"
    typed.write_text("typed\n")
    before = os.dup(0)
    try:
        with typed.open() as file:
            os.dup2(file.fileno(), 0)
            assert call(["guest", "shell", "--", "sh", "-c", script]) == 3
    finally:
        os.dup2(before, 0)
        os.close(before)
        server.close()
    assert capfd.readouterr() == (f"typed\n{'x' * size}", "trouble\n")
