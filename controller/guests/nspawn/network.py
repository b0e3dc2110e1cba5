"""A guest's network: a veth pair with a /30 of its own, and a firewall that lets only the host begin.

Everything a guest begins is dropped at its interface, to the host (INPUT) and through it (FORWARD), in
IPv4 and IPv6; answers to what the host began pass, if they come from the guest's own address: connections are
tracked by addresses alone, so another guest's could be answered too. Rules name the interface, so they exist before
it does.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterable
from pathlib import Path

from controller.guests.host_tools import host_run
from testbed.errors import GuestBootError, GuestError

POOLS = ("10.213.0.0/16", "10.87.0.0/16", "172.30.0.0/16", "192.168.213.0/24")
"""Where guests' addresses come from: the first pool with a /30 that no route of the host touches."""

WIDEST = 8
"""The prefix of the widest private network, 10.0.0.0/8."""
GUEST_INTERFACE = "host0"

_RULES_V4 = (
    "INPUT 1 -i {0} ! -s {1} -j DROP",
    "INPUT 1 -i {0} -m conntrack ! --ctstate ESTABLISHED -j DROP",
    "FORWARD 1 -i {0} -j DROP",
    "FORWARD 1 -o {0} -j DROP",
)
_RULES_V6 = ("INPUT 1 -i {0} -j DROP", "FORWARD 1 -i {0} -j DROP", "FORWARD 1 -o {0} -j DROP")


def interface_exists(name: str) -> bool:
    return Path("/sys/class/net", name).exists()


def interface_ready(name: str) -> bool:
    """Whether the kernel has finished making an interface: its IPv6 settings appear after its name."""
    return interface_exists(name) and (not _has_ipv6() or _disable_ipv6(name).exists())


def interfaces(prefix: str) -> set[str]:
    """Network interfaces of the host with the given prefix."""
    return {path.name for path in Path("/sys/class/net").glob(f"{prefix}*")}


def free_subnet(allocated: Iterable[str], routes: Iterable[str] | None = None) -> str:
    """A /30 that overlaps neither `allocated` nor a route of the host. Raises GuestBootError if there is none.

    Routes wider than any private network say where all else goes, in parts, as a VPN's 0.0.0.0/1 and 128.0.0.0/1 do.
    """
    found = [ipaddress.IPv4Network(net) for net in (host_routes() if routes is None else routes)]
    used = [*map(ipaddress.IPv4Network, allocated), *(net for net in found if net.prefixlen >= WIDEST)]
    for pool in POOLS:
        for subnet in ipaddress.IPv4Network(pool).subnets(new_prefix=30):
            if not any(subnet.overlaps(net) for net in used):
                return str(subnet)
    raise GuestBootError(
        f"no free addresses for a guest: routes of this host cover all of {', '.join(POOLS)}",
        hint="see `ip route show table all`; a VPN may claim private networks",
    )


def host_routes() -> list[str]:
    """Networks the host has routes or addresses for, the default route left out."""
    routes = json.loads(host_run(["ip", "-4", "-json", "route", "show", "table", "all"]))
    return [route["dst"] for route in routes if route["dst"] not in ("default", "0.0.0.0/0")]


def close_off(interface: str, guest_address: str, *, test: bool = False) -> None:
    """Put the firewall around an interface, which need not exist yet; the guest has one IPv4 address.

    With `test` see whether it could be done, and change nothing. Raises GuestError, UsageError.
    """
    for program, rules in _families():
        lines = "".join(f"-I {rule.format(interface, guest_address)}\n" for rule in rules)
        way = ["--test"] if test else []
        host_run([f"{program}-restore", "--noflush", "--wait", "20", *way], stdin=f"*filter\n{lines}COMMIT\n")


def remove_rules(interface: str) -> None:
    """Remove every firewall rule that names the interface."""
    for program, _ in _families():
        rules = [rule for rule in _rules(program) if _interface_of(rule) == interface]
        if rules:
            lines = "".join(f"-D{rule.removeprefix('-A')}\n" for rule in rules)
            host_run([f"{program}-restore", "--noflush", "--wait", "20"], stdin=f"*filter\n{lines}COMMIT\n")


def guarded_interfaces(prefix: str) -> set[str]:
    """Interfaces with the given prefix that firewall rules name; not patterns, which are the host's own rule."""
    rules = [rule for program, _ in _families() for rule in _rules(program)]
    names = {_interface_of(rule) for rule in rules}
    return {name for name in names if name.startswith(prefix) and not name.endswith("+")}


def connect(
    interface: str, host_address: str, guest_address: str, leader: int, *, default_route: bool = False
) -> None:
    """Give both ends of a guest's veth their addresses; `leader` is a process inside the guest.

    `default_route`: the guest sends what goes elsewhere to the host.
    """
    if _has_ipv6():
        _disable_ipv6(interface).write_text("1")
    host = f"address add {host_address}/30 dev {interface}\nlink set {interface} up\n"
    guest = f"address add {guest_address}/30 dev {GUEST_INTERFACE}\nlink set {GUEST_INTERFACE} up\nlink set lo up\n"
    if default_route:
        guest += f"route add default via {host_address}\n"
    host_run(["ip", "-batch", "-"], stdin=host)
    host_run(["nsenter", f"--net=/proc/{leader}/ns/net", "ip", "-batch", "-"], stdin=guest)


def remove_interface(interface: str) -> None:
    """Remove a guest's interface; the kernel does so too, a moment after the guest's last process ended."""
    if interface_exists(interface):
        try:
            host_run(["ip", "link", "delete", interface])
        except GuestError:
            if interface_exists(interface):
                raise


def _has_ipv6() -> bool:
    return Path("/proc/sys/net/ipv6").exists()


def _disable_ipv6(interface: str) -> Path:
    return Path(f"/proc/sys/net/ipv6/conf/{interface}/disable_ipv6")


def _families() -> list[tuple[str, tuple[str, ...]]]:
    families: list[tuple[str, tuple[str, ...]]] = [("iptables", _RULES_V4)]
    if _has_ipv6():
        families.append(("ip6tables", _RULES_V6))
    return families


def _rules(program: str) -> list[str]:
    return [rule for rule in host_run([program, "--wait", "20", "-S"]).splitlines() if rule.startswith("-A")]


def _interface_of(rule: str) -> str:
    words = rule.split()
    return next((words[at + 1] for at, word in enumerate(words) if word in ("-i", "-o")), "")
