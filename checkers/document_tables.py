"""How the tables of a docx document look: colours and alignment of their cells, merged cells, widths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.base import GuestView
from checkers.evidence import Unusable
from checkers.office_parts import office_parts

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VALUE = f"{_WORD}val"


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell: `columns` is how many it spans; `fill` and `colour`, of the text, are None if they are not set.

    `bold` and `colour` hold for all runs with text. `alignment` is that of the first paragraph, `vertical` is "top",
    "center" or "bottom", `width` is in points.
    """

    text: str
    columns: int = 1
    fill: int | None = None
    bold: bool = False
    colour: int | None = None
    alignment: str = "left"
    vertical: str = "top"
    width: float | None = None


@dataclass(frozen=True, slots=True)
class DocumentTable:
    """A table in the text; a merged cell stands once in its row."""

    rows: tuple[tuple[TableCell, ...], ...]

    @property
    def texts(self) -> list[list[str]]:
        return [[cell.text for cell in row] for row in self.rows]


def read_document_tables(guest: GuestView, path: str) -> list[DocumentTable]:
    """Read the tables of a docx document's body. Raises Unusable if it is missing, damaged or hostile."""
    body = office_parts(guest, path).xml("word/document.xml").find(f"{_WORD}body")
    if body is None:
        raise Unusable(f"{path} has a body", "none")
    with parsing(path):
        return [
            DocumentTable(
                tuple(tuple(map(_cell, row.findall(f"{_WORD}tc"))) for row in table.findall(f"{_WORD}tr"))
            )
            for table in body.findall(f"{_WORD}tbl")
        ]


def _cell(cell: Element) -> TableCell:
    properties = cell.find(f"{_WORD}tcPr")
    paragraphs = cell.findall(f"{_WORD}p")
    runs = [run for paragraph in paragraphs for run in paragraph.iter(f"{_WORD}r") if _text(run)]
    colours = {_number(_attribute(run, "rPr/color")) for run in runs}
    span, width = _attribute(properties, "gridSpan"), _attribute(properties, "tcW", f"{_WORD}w")
    return TableCell(
        text="\n".join(map(_text, paragraphs)).strip(),
        columns=int(span) if span else 1,
        fill=_number(_attribute(properties, "shd", f"{_WORD}fill")),
        bold=bool(runs) and all(_is_on(run, "rPr/b") for run in runs),
        colour=colours.pop() if len(colours) == 1 else None,
        alignment=_attribute(paragraphs[0] if paragraphs else None, "pPr/jc") or "left",
        vertical=_attribute(properties, "vAlign") or "top",
        width=int(width) / 20
        if width and _attribute(properties, "tcW", f"{_WORD}type") in ("dxa", "")
        else None,
    )


def _text(element: Element) -> str:
    return "".join(_texts(element))


def _texts(element: Element) -> Iterator[str]:
    for part in element.iter():
        if part.tag == f"{_WORD}t":
            yield part.text or ""
        elif part.tag in (f"{_WORD}tab", f"{_WORD}br"):
            yield " "


def _attribute(element: Element | None, place: str, name: str = _VALUE) -> str:
    """An attribute of the element at a place below another, whose path has no namespaces; "" if there is none."""
    found = None if element is None else element.find("/".join(f"{_WORD}{part}" for part in place.split("/")))
    return "" if found is None else found.get(name, "")


def _is_on(run: Element, place: str) -> bool:
    found = run.find("/".join(f"{_WORD}{part}" for part in place.split("/")))
    return found is not None and found.get(_VALUE, "true") not in ("false", "0", "off")


def _number(colour: str) -> int | None:
    return int(colour, 16) if colour and colour != "auto" else None
