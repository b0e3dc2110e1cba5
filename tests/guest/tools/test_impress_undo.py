"""What Impress's tools change is one step of the user's Undo, on a real guest."""

from __future__ import annotations

import pytest

from tests.guest.fuzz.impress_documents import make_pptx
from tests.guest.fuzz.impress_pptx import read_pptx
from tests.guest.fuzz.promises import State
from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.office_files import picture

pytestmark = pytest.mark.guest

RICH = [
    {"runs": [{"text": "Sales ", "bold": True}, {"text": "2026", "link": "https://example.org/"}]},
    {"runs": [{"text": "שלום", "color": "accent", "size": 44}], "level": 1, "align": "ctr"},
]
DOCUMENT = {
    "slides": [
        {
            "layout": 1,
            "title": RICH,
            "boxes": [{"kind": kind, "lines": RICH} for kind in ("shape", "table", "nested")],
        },
        {"layout": 5, "boxes": [{"kind": "chart", "lines": RICH}], "hidden": True, "background": "00FF00"},
    ]
}
TITLE, SHAPE = {"slide_index": 1, "box_index": 0}, {"slide_index": 1, "box_index": 2}
EDITS: list[tuple[str, dict[str, object]]] = [
    ("set_text_color", {**TITLE, "color": "red"}),
    ("set_style", {**TITLE, "bold": False, "underline": True}),
    ("set_text_strikethrough", {**TITLE, "line_numbers": [1], "apply": True}),
    ("set_textbox_alignment", {**SHAPE, "alignment": "right"}),
    ("set_background_color", {**SHAPE, "color": "red"}),
    ("set_slide_background", {"color": "red"}),
    ("set_slide_background", {"slide_index": 2, "image_path": f"{FOLDER}/red.png"}),
    ("set_slide_font", {"slide_index": 1, "font_name": "Carlito"}),
    ("write_text", {"page_index": 1, "box_index": 0, "content": "New\nlines", "size": 20}),
    ("write_text", {"page_index": 1, "box_index": 1, "content": "into a placeholder"}),
    ("write_text", {"page_index": 1, "box_index": 2, "content": "\nmore", "append": True, "bold": True}),
    ("position_box", {**SHAPE, "position": "bottom-right"}),
    ("insert_image", {"slide_index": 2, "image_path": f"{FOLDER}/red.png"}),
    ("duplicate_slide", {"slide_index": 1, "target_position": 2}),
    ("set_slide_orientation", {"orientation": "portrait"}),
    ("delete_content", {"slide_index": 1, "box_index": 3}),
]


@pytest.fixture
def impress(office: Office) -> Office:
    """A presentation with rich text, a table, a group and a chart, open in Impress."""
    office.write("red.png", picture())
    office.open("libreoffice_impress", "rich.pptx", lambda stream: stream.write(make_pptx(DOCUMENT)))
    copy(office)  # the first copy lacks what later ones have
    return office


def copy(office: Office) -> State:
    """What a copy of the open presentation has."""
    office.script(
        f"""
values = (struct("com.sun.star.beans.PropertyValue", Name="FilterName", Value="Impress MS PowerPoint 2007 XML"),)
document.storeToURL("file://{FOLDER}/copy.pptx", values)
"""
    )
    return read_pptx(office.file("copy.pptx"))


def steps(office: Office) -> tuple[int, int]:
    """How many steps can be undone and redone."""
    undo, redo = office.look(
        "[len(document.UndoManager.getAllUndoActionTitles()), len(document.UndoManager.getAllRedoActionTitles())]"
    )
    return undo, redo


def test_each_change_is_one_step(impress: Office) -> None:
    states = [copy(impress)]
    for count, (name, arguments) in enumerate(EDITS, start=1):
        impress.call(f"impress.{name}", **arguments)
        assert steps(impress) == (count, 0), name
        states.append(copy(impress))
        assert states[-1] != states[-2], name
    for number in range(len(EDITS) - 1, -1, -1):
        impress.script("document.UndoManager.undo()")
        assert copy(impress) == states[number], EDITS[number]
    for number, edit in enumerate(EDITS, start=1):
        impress.script("document.UndoManager.redo()")
        assert copy(impress) == states[number], edit


def test_a_users_steps_before_and_after_stay_in_order(impress: Office) -> None:
    before = copy(impress)
    impress.call("impress.goto_slide", slide_index=1)
    impress.key("Tab")
    impress.key("F2")
    impress.guest.call_tool("computer.type", {"text": "Mine "})
    impress.call("impress.set_text_color", **TITLE, color="red")
    impress.call("impress.write_text", page_index=1, box_index=2, content="Tool")
    impress.key("Tab")
    impress.key("Delete")
    after = copy(impress)
    count = steps(impress)[0]
    for _ in range(count):
        impress.key("ctrl", "z")
    assert copy(impress) == before
    for _ in range(count):
        impress.key("ctrl", "y")
    assert copy(impress) == after


def test_a_refused_call_leaves_steps_and_document(impress: Office) -> None:
    impress.call("impress.set_text_color", **TITLE, color="red")
    impress.script("document.UndoManager.undo()")
    before = copy(impress)
    for name, arguments in (
        ("set_text_strikethrough", {**TITLE, "line_numbers": [1, 9], "apply": True}),
        ("set_slide_background", {"image_path": f"{FOLDER}/copy.pptx"}),
        ("set_slide_font", {"slide_index": 1, "font_name": "No Such Font"}),
        ("write_text", {"page_index": 1, "box_index": 0, "content": "bell\x07"}),
        ("insert_image", {"slide_index": 1, "image_path": f"{FOLDER}/copy.pptx"}),
    ):
        impress.refusal(f"impress.{name}", **arguments)
        assert steps(impress) == (0, 1), name
    assert copy(impress) == before
