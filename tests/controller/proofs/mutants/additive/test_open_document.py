"""Additive mutants of documents of OpenDocument's form: each is read by odfpy, and differs where its kind says."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import odf.opendocument
import pytest

from controller.proofs.mutants.additive.edits import Editor
from controller.proofs.mutants.additive.open_document import PRESENTATIONS, TEXT_DOCUMENTS, WORKBOOKS
from controller.proofs.mutants.additive.open_document.model import NAMESPACES, OpenDocument, tag
from tests.checkers.office_files import zipped
from tests.controller.proofs.mutants.additive.mutated import check_listing, check_probe, of_kind

pytestmark = pytest.mark.sampled

Probe = Callable[[OpenDocument], object]
_DECLARED = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in NAMESPACES.items())
_FORMULA = 'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"'
_FILES = "META-INF/manifest.xml"
_MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_STYLES = """
<office:styles>
<style:style style:name="Standard" style:family="paragraph"/>
<style:style style:name="Heading_20_1" style:family="paragraph" style:parent-style-name="Standard">
<style:text-properties fo:font-weight="bold"/></style:style></office:styles>
<office:automatic-styles>
<style:page-layout style:name="Layout"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"
 fo:margin-left="2cm"/><style:header-style/><style:footer-style/></style:page-layout>
<style:style style:name="Background" style:family="drawing-page"><style:drawing-page-properties draw:fill="none"/>
</style:style></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Layout"
 draw:style-name="Background"/></office:master-styles>"""
_FRAME = (
    '<draw:frame draw:name="{name}" draw:style-name="gr1" svg:x="1cm" svg:y="10mm" svg:width="2in" svg:height="3cm">'
    "<draw:text-box>{content}</draw:text-box></draw:frame>"
)


def document(kind: str, body: str) -> bytes:
    """A document of a kind such as "text"."""
    version = 'office:version="1.2"'
    automatic = '<style:style style:name="gr1" style:family="graphic"/>'
    content = f"""<office:document-content {_DECLARED} {_FORMULA} {version}>
