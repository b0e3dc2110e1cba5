"""What the guest of OSWorld's tasks has installed: a task that installs it finds it there, without a network."""

from __future__ import annotations

from functools import cache

from controller.tasks.sources.osworld import SOURCE
from vm_images.profile import load_profile

_OF_PYTHON = "python3-"


@cache
def guest_packages() -> frozenset[str]:
    """Return the names of packages as apt and pip know them."""
    profile = load_profile(str(SOURCE.guest["profile"]))
    assert profile.extension is not None, "the profile extends the ordinary image"
    names = {*profile.installed, *profile.extension.packages}
    names |= {name.removeprefix(_OF_PYTHON) for name in names}
    requirements = (profile.extension.folder / "requirements.txt").read_text().splitlines()
    return frozenset(names | {line.partition("==")[0] for line in requirements if "==" in line})
