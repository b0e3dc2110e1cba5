"""Guests that are thawed from snapshots: as closed as systemd-nspawn's, the same desktop, and nothing shared."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from controller.applications.registry import SNAPSHOTS as APPLICATIONS
from controller.cli.main import call
from controller.core.guest import Guest
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.guests.checkpoints import checkpoints_folder
from controller.guests.frozen import freeze
from controller.guests.frozen.container import LaunchedContainer
from controller.guests.frozen.hardening import NO_IO_URING, hardening_of_nspawn, read_hardening
from controller.guests.frozen.provider import FrozenProvider
from controller.guests.link.ssh import SshConnection
from controller.guests.nspawn import cgroups
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.nspawn.state import read_states
from controller.guests.provider import GuestOptions
from controller.guests.self_check import self_check
from controller.records.run_records import RunRecords
from testbed.errors import GuestBootError, GuestConnectionError, GuestError
from tests.guest.desktops import CLOCK, idle_picture
from tests.guest.forks import assert_processes_go_on
from tests.pictures import assert_same_picture
from vm_images.image import find_image

pytestmark = [pytest.mark.guest, pytest.mark.root]
CALC = "osworld_mcp_libreoffice_calc"
OS = "osworld_mcp_os"
IDENTITY = (
    "cat /etc/machine-id /etc/testbed/token /etc/ssh/ssh_host_ed25519_key.pub /root/.ssh/authorized_keys; "
    "head -c 32 /dev/urandom | base64 -w0"
)


def workbook(value: int) -> bytes:
    book, data = openpyxl.Workbook(), io.BytesIO()
    book["Sheet"]["A1"] = value
    book.save(data)
    return data.getvalue()


def first_cell(data: bytes) -> object:
    return openpyxl.load_workbook(io.BytesIO(data))["Sheet"]["A1"].value


@pytest.fixture(scope="module")
def frozen() -> Iterator[FrozenProvider]:
    provider = FrozenProvider(find_image())
    yield provider
    provider.close()


@pytest.fixture
def guest(frozen: FrozenProvider) -> Iterator[Guest]:
    guest = frozen.start()
    yield guest
    frozen.stop(guest)


@pytest.fixture(scope="module")
def booted() -> Iterator[Guest]:
    provider = NspawnProvider(find_image())
    yield provider.start()
    provider.close()


def screenshot(guest: Guest) -> bytes:
    return guest.call_tool("computer.screenshot", {}).images[0]


def pids_of(group: Path) -> list[int]:
    return [*map(int, group.read_text().split())] if group.exists() else []


def leader(guest: Guest) -> int:
    """The guest's first process, by the host's number."""
    groups = [state.name for state in read_states() if state.name == guest.name]
    for folder in Path("/proc").glob("[0-9]*"):
        file = folder / "cgroup"
        if file.exists() and f"0::/{groups[0]}/payload/init.scope" in file.read_text():
            return int(folder.name)
    raise AssertionError(f"{guest.name} has no first process")


def mounts(guest: Guest) -> dict[str, set[str]]:
    """What is mounted where, with the options that close it off."""
    lines = [line.split() for line in guest.run(["cat", "/proc/1/mountinfo"]).text.splitlines()]
    return {line[4]: {*line[5].split(",")} & {"ro", "nosuid", "nodev", "noexec"} for line in lines}


def devices(guest: Guest) -> set[str]:
    listed = guest.run(["find", "/dev", "-type", "c,b", "-printf", "%p %m %U:%G\n"]).text.splitlines()
    return {re.sub(r"/pts/\d+", "/pts/N", line) for line in listed}


def test_copies_are_the_same_desktop_and_share_nothing(frozen: FrozenProvider, guest: Guest) -> None:
    other = frozen.start()
    before = screenshot(guest)
    assert_same_picture(before, screenshot(other), leave_out=[CLOCK])
    mine, others = (each.run(["sh", "-c", IDENTITY]).text.splitlines() for each in (guest, other))
    assert len(mine) == 4 and not {*mine} & {*others}
    guest.write_file("/home/user/Desktop/first.txt", b"x")
    deadline = time.monotonic() + 30
    while screenshot(guest) == before:  # the desktop's icons see the file: watches are alive
        assert time.monotonic() < deadline
    assert other.run(["ls", "/home/user/Desktop"]).text == ""
    frozen.stop(other)


def test_only_root_can_read_the_memory_on_disk(frozen: FrozenProvider, guest: Guest) -> None:
    (own,) = (state.folder for state in read_states() if state.name == guest.name)
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "test", "-r"]
    for folder in (frozen.create_snapshot("desktop").folder, own):
        memory = folder / "dump/pages-1.img"
        assert memory.exists()
        assert subprocess.run([*nobody, memory], check=False).returncode == 1


def test_a_thawed_guest_is_in_the_present_as_after_a_boot(guest: Guest, booted: Guest) -> None:
    before = time.time()
    assert before - 1 < float(guest.run(["date", "+%s.%N"]).text) < time.time() + 1
    pictures = idle_picture(guest), idle_picture(booted)
    if time.time() // 60 > before // 60:  # the minute has changed meanwhile
        pictures = idle_picture(guest), idle_picture(booted)
    assert_same_picture(*pictures)
    for scope in ([], ["--user"]):
        failed = guest.run(["systemctl", *scope, "--failed", "--quiet"], as_user=bool(scope)).text
        assert failed == ""
    assert "Started" in guest.run(["journalctl", "--no-pager", "--unit", "ssh"]).text
    guest.run(["logger", "--tag", "thawed", "a message"])
    assert "a message" in guest.run(["journalctl", "--no-pager", "--identifier", "thawed"]).text


def test_what_one_program_writes_into_a_file_another_has_open(guest: Guest) -> None:
    """The desktop has opened dconf's database before it was frozen, and learns from the file itself that it is old."""
    lock = b"/org/gnome/desktop/screensaver/lock-enabled\n"
    guest.write_file("/etc/dconf/db/local.d/locks/test", lock, owner="root")
    settings = {"idle_delay_seconds": 77, "lock_delay_seconds": 5}
    assert not guest.call_tool(f"{OS}.configure_auto_lock", settings).is_error
    guest.run(["dconf", "update"])
    refused = guest.call_tool(f"{OS}.configure_auto_lock", settings)
    assert refused.is_error and "locked by the administrator" in refused.text


