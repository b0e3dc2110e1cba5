"""The conformance suite on real virtual machines, and that they are the same desktop."""

from __future__ import annotations

import io
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from controller.core.guest import Guest
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.provider import Provider
from controller.guests.self_check import GUEST_CHECKS, PROVIDER_CHECKS, GuestCheck, ProviderCheck

pytestmark = [pytest.mark.guest, pytest.mark.vm]

CLOCK = (slice(0, 32), slice(560, 800))
"""Rows and columns of the top bar's clock, 1280x720."""
CORNER = (1279, 719)


@pytest.mark.parametrize("check", GUEST_CHECKS, ids=lambda check: check.__name__)
def test_machine_conforms(check: GuestCheck, guest: Guest) -> None:
    check(guest)


@pytest.mark.parametrize("check", PROVIDER_CHECKS, ids=lambda check: check.__name__)
def test_provider_conforms(check: ProviderCheck, vms: LibvirtProvider) -> None:
    check(vms)


def test_the_idle_desktop_is_the_same_picture_as_in_nspawn(guest: Guest, provider: Provider) -> None:
    container = provider.start()
    try:
        machine, other = idle_desktop(guest), idle_desktop(container)
    finally:
        provider.stop(container)
    for picture in (machine, other):
        picture[CLOCK] = 0
    assert machine.shape == other.shape
    assert int((machine != other).any(axis=2).sum()) == 0


def test_a_restored_machine_lives_in_the_present(guest: Guest) -> None:
    assert abs(float(guest.run(["date", "+%s.%N"]).text) - time.time()) < 5
    token = guest.run(["cat", "/etc/testbed/token"]).text
    assert token
    assert guest.run(["stat", "--format", "%U %a", "/etc/testbed/token"]).text.split() == ["user", "400"]


def test_machines_of_one_snapshot_share_neither_random_numbers_nor_tokens(
    guest: Guest, vms: LibvirtProvider
) -> None:
    other = vms.start()
    try:
        secrets = [
            each.run(["sh", "-c", "head -c 32 /dev/urandom | sha256sum; cat /etc/testbed/token"]).text.split()
            for each in (guest, other)
        ]
    finally:
        vms.stop(other)
    assert secrets[0][0] != secrets[1][0]
    assert secrets[0][-1] != secrets[1][-1]


def test_the_network_leads_nowhere(guest: Guest) -> None:
    routes = guest.run(["ip", "route"]).text
    assert "default" not in routes
    # with a route made by a guest's root: QEMU still forwards nothing
    guest.run(["ip", "route", "replace", "default", "via", "10.0.2.2"])
    reached = guest.run(
        ["timeout", "5", "bash", "-c", "exec 3<>/dev/tcp/10.0.2.2/22"], check=False, timeout=20
    )
    assert reached.exit_code != 0
    guest.run(["ip", "route", "delete", "default"])


def idle_desktop(guest: Guest) -> NDArray[Any]:
    moved = guest.call_tool("computer.mouse_move", {"x": CORNER[0], "y": CORNER[1]})
    assert not moved.is_error, moved.text
    seen = guest.call_tool("computer.screenshot", {"limit_seconds": 10.0})
    with Image.open(io.BytesIO(seen.images[0]), formats=("PNG",)) as image:
        return np.array(image.convert("RGB"))