<office:automatic-styles>{automatic}</office:automatic-styles>
<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"""
    form = f"application/vnd.oasis.opendocument.{kind}"
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{media}"/>'
        for path, media in (("/", form), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
    )
    styles = f"<office:document-styles {_DECLARED} {version}>{_STYLES}</office:document-styles>"
    manifest = f'<manifest:manifest xmlns:manifest="{_MANIFEST}">{entries}</manifest:manifest>'
    parts = {"mimetype": form, "content.xml": content, "styles.xml": styles, _FILES: manifest}
    return zipped({name: part.encode() for name, part in parts.items()})


@pytest.fixture(scope="module")
def text_document() -> bytes:
    """A heading, a paragraph, a list, a link, a table and a box."""
    table = (
        "<table:table><table:table-column/><table:table-row><table:table-cell><text:p>cell</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    )
    box = _FRAME.format(name="Box", content="<text:p>boxed</text:p>")
    return document(
        "text",
        '<text:h text:style-name="Heading_20_1" text:outline-level="1">Minutes</text:h>'
        '<text:p text:style-name="Standard">We met at <text:a xlink:href="https://club.example.test/">five</text:a>.</text:p>'
        "<text:list><text:list-item><text:p>Bring tea.</text:p></text:list-item></text:list>"
        f"<text:p>See below.</text:p>{table}<text:p>{box}</text:p>",
    )


@pytest.fixture(scope="module")
def workbook() -> bytes:
    """Two sheets; equal cells, rows and columns share an entry, as LibreOffice writes them."""
    value = 'office:value-type="float" office:value="{value}"'
    cell = f"<table:table-cell {value}{{more}}><text:p>{{value}}</text:p></table:table-cell>"
    rest = '<table:table-cell table:number-columns-repeated="1000"/>'
    rows = (
        "<table:table-row>"
        + cell.format(value=4, more=' table:number-columns-repeated="3"')
        + rest
        + "</table:table-row>"
        "<table:table-row>"
        + cell.format(value=12, more=' table:formula="of:=SUM([.A1:.C1])"')
        + rest
        + "</table:table-row>"
        f'<table:table-row table:number-rows-repeated="1000">{rest}</table:table-row>'
    )
    column = '<table:table-column table:number-columns-repeated="1003"/>'
    box = f"<table:shapes>{_FRAME.format(name='Box', content='<text:p/>')}</table:shapes>"
    return document(
        "spreadsheet",
        f'<table:table table:name="March">{box}{column}{rows}</table:table>'
        f'<table:table table:name="April">{column}{rows}</table:table>',
    )


@pytest.fixture(scope="module")
def presentation() -> bytes:
    """Two slides with two boxes and room for notes."""
    notes = (
        '<presentation:notes><draw:frame presentation:class="notes" presentation:placeholder="true"><draw:text-box/>'
        "</draw:frame></presentation:notes>"
    )
    boxes = [_FRAME.format(name=name, content=f"<text:p>{name} text</text:p>") for name in ("Title", "List")]
    slide = '<draw:page draw:name="{name}" draw:master-page-name="Standard">{boxes}{notes}</draw:page>'
    return document(
        "presentation",
        "".join(slide.format(name=name, boxes="".join(boxes), notes=notes) for name in ("One", "Two")),
    )


def load(data: bytes) -> OpenDocument:
    odf.opendocument.load(io.BytesIO(data))
    return OpenDocument(data)


def styled(path: str, *names: str) -> Probe:
    """Read properties of the styles of elements, of the kinds in a path such as "text:p|text:h"."""
    kinds = [tag(name) for name in path.split("|")]
    return lambda document: [
        [document.value_of(element, name) for name in names] for element in document.body.iter(*kinds)
    ]


def attributes(path: str, *names: str) -> Probe:
    return lambda document: [
        [element.get(tag(name)) for name in names] for element in document.body.iter(tag(path))
    ]


def count(*names: str) -> Probe:
    return lambda document: [len(list(document.body.iter(tag(name)))) for name in names]


def in_styles(path: str, *names: str) -> Probe:
    return lambda document: [
        [element.get(tag(name)) for name in names] for element in document.styles.iter(tag(path))
    ]


def texts(document: OpenDocument) -> object:
    return ["".join(each.itertext()) for each in document.body.iter(tag("text:p"), tag("text:h"))]


def stories(name: str) -> Probe:
    return lambda document: ["".join(each.itertext()) for each in document.styles.iter(tag(name))]


SPANS = "text:span"
PARAGRAPHS = "text:p|text:h"
CELL = "table:table-cell"
CHARACTERS: dict[str, Probe] = {
    "bold added": styled(SPANS, "fo:font-weight"),
    "italic added": styled(SPANS, "fo:font-style"),
    "underline added": styled(SPANS, "style:text-underline-style"),
    "colour added": styled(SPANS, "fo:color"),
    "size changed": styled(SPANS, "fo:font-size"),
    "highlight added": styled(SPANS, "fo:background-color"),
    "words added": texts,
    "alignment changed": styled(PARAGRAPHS, "fo:text-align"),
    "space below changed": styled(PARAGRAPHS, "fo:margin-bottom"),
    "line spacing changed": styled(PARAGRAPHS, "fo:line-height"),
    "indent changed": styled(PARAGRAPHS, "fo:margin-left"),
}
PAGES: dict[str, Probe] = {
    "page margins changed": in_styles("style:page-layout-properties", "fo:margin-left"),
    "page orientation changed": in_styles(
        "style:page-layout-properties", "style:print-orientation", "fo:page-width"
    ),
    "header changed": stories("style:header"),
    "footer changed": stories("style:footer"),
}
DRAWINGS: dict[str, Probe] = {
    "drawing moved": attributes("draw:frame", "svg:x", "svg:y"),
    "drawing resized": attributes("draw:frame", "svg:width", "svg:height"),
    "drawing removed": count("draw:frame"),
}
PROBES: list[tuple[Editor[Any], str, dict[str, Probe]]] = [
    (
        TEXT_DOCUMENTS,
        "text_document",
        {
            **CHARACTERS,
            **PAGES,
            **DRAWINGS,
            "text hidden": styled(PARAGRAPHS, "text:display"),
            "heading lost": count("text:h"),
            "heading added": count("text:h"),
            "list items lost": count("text:list"),
            "page break added": styled(PARAGRAPHS, "fo:break-before"),
            "size of style changed": in_styles("style:text-properties", "fo:font-size"),
            "spacing of style changed": in_styles("style:paragraph-properties", "fo:margin-bottom"),
            "empty paragraph added": texts,
            "paragraph added": texts,
            "comment added": count("office:annotation"),
            "tracked insertion added": count("text:changed-region"),
            "link target changed": attributes("text:a", "xlink:href"),
            "cell shaded": styled(CELL, "fo:background-color"),
            "column width changed": styled("table:table-column", "style:column-width"),
            "table row added": count("table:table-row"),
        },
    ),
    (
        WORKBOOKS,
        "workbook",
        {
            **PAGES,
            **DRAWINGS,
            "bold added": styled(CELL, "fo:font-weight"),
            "italic added": styled(CELL, "fo:font-style"),
            "underline added": styled(CELL, "style:text-underline-style"),
            "colour added": styled(CELL, "fo:color"),
            "size changed": styled(CELL, "fo:font-size"),
            "fill added": styled(CELL, "fo:background-color"),
            "border added": styled(CELL, "fo:border"),
            "alignment changed": styled(CELL, "fo:text-align"),
            "empty cell filled": styled(CELL, "fo:background-color"),
            "row hidden": attributes("table:table-row", "table:visibility"),
            "row height changed": styled("table:table-row", "style:row-height"),
            "column hidden": attributes("table:table-column", "table:visibility"),
            "column width changed": styled("table:table-column", "style:column-width"),
            "sheet hidden": styled("table:table", "table:display"),
            "tab colour added": styled("table:table", "table:tab-color"),
            "sheet protected": attributes("table:table", "table:protected"),
            "cell added beside": texts,
            "cell added below": texts,
            "sheet added": attributes("table:table", "table:name"),
            "cells merged": count("table:covered-table-cell"),
            "comment added": count("office:annotation"),
            "conditional format added": count("calcext:conditional-format"),
            "formula made constant": attributes(CELL, "table:formula"),
            "name defined": attributes("table:named-range", "table:name"),
        },
    ),
    (
        PRESENTATIONS,
        "presentation",
        {
            **CHARACTERS,
            **DRAWINGS,
            "box added": texts,
            "box added off the slide": texts,
            "shapes reordered": attributes("draw:frame", "draw:name"),
            "shape filled": styled("draw:frame", "draw:fill"),
            "shape line changed": styled("draw:frame", "draw:stroke"),
            "slide background changed": styled("draw:page", "draw:fill-color"),
            "master background changed": in_styles("style:drawing-page-properties", "draw:fill-color"),
            "slide hidden": styled("draw:page", "presentation:visibility"),
            "slide duplicated": attributes("draw:page", "draw:name"),
            "notes changed": texts,
            "transition changed": styled("draw:page", "smil:type"),
        },
    ),
]
CASES = [
    pytest.param(editor, fixture, kind, probe, id=f"{fixture}-{kind}")
    for editor, fixture, probes in PROBES
    for kind, probe in probes.items()
]


@pytest.mark.parametrize("editor, fixture, probes", PROBES, ids=[fixture for _, fixture, _ in PROBES])
def test_every_kind_has_a_probe_and_is_listed_without_a_change(
    editor: Editor[Any], fixture: str, probes: dict[str, Probe], request: pytest.FixtureRequest
) -> None:
    assert probes.keys() == editor.rules.keys()
    check_listing(editor, request.getfixturevalue(fixture))


@pytest.mark.parametrize("editor, fixture, kind, probe", CASES)
def test_a_mutant_changes_what_its_kind_says(
    editor: Editor[Any], fixture: str, kind: str, probe: Probe, request: pytest.FixtureRequest
) -> None:
    check_probe(editor, request.getfixturevalue(fixture), kind, load, probe)


def test_one_cell_of_several_with_one_entry_is_formatted(workbook: bytes) -> None:
    made = load(of_kind(WORKBOOKS, workbook, "bold added")[0].made())
    first = next(made.body.iter(tag("table:table-row")))
    columns = tag("table:number-columns-repeated")
    cells = [(made.value_of(cell, "fo:font-weight"), cell.get(columns)) for cell in first]
    assert cells == [("bold", None), (None, "2"), (None, "1000")]


def test_prefixes_that_only_formulas_use_stay(workbook: bytes) -> None:
    made = load(of_kind(WORKBOOKS, workbook, "row hidden")[0].made())
    assert made.content.nsmap["of"] == "urn:oasis:names:tc:opendocument:xmlns:of:1.2"


def test_what_a_heading_has_of_its_style_is_not_added(text_document: bytes) -> None:
    places = [mutant.place for mutant in of_kind(TEXT_DOCUMENTS, text_document, "bold added")]
    assert not any("Minutes" in place for place in places)
