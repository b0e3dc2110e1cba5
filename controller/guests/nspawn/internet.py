"""A container's way to the internet, when its options ask for one: forwarding, NAT and a resolver of its own.

What is forwarded goes neither to this host nor to a network that the host is part of nor to an address that is
not public. The resolver is a dnsmasq on the host's end of the guest's link. With `allow` it answers for the allowed
names alone and puts the addresses it finds into the set that the firewall lets through.
"""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import Executor
from pathlib import Path

from controller.guests.host_tools import SYSTEM_PATH, host_run
from controller.guests.network_access import NetworkAccess
from controller.guests.nspawn.state import PREFIX, GuestState
from testbed.errors import UsageError

PACKAGES = {"dnsmasq": "dnsmasq-base", "ipset": "ipset"}
"""Programs of the host that only guests with a network need, and the Debian package of each."""

RESOLVERS = Path("/etc/resolv.conf")
"""The name servers that the guests' resolvers ask."""

NOT_PUBLIC = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
    *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
)
"""IPv4 addresses that are not globally reachable (IANA's special-purpose registry), and multicast."""

FORWARDING = Path("/proc/sys/net/ipv4/ip_forward")
GUARD = f"FORWARD ! -i {PREFIX}+ ! -o {PREFIX}+ -j DROP"
_UNPRIVILEGED = (
    "setpriv",
    *("--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--no-new-privs"),
    *("--inh-caps", "-all,+net_admin,+net_bind_service"),
    *("--ambient-caps", "-all,+net_admin,+net_bind_service"),
    *("--bounding-set", "-all,+net_admin,+net_bind_service"),
    *("--pdeathsig", "KILL", "--"),
)
"""The resolver needs no account: only its port, and the set of addresses that it fills."""


def open_way(state: GuestState, access: NetworkAccess) -> None:
    """Let a guest's traffic through; its interface need not exist yet. Raises GuestError, UsageError."""
    if access.mode == "closed":
        return
    _become_a_router_for_guests()
    blocked, allowed = _sets(state.name)
    sets = [f"create {blocked} hash:net", f"create {allowed} hash:ip"]
    sets += [f"add {blocked} {network}" for network in (*NOT_PUBLIC, *_own_networks())]
    sets += [f"add {allowed} {address}" for address in access.addresses]
    host_run(["ipset", "restore", "-exist"], stdin="\n".join(sets) + "\n")
    only = f"-m set --match-set {allowed} dst " if access.mode == "allow" else ""
    name, guest, host = state.name, state.guest_address, state.host_address
    lines = [
        # Inserted at the top one after another: the last is the first that is asked.
        *(
            f"-I INPUT -i {name} -s {guest} -d {host} -p {kind} --dport 53 -j ACCEPT"
            for kind in ("udp", "tcp")
        ),
        f"-I FORWARD -o {name} -d {guest} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT",
        f"-I FORWARD -i {name} -s {guest} {only}-j ACCEPT",
        f"-I FORWARD -i {name} -m set --match-set {blocked} dst -j DROP",
    ]
    tables = {"filter": lines, "nat": [f"-I POSTROUTING -s {guest} ! -o {name} -j MASQUERADE"]}
    text = "".join("\n".join((f"*{table}", *rules, "COMMIT\n")) for table, rules in tables.items())
    host_run(["iptables-restore", "--noflush", "--wait", "20"], stdin=text)


def start_resolver(state: GuestState, access: NetworkAccess, starter: Executor) -> subprocess.Popen[bytes]:
    """Start the resolver of a guest whose interface has its address.

    The kernel kills it when the starter's thread ends.
    """
    command = [*_UNPRIVILEGED, *_resolver_command(state, access)]

    def start() -> subprocess.Popen[bytes]:
        with resolver_log(state).open("wb") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={"PATH": SYSTEM_PATH, "LANG": "C.UTF-8"},
            )

    return starter.submit(start).result()


def resolver_log(state: GuestState) -> Path:
    """The file with the messages of a guest's resolver."""
    return state.folder / "resolver.log"


def close_way(name: str) -> None:
    """Remove what `open_way` made, after the rules of the guest's interface. The host goes on forwarding for guests."""
    made = [group for group in _sets(name) if group in _existing_sets()]
    if not made:
        return
    rules = host_run(["iptables", "--wait", "20", "-t", "nat", "-S", "POSTROUTING"]).splitlines()
    for rule in rules:
        if f" ! -o {name} " in rule:
            host_run(["iptables", "--wait", "20", "-t", "nat", *rule.replace("-A", "-D", 1).split()])
    for group in made:
        host_run(["ipset", "destroy", group])


def _become_a_router_for_guests() -> None:
    """Let the host forward; one that did not before still forwards nothing but guests' traffic."""
    if FORWARDING.read_text().strip() == "0":
        if f"-A {GUARD}" not in host_run(["iptables", "--wait", "20", "-S", "FORWARD"]).splitlines():
            host_run(["iptables", "--wait", "20", "-A", *GUARD.split()])
        FORWARDING.write_text("1")


def _own_networks() -> list[str]:
    """Networks that the host is part of: those it reaches without a gateway."""
    routes = json.loads(host_run(["ip", "-4", "-json", "route", "show", "table", "all"]))
    own = [
        route["dst"]
        for route in routes
        if "gateway" not in route and route.get("type", "unicast") == "unicast"
    ]
    return [network for network in own if network != "default"]


def _resolver_command(state: GuestState, access: NetworkAccess) -> list[str]:
    command = [
        *("dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--log-facility=-", "--pid-file="),
        *("--no-hosts", "--bind-interfaces", f"--listen-address={state.host_address}"),
        *("--stop-dns-rebind", "--filter-AAAA"),
    ]
    if access.mode == "open":
        return [*command, f"--resolv-file={RESOLVERS}"]
    # Without a general name server dnsmasq refuses every other name.
    _, allowed = _sets(state.name)
    command.append("--no-resolv")
    for name in access.names:
        command += [f"--server=/{name}/{server}" for server in _name_servers()]
        command.append(f"--ipset=/{name}/{allowed}")
    return command


def _name_servers() -> list[str]:
    lines = [line.split() for line in RESOLVERS.read_text().splitlines()]
    return [words[1] for words in lines if len(words) > 1 and words[0] == "nameserver"]


def _existing_sets() -> list[str]:
    try:
        return host_run(["ipset", "list", "-name"]).split()
    except UsageError:  # a host without ipset has had no guest with a network
        return []


def _sets(name: str) -> tuple[str, str]:
    return f"{name}-blocked", f"{name}-allowed"
