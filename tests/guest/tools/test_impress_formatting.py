"""Impress's tools for how slides look, on a real guest; effects are looked up in the saved file."""

from __future__ import annotations

import io
from typing import Any

import pptx
import pytest
from pptx.enum.text import PP_ALIGN

from checkers.slides import parse_presentation
from tests.guest.tools.office import FOLDER, PREFIX, Office
from tests.guest.tools.office_files import picture, talk

pytestmark = pytest.mark.guest

P = PREFIX + "impress."
BOX = {"slide_index": 2, "box_index": 1}
NO_BOX = {"slide_index": 2, "box_index": 5}


@pytest.fixture
def impress(office: Office) -> Office:
    """A presentation of three slides open in Impress."""
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    return office


def saved(office: Office) -> Any:
    office.call("impress.save")
    return pptx.Presentation(io.BytesIO(office.file("talk.pptx")))


def paragraphs(office: Office) -> Any:
    """The paragraphs of BOX in the saved file."""
    return saved(office).slides[1].shapes[1].text_frame.paragraphs


@pytest.mark.effect(P + "set_slide_background")
def test_backgrounds_of_one_and_of_all_slides(impress: Office) -> None:
    impress.call("impress.set_slide_background", slide_index=3, color="#FFF2CC")
    impress.call("impress.save")
    slides = parse_presentation(impress.file("talk.pptx"), "talk.pptx").slides
    assert [slide.background for slide in slides] == [None, None, 0xFFF2CC]
    impress.write("red.png", picture())
    impress.call("impress.set_slide_background", image_path=f"{FOLDER}/red.png")
    for slide in saved(impress).slides:
        assert slide._element.xpath("p:cSld/p:bg//a:blip")


@pytest.mark.error(P + "set_slide_background")
def test_a_background_is_a_colour_or_a_picture(impress: Office) -> None:
    assert "either" in impress.refusal("impress.set_slide_background", slide_index=1)
    assert "no file" in impress.refusal("impress.set_slide_background", image_path="/nowhere.png")
    assert "no colour" in impress.refusal("impress.set_slide_background", color="#12345")


@pytest.mark.effect(P + "set_background_color")
def test_a_box_is_filled(impress: Office) -> None:
    assert "talk.pptx" in impress.call("impress.set_background_color", **BOX, color="rgb(0, 128, 255)").text
    assert str(saved(impress).slides[1].shapes[1].fill.fore_color.rgb) == "0080FF"


@pytest.mark.effect(P + "set_text_color")
def test_text_is_coloured(impress: Office) -> None:
    impress.call("impress.set_text_color", **BOX, color="red")
    colours = [str(run.font.color.rgb) for line in paragraphs(impress) for run in line.runs]
    assert colours == ["FF0000", "FF0000"]


@pytest.mark.effect(P + "set_style")
def test_text_is_styled(impress: Office) -> None:
    impress.call("impress.set_style", **BOX, bold=True, italic=True)
    impress.call("impress.set_style", **BOX, italic=False, underline=True)
    fonts = [run.font for line in paragraphs(impress) for run in line.runs]
    assert [(font.bold, bool(font.italic), bool(font.underline)) for font in fonts] == [
        (True, False, True)
    ] * 2


@pytest.mark.effect(P + "set_text_strikethrough")
def test_lines_are_struck_through(impress: Office) -> None:
    def struck() -> list[bool]:
        return [
            run._r.rPr is not None and run._r.rPr.get("strike") == "sngStrike"
            for line in paragraphs(impress)
            for run in line.runs
        ]

    impress.call("impress.set_text_strikethrough", **BOX, line_numbers=[1, 2], apply=True)
    assert struck() == [True, True]
    impress.call("impress.set_text_strikethrough", **BOX, line_numbers=[1], apply=False)
    assert struck() == [False, True]


@pytest.mark.error(P + "set_text_strikethrough")
def test_unknown_lines_are_refused(impress: Office) -> None:
    for lines in ([0], [3], [1, 9]):
        assert "1 'a'" in impress.refusal(
            "impress.set_text_strikethrough", **BOX, line_numbers=lines, apply=True
        )


