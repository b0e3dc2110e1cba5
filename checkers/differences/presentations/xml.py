"""Access to the XML of presentations (Office Open XML)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checkers.differences.tree import Length

NAMESPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
}
_EMU_PER_CM = 360_000


def find(element: Any, path: str) -> Any:
    """Return the first element of a path such as "a:pPr/a:lnSpc"; None if there is none or `element` is None."""
    return element.find(path, NAMESPACES) if element is not None else None


def find_all(element: Any, path: str) -> list[Any]:
    return list(element.findall(path, NAMESPACES)) if element is not None else []


def expand(name: str) -> str:
    """Return a name such as "r:id" with its namespace in braces."""
    prefix, _, local = name.rpartition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def get(element: Any, name: str, default: str = "") -> str:
    """Return an attribute; `default` if it is missing or `element` is None."""
    value = element.get(expand(name) if ":" in name else name) if element is not None else None
    return str(value) if value is not None else default


def local_name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def children(element: Any) -> Iterator[Any]:
    """Yield the child elements, without comments; nothing if `element` is None."""
    for child in element if element is not None else ():
        if isinstance(child.tag, str):
            yield child


def is_on(value: str) -> bool:
    return value in ("1", "true", "on")


def length(emu: float | str) -> Length:
    return Length(float(emu) / _EMU_PER_CM)


def thousandths(percentage: str) -> int:
    """Return a percentage such as "50%" or "50000" in thousandths of a percent."""
    return round(float(percentage[:-1]) * 1000) if percentage.endswith("%") else round(float(percentage))


def choose_alternatives(root: Any) -> None:
    """Replace each `mc:AlternateContent` by what its first choice holds."""
    for alternatives in list(root.iter(expand("mc:AlternateContent"))):
        choice = find(alternatives, "mc:Choice")
        parent = alternatives.getparent()
        place = parent.index(alternatives)
        parent.remove(alternatives)
        parent[place:place] = list(children(choice))
