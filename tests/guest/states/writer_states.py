"""The states of Writer."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.office_languages import locales
from tests.guest.states.office_ways import (
    TYPED,
    command,
    common,
    dialog,
    editing,
    end,
    escape_twice,
    full_screen,
    is_true,
    page_preview,
    press,
    run,
    type_comment,
    type_text,
    wait,
)
from tests.guest.states.table import AppState, AppTable, nothing
from tests.guest.tools.office import PREFIX

APP: Final = "writer"
DIALOGS: Final = (
    ("Insert Table", ".uno:InsertTable"),
    ("Character", ".uno:FontDialog"),
    ("Paragraph", ".uno:ParagraphDialog"),
    ("Page Style", ".uno:PageDialog"),
    ("Word Count", ".uno:WordCountDialog"),
    ("Insert Image", ".uno:InsertGraphic"),
    ("Hyperlink", ".uno:HyperlinkDialog"),
    ("Bookmark", ".uno:InsertBookmark"),
    ("Special Characters", ".uno:InsertSymbol"),
    ("Manage Changes", ".uno:AcceptTrackedChanges"),
)

_ADD_SHAPE = """
shape = document.createInstance("com.sun.star.drawing.RectangleShape")
size, place = uno.createUnoStruct("com.sun.star.awt.Size"), uno.createUnoStruct("com.sun.star.awt.Point")
size.Width, size.Height, place.X, place.Y = 6000, 3000, 3000, 12000
shape.Size, shape.Position = size, place
document.DrawPage.add(shape)
"""
_SHAPE = "document.DrawPage.getByIndex(document.DrawPage.Count - 1)"


def _add_shape(subject: OfficeSubject) -> None:
    run(subject, f"{_ADD_SHAPE}\nshape.String = {TYPED!r}")


def _edit_shape(subject: OfficeSubject) -> None:
    run(
        subject,
        f"{_SHAPE}.String = {TYPED[:3]!r}\ndocument.CurrentController.select({_SHAPE})\nfocus()",
    )
    press(subject, "F2")
    type_text(subject, TYPED[3:])
    wait(lambda: is_true(subject, f"{_SHAPE}.String == {TYPED!r}"), "the text in the shape")


def _edit_comment(subject: OfficeSubject) -> None:
    run(subject, "focus()")
    type_comment(subject)


def _leave_comment(subject: OfficeSubject) -> None:
    for _ in range(3):
        if not _is_in_text(subject):
            press(subject, "Escape")
    wait(lambda: _is_in_text(subject), "the cursor in the text")


def _is_in_text(subject: OfficeSubject) -> bool:
    return is_true(subject, "document.CurrentController.Selection is not None")


def _keeps_shape(subject: OfficeSubject) -> bool:
    shapes = "[document.DrawPage.getByIndex(number) for number in range(document.DrawPage.Count)]"
    return is_true(subject, f"any(getattr(shape, 'String', '') == {TYPED!r} for shape in {shapes})")


def _keeps_comment(subject: OfficeSubject) -> bool:
    found = run(
        subject,
        "fields, contents = document.TextFields.createEnumeration(), []\n"
        "while fields.hasMoreElements():\n"
        "    contents.append(getattr(fields.nextElement(), 'Content', ''))\n"
        "print(contents)",
    )
    return TYPED in found


def _write_375_pages(subject: OfficeSubject) -> None:
    code = (
        "lines = ['The fox ran on and on. ' * 8] * 6000\n"
        "document.Text.insertString(document.Text.End, '\\r'.join(lines), False)"
    )
    run(subject, code)


STATES: Final = (
    *common(APP),
    AppState(APP, "375 pages", nothing, prepare=_write_375_pages, names="paragraph_indices"),
    *locales(APP, "document"),
    *(dialog(APP, title, text) for title, text in DIALOGS),
    editing(
        APP,
        "shape being edited",
        _edit_shape,
        holds=lambda subject: is_true(subject, f"{_SHAPE}.String == {TYPED!r}"),
        leave=escape_twice,
        prepare=_add_shape,
        names="shape",
        keeps=_keeps_shape,
    ),
    editing(
        APP,
        "comment being edited",
        _edit_comment,
        leave=_leave_comment,
        names="comment",
        keeps=_keeps_comment,
        free=("view/*", "*/content", "*/runs", "*/marks", "*/look", "*comment*"),
    ),
    full_screen(APP),
    page_preview(APP, "not hasattr(document.CurrentController, 'getViewCursor')"),
    command(
        APP,
        "web layout",
        ".uno:BrowseView",
        "document.CurrentController.ViewSettings.ShowOnlineLayout",
        free=("view/*",),
    ),
)
TABLE: Final = AppTable(
    STATES,
    {
        "format": "odt",
        "features": ["plain", "tables"],
        "place": {"kind": "body", "paragraph": 0, "offset": 3, "length": 0},
        "record": False,
    },
    f"{PREFIX}writer.env_info",
    end,
)
