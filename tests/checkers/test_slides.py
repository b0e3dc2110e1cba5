"""Presentations read the same from pptx and odp."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.dml.color import RGBColor
from pptx.util import Cm, Pt

from checkers.evidence import Unusable
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation, read_presentation
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import saved, zipped

TASKS = Path(__file__).parents[2] / "tasks"


def power_point() -> Any:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "First"
    slide.placeholders[1].text = "a\nb"
    slide.notes_slide.notes_text_frame.text = "Say hello"
    fill = slide.background.fill
    fill.solid()
    fill.fore_color.rgb = RGBColor(0xFF, 0xF2, 0xCC)
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    box = second.shapes.add_textbox(Cm(1), Cm(2), Cm(3), Cm(4))
    run = box.text_frame.paragraphs[0].add_run()
    run.text = "boxed"
    run.font.bold, run.font.size, run.font.color.rgb = True, Pt(30), RGBColor(255, 0, 0)
    second._element.set("show", "0")
    return presentation


@pytest.fixture
def slides() -> Presentation:
    return parse_presentation(saved(power_point().save), "a.pptx")


def test_pptx_text(slides: Presentation) -> None:
    assert slides.titles == ["First", ""]
    assert slides.slide(1).texts == ["First", "a\nb"]
    assert slides.slide(1).notes == "Say hello"


def test_pptx_looks(slides: Presentation) -> None:
    first, second = slides.slides
    assert (first.background, second.background) == (0xFFF2CC, None)
    assert (first.hidden, second.hidden) == (False, True)
    box = second.box("boxed")
    assert (box.x, box.y, box.width, box.height) == pytest.approx((1, 2, 3, 4), abs=0.01)
    run = box.paragraphs[0].runs[0]
    assert (run.bold, run.size, run.colour) == (True, 30.0, 0xFF0000)
    assert (slides.width, slides.height) == pytest.approx((25.4, 19.05))


def test_a_real_odp_file() -> None:
    path = TASKS / "libreoffice_impress" / "recap_slide" / "files" / "kickoff.odp"
    slides = parse_presentation(path.read_bytes(), path.name)
    assert slides.titles == ["Agenda", "Where we stand", "What is next", "Open questions"]
    assert slides.slide(1).texts[1].splitlines() == ["Where we stand", "What is next", "Open questions"]
    assert (slides.width, slides.height) == pytest.approx((33.87, 19.05), abs=0.01)
    assert slides.slide(1).boxes[0].y == pytest.approx(1.016, abs=0.01)
    assert [slide.hidden for slide in slides.slides] == [False] * 4


def test_missing_things_are_named(slides: Presentation) -> None:
    with pytest.raises(Unusable, match="there is a slide 3: 2 slides"):
        slides.slide(3)
    with pytest.raises(Unusable, match='contains "gone"'):
        slides.slide(1).box("gone")
    with pytest.raises(Unusable, match=r"/a\.pptx exists"):
        read_presentation(FileGuest(), "/a.pptx")


@pytest.mark.parametrize("name", ["a.pptx", "a.odp"])
@pytest.mark.parametrize("data", [b"", b"junk", zipped({"a": b"b"}), zipped({"content.xml": b"<a><b></a>"})])
def test_files_that_are_no_presentations(name: str, data: bytes) -> None:
    with pytest.raises(Unusable):
        parse_presentation(data, name)
