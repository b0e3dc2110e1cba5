"""The XML parts of a small office document, for what the models of documents do not hold."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.archives import open_package, parse_xml, read
from checkers.base import GuestView
from checkers.evidence import Unusable, fetch

MAX_PART = 2 * 2**20
"""Bytes of a part: it is parsed in this process, which a larger one would hold up."""


@dataclass(frozen=True)
class OfficeParts:
    """The parts of an office document."""

    path: str
    archive: zipfile.ZipFile

    def xml(self, member: str) -> Element:
        """The root of a part. Raises Unusable if it is missing, too large or damaged."""
        if len(data := self.content(member)) > MAX_PART:
            raise Unusable(f"{member} of {self.path} is of a usual size", f"{len(data)} bytes")
        return parse_xml(data, f"{member} of {self.path}")

    def content(self, member: str) -> bytes:
        """The bytes of a part. Raises Unusable if it is missing or damaged."""
        return read(self.archive, member)


def office_parts(guest: GuestView, path: str) -> OfficeParts:
    """Open an office document of the guest. Raises Unusable if it is missing, damaged or hostile."""
    return OfficeParts(path, open_package(fetch(guest, path), path))
