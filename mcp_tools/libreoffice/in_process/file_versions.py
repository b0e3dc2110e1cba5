"""Which version of its file each open document has read or written last, saves by the user included.

LibreOffice itself compares only at the first save after opening.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import unohelper
from com.sun.star.document import XDocumentEventListener

from mcp_tools.libreoffice.in_process.names import lock_of, path_of

SAVE_SECONDS = 30.0
"""How long LibreOffice may take to write a file; it makes the lock file before."""
SAME_MOMENT_SECONDS = 2.0

Version = tuple[int, int]
"""Time of the last change and size. Not the inode: it is another one in a copy of a guest in mid-work."""

_versions: dict[str, Version | None] = {}
"""By the document's RuntimeUID. None: the file is another program's."""
_LOADED_OR_SAVED = ("OnLoadFinished", "OnSaveDone", "OnSaveAsDone")


def watch(context: Any) -> None:
    """Note from now on what documents read and write; for those open already, what is known of it."""
    global _listener
    if _listener is not None:
        return
    _listener = _Listener()
    broadcaster = context.getValueByName("/singletons/com.sun.star.frame.theGlobalEventBroadcaster")
    broadcaster.addDocumentEventListener(_listener)
    documents = broadcaster.createEnumeration()
    while documents.hasMoreElements():
        document = documents.nextElement()
        if hasattr(document, "RuntimeUID") and document.hasLocation():
            path = Path(path_of(document))
            own = _is_probably_own(document, path)
            _versions.setdefault(document.RuntimeUID, _version(path) if own else None)


def changed_by_another(document: Any) -> bool:
    """Whether the document's file is there and is not the version that the document read or wrote last."""
    version = _version(Path(path_of(document)))
    return version is not None and version != _versions.get(document.RuntimeUID)


def set_changed_by_another(document: Any) -> None:
    """Note that the file is another program's until the document is saved or loaded again."""
    _versions[document.RuntimeUID] = None


class _Listener(unohelper.Base, XDocumentEventListener):  # type: ignore[misc]
    def documentEventOccured(self, event: Any) -> None:
        document = event.Source
        if not hasattr(document, "RuntimeUID"):
            return
        if event.EventName in _LOADED_OR_SAVED:
            _versions[document.RuntimeUID] = _version(Path(path_of(document)))
        elif event.EventName == "OnUnload":
            _versions.pop(document.RuntimeUID, None)

    def disposing(self, _source: Any) -> None:
        """LibreOffice ends."""


_listener: _Listener | None = None


def _is_probably_own(document: Any, path: Path) -> bool:
    """Whether the file may be as an already open document read or wrote it, by the time of its lock file."""
    lock, version = _version(lock_of(path)), _version(path)
    if lock is None or version is None:
        return True
    seconds = (version[0] - lock[0]) / 1e9
    if seconds <= 0:
        return True
    date = document.getDocumentProperties().ModificationDate
    if not date.Year or seconds > SAVE_SECONDS:
        return False
    saved = datetime(date.Year, date.Month, date.Day, date.Hours, date.Minutes, date.Seconds)
    return abs(saved.timestamp() - lock[0] / 1e9) < SAME_MOMENT_SECONDS


def _version(path: Path) -> Version | None:
    try:
        status = path.stat()
    except OSError:  # it is gone, or may not be looked at
        return None
    return status.st_mtime_ns, status.st_size
