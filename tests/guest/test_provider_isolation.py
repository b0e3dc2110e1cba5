"""What a guest cannot do, even as its own root: reach out, harm the host, exceed its limits, outlive its owner."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import container as nspawn_container
from controller.guests.nspawn import create
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn import propagation as nspawn_propagation
from controller.guests.nspawn.leftovers import find_leftovers, remove_leftovers
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.nspawn.state import GuestState, hold_lock, read_states
from controller.guests.provider import GuestOptions, Provider
from testbed.errors import GuestBootError
from tests.waiting import eventually
from vm_images.image import Image

pytestmark = pytest.mark.guest

CLEANUP = ".cleanup"
"""The lock under which leftovers are removed: tests beside these start providers, which do so too."""
CONNECT = """
import socket, sys
kind, address, port = sys.argv[1:]
family = socket.AF_INET6 if ":" in address else socket.AF_INET
with socket.socket(family, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM) as link:
    link.settimeout(1.5)
    try:
        if kind == "tcp":
            link.connect((address, int(port)))
        else:
            link.sendto(b"from the guest", (address, int(port)))
        print("sent")
    except OSError as error:
        print("failed:", error)
"""


@pytest.fixture
def state(guest: Guest) -> GuestState:
    return next(state for state in read_states() if state.name == guest.name)


def upper(guest: Guest) -> Path:
    """The upper folder of a guest's overlay; it is mounted for the guest's processes alone."""
    (state,) = [state for state in read_states() if state.name == guest.name]
    command = ["pgrep", "--full", "--oldest", f"^systemd-nspawn .*--machine={guest.name} "]
    nspawn = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return Path(f"/proc/{nspawn}/root{state.folder}/rw/upper")


@pytest.fixture
def listener() -> Iterator[tuple[int, list[bytes]]]:
    """A TCP and UDP port of the host on all addresses, and what arrived there."""
    heard: list[bytes] = []
    with socket.create_server(("0.0.0.0", 0)) as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        port = tcp.getsockname()[1]
        udp.bind(("0.0.0.0", port))

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    link, _ = tcp.accept()
                    heard.append(b"tcp")
                    link.close()

        def receive() -> None:
            with contextlib.suppress(OSError):
                while data := udp.recv(100):
                    heard.append(data)

        threads = [threading.Thread(target=work) for work in (accept, receive)]
        for thread in threads:
            thread.start()
        yield port, heard
        tcp.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            udp.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(timeout=10)


@pytest.mark.core
def test_guest_cannot_reach_the_host(
    guest: Guest, state: GuestState, listener: tuple[int, list[bytes]]
) -> None:
    port, heard = listener
    with socket.create_connection(("127.0.0.1", port), timeout=5):
        eventually(lambda: heard, seconds=5, what="the listener to work")
    heard.clear()
    guest.run(["ip", "route", "replace", "default", "via", state.host_address])
    for kind in ("tcp", "udp"):
        for address in (state.host_address, host_address()):
            assert (
                kind == "udp"
                or "failed" in guest.run(["python3", "-c", CONNECT, kind, address, str(port)]).text
            )
    guest.run(["ip", "route", "delete", "default"])
    assert heard == []


def host_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("203.0.113.1", 9))
        return str(probe.getsockname()[0])


def test_guest_has_no_way_out_by_ipv6(state: GuestState) -> None:
    assert Path(f"/proc/sys/net/ipv6/conf/{state.name}/disable_ipv6").read_text().strip() == "1"
    rules = subprocess.run(["ip6tables", "-S"], capture_output=True, text=True, check=True).stdout
    for chain, way in (("INPUT", "-i"), ("FORWARD", "-i"), ("FORWARD", "-o")):
        assert f"-A {chain} {way} {state.name} -j DROP" in rules


def test_nothing_is_forwarded(state: GuestState) -> None:
    rules = subprocess.run(["iptables", "-S", "FORWARD"], capture_output=True, text=True, check=True).stdout
    assert f"-A FORWARD -i {state.name} -j DROP" in rules
    assert f"-A FORWARD -o {state.name} -j DROP" in rules


@pytest.mark.core
def test_root_in_the_guest_is_nobody_on_the_host(guest: Guest, state: GuestState) -> None:
    before = Path("/proc/sys/kernel/core_pattern").read_text()
    write = "mkdir -p /tmp/p; mount -t proc proc /tmp/p; echo '|/bin/false' > /tmp/p/sys/kernel/core_pattern"
    guest.run(["sh", "-c", write], check=False)
    guest.run(["sh", "-c", "umount /tmp/p; rmdir /tmp/p"], check=False)
    assert Path("/proc/sys/kernel/core_pattern").read_text() == before
    guest.run(["touch", "/root/mine"])
    assert (upper(guest) / "root/mine").stat().st_uid == state.shift
    assert guest.run(["mknod", "/tmp/disk", "b", "254", "0"], check=False).exit_code != 0


@pytest.mark.core
def test_image_is_not_written(guest: Guest) -> None:
    guest.run(["sh", "-c", "echo changed > /etc/hostname; rm /etc/hosts"])
    assert (upper(guest) / "etc/hostname").read_text() == "changed\n"
    guest.run(["sh", "-c", "echo testbed > /etc/hostname; echo '127.0.0.1 localhost testbed' > /etc/hosts"])


@pytest.fixture(scope="module")
def small() -> Iterator[Guest]:
    """A guest with little of everything, and a larger screen."""
    provider = create(GuestOptions(memory_mib=1536, cpus=0.9, max_processes=700, width=1600, height=900))
    yield provider.start()
    provider.close()


def test_screen_has_the_size_asked_for(small: Guest) -> None:
    size = small.call_tool("computer.screen_size").structured
    assert size is not None
    assert (size["width"], size["height"]) == (1600, 900)


@pytest.mark.core
def test_memory_is_limited(small: Guest) -> None:
    done = small.run(["python3", "-c", "x = bytearray(2 * 2**30); print(len(x))"], check=False, timeout=60)
    assert done.exit_code != 0
    assert nspawn_cgroups.memory_in_use(small.name) < 1536 * 2**20
    assert small.run(["echo", "alive"]).text == "alive\n"


def test_processes_are_limited(small: Guest) -> None:
    fork = "import os, time\nn = 0\ntry:\n    while n < 2000:\n        if os.fork() == 0: time.sleep(20); os._exit(0)\n"
    fork += "        n += 1\nexcept OSError as error: print('refused', n, flush=True)\nos.killpg(0, 9)"
    done = small.run(["setsid", "--wait", "python3", "-c", fork], check=False, timeout=60)
    assert b"refused" in done.stdout


def test_cpu_time_is_limited(small: Guest) -> None:
    v1 = nspawn_cgroups.v1_hierarchies().get("cpu")
    if v1:
        assert (v1 / small.name / "cpu.cfs_quota_us").read_text() == "90000\n"
        assert (v1 / small.name / "cgroup.procs").read_text(), "the guest is not in its group"
    else:
        assert (nspawn_cgroups.unified_root() / small.name / "cpu.max").read_text() == "90000 100000\n"


OWNER = """
import sys, time
from controller.guests.nspawn import create
from controller.guests.nspawn import provider as nspawn
from controller.guests.provider import GuestOptions
nspawn.wait_for_desktop = lambda *_, **__: None
provider = create(GuestOptions())
print(provider.start().name, flush=True)
time.sleep(600)
"""


def test_nothing_outlives_a_killed_controller(guest: Guest) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, cwd=Path.cwd())
    assert owner.stdout
    with owner.stdout:
        name = owner.stdout.readline().decode().strip()
    assert name.startswith("tb-")
    assert nspawn_network.interface_exists(name)
    assert not [leftover for leftover in find_leftovers() if leftover.name == name]
    with hold_lock(CLEANUP):
        os.kill(owner.pid, signal.SIGKILL)
        owner.wait()
        eventually(lambda: nspawn_cgroups.is_empty(name), seconds=20, what="the kernel to end the guest")
        eventually(lambda: not nspawn_network.interface_exists(name), seconds=20, what="its interface to go")
        assert kinds_of_leftovers(name) == ["guest"]
    remove_leftovers()
    assert_gone(name)
    assert not guest.call_tool("computer.screen_size").is_error, "another owner's guest was touched"


def kinds_of_leftovers(name: str) -> list[str]:
    return sorted(leftover.kind for leftover in find_leftovers() if leftover.name == name)


def assert_gone(name: str) -> None:
    assert not [leftover for leftover in find_leftovers() if leftover.name == name]
    assert name not in [state.name for state in read_states()]
    assert name not in nspawn_network.guarded_interfaces("tb-")
    assert name not in nspawn_cgroups.existing("tb-")
    assert name not in nspawn_propagation.existing("tb-")
    assert name not in Path("/proc/self/mountinfo").read_text()


def test_stopping_leaves_nothing(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.guests.nspawn.provider.wait_for_desktop", lambda *_, **__: None)
    guest = provider.start()
    provider.stop(guest)
    assert_gone(guest.name)


def test_parts_without_a_guest_are_found_and_removed(tmp_path: Path) -> None:
    name = "tb-zzzzzz"
    with hold_lock(CLEANUP):
        nspawn_network.close_off(name, "10.213.0.2")
        subprocess.run(["ip", "link", "add", name, "type", "veth", "peer", "name", "left-end"], check=True)
        nspawn_cgroups.create(name, GuestOptions(), owner=0)
        (nspawn_propagation.FOLDERS / name).mkdir(parents=True)
        assert kinds_of_leftovers(name) == ["cgroup", "firewall rules", "mount folder", "network interface"]
    remove_leftovers()
    assert_gone(name)


def test_a_guest_that_cannot_boot_tells_why(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").touch()
    provider = NspawnProvider(Image("empty", "0", "none", (tmp_path,), tmp_path / "manifest.json"))
    with pytest.raises(GuestBootError, match=r"console's last lines:\n.+") as raised:
        provider.start()
    log = Path(raised.value.hint.rpartition(" ")[2])
    assert log.is_file()
    assert log.read_text()
    log.unlink()
    provider.close()
    assert not [state for state in read_states() if state.image == "0"]


def test_a_guest_that_never_comes_up_carries_its_console(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.guests.nspawn.provider.BOOT_SECONDS", 0.0)
    with pytest.raises(GuestBootError, match="timed out after 0 s waiting for") as raised:
        provider.start()
    assert "full console log is" in raised.value.hint
    Path(raised.value.hint.rpartition(" ")[2]).unlink()


def test_a_guest_that_dies_is_told_from_a_slow_one(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = nspawn_container.Container.connect_network

    def crash(self: nspawn_container.Container) -> None:
        connect(self)
        nspawn_cgroups.kill(self.state.name)

    monkeypatch.setattr(nspawn_container.Container, "connect_network", crash)
    with pytest.raises(GuestBootError, match=r"ended with -?\d+ while waiting") as raised:
        provider.start()
    Path(raised.value.hint.rpartition(" ")[2]).unlink()
