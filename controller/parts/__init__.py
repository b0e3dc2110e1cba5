"""Testbed's own parts of episodes, each a folder with its declaration `PART`.

A part is asked by the hooks of `controller/episode/part.py`. It is found by its name alone: no other room imports one.
"""

NAMES = ("events", "user", "approval", "judges", "branch", "idle")
"""The parts, in the order in which they are asked; the last one stops the guest, which those before it may use."""


def builtin_parts() -> dict[str, str]:
    """Return where the declaration of each part is, by name."""
    return {name: f"controller.parts.{name}:PART" for name in NAMES}
