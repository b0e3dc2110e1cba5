"""The effective format of characters in docx documents."""

from __future__ import annotations

from collections.abc import Iterator

from checkers.differences.documents.borders import border, fill
from checkers.differences.documents.properties import Properties, is_on, number, value
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import Attributes, Span, Value

_SWITCHES = {
    "b": "bold",
    "i": "italic",
    "vanish": "hidden",
    "outline": "outline",
    "shadow": "shadow",
    "emboss": "embossed",
    "imprint": "engraved",
}
_HIGHLIGHTS = {
    "black": "#000000",
    "blue": "#0000FF",
    "cyan": "#00FFFF",
    "green": "#00FF00",
    "magenta": "#FF00FF",
    "red": "#FF0000",
    "yellow": "#FFFF00",
    "white": "#FFFFFF",
    "darkBlue": "#000080",
    "darkCyan": "#008080",
    "darkGreen": "#008000",
    "darkMagenta": "#800080",
    "darkRed": "#800000",
    "darkYellow": "#808000",
    "darkGray": "#808080",
    "lightGray": "#C0C0C0",
}
_LANGUAGES = {"ascii": "val", "eastAsia": "eastAsia", "cs": "bidi"}
_COMPLEX_SWITCHES = {"b": "bCs", "i": "iCs"}
_COMPLEX = ((0x590, 0x8FF), (0x900, 0x109F), (0x1780, 0x17FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC))
_EAST_ASIAN = ((0x1100, 0x11FF), (0x2E80, 0xA4CF), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))


def spans_of(text: str, properties: Properties, theme: Theme, extra: Attributes) -> Iterator[Span]:
    """Yield a text in spans of one script each: fonts, and for complex scripts more, are set by script."""
    if text.isascii():
        yield Span(text, {**character_format(properties, theme), **extra})
        return
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or _script(text[end]) != _script(text[start]):
            script = _script(text[start])
            yield Span(text[start:end], {**character_format(properties, theme, script), **extra})
            start = end


def character_format(properties: Properties, theme: Theme, script: str = "ascii") -> dict[str, Value]:
    """Return the format of text, sizes in points; `script` is "ascii", "eastAsia" or "cs", a complex one."""
    is_complex = script == "cs"
    result: dict[str, Value] = {
        "font": _font(properties, theme, script),
        "size": number(value(properties, "szCs" if is_complex else "sz")) / 2,
        "colour": _colour(properties, theme),
        "underline": _underline(properties),
        "background": _background(properties, theme),
        "border": border(properties.get("bdr", {}), theme),
        "position": _named(value(properties, "vertAlign"), "baseline"),
        "emphasis mark": _named(value(properties, "em")),
        "language": _language(value(properties, "lang", _LANGUAGES[script])),
    }
    for tag, name in _SWITCHES.items():
        if is_on(properties, _COMPLEX_SWITCHES.get(tag, tag) if is_complex else tag):
            result[name] = True
    for tag, name, shown in (
        ("caps", "capitals", "all"),
        ("smallCaps", "capitals", "small"),
        ("dstrike", "strike", "double"),
        ("strike", "strike", "single"),
    ):
        if is_on(properties, tag):
            result.setdefault(name, shown)
    if result["underline"] is not None and (colour := value(properties, "u", "color")) not in (None, "auto"):
        result["underline colour"] = f"#{colour}".upper()
    if spacing := number(value(properties, "spacing")):
        result["spacing"] = spacing / 20
    if raised := number(value(properties, "position")):
        result["raised"] = raised / 2
    if (scale := number(value(properties, "w"), 100.0)) != 100:
        result["scale"] = scale
    return {name: each for name, each in result.items() if each is not None}


def _font(properties: Properties, theme: Theme, script: str) -> str:
    fonts = properties.get("rFonts", {})
    theme_font = theme.font(fonts.get("cstheme" if script == "cs" else f"{script}Theme", ""))
    return theme_font or fonts.get(script, "")


def _colour(properties: Properties, theme: Theme) -> str | None:
    colour = properties.get("color", {})
    return theme.resolve(
        colour.get("val"), colour.get("themeColor"), colour.get("themeTint"), colour.get("themeShade")
    )


def _background(properties: Properties, theme: Theme) -> str | None:
    """Return the colour behind text: that of a highlighter, or else shading."""
    highlight = _named(value(properties, "highlight"))
    return _HIGHLIGHTS.get(highlight) if highlight else fill(properties.get("shd", {}), theme)


def _language(code: str | None) -> str | None:
    """Return a language with a country: that which programs take if none is given."""
    if not code or "-" in code:
        return code
    return "en-US" if code == "en" else f"{code}-{code.upper()}"


def _underline(properties: Properties) -> str | None:
    kind = _named(value(properties, "u"))
    return "single" if kind == "words" else kind


def _named(text: str | None, default: str = "none") -> str | None:
    """Return a value unless it says that there is none."""
    return None if text == default else text


def _script(character: str) -> str:
    code = ord(character)
    if any(first <= code <= last for first, last in _COMPLEX):
        return "cs"
    return "eastAsia" if any(first <= code <= last for first, last in _EAST_ASIAN) else "ascii"
