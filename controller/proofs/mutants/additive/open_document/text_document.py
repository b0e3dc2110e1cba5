"""Edits of text documents of OpenDocument's form."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule, shorten
from controller.proofs.mutants.additive.open_document import drawings, pages, texts
from controller.proofs.mutants.additive.open_document.model import OpenDocument, fragment, tag
from controller.proofs.mutants.additive.package import Element

_LINE = "<text:p>Added line.</text:p>"
_COMMENT = (
    "<office:annotation><dc:creator>Added</dc:creator><text:p>Please check this.</text:p></office:annotation>"
)
_CHANGE = """
<text:changed-region text:id="added1"><text:insertion><office:change-info><dc:creator>Added</dc:creator>
<dc:date>2026-01-05T10:00:00</dc:date></office:change-info></text:insertion></text:changed-region>"""


def _lose_headings(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in document.paragraphs():
        if paragraph.tag == tag("text:h"):
            yield Edit(place, partial(_replace_tag, paragraph, "text:p", "Standard"))


def _make_headings(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in document.paragraphs():
        if paragraph.tag == tag("text:p"):
            yield Edit(place, partial(_replace_tag, paragraph, "text:h", "Heading_20_1"))


def _break_pages(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in _body_paragraphs(document)[1:]:
        change = partial(document.restyle, paragraph, "paragraph", {"fo:break-before": "page"})
        yield Edit(place, change)


def _add_paragraphs(text: str) -> Rule[OpenDocument]:
    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, paragraph in _body_paragraphs(document):
            yield Edit(f"after {place}", partial(paragraph.addnext, fragment(text)))

    return edits


def _hide_texts(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in _body_paragraphs(document):
        hidden = {"text:display": "none"}
        yield Edit(place, partial(document.restyle, paragraph, "paragraph", hidden, "text"))


def _add_comments(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in document.paragraphs():
        yield Edit(place, partial(paragraph.append, fragment(_COMMENT)))


def _track_insertions(document: OpenDocument) -> Iterator[Edit]:
    if document.body.find(tag("text:tracked-changes")) is None:
        for place, paragraph in _body_paragraphs(document):
            yield Edit(place, partial(_insert_tracked, document, paragraph))


def _lose_list_items(document: OpenDocument) -> Iterator[Edit]:
    """Take lists apart into paragraphs."""
    for number, items in enumerate(document.body.iter(tag("text:list")), 1):
        if items.getparent() is document.body:
            text = shorten("".join(items.itertext()))
            yield Edit(f"list {number} {text}", partial(_take_apart, items))


def _change_links(document: OpenDocument) -> Iterator[Edit]:
    for number, link in enumerate(document.body.iter(tag("text:a")), 1):
        change = partial(link.set, tag("xlink:href"), "https://added.example.test/")
        yield Edit(f"link {number} {shorten(''.join(link.itertext()))}", change)


def _change_styles(values: Mapping[str, str], properties: str) -> Rule[OpenDocument]:
    """Change the styles that paragraphs use."""

    def edits(document: OpenDocument) -> Iterator[Edit]:
        used = {paragraph.get(tag("text:style-name")) for _place, paragraph in document.paragraphs()}
        automatic = document.content.iter(tag("style:style"))
        used |= {style.get(tag("style:parent-style-name")) for style in automatic}
        for style in document.styles.find(tag("office:styles")).iterchildren(tag("style:style")):
            name = style.get(tag("style:name"))
            if name in used and style.get(tag("style:family")) == "paragraph":
                yield Edit(f"style {name}", partial(document.set_properties, style, properties, values))

    return edits


def _shade_cells(document: OpenDocument) -> Iterator[Edit]:
    for number, cell in enumerate(document.body.iter(tag("table:table-cell")), 1):
        place = f"table cell {number} {shorten(''.join(cell.itertext()))}"
        change = partial(document.restyle, cell, "table-cell", {"fo:background-color": "#c2f18b"})
        yield Edit(place, change)


def _change_widths(document: OpenDocument) -> Iterator[Edit]:
    for number, column in enumerate(document.body.iter(tag("table:table-column")), 1):
        narrow = {"style:column-width": "1.7cm", "style:rel-column-width": "963*"}
        yield Edit(f"table column {number}", partial(document.restyle, column, "table-column", narrow))


def _add_rows(document: OpenDocument) -> Iterator[Edit]:
    for number, table in enumerate(document.body.iter(tag("table:table")), 1):
        last = list(table.iter(tag("table:table-row")))[-1]
        yield Edit(f"table {number}, the end", partial(last.addnext, copy.deepcopy(last)))


def _body_paragraphs(document: OpenDocument) -> list[tuple[str, Element]]:
    return [(place, each) for place, each in document.paragraphs() if each.getparent() is document.body]


def _replace_tag(paragraph: Element, name: str, style: str) -> None:
    paragraph.tag = tag(name)
    paragraph.set(tag("text:style-name"), style)
    paragraph.attrib.pop(tag("text:outline-level"), None)
    if name == "text:h":
        paragraph.set(tag("text:outline-level"), "1")


def _insert_tracked(document: OpenDocument, paragraph: Element) -> None:
    document.body.insert(0, fragment(f"<text:tracked-changes>{_CHANGE}</text:tracked-changes>"))
    paragraph.append(fragment('<text:change-start text:change-id="added1"/>'))
    paragraph[-1].tail = " Added."
    paragraph.append(fragment('<text:change-end text:change-id="added1"/>'))


def _take_apart(items: Element) -> None:
    for paragraph in items.iter(tag("text:p")):
        items.addprevious(paragraph)
    items.getparent().remove(items)


RULES: dict[str, Rule[OpenDocument]] = {
    **texts.RULES,
    "text hidden": _hide_texts,
    "heading lost": _lose_headings,
    "heading added": _make_headings,
    "list items lost": _lose_list_items,
    "page break added": _break_pages,
    "size of style changed": _change_styles(texts.SIZE, "text"),
    "spacing of style changed": _change_styles({"fo:margin-bottom": "1.1cm"}, "paragraph"),
    "empty paragraph added": _add_paragraphs("<text:p/>"),
    "paragraph added": _add_paragraphs(_LINE),
    "comment added": _add_comments,
    "tracked insertion added": _track_insertions,
    "link target changed": _change_links,
    "cell shaded": _shade_cells,
    "column width changed": _change_widths,
    "table row added": _add_rows,
    **pages.RULES,
    **drawings.RULES,
}
TEXT_DOCUMENTS = Editor(open=OpenDocument, save=lambda document: document.package.pack(), rules=RULES)
