"""Borders and fills of text, paragraphs, cells and pages."""

from __future__ import annotations

from collections.abc import Mapping

from checkers.differences.documents.properties import number
from checkers.differences.documents.theme import Theme, mix

_NONE = {None, "nil", "none"}


def border(attributes: Mapping[str, str], theme: Theme) -> str | None:
    """Return a border as text: "single 0.5 pt #FF0000"; None if there is none. An automatic colour is black."""
    if attributes.get("val") in _NONE:
        return None
    given = attributes.get("color", "auto")
    # LibreOffice loses the tint of the theme's colour in table styles
    name = attributes.get("themeColor") if given == "auto" else None
    colour = theme.resolve(given, name, attributes.get("themeTint"), attributes.get("themeShade"))
    return f"{attributes['val']} {number(attributes.get('sz')) / 8:g} pt {colour or '#000000'}"


def fill(attributes: Mapping[str, str], theme: Theme) -> str | None:
    """Return the colour that shading has, mixed if it is a pattern; None if there is none."""
    pattern = attributes.get("val", "clear")
    if pattern == "nil":
        return None
    back = theme.resolve(
        attributes.get("fill"),
        attributes.get("themeFill"),
        attributes.get("themeFillTint"),
        attributes.get("themeFillShade"),
    )
    if pattern == "clear" or not (pattern == "solid" or pattern.startswith("pct")):
        return back
    front = theme.resolve(
        attributes.get("color"),
        attributes.get("themeColor"),
        attributes.get("themeTint"),
        attributes.get("themeShade"),
    )
    share = 1.0 if pattern == "solid" else number(pattern.removeprefix("pct")) / 100
    return mix(front or "#000000", back or "#FFFFFF", share)
