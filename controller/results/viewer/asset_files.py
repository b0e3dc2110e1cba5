"""The style, the script and the icon of all pages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

ASSETS = {
    "icon.svg": "image/svg+xml",
    "viewer.css": "text/css; charset=utf-8",
    "viewer.js": "text/javascript; charset=utf-8",
}
"""The files by name, with their types."""


@cache
def asset(name: str) -> bytes:
    """The content of one of `ASSETS`."""
    return files(__package__).joinpath("assets", name).read_bytes()
