"""Formulas of docx documents in a line of text."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import attributes_of, tag_of

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

_SPACING = {"\u0300": "`", "\u0301": "´", "\u0302": "^", "\u0303": "~", "\u0307": "˙", "\u20d7": "→"}
"""The characters that LibreOffice writes for accents."""


def written(formula: Element) -> str:
    """Return a formula in a line: (a)/(b), (a)^(b), (a)_(b), sqrt()(a), matrices by rows."""
    return "".join(_written(child) for child in formula)


def _written(element: Element) -> str:
    tag = tag_of(element)
    if tag == "t":
        return "".join((element.text or "").split())
    if tag.endswith("Pr"):
        return ""
    match tag:
        case "f":
            return f"({_part(element, 'num')})/({_part(element, 'den')})"
        case "rad":
            return f"sqrt({_part(element, 'deg')})({_part(element, 'e')})"
        case "sSup" | "sSub" | "sSubSup" | "sPre":
            return f"({_part(element, 'e')}){_scripts(element)}"
        case "nary":
            return f"{_sign(element, 'chr', '∫')}{_scripts(element)}({_part(element, 'e')})"
        case "limLow" | "limUpp":
            return f"({_part(element, 'e')}){'_' if tag == 'limLow' else '^'}({_part(element, 'lim')})"
        case "func":
            return f"{_part(element, 'fName')}({_part(element, 'e')})"
        case "d":
            inner = _sign(element, "sepChr", "|").join(_all(element, "e"))
            return f"{_sign(element, 'begChr', '(')}{inner}{_sign(element, 'endChr', ')')}"
        case "acc" | "bar" | "groupChr":
            sign = _sign(element, "chr", "")
            return f"{tag}[{_SPACING.get(sign, sign)}]({_part(element, 'e')})"
        case "m" | "eqArr":
            return f"[{'; '.join(_rows(element))}]"
        case _:
            return "".join(map(_written, element))


def _rows(element: Element) -> Iterator[str]:
    for child in element:
        if tag_of(child) == "mr":
            yield ", ".join(_all(child, "e"))
        elif tag_of(child) == "e":
            yield written(child)


def _scripts(element: Element) -> str:
    return "".join(
        f"{sign}({text})" for sign, name in (("_", "sub"), ("^", "sup")) if (text := _part(element, name))
    )


def _part(element: Element, name: str) -> str:
    return ", ".join(_all(element, name))


def _all(element: Element, name: str) -> list[str]:
    return [written(child) for child in element.findall(f"{M}{name}")]


def _sign(element: Element, name: str, default: str) -> str:
    """Return a character that the properties set, such as that of a bracket or a sum."""
    for properties in element:
        if tag_of(properties).endswith("Pr"):
            for each in properties.findall(f"{M}{name}"):
                return attributes_of(each).get("val", "")
    return default
