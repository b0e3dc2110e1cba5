"""What the nspawn provider is made of, as far as it needs no guest."""

import fcntl
import json
import os
import subprocess
import sys
from collections import namedtuple
from dataclasses import asdict
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from controller.guests import booting, host_tools
from controller.guests.link.host_state import process_start
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn import provider as nspawn
from controller.guests.nspawn import state as nspawn_state
from controller.guests.nspawn.leftovers import find_leftovers, remove_leftovers
from controller.guests.nspawn.state import GuestState, allocate, read_states
from controller.guests.provider import GuestOptions
from testbed.errors import GuestBootError, GuestError, UsageError
from vm_images.image import Image

IMAGE = Image("none", "0", "none", (), Path("/dev/null"))


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setattr(nspawn_state, "HOST_STATES", tmp_path / "run")
    return tmp_path


def test_guests_get_names_addresses_and_ids_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nspawn_network, "host_routes", lambda: ["192.0.2.0/24"])
    states = [allocate("image") for _ in range(5)]
    assert len({state.name for state in states}) == 5
    assert len({state.subnet for state in states}) == 5
    assert [state.shift - states[0].shift for state in states] == [n * 65536 for n in range(5)]
    assert all(len(state.name) <= 15 for state in states)
    assert read_states() == sorted(states, key=lambda state: state.name)
    assert (states[0].host_address, states[0].guest_address) == ("10.213.0.1", "10.213.0.2")


def test_what_a_guest_had_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nspawn_network, "host_routes", list)
    first, second = allocate("image"), allocate("image")
    first.folder.rmdir()
    first.forget()
    assert read_states() == [second]
    third = allocate("image")
    assert (third.number, third.subnet) == (first.number, first.subnet)
    assert third.subnet != second.subnet


def test_allocation_is_safe_across_processes(data: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from controller.guests.nspawn import network, state\n"
        f"state.HOST_STATES = Path({str(data / 'run')!r})\n"
        "network.host_routes = lambda: []\n"
        "for _ in range(10): state.allocate('image')"
    )
    environment = {**os.environ, "TESTBED_DATA": str(data), "PYTHONPATH": str(Path.cwd())}
    workers = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(3)]
    assert [worker.wait(timeout=60) for worker in workers] == [0, 0, 0]
    states = read_states()
    assert sorted(state.number for state in states) == list(range(30))
    assert len({state.subnet for state in states}) == 30
    assert not any(state.owner_lives for state in states)


def test_owner_is_told_from_another_process_with_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nspawn_network, "host_routes", list)
    state = allocate("image")
    assert state.owner_lives
    assert not GuestState(**{**asdict(state), "owner_start": "earlier"}).owner_lives
    assert process_start(2**22 + 1) is None


def test_a_folder_without_a_state_is_no_guest(data: Path) -> None:
    folder = data / "guests" / "tb-000000"
    folder.mkdir(parents=True)
    assert read_states() == []


def test_guests_of_another_data_folder_are_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(nspawn_network, "host_routes", list)
    here = allocate("image")
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "elsewhere"))
    there = allocate("image")
    assert there.folder == tmp_path / "elsewhere" / "guests" / there.name
    assert there.subnet != here.subnet
    assert here in read_states()


def test_addresses_avoid_routes_of_the_host() -> None:
    assert nspawn_network.free_subnet([], ["10.213.0.0/30", "10.213.0.4"]) == "10.213.0.8/30"
    assert nspawn_network.free_subnet([], ["10.0.0.0/8"]) == "172.30.0.0/30"
    assert nspawn_network.free_subnet(["10.213.0.0/30"], []) == "10.213.0.4/30"


@pytest.mark.parametrize("prefix", [1, 2, 7])
def test_a_default_route_in_parts_leaves_addresses(prefix: int) -> None:
    parts = [str(net) for net in IPv4Network("0.0.0.0/0").subnets(new_prefix=prefix)]
    assert nspawn_network.free_subnet([], [*parts, "10.0.0.0/8"]) == "172.30.0.0/30"


