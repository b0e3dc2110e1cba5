"""Effective colours: what a theme, a palette and a tint make of them, to the bit as LibreOffice does.

LibreOffice writes colours as RGB, so that its own arithmetic is needed to see that one is the same as before.
"""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from openpyxl.styles.colors import COLOR_INDEX
from PIL import ImageColor

from checkers.differences.workbooks.parts import DRAWING, local_name, main_path, number

AUTOMATIC = "automatic"
NO_COLOUR = "none"

_THEME_ORDER = (
    "lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink",
)  # fmt: skip
_THEME = dict(
    zip(
        _THEME_ORDER,
        ("FFFFFF", "000000", "EEECE1", "1F497D", "4F81BD", "C0504D", "9BBB59", "8064A2", "4BACC6", "F79646", "0000FF",
         "800080"),
        strict=True,
    )
)  # fmt: skip
_ALIASES = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_FULL = 100_000
_FULL_CIRCLE = 360 * 60_000
_GAMMA = 2.3

Hsl = tuple[int, int, int]


class Colours:
    """The theme and the palette of a workbook."""

    def __init__(self, theme: Element | None, styles: Element | None) -> None:
        self._theme = _theme(theme)
        palette = (
            styles.findall(main_path("colors", "indexedColors", "rgbColor")) if styles is not None else []
        )
        self._palette = [each.get("rgb", "")[-6:].upper() for each in palette] or [
            argb[-6:] for argb in COLOR_INDEX[:64]
        ]

    def cell_colour(self, element: Element | None) -> str:
        """Return a colour of styles, as RRGGBB or AUTOMATIC."""
        if element is None:
            return AUTOMATIC
        colour = AUTOMATIC
        if rgb := element.get("rgb"):
            colour = rgb[-6:].upper()
        elif "theme" in element.attrib:
            index = int(number(element, "theme"))
            colour = self._theme[_THEME_ORDER[index]] if index < len(_THEME_ORDER) else AUTOMATIC
        elif "indexed" in element.attrib:
            index = int(number(element, "indexed"))
            colour = self._palette[index] if index < len(self._palette) else AUTOMATIC
        return colour if colour == AUTOMATIC else tinted(colour, number(element, "tint"))

    def drawing_colour(self, parent: Element | None) -> str | None:
        """Return the colour that an element of a drawing holds, as RRGGBB; None if it holds none."""
        for element in parent if parent is not None else ():
            if (base := self._drawing_base(element)) is not None:
                return transformed(
                    base, [(local_name(each), int(number(each, "val", _FULL))) for each in element]
                )
        return None

    def fill(self, properties: Element | None) -> str | None:
        """Return the fill of a shape: RRGGBB, NO_COLOUR, the kind of another fill; None if none is given."""
        for element in properties if properties is not None else ():
            match local_name(element):
                case "solidFill":
                    return self.drawing_colour(element)
                case "noFill":
                    return NO_COLOUR
                case "gradFill" | "blipFill" | "pattFill" as kind:
                    return str(kind.removesuffix("Fill"))
        return None

    def accent(self, index: int) -> str:
        """Return one of the six accent colours of the theme, from 0."""
        return self._theme[f"accent{index % 6 + 1}"]

    def _drawing_base(self, element: Element) -> str | None:
        value = element.get("val", "")
        match local_name(element):
            case "srgbClr":
                return value.upper()
            case "sysClr":
                return element.get("lastClr", "000000").upper()
            case "schemeClr":
                return self._theme.get(_ALIASES.get(value, value))
            case "prstClr":
                return _preset(value)
        return None


def _theme(root: Element | None) -> dict[str, str]:
    theme = dict(_THEME)
    for element in root.iterfind(f".//{DRAWING}clrScheme/*") if root is not None else ():
        for colour in element:
            theme[local_name(element)] = (colour.get("lastClr") or colour.get("val") or "000000").upper()
    return theme


def _preset(name: str) -> str:
    for short, long in (("dk", "dark"), ("lt", "light"), ("med", "medium")):
        if name.startswith(short) and name[len(short) : len(short) + 1].isupper():
            name = long + name.removeprefix(short)
    return str(ImageColor.colormap.get(name.lower(), "#000000")).removeprefix("#").upper()


def tinted(colour: str, tint: float) -> str:
    """Return a colour with its luminance moved towards white by `tint`, or towards black if that is negative."""
    amount = int(tint * _FULL + 0.5)
    if not amount:
        return colour
    hue, saturation, luminance = _hsl(colour)
    if amount < 0:
        return _from_hsl((hue, saturation, _scale(luminance, _FULL + amount)))
    return _from_hsl((hue, saturation, _FULL - _scale(_FULL - luminance, _FULL - amount)))


def transformed(colour: str, transformations: Sequence[tuple[str, int]]) -> str:
    """Return a colour after the transformations of DrawingML, each with its value in thousandths of a percent."""
    for name, value in transformations:
        if name in ("tint", "shade"):
            colour = _mixed_linearly(colour, value, towards=_FULL if name == "tint" else 0)
        elif name in ("lumMod", "lumOff", "satMod", "satOff"):
            hue, saturation, luminance = _hsl(colour)
            part = luminance if name.startswith("lum") else saturation
            part = min(_FULL, max(0, _scale(part, value) if name.endswith("Mod") else part + value))
            colour = _from_hsl((hue, saturation, part) if name.startswith("lum") else (hue, part, luminance))
    return colour


def _mixed_linearly(colour: str, share: int, towards: int) -> str:
    """Mix a colour with black (0) or white (_FULL) in linear light."""
    parts = []
    for part in _rgb(colour):
        linear = int((int(part * _FULL / 255) / _FULL) ** _GAMMA * _FULL + 0.5)
        mixed = int(towards - (towards - linear) * share / _FULL)
        parts.append(int(int((mixed / _FULL) ** (1 / _GAMMA) * _FULL + 0.5) * 255 / _FULL))
    return "".join(f"{part:02X}" for part in parts)


def mixed(pattern: str, ground: str, alpha: int) -> str:
    """Return what a pattern that covers `alpha`/128 of its ground looks like."""
    return "".join(
        f"{int((one - other) * alpha / 128) + other:02X}"
        for one, other in zip(_rgb(pattern), _rgb(ground), strict=True)
    )


def _scale(value: int, factor: int) -> int:
    return int(value * factor / _FULL)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[0:2], 16), int(colour[2:4], 16), int(colour[4:6], 16)


def _hsl(colour: str) -> Hsl:
    red, green, blue = _rgb(colour)
    hue, luminance, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    return (
        int(hue * _FULL_CIRCLE + 0.5) % _FULL_CIRCLE,
        int(saturation * _FULL + 0.5),
        int(luminance * _FULL + 0.5),
    )


def _from_hsl(hsl: Hsl) -> str:
    hue, saturation, luminance = hsl
    parts = colorsys.hls_to_rgb(hue / _FULL_CIRCLE, luminance / _FULL, saturation / _FULL)
    return "".join(f"{int(part * 255 + 0.5):02X}" for part in parts)
