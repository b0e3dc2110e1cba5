"""Providers by name. A provider's module is imported only when the provider is named.

A provider's module `controller/providers/<name>.py` offers

    def create(options: GuestOptions) -> Provider
        Raises ImageError when there is no guest image, UsageError when it cannot run on this host
        (not root, a kernel feature is missing).
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util

from controller.errors import UsageError
from controller.providers.base import GuestOptions, Provider

PROVIDERS = ("fake", "libvirt", "nspawn")


def default_name() -> str:
    """`libvirt` where this host's KVM boots the image's kernel, else `nspawn`. Raises ImageError without an image."""
    if importlib.util.find_spec("libvirt") is None:
        return "nspawn"
    from controller.providers.kvm import kvm_works
    from vm_images.disk import disk_folder, find_disk
    from vm_images.image import find_image

    image = find_image()
    return "libvirt" if disk_folder(image).exists() and kvm_works(find_disk(image)) else "nspawn"


def check_name(name: str) -> str:
    """The provider's name, the default one for "". Raises UsageError for an unknown one."""
    name = name or default_name()
    if name not in PROVIDERS:
        close = difflib.get_close_matches(name, PROVIDERS, n=1)
        meant = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(f"there is no provider {name!r}", hint=f"{meant}providers: {', '.join(PROVIDERS)}")
    return name


def create(name: str, options: GuestOptions | None = None) -> Provider:
    """The provider of that name, with no guest started yet. Raises UsageError, ImageError."""
    module = importlib.import_module(f"controller.providers.{check_name(name)}")
    provider: Provider = module.create(options or GuestOptions())
    return provider
