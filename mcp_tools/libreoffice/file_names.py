"""Names of files that the file system would not take."""

from __future__ import annotations

import os

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_NAME, MAX_PATH = 255, 4095
"""Bytes of a name and of a whole path on Linux."""


def refuse_impossible_path(text: str) -> None:
    """Raise ToolError for a path with a NUL character or too long for the file system."""
    if "\0" in text:
        raise ToolError(f"The path {shorten(text)} has a NUL character, which no file name can hold.")
    encoded = os.fsencode(text)
    if len(encoded) > MAX_PATH or any(len(part) > MAX_NAME for part in encoded.split(b"/")):
        raise ToolError(
            f"The path {shorten(text)} is too long: a name has at most {MAX_NAME} bytes. Give a shorter one."
        )
