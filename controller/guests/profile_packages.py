"""The packages of the guest image, known without an image."""

from __future__ import annotations

from vm_images.profile import load_profile


def profile_packages(profile: str) -> frozenset[str]:
    """Return the names of the packages that guests of an image profile have, from the distribution and by pip.

    Args:
        profile: The profile's name, as `guest={"profile": ...}` of a task source has it.

    Raises:
        UsageError: There is no such profile.
        ImageError: Its file is malformed.
    """
    loaded = load_profile(profile)
    names = set(loaded.installed)
    if loaded.extension is not None:
        names.update(loaded.extension.packages)
        requirements = loaded.extension.folder / "requirements.txt"
        lines = requirements.read_text().splitlines() if requirements.is_file() else []
        names.update(line.partition("==")[0] for line in lines if "==" in line)
    return frozenset(names)
