"""Providers by name. A provider's module is imported only when the provider is named.

A name may say where the guests are, after a colon: `ssh:lab1,lab2`. It is one text, so that every command, a
run's records and `resume` carry it alike.

A provider's module `controller/providers/<name>.py` offers

    def create(options: GuestOptions) -> Provider
        Raises ImageError when there is no guest image, UsageError when it cannot run on this host
        (not root, a kernel feature is missing).
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import os
from dataclasses import replace

from controller.guests.provider import GuestOptions, Provider
from testbed.errors import UsageError

PROVIDERS = ("fake", "libvirt", "nspawn", "ssh")
WITH_PLACE = {"ssh": "ssh:HOST[,HOST...]"}
"""Providers that must be told where their guests are, and how."""


def default_name() -> str:
    """`nspawn`, but `libvirt` where KVM boots the image's kernel, and for users, who may not start containers.

    Raises ImageError without an image.
    """
    if importlib.util.find_spec("libvirt") is None:
        return "nspawn"
    from controller.guests.libvirt.kvm import kvm_works
    from vm_images.disk import disk_folder, find_disk
    from vm_images.image import find_image

    image = find_image()
    if not disk_folder(image).exists():
        return "nspawn"
    return "libvirt" if os.geteuid() != 0 or kvm_works(find_disk(image)) else "nspawn"


def check_name(name: str) -> str:
    """The provider's name, with its place if it has one; the default one for "".

    Raises UsageError for an unknown one, and for one with a place too many or too few.
    """
    name = name or default_name()
    kind, colon, where = name.partition(":")
    if kind not in PROVIDERS:
        close = difflib.get_close_matches(kind, PROVIDERS, n=1)
        suggestion = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(
            f"there is no provider {kind!r}", hint=f"{suggestion}providers: {', '.join(PROVIDERS)}"
        )
    if kind in WITH_PLACE and not where:
        raise UsageError(
            f"the provider {kind} must be told which machine to use",
            hint=f"use --provider {WITH_PLACE[kind]}",
        )
    if colon and kind not in WITH_PLACE:
        raise UsageError(f"the provider {kind} takes no {colon + where!r}", hint=f"use --provider {kind}")
    return name


def create(name: str, options: GuestOptions | None = None) -> Provider:
    """The provider of that name, with no guest started yet. Raises UsageError, ImageError."""
    kind, _, where = check_name(name).partition(":")
    module = importlib.import_module(f"controller.guests.{kind}.provider")
    provider: Provider = module.create(replace(options or GuestOptions(), where=where))
    return provider
