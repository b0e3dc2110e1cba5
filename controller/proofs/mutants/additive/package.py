"""The parts of a zipped office document, edited as XML."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Sequence
from typing import IO, Any, Protocol

from lxml import etree  # type: ignore[import-untyped]

from checkers.archives import open_package, read

Element = Any
"""An element of lxml, which has no types."""

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "[Content_Types].xml"


class Saves(Protocol):
    """A document of another library."""

    def save(self, stream: IO[bytes], /) -> object: ...


class Package:
    """A document's parts by name; the XML of a part is parsed when it is asked for, and saved with its changes."""

    def __init__(self, data: bytes) -> None:
        with open_package(data, "the document") as archive:
            self.members = {info.filename: info for info in archive.infolist()}
            self._contents = {name: read(archive, name) for name in self.members}
        self._roots: dict[str, Element] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._contents

    def root(self, name: str) -> Element:
        """Return the root of a part's XML."""
        if name not in self._roots:
            self._roots[name] = parse(self._contents[name])
        return self._roots[name]

    def add(self, name: str, xml: str) -> None:
        """Add a part."""
        self.members[name] = zipfile.ZipInfo(name)
        self.members[name].compress_type = zipfile.ZIP_DEFLATED
        self._contents[name] = xml.encode()

    def pack(self) -> bytes:
        """Return the document with the parts in their order, each packed by its own method, as OpenDocument demands."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as written:
            for name, info in self.members.items():
                root = self._roots.get(name)
                content = self._contents[name] if root is None else _serialize(root)
                written.writestr(info, content)
        return buffer.getvalue()


class OfficePackage(Package):
    """A package of Office's form, whose parts refer to each other by relations."""

    def related(self, part: str, kind: str) -> list[str]:
        """Return the parts that a part refers to by relations of a kind, such as "comments"."""
        return list(self._targets(part, kind).values())

    def target(self, part: str, relation: str) -> str:
        """Return the part that a relation's id refers to."""
        return self._targets(part, "")[relation]

    def add_related(self, part: str, kind: str, name: str, content_type: str, xml: str) -> str:
        """Add a part that `part` refers to, and return the relation's id."""
        self.add(name, xml)
        override = {"PartName": f"/{name}", "ContentType": content_type}
        types = self.root(_TYPES)
        types.append(types.makeelement(f"{{{etree.QName(types).namespace}}}Override", override))
        relations = self._relations_of(part)
        if relations not in self:
            self.add(relations, f'<Relationships xmlns="{_RELATIONS}"/>')
        root = self.root(relations)
        relation = {"Id": f"added{len(root)}", "Type": f"{OFFICE}/{kind}", "Target": f"/{name}"}
        root.append(root.makeelement(f"{{{_RELATIONS}}}Relationship", relation))
        return relation["Id"]

    def _targets(self, part: str, kind: str) -> dict[str, str]:
        relations = self._relations_of(part)
        if relations not in self:
            return {}
        folder = posixpath.dirname(f"/{part}")
        return {
            each.get("Id"): posixpath.normpath(posixpath.join(folder, each.get("Target")))[1:]
            for each in self.root(relations)
            if each.get("TargetMode") != "External" and each.get("Type").endswith(f"/{kind}" if kind else "")
        }

    @staticmethod
    def _relations_of(part: str) -> str:
        folder, name = posixpath.split(part)
        return posixpath.join(folder, "_rels", f"{name}.rels")


def parse(xml: str | bytes) -> Element:
    """Parse XML without comments, entities and external resources, and return its root."""
    source = xml.encode() if isinstance(xml, str) else xml
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    return etree.fromstring(source, parser)


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def set_child(parent: Element, name: str, order: Sequence[str], **attributes: str) -> Element:
    """Return a parent's child with these attributes set; a new one is put where the schema's `order` has it."""
    tag = f"{{{etree.QName(parent).namespace}}}{name}"
    child = parent.find(tag)
    if child is None:
        child = parent.makeelement(tag)
        insert_child(parent, child, order)
    child.attrib.update(attributes)
    return child


def insert_child(parent: Element, child: Element, order: Sequence[str]) -> None:
    """Insert a child where the schema's `order` has it."""
    later = order[order.index(local(child)) + 1 :]
    index = next((number for number, other in enumerate(parent) if local(other) in later), len(parent))
    parent.insert(index, child)


def _serialize(root: Element) -> bytes:
    xml: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return xml


def save(document: Saves) -> bytes:
    """Return the bytes that a document of python-docx or python-pptx is saved as."""
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()
