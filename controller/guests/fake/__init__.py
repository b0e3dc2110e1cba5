"""Guests in memory, without a desktop: for tests and for trying agents."""

from __future__ import annotations

from controller.guests.provider import GuestOptions, Provider, ProviderSpec
from testbed.errors import UsageError


def create(options: GuestOptions) -> Provider:
    """A provider of fake guests. Raises UsageError for a screen on which its application does not fit."""
    from controller.guests.fake.desktop import SMALLEST
    from controller.guests.fake.provider import FakeProvider

    if options.width < SMALLEST[0] * options.scale or options.height < SMALLEST[1] * options.scale:
        least = "x".join(str(side * options.scale) for side in SMALLEST)
        raise UsageError(
            f"the window of fake guests does not fit on a screen of {options.width}x{options.height}",
            hint=f"use --screen {least} or more",
        )

    return FakeProvider(options)


PROVIDER = ProviderSpec(create, simulated=True)
