"""Which files of a run's folder are shown as pictures."""

from __future__ import annotations

import os
import re
from pathlib import Path

_NAME = re.compile(r"[0-9a-f]{32}\.(png|jpg|webp|gif)")
_TYPES = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"WEBP", 8, "image/webp"),
    (b"GIF8", 0, "image/gif"),
)


def is_picture_name(name: str) -> bool:
    """Whether testbed gives a picture such a name: one made of its content, so that it is never another one."""
    return bool(_NAME.fullmatch(name))


def picture_type(start: bytes) -> str | None:
    """The type of a picture that starts with those bytes, whatever its name says; None for what is none."""
    return next((kind for magic, place, kind in _TYPES if start[place:].startswith(magic)), None)


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path, all links followed, is in a folder."""
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)
