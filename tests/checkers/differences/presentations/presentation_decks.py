"""Presentations for tests of their differences, and changes to them.

`files/presentation_*.pptx` are made with python-pptx; `files/presentation_*_saved.pptx` are the same, opened and saved
by LibreOffice 7.4.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pptx
from PIL import Image
from pptx.oxml import parse_xml

from checkers.differences.compare import compare
from checkers.differences.presentations.presentation_tree import read_pptx_tree
from checkers.differences.presentations.xml import NAMESPACES
from checkers.differences.tree import TreeNode

FILES = Path(__file__).parents[1] / "files"
BOTH = ("presentation_slides", "presentation_slides_saved")
"""The deck of five slides, and what LibreOffice saves of it."""

DeckChange = Callable[[Any], object]


@cache
def read_file(name: str) -> TreeNode:
    return read_pptx_tree((FILES / f"{name}.pptx").read_bytes(), name)


def differences(name: str, change: DeckChange) -> list[str]:
    """Return how a changed presentation differs from the one that LibreOffice has not saved."""
    deck = pptx.Presentation(FILES / f"{name}.pptx")
    change(deck)
    stream = io.BytesIO()
    deck.save(stream)
    after = read_pptx_tree(stream.getvalue(), name)
    return [str(one) for one in compare(read_file(name.removesuffix("_saved")), after)]


def shape(deck: Any, slide: int, name: str) -> Any:
    """Return a shape of a slide, counted from 1: by its name, or the "title" or "body"."""
    shapes = deck.slides[slide - 1].shapes
    if name == "title":
        return shapes.title
    if name == "body":
        return next(one for one in shapes.placeholders if one.shape_id != shapes.title.shape_id)
    return next(one for one in flatten(shapes) if one.name == name)


def flatten(shapes: Any) -> Iterator[Any]:
    """Yield shapes and those in groups."""
    for one in shapes:
        yield one
        yield from flatten(getattr(one, "shapes", ()))


def paragraph(deck: Any, slide: int, name: str, number: int = 1) -> Any:
    return shape(deck, slide, name).text_frame.paragraphs[number - 1]


def run(deck: Any, slide: int, name: str, number: int = 1) -> Any:
    """Return the first run of a paragraph."""
    return paragraph(deck, slide, name, number).runs[0]


def xml(text: str) -> Any:
    """Parse an element whose prefixes are those of NAMESPACES."""
    declarations = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
    return next(iter(parse_xml(f"<root{declarations}>{text}</root>")))


def replace_children(parent: Any, names: str, *new: Any) -> None:
    """Replace the children of these local names by others, which are put last."""
    for name in names.split():
        for child in parent.findall(f"{{*}}{name}"):
            parent.remove(child)
    parent.extend(new)


def fill_solid(target: Any, colour: Any) -> None:
    """Fill a shape, cell or line (`target.fill`) or a font (`target.font`) with a colour."""
    target.fill.solid()
    target.fill.fore_color.rgb = colour


def draw_picture(colour: str) -> io.BytesIO:
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(stream, "PNG")
    return stream
