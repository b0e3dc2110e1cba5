"""Guests as containers that start where another one was frozen."""

from __future__ import annotations

import os

from controller.guests.provider import GuestOptions, Leftover, Provider, ProviderSpec


def create(options: GuestOptions) -> Provider:
    """A provider for the image of this host.

    Raises:
        ImageError: there is no image of the profile.
        UsageError: this process is not root, a program is missing, or there is no CRIU that is new enough.
        GuestError: CRIU cannot be fetched.
    """
    from controller.guests.frozen.provider import FrozenProvider
    from vm_images.image import find_image

    return FrozenProvider(find_image(options.profile or None), options)


def remove_leftovers() -> list[Leftover]:
    """Remove the checkpoints of ended processes, as root; others can have left none."""
    from controller.guests import checkpoints

    return checkpoints.remove_leftovers() if os.geteuid() == 0 else []


PROVIDER = ProviderSpec(create, opens_network=True, pauses_guests=True, remove_leftovers=remove_leftovers)
