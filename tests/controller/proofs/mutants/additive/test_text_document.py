"""Additive mutants of text documents of Office's form, as python-docx reads them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm
from PIL import Image

from checkers.evidence import Unusable
from controller.proofs.mutants.additive.text_document import TEXT_DOCUMENTS
from tests.checkers.office_files import edited, saved
from tests.controller.proofs.mutants.additive.mutated import check_listing, check_probe, of_kind

pytestmark = pytest.mark.sampled

Probe = Callable[[Any], object]


@pytest.fixture(scope="module")
def document() -> bytes:
    """A heading, paragraphs, a list, a table, a link and a picture."""
    document = docx.Document()
    document.add_heading("Minutes", 1)
    document.add_paragraph("We met at five.").runs[0].bold = True
    document.add_paragraph("Bring tea.", style="List Bullet")
    table = document.add_table(2, 2)
    for number, cell in enumerate(table._cells):
        cell.text = f"cell {number}"
    link = OxmlElement("w:hyperlink")
    address = "https://club.example.test/"
    link.set(qn("r:id"), document.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    linked = document.add_paragraph("See ")
    link.append(linked.add_run("the club")._r)
    linked._p.append(link)
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(picture, "PNG")
    document.add_picture(picture, Cm(3))
    drawing = document.element.body.find(f".//{qn('wp:inline')}")
    place = OxmlElement("wp:positionH")
    place.append(OxmlElement("wp:posOffset"))
    place[0].text = "0"
    drawing.insert(0, place)
    return saved(document.save)


def load(data: bytes) -> Any:
    return docx.Document(io.BytesIO(data))


def paragraphs(read: Probe) -> Probe:
    def probe(document: Any) -> object:
        cells = [cell for table in document.tables for row in table.rows for cell in row.cells]
        return [read(each) for part in (document, *cells) for each in part.paragraphs]

    return probe


def fonts(name: str) -> Probe:
    return paragraphs(lambda paragraph: [getattr(run.font, name) for run in paragraph.runs])


def formats(name: str) -> Probe:
    return paragraphs(lambda paragraph: getattr(paragraph.paragraph_format, name))


def sections(read: Probe) -> Probe:
    return lambda document: [read(section) for section in document.sections]


def styles(read: Probe) -> Probe:
    return lambda document: [read(style) for style in document.styles if hasattr(style, "paragraph_format")]


def elements(name: str, *attributes: str) -> Probe:
    return lambda document: [
        [element.get(qn(attribute) if ":" in attribute else attribute) for attribute in attributes]
        for element in document.element.iter(qn(name))
    ]


def links(document: Any) -> object:
    relations = document.part.rels
    return [relations[link.get(qn("r:id"))].target_ref for link in document.element.iter(qn("w:hyperlink"))]


style_names = paragraphs(lambda paragraph: paragraph.style.name)
texts = paragraphs(lambda paragraph: paragraph.text)
PROBES: dict[str, Probe] = {
    "bold added": fonts("bold"),
    "italic added": fonts("italic"),
    "underline added": fonts("underline"),
    "strikethrough added": fonts("strike"),
    "text hidden": fonts("hidden"),
    "colour added": paragraphs(lambda paragraph: [run.font.color.rgb for run in paragraph.runs]),
    "size changed": fonts("size"),
    "font changed": fonts("name"),
    "highlight added": fonts("highlight_color"),
    "alignment changed": formats("alignment"),
    "space above changed": formats("space_before"),
    "space below changed": formats("space_after"),
    "line spacing changed": formats("line_spacing"),
    "indent changed": formats("left_indent"),
    "first line indented": formats("first_line_indent"),
    "page break added": formats("page_break_before"),
    "heading lost": style_names,
    "heading added": style_names,
    "list item lost": style_names,
    "size of style changed": styles(lambda style: style.font.size),
    "colour of style changed": styles(lambda style: style.font.color.rgb),
    "spacing of style changed": styles(lambda style: style.paragraph_format.space_after),
    "empty paragraph added": texts,
    "paragraph added": texts,
    "words added": texts,
    "comment added": lambda document: [comment.text for comment in document.comments],
    "tracked insertion added": elements("w:ins", "w:author"),
    "tracked deletion added": elements("w:del", "w:author"),
    "change tracking switched on": lambda document: (
        document.settings.element.find(qn("w:trackRevisions")) is None
    ),
    "left margin changed": sections(lambda section: section.left_margin),
    "top margin changed": sections(lambda section: section.top_margin),
    "page orientation changed": sections(lambda section: (section.orientation, section.page_width)),
    "columns changed": elements("w:cols", "w:num"),
    "header changed": sections(lambda section: [each.text for each in section.header.paragraphs]),
    "footer changed": sections(lambda section: [each.text for each in section.footer.paragraphs]),
    "page colour added": elements("w:background", "w:color"),
    "cell shaded": elements("w:shd", "w:fill"),
    "cell border added": elements("w:tcBorders"),
    "column width changed": elements("w:gridCol", "w:w"),
    "row height changed": lambda document: [row.height for table in document.tables for row in table.rows],
    "table row added": lambda document: [len(table.rows) for table in document.tables],
    "link target changed": links,
    "drawing resized": elements("wp:extent", "cx", "cy"),
    "drawing moved": lambda document: [each.text for each in document.element.iter(qn("wp:posOffset"))],
    "drawing removed": elements("w:drawing"),
}


def test_every_kind_has_a_probe() -> None:
    assert PROBES.keys() == TEXT_DOCUMENTS.rules.keys()


@pytest.mark.parametrize("kind", TEXT_DOCUMENTS.rules)
def test_a_mutant_changes_what_its_kind_says(document: bytes, kind: str) -> None:
    check_probe(TEXT_DOCUMENTS, document, kind, load, PROBES[kind])


def test_mutants_are_listed_without_a_change(document: bytes) -> None:
    check_listing(TEXT_DOCUMENTS, document)


def test_what_a_style_makes_bold_is_not_made_bold(document: bytes) -> None:
    places = [mutant.place for mutant in of_kind(TEXT_DOCUMENTS, document, "bold added")]
    assert places[0] == "paragraph 3, run 'Bring tea.'", "the heading and the first paragraph are bold"


def test_the_spacing_of_a_style_that_its_paragraphs_override_stays() -> None:
    document = docx.Document()
    document.add_heading("Minutes", 1).paragraph_format.space_after = 0
    document.add_paragraph("We met.")
    places = [
        mutant.place for mutant in of_kind(TEXT_DOCUMENTS, saved(document.save), "spacing of style changed")
    ]
    assert places == ["style Normal"]


def test_a_header_that_is_there_is_changed_and_stays() -> None:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Choir"
    (mutant,) = of_kind(TEXT_DOCUMENTS, saved(document.save), "header changed")
    assert load(mutant.made()).sections[0].header.paragraphs[0].text == "Choir Draft"


def test_a_document_that_declares_entities_is_not_opened(document: bytes) -> None:
    entities = b'<!DOCTYPE x [<!ENTITY a "b">]>'
    hostile = edited(
        document, "word/document.xml", lambda xml: xml.replace(b"<w:document", entities + b"<w:document", 1)
    )
    with pytest.raises(Unusable):
        list(TEXT_DOCUMENTS.mutants(hostile))
