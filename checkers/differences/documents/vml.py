"""Pictures, shapes, text boxes and watermarks of docx documents that are drawn in VML, and embedded objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from checkers.differences.documents.drawings import content_of
from checkers.differences.documents.package import RELATED
from checkers.differences.documents.properties import W, number, tag_of
from checkers.differences.documents.story import Story
from checkers.differences.documents.theme import NAMED_COLOURS
from checkers.differences.tree import Length, Span, TreeNode, Value

_V = "{urn:schemas-microsoft-com:vml}"
_OFFICE = "{urn:schemas-microsoft-com:office:office}"
_WORD = "{urn:schemas-microsoft-com:office:word}"
_SHAPES = {"shape": "", "rect": "rect", "roundrect": "roundRect", "oval": "ellipse", "line": "line"}
_TYPES = {"_x0000_t202": "rect", "_x0000_t75": "rect"}
_CM = {"pt": 2.54 / 72, "in": 2.54, "cm": 1.0, "mm": 0.1, "px": 2.54 / 96, "": 2.54 / 72}
_ORIGINS = {"text": "column", "char": "character"}
_WRAPS = {"topandbottom": "top and bottom", "none": "in front of text"}
_OFF = {"f", "false", "0"}


def read_picture(element: Element, story: Story) -> Iterator[tuple[float | None, TreeNode]]:
    """Yield what a `w:pict` or `w:object` draws, with its layer; None if it is in the line of the text."""
    program = next((each.get("ProgID", "") for each in element.iter(f"{_OFFICE}OLEObject")), None)
    for shape in element:
        node = _read(shape, program, story)
        if node is not None:
            is_in_line = node.attributes["placement"] == "in line"
            yield None if is_in_line else number(_style(shape).get("z-index")), node


def _read(shape: Element, program: str | None, story: Story) -> TreeNode | None:
    if not shape.tag.startswith(_V):
        return None
    if tag_of(shape) == "group":
        inner = [_read(each, program, story) for each in shape]
        children = tuple(node for node in inner if node is not None)
        return TreeNode("group", attributes=_place(_style(shape), shape, story), children=children)
    return _shape(shape, program, story) if tag_of(shape) in _SHAPES else None


def _shape(shape: Element, program: str | None, story: Story) -> TreeNode:
    style = _style(shape)
    attributes = _place(style, shape, story)
    mark = next((each.get("string", "") for each in shape.iter(f"{_V}textpath")), None)
    text = next(iter(shape.iter(f"{W}txbxContent")), None)
    image = next(iter(shape.iter(f"{_V}imagedata")), None)
    if program is not None:
        return TreeNode("object", attributes={**attributes, "program": program})
    if image is not None:
        content = content_of(image.get(f"{RELATED}id", ""), story)
        return TreeNode("picture", attributes={**attributes, "geometry": "rect", "content": content})
    attributes |= _looks(shape)
    if mark is not None:
        for name in ("height", "wrap"):  # LibreOffice fits the height to the text and does not keep the layer
            attributes.pop(name, None)
        return TreeNode("watermark", attributes=attributes, spans=(Span(mark),))
    if text is None:
        return TreeNode("shape", attributes=attributes)
    children = story.source.read_blocks(text, story.box())
    return TreeNode("text box", attributes=attributes, children=tuple(children))


def _style(shape: Element) -> dict[str, str]:
    pairs = (each.partition(":") for each in shape.get("style", "").split(";"))
    return {name.strip().lower(): given.strip() for name, _, given in pairs if name.strip()}


def _place(style: Mapping[str, str], shape: Element, story: Story) -> dict[str, Value]:
    attributes: dict[str, Value] = {name: _length(style.get(name)) for name in ("width", "height")}
    if any("mso-fit-shape-to-text:t" in each.get("style", "") for each in shape.iter(f"{_V}textbox")):
        del attributes["height"]
    attributes["alternative text"] = shape.get("alt") or None
    if turn := number(style.get("rotation")) % 360:
        attributes["rotation"] = turn
    if style.get("position") != "absolute":
        return {**attributes, "placement": "in line"}
    attributes |= {"placement": "floating", **_wrap(style, shape, story)}
    for axis, side, origin in (
        ("horizontal", "margin-left", "column"),
        ("vertical", "margin-top", "paragraph"),
    ):
        aligned = style.get(f"mso-position-{axis}", "absolute")
        relative = style.get(f"mso-position-{axis}-relative", "text")
        attributes[f"{axis} origin"] = origin if relative == "text" else _ORIGINS.get(relative, relative)
        attributes[f"{axis} position"] = _length(style.get(side)) if aligned == "absolute" else aligned
    return attributes


def _wrap(style: Mapping[str, str], shape: Element, story: Story) -> dict[str, Value]:
    kind = next((each.get("type", "none").lower() for each in shape.iter(f"{_WORD}wrap")), "none")
    if kind == "none" and story.part != story.source.package.main:
        return {"wrap": "none"}
    if kind == "none" and number(style.get("z-index")) < 0:
        return {"wrap": "behind text"}
    return {"wrap": _WRAPS.get(kind, kind)}


def _looks(shape: Element) -> dict[str, Value]:
    attributes: dict[str, Value] = {"geometry": _geometry(shape)}
    if shape.get("filled", "t").lower() not in _OFF:
        attributes["fill"] = _colour(shape.get("fillcolor", "white"))
    if shape.get("stroked", "t").lower() not in _OFF:
        width = _length(shape.get("strokeweight", "0.75pt")).cm / _CM["pt"]
        attributes["line"] = f"{round(width * 4) / 4:g} pt {_colour(shape.get('strokecolor', 'black'))}"
    return attributes


def _geometry(shape: Element) -> str:
    kind = shape.get("type", "").strip("#")
    return _SHAPES[tag_of(shape)] or _TYPES.get(kind, kind) or "custom"


def _colour(text: str) -> str:
    name = text.split()[0].lower() if text.split() else ""
    return NAMED_COLOURS.get(name, name.upper())


def _length(text: str | None) -> Length:
    digits = (text or "").rstrip("abcdefghijklmnopqrstuvwxyz%")
    return Length(number(digits) * _CM.get((text or "")[len(digits) :], 0.0))
