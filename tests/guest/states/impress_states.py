"""The states of Impress."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.impress_documents import VIEWS
from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.office_ways import (
    TYPED,
    common,
    dialog,
    editing,
    end,
    escape_twice,
    is_true,
    press,
    run,
    type_text,
    wait,
)
from tests.guest.states.table import AppState, AppTable, nothing
from tests.guest.tools.office import PREFIX

APP: Final = "impress"
DIALOGS: Final = (
    ("Character", ".uno:FontDialog"),
    ("Slide Properties", ".uno:PageSetup"),
    ("Insert Image", ".uno:InsertGraphic"),
    ("Slide Show Settings", ".uno:PresentationDialog"),
    ("Custom Slide Shows", ".uno:CustomShowDialog"),
    ("Insert Table", ".uno:InsertTable"),
    ("Hyperlink", ".uno:HyperlinkDialog"),
    ("Create Photo Album", ".uno:PhotoAlbumDialog"),
)
_BOX = "document.DrawPages.getByIndex(0).getByIndex(0)"
_RUNNING = "document.Presentation.isRunning() and bool(document.Presentation.getController())"


def _start_show(subject: OfficeSubject) -> None:
    run(subject, "document.Presentation.start()")
    wait(lambda: _shows(subject), "the slide show")


def _shows(subject: OfficeSubject) -> bool:
    return is_true(subject, _RUNNING)


def _end_show(subject: OfficeSubject) -> None:
    run(subject, "document.Presentation.end()")
    wait(lambda: is_true(subject, "not document.Presentation.isRunning()"), "the end of the slide show")


def _will_hold_text(subject: OfficeSubject) -> None:
    run(subject, f"{_BOX}.String = {TYPED!r}")


def _edit_box(subject: OfficeSubject) -> None:
    run(subject, f"{_BOX}.String = {TYPED[:3]!r}\ndocument.CurrentController.select({_BOX})\nfocus()")
    press(subject, "F2")
    type_text(subject, TYPED[3:])
    wait(lambda: is_true(subject, f"{_BOX}.String == {TYPED!r}"), "the typed text")


_LINE = {"runs": [{"text": "Sales"}]}
_SLIDE = {
    "layout": 6,
    "boxes": [{"kind": "text", "lines": [_LINE, _LINE]}, {"kind": "shape", "lines": [_LINE]}],
}

STATES: Final = (
    *common(APP),
    *(dialog(APP, title, text) for title, text in DIALOGS),
    *(
        AppState(
            APP,
            f"{view} view",
            nothing,
            document={"view": view},
            names=f"{view}|view",
            free=("view/*",),
        )
        for view in VIEWS
        if view != "normal"
    ),
    AppState(
        APP,
        "slide show",
        _start_show,
        _shows,
        _end_show,
        names="slide show",
        free=("view/*",),
        readable=False,
    ),
    editing(APP, "box being edited", _edit_box, leave=escape_twice, prepare=_will_hold_text),
)
TABLE: Final = AppTable(
    STATES,
    {"format": "pptx", "slides": [_SLIDE, _SLIDE], "view": "normal"},
    f"{PREFIX}impress.get_slide_count",
    end,
)
