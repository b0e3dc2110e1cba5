"""Impress's tools on boxes and in states in which they cannot do what they are called for, on a real guest."""

from __future__ import annotations

import io

import pptx
import pytest
from PIL import Image

from tests.guest.fuzz.impress_documents import make_pptx
from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.office_files import picture

pytestmark = pytest.mark.guest

LINES = [{"runs": [{"text": "Sales"}]}]
KINDS = ("picture", "line", "chart", "table", "group", "text")
PICTURE, LINE, CHART, TABLE, GROUP, TEXT = range(6)
DOCUMENT = {
    "slides": [
        {"layout": 6, "boxes": [{"kind": kind, "lines": LINES} for kind in KINDS], "hidden": True},
        {"layout": 1, "boxes": []},
    ]
}


@pytest.fixture
def impress(office: Office) -> Office:
    """A hidden slide with a box of each kind, and one with empty placeholders."""
    office.write("red.png", picture())
    office.open("libreoffice_impress", "kinds.pptx", lambda stream: stream.write(make_pptx(DOCUMENT)))
    return office


_CENTRE = """
mode = uno.Enum("com.sun.star.drawing.framework.AnchorBindingMode", "INDIRECT")
configuration = document.getCurrentController().getConfigurationController().getCurrentConfiguration()
for view in configuration.getResources(None, "", mode):
    if view.getAnchor().getResourceURL().endswith("CenterPane"):
        print(view.getResourceURL())
"""


def saved(office: Office) -> pptx.presentation.Presentation:
    office.call("impress.save")
    return pptx.Presentation(io.BytesIO(office.file("kinds.pptx")))


def modified(office: Office) -> bool:
    return bool(office.look("document.isModified()"))


def test_what_a_box_does_not_keep_in_the_file_is_refused(impress: Office) -> None:
    for index in (PICTURE, LINE, CHART, TABLE, GROUP):
        box = {"slide_index": 1, "box_index": index}
        for name, arguments in (
            ("set_text_color", {**box, "color": "red"}),
            ("set_style", {**box, "bold": True}),
            ("set_textbox_alignment", {**box, "alignment": "right"}),
            ("set_text_strikethrough", {**box, "line_numbers": [1], "apply": True}),
            ("write_text", {"page_index": 1, "box_index": index, "content": "x"}),
        ):
            assert "holds no text of its own" in impress.refusal(f"impress.{name}", **arguments)
        assert "has no fill" in impress.refusal("impress.set_background_color", **box, color="red")
    for name, arguments in (
        ("set_text_color", {"color": "red"}),
        ("set_style", {"bold": True}),
        ("set_textbox_alignment", {"alignment": "right"}),
    ):
        message = impress.refusal(f"impress.{name}", slide_index=2, box_index=0, **arguments)
        assert "no text yet" in message
    assert not modified(impress)


def test_tables_groups_and_hidden_slides_are_read(impress: Office) -> None:
    first, second = impress.data("impress.env_info")["slides"]
    assert (first["hidden"], second["hidden"]) == (True, False)
    assert first["boxes"][TABLE]["text"] == "Sales\t\n\t\tcell"
    assert first["boxes"][GROUP]["text"] == "Sales"


@pytest.mark.parametrize(
    ("content", "more", "message"),
    [
        ("bell\x07", {}, "U+0007"),
        ("", {"append": True}, "nothing to append"),
        ("", {"bold": True}, "nothing to apply to"),
        ("y" * 100_001, {}, "100,001 characters"),
        ("\n" * 2_000, {}, "2,001 lines"),
    ],
)
def test_text_that_cannot_be_written_is_refused(
    impress: Office, content: str, more: dict[str, object], message: str
) -> None:
    refused = impress.refusal("impress.write_text", content=content, page_index=1, box_index=TEXT, **more)
    assert message in refused and len(refused) < 500
    assert not modified(impress)


def test_added_text_leaves_the_format_of_the_text_before(impress: Office) -> None:
    for content in ("\nmore", " end"):
        impress.call(
            "impress.write_text",
            content=content,
            page_index=1,
            box_index=TEXT,
            append=True,
            bold=True,
            size=40,
        )
    runs = [run for line in saved(impress).slides[0].shapes[TEXT].text_frame.paragraphs for run in line.runs]
    assert [(run.text, run.font.bold, run.font.size.pt) for run in runs] == [
        ("Sales", False, 18),
        ("more end", True, 40),
    ]


