"""The states of Writer."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.office_ways import command, common, dialog, is_true, press, run, type_text, wait
from tests.guest.states.table import AppState, AppTable
from tests.guest.tools.office import PREFIX

APP: Final = "writer"
TYPED: Final = "quzhalf"
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
_IN_SHAPE = (
    "is_enabled('.uno:InsertSoftHyphen') and not hasattr(document.CurrentController.Selection, 'getString')"
)


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


def _leave_shape(subject: OfficeSubject) -> None:
    press(subject, "Escape")
    press(subject, "Escape")


def _edit_comment(subject: OfficeSubject) -> None:
    run(subject, "focus()")
    press(subject, "ctrl", "alt", "c")
    subject.guest.call_tool("computer.screenshot", {"limit_seconds": 3})
    type_text(subject, TYPED)


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


STATES: Final = (
    *common(APP),
    *(dialog(APP, title, text) for title, text in DIALOGS),
    AppState(
        APP,
        "shape being edited",
        _edit_shape,
        lambda subject: is_true(subject, f"{_SHAPE}.String == {TYPED!r}"),
        _leave_shape,
        _add_shape,
        names="shape",
        typed=TYPED,
        keeps=_keeps_shape,
        free=("view/*",),
        readable=False,
    ),
    AppState(
        APP,
        "comment being edited",
        _edit_comment,
        leave=_leave_comment,
        names="comment",
        typed=TYPED,
        keeps=_keeps_comment,
        free=("view/*", "*/content", "*/runs", "*/marks", "*/look", "*comment*"),
        readable=False,
    ),
    command(
        APP,
        "page preview",
        ".uno:PrintPreview",
        "not hasattr(document.CurrentController, 'getViewCursor')",
        leave=lambda subject: subject.python.run('dispatch(".uno:ClosePreview")'),
        names="preview",
        free=("view/*",),
        readable=False,
    ),
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
    lambda subject: subject.office.kill(),
)
