"""Character formats, the same in Writer and Impress."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.office import uno

BOLD, NOT_BOLD = 150.0, 100.0
"""Values of com.sun.star.awt.FontWeight."""

_SCRIPTS = ("", "Asian", "Complex")
"""LibreOffice keeps three fonts a character, by script; formatting sets all three."""


def format_characters(
    target: Any,
    *,
    bold: bool | None = None,
    italic: bool | None = None,
    size: float | None = None,
    font: str | None = None,
) -> None:
    """Format a text range; `size` is in points, None leaves a property as it is."""
    for script in _SCRIPTS:
        if bold is not None:
            target.setPropertyValue(f"CharWeight{script}", BOLD if bold else NOT_BOLD)
        if italic is not None:
            slant = uno().Enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE")
            target.setPropertyValue(f"CharPosture{script}", slant)
        if size is not None:
            target.setPropertyValue(f"CharHeight{script}", float(size))
        if font is not None:
            target.setPropertyValue(f"CharFontName{script}", font)
