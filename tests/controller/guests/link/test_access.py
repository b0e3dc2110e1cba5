"""How processes of this host find each other's guests."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from controller.guests.link import access as guest_access
from controller.guests.link.access import (
    GuestAccess,
    connect_guest,
    find_access,
    list_accesses,
    publish,
    remove_dead,
    set_activity,
    withdraw,
)
from controller.guests.link.ssh import KeyPair
from testbed.errors import UsageError
from tests.controller.ssh_server import SshServer


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "run" / "access"
    monkeypatch.setattr(guest_access, "access_folder", lambda: folder)
    return folder


def access(name: str = "tb-1", **fields: object) -> GuestAccess:
    values = {
        "provider": "nspawn",
        "name": name,
        "address": "192.0.2.1",
        "user_key": "a private key",
        "host_key": "a public key",
        "token": "a token",
    }
    return GuestAccess.model_validate({**values, **fields})


def test_what_is_published_is_listed_until_it_is_withdrawn() -> None:
    first, second = access("tb-1"), access("tb-2", provider="libvirt", port=2222)
    publish(second)
    publish(first)
    assert list_accesses() == [first, second]
    withdraw("tb-1")
    withdraw("tb-1")
    assert list_accesses() == [second]


def test_only_the_owner_may_read_the_keys(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o755)
    publish(access())
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()] == [0o600]


def test_keys_are_not_in_what_is_printed() -> None:
    printed = repr(access())
    assert "a private key" not in printed and "a token" not in printed


def test_an_owner_says_what_a_guest_does() -> None:
    publish(access())
    set_activity("tb-1", "os/append_line")
    set_activity("tb-9", "not published")
    assert [(entry.name, entry.doing) for entry in list_accesses()] == [("tb-1", "os/append_line")]


def test_another_process_sees_the_guest_and_ended_owners_leave_none(folder: Path) -> None:
    child = (
        "import sys\nfrom pathlib import Path\nfrom controller.guests.link import access as guest_access\n"
        f"guest_access.access_folder = lambda: Path({str(folder)!r})\n"
        "guest_access.publish(guest_access.GuestAccess(provider='nspawn', name='tb-3', address='192.0.2.3',"
        " user_key='k', host_key='h', token='t'))\n"
        "print('published', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stdout.readline() == "published\n"
        assert [(entry.name, entry.owner_pid) for entry in list_accesses()] == [("tb-3", process.pid)]
        assert remove_dead() == []
    assert list_accesses() == []
    assert remove_dead() == ["tb-3"]
    assert list(folder.iterdir()) == []


def test_another_process_with_the_owners_number_is_not_the_owner() -> None:
    publish(access(owner_pid=os.getpid(), owner_start="earlier"))
    assert list_accesses() == []


def test_a_file_that_cannot_be_read_is_no_guest_and_is_cleaned_up(folder: Path) -> None:
    publish(access())
    (folder / "tb-0.json").write_text('{"name": "tb-0"}')
    assert [entry.name for entry in list_accesses()] == ["tb-1"]
    assert remove_dead() == ["tb-0"]


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "a\n"])
def test_a_name_is_no_path(name: str, tmp_path: Path) -> None:
    for use in (lambda: publish(access(name)), lambda: withdraw(name), lambda: set_activity(name, "x")):
        with pytest.raises(ValueError, match="invalid name of a guest"):
            use()


def test_the_only_guest_needs_no_name() -> None:
    with pytest.raises(UsageError, match="no guest is running") as raised:
        find_access()
    assert "guest start" in raised.value.hint
    publish(access("tb-1"))
    assert find_access().name == find_access("tb-1").name == "tb-1"
    publish(access("tb-2"))
    with pytest.raises(UsageError, match="2 guests are running") as raised:
        find_access()
    assert "tb-1, tb-2" in raised.value.hint
    with pytest.raises(UsageError, match="no guest 'tb-3'") as raised:
        find_access("tb-3")
    assert "tb-1, tb-2" in raised.value.hint


def test_a_connection_uses_the_published_keys(tmp_path: Path) -> None:
    server = SshServer()
    console = tmp_path / "console.log"
    console.write_bytes(b"\x1b[0;32m  OK  \x1b[0m Reached target\r\n\x1b]0;title\x07login:\n")
    guest = connect_guest(
        access(
            address="127.0.0.1",
            port=server.port,
            user_key=server.user_key.private,
            host_key=server.host_key.public,
            console_log=str(console),
        )
    )
    try:
        assert guest.run(["echo", "reached"]).text == "reached\n"
        assert guest.console_tail() == "  OK   Reached target\nlogin:"
        assert guest.console_tail(1) == "login:"
    finally:
        guest.disconnect()
        server.close()


def test_a_key_pair_from_its_private_half() -> None:
    pair = KeyPair.generate()
    assert KeyPair.from_private(pair.private) == pair
