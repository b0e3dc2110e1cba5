"""The commands of `testbed snapshot` that error hints name."""

from __future__ import annotations

import shlex

from controller.guests.provider import GuestOptions
from testbed.command import command

DEFAULT_PROVIDER = "libvirt"
"""The provider that `testbed snapshot` uses without `--provider`."""


def snapshot_command(action: str, provider: str, options: GuestOptions, *names: str) -> str:
    """Return a `testbed snapshot` command line for a provider's snapshots.

    Args:
        action: The subcommand, such as `create`.
        provider: The provider's name.
        options: Those of the provider's guests.
        names: The snapshots that the command names.
    """
    words = [] if provider == DEFAULT_PROVIDER else ["--provider", provider]
    usual = GuestOptions()
    if (options.width, options.height) != (usual.width * options.scale, usual.height * options.scale):
        words += ["--screen", f"{options.width}x{options.height}"]
    if options.scale != usual.scale:
        words += ["--scale", str(options.scale)]
    return command(shlex.join(["snapshot", action, *words, *names]))
