"""What a guest reaches when its network is closed, open or open to some hosts: a network namespace is the internet."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn import internet
from controller.guests.nspawn.leftovers import find_leftovers
from controller.guests.nspawn.state import GuestState, read_states
from controller.guests.provider import GuestOptions
from controller.guests.registry import create_provider
from tests.waiting import eventually, poll

pytestmark = pytest.mark.guest

LINK = "tbinternet"
OUTSIDE = "10.199.0.2"
HOST_OUTSIDE = "10.199.0.1"
PUBLIC, OTHER_PUBLIC = "11.22.33.44", "11.22.33.55"
"""Addresses of nobody here: they are routed into the namespace, and nowhere else."""
NAMES = {"allowed.example": PUBLIC, "other.example": OTHER_PUBLIC, "rebind.example": HOST_OUTSIDE}
PORT = 8123


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A namespace with a resolver and web servers on two public addresses, and a web server on this host."""
    inside = ["ip", "netns", "exec", LINK]
    resolver = [*("dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts")]
    resolver += ["--pid-file=", "--bind-interfaces", f"--listen-address={PUBLIC}"]
    resolver += [f"--address=/{name}/{address}" for name, address in NAMES.items()]
    with contextlib.ExitStack() as undo, tempfile.TemporaryDirectory(dir="/run") as folder:
        run(f"ip netns add {LINK}")
        undo.callback(run, f"ip netns delete {LINK}")
        run(f"ip link add {LINK} type veth peer name outside netns {LINK}")
        undo.callback(run, f"ip link delete {LINK}")
        run(f"ip address add {HOST_OUTSIDE}/30 dev {LINK}")
        run(f"ip link set {LINK} up")
        for line in ("link set lo up", f"address add {OUTSIDE}/30 dev outside", "link set outside up"):
            run(" ".join([*inside, "ip", line]))
        for address in (PUBLIC, OTHER_PUBLIC):
            run(" ".join([*inside, f"ip address add {address}/32 dev lo"]))
        run(f"ip route add 11.22.33.0/24 via {OUTSIDE} dev {LINK}")
        Path(folder).chmod(0o755)
        (Path(folder) / "resolv.conf").write_text(f"nameserver {PUBLIC}\n")
        monkeypatch.setattr(internet, "RESOLVERS", Path(folder) / "resolv.conf")
        web = ["python3", "-m", "http.server", "--directory", folder, str(PORT)]
        for command in ([*inside, *resolver], [*inside, *web], web):
            process = undo.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            undo.callback(process.terminate)
        for url in (f"http://{PUBLIC}:{PORT}/", f"http://{HOST_OUTSIDE}:{PORT}/"):
            get = ["curl", "-fsS", "-o", "/dev/null", url]
            eventually(
                lambda get=get: subprocess.run(get, stderr=subprocess.DEVNULL, check=False).returncode == 0,
                seconds=20,
                what=f"{url} to answer this host",
            )
        yield


@contextlib.contextmanager
def guest_with(network: str) -> Iterator[Guest]:
    with closing(create_provider("nspawn", GuestOptions(network=network))) as provider:
        yield provider.start()


def run(line: str) -> None:
    subprocess.run(line.split(), check=True)


def reaches(guest: Guest, host: str) -> bool:
    get = ["curl", "-sS", "-m", "4", "-o", "/dev/null", f"http://{host}:{PORT}/"]
    return guest.run(get, check=False).exit_code == 0


def is_reached(guest: Guest, host: str) -> bool:
    """Whether a host answers, also where a busy host of ours makes it late."""
    return poll(lambda: reaches(guest, host), bool)


def state_of(guest: Guest) -> GuestState:
    return next(state for state in read_states() if state.name == guest.name)


def never_reached(guest: Guest) -> list[str]:
    """This host by its addresses, a private network behind it, a name that leads to this host; what of it answers."""
    hosts = (HOST_OUTSIDE, state_of(guest).host_address, OUTSIDE, "rebind.example")
    return [host for host in hosts if reaches(guest, host)]


@pytest.mark.usefixtures("world")
def test_an_open_guest_reaches_the_internet_and_neither_the_host_nor_private_networks() -> None:
    with guest_with("open") as guest:
        name = guest.name
        resolver = f"--listen-address={state_of(guest).host_address}"
        assert all(is_reached(guest, host) for host in ("allowed.example", "other.example", OTHER_PUBLIC))
        assert never_reached(guest) == []
        as_user = guest.run(["curl", "-fsS", "-m", "20", f"http://allowed.example:{PORT}/"], as_user=True)
        assert "resolv.conf" in as_user.text
        guest.run(["ip", "address", "add", "10.87.7.7/24", "dev", "host0"])
        spoofed = ["curl", "-m", "3", "--interface", "10.87.7.7", f"http://{PUBLIC}:{PORT}/"]
        assert guest.run(spoofed, check=False).exit_code != 0
        lookup = guest.run(["getent", "ahostsv4", "allowed.example"]).text
        assert PUBLIC in lookup
    assert not any(leftover.name.startswith(name) for leftover in find_leftovers())
    for look in ("iptables -S", "iptables -t nat -S", "ipset list -name", "pgrep -a dnsmasq"):
        listed = subprocess.run(look.split(), capture_output=True, text=True, check=True).stdout
        assert name not in listed and resolver not in listed, look


@pytest.mark.usefixtures("world")
def test_a_guest_reaches_the_allowed_hosts_alone() -> None:
    with guest_with("allow:allowed.example") as guest:
        assert not reaches(guest, PUBLIC)  # until its name has been looked up, the address is nobody's
        assert is_reached(guest, "allowed.example") and is_reached(guest, "www.allowed.example")
        assert not any(reaches(guest, host) for host in ("other.example", OTHER_PUBLIC))
        assert never_reached(guest) == []
        assert guest.run(["getent", "ahosts", "other.example"], check=False).text.strip() == ""
    with guest_with(f"allow:{OTHER_PUBLIC}") as guest:
        assert is_reached(guest, OTHER_PUBLIC)
        assert not any(reaches(guest, host) for host in ("other.example", "allowed.example", PUBLIC))


@pytest.mark.core
@pytest.mark.usefixtures("world")
def test_a_closed_guest_reaches_nothing(guest: Guest) -> None:
    assert not any(reaches(guest, host) for host in ("allowed.example", PUBLIC, OTHER_PUBLIC))
    assert never_reached(guest) == []


@pytest.mark.usefixtures("world")
def test_a_host_that_did_not_forward_forwards_for_guests_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    was = internet.FORWARDING.read_text()
    guard = ["iptables", "-D", *internet.GUARD.split()]
    subprocess.run(guard, stderr=subprocess.DEVNULL, check=False)
    internet.FORWARDING.write_text("0")
    try:
        with guest_with("open") as guest:
            assert is_reached(guest, PUBLIC)
            assert find_leftovers() == []
            rules = subprocess.run(
                ["iptables", "-S", "FORWARD"], capture_output=True, text=True, check=True
            ).stdout
            assert rules.splitlines()[-1] == f"-A {internet.GUARD}"
    finally:
        internet.FORWARDING.write_text(was)
