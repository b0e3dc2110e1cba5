"""Testbed's own import formats; each is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "osworld"


def builtin_formats() -> Mapping[str, object]:
    """Return where the declaration of each format is, by the format's name."""
    return {DEFAULT: f"{__package__}.run:IMPORT"}
