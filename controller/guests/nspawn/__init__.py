"""Guests as containers under systemd-nspawn."""

from __future__ import annotations

import os

from controller.guests.provider import GuestOptions, Leftover, Provider, ProviderSpec


def create(options: GuestOptions) -> Provider:
    """A provider for the image of this host.

    Raises:
        ImageError: there is no image of the profile.
        UsageError: this process is not root, or a program is missing.
    """
    from controller.guests.nspawn.provider import NspawnProvider
    from vm_images.image import find_image

    return NspawnProvider(find_image(options.profile or None), options)


def default_rank(_profile: str) -> int:
    """The default wherever no other provider suits better."""
    return 1


def remove_leftovers() -> list[Leftover]:
    """Remove what containers of dead controllers left, as root; others can have left none. Raises GuestError."""
    from controller.guests.nspawn import leftovers

    return leftovers.remove_leftovers() if os.geteuid() == 0 else []


PROVIDER = ProviderSpec(
    create,
    opens_network=True,
    pauses_guests=True,
    default_rank=default_rank,
    remove_leftovers=remove_leftovers,
)
