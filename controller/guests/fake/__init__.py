"""Guests in memory, without a desktop: for tests and for trying agents."""

from __future__ import annotations

from controller.guests.provider import GuestOptions, Provider


def create(options: GuestOptions) -> Provider:
    """A provider of fake guests."""
    from controller.guests.fake.provider import FakeProvider

    return FakeProvider(options)
