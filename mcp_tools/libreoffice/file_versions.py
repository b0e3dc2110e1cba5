"""Whether another program changed a document's file since it was saved here.

LibreOffice itself looks only at the first save after opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

SAVE_SECONDS = 30.0
"""How long after the modification date that it writes into a file LibreOffice may take to finish writing it."""


@dataclass(frozen=True, slots=True)
class _Version:
    """A file as it was written, the lock that shows for which open document (inode and time of each), its date."""

    file: tuple[int, int] | None
    lock: tuple[int, int]
    date: datetime | None


_saved: dict[Path, _Version] = {}


def remember(target: Any, path: Path, *, foreign: bool = False) -> None:
    """Note that the document was just written to its file, or that the file is `foreign`: not the document's."""
    lock = _identity(lock_of(path))
    if lock:
        _saved[path] = _Version(None if foreign else _identity(path), lock, _date(target))


def changed_by_another(target: Any, path: Path) -> bool:
    """Whether the file is neither what was remembered for this open document nor what LibreOffice wrote since."""
    known = _saved.get(path)
    file = _identity(path)
    if known is None or file is None or _identity(lock_of(path)) != known.lock or file == known.file:
        return False
    date = _date(target)
    if date is None or date == known.date:  # not saved in LibreOffice since
        return True
    return not 0 <= path.stat().st_mtime - date.timestamp() + 1 <= SAVE_SECONDS


def _date(target: Any) -> datetime | None:
    """When LibreOffice last saved the document, by its properties."""
    date = target.getDocumentProperties().ModificationDate
    if not date.Year:
        return None
    return datetime(date.Year, date.Month, date.Day, date.Hours, date.Minutes, date.Seconds)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns


def lock_of(path: Path) -> Path:
    """The file beside a document's that LibreOffice keeps while it is open or written."""
    return path.with_name(f".~lock.{path.name}#")
