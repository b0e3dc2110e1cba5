"""The parts of a docx file and the relations between them."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from xml.etree.ElementTree import Element

from checkers.archives import open_package, parse_xml, read
from checkers.evidence import Unusable

MAX_PART = 16 * 2**20
"""Bytes of an XML part: it is parsed in this process."""

RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
"""Prefix of the attributes that name a relation."""
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to: another part by its path in the package, or an address outside."""

    kind: str
    target: str
    external: bool


class DocxPackage:
    """A docx file."""

    def __init__(self, data: bytes, name: str) -> None:
        self._archive: zipfile.ZipFile = open_package(data, name)
        self._name = name
        self._members = frozenset(self._archive.namelist())
        self.relations = cache(self._read_relations)
        self.digest = cache(self._digest)
        main = [each.target for each in self.relations("").values() if each.kind == "officeDocument"]
        if not main or main[0] not in self._members:
            raise Unusable(f"{name} is a text document", "it has no main part")
        self.main = main[0]

    def xml(self, path: str) -> Element:
        """Parse a part and return its root. Raises Unusable if it is missing, too large or damaged."""
        if len(data := read(self._archive, path)) > MAX_PART:
            raise Unusable(f"{path} of {self._name} is of a usual size", f"{len(data)} bytes")
        return parse_xml(data, f"{path} of {self._name}")

    def related(self, kind: str) -> Element | None:
        """Return the root of the part that the main part refers to as its `kind`; None if there is none."""
        path = self.related_path(kind)
        return self.xml(path) if path else None

    def related_path(self, kind: str) -> str:
        """Return the path of that part; "" if there is none."""
        paths = (each.target for each in self.relations(self.main).values() if each.kind == kind)
        return next((path for path in paths if path in self._members), "")

    def _digest(self, path: str) -> str | None:
        """Return what identifies the content of a part; None if it is missing."""
        return sha256(read(self._archive, path)).hexdigest()[:16] if path in self._members else None

    def _read_relations(self, path: str) -> Mapping[str, Relation]:
        folder, name = posixpath.split(path)
        member = posixpath.join(folder, "_rels", f"{name}.rels")
        if member not in self._members:
            return {}
        relations = {}
        for each in self.xml(member).iter(_RELATION):
            target, external = each.get("Target", ""), each.get("TargetMode") == "External"
            relations[each.get("Id", "")] = Relation(
                kind=each.get("Type", "").rpartition("/")[2],
                target=target if external else posixpath.normpath(posixpath.join("/", folder, target))[1:],
                external=external,
            )
        return relations
