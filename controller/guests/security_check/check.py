"""Running the attempts on a provider's guests."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass

from controller.core.guest import Guest
from controller.guests.provider import Provider
from controller.guests.security_check import becoming_root, kernel, network, others
from controller.guests.security_check.attempt import SECONDS, Attempt
from controller.guests.security_check.while_judged import (
    FORGED_WINDOW,
    IN_NEXT_GUEST,
    LEFT_BEHIND,
    LeftBehind,
    clean,
    leave,
)
from controller.guests.stopped_processes import pause_processes
from testbed.errors import GuestTimeoutError

ATTEMPTS: tuple[Attempt, ...] = (
    *becoming_root.ATTEMPTS,
    *kernel.ATTEMPTS,
    *others.ATTEMPTS,
    *network.ATTEMPTS,
)
"""What needs one guest alone."""
GUEST_PORTS = (22, 5900, 8080, 8931, 9222)
HOST_PORTS = (22, 80, 111, 443, 631, 2375, 5432, 6443, 8080)

_ADDRESSES = """
import ipaddress, json, subprocess
listed = subprocess.run(["ip", "-json", "-4", "address"], capture_output=True, check=True).stdout
entries = [entry for link in json.loads(listed) for entry in link["addr_info"] if entry["scope"] == "global"]
own = [ipaddress.ip_interface(f"{entry['local']}/{entry['prefixlen']}") for entry in entries]
others = [host for one in own for host in list(one.network.hosts())[:3] if host != one.ip]
print(json.dumps({"own": [str(one.ip) for one in own], "others": [str(host) for host in others]}))
"""
"""Prints the guest's addresses, and the first others of its networks, the host's among them."""


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The result of one attempt.

    Attributes:
        name: What was tried.
        group: What it would break.
        seconds: How long it took.
        reached: Whether it reached its goal, which is a fault of the provider or its image.
        detail: What it printed, if it reached its goal.
    """

    name: str
    group: str
    seconds: float
    reached: bool
    detail: str = ""


def security_check(provider: Provider) -> list[AttemptResult]:
    """Run every attempt on fresh guests.

    Args:
        provider: The provider to test. It stays open.

    Returns:
        A result for each attempt, in order. The provider keeps its boundaries if none `reached` its goal.

    Raises:
        GuestBootError: No guest boots.
        GuestError: A guest failed during an attempt.
    """
    guest = provider.start()
    try:
        results = [run_attempt(guest, attempt) for attempt in ATTEMPTS]
        results += _host_attempts(guest)
        results += [run_left_behind(guest, attempt) for attempt in LEFT_BEHIND]
        leave(guest, FORGED_WINDOW)
        neighbour = provider.start()
        try:
            results.append(run_attempt(neighbour, IN_NEXT_GUEST))
            results.append(run_attempt(guest, _to_neighbour(neighbour)))
        finally:
            provider.stop(neighbour)
    finally:
        provider.stop(guest)
    return results


def run_attempt(guest: Guest, attempt: Attempt, *, as_user: bool = True) -> AttemptResult:
    """Run one attempt; one that takes too long has not reached its goal."""
    began = time.monotonic()
    try:
        done = guest.run(attempt.command, as_user=as_user, timeout=SECONDS * guest.slowness, check=False)
    except GuestTimeoutError:
        return AttemptResult(attempt.name, attempt.group, time.monotonic() - began, reached=False)
    reached = done.exit_code == 0
    detail = (done.stdout + done.stderr).decode("utf-8", "replace").strip()[:300] if reached else ""
    return AttemptResult(attempt.name, attempt.group, time.monotonic() - began, reached, detail)


def run_left_behind(guest: Guest, left: LeftBehind, *, stop: bool = True) -> AttemptResult:
    """Run an attempt's first part, then its goal as an episode is judged: with the user's processes stopped.

    Args:
        guest: The guest to try it on.
        left: The attempt.
        stop: Stop the user's processes; without that, attempts that change files reach their goals.
    """
    leave(guest, left.prepare)
    try:
        with pause_processes(guest) if stop else nullcontext():
            return run_attempt(guest, left.attempt, as_user=left.as_user)
    finally:
        clean(guest)


def _host_attempts(guest: Guest) -> list[AttemptResult]:
    """Connections to the host: to a port that listens everywhere, and to usual ones."""
    addresses = _addresses(guest)["others"]
    with _listener() as (port, accepted):
        usual = run_attempt(guest, _connecting("connect to a server on the host", "host", addresses, (port,)))
        reached = usual.reached or accepted.is_set()
        first = AttemptResult(usual.name, usual.group, usual.seconds, reached, usual.detail)
    return [
        first,
        run_attempt(guest, _connecting("connect to usual ports of the host", "host", addresses, HOST_PORTS)),
    ]


def _to_neighbour(neighbour: Guest) -> Attempt:
    return _connecting("connect to another guest", "network", _addresses(neighbour)["own"], GUEST_PORTS)


def _connecting(name: str, group: str, addresses: list[str], ports: tuple[int, ...]) -> Attempt:
    script = network.CONNECT.replace("ADDRESSES", repr(addresses)).replace("PORTS", repr(ports))
    return Attempt(name, group, script, python=True)


def _addresses(guest: Guest) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(guest.run(["python3", "-c", _ADDRESSES]).text)
    return found


@contextmanager
def _listener() -> Iterator[tuple[int, threading.Event]]:
    """A server on all of the host's addresses; the event is set when something connects."""
    accepted = threading.Event()
    with socket.create_server(("0.0.0.0", 0)) as server:

        def accept() -> None:
            with suppress(OSError):
                server.accept()[0].close()
                accepted.set()

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1], accepted
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