def test_a_picture_does_not_take_an_empty_placeholder(impress: Office) -> None:
    before = impress.data("impress.env_info", page_indices=[2])["slides"][0]["boxes"]
    impress.call("impress.insert_image", slide_index=2, image_path=f"{FOLDER}/red.png", width=4)
    boxes = impress.data("impress.env_info", page_indices=[2])["slides"][0]["boxes"]
    assert boxes[:2] == before and (boxes[2]["kind"], boxes[2]["width"]) == ("graphicobject", 4)
    page = "document.getDrawPages().getByIndex(1)"
    empty = impress.look(f"[{page}.getByIndex(i).IsEmptyPresentationObject for i in (0, 1)]")
    assert empty == [True, True]


def test_the_slide_shown_and_the_selection_stay(impress: Office) -> None:
    impress.script("c = document.getCurrentController()\nc.select(c.getCurrentPage().getByIndex(5))")
    impress.call("impress.insert_image", slide_index=2, image_path=f"{FOLDER}/red.png")
    view = "document.getCurrentController()"
    assert impress.look(
        f"[{view}.getCurrentPage().Number, {view}.getSelection().getByIndex(0).getString()]"
    ) == [
        1,
        "Sales",
    ]


@pytest.mark.parametrize(
    ("command", "refused"), [("OutlineMode", True), ("DiaMode", False), ("NotesMode", False)]
)
def test_other_views(impress: Office, command: str, refused: bool) -> None:
    impress.script(
        f"""
helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
helper.executeDispatch(document.getCurrentController().getFrame(), ".uno:{command}", "", 0, ())
"""
    )
    url = {"OutlineMode": "OutlineView", "DiaMode": "SlideSorter", "NotesMode": "NotesView"}[command]
    impress.wait_until(lambda: url in impress.script(_CENTRE))
    image = {"slide_index": 1, "image_path": f"{FOLDER}/red.png"}
    assert "View > Normal" in impress.refusal("impress.insert_image", **image)
    assert "View > Normal" in impress.refusal("impress.duplicate_slide", slide_index=1, target_position=1)
    colour = {"slide_index": 1, "box_index": TEXT, "color": "red"}
    if refused:
        assert "View > Normal" in impress.refusal("impress.set_text_color", **colour)
    else:
        impress.call("impress.set_text_color", **colour)


def test_pictures_of_slides_are_all_written_or_none(impress: Office) -> None:
    impress.guest.run(["mkdir", "-p", f"{FOLDER}/out-2.png"], as_user=True)
    path = {"file_path": f"{FOLDER}/out.png", "format": "png"}
    assert "out-2.png is a folder" in impress.refusal("impress.export_to_image", **path)
    assert impress.guest.run(["sh", "-c", f"ls {FOLDER}/out-1.png || true"]).text.strip() == ""
    impress.guest.run(["rmdir", f"{FOLDER}/out-2.png"])
    impress.call("impress.export_to_image", **path)
    assert Image.open(io.BytesIO(impress.file("out-2.png"))).format == "PNG"


def test_impossible_file_names_are_refused(impress: Office) -> None:
    for name in ("n" * 300, "a\0b"):
        for tool, arguments in (
            ("save_as", {"file_path": f"{FOLDER}/{name}.odp"}),
            ("export_to_image", {"file_path": f"{FOLDER}/{name}.png", "format": "png"}),
            ("convert_to_docx", {"output_path": f"{FOLDER}/{name}.docx"}),
            ("insert_image", {"slide_index": 1, "image_path": f"{FOLDER}/{name}.png"}),
            ("insert_file", {"file_path": f"{FOLDER}/{name}.mp4"}),
            ("set_slide_background", {"image_path": f"{FOLDER}/{name}.png"}),
        ):
            refused = impress.refusal(f"impress.{tool}", **arguments)
            assert "too long" in refused or "NUL character" in refused