def test_no_address_is_free() -> None:
    with pytest.raises(GuestBootError, match="no free addresses") as raised:
        nspawn_network.free_subnet([], ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"])
    assert "ip route" in raised.value.hint


def test_limits_as_cgroup_files(tmp_path: Path) -> None:
    options = GuestOptions(memory_mib=1024, cpus=1.5, max_processes=99)
    v1 = {name: nspawn_cgroups.v1_limits(name, options, tmp_path) for name in nspawn_cgroups.CONTROLLERS}
    assert v1 == {
        "memory": {"memory.limit_in_bytes": "1073741824"},
        "cpu": {"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "150000"},
        "pids": {"pids.max": "99"},
    }
    v2 = {name: nspawn_cgroups.v2_limits(name, options, tmp_path) for name in nspawn_cgroups.CONTROLLERS}
    assert v2 == {
        "memory": {"memory.max": "1073741824"},
        "cpu": {"cpu.max": "150000 100000"},
        "pids": {"pids.max": "99"},
    }
    (tmp_path / "memory.swap.max").touch()
    memory = nspawn_cgroups.v2_limits("memory", options, tmp_path)
    assert memory == {"memory.max": "1073741824", "memory.swap.max": "0"}


def test_v2_groups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(nspawn_cgroups, "unified_root", lambda: tmp_path)
    monkeypatch.setattr(nspawn_cgroups, "v1_hierarchies", dict)
    monkeypatch.setattr("os.chown", lambda *_: None)
    assert nspawn_cgroups.create("tb-1", GuestOptions(memory_mib=512), owner=7) == []
    assert (tmp_path / "tb-1" / "memory.max").read_text() == str(512 * 2**20)
    assert nspawn_cgroups.existing("tb-") == {"tb-1"}


def test_a_host_without_controllers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(nspawn_cgroups, "unified_root", lambda: tmp_path)
    monkeypatch.setattr(nspawn_cgroups, "v1_hierarchies", dict)
    (tmp_path / "cgroup.subtree_control").mkdir()
    with pytest.raises(UsageError, match="cannot limit a guest's memory"):
        nspawn_cgroups.create("tb-1", GuestOptions(), owner=7)


def test_no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(UsageError, match="requires root") as raised:
        nspawn.NspawnProvider(IMAGE)
    assert "sudo" in raised.value.hint
    assert "--provider libvirt" in raised.value.hint


def test_the_image_is_held_while_the_provider_lives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for change in ("require_root", "require_programs", "raise_kernel_limits", "remove_leftovers"):
        monkeypatch.setattr(nspawn, change, lambda *_: None)
    manifest = tmp_path / "manifest.json"
    manifest.touch()
    provider = nspawn.NspawnProvider(Image("x", "0", "none", (tmp_path,), manifest))
    with manifest.open() as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        provider.close()
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_no_root_for_cleaning_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for work in (find_leftovers, remove_leftovers):
        with pytest.raises(UsageError, match="left behind requires root"):
            work()


def test_missing_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(host_tools, "SYSTEM_PATH", str(tmp_path))
    with pytest.raises(UsageError, match="lacks systemd-nspawn") as raised:
        host_tools.require_programs()
    assert "systemd-container" in raised.value.hint


def test_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = namedtuple("disk", "f_bavail f_frsize")(1000, 4096)
    monkeypatch.setattr("os.statvfs", lambda _: disk)
    with pytest.raises(GuestBootError, match="only 4 MiB are free") as raised:
        booting.require_disk()
    assert "TESTBED_DATA" in raised.value.hint


def test_a_failing_program_of_the_host() -> None:
    with pytest.raises(GuestError, match="ls /no/such failed with 2"):
        host_tools.host_run(["ls", "/no/such"])
    with pytest.raises(GuestError, match="took over"):
        host_tools.host_run(["sleep", "5"], timeout=0.1)


def test_launcher_says_what_the_kernel_refused(tmp_path: Path) -> None:
    from controller.guests.nspawn import launch as nspawn_launch

    plan = {
        "name": "x",
        "shift": 1,
        "layers": [],
        "cgroup_procs": [str(tmp_path / "none" / "procs")],
        "command": [],
    }
    (tmp_path / "launch.json").write_text(json.dumps(plan))
    command = [sys.executable, "-I", "-S", nspawn_launch.__file__, str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert "procs" in result.stderr


def test_states_and_guests_are_private(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.setattr(nspawn_network, "host_routes", list)
    state = allocate("image")
    assert [folder.stat().st_mode & 0o077 for folder in (data / "run", state.folder)] == [0, 0]
