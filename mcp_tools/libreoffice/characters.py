"""Character formats, the same in Writer and Impress."""

from __future__ import annotations

import difflib
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.office import uno
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

Points = Annotated[float, Field(description="Font size in points, such as 12.", ge=1, le=999)]
FontName = Annotated[str, Field(description='Font family, such as "Liberation Sans".', min_length=1)]

BOLD, NOT_BOLD = 150.0, 100.0
"""Values of com.sun.star.awt.FontWeight."""

SINGLE, NONE = 1, 0
"""Values of com.sun.star.awt.FontUnderline and FontStrikeout."""

SCRIPTS = ("", "Asian", "Complex")
"""LibreOffice keeps three fonts a character, by script; formatting sets all three."""

STAND_INS = {
    "Arial": "Liberation Sans",
    "Arial Narrow": "Liberation Sans Narrow",
    "Calibri": "Carlito",
    "Cambria": "Caladea",
    "Courier New": "Liberation Mono",
    "Times New Roman": "Liberation Serif",
}
"""Fonts that documents of others name, and the free ones of the same widths that show them."""

LISTED_FONTS, LONGEST_NAME = 40, 100


def character_properties(
    *,
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strikethrough: bool | None = None,
    size: float | None = None,
    font: str | None = None,
    colour: int | None = None,
) -> dict[str, Any]:
    """UNO's properties of text that looks so; `size` is in points, `colour` 0xRRGGBB, None leaves one out."""
    properties: dict[str, Any] = {}
    for script in SCRIPTS:
        if bold is not None:
            properties[f"CharWeight{script}"] = BOLD if bold else NOT_BOLD
        if italic is not None:
            slant = uno().Enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE")
            properties[f"CharPosture{script}"] = slant
        if size is not None:
            properties[f"CharHeight{script}"] = float(size)
        if font is not None:
            properties[f"CharFontName{script}"] = font
    if underline is not None:
        properties["CharUnderline"] = SINGLE if underline else NONE
    if strikethrough is not None:
        properties["CharStrikeout"] = SINGLE if strikethrough else NONE
    if colour is not None:
        properties["CharColor"] = colour
    return properties


def known_font(target: Any, requested: str) -> str:
    """The family's exact name: an installed font, or one that an installed font of the same widths stands in for.

    `target` is an open document. Raises ToolError that lists fonts.
    """
    window = target.getCurrentController().getFrame().getContainerWindow()
    installed = {str(item.Name) for item in window.getFontDescriptors()}
    known = installed | {name for name, stand_in in STAND_INS.items() if stand_in in installed}
    by_lower = {name.lower(): name for name in known}
    folded = " ".join(requested.split()).lower()
    if folded in by_lower:
        return by_lower[folded]
    close = difflib.get_close_matches(folded[:LONGEST_NAME], by_lower, n=3)
    hint = f" Did you mean {' or '.join(by_lower[name] for name in close)}?" if close else ""
    names = sorted(known)
    more = f" and {len(names) - LISTED_FONTS} more" if len(names) > LISTED_FONTS else ""
    raise ToolError(
        f"The font {shorten(requested)} is not installed.{hint} Known are: {', '.join(names[:LISTED_FONTS])}{more}."
    )
