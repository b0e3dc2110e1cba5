"""Guests as virtual machines under libvirt."""

from __future__ import annotations

import importlib.util
import os

from controller.guests.provider import GuestOptions, Leftover, Provider, ProviderSpec
from testbed.errors import UsageError


def create(options: GuestOptions) -> Provider:
    """A provider for the image of this host.

    Raises:
        ImageError: there is no image of the profile, or no disk of it.
        UsageError: libvirt is missing or does not run.
    """
    from controller.guests.libvirt.provider import LibvirtProvider
    from vm_images.image import find_image

    return LibvirtProvider(find_image(options.profile or None), options)


def default_rank(profile: str) -> int:
    """The default where KVM boots the image's kernel, and for users, who may not start containers.

    Raises:
        ImageError: there is no image.
    """
    if importlib.util.find_spec("libvirt") is None:
        return 0
    from controller.guests.libvirt.kvm import kvm_works
    from vm_images.disk import disk_folder, find_disk
    from vm_images.image import find_image

    image = find_image(profile or None)
    if not disk_folder(image).exists():
        return 0
    return 2 if os.geteuid() != 0 or kvm_works(find_disk(image)) else 0


def uses_kvm() -> bool:
    from controller.guests.libvirt.kvm import kvm_works
    from vm_images.disk import find_disk
    from vm_images.image import find_image

    return kvm_works(find_disk(find_image(None)))


def remove_leftovers() -> list[Leftover]:
    """Remove what virtual machines of dead controllers left.

    Raises UsageError (there are machines, and libvirt does not answer), GuestError.
    """
    if importlib.util.find_spec("libvirt") is None:
        return []
    from controller.guests.libvirt import leftovers
    from controller.guests.libvirt.connection import LibvirtConnection
    from controller.guests.libvirt.state import read_states

    try:
        connection = LibvirtConnection()
    except UsageError:
        if read_states():
            raise
        return []
    return leftovers.remove_leftovers(connection)


PROVIDER = ProviderSpec(
    create, default_rank=default_rank, uses_kvm=uses_kvm, remove_leftovers=remove_leftovers
)
