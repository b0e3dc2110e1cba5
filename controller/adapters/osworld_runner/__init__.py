"""What OSWorld's runners need to use testbed's guests: an import hook, and how they find it."""

from __future__ import annotations

import os
from pathlib import Path

HOOK = Path(__file__).parent / "hook"
LEASES = "TESTBED_OSWORLD_LEASES"


def runner_environment(leases: Path) -> dict[str, str]:
    """Return the environment of a runner that takes its guests over the socket at `leases`."""
    paths = [str(HOOK), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), LEASES: str(leases)}
