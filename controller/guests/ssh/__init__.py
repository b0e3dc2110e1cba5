"""Guests on machines that already run and are reached by ssh."""

from __future__ import annotations

from controller.guests.provider import GuestOptions, Provider, ProviderSpec
from testbed.errors import UsageError


def create(options: GuestOptions) -> Provider:
    """A provider for the machines named in `options.location`, separated by commas.

    Raises:
        UsageError: a machine is not prepared, named twice, or in use by another process.
        ImageError: a machine was prepared with another recipe.
    """
    from controller.guests.ssh.machines import load_machine
    from controller.guests.ssh.provider import SshProvider

    names = [name.strip() for name in options.location.split(",")]
    if len(set(names)) != len(names):
        raise UsageError(f"a machine is named twice: {options.location}", hint="name each once")
    return SshProvider([load_machine(name) for name in names], options)


PROVIDER = ProviderSpec(create, place="HOST[,HOST...]")