def test_services_that_start_later_are_closed_off_as_they_ask(guest: Guest) -> None:
    words = [
        "systemd-run",
        "--quiet",
        "--wait",
        "--pipe",
        "--property=DynamicUser=yes",
        "--property=PrivateTmp=yes",
    ]
    assert guest.run([*words, "id", "--user"]).text.strip() not in ("0", "1000")
    assert guest.run([*words, "ls", "-A", "/tmp"]).text == ""


def test_a_thawed_guest_may_do_no_more_than_nspawns(guest: Guest, booted: Guest) -> None:
    nspawns = hardening_of_nspawn(find_image())
    assert read_hardening(leader(guest)) == replace(nspawns, filters=(*nspawns.filters, NO_IO_URING))
    assert devices(guest) <= devices(booted)
    here, there = mounts(guest), mounts(booted)
    hidden = {"/sys/firmware", "/sys/fs", "/sys/hypervisor", "/sys/module", "/sys/power"}
    assert {*here} - {*there} <= hidden
    assert all(here[path] >= there[path] for path in {*here} & {*there}), (here, there)
    assert {"ro"} <= here["/sys"] & here["/proc/sys"] & here["/sys/fs"]
    for script in (
        "ls -A /sys/module /sys/firmware /sys/fs",
        "stat --format='%A %U:%G %n' /sys/fs/cgroup/*/cgroup.*",
    ):
        seen, wanted = (
            each.run(["sh", "-c", script], check=False).text.splitlines() for each in (guest, booted)
        )
        assert {*seen} - {""} <= {*wanted} | {"/sys/module:", "/sys/firmware:"}
    groups = Path(f"/proc/{leader(guest)}/cgroup").read_text()
    limits = [line for line in groups.splitlines() if line.split(":")[1] in ("memory", "pids", "cpu")]
    assert all(line.endswith(f":/{guest.name}") for line in limits), limits


