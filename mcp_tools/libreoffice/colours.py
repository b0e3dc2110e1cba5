"""Colours as people and models write them, turned into 0xRRGGBB."""

from __future__ import annotations

import re

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

NAMES = {
    "black": 0x000000,
    "white": 0xFFFFFF,
    "red": 0xFF0000,
    "green": 0x008000,
    "lime": 0x00FF00,
    "blue": 0x0000FF,
    "yellow": 0xFFFF00,
    "cyan": 0x00FFFF,
    "aqua": 0x00FFFF,
    "magenta": 0xFF00FF,
    "fuchsia": 0xFF00FF,
    "orange": 0xFFA500,
    "purple": 0x800080,
    "pink": 0xFFC0CB,
    "brown": 0xA52A2A,
    "gray": 0x808080,
    "grey": 0x808080,
    "silver": 0xC0C0C0,
    "lightgray": 0xD3D3D3,
    "lightgrey": 0xD3D3D3,
    "darkgray": 0xA9A9A9,
    "darkgrey": 0xA9A9A9,
    "navy": 0x000080,
    "teal": 0x008080,
    "maroon": 0x800000,
    "olive": 0x808000,
    "gold": 0xFFD700,
    "lightblue": 0xADD8E6,
    "lightgreen": 0x90EE90,
    "lightyellow": 0xFFFFE0,
    "darkblue": 0x00008B,
    "darkgreen": 0x006400,
    "darkred": 0x8B0000,
}

_HEX = re.compile(r"(?:#|0x)?([0-9a-f]{6})")
_SHORT_HEX = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")


def parse_colour(text: str) -> int:
    """0xRRGGBB from "red", "#FF0000", "FF0000", "#F00" or "rgb(255, 0, 0)". Raises ToolError."""
    normalized = text.strip().lower()
    name = normalized.replace(" ", "").replace("_", "").replace("-", "")
    if name in NAMES:
        return NAMES[name]
    if match := _HEX.fullmatch(normalized):
        return int(match[1], 16)
    if match := _SHORT_HEX.fullmatch(normalized):
        return int("".join(digit * 2 for digit in match.groups()), 16)
    if match := _RGB.fullmatch(normalized):
        red, green, blue = (int(part) for part in match.groups())
        if max(red, green, blue) <= 255:
            return red << 16 | green << 8 | blue
    raise ToolError(
        f'{shorten(text)} is no colour. Write a hexadecimal value such as "#FF0000" or a name such as "red".'
    )
