"""How the user calls testbed, for hints that name a command to type."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path

DISTRIBUTION = "desktop-testbed"
"""The name of the distribution. The distribution `testbed` on PyPI is another project's."""

CALLED_AS = "TESTBED_CALLED_AS"
"""The environment variable in which `scripts/testbed` passes on how it was called."""


def program() -> str:
    """Return what the user types to call testbed: `testbed`, `scripts/testbed`, `.venv/bin/testbed`, …"""
    called = os.environ.get(CALLED_AS, "")
    if called:
        return shlex.quote(called)
    path = Path(sys.argv[0])
    if path.name != "testbed" or not path.is_file():
        return f"{shlex.quote(sys.executable)} -m testbed"
    on_path = shutil.which("testbed")
    if on_path is not None and Path(on_path).absolute() == path.absolute():
        return "testbed"
    return shlex.quote(sys.argv[0])


def command(arguments: str) -> str:
    """Return a command line of testbed as the user would type it.

    Args:
        arguments: The command and its arguments, such as `image build`.
    """
    return f"{program()} {arguments}"


def install_command(extra: str, *options: str) -> str:
    """Return the command that installs what an optional extra of testbed needs, at the versions it pins.

    It names the packages themselves, as `pip install testbed[extra]` would install another project.

    Args:
        extra: Name of the extra, such as `gym`.
        options: Further options of `pip install`.
    """
    return shlex.join([sys.executable, "-m", "pip", "install", *options, *_requirements(extra)])


def _requirements(extra: str) -> list[str]:
    """Return the requirements that only an extra has. Raises LookupError when there is no such extra."""
    try:
        lines = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # run from a source tree that is not installed
        return ["-e", f"{Path(__file__).resolve().parents[1]}[{extra}]"]
    requirements = []
    for line in lines:
        requirement, _, marker = line.partition(";")
        if marker.replace("'", '"').replace(" ", "") == f'extra=="{extra}"':
            requirements.append(requirement.strip())
    if not requirements:
        raise LookupError(f"the distribution {DISTRIBUTION} has no extra {extra!r}")
    return requirements