def test_a_copy_goes_on_where_its_guest_was_saved(frozen: FrozenProvider) -> None:
    """With what is unsaved in an application, which saves it; and with services that started after the boot."""
    sheet = "/home/user/Documents/prices.xlsx"
    guest = frozen.start("libreoffice_calc")
    guest.write_file(sheet, workbook(1))
    guest.run(["testbed-open", "libreoffice_calc", sheet], as_user=True)
    wait_until(
        lambda: any(window.title.startswith("prices.xlsx") for window in windows_of(guest)),
        seconds=60,
        what="the workbook's window",
    )
    assert not guest.call_tool(f"{CALC}.set_cell_value", {"cell": "A1", "value": "7"}).is_error
    assert guest.run(["hostnamectl", "hostname"]).text == "testbed\n"
    own = ["systemd-run", "--quiet", "--property=DynamicUser=yes", "--unit=own", "sleep", "1000"]
    guest.run(own)
    before = idle_picture(guest)
    checkpoint = frozen.checkpoint(guest)
    assert_same_picture(before, idle_picture(guest), leave_out=[CLOCK])
    copy = frozen.start(checkpoint)
    frozen.discard(checkpoint)
    assert_same_picture(before, idle_picture(copy), leave_out=[CLOCK])
    assert copy.run(["systemctl", "is-active", "own"]).text == "active\n"
    saved = copy.call_tool(f"{CALC}.save", {})
    assert not saved.is_error, saved.text
    assert first_cell(copy.read_file(sheet)) == 7 and first_cell(guest.read_file(sheet)) == 1
    for each in (guest, copy):
        frozen.stop(each)


def test_processes_go_on_in_copies(frozen: FrozenProvider) -> None:
    assert_processes_go_on(frozen)


def test_what_cannot_be_saved_goes_on(frozen: FrozenProvider, guest: Guest) -> None:
    guest.run(["systemd-run", "--quiet", "unshare", "--pid", "--uts", "--fork", "sleep", "1000"])
    with pytest.raises(GuestError, match=r"nested (pid|uts) namespace"):
        frozen.checkpoint(guest)
    assert guest.run(["pgrep", "--count", "sleep"]).text == "1\n"
    guest.run(["pkill", "-KILL", "sleep"])
    frozen.discard(frozen.checkpoint(guest))


