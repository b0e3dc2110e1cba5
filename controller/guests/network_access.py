"""What of the internet a guest reaches: `closed`, `open` or `allow:HOST,...`."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from testbed.errors import UsageError

CLOSED = "closed"
USAGE = "closed, open or allow:HOST[,HOST...]"
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NetworkAccess:
    """The hosts outside that a guest reaches by IPv4. This host and private networks are never among them.

    Attributes:
        mode: "closed": none; "open": all; "allow": those in `names` and `addresses`.
        names: Host names; each stands for the hosts below it too.
        addresses: IPv4 addresses.
    """

    mode: Literal["closed", "open", "allow"] = "closed"
    names: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


def parse_network(text: str) -> NetworkAccess:
    """Parse the value of `--network`. Raises UsageError."""
    mode, colon, hosts = text.partition(":")
    if mode == "allow" and hosts:
        listed = [host.strip() for host in hosts.split(",")]
        addresses = [host for host in listed if _is_address(host)]
        names = [_check_name(host) for host in listed if host not in addresses]
        return NetworkAccess("allow", tuple(names), tuple(addresses))
    if mode == "open" and not colon:
        return NetworkAccess("open")
    if mode == CLOSED and not colon:
        return NetworkAccess()
    raise UsageError(f"invalid value for --network: {text!r}", hint=f"use {USAGE}")


def _is_address(host: str) -> bool:
    """Whether a host is an IPv4 address. Raises UsageError for one that no guest may reach."""
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    if not address.is_global:
        raise UsageError(
            f"--network: {host} is not a public address",
            hint="guests never reach this host or private networks",
        )
    return True


def _check_name(host: str) -> str:
    name = host.rstrip(".").lower()
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise UsageError(
            f"--network: {host!r} is neither a host name nor an IPv4 address",
            hint="write names as in allow:example.org,192.0.43.8; a name stands for the hosts below it too",
        )
    return name


def with_hosts(network: str, hosts: Iterable[str]) -> str:
    """Return the value of `--network` that lets guests reach these hosts too. Raises UsageError."""
    access = parse_network(network)
    lacking = [host for host in dict.fromkeys(hosts) if not _reaches(access, host)]
    if not lacking:
        return network
    return f"allow:{','.join([*access.names, *access.addresses, *lacking])}"


def _reaches(access: NetworkAccess, host: str) -> bool:
    return (
        access.mode == "open"
        or host in access.addresses
        or any(host == name or host.endswith(f".{name}") for name in access.names)
    )
