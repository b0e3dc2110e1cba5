"""Additive mutants of presentations of Office's form, as python-pptx reads them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml.ns import qn
from pptx.util import Cm

from controller.proofs.mutants.additive.presentation import PRESENTATIONS
from tests.checkers.office_files import saved
from tests.controller.proofs.mutants.additive.mutated import check_listing, check_probe, of_kind

pytestmark = pytest.mark.sampled

Probe = Callable[[Any], object]
TITLE_AND_CONTENT, TITLE_ONLY = 1, 5


@pytest.fixture(scope="module")
def presentation() -> bytes:
    """A slide with a list, one with a table, a picture and a chart, and one that is hidden."""
    presentation = pptx.Presentation()
    layouts = presentation.slide_layouts
    listed = presentation.slides.add_slide(layouts[TITLE_AND_CONTENT])
    listed.shapes.title.text = "Plan"
    listed.placeholders[1].text = "First\nSecond"
    shown = presentation.slides.add_slide(layouts[TITLE_ONLY])
    shown.shapes.title.text = "Figures"
    table = shown.shapes.add_table(2, 2, Cm(1), Cm(5), Cm(8), Cm(3)).table
    table.cell(0, 0).text = "Month"
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(picture, "PNG")
    shown.shapes.add_picture(picture, Cm(10), Cm(5), Cm(4), Cm(3))
    data = CategoryChartData()
    data.categories = ["May", "June"]
    data.add_series("Visits", (3, 4))
    chart = shown.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(1), Cm(9), Cm(8), Cm(6), data).chart
    chart.has_title = False
    chart.has_legend = True
    hidden = presentation.slides.add_slide(layouts[TITLE_ONLY])
    hidden.shapes.title.text = "Later"
    hidden._element.set("show", "0")
    return saved(presentation.save)


def load(data: bytes) -> Any:
    return pptx.Presentation(io.BytesIO(data))


def slides(read: Probe) -> Probe:
    return lambda presentation: [read(slide) for slide in presentation.slides]


def shapes(read: Probe) -> Probe:
    return slides(lambda slide: [read(shape) for shape in slide.shapes])


def frames(slide: Any) -> Iterator[Any]:
    for shape in slide.shapes:
        if shape.has_text_frame:
            yield shape.text_frame
        if shape.has_table:
            yield from (cell.text_frame for cell in shape.table.iter_cells())


def paragraphs(read: Probe) -> Probe:
    return slides(lambda slide: [read(each) for frame in frames(slide) for each in frame.paragraphs])


def runs(read: Probe) -> Probe:
    return paragraphs(lambda paragraph: [read(run) for run in paragraph.runs])


def charts(read: Probe) -> Probe:
    return slides(lambda slide: [read(shape.chart) for shape in slide.shapes if shape.has_chart])


def tables(read: Probe) -> Probe:
    return slides(lambda slide: [read(shape.table) for shape in slide.shapes if shape.has_table])


def elements(name: str, attribute: str = "id") -> Probe:
    return slides(lambda slide: [element.get(attribute) for element in slide._element.iter(qn(name))])


def background(page: Any) -> object:
    properties = page._element.cSld.bg
    return None if properties is None else [child.tag for child in properties.iter()]


def notes(slide: Any) -> object:
    return slide.notes_slide.notes_text_frame.text if slide.has_notes_slide else ""


def series_colours(chart: Any) -> object:
    return [series.format.fill.type for series in chart.plots[0].series]


box_places = shapes(lambda shape: (shape.left, shape.top, shape.width, shape.height))
names = shapes(lambda shape: shape.name)
hidden = slides(lambda slide: slide._element.get("show"))
titles = slides(lambda slide: slide.shapes.title is not None and slide.shapes.title.text)
PROBES: dict[str, Probe] = {
    "bold added": runs(lambda run: run.font.bold),
    "italic added": runs(lambda run: run.font.italic),
    "underline added": runs(lambda run: run.font.underline),
    "strikethrough added": elements("a:rPr", "strike"),
    "colour added": runs(lambda run: run.font.fill.type),
    "size changed": runs(lambda run: run.font.size),
    "font changed": runs(lambda run: run.font.name),
    "alignment changed": paragraphs(lambda paragraph: paragraph.alignment),
    "line spacing changed": paragraphs(lambda paragraph: paragraph.line_spacing),
    "level changed": paragraphs(lambda paragraph: paragraph.level),
    "bullet changed": elements("a:buChar", "char"),
    "link added": runs(lambda run: run.hyperlink.address),
    "vertical alignment changed": slides(lambda slide: [frame.vertical_anchor for frame in frames(slide)]),
    "box moved": box_places,
    "box resized": box_places,
    "box rotated": shapes(lambda shape: getattr(shape, "rotation", None)),
    "box added": names,
    "box added off the slide": names,
    "shape added": names,
    "shape removed": names,
    "shapes reordered": names,
    "shape filled": shapes(lambda shape: hasattr(shape, "fill") and shape.fill.type),
    "shape line changed": shapes(lambda shape: hasattr(shape, "line") and shape.line.width),
    "picture cropped": shapes(lambda shape: getattr(shape, "crop_left", None)),
    "column width changed": tables(lambda table: [column.width for column in table.columns]),
    "cell filled": tables(lambda table: [cell.fill.type for cell in table.iter_cells()]),
    "chart title changed": charts(lambda chart: chart.has_title),
    "chart series recoloured": charts(series_colours),
    "chart legend changed": charts(lambda chart: chart.has_legend),
    "slide background changed": slides(background),
    "slide gradient added": slides(background),
    "layout background changed": lambda presentation: [
        background(each) for each in presentation.slide_layouts
    ],
    "master background changed": lambda presentation: background(presentation.slide_master),
    "box added to master": lambda presentation: [shape.name for shape in presentation.slide_master.shapes],
    "slide hidden": hidden,
    "slide shown": hidden,
    "slide duplicated": titles,
    "slide added": titles,
    "notes changed": slides(notes),
    "transition changed": elements("p:transition", "spd"),
    "animation changed": elements("p:timing"),
    "layout changed": slides(lambda slide: slide.slide_layout.name),
    "slide size changed": lambda presentation: presentation.slide_width,
}


def test_every_kind_has_a_probe() -> None:
    assert PROBES.keys() == PRESENTATIONS.rules.keys()


@pytest.mark.parametrize("kind", PRESENTATIONS.rules)
def test_a_mutant_changes_what_its_kind_says(presentation: bytes, kind: str) -> None:
    check_probe(PRESENTATIONS, presentation, kind, load, PROBES[kind])


def test_mutants_are_listed_without_a_change(presentation: bytes) -> None:
    check_listing(PRESENTATIONS, presentation)


def test_a_duplicate_has_the_picture_and_the_chart_of_its_slide(presentation: bytes) -> None:
    made = load(of_kind(PRESENTATIONS, presentation, "slide duplicated")[1].made())
    shown, copied = made.slides[1], made.slides[3]
    assert [shape.name for shape in copied.shapes] == [shape.name for shape in shown.shapes]
    assert copied.shapes[2].image.blob == shown.shapes[2].image.blob
    assert copied.shapes[3].chart.plots[0].categories[0] == "May"


def test_what_a_layout_makes_bold_is_not_made_bold(presentation: bytes) -> None:
    source = load(presentation)
    for properties in source.slide_master._element.iter(qn("a:defRPr")):
        properties.set("b", "1")
    places = [
        mutant.place for mutant in PRESENTATIONS.mutants(saved(source.save)) if mutant.kind == "bold added"
    ]
    assert places == []


def test_a_box_keeps_the_size_that_its_layout_gave_when_it_is_moved(presentation: bytes) -> None:
    before = load(presentation).slides[0].shapes.title
    moved = load(of_kind(PRESENTATIONS, presentation, "box moved")[0].made()).slides[0].shapes.title
    assert (moved.width, moved.height) == (before.width, before.height)
    assert moved.left - before.left == Cm(1.7)
