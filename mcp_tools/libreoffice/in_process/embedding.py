"""Videos and sounds inside a presentation's file, where LibreOffice's own command puts them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import uno
from com.sun.star.embed.ElementModes import WRITE

_FOLDER = "Media"
_CHUNK = 1 << 20


def embed(presentation: Any, url: str) -> str:
    """Copy a file into the presentation; returns the URL of the copy, for a shape to play."""
    file = Path(uno.fileUrlToSystemPath(url))
    storage = presentation.getDocumentStorage()
    folder = storage.openStorageElement(_FOLDER, WRITE)
    name = next(name for name in _names(file) if not folder.hasByName(name))
    output = folder.openStreamElement(name, WRITE).getOutputStream()
    with file.open("rb") as content:
        while data := content.read(_CHUNK):
            output.writeBytes(uno.ByteSequence(data))
    output.closeOutput()
    folder.commit()
    storage.commit()
    return f"vnd.sun.star.Package:{_FOLDER}/{name}"


def _names(file: Path) -> Iterator[str]:
    """Names in plain letters, which need no encoding in a URL."""
    return (f"media{number}{file.suffix if file.suffix.isascii() else ''}" for number in count(1))
