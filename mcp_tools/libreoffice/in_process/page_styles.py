"""Page styles of a workbook, changed so that Undo takes it back: LibreOffice itself does not record it."""

from __future__ import annotations

from typing import Any

import unohelper
from com.sun.star.document import XUndoAction

_SCALES = ("PageScale", "ScaleToPages", "ScaleToPagesX", "ScaleToPagesY")


def scale(book: Any, sheet: Any, pages_x: int, pages_y: int) -> None:
    """Scale the sheet's pages to so many side by side and below each other; 0 is any number."""
    styles = book.getStyleFamilies().getByName("PageStyles")
    shared = sheet.getPropertyValue("PageStyle")
    users = [item for item in _sheets(book) if item.getPropertyValue("PageStyle") == shared]
    own = _copy(book, styles, shared, sheet.getName()) if len(users) > 1 else shared
    style = styles.getByName(own)
    before = {name: style.getPropertyValue(name) for name in _SCALES}
    style.setPropertyValue("ScaleToPagesX", pages_x)
    style.setPropertyValue("ScaleToPagesY", pages_y)
    after = {name: style.getPropertyValue(name) for name in _SCALES}
    sheet.setPropertyValue("PageStyle", own)
    action = _Scaled(book, sheet.getRangeAddress().Sheet, (shared, own), (before, after))
    book.getUndoManager().addUndoAction(action)


def _sheets(book: Any) -> list[Any]:
    sheets = book.getSheets()
    return [sheets.getByIndex(i) for i in range(sheets.getCount())]


def _copy(book: Any, styles: Any, name: str, sheet: str) -> str:
    """A new page style with all that another one sets."""
    names = styles.getElementNames()
    new = next(
        option
        for number in range(1, len(names) + 2)
        if (option := f"{name} {sheet}" + (f" {number}" if number > 1 else "")) not in names
    )
    styles.insertByName(new, book.createInstance("com.sun.star.style.PageStyle"))
    source, target = styles.getByName(name), styles.getByName(new)
    for switch in ("HeaderIsOn", "FooterIsOn"):  # first: the other properties of a header exist only with it
        target.setPropertyValue(switch, source.getPropertyValue(switch))
    for item in source.getPropertySetInfo().getProperties():
        if not item.Attributes & _READ_ONLY and source.getPropertyState(item.Name) == _DIRECT:
            target.setPropertyValue(item.Name, source.getPropertyValue(item.Name))
    return new
