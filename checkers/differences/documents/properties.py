"""Properties of WordprocessingML: how they are written and how they are inherited."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from checkers.differences.tree import Length

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

Properties = Mapping[str, Mapping[str, str]]
"""The attributes of each property by its tag. A part of a property has both tags: "pBdr/top". None has a prefix."""

NONE: Properties = {}

_APART = {"rPr", "sectPr", "tblGrid"}
"""What is no property but stands among them."""
_CHANGES = {"rPrChange", "pPrChange", "tblPrChange", "tcPrChange", "trPrChange", "sectPrChange"}
_MERGED = {"spacing", "ind", "rFonts", "lang"}
"""Properties whose attributes are inherited one by one."""
_SYNONYMS = {"start": "left", "end": "right"}
_TWIPS_PER_CM = 1440 / 2.54
_EMUS_PER_CM = 360_000
_OFF = {"0", "false", "off"}


def tag_of(element: Element) -> str:
    """Return an element's tag without its namespace."""
    return element.tag.rpartition("}")[2]


def attributes_of(element: Element) -> dict[str, str]:
    """Return an element's attributes without their namespaces."""
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


def read_properties(element: Element | None) -> Properties:
    """Read the properties in an element such as `w:pPr`."""
    properties: dict[str, Mapping[str, str]] = {}
    for child in element if element is not None else ():
        tag = tag_of(child)
        if tag in _APART:
            continue
        properties[tag] = _signed(attributes_of(child)) if tag == "ind" else attributes_of(child)
        for part in child if tag not in _CHANGES else ():
            properties.setdefault(_part(tag, part), attributes_of(part))
    return properties


def inherit(*levels: Properties) -> Properties:
    """Return the properties that hold, each level overriding those before it."""
    result: dict[str, Mapping[str, str]] = {}
    for level in levels:
        for tag, attributes in level.items():
            if tag in _MERGED and tag in result:
                result[tag] = {**_without_theme(result[tag], attributes), **attributes}
            else:
                result[tag] = attributes
    return result


def value(properties: Properties, tag: str, attribute: str = "val") -> str | None:
    """Return an attribute of a property; None if it is missing."""
    return properties.get(tag, {}).get(attribute)


def is_on(properties: Properties, tag: str, *, default: bool = False) -> bool:
    """Test whether a property that is on or off is on."""
    if tag not in properties:
        return default
    return properties[tag].get("val", "true").lower() not in _OFF


def number(text: str | None, default: float = 0.0) -> float:
    """Return the number that a text starts with, whatever its unit; `default` if there is none."""
    digits = (text or "").rstrip("abcdefghijklmnopqrstuvwxyz%")
    try:
        return float(digits)
    except ValueError:
        return default


def twips(text: str | float | None) -> Length:
    """Return a length that is given in twentieths of a point; 0 if it is missing."""
    return Length((text if isinstance(text, float) else number(text)) / _TWIPS_PER_CM)


def emus(text: str | float | None) -> Length:
    """Return a length that is given in English Metric Units; 0 if it is missing."""
    return Length((text if isinstance(text, float) else number(text)) / _EMUS_PER_CM)


def _part(tag: str, part: Element) -> str:
    name = tag_of(part)
    if name == "tab":
        return f"{tag}/{attributes_of(part).get('pos', '')}"
    return f"{tag}/{_SYNONYMS.get(name, name)}"


def _signed(indent: dict[str, str]) -> dict[str, str]:
    """Return indents with the synonyms replaced; that of the first line is negative if it hangs."""
    indent = {_SYNONYMS.get(name, name): text for name, text in indent.items()}
    hanging, first = indent.pop("hanging", None), indent.pop("firstLine", None)
    if hanging is not None:
        indent["first"] = str(-number(hanging))
    elif first is not None:
        indent["first"] = first
    return indent


def _without_theme(inherited: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    """Return inherited fonts without those of the theme that a named font replaces."""
    replaced = {f"{name}Theme" for name in own} | ({"cstheme"} if "cs" in own else set())
    return {name: text for name, text in inherited.items() if name not in replaced}
