"""What a node offers to runs: guest slots of one provider and image, as Ray's custom resources."""

from __future__ import annotations

import os
from dataclasses import dataclass

from controller.guests.host_health import available_mib
from controller.guests.provider import Provider
from testbed.errors import UsageError
from testbed.extension_points import PROVIDERS

GUEST = "guest"
KVM = "kvm"
IMAGE = "image:"
PROVIDER = "provider:"
RESERVED_MIB = 1024
"""Memory of a node that is left to its system and to Ray."""
GUESTS_A_PROCESSOR = 2
"""More guests than this a processor make each other late."""


@dataclass(frozen=True, slots=True)
class NodeOffer:
    """A node's guest slots.

    Attributes:
        provider: Name of the provider that runs its guests.
        image_hash: Hash of the image they run.
        slots: Most guests at the same time.
        kvm: Whether they are virtual machines under KVM.
    """

    provider: str
    image_hash: str
    slots: int
    kvm: bool = False

    @property
    def resources(self) -> dict[str, float]:
        """The custom resources that announce the offer; none without a slot."""
        if not self.slots:
            return {}
        slots = float(self.slots)
        offered = {GUEST: slots, PROVIDER + self.provider: slots, IMAGE + self.image_hash: slots}
        return offered | ({KVM: slots} if self.kvm else {})


def slot_resources(provider: str, image_hash: str) -> dict[str, float]:
    """Return the resources that one guest slot takes."""
    return NodeOffer(provider, image_hash, 1).resources


def make_offer(provider: Provider, max_guests: int | None = None) -> NodeOffer:
    """Return what this host offers.

    Args:
        provider: The provider of its guests.
        max_guests: Number of slots; None for as many as memory, processors and the provider allow.

    Raises:
        UsageError: There is no memory for a guest.
    """
    slots = max_guests
    if slots is None:
        by_memory = (available_mib() - RESERVED_MIB) // provider.guest_memory_mib
        slots = min(by_memory, GUESTS_A_PROCESSOR * (os.cpu_count() or 1), provider.max_guests or by_memory)
        if slots < 1:
            raise UsageError(
                f"this host has {available_mib()} MiB of memory left; a guest takes {provider.guest_memory_mib}"
                f" and {RESERVED_MIB} stay free",
                hint="free some memory, or give --max-guests",
            )
    uses_kvm = PROVIDERS.load(provider.name.partition(":")[0]).uses_kvm
    return NodeOffer(provider.name, provider.image_hash, slots, kvm=uses_kvm is not None and uses_kvm())
