"""Difficult presentations: drawn as JSON values, written with python-pptx and odfpy."""

from __future__ import annotations

import io
from typing import Any, Final

import pptx
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from lxml import etree
from odf import draw, presentation, style, table, text
from odf.element import Element
from odf.opendocument import OpenDocumentPresentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.util import Cm, Pt

from tests.guest.tools.office_files import picture

VIEWS: Final = {
    "normal": "",
    "selected": "",
    "master": ".uno:SlideMasterPage",
    "notes": ".uno:NotesMode",
    "outline": ".uno:OutlineMode",
    "sorter": ".uno:DiaMode",
}
"""The state of the window, and the command that leads there."""

TEXTS: Final = (
    "Sales",
    "007",
    "=1+1",
    " two  spaces ",
    "Füchse 狐 🦊",
    "שלום עולם",
    "a\tb",
    "<b>&amp;</b>",
    "x" * 150,
)
_KINDS: Final = (
    "text", "shape", "themed", "empty", "picture", "line", "connector", "table", "group", "nested", "chart", "freeform",
    "rotated"
)  # fmt: skip
_TRANSITION: Final = (
    '<p:transition xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" spd="slow"><p:fade/>'
    "</p:transition>"
)


def presentations() -> SearchStrategy[Any]:
    """Draws presentations of one to four slides, in one of two formats, in a window's state."""
    run = st.fixed_dictionaries(
        {"text": st.sampled_from(TEXTS)},
        optional={
            "bold": st.booleans(),
            "size": st.sampled_from([8, 18, 44]),
            "color": st.sampled_from(["FF0000", "accent"]),
            "link": st.just("https://example.org/?a=1&b=2"),
        },
    )
    line = st.fixed_dictionaries(
        {"runs": st.lists(run, min_size=1, max_size=3)},
        optional={
            "level": st.integers(0, 3),
            "rtl": st.just(True),
            "align": st.sampled_from(["l", "ctr", "r"]),
        },
    )
    empty = st.just({"runs": []})
    lines = st.lists(st.one_of(line, line, line, empty), min_size=1, max_size=3)
    box = st.fixed_dictionaries({"kind": st.sampled_from(_KINDS), "lines": lines})
    slide = st.fixed_dictionaries(
        {"layout": st.sampled_from([6, 5, 1, 0, 8]), "boxes": st.lists(box, min_size=2, max_size=4)},
        optional={
            "title": lines,
            "hidden": st.just(True),
            "notes": st.sampled_from(TEXTS),
            "transition": st.just(True),
            "background": st.just("00FF00"),
        },
    )
    return st.fixed_dictionaries(
        {
            "format": st.sampled_from(["pptx", "pptx", "odp"]),
            "slides": st.lists(slide, min_size=1, max_size=4),
            "view": st.sampled_from(["normal", "normal", "normal", *VIEWS]),
        }
    )


def make_pptx(document: Any) -> bytes:
    """Write a drawn presentation with python-pptx."""
    result = pptx.Presentation()
    for spec in document["slides"]:
        slide = result.slides.add_slide(result.slide_layouts[spec["layout"]])
        if spec.get("title") and slide.shapes.title is not None:
            _write(slide.shapes.title.text_frame, spec["title"])
        for index, box in enumerate(spec["boxes"]):
            _add_box(slide.shapes, box, index)
        if spec.get("hidden"):
            slide._element.set("show", "0")
        if spec.get("notes"):
            slide.notes_slide.notes_text_frame.text = spec["notes"]
        if spec.get("background"):
            slide.background.fill.solid()
            slide.background.fill.fore_color.rgb = RGBColor.from_string(spec["background"])
        if spec.get("transition"):
            slide._element.append(etree.fromstring(_TRANSITION))
    return _saved(result)


def _add_box(shapes: Any, box: dict[str, Any], index: int) -> None:
    place = Cm(1 + 2 * index), Cm(2 + 2 * index), Cm(8), Cm(3)
    kind = box["kind"]
    if kind in ("text", "empty"):
        frame = shapes.add_textbox(*place).text_frame
        if kind == "text":
            _write(frame, box["lines"])
            # LibreOffice gives a box that is wider than the slide another width each time that it lays it out.
            frame.word_wrap = (
                any(len(run["text"]) > 100 for line in box["lines"] for run in line["runs"]) or None
            )
    elif kind in ("shape", "rotated", "themed"):
        shape = shapes.add_shape(MSO_SHAPE.CLOUD, *place)
        _write(shape.text_frame, box["lines"])
        shape.rotation = 30.0 if kind == "rotated" else 0.0
        if kind == "themed":
            shape.fill.solid()
            shape.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_2
            shape.fill.fore_color.brightness = 0.4
    elif kind == "picture":
        shapes.add_picture(io.BytesIO(picture(40, 20)), *place)
    elif kind in ("line", "connector"):
        style_of = MSO_CONNECTOR.STRAIGHT if kind == "line" else MSO_CONNECTOR.ELBOW
        shapes.add_connector(style_of, *place)
    elif kind == "table":
        cells = shapes.add_table(2, 3, *place).table
        cells.cell(0, 0).merge(cells.cell(0, 1))
        _write(cells.cell(0, 0).text_frame, box["lines"])
        cells.cell(1, 2).text = "cell"
    elif kind in ("group", "nested"):
        group = shapes.add_group_shape()
        _write(group.shapes.add_textbox(*place).text_frame, box["lines"])
        group.shapes.add_shape(MSO_SHAPE.OVAL, Cm(9), Cm(9), Cm(2), Cm(2))
        if kind == "nested":
            inner = group.shapes.add_group_shape()
            _write(inner.shapes.add_textbox(Cm(3), Cm(10), Cm(4), Cm(2)).text_frame, box["lines"])
    elif kind == "chart":
        data = CategoryChartData()
        data.categories = ["a", "b"]
        data.add_series("s", (1, 2))
        shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    elif kind == "freeform":
        builder = shapes.build_freeform(Cm(1), Cm(1))
        builder.add_line_segments([(Cm(4), Cm(1)), (Cm(3), Cm(4))], close=True)
        builder.convert_to_shape()


