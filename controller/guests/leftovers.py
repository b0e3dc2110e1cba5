"""Removing what crashed controllers left on this host, for all providers."""

from __future__ import annotations

from controller.guests.provider import Leftover, ProviderSpec
from testbed.errors import TestbedError, UsageError
from testbed.extension_points import PROVIDERS


def remove_leftovers() -> list[Leftover]:
    """Remove what guests of dead controllers left. Never touches a guest whose owner lives.

    Raises UsageError (what runs a provider's guests does not answer), GuestError; in either case after the other
    providers have removed theirs.
    """
    removed: list[Leftover] = []
    errors: list[TestbedError] = []
    for spec in _usable_providers():
        if spec.remove_leftovers:
            try:
                removed += spec.remove_leftovers()
            except TestbedError as error:
                errors.append(error)
    if errors:
        raise errors[0]
    return removed


def _usable_providers() -> list[ProviderSpec]:
    """All providers but those of other distributions that cannot be imported."""
    foreign = [spec for extension, spec in PROVIDERS.plugins() if not extension.is_own]
    usable = [spec for spec in foreign if not isinstance(spec, UsageError)]
    return [*map(PROVIDERS.load, PROVIDERS.own_names()), *usable]
