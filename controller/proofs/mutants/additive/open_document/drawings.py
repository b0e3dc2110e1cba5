"""Edits of pictures, charts and other shapes of OpenDocument's form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Rule, shorten
from controller.proofs.mutants.additive.open_document.model import OpenDocument, slide_of, tag
from controller.proofs.mutants.additive.package import Element

_CM = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}
_HIDDEN_PARTS = (tag("presentation:notes"), tag("draw:g"))


def shapes(document: OpenDocument) -> Iterator[tuple[str, Element]]:
    """Yield the shapes with a place and a size that are in no group and not in the notes."""
    for number, shape in enumerate(document.body.iter(), 1):
        inner = any(ancestor.tag in _HIDDEN_PARTS for ancestor in shape.iterancestors())
        if not inner and shape.get(tag("svg:width")) and shape.get(tag("svg:x")):
            name = shape.get(tag("draw:name")) or f"shape {number}"
            yield f"{slide_of(shape)}{name} {shorten(''.join(shape.itertext()))}", shape


def _move(document: OpenDocument) -> Iterator[Edit]:
    for place, shape in shapes(document):
        yield Edit(place, partial(_add, shape, {"svg:x": 1.7, "svg:y": 0.9}))


def _resize(document: OpenDocument) -> Iterator[Edit]:
    for place, shape in shapes(document):
        yield Edit(place, partial(_add, shape, {"svg:width": 1.7, "svg:height": 0.9}))


def _remove(document: OpenDocument) -> Iterator[Edit]:
    for place, shape in shapes(document):
        yield Edit(place, partial(shape.getparent().remove, shape))


def _add(shape: Element, lengths: dict[str, float]) -> None:
    for name, added in lengths.items():
        value = shape.get(tag(name), "0cm")
        number, unit = re.fullmatch(r"(-?[\d.]+)(\w+)", value).groups()  # type: ignore[union-attr]
        shape.set(tag(name), f"{float(number) * _CM[unit] + added:.3f}cm")


RULES: dict[str, Rule[OpenDocument]] = {
    "drawing moved": _move,
    "drawing resized": _resize,
    "drawing removed": _remove,
}
