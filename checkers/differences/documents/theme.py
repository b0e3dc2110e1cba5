"""Fonts and colours that a document takes from its theme."""

from __future__ import annotations

import colorsys
import re
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import attributes_of, tag_of

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

NAMED_COLOURS = {
    "black": "#000000",
    "silver": "#C0C0C0",
    "gray": "#808080",
    "white": "#FFFFFF",
    "red": "#FF0000",
    "yellow": "#FFFF00",
    "green": "#008000",
    "blue": "#0000FF",
}
_OPAQUE = re.compile("#[0-9A-F]{6}")
_GAMMA = 2.3
_NEAR = 3
"""How far, of 255, a channel of a colour that a program computed from the theme may be from ours."""
_SLOTS = {
    "text1": "dk1",
    "tx1": "dk1",
    "dark1": "dk1",
    "background1": "lt1",
    "bg1": "lt1",
    "light1": "lt1",
    "text2": "dk2",
    "tx2": "dk2",
    "dark2": "dk2",
    "background2": "lt2",
    "bg2": "lt2",
    "light2": "lt2",
    "hyperlink": "hlink",
    "followedHyperlink": "folHlink",
}
_SCRIPTS = {"ja": "Jpan", "ko": "Hang", "zh-TW": "Hant", "zh-HK": "Hant", "zh": "Hans"}
"""The names, in themes, of the East Asian scripts of languages."""


class Theme:
    """The theme of a document: it has no fonts and colours if the document has no theme."""

    def __init__(self, root: Element | None, language: str = "") -> None:
        """`language` is the document's East Asian one."""
        self._fonts: dict[str, str] = {}
        self._colours: dict[str, str] = {}
        if root is None:
            return
        for scheme in root.iter(f"{A}clrScheme"):
            for slot in scheme:
                self._colours[tag_of(slot)] = next(
                    (each.get("lastClr") or each.get("val") or "" for each in slot), ""
                )
        for scheme in root.iter(f"{A}fontScheme"):
            for fonts in scheme:
                kind = tag_of(fonts).removesuffix("Font")
                scripts = {each.get("script"): each.get("typeface", "") for each in fonts.iter(f"{A}font")}
                for script, names in (
                    ("latin", ("HAnsi", "Ascii")),
                    ("ea", ("EastAsia",)),
                    ("cs", ("Bidi",)),
                ):
                    font = next((each.get("typeface", "") for each in fonts.iter(f"{A}{script}")), "")
                    if script == "ea" and not font:
                        font = scripts.get(_script(language), "")
                    self._fonts.update({f"{kind}{name}": font for name in names})

    def font(self, name: str) -> str:
        """Return the font that a name such as "minorHAnsi" stands for; "" if it is unknown."""
        return self._fonts.get(name, "")

    def colour(self, name: str) -> str | None:
        """Return a colour of the theme as "#RRGGBB"; None if it is unknown."""
        found = self._colours.get(_SLOTS.get(name, name))
        return f"#{found.upper()}" if found else None

    def resolve(self, given: str | None, name: str | None, tint: str | None, shade: str | None) -> str | None:
        """Return a colour of text, a border or a fill; None if it is automatic.

        A program that computes the colour from the theme writes it beside the theme's name: `given`. It may be
        rounded, or be a remainder of an earlier one.
        """
        explicit = f"#{given.upper()}" if given and given != "auto" else None
        computed = self.colour(name) if name else None
        if computed is None:
            return explicit
        if shade:
            computed = _scale(computed, int(shade, 16) / 255, 0.0)
        if tint:
            share = int(tint, 16) / 255
            computed = _scale(computed, share, 1 - share)
        return explicit if explicit and is_near(explicit, computed) else computed


def drawing_colour(element: Element | None, theme: Theme) -> str | None:
    """Return the colour in an element of a drawing, such as `a:solidFill`, as "#RRGGBB"; None if there is none.

    An opacity is added as "#RRGGBB 50%".
    """
    colour = next(iter(element), None) if element is not None else None
    if colour is None:
        return None
    given = attributes_of(colour)
    name = given.get("lastClr") or given.get("val", "")
    match tag_of(colour):
        case "schemeClr":
            base = theme.colour(name)
        case "prstClr":
            base = NAMED_COLOURS.get(name)
        case _:
            base = f"#{name.upper()}"
    if base is None:
        return None
    opacity = ""
    for change in colour:
        share = float(attributes_of(change).get("val", "100000").rstrip("%")) / 100_000
        match tag_of(change):
            case "lumMod":
                base = _scale(base, share, 0.0)
            case "lumOff":
                base = _scale(base, 1.0, share)
            case "shade":
                base = _gamma_mix(base, "#000000", share)
            case "tint":
                base = _gamma_mix(base, "#FFFFFF", share)
            case "alpha" if share == 0:
                return None
            case "alpha" if share < 1:
                opacity = f" {share:.0%}"
    return base + opacity


def mix(front: str, back: str, share: float) -> str:
    """Return the colour that a pattern of two colours gives, `share` of it in front."""
    pairs = zip(_channels(front), _channels(back), strict=True)
    return _written(*(one * share + other * (1 - share) for one, other in pairs))


def _script(language: str) -> str:
    return _SCRIPTS.get(language) or _SCRIPTS.get(language.split("-")[0], "")


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _written(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{min(255, max(0, round(each))):02X}" for each in (red, green, blue))


def _scale(colour: str, factor: float, offset: float) -> str:
    """Return a colour whose luminance is multiplied and raised."""
    red, green, blue = (each / 255 for each in _channels(colour))
    hue, luminance, saturation = colorsys.rgb_to_hls(red, green, blue)
    scaled = colorsys.hls_to_rgb(hue, min(1.0, luminance * factor + offset), saturation)
    return _written(*(each * 255 for each in scaled))


def _gamma_mix(front: str, back: str, share: float) -> str:
    """Return a shade or tint, as LibreOffice computes it."""
    pairs = zip(_channels(front), _channels(back), strict=True)
    light = ((one / 255) ** _GAMMA * share + (other / 255) ** _GAMMA * (1 - share) for one, other in pairs)
    return _written(*(int(each ** (1 / _GAMMA) * 255) for each in light))


def is_near(one: str, other: str | None, distance: int = _NEAR) -> bool:
    """Test whether two colours differ by rounding only."""
    if other is None or not _OPAQUE.fullmatch(one):
        return False
    return all(abs(a - b) <= distance for a, b in zip(_channels(one), _channels(other), strict=True))
