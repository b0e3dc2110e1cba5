"""Documents, sheets, slides and a PDF file."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

import docx
import openpyxl
import pptx
from docx.shared import Inches
from lxml import etree
from pptx.dml.color import RGBColor
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

from tests.checkers.office_files import saved
from tests.osworld_suite.files.pictures import flat
from tests.osworld_suite.files.programs import mp3

TABLE = (("Month", "Rain"), ("May", "55"), ("June", "61"))


def report(finished: bool) -> bytes:
    """A report of which everything that the task asks for is missing or done."""
    document = docx.Document()
    document.add_paragraph("Final report" if finished else "Draft report")
    water = document.add_paragraph("The formula of water is H")
    water.add_run("2").font.subscript = finished or None
    water.add_run("O, as everybody knows.")
    table = document.add_table(3, 2)
    for row, values in enumerate(TABLE):
        for column, value in enumerate(values):
            table.cell(row, column).text = value if finished or row == 0 else ""
    picture = document.add_paragraph()
    picture.add_run().add_picture(io.BytesIO(flat("green", (40, 30))), width=Inches(1))
    appendix = document.add_paragraph()
    if finished:
        appendix.add_run().add_break(docx.enum.text.WD_BREAK.PAGE)
    appendix.add_run("Appendix")
    document.add_paragraph("These lines are out of date.").runs[0].font.strike = finished or None
    if finished:
        for paragraph in document.paragraphs:
            paragraph.paragraph_format.line_spacing = 1.5
            paragraph.paragraph_format.tab_stops.add_tab_stop(Inches(2))
    return saved(document.save)


def paper() -> bytes:
    """Three paragraphs, of which one shouts."""
    document = docx.Document()
    for text in ("An introduction", "LOUD WORDS", "A conclusion"):
        document.add_paragraph(text)
    return saved(document.save)


def letter() -> bytes:
    """Two paragraphs in one font."""
    document = docx.Document()
    for text in ("Dear reader,", "many thanks for your letter."):
        document.add_paragraph().add_run(text).font.name = "Liberation Serif"
    return saved(document.save)


def budget(finished: bool) -> bytes:
    """A sheet of costs."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Budget" if finished else "Sheet1"
    for row in [("Item", "Cost"), ("Bread", 12), ("Cheese", 30), *([("Total", 42)] if finished else [])]:
        sheet.append(row)
    sheet.freeze_panes = "A2" if finished else None
    return saved(book.save)


def talk() -> bytes:
    """Three slides with points."""
    slides = pptx.Presentation()
    for title in ("Rivers", "Lakes", "Seas"):
        _add_slide(slides, title, ("The first point", "The second point"))
    return saved(slides.save)


def cards() -> bytes:
    """One slide in landscape."""
    slides = pptx.Presentation()
    _add_slide(slides, "Cards", ("One card",))
    return saved(slides.save)


def deck(title: str) -> bytes:
    """A slide with a sound, whose number is blue."""
    slides = pptx.Presentation()
    part = _add_slide(slides, title, ("A point",)).part
    sound = Part(PackURI("/ppt/media/sound1.mp3"), "audio/mpeg", part.package, mp3())
    part.relate_to(sound, RELATIONSHIP_TYPE.AUDIO)
    fill = slides.slide_master.element.xpath(".//a:fld[@type='slidenum']/a:rPr")[0]
    space = fill.nsmap["a"]
    colour = etree.SubElement(etree.SubElement(fill, f"{{{space}}}solidFill"), f"{{{space}}}srgbClr")
    colour.set("val", str(RGBColor(0, 0, 255)))
    return saved(slides.save)


def _add_slide(slides: Any, title: str, points: tuple[str, ...]) -> Any:
    slide = slides.slides.add_slide(slides.slide_layouts[1])
    slide.shapes[0].text_frame.text = title
    slide.shapes[1].text_frame.text = "\n".join(points)
    return slide


def leaflet() -> bytes:
    """A PDF file with one line of text."""
    text = b"BT /F1 24 Tf 72 720 Td (A leaflet about bees) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + end % (table, len(data))


MAKERS: Mapping[str, Callable[[], bytes]] = {
    "report.docx": lambda: report(finished=False),
    "report_gold.docx": lambda: report(finished=True),
    "paper.docx": paper,
    "letter.docx": letter,
    "budget.xlsx": lambda: budget(finished=False),
    "budget_gold.xlsx": lambda: budget(finished=True),
    "talk.pptx": talk,
    "cards.pptx": cards,
    "deck.pptx": lambda: deck("Wawes"),
    "deck_gold.pptx": lambda: deck("Waves"),
    "leaflet.pdf": leaflet,
}