def test_a_guest_goes_on_after_criu_was_killed_which_its_limits_hold_for(
    frozen: FrozenProvider, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CRIU has locked its network then, and stopped its processes."""
    monkeypatch.setattr(freeze, "ATTEMPTS", 1)
    groups: list[str] = []

    def kill(after: float) -> None:
        group = cgroups.unified_root() / guest.name / "beside/cgroup.procs"
        criu = min(wait_until(lambda: pids_of(group), seconds=30, what="CRIU", every=0.01))
        time.sleep(after)
        groups.extend(Path(f"/proc/{criu}/cgroup").read_text().splitlines())
        os.kill(criu, signal.SIGKILL)

    for after in (0.1, 0.3):
        killer = threading.Thread(target=kill, args=(after,))
        killer.start()
        with pytest.raises(GuestError, match="CRIU was killed"):
            frozen.checkpoint(guest)
        killer.join()
        assert not cgroups.is_empty(guest.name) and screenshot(guest)
    limits = [group for group in groups if set(cgroups.CONTROLLERS) & {group.split(":")[1]}]
    assert all(group.endswith(f":/{guest.name}") for group in limits)
    assert f"0::/{guest.name}/beside" in groups
    frozen.discard(frozen.checkpoint(guest))


def test_a_guest_goes_on_whatever_keeps_it_from_being_saved(
    frozen: FrozenProvider, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise GuestError("ss failed")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(GuestError, match="ss failed"):
        patched.setattr(LaunchedContainer, "leave_network", fail)
        frozen.checkpoint(guest)
    assert screenshot(guest)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(freeze, "_dump", interrupt)
        frozen.checkpoint(guest)
    assert screenshot(guest)
    with monkeypatch.context() as patched, pytest.raises(GuestError, match="ssh connections") as raised:
        patched.setattr(SshConnection, "drop", lambda _connection: None)  # as if it were another program's
        frozen.checkpoint(guest)
    assert "guest shell" in raised.value.hint and screenshot(guest)


def test_a_guest_that_ends_while_it_is_saved_is_named_as_ended(
    frozen: FrozenProvider, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object) -> None:
        cgroups.kill(guest.name)
        raise GuestError("the dump failed")

    monkeypatch.setattr(freeze, "_dump", end)
    with pytest.raises(GuestConnectionError, match=r"the dump failed; it does not go on: "):
        frozen.checkpoint(guest)


@pytest.mark.long
def test_episodes_branch_in_the_middle_of_their_work(tmp_path: Path) -> None:
    words = "run --provider frozen --agent oracle:gui --task chrome/adopted_minutes --epochs 3 --branch-at 5"
    assert call([*words.split(), "--display", "none", "--out", str(tmp_path / "run")]) == 0
    results = list(RunRecords.open(tmp_path / "run").results().values())
    assert [(result.score, result.steps) for result in results] == [(1.0, 7)] * 3
    assert [result.parts["branch"].restored for result in results if "branch" in result.parts] == [True] * 2
    assert checkpoints_folder().is_dir() and list(checkpoints_folder().glob("checkpoint-*")) == []


@pytest.mark.long
def test_a_damaged_snapshot_is_named_and_can_be_made_anew(frozen: FrozenProvider) -> None:
    dump = frozen.create_snapshot("headless").folder / "dump"
    largest = max(dump.glob("pages-*.img"), key=lambda file: file.stat().st_size)
    os.truncate(largest, largest.stat().st_size // 2)
    with pytest.raises(GuestBootError, match=r"first process|did not restore") as raised:
        frozen.start("headless")
    assert "snapshot delete --provider frozen headless" in raised.value.hint
    assert frozen.store.delete("headless") == ["headless"]
    frozen.stop(frozen.start("headless"))


@pytest.mark.long
def test_a_thawed_guest_has_the_network_of_its_own_options(frozen: FrozenProvider) -> None:
    """Its snapshot is the same with each."""
    script = "ip route show default; cat /etc/resolv.conf"
    shown = []
    for network in ("open", "closed"):
        provider = FrozenProvider(find_image(), GuestOptions(network=network))
        shown.append(provider.start("headless").run(["sh", "-c", script]).text)
        assert provider.store.names() == frozen.store.names()
        provider.close()
    assert re.search(r"default via (\S+) .*\s+nameserver \1\s", shown[0])
    assert "default" not in shown[1] and "nameserver" not in shown[1]


@pytest.mark.long
def test_the_provider_conforms(frozen: FrozenProvider) -> None:
    assert [result for result in self_check(frozen) if result.fault] == []


@pytest.mark.long
@pytest.mark.parametrize("app", APPLICATIONS)
def test_applications_are_open_at_once(frozen: FrozenProvider, app: str) -> None:
    for _ in range(2):
        guest = frozen.start(app)
        assert any(window.active and window.app == app for window in windows_of(guest))
        frozen.stop(guest)
