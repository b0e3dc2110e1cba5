"""The size of guests' screens and how large applications draw on them, as `--screen` and `--scale` take them."""

from __future__ import annotations

import re

from testbed.errors import UsageError

SCALES = (1, 2)
SMALLEST = (800, 600)
"""Least width and height in pixels; GNOME's dialogs do not fit on less."""
SMALLEST_SCALED = (1920, 1080)
"""The same at scale 2: what is left then is 960x540."""
LARGEST = (3840, 2160)
USAGE = "WIDTHxHEIGHT"
_SIZE = re.compile(r"([0-9]{1,6})x([0-9]{1,6})")
_EXAMPLES = "1280x720, 1920x1080 or 2560x1440"


def size_text(width: int, height: int, scale: int = 1) -> str:
    """Return a screen in words: "1920x1080", "2560x1440 at scale 2"."""
    return f"{width}x{height}" + (f" at scale {scale}" if scale != 1 else "")


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height in pixels of a screen given as "1920x1080". Raises UsageError."""
    matched = _SIZE.fullmatch(text.strip().lower())
    if matched is None:
        raise UsageError(
            f"invalid screen size: {text!r} is not {USAGE} in pixels", hint=f"use --screen {_EXAMPLES}"
        )
    return int(matched[1]), int(matched[2])


def check_scale(scale: int) -> int:
    """Return a scale of the desktop. Raises UsageError if there is no such scale."""
    if scale not in SCALES:
        raise UsageError(
            f"invalid value for --scale: {scale} (use 1 or 2)", hint="GNOME scales by whole numbers"
        )
    return scale


def check_size(width: int, height: int, scale: int = 1) -> None:
    """Raise UsageError for a screen that a guest cannot have."""
    size = f"{width}x{height}"
    if width % 2 or height % 2:
        raise UsageError(
            f"invalid screen size {size}: width and height must be even",
            hint=f"use --screen {width + width % 2}x{height + height % 2}",
        )
    least = SMALLEST if scale == 1 else SMALLEST_SCALED
    if width < least[0] or height < least[1]:
        at_scale = f" at scale {scale}" if scale != 1 else ""
        raise UsageError(
            f"the screen {size} is too small: the desktop needs {least[0]}x{least[1]} or more{at_scale}",
            hint=f"use --screen {max(width, least[0])}x{max(height, least[1])}"
            + (" or more, or leave --scale out" if scale != 1 else " or more"),
        )
    if width > LARGEST[0] or height > LARGEST[1]:
        raise UsageError(
            f"the screen {size} is too large: at most {LARGEST[0]}x{LARGEST[1]} is possible",
            hint=f"use --screen {min(width, LARGEST[0])}x{min(height, LARGEST[1])} or less",
        )


def display_settings(width: int, height: int, scale: int = 1) -> str:
    """Return the text of a guest's `/etc/testbed/display.env`, which its X server and desktop read when they start."""
    return f"GEOMETRY={width}x{height}\n" + (f"SCALE={scale}\n" if scale != 1 else "")
