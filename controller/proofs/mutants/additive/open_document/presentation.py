"""Edits of presentations of OpenDocument's form."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule
from controller.proofs.mutants.additive.open_document import drawings, texts
from controller.proofs.mutants.additive.open_document.drawings import shapes
from controller.proofs.mutants.additive.open_document.model import OpenDocument, fragment, tag
from controller.proofs.mutants.additive.package import Element

_BOX = (
    '<draw:frame draw:layer="layout" svg:width="5cm" svg:height="1.5cm" svg:x="{left}cm" svg:y="1cm">'
    "<draw:text-box><text:p>Added</text:p></draw:text-box></draw:frame>"
)
_FILL = {"draw:fill": "solid", "draw:fill-color": texts.COLOUR}
_TRANSITION = {"presentation:transition-speed": "slow", "smil:type": "pushWipe", "smil:subtype": "fromBottom"}


def _restyle_slides(values: Mapping[str, str]) -> Rule[OpenDocument]:
    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, slide in _slides(document):
            yield Edit(place, partial(document.restyle, slide, "drawing-page", values))

    return edits


def _hide_slides(document: OpenDocument) -> Iterator[Edit]:
    for place, slide in _slides(document):
        if document.value_of(slide, "presentation:visibility") != "hidden":
            change = partial(document.restyle, slide, "drawing-page", {"presentation:visibility": "hidden"})
            yield Edit(place, change)


def _colour_masters(document: OpenDocument) -> Iterator[Edit]:
    for place, master in document.masters():
        yield Edit(place, partial(_colour_master, document, master))


def _add_boxes(left: int) -> Rule[OpenDocument]:
    """Add boxes with text so many centimetres from the left."""

    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, slide in _slides(document):
            yield Edit(place, partial(_insert_shape, slide, fragment(_BOX.format(left=left))))

    return edits


def _reorder_shapes(document: OpenDocument) -> Iterator[Edit]:
    """Put the first shape of a slide in front of the others."""
    for place, slide in _slides(document):
        own = [shape for _place, shape in shapes(document) if shape.getparent() is slide]
        if len(own) > 1:
            yield Edit(place, partial(own[-1].addnext, own[0]))


def _restyle_shapes(values: Mapping[str, str]) -> Rule[OpenDocument]:
    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, shape in shapes(document):
            family = "presentation" if shape.get(tag("presentation:style-name")) else "graphic"
            yield Edit(place, partial(document.restyle, shape, family, values, "graphic"))

    return edits


def _duplicate_slides(document: OpenDocument) -> Iterator[Edit]:
    pages = [slide for _place, slide in _slides(document)]
    for place, slide in _slides(document):
        yield Edit(f"{place}, after the last", partial(_add_copy, pages[-1], slide))


def _change_notes(document: OpenDocument) -> Iterator[Edit]:
    """Write into the notes of slides that have room for them."""
    for place, slide in _slides(document):
        for frame in slide.iterfind(f"{tag('presentation:notes')}/{tag('draw:frame')}"):
            if frame.get(tag("presentation:class")) == "notes":
                yield Edit(place, partial(_append_note, frame))


def _slides(document: OpenDocument) -> Iterator[tuple[str, Element]]:
    for number, slide in enumerate(document.body.iterchildren(tag("draw:page")), 1):
        yield f"slide {number}", slide


def _insert_shape(slide: Element, shape: Element) -> None:
    """Insert a shape in front of the others; the notes are the last of a slide."""
    notes = slide.find(tag("presentation:notes"))
    slide.insert(len(slide) if notes is None else slide.index(notes), shape)


def _colour_master(document: OpenDocument, master: Element) -> None:
    """Colour the background of a master: the one of its own style, and the one that LibreOffice shows."""
    kinds = {
        master.get(tag("draw:style-name")): "drawing-page",
        f"{master.get(tag('style:name'))}-background": "graphic",
    }
    for style in document.styles.iter(tag("style:style")):
        if (kind := kinds.get(style.get(tag("style:name")))) is not None:
            document.set_properties(style, kind, _FILL)


def _add_copy(last: Element, slide: Element) -> None:
    added = copy.deepcopy(slide)
    added.set(tag("draw:name"), f"{slide.get(tag('draw:name'))} added")
    last.addnext(added)


def _append_note(frame: Element) -> None:
    frame.attrib.pop(tag("presentation:placeholder"), None)
    box = frame.find(tag("draw:text-box"))
    box.append(fragment("<text:p>Added note.</text:p>"))


RULES: dict[str, Rule[OpenDocument]] = {
    **texts.RULES,
    **drawings.RULES,
    "box added": _add_boxes(1),
    "box added off the slide": _add_boxes(60),
    "shapes reordered": _reorder_shapes,
    "shape filled": _restyle_shapes(_FILL),
    "shape line changed": _restyle_shapes(
        {"draw:stroke": "solid", "svg:stroke-width": "0.15cm", "svg:stroke-color": texts.COLOUR}
    ),
    "slide background changed": _restyle_slides(_FILL),
    "master background changed": _colour_masters,
    "slide hidden": _hide_slides,
    "slide duplicated": _duplicate_slides,
    "notes changed": _change_notes,
    "transition changed": _restyle_slides(_TRANSITION),
}
PRESENTATIONS = Editor(open=OpenDocument, save=lambda document: document.package.pack(), rules=RULES)
