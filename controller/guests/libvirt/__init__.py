"""Guests as virtual machines under libvirt."""

from __future__ import annotations

from controller.guests.provider import GuestOptions, Provider, ProviderSpec


def create(options: GuestOptions) -> Provider:
    """A provider for the image of this host.

    Raises:
        ImageError: there is no image of the profile, or no disk of it.
        UsageError: libvirt is missing or does not run.
    """
    from controller.guests.libvirt.provider import LibvirtProvider
    from vm_images.image import find_image

    return LibvirtProvider(find_image(options.profile or None), options)


PROVIDER = ProviderSpec(create)
