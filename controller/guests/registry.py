"""Providers by name: the folders of `controller/guests` that declare one, and those of other distributions.

Users name the place of a provider's guests after a colon (`ssh:lab1,lab2`). Name and place are one text, so that every
command, a run's records and `resume` carry them alike; `create` gets the place as `options.location`.
"""

from __future__ import annotations

from dataclasses import replace

from controller.guests.network_access import parse_network
from controller.guests.provider import GuestOptions, Provider
from testbed.errors import UsageError
from testbed.extension_points import PROVIDERS


def usages() -> tuple[str, ...]:
    """List what `--provider` takes: each provider's name, with its place if it needs one.

    Other distributions are not imported for that, so the places of their providers are left out.
    """
    own = PROVIDERS.own_names()
    return tuple(_usage(name) if name in own else name for name in PROVIDERS.names())


def default_name(profile: str = "") -> str:
    """Return the provider that suits this host best for guests of a profile of the image; "" for any distribution's.

    Raises:
        ImageError: there is no image.
    """
    specs = {name: PROVIDERS.load(name) for name in PROVIDERS.own_names()}
    ranks = {name: spec.default_rank(profile) for name, spec in specs.items() if spec.default_rank}
    return max(ranks, key=ranks.__getitem__)


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
    takes_place = bool(PROVIDERS.load(kind).place)
    if takes_place and not place:
        raise UsageError(f"the provider {kind} requires a machine", hint=f"use --provider {_usage(kind)}")
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
    spec = PROVIDERS.load(kind)
    if parse_network(options.network).mode != "closed" and not spec.opens_network:
        able = [own for own in PROVIDERS.own_names() if PROVIDERS.load(own).opens_network]
        raise UsageError(
            f"the guests of the provider {kind} have no network to open",
            hint=f"use --provider {' or '.join(able)}",
        )
    return spec.create(replace(options, location=place))


def is_simulated(provider: Provider) -> bool:
    """Whether a provider's guests only imitate a desktop; not so of one that is not registered."""
    name = provider.name.partition(":")[0]
    return name in PROVIDERS.names() and PROVIDERS.load(name).simulated


def _usage(name: str) -> str:
    place = PROVIDERS.load(name).place
    return f"{name}:{place}" if place else name
