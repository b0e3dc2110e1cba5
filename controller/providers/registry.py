"""Providers by name. A provider's module is imported only when the provider is named.

A provider's module `controller/providers/<name>.py` offers

    def create(options: GuestOptions) -> Provider
        Raises ImageError when there is no guest image, UsageError when it cannot run on this host
        (not root, a kernel feature is missing).
"""

from __future__ import annotations

import difflib
import importlib

from controller.errors import UsageError
from controller.providers.base import GuestOptions, Provider

PROVIDERS = ("fake", "libvirt", "nspawn")


def check_name(name: str) -> str:
    """Raises UsageError for an unknown provider."""
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
