"""Documents as results name them."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit


def path_of(target: Any) -> str:
    """The path of the document's file, or "" when it was never saved."""
    return unquote(urlsplit(target.getURL()).path)


def name_of(target: Any) -> str:
    """The document's name as its window shows it."""
    return PurePosixPath(path_of(target)).name or str(target.getTitle())


def lock_of(path: Path) -> Path:
    """The file beside a document's that LibreOffice keeps while it is open or written."""
    return path.with_name(f".~lock.{path.name}#")
