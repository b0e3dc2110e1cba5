"""Edits of links, pictures and shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn

from controller.proofs.mutants.additive.edits import Edit, Rule, shorten
from controller.proofs.mutants.additive.text_document.places import Document


def _change_links(document: Document) -> Iterator[Edit]:
    for number, link in enumerate(document.element.body.iter(qn("w:hyperlink")), 1):
        change = partial(_change_link, document, link)
        yield Edit(f"link {number} {shorten(''.join(link.itertext()))}", change)


def _resize_pictures(document: Document) -> Iterator[Edit]:
    for place, drawing in _drawings(document):
        yield Edit(place, partial(_scale, drawing))


def _move_pictures(document: Document) -> Iterator[Edit]:
    """Move pictures and shapes that are anchored, not in a line."""
    for place, drawing in _drawings(document):
        for offset in list(drawing.iter(qn("wp:posOffset")))[:1]:
            yield Edit(place, partial(setattr, offset, "text", str(int(offset.text) + 900_000)))


def _remove_pictures(document: Document) -> Iterator[Edit]:
    for place, drawing in _drawings(document):
        yield Edit(place, partial(drawing.getparent().remove, drawing))


def _change_link(document: Document, link: Any) -> None:
    """Let a link lead to another address, be it one outside or a bookmark of the document."""
    address = "https://added.example.test/"
    link.attrib.pop(qn("w:anchor"), None)
    link.set(qn("r:id"), document.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))


def _drawings(document: Document) -> Iterator[tuple[str, Any]]:
    for number, drawing in enumerate(document.element.body.iter(qn("w:drawing")), 1):
        yield f"drawing {number}", drawing


def _scale(drawing: Any) -> None:
    extents = (each for name in ("wp:extent", "a:ext") for each in drawing.iter(qn(name)) if each.get("cx"))
    for extent in extents:
        extent.attrib.update({name: str(int(extent.get(name)) * 13 // 10) for name in ("cx", "cy")})


RULES: dict[str, Rule[Document]] = {
    "link target changed": _change_links,
    "drawing resized": _resize_pictures,
    "drawing moved": _move_pictures,
    "drawing removed": _remove_pictures,
}
