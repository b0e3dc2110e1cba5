"""Providers by name: the folders of this package that offer `create`, and entry points of other distributions.

A provider declares itself once. Its folder `controller/guests/<name>/` (or the module or object that an entry point of
the group `testbed.providers` names) offers

    def create(options: GuestOptions) -> Provider
        Raises ImageError when there is no guest image, UsageError when it cannot run on this host
        (not root, a kernel feature is missing).

    PLACE = "HOST[,HOST...]"
        Only if it must be told where its guests are: the syntax of that, for help and hints.

    NETWORK = True
        Only if it can open its guests' network (`options.network`, see `network_access.py`).

Users name the place after a colon (`ssh:lab1,lab2`). Name and place are one text, so that every command, a run's
records and `resume` carry them alike; `create` gets the place as `options.where`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import os
import pkgutil
from dataclasses import replace
from typing import Any

from controller import guests
from controller.core.plugins import Plugin, find_plugins, unknown_name
from controller.guests.network_access import parse_network
from controller.guests.provider import GuestOptions, Provider
from testbed.errors import GuestError, UsageError

GROUP = "testbed.providers"


def names() -> tuple[str, ...]:
    """List the providers there are: testbed's own, then those of other distributions."""
    own = _own_providers()
    return (*own, *(name for name, plugin in _plugins().items() if not plugin.problem))


def usages() -> tuple[str, ...]:
    """List what `--provider` takes: each provider's name, with its place if it needs one.

    Other distributions are not imported for that, so the places of their providers are left out.
    """
    own = _own_providers()
    return tuple(_usage(name, own[name]) if name in own else name for name in names())


def default_name(profile: str = "") -> str:
    """`nspawn`, but `libvirt` where KVM boots the image's kernel, and for users, who may not start containers.

    The image is that of `profile`; "" for any distribution's.

    Raises:
        ImageError: there is no image.
    """
    if importlib.util.find_spec("libvirt") is None:
        return "nspawn"
    from controller.guests.libvirt.kvm import kvm_works
    from vm_images.disk import disk_folder, find_disk
    from vm_images.image import find_image

    image = find_image(profile or None)
    if not disk_folder(image).exists():
        return "nspawn"
    return "libvirt" if os.geteuid() != 0 or kvm_works(find_disk(image)) else "nspawn"


def check_name(name: str, profile: str = "") -> str:
    """Check a provider's name and the place behind it.

    Args:
        name: As on the command line.
        profile: The profile of the guests' image, for the default provider; "" for any distribution's.

    Returns:
        The name with its place; the default provider's name for "".

    Raises:
        UsageError: the provider is unknown or broken, lacks its place or takes none.
    """
    name = name or default_name(profile)
    kind, colon, place = name.partition(":")
    offered = _load(kind)
    takes_place = bool(getattr(offered, "PLACE", ""))
    if takes_place and not place:
        raise UsageError(
            f"the provider {kind} requires a machine",
            hint=f"use --provider {_usage(kind, offered)}",
        )
    if colon and not takes_place:
        raise UsageError(f"the provider {kind} takes no {colon + place!r}", hint=f"use --provider {kind}")
    return name


def create_provider(name: str, options: GuestOptions | None = None) -> Provider:
    """Create the provider of that name, with no guest started yet.

    Args:
        name: As on the command line: "nspawn", "ssh:lab1,lab2", or "" for the default.
        options: Limits and looks of its guests.

    Raises:
        UsageError: the name is wrong, or the provider cannot run on this host or open its guests' network.
        ImageError: there is no guest image.
        GuestError: a provider of another distribution fails.
    """
    options = options or GuestOptions()
    kind, _, place = check_name(name, options.profile).partition(":")
    options = replace(options, where=place)
    offered, plugin = _load(kind), _plugins().get(kind)
    if parse_network(options.network).mode != "closed" and not getattr(offered, "NETWORK", False):
        able = [own for own, module in _own_providers().items() if getattr(module, "NETWORK", False)]
        raise UsageError(
            f"the guests of the provider {kind} have no network to open",
            hint=f"use --provider {' or '.join(able)}",
        )
    with plugin.failures_as(GuestError, "create") if plugin else contextlib.nullcontext():
        provider: Provider = offered.create(options)
    return provider


@functools.cache
def _own_providers() -> dict[str, Any]:
    """The folders that offer `create`; importing a folder is cheap, as `create` imports the rest when it is called."""
    folders = [module.name for module in pkgutil.iter_modules(guests.__path__) if module.ispkg]
    packages = {name: importlib.import_module(f"{guests.__name__}.{name}") for name in sorted(folders)}
    return {name: package for name, package in packages.items() if hasattr(package, "create")}


def _plugins() -> dict[str, Plugin]:
    return find_plugins(GROUP, "provider", _own_providers())


def _load(kind: str) -> Any:
    """What offers `create` for a provider. Raises UsageError."""
    own = _own_providers()
    if kind in own:
        return own[kind]
    plugin = _plugins().get(kind)
    if plugin is None:
        raise unknown_name("provider", kind, names())
    offered = plugin.load()
    if not callable(getattr(offered, "create", None)):
        raise UsageError(
            f"{plugin.title}: {plugin.entry_point.value} has no function create", hint=plugin.remedy
        )
    return offered


def _usage(name: str, offered: Any) -> str:
    place = getattr(offered, "PLACE", "")
    return f"{name}:{place}" if place else name
