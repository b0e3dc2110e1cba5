"""Small office files for tests of the checkers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    """The bytes that a library's save method writes."""
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def edited(package: bytes, member: str, change: Callable[[bytes], bytes]) -> bytes:
    """An office file with one member changed."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    members[member] = change(members[member])
    return zipped(members)
