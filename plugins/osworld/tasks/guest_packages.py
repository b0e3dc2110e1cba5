"""What the guest of OSWorld's tasks has installed: a task that installs it finds it there, without a network."""

from __future__ import annotations

from functools import cache

from plugins.osworld.tasks import SOURCE
from testbed.guests import profile_packages

_OF_PYTHON = "python3-"


@cache
def guest_packages() -> frozenset[str]:
    """Return the names of packages in apt and pip."""
    names = profile_packages(str(SOURCE.guest["profile"]))
    return names | {name.removeprefix(_OF_PYTHON) for name in names}