def _write(frame: Any, lines: list[dict[str, Any]]) -> None:
    for number, spec in enumerate(lines):
        line = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        line.level = spec.get("level", 0)
        if spec.get("rtl"):
            line._p.get_or_add_pPr().set("rtl", "1")
        if spec.get("align"):
            line._p.get_or_add_pPr().set("algn", spec["align"])
        for run_spec in spec["runs"]:
            run = line.add_run()
            run.text = run_spec["text"]
            run.font.bold = run_spec.get("bold")
            if size := run_spec.get("size"):
                run.font.size = Pt(size)
            if run_spec.get("color") == "accent":
                run.font.color.theme_color = 5
            elif color := run_spec.get("color"):
                run.font.color.rgb = RGBColor.from_string(color)
            if link := run_spec.get("link"):
                run.hyperlink.address = link


def make_odp(document: Any) -> bytes:
    """Write a drawn presentation with odfpy; of the kinds of boxes, those that odfpy has."""
    result = OpenDocumentPresentation()
    layout = style.PageLayout(name="Layout")
    layout.addElement(
        style.PageLayoutProperties(pagewidth="28cm", pageheight="21cm", printorientation="landscape")
    )
    result.automaticstyles.addElement(layout)
    bold = style.Style(name="Bold", family="text")
    bold.addElement(style.TextProperties(fontweight="bold", color="#ff0000"))
    result.automaticstyles.addElement(bold)
    master = style.MasterPage(name="Master", pagelayoutname=layout)
    result.masterstyles.addElement(master)
    image = result.addPictureFromString(picture(40, 20), "image/png")
    for number, spec in enumerate(document["slides"], start=1):
        look = style.Style(name=f"dp{number}", family="drawing-page")
        look.addElement(style.DrawingPageProperties(visibility="hidden" if spec.get("hidden") else "visible"))
        result.automaticstyles.addElement(look)
        page = draw.Page(name=f"Page {number}", masterpagename=master, stylename=look)
        result.presentation.addElement(page)
        for index, box in enumerate(spec["boxes"]):
            page.addElement(_odf_box(box, index, image, bold))
        if spec.get("notes"):
            notes = presentation.Notes()
            frame = draw.Frame(width="16cm", height="10cm", x="2cm", y="14cm")
            frame.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", "notes")
            content = draw.TextBox()
            content.addElement(text.P(text=spec["notes"]))
            frame.addElement(content)
            notes.addElement(frame)
            page.addElement(notes)
    return _saved(result)


def _odf_box(box: dict[str, Any], index: int, image: str, bold: Any) -> Element:
    place = {"x": f"{1 + 2 * index}cm", "y": f"{2 + 2 * index}cm", "width": "8cm", "height": "3cm"}
    kind = box["kind"]
    if kind in ("line", "connector"):
        return draw.Line(x1="1cm", y1="1cm", x2="9cm", y2="4cm")
    if kind in ("shape", "freeform"):
        shape = draw.Ellipse(**place)
        _odf_lines(shape, box["lines"], bold)
        return shape
    if kind in ("group", "nested"):
        group = draw.G()
        group.addElement(
            _odf_box({**box, "kind": "group" if kind == "nested" else "text"}, index, image, bold)
        )
        group.addElement(draw.Rect(x="9cm", y="9cm", width="2cm", height="2cm"))
        return group
    frame = draw.Frame(**place)
    if kind == "picture":
        frame.addElement(draw.Image(href=image, type="simple", show="embed", actuate="onLoad"))
    elif kind == "table":
        cells = table.Table()
        cells.addElement(table.TableColumn())
        cells.addElement(table.TableColumn())
        row = table.TableRow()
        for _ in range(2):
            cell = table.TableCell()
            _odf_lines(cell, box["lines"], bold)
            row.addElement(cell)
        cells.addElement(row)
        frame.addElement(cells)
    else:
        content = draw.TextBox()
        if kind != "empty":
            _odf_lines(content, box["lines"], bold)
        frame.addElement(content)
    return frame


def _odf_lines(holder: Element, lines: list[dict[str, Any]], bold: Any) -> None:
    for spec in lines:
        line = text.P()
        for run in spec["runs"]:
            if run.get("link"):
                line.addElement(text.A(href=run["link"], type="simple", text=run["text"]))
            else:
                span = (
                    text.Span(text=run["text"], stylename=bold)
                    if run.get("bold")
                    else text.Span(text=run["text"])
                )
                line.addElement(span)
        holder.addElement(line)


def _saved(document: Any) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()
