"""Safe opening of zip files, office documents included: the guest may have made them to harm the host."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from checkers.evidence import Unusable

MAX_MEMBERS = 5_000
MAX_UNPACKED = 64 * 2**20
"""Limits of an archive: files in it, and bytes they unpack to."""

MAX_RATIO = 400
"""How many times larger than packed a member above 1 MiB may be."""

METHODS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflated"}
"""The methods of packing that office documents use. Others unpack a piece of any size at once."""

_PIECE = 2**20
_DOCTYPE = re.compile(rb"<\x00?!\x00?(?:D\x00?O\x00?C\x00?T|E\x00?N\x00?T\x00?I)")


def open_zip(data: bytes, name: str) -> zipfile.ZipFile:
    """Open a zip archive whose members are few, small enough and have safe paths; `name` is for messages.

    Raises Unusable if it is damaged, encrypted or hostile.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Unusable(f"{name} is a readable archive", error) from None
    members = archive.infolist()
    if problem := _problem(members):
        raise Unusable(f"{name} is a harmless archive", problem)
    return archive


def open_package(data: bytes, name: str) -> zipfile.ZipFile:
    """Open an office document as `open_zip` does, and require that its XML declares no document type or entities."""
    archive = open_zip(data, name)
    for member in archive.infolist():
        if member.filename.endswith((".xml", ".rels", ".rdf")) and _DOCTYPE.search(
            read(archive, member.filename)
        ):
            raise Unusable(f"{name} is a harmless document", f"{member.filename} declares a document type")
    return archive


def repacked(data: bytes, name: str) -> io.BytesIO:
    """Check an office document as `open_package` does and pack it anew, so that every parser reads what was checked.

    Raises Unusable.
    """
    stream = io.BytesIO()
    with open_package(data, name) as package, zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as copy:
        for member in package.namelist():
            copy.writestr(member, read(package, member))
    stream.seek(0)
    return stream


def read(archive: zipfile.ZipFile, member: str) -> bytes:
    """Read a member, piece by piece: its declared size may be false. Raises Unusable if it is missing or damaged."""
    pieces = bytearray()
    try:
        with archive.open(member) as file:
            while piece := file.read(_PIECE):
                pieces += piece
                if len(pieces) > MAX_UNPACKED:
                    raise Unusable(f"{member} unpacks to at most {MAX_UNPACKED} bytes", "more")
        return bytes(pieces)
    except KeyError:
        raise Unusable(f"the archive holds {member}", ", ".join(archive.namelist()[:20])) from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        RuntimeError,
        NotImplementedError,
        OSError,
        EOFError,
        ValueError,
    ) as error:
        raise Unusable(f"{member} is readable", error) from None


def parse_xml(data: bytes, name: str) -> Element:
    """Parse an XML document without document type and return its root. Raises Unusable."""
    try:
        return fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise Unusable(f"{name} is well-formed XML", f"{type(error).__name__}: {error}") from None


@contextmanager
def parsing(name: str, kind: str = "document") -> Iterator[None]:
    """Turn whatever a third-party parser raises into Unusable: the guest's file caused it."""
    try:
        yield
    except Unusable:
        raise
    except Exception as error:
        raise Unusable(f"{name} is a readable {kind}", f"{type(error).__name__}: {error}") from error


def _problem(members: list[zipfile.ZipInfo]) -> str:
    if len(members) > MAX_MEMBERS:
        return f"{len(members)} members, more than {MAX_MEMBERS}"
    if (size := sum(member.file_size for member in members)) > MAX_UNPACKED:
        return f"unpacks to {size} bytes, more than {MAX_UNPACKED}"
    names = [member.filename for member in members]
    if len(set(names)) != len(names):
        return "two members have the same name"
    for member in members:
        path = PurePosixPath(member.filename)
        if path.is_absolute() or ".." in path.parts or "\\" in member.filename:
            return f"the member {member.filename!r} points outside"
        if member.compress_type not in METHODS:
            return f"the member {member.filename!r} is packed by method {member.compress_type}"
        if member.flag_bits & 1:
            return f"the member {member.filename!r} is encrypted"
        if member.file_size > 2**20 and member.file_size > MAX_RATIO * max(member.compress_size, 1):
            return f"the member {member.filename!r} is packed suspiciously tight"
    return ""
