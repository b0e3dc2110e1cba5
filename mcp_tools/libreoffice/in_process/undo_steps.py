"""Changes that LibreOffice does not record by itself, as steps of its Undo.

LibreOffice records commands of its menus, not what is set on shapes, slides and their text through UNO. Such a
change is recorded here: what it touches is read before it, put back by Undo, and exchanged again by Redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import uno
import unohelper
from com.sun.star.beans.PropertyState import DIRECT_VALUE
from com.sun.star.document import XUndoAction

from mcp_tools.libreoffice.in_process.shapes import is_empty_placeholder

Restore = Callable[[], None]
"""Puts back what was read."""

Read = Callable[[], Sequence[Restore]]
"""Reads all that a change may touch."""

Result = TypeVar("Result")


def record_step(presentation: Any, read: Read, change: Callable[[], Result]) -> Result:
    """Make a change that is one step of Undo; when it raises, put back what it touched and record nothing."""
    modified = presentation.isModified()
    before = read()
    try:
        result = change()
    except BaseException:
        _restore(before)
        presentation.setModified(modified)
        raise
    presentation.getUndoManager().addUndoAction(_Step(read, before))
    return result


class _Step(unohelper.Base, XUndoAction):  # type: ignore[misc]
    """Exchanges what a change touched with what was there before, and back."""

    Title = "Tool Call"

    def __init__(self, read: Read, other: Sequence[Restore]) -> None:
        self._read = read
        self._other = other

    def undo(self) -> None:
        self._exchange()

    def redo(self) -> None:
        self._exchange()

    def _exchange(self) -> None:
        current = self._read()
        _restore(self._other)
        self._other = current


class StoredText:
    """A copy of a text with its formats, fields and levels, outside the document's slides and its file.

    It is the text of a comment that belongs to no slide: of all of LibreOffice's texts the only kind that lives
    apart from the document's content and yet knows its styles.
    """

    def __init__(self, presentation: Any, text: Any) -> None:
        slide = presentation.getDrawPages().getByIndex(0)
        manager = presentation.getUndoManager()
        manager.lock()
        try:
            self._comment = slide.createAndInsertAnnotation()  # its text lives as long as this reference
            slide.removeAnnotation(self._comment)
        finally:
            manager.unlock()
        self._comment.TextRange.copyText(text)

    def put_back(self, text: Any) -> None:
        text.setString(
            self._comment.TextRange.getString()
        )  # a copy is cut at the last paragraph's length before it
        _copy_text(text, self._comment.TextRange)
        cursor = text.createTextCursor()
        cursor.gotoEnd(False)
        cursor.setString("")  # makes the box take over the text that was copied


def _copy_text(text: Any, source: Any) -> None:
    """Call XTextCopy.copyText, which custom shapes have without listing it."""
    context = uno.getComponentContext()
    reflection = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.reflection.CoreReflection", context
    )
    reflection.forName("com.sun.star.text.XTextCopy").getMethod("copyText").invoke(text, (source,))


def read_properties(target: Any, names: Iterable[str]) -> Restore:
    """Read properties of a shape, a cell or a slide; one that was not set becomes unset again."""
    values = [(name, target.getPropertyState(name), target.getPropertyValue(name)) for name in names]

    def differs(name: str, state: Any, value: Any) -> bool:
        return bool(target.getPropertyState(name) != state or target.getPropertyValue(name) != value)

    def restore() -> None:
        for name, state, value in values:  # first, because FillColorTheme's default is that of FillColor, too
            if state != DIRECT_VALUE and differs(name, state, value):
                target.setPropertyToDefault(name)
        for name, state, value in values:
            if state == DIRECT_VALUE and differs(name, state, value):
                target.setPropertyValue(name, value)

    return restore


def read_place(box: Any) -> Restore:
    """Read a shape's position and size."""
    position, size = box.getPosition(), box.getSize()

    return lambda: put_at(box, position, size)


def put_at(box: Any, position: Any, size: Any) -> None:
    """Give a shape this position and size, where it has others."""
    if box.getSize() != size:
        box.setSize(size)
    if box.getPosition() != position:
        box.setPosition(position)


def read_text(presentation: Any, holder: Any, names: Iterable[str] = ()) -> Restore:
    """Read the text of a box or table cell with its formats, and these properties of the holder itself."""
    empty = hasattr(holder, "getShapeType") and is_empty_placeholder(holder)
    restore_properties = read_properties(holder, names)
    place = read_place(holder) if hasattr(holder, "getPosition") else None
    stored = None if empty else StoredText(presentation, holder)

    def restore() -> None:
        restore_properties()
        if stored is not None:
            stored.put_back(holder)
        elif not is_empty_placeholder(holder):
            holder.setString("")  # LibreOffice crashes where a box without text becomes a placeholder again
        if place is not None:
            place()

    return restore


def _restore(values: Sequence[Restore]) -> None:
    for restore in values:
        restore()
