"""Edits of shapes: their places, sizes, fills, and what is added to and taken from slides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Cm, Pt

from controller.proofs.mutants.additive.charts import CHART_RULES
from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import Element
from controller.proofs.mutants.additive.presentation.places import (
    Presentation,
    Shape,
    placed_shapes,
    shapes,
    slides,
)
from controller.proofs.mutants.additive.presentation.texts import COLOUR


def _move(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        yield Edit(place, partial(_place, shape, left=shape.left + Cm(1.7), top=shape.top + Cm(0.9)))


def _resize(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        yield Edit(place, partial(_place, shape, width=shape.width * 4 // 5, height=shape.height * 7 // 10))


def _rotate(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        if hasattr(shape, "rotation"):
            yield Edit(place, partial(_turn, shape))


def _add_boxes(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        yield Edit(place, partial(_add_box, slide, Cm(1), Cm(1)))


def _add_boxes_outside(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        change = partial(_add_box, slide, presentation.slide_width + Cm(1), Cm(1))
        yield Edit(f"right of {place}", change)


def _add_shapes(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        star = partial(slide.shapes.add_shape, MSO_SHAPE.STAR_5_POINT, Cm(2), Cm(2), Cm(3), Cm(3))
        yield Edit(place, star)


def _remove_shapes(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        element = shape._element
        yield Edit(place, partial(element.getparent().remove, element))


def _reorder_shapes(presentation: Presentation) -> Iterator[Edit]:
    """Put the first shape of a slide in front of the others."""
    for place, slide in slides(presentation):
        elements = [shape._element for shape in slide.shapes]
        if len(elements) > 1:
            yield Edit(place, partial(elements[-1].addnext, elements[0]))


def _fill(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        if hasattr(shape, "fill"):
            yield Edit(place, partial(_set_fill, shape))


def _draw_lines(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in placed_shapes(presentation):
        if hasattr(shape, "line"):
            yield Edit(place, partial(_set_line, shape))


def _crop(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in shapes(presentation):
        if hasattr(shape, "crop_left"):
            yield Edit(place, partial(setattr, shape, "crop_left", shape.crop_left + 0.2))


def _widen_columns(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in shapes(presentation):
        if getattr(shape, "has_table", False):
            for number, column in enumerate(shape.table.columns, 1):
                change = partial(setattr, column, "width", column.width * 4 // 3)
                yield Edit(f"{place}, column {number}", change)


def _fill_cells(presentation: Presentation) -> Iterator[Edit]:
    for place, shape in shapes(presentation):
        if getattr(shape, "has_table", False):
            for number, cell in enumerate(shape.table.iter_cells(), 1):
                yield Edit(f"{place}, cell {number}", partial(_set_fill, cell))


def _edit_charts(rule: Callable[[Element], Iterator[Edit]], presentation: Presentation) -> Iterator[Edit]:
    for place, shape in shapes(presentation):
        if getattr(shape, "has_chart", False):
            for edit in rule(shape.chart.part._element):
                yield Edit(f"{place}, {edit.place}", edit.apply)


def _place(shape: Shape, **changed: int) -> None:
    """Change the place or the size; those that a layout gave become the shape's own."""
    names = ("left", "top", "width", "height")
    for name, value in {**{name: getattr(shape, name) for name in names}, **changed}.items():
        setattr(shape, name, value)


def _turn(shape: Shape) -> None:
    _place(shape)
    shape.rotation += 17


def _add_box(slide: Any, left: int, top: int) -> None:
    box = slide.shapes.add_textbox(left, top, Cm(5), Cm(1.5))
    box.text_frame.text = "Added"


def _set_fill(shape: Shape) -> None:
    """Fill a shape or a cell of a table."""
    shape.fill.solid()
    shape.fill.fore_color.rgb = COLOUR


def _set_line(shape: Shape) -> None:
    shape.line.width = Pt(4.5)
    shape.line.color.rgb = COLOUR


RULES: dict[str, Rule[Presentation]] = {
    "box moved": _move,
    "box resized": _resize,
    "box rotated": _rotate,
    "box added": _add_boxes,
    "box added off the slide": _add_boxes_outside,
    "shape added": _add_shapes,
    "shape removed": _remove_shapes,
    "shapes reordered": _reorder_shapes,
    "shape filled": _fill,
    "shape line changed": _draw_lines,
    "picture cropped": _crop,
    "column width changed": _widen_columns,
    "cell filled": _fill_cells,
    **{kind: partial(_edit_charts, rule) for kind, rule in CHART_RULES.items()},
}
