"""The files that pages load: the viewer's own assets, and pictures of a run's folder."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

ASSETS = {
    "icon.svg": "image/svg+xml",
    "player.js": "text/javascript; charset=utf-8",
    "viewer.css": "text/css; charset=utf-8",
    "viewer.js": "text/javascript; charset=utf-8",
}
"""Content types of the assets by name."""
_PICTURE_NAME = re.compile(r"[0-9a-f]{32}\.(png|jpg|webp|gif)")
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"WEBP", 8, "image/webp"),
    (b"GIF8", 0, "image/gif"),
)


@cache
def asset(name: str) -> bytes:
    """The content of one of `ASSETS`."""
    return files(__package__).joinpath("assets", name).read_bytes()


def is_picture_name(name: str) -> bool:
    """Whether testbed gives pictures such names, which are made of their content and so never reused."""
    return bool(_PICTURE_NAME.fullmatch(name))


def picture_type(start: bytes) -> str | None:
    """The content type of a picture by its first bytes, whatever its name; None if it is not a picture."""
    return next((kind for magic, offset, kind in _SIGNATURES if start[offset:].startswith(magic)), None)


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path is in a folder once all links are followed."""
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)
