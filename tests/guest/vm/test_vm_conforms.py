"""The conformance suite on real virtual machines, and that they are the same desktop."""

from __future__ import annotations

import time

import pytest

from controller.core.guest import Guest
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.provider import Provider
from controller.guests.self_check import GUEST_CHECKS, PROVIDER_CHECKS, GuestCheck, ProviderCheck
from tests.guest.desktops import CLOCK, idle_picture
from tests.pictures import assert_same_picture

pytestmark = [pytest.mark.guest, pytest.mark.vm]


@pytest.mark.parametrize("check", GUEST_CHECKS, ids=lambda check: check.__name__)
def test_machine_conforms(check: GuestCheck, guest: Guest) -> None:
    check(guest)


@pytest.mark.parametrize("check", PROVIDER_CHECKS, ids=lambda check: check.__name__)
def test_provider_conforms(check: ProviderCheck, vms: LibvirtProvider) -> None:
    check(vms)


def test_the_idle_desktop_is_the_same_picture_as_in_nspawn(guest: Guest, provider: Provider) -> None:
    container = provider.start()
    try:
        machine, other = idle_picture(guest), idle_picture(container)
    finally:
        provider.stop(container)
    assert_same_picture(machine, other, leave_out=[CLOCK])


def test_a_restored_machine_lives_in_the_present(guest: Guest) -> None:
    before = time.time()
    shown = float(guest.run(["date", "+%s.%N"]).text)
    assert before - 5 < shown < time.time() + 5
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
