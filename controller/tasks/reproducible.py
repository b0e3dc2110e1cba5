"""Office files and other zips without the time at which they were written."""

from __future__ import annotations

import io
import re
import zipfile

MADE = (2026, 1, 1, 0, 0, 0)
"""The time that every member has; zips can have none before 1980."""
_DATED = {"docProps/core.xml", "meta.xml"}
_DATES = re.compile(
    rb"(<(?:dcterms:created|dcterms:modified|meta:creation-date|dc:date)\b[^>]*>)[^<]*", re.IGNORECASE
)


def reproducible_zip(data: bytes) -> bytes:
    """Return a zip with the same members, in their order, whose bytes do not depend on when and where it was written.

    Members get one fixed time and are stored without compression, whose bytes differ between versions of zlib. In
    office files (docx, xlsx, pptx, odt, ods, odp) the dates of creation and change are fixed, too.

    Args:
        data: The zip, as a library wrote it.

    Raises:
        zipfile.BadZipFile: It is no zip.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for member in source.infolist():
            content = source.read(member)
            if member.filename in _DATED:
                content = _DATES.sub(rb"\g<1>2026-01-01T00:00:00Z", content)
            made = zipfile.ZipInfo(member.filename, MADE)
            made.create_system = 3
            made.external_attr = member.external_attr
            target.writestr(made, content)
    return out.getvalue()
