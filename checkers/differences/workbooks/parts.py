"""The parts of an xlsx package and their relationships."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.archives import parse_xml, read
from checkers.differences.tree import Value

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
RELATIONSHIP_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

_PLAIN = (bool, int, float, str, type(None))
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part refers to: `kind` is the last word of its type; `target` is a part, or an address if `external`."""

    kind: str
    target: str
    external: bool


@dataclass(frozen=True)
class Parts:
    """The parts of a package; `name` is the file's, for messages."""

    archive: zipfile.ZipFile
    name: str

    def content(self, part: str) -> bytes:
        """Return the bytes of a part. Raises Unusable if it is missing or damaged."""
        return read(self.archive, part)

    def xml(self, part: str) -> Element:
        """Return the root of a part. Raises Unusable if it is missing or damaged."""
        return parse_xml(self.content(part), f"{part} of {self.name}")

    def relationships(self, part: str) -> dict[str, Relationship]:
        """Return the relationships of a part by their ids; "" is the package itself."""
        folder, file = posixpath.split(part)
        member = posixpath.join(folder, "_rels", f"{file}.rels")
        if member not in self.archive.namelist():
            return {}
        return {
            each.get("Id", ""): _relationship(each, folder) for each in self.xml(member).iter(_RELATIONSHIP)
        }

    def related(self, part: str, kind: str) -> list[str]:
        """Return the parts of one kind that a part refers to."""
        return [
            each.target
            for each in self.relationships(part).values()
            if each.kind == kind and not each.external
        ]

    def related_xml(self, part: str, kind: str) -> Element | None:
        """Return the root of the first part of a kind that a part refers to."""
        targets = self.related(part, kind)
        return self.xml(targets[0]) if targets else None


def _relationship(element: Element, folder: str) -> Relationship:
    target = element.get("Target", "")
    external = element.get("TargetMode") == "External"
    if not external:
        target = posixpath.normpath(posixpath.join("/", folder, target)).removeprefix("/")
    return Relationship(element.get("Type", "").rpartition("/")[2], target, external)


def main_path(*names: str) -> str:
    """Return the path of nested elements of spreadsheets for `Element.find`."""
    return "/".join(f"{MAIN}{name}" for name in names)


def local_name(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def flag(element: Element | None, name: str, default: bool = False) -> bool:
    """Return a Boolean attribute."""
    text = element.get(name) if element is not None else None
    return default if text is None else text.lower() in ("1", "true", "on")


def number(element: Element | None, name: str, default: float = 0.0) -> float:
    """Return a number from an attribute."""
    text = element.get(name) if element is not None else None
    return default if text is None else float(text)


def present(attributes: Mapping[str, Value]) -> dict[str, Value]:
    """Return the attributes that say something: neither None nor False, nor an empty text, nor 0."""
    return {name: value for name, value in attributes.items() if value or not isinstance(value, _PLAIN)}
