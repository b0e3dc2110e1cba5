"""The slides, shapes, paragraphs and runs of a presentation of Office's form, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pptx.oxml.ns import qn

from controller.proofs.mutants.additive.edits import shorten

Presentation = Any
Shape = Any
"""What python-pptx opens; the classes of shapes share less than they are used for here."""
OFF = ("0", "false", "none", "noStrike")
"""Values of properties of characters that are off."""


def slides(presentation: Presentation) -> Iterator[tuple[str, Any]]:
    """Yield the slides."""
    for number, slide in enumerate(presentation.slides, 1):
        yield f"slide {number}", slide


def shapes(presentation: Presentation) -> Iterator[tuple[str, Shape]]:
    """Yield the shapes of all slides with their texts; those in groups follow their group."""
    for place, shape in _named_shapes(presentation):
        text = shape.text_frame.text if shape.has_text_frame else ""
        yield f"{place} {shorten(text)}" if text else place, shape


def placed_shapes(presentation: Presentation) -> Iterator[tuple[str, Shape]]:
    """Yield the shapes that have a place and a size, of their own or of their layout, and are in no group."""
    for place, shape in shapes(presentation):
        in_group = shape._element.getparent().tag == qn("p:grpSp")
        if not in_group and None not in (shape.left, shape.top, shape.width, shape.height):
            yield place, shape


def paragraphs(presentation: Presentation) -> Iterator[tuple[str, Shape, Any]]:
    """Yield the paragraphs with text, each with its shape."""
    for place, shape in shapes(presentation):
        for frame in _text_frames(shape):
            for paragraph in frame.paragraphs:
                if paragraph.text.strip():
                    yield (
                        f"{place.split(' ' + chr(39))[0]}, paragraph {shorten(paragraph.text)}",
                        shape,
                        paragraph,
                    )


def runs(presentation: Presentation) -> Iterator[tuple[str, Shape, Any]]:
    """Yield the runs with visible text, each with its shape."""
    for place, shape in _named_shapes(presentation):
        for frame in _text_frames(shape):
            for run in (run for paragraph in frame.paragraphs for run in paragraph.runs):
                if run.text.strip():
                    yield f"{place}, run {shorten(run.text)}", shape, run


def may_inherit(shape: Shape, attribute: str) -> bool:
    """Test whether text of a shape may have a property, such as "b", that its layout or its master switches on."""
    roots = [shape._element]
    layout = shape.part.slide.slide_layout
    if shape.is_placeholder:
        kind = shape.placeholder_format.type
        holders = (*layout.placeholders, *layout.slide_master.placeholders)
        roots += [each._element for each in holders if each.placeholder_format.type == kind]
    roots += layout.slide_master._element.iterchildren(qn("p:txStyles"))
    properties = (each for root in roots for each in root.iter(qn("a:defRPr")))
    return any(each.get(attribute) not in (None, *OFF) for each in properties)


def _named_shapes(presentation: Presentation) -> Iterator[tuple[str, Shape]]:
    for place, slide in slides(presentation):
        for shape in _flatten(slide.shapes):
            yield f"{place}, {shape.name}", shape


def _flatten(shapes_: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes_:
        yield shape
        if shape._element.tag == qn("p:grpSp"):
            yield from _flatten(shape.shapes)


def _text_frames(shape: Shape) -> Iterator[Any]:
    if shape.has_text_frame:
        yield shape.text_frame
    if getattr(shape, "has_table", False):
        yield from (cell.text_frame for cell in shape.table.iter_cells() if not cell.is_spanned)
