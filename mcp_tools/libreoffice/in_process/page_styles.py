"""Page styles of a workbook, changed so that Undo takes it back: LibreOffice itself does not record it."""

from __future__ import annotations

from typing import Any

import unohelper
from com.sun.star.beans.PropertyState import DIRECT_VALUE
from com.sun.star.document import XUndoAction

_Scale = dict[str, int]
_SCALES = ("ScaleToPagesX", "ScaleToPagesY", "ScaleToPages", "PageScale")
_READ_ONLY = 16
"""com.sun.star.beans.PropertyAttribute.READONLY."""


class _Scaled(unohelper.Base, XUndoAction):  # type: ignore[misc]
    """The step of Undo: a sheet's page style and that style's scale, before and after."""

    Title = "Scale"

    def __init__(self, book: Any, sheet: int, styles: tuple[str, str], scales: tuple[_Scale, _Scale]) -> None:
        self._book, self._sheet = book, sheet
        self._styles, self._scales = styles, scales

    def undo(self) -> None:
        self._apply(0)

    def redo(self) -> None:
        self._apply(1)

    def _apply(self, side: int) -> None:
        styles = self._book.getStyleFamilies().getByName("PageStyles")
        _set_scale(styles.getByName(self._styles[1]), self._scales[side])
        self._book.getSheets().getByIndex(self._sheet).setPropertyValue("PageStyle", self._styles[side])


def scale(book: Any, sheet: Any, pages_x: int, pages_y: int) -> None:
    """Scale the sheet's pages to so many side by side and below each other; 0 is any number.

    A page style that other sheets have too is copied for this sheet.
    """
    styles = book.getStyleFamilies().getByName("PageStyles")
    shared = sheet.getPropertyValue("PageStyle")
    users = [item for item in _sheets(book) if item.getPropertyValue("PageStyle") == shared]
    own = _copy(book, styles, shared, sheet.getName()) if len(users) > 1 else shared
    style = styles.getByName(own)
    before = _scale_of(style)
    style.setPropertyValue("ScaleToPagesX", pages_x)
    style.setPropertyValue("ScaleToPagesY", pages_y)
    sheet.setPropertyValue("PageStyle", own)
    number = sheet.getRangeAddress().Sheet
    book.getUndoManager().addUndoAction(_Scaled(book, number, (shared, own), (before, _scale_of(style))))


def _scale_of(style: Any) -> _Scale:
    return {name: style.getPropertyValue(name) for name in _SCALES}


def _set_scale(style: Any, scale: _Scale) -> None:
    """Set the kind of scale that is in force: setting one kind ends the others."""
    style.setPropertyValue("PageScale", scale["PageScale"])
    for name in ("ScaleToPages", "ScaleToPagesX", "ScaleToPagesY"):
        if scale[name]:
            style.setPropertyValue(name, scale[name])


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
        if not item.Attributes & _READ_ONLY and source.getPropertyState(item.Name) == DIRECT_VALUE:
            target.setPropertyValue(item.Name, source.getPropertyValue(item.Name))
    return new
