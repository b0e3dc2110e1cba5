"""The effective format of paragraphs in docx documents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.differences.documents.borders import border, fill
from checkers.differences.documents.lists import Lists
from checkers.differences.documents.properties import (
    NONE,
    Properties,
    inherit,
    is_on,
    number,
    read_properties,
    twips,
    value,
)
from checkers.differences.documents.styles import Styles, TableLook
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import Value

_ALIGNMENTS = {"start": "left", "end": "right", "both": "justify"}
_FRAME_STYLE = "Frame Contents"
"""The style that LibreOffice gives text in a text box that has none."""
_AUTOMATIC = 280.0
"""Twentieths of a point that automatic spacing is."""
_BODY_LEVEL = 9
_HUNDREDTHS = 127 / 72
"""Hundredths of a millimetre in a twentieth of a point."""
_SINGLE = 423
"""Hundredths of a millimetre that single spacing is, of which LibreOffice keeps whole percents."""
_SWITCHES = {
    "keepNext": "keep with next",
    "keepLines": "keep together",
    "contextualSpacing": "no spacing within style",
    "suppressLineNumbers": "without line numbers",
    "bidi": "right to left",
}
_SIDES = ("top", "bottom", "left", "right", "between", "bar")


@dataclass(frozen=True, slots=True)
class Formats:
    """What formats of a document are resolved with."""

    styles: Styles
    lists: Lists
    theme: Theme
    hyphenates: bool = False
    """Whether paragraphs are hyphenated that do not say."""
    splits_at_breaks: bool = False
    """Whether the end of a paragraph stands after the page break that it ends with."""


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """What holds for a paragraph: its style's id, its effective properties and those of its text by its style."""

    style: str | None
    properties: Properties
    table: TableLook | None


def read_format(own: Element | None, formats: Formats, table: TableLook | None) -> ParagraphFormat:
    """Resolve the format of a paragraph from its `w:pPr`."""
    direct = read_properties(own)
    style = formats.styles.used(value(direct, "pStyle"), "paragraph")
    levels = [each.paragraph for each in formats.styles.chain(style)] + [direct]
    listed = inherit(*levels)
    return ParagraphFormat(
        style,
        inherit(
            formats.styles.paragraph_defaults,
            table.paragraph if table else NONE,
            *_with_lists(levels, listed, formats.lists),
        ),
        table,
    )


def paragraph_attributes(resolved: ParagraphFormat, formats: Formats, *, boxed: bool) -> dict[str, Value]:
    """Return the attributes of a paragraph and count it if it is an item of a list; `boxed` is in a text box."""
    properties = resolved.properties
    name = formats.styles.name(resolved.style)
    alignment = value(properties, "jc") or "left"
    attributes: dict[str, Value] = {
        "style": "Normal" if boxed and name == _FRAME_STYLE else name,
        "alignment": _ALIGNMENTS.get(alignment, alignment),
        "left indent": twips(value(properties, "ind", "left")),
        "right indent": twips(value(properties, "ind", "right")),
        "first line indent": twips(value(properties, "ind", "first")),
        "space before": twips(_space(properties, "before")),
        "space after": twips(_space(properties, "after")),
        "line spacing": _line_spacing(properties),
        "fill": fill(properties.get("shd", {}), formats.theme),
        "tab stops": _tab_stops(properties),
        "outline level": _outline_level(properties),
    }
    for tag, shown in _SWITCHES.items():
        if is_on(properties, tag):
            attributes[shown] = True
    if resolved.table is None and not is_on(properties, "widowControl", default=True):
        attributes["widow control"] = False
    if not is_on(properties, "suppressAutoHyphens", default=not formats.hyphenates):
        attributes["hyphenation"] = True
    for side in _SIDES:
        attributes[f"border {side}"] = border(properties.get(f"pBdr/{side}", {}), formats.theme)
    if (kind := value(properties, "framePr", "dropCap")) not in (None, "none"):
        attributes["drop cap"] = f"{kind}, {value(properties, 'framePr', 'lines') or 1} lines"
    if (key := value(properties, "numPr/numId")) is not None:
        attributes |= formats.lists.item(key, _list_level(properties))
    return {name: each for name, each in attributes.items() if each is not None}


def _with_lists(levels: list[Properties], listed: Properties, lists: Lists) -> list[Properties]:
    """Return the levels of properties with, before each that makes a list of the paragraph, what the list sets."""
    level = lists.level(value(listed, "numPr/numId"), _list_level(listed))
    if level is None:
        return levels
    return [
        inherit(level.paragraph, each) if "numPr/numId" in each or "numPr/ilvl" in each else each
        for each in levels
    ]


def _list_level(properties: Properties) -> int:
    return int(number(value(properties, "numPr/ilvl")))


def _space(properties: Properties, side: str) -> float:
    if (value(properties, "spacing", f"{side}Autospacing") or "0") in ("1", "true", "on"):
        return _AUTOMATIC
    return number(value(properties, "spacing", side))


def _line_spacing(properties: Properties) -> Value:
    line = number(value(properties, "spacing", "line"), 240.0)
    match value(properties, "spacing", "lineRule"):
        case "exact":
            return f"exactly {line / 20:g} pt"
        case "atLeast":
            return f"at least {line / 20:g} pt"
        case _:
            return math.floor(round(line * _HUNDREDTHS) * 100 / _SINGLE) / 100


def _tab_stops(properties: Properties) -> str | None:
    stops = [
        (number(tag.partition("/")[2]), attributes)
        for tag, attributes in properties.items()
        if tag.startswith("tabs/") and attributes.get("val") not in ("clear", "num")
    ]
    shown = [
        f"{_ALIGNMENTS.get(stop.get('val', 'left'), stop.get('val', 'left'))} {position / 20:g} pt{_leader(stop)}"
        for position, stop in sorted(stops, key=lambda stop: stop[0])
    ]
    return ", ".join(shown) or None


def _leader(stop: Mapping[str, str]) -> str:
    leader = stop.get("leader", "none")
    return "" if leader == "none" else f" {leader}"


def _outline_level(properties: Properties) -> int | None:
    level = int(number(value(properties, "outlineLvl"), _BODY_LEVEL))
    return level + 1 if level < _BODY_LEVEL else None
