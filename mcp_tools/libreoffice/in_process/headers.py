"""Headers and footers of page styles, switched on as a step of Undo.

LibreOffice clears all steps when a page style is changed through UNO while they are recorded. Its menu's command keeps
them, but crashes when this step and then an earlier one is undone as part of a larger step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import unohelper
from com.sun.star.document import XUndoAction


class _Switched(unohelper.Base, XUndoAction):  # type: ignore[misc]
    """The step of Undo: headers or footers of page styles, switched on."""

    Title = "Header or Footer"

    def __init__(self, text_document: Any, side: str, names: Sequence[str]) -> None:
        self._document, self._side, self._names = text_document, side, names

    def undo(self) -> None:
        self.switch(False)

    def redo(self) -> None:
        self.switch(True)

    def switch(self, on: bool) -> None:
        styles = self._document.getStyleFamilies().getByName("PageStyles")
        for name in self._names:
            styles.getByName(name).setPropertyValue(f"{self._side}IsOn", on)


def switch_on(text_document: Any, side: str, names: Sequence[str]) -> None:
    """Give page styles of these names, which have none, a "Header" or "Footer"."""
    step = _Switched(text_document, side, names)
    manager = text_document.getUndoManager()
    manager.lock()
    try:
        step.switch(True)
    finally:
        manager.unlock()
    manager.addUndoAction(step)
