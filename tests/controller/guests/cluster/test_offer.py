"""What a node announces to a cluster."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.guests.cluster.offer import KVM, make_offer
from controller.guests.libvirt import PROVIDER as LIBVIRT
from controller.guests.libvirt import kvm
from testbed.extension_points import PROVIDERS
from testbed.guests import create_provider


class Machines:
    """Stands for a provider of virtual machines: its name, as far as an offer goes."""

    name = "libvirt"
    image_hash = "i"
    guest_memory_mib = 1
    max_guests = None


@pytest.mark.parametrize("works", [True, False])
def test_a_node_with_kvm_announces_it(monkeypatch: pytest.MonkeyPatch, works: bool) -> None:
    disks: list[object] = []
    monkeypatch.setattr("vm_images.image.find_image", lambda profile: ("image", profile))
    monkeypatch.setattr("vm_images.disk.find_disk", lambda image: ("disk", image))
    monkeypatch.setattr(kvm, "kvm_works", lambda disk: disks.append(disk) or works)
    machines: Any = Machines()
    offer = make_offer(machines, 2)
    assert disks == [("disk", ("image", None))], "tried with the disk of this host's image"
    assert offer.kvm is works
    assert (KVM in offer.resources) is works


def test_guests_that_are_no_machines_announce_no_kvm(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LIBVIRT.uses_kvm is not None
    assert all(PROVIDERS.load(name).uses_kvm is None for name in ("fake", "nspawn", "ssh"))
    provider = create_provider("fake")
    assert KVM not in make_offer(provider, 1).resources
    assert KVM in replace(make_offer(provider, 1), kvm=True).resources
    provider.close()
