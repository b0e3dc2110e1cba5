"""The commands of `testbed snapshot` that error hints name."""

from __future__ import annotations

import shlex

from testbed.command import command

DEFAULT_PROVIDER = "libvirt"
"""The provider that `testbed snapshot` uses without `--provider`."""


def snapshot_command(action: str, provider: str, *names: str) -> str:
    """Return a `testbed snapshot` command line for a provider's snapshots.

    Args:
        action: The subcommand, such as `create`.
        provider: The provider's name.
        names: The snapshots that the command names.
    """
    option = [] if provider == DEFAULT_PROVIDER else ["--provider", provider]
    return command(shlex.join(["snapshot", action, *option, *names]))
