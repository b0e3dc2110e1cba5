"""What may go wrong with a machine: the episode ends as infra_error, is tried again, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.guests.libvirt import machine as libvirt_machine
from controller.guests.libvirt.connection import LibvirtConnection
from controller.guests.libvirt.leftovers import find_leftovers
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.libvirt.state import read_states
from controller.guests.link import access as guest_access
from controller.guests.link.ssh_guest import SshGuest
from controller.records.run_info import Attempt, EpisodeResult
from controller.records.run_options import RunOptions
from controller.runs.observer import RunObserver
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks, tasks_root
from testbed.errors import GuestBootError
from tests.waiting import eventually
from vm_images.disk import disk_folder
from vm_images.folders import guests_folder
from vm_images.image import find_image

pytestmark = [pytest.mark.guest, pytest.mark.vm]

TASK = "os/restore_contract"
Sabotage = Callable[[SshGuest], None]


def kill_qemu(guest: SshGuest) -> None:
    os.kill(emulator_of(guest.name), signal.SIGKILL)


def panic(guest: SshGuest) -> None:
    guest.run(["sh", "-c", "echo 1 >/proc/sys/kernel/sysrq; (sleep 0.2; echo c >/proc/sysrq-trigger) &"])


def power_off(guest: SshGuest) -> None:
    guest.run(["sh", "-c", "(sleep 0.2; systemctl poweroff --force --force) >/dev/null 2>&1 &"])


def fill_the_disk(guest: SshGuest) -> None:
    free = guest.run(["sh", "-c", "stat --file-system --format '%a %S' /"]).text.split()
    guest.run(["fallocate", "--length", str(int(free[0]) * int(free[1]) - 4096), "/filling"], check=False)
    guest.run(["sh", "-c", "cat /dev/zero >/filling.rest"], check=False, timeout=60)


class Saboteur(RunObserver):
    """Does something to the first machine of a run when its episode begins."""

    def __init__(self, sabotage: Sabotage) -> None:
        self._sabotage = sabotage
        self.attempts: list[Attempt] = []
        self.results: list[EpisodeResult] = []
        self.machines: list[str] = []

    def started(self, worker: int, label: str, guest: str) -> None:
        self.machines.append(guest)
        if len(self.machines) == 1:
            connected = guest_access.connect_guest(guest_access.find_access(guest))
            self._sabotage(connected)
            connected.disconnect()

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        self.attempts.append(attempt)

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        self.results.append(result)


@pytest.mark.parametrize(
    "sabotage", [kill_qemu, panic, power_off, fill_the_disk], ids=lambda each: each.__name__
)
def test_the_episode_is_tried_again_on_a_fresh_machine(
    sabotage: Sabotage, vms: LibvirtProvider, tmp_path: Path
) -> None:
    told = run_one(tmp_path, sabotage)
    assert [attempt.number for attempt in told.attempts] == [1], told.results
    assert [result.status for result in told.results] == ["completed"]
    assert told.results[0].score == 1.0
    assert len(set(told.machines)) == 2
    assert_nothing_left(vms)


def test_a_restart_of_libvirtd_costs_at_most_a_retry(vms: LibvirtProvider, tmp_path: Path) -> None:
    told = run_one(tmp_path, lambda _guest: restart_libvirtd())
    assert [result.status for result in told.results] == ["completed"]
    assert told.results[0].score == 1.0
    assert_nothing_left(vms)


def test_a_stolen_port_is_replaced_by_another(vms: LibvirtProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    first = vms.start()
    taken = guest_access.find_access(first.name).port
    find_free = libvirt_machine._free_port
    ports = iter([taken, taken])
    monkeypatch.setattr(libvirt_machine, "_free_port", lambda: next(ports, None) or find_free())
    second = vms.start()
    try:
        assert guest_access.find_access(second.name).port != taken
        assert second.run(["hostname"]).text.strip() == "testbed"
    finally:
        vms.stop(second)
        vms.stop(first)


def test_an_image_deleted_under_a_machine(vms: LibvirtProvider) -> None:
    guest = vms.start()
    folder = disk_folder(find_image())
    aside = folder.with_name("vm.aside")
    folder.rename(aside)
    try:
        assert guest.run(["cat", "/etc/hostname"]).text.strip() == "testbed"  # QEMU has it open
        with pytest.raises(GuestBootError, match=r"qemu-img|not started"):
            vms.start()
    finally:
        aside.rename(folder)
        vms.stop(guest)
    assert_nothing_left(vms)


def test_a_killed_controller_leaves_nothing_that_cleanup_does_not_find(
    vms: LibvirtProvider, tmp_path: Path
) -> None:
    testbed = str(Path(sys.executable).with_name("testbed"))
    command = [testbed, "run", "--provider", "libvirt", "--task", TASK, "--agent", "oracle"]
    with subprocess.Popen(
        [*command, "--display", "plain", "--out", str(tmp_path / "run")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as run:

        def has_a_machine() -> bool:
            assert run.poll() is None, "the run ended without a machine"
            return any(state.owner_pid == run.pid for state in read_states())

        eventually(has_a_machine, what="the run's machine", seconds=300, every=0.1)
        run.send_signal(signal.SIGKILL)
    done = subprocess.run([testbed, "guest", "cleanup"], capture_output=True, text=True, check=True)
    assert "removed machine" in done.stdout
    assert_nothing_left(vms)


def run_one(folder: Path, sabotage: Sabotage) -> Saboteur:
    root = tasks_root()
    tasks = load_tasks([TASK], root)
    told = Saboteur(sabotage)
    with closing(LibvirtProvider(find_image())) as provider:
        options = RunOptions(agent="oracle", provider="libvirt")
        records = create_run(folder / "run", options, tasks, provider)
        Run(records, tasks, provider, 1, told).finish()
    return told


def emulator_of(name: str) -> int:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if any(argument.startswith(f"guest={name},".encode()) for argument in arguments):
            return int(process.name)
    raise AssertionError(f"no QEMU runs {name}")


def restart_libvirtd() -> None:
    pid = int(subprocess.run(["pgrep", "-x", "libvirtd"], capture_output=True, check=True).stdout.split()[0])
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not Path(f"/proc/{pid}").exists(), what="the end of libvirtd", seconds=60)
    subprocess.run([str(Path(__file__).parents[3] / "scripts/start-libvirtd")], check=True)


def assert_nothing_left(vms: LibvirtProvider) -> None:
    """But for the machines of this process's own provider."""
    assert find_leftovers(LibvirtConnection(vms.uri)) == []
    ours = {state.name for state in read_states()}
    assert {path.name for path in guests_folder().glob("testbed-*")} == ours
    assert {access.name for access in guest_access.list_accesses() if access.provider == "libvirt"} <= ours
    for state in read_states():
        assert state.owner_pid == os.getpid()
        assert emulator_of(state.name)
