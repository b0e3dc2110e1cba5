"""Text documents in docx files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn

from checkers.archives import parsing, repacked
from checkers.document_model import Alignment, Document, Paragraph, TextRun

_ALIGNMENTS: dict[str, Alignment] = {
    "center": "center",
    "right": "right",
    "end": "right",
    "both": "justify",
    "distribute": "justify",
}
_OFF = {"0", "false", "off", "none"}
_APART = {qn("w:del"), qn("w:moveFrom"), qn("w:txbxContent")}


def parse_docx(data: bytes, name: str) -> Document:
    """Raises Unusable when the file is damaged or hostile."""
    package = repacked(data, name)
    with parsing(name):
        document = docx.Document(package)
        styles = _Styles(document)
        sections = list(document.sections)
        return Document(
            paragraphs=tuple(styles.paragraph(item) for item in document.paragraphs),
            tables=tuple(
                tuple(tuple(cell.text for cell in row.cells) for row in table.rows)
                for table in document.tables
            ),
            headers=tuple("\n".join(p.text for p in section.header.paragraphs) for section in sections),
            footers=tuple("\n".join(p.text for p in section.footer.paragraphs) for section in sections),
        )


class _Styles:
    """Resolves properties, in this order: the run's own, its character style, the paragraph's styles, the defaults."""

    def __init__(self, document: Any) -> None:
        root = document.styles.element
        self._by_id = {style.get(qn("w:styleId")): style for style in root.findall(qn("w:style"))}
        self._default_paragraph = next(
            (
                key
                for key, style in self._by_id.items()
                if style.get(qn("w:type")) == "paragraph" and style.get(qn("w:default")) in ("1", "true")
            ),
            None,
        )
        defaults = root.find(qn("w:docDefaults"))
        self._run_defaults = _path(defaults, "w:rPrDefault", "w:rPr")
        self._paragraph_defaults = _path(defaults, "w:pPrDefault", "w:pPr")

    def paragraph(self, paragraph: Any) -> Paragraph:
        own = paragraph._p.find(qn("w:pPr"))
        style = _value(own, "w:pStyle") or self._default_paragraph
        chain = [own, *(item.find(qn("w:pPr")) for item in self._chain(style)), self._paragraph_defaults]
        return Paragraph(
            runs=tuple(self._run(item, style) for item in _runs(paragraph._p)),
            style=str(paragraph.style.name if paragraph.style is not None else ""),
            alignment=_ALIGNMENTS.get(next((v for e in chain if (v := _value(e, "w:jc"))), ""), "left"),
            line_spacing=_line_spacing(chain),
        )

    def _run(self, element: Any, paragraph_style: str | None) -> TextRun:
        own = element.find(qn("w:rPr"))
        chain = [
            own,
            *(item.find(qn("w:rPr")) for item in self._chain(_value(own, "w:rStyle"))),
            *(item.find(qn("w:rPr")) for item in self._chain(paragraph_style)),
            self._run_defaults,
        ]
        size = next((v for e in chain if (v := _value(e, "w:sz"))), None)
        colour = next((v for e in chain if (v := _value(e, "w:color"))), "auto")
        fonts = (e.find(qn("w:rFonts")) for e in chain if e is not None)
        return TextRun(
            text=_text(element),
            font=next((name for e in fonts if e is not None and (name := e.get(qn("w:ascii")))), ""),
            size=float(size) / 2 if size else None,
            bold=_switch(chain, "w:b"),
            italic=_switch(chain, "w:i"),
            underline=next((v for e in chain if (v := _value(e, "w:u"))), "none") != "none",
            strike=_switch(chain, "w:strike"),
            colour=int(colour, 16) if colour != "auto" else None,
        )

    def _chain(self, style: str | None) -> Iterator[Any]:
        visited: set[str] = set()
        while style and style not in visited and style in self._by_id:
            visited.add(style)
            yield self._by_id[style]
            style = _value(self._by_id[style], "w:basedOn")


def _runs(paragraph: Any) -> Iterator[Any]:
    """Runs in order, those in links and insertions too; not what is deleted, moved away or in a text box."""
    for element in paragraph.iter(qn("w:r")):
        if _APART.isdisjoint(parent.tag for parent in element.iterancestors()):
            yield element


def _text(run: Any) -> str:
    parts = []
    for child in run:
        if child.tag == qn("w:t"):
            parts.append(child.text or "")
        elif child.tag == qn("w:tab"):
            parts.append("\t")
        elif child.tag in (qn("w:br"), qn("w:cr")):
            parts.append("\n")
    return "".join(parts)


def _path(element: Any, *tags: str) -> Any:
    for tag in tags:
        element = element.find(qn(tag)) if element is not None else None
    return element


def _value(element: Any, tag: str) -> str | None:
    child = element.find(qn(tag)) if element is not None else None
    return child.get(qn("w:val")) if child is not None else None


def _switch(chain: list[Any], tag: str) -> bool:
    for element in chain:
        child = element.find(qn(tag)) if element is not None else None
        if child is not None:
            return child.get(qn("w:val"), "1").lower() not in _OFF
    return False


def _line_spacing(chain: list[Any]) -> float | None:
    for element in chain:
        spacing = element.find(qn("w:spacing")) if element is not None else None
        if spacing is not None and (line := spacing.get(qn("w:line"))):
            return float(line) / 240 if spacing.get(qn("w:lineRule"), "auto") == "auto" else None
    return 1.0