@pytest.mark.effect(P + "set_textbox_alignment")
@pytest.mark.parametrize(
    ("alignment", "saved_as"),
    [("center", PP_ALIGN.CENTER), ("right", PP_ALIGN.RIGHT), ("justify", PP_ALIGN.JUSTIFY)],
)
def test_paragraphs_of_a_box_are_aligned(impress: Office, alignment: str, saved_as: PP_ALIGN) -> None:
    impress.call("impress.set_textbox_alignment", **BOX, alignment=alignment)
    assert [line.alignment for line in paragraphs(impress)] == [saved_as] * 2


@pytest.mark.error(
    P + "set_textbox_alignment", P + "set_style", P + "set_text_color", P + "set_background_color"
)
def test_looks_need_a_box_and_a_value(impress: Office) -> None:
    assert "'Slide 2'" in impress.refusal("impress.set_textbox_alignment", **NO_BOX, alignment="left")
    assert '"justify"' in impress.refusal("impress.set_textbox_alignment", **BOX, alignment="middle")
    assert "at least one" in impress.refusal("impress.set_style", **BOX)
    assert "'Slide 2'" in impress.refusal("impress.set_text_color", **NO_BOX, color="red")
    assert "no colour" in impress.refusal("impress.set_text_color", **BOX, color="reddish")
    assert "'Slide 2'" in impress.refusal("impress.set_background_color", **NO_BOX, color="red")
    impress.write("red.png", picture())
    impress.call("impress.insert_image", slide_index=2, image_path=f"{FOLDER}/red.png")
    assert "no fill" in impress.refusal(
        "impress.set_background_color", slide_index=2, box_index=2, color="red"
    )


def with_table() -> Any:
    presentation = talk()
    slide = presentation.slides[1]
    table = slide.shapes.add_table(1, 2, 0, 0, 3_000_000, 500_000).table
    table.cell(0, 1).text = "cell"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 1_000_000, 500_000).text_frame.text = "grouped"
    return presentation


@pytest.mark.effect(P + "set_slide_font")
def test_the_font_of_a_slide_reaches_tables_and_groups(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", with_table().save)
    office.call("impress.set_slide_font", slide_index=2, font_name="DejaVu Sans")
    title, bullets, table, group = saved(office).slides[1].shapes
    frames = [
        title.text_frame,
        bullets.text_frame,
        table.table.cell(0, 1).text_frame,
        group.shapes[0].text_frame,
    ]
    runs = [run for frame in frames for line in frame.paragraphs for run in line.runs]
    assert [run.text for run in runs] == ["Slide 2", "a", "b", "cell", "grouped"]
    assert {run.text: run.font.name for run in runs} == dict.fromkeys(
        ("Slide 2", "a", "b", "cell", "grouped"), "DejaVu Sans"
    )
    assert saved(office).slides[0].shapes.title.text_frame.paragraphs[0].runs[0].font.name != "DejaVu Sans"


@pytest.mark.error(P + "set_slide_font")
def test_an_unknown_font_is_refused(impress: Office) -> None:
    assert "Liberation Sans" in impress.refusal(
        "impress.set_slide_font", slide_index=1, font_name="Comic Sans MS"
    )
    assert "1 to 3" in impress.refusal("impress.set_slide_font", slide_index=4, font_name="Carlito")


@pytest.mark.effect(P + "set_slide_orientation")
def test_slides_are_turned_with_their_boxes(impress: Office) -> None:
    before = pptx.Presentation(io.BytesIO(impress.file("talk.pptx")))
    impress.call("impress.set_slide_orientation", orientation="portrait")
    impress.call("impress.set_slide_orientation", orientation="portrait")
    after = saved(impress)
    assert (after.slide_width, after.slide_height) == pytest.approx(
        (before.slide_height, before.slide_width), abs=500
    )
    for slide in after.slides:
        for shape in slide.shapes:
            assert 0 <= shape.left <= shape.left + shape.width <= after.slide_width
            assert 0 <= shape.top <= shape.top + shape.height <= after.slide_height
    impress.call("impress.set_slide_orientation", orientation="landscape")
    assert saved(impress).slide_width > saved(impress).slide_height


@pytest.mark.error(P + "set_slide_orientation")
def test_an_orientation_must_be_known(impress: Office) -> None:
    assert '"portrait"' in impress.refusal("impress.set_slide_orientation", orientation="upright")
