"""The effective formats of a workbook's cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from xml.etree.ElementTree import Element

from checkers.differences.tree import Attributes, Value
from checkers.differences.workbooks.colours import AUTOMATIC, NO_COLOUR, Colours, mixed
from checkers.differences.workbooks.number_formats import GENERAL, builtin_code, canonical_code
from checkers.differences.workbooks.parts import MAIN, flag, main_path, number

Format = dict[str, Value]

DEFAULT_FONT = "Cambria"
DEFAULT_SIZE = 11.0
"""What LibreOffice takes where a font has no name or size."""

_SAME_FONTS = {
    "Carlito": "Calibri",
    "Caladea": "Cambria",
    "Liberation Sans": "Arial",
    "Liberation Sans Narrow": "Arial Narrow",
    "Liberation Serif": "Times New Roman",
    "Liberation Mono": "Courier New",
}
"""Fonts for which LibreOffice writes the names of those that they stand for."""

_SIDES = ("left", "right", "top", "bottom")
_VISIBLE = (
    "fill", *(f"{side} border" for side in _SIDES), "rising diagonal", "falling diagonal", "locked", "formula hidden",
)  # fmt: skip
"""What can be told of a cell without content."""

_COVER = {
    "darkDown": 64, "darkGray": 96, "darkGrid": 64, "darkHorizontal": 64, "darkTrellis": 96, "darkUp": 64,
    "darkVertical": 64, "gray0625": 8, "gray125": 16, "lightDown": 32, "lightGray": 32, "lightGrid": 56,
    "lightHorizontal": 32, "lightTrellis": 48, "lightUp": 32, "lightVertical": 32, "mediumGray": 64,
}  # fmt: skip
"""How much of 128 parts a pattern covers: LibreOffice shows it as the mixture of its colours."""


class Styles:
    """The formats of the cells, by the numbers that cells refer to them with."""

    def __init__(self, root: Element | None, colours: Colours) -> None:
        self._root = root if root is not None else Element("styleSheet")
        self._colours = colours
        self._visible: dict[int, Format] = {}
        self._attributes: dict[int, Format] = {}

    @property
    def default(self) -> Format:
        """The whole format of the cells that have none of their own."""
        return self._formats[0]

    def attributes(self, index: int, font: Attributes | None = None) -> Format:
        """Return what differs from the default in a format; `font` takes the place of the format's own."""
        if font is not None:
            return self._difference({**self._format(index), **font})
        if index not in self._attributes:
            self._attributes[index] = self._difference(self._format(index))
        return self._attributes[index]

    def visible(self, index: int) -> Format:
        """Return what differs from the default in a format and is seen in a cell without content."""
        if index not in self._visible:
            attributes = self.attributes(index)
            self._visible[index] = {name: attributes[name] for name in _VISIBLE if name in attributes}
        return self._visible[index]

    def merged(self, index: int, right: int, bottom: int) -> Format:
        """Return what differs in a merged cell: its right and its bottom border are those of its last cells."""
        return self._difference(
            {
                **self._format(index),
                "right border": self._format(right)["right border"],
                "bottom border": self._format(bottom)["bottom border"],
            }
        )

    def code(self, index: int) -> str:
        """Return the number format of a format."""
        return str(self._format(index)["number format"])

    def font_of(self, index: int) -> Format:
        """Return the font of a format."""
        return {name: self._format(index)[name] for name in self.font(None)}

    def differential(self, index: int) -> Format:
        """Return what a conditional format changes."""
        elements = self._root.findall(main_path("dxfs", "dxf"))
        if not 0 <= index < len(elements):
            return {}
        element = elements[index]
        attributes: Format = {}
        if (font := element.find(f"{MAIN}font")) is not None:
            given = {child.tag.removeprefix(MAIN) for child in font}
            names = {"b": "bold", "i": "italic", "u": "underline", "strike": "strike", "color": "colour"}
            whole = self.font(font)
            attributes |= {names[name]: whole[names[name]] for name in given & names.keys()}
        if (pattern := element.find(main_path("fill", "patternFill"))) is not None:
            attributes["fill"] = self._differential_fill(pattern)
        for side in _SIDES:  # LibreOffice 7.4 saves no colours of them
            line = element.find(main_path("border", side))
            attributes[f"{side} border"] = line.get("style") if line is not None else None
        if (code := element.find(f"{MAIN}numFmt")) is not None:
            attributes["number format"] = canonical_code(code.get("formatCode", GENERAL))
        return attributes

    def font(self, element: Element | None) -> Format:
        """Return the whole format that a font or the properties of a run give."""

        def child(name: str) -> Element | None:
            return element.find(f"{MAIN}{name}") if element is not None else None

        def switch(name: str) -> bool:
            return (found := child(name)) is not None and flag(found, "val", True)

        def text(name: str, default: str) -> str:
            return default if (found := child(name)) is None else found.get("val", "single")

        named = child("name") if child("name") is not None else child("rFont")
        name = named.get("val", DEFAULT_FONT) if named is not None else DEFAULT_FONT
        return {
            "font": _SAME_FONTS.get(name, name),
            "size": number(child("sz"), "val", DEFAULT_SIZE),
            "bold": switch("b"),
            "italic": switch("i"),
            "underline": text("u", NO_COLOUR).removesuffix("Accounting"),
            "strike": switch("strike"),
            "colour": self._colours.cell_colour(child("color")),
            "position": text("vertAlign", "baseline"),
            "outline": switch("outline"),
            "shadow": switch("shadow"),
        }

    def _difference(self, whole: Format) -> Format:
        return {name: value for name, value in whole.items() if value != self.default[name]}

    def _format(self, index: int) -> Format:
        return self._formats[index] if 0 <= index < len(self._formats) else self.default

    @cached_property
    def _formats(self) -> list[Format]:
        fonts = [self.font(each) for each in self._root.iterfind(main_path("fonts", "font"))]
        fills = [self._fill(each) for each in self._root.iterfind(main_path("fills", "fill"))]
        borders = [self._borders(each) for each in self._root.iterfind(main_path("borders", "border"))]
        codes = {
            int(number(each, "numFmtId")): each.get("formatCode", GENERAL)
            for each in self._root.iterfind(main_path("numFmts", "numFmt"))
        }
        formats: list[Format] = []
        for element in self._elements():
            font, fill, border, code = (
                int(number(element, name)) for name in ("fontId", "fillId", "borderId", "numFmtId")
            )
            formats.append(
                {
                    **(fonts[font] if font < len(fonts) else self.font(None)),
                    "number format": canonical_code(codes.get(code) or builtin_code(code)),
                    "fill": fills[fill] if fill < len(fills) else NO_COLOUR,
                    **(borders[border] if border < len(borders) else self._borders(Element("border"))),
                    **_alignment(element.find(f"{MAIN}alignment")),
                    **_protection(element.find(f"{MAIN}protection")),
                }
            )
        return formats

    def _elements(self) -> Iterator[Element]:
        elements = self._root.findall(main_path("cellXfs", "xf"))
        yield from elements or [Element("xf")]

    def _fill(self, element: Element) -> str:
        if (pattern := element.find(f"{MAIN}patternFill")) is not None:
            return self._pattern_fill(pattern)
        stops = element.findall(main_path("gradientFill", "stop", "color"))
        if len(stops) < 2:
            return NO_COLOUR
        first, second = (_or(self._colours.cell_colour(stop), "000000") for stop in stops[:2])
        return mixed(first, second, 64)

    def _pattern_fill(self, pattern: Element) -> str:
        kind = pattern.get("patternType", "none")
        if kind == "none":
            return NO_COLOUR
        front = _or(self._colours.cell_colour(pattern.find(f"{MAIN}fgColor")), "000000")
        ground = _or(self._colours.cell_colour(pattern.find(f"{MAIN}bgColor")), "FFFFFF")
        return mixed(front, ground, _COVER[kind]) if kind in _COVER else front

    def _differential_fill(self, pattern: Element) -> str:
        ground = pattern.find(f"{MAIN}bgColor")
        if pattern.get("patternType", "solid") == "solid" and ground is not None:
            return self._colours.cell_colour(ground)
        return self._pattern_fill(pattern)

    def _borders(self, element: Element) -> Format:
        diagonal = self._line(element.find(f"{MAIN}diagonal"))
        return {
            **{f"{side} border": self._line(element.find(f"{MAIN}{side}")) for side in _SIDES},
            "rising diagonal": diagonal if flag(element, "diagonalUp") else NO_COLOUR,
            "falling diagonal": diagonal if flag(element, "diagonalDown") else NO_COLOUR,
        }

    def _line(self, element: Element | None) -> str:
        style = element.get("style", "none") if element is not None else "none"
        if element is None or style == "none":
            return NO_COLOUR
        return f"{style} {_or(self._colours.cell_colour(element.find(f'{MAIN}color')), '000000')}"


def _or(colour: str, automatic: str) -> str:
    return automatic if colour == AUTOMATIC else colour


def _alignment(element: Element | None) -> Format:
    """Return an alignment as LibreOffice takes it: a text that is justified from top to bottom wraps."""
    values = element.attrib if element is not None else {}
    horizontal, vertical = values.get("horizontal", "general"), values.get("vertical", "bottom")
    degrees = int(number(element, "textRotation"))
    if degrees and horizontal == ("left" if degrees <= 90 else "right"):
        horizontal = "general"  # LibreOffice writes the side that a rotated text is at
    return {
        "horizontal alignment": "center" if horizontal == "centerContinuous" else horizontal,
        "vertical alignment": "bottom" if vertical == "justify" else vertical,
        "wrap": flag(element, "wrapText") or vertical in ("justify", "distributed"),
        "indent": int(number(element, "indent")),
        "rotation": "stacked" if degrees == 255 else degrees if degrees <= 90 else 90 - degrees,
        "shrink to fit": flag(element, "shrinkToFit"),
        "text direction": int(number(element, "readingOrder")),
    }


def _protection(element: Element | None) -> Format:
    return {"locked": flag(element, "locked", True), "formula hidden": flag(element, "hidden")}
