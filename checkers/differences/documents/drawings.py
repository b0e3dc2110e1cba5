"""Pictures, shapes, text boxes and charts of docx documents that are drawn in DrawingML."""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from checkers.differences.documents.charts import read_chart
from checkers.differences.documents.package import RELATED
from checkers.differences.documents.properties import attributes_of, emus, number, tag_of
from checkers.differences.documents.shapes import Scale, outline, parts_of
from checkers.differences.documents.story import Story
from checkers.differences.documents.theme import A
from checkers.differences.tree import Length, TreeNode, Value

_PLACE = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_SIZE = "{http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing}"
_PER_PERCENT = 1000
_WHOLE = 100_000
"""The width or height of a picture in the unit of its crop."""
_WRAPS = {
    "wrapSquare": "square",
    "wrapTight": "tight",
    "wrapThrough": "through",
    "wrapTopAndBottom": "top and bottom",
}
_SIDES = {"l": "left", "r": "right", "t": "top", "b": "bottom"}
_ANCHORS = {"ctr": "center", "b": "bottom"}


def layer_of(element: Element) -> float | None:
    """Return the layer of a `wp:anchor`; None of a `wp:inline`, which is in the line of the text."""
    return None if tag_of(element) == "inline" else number(element.get("relativeHeight"))


def read_drawing(element: Element, story: Story) -> TreeNode | None:
    """Read a `wp:inline` or `wp:anchor`; None if it is empty."""
    content = element.find(f"{A}graphic/{A}graphicData")
    if content is None or not len(content):
        return None
    node = _read(content[0], story, Scale())
    size, named = element.find(f"{_PLACE}extent"), element.find(f"{_PLACE}docPr")
    attributes: dict[str, Value] = dict(node.attributes)
    if size is not None:
        attributes |= {
            "width": emus(size.get("cx")),
            "height": emus(size.get("cy")),
            **_relative_size(element),
        }
    if "spAutoFit" in parts_of(parts_of(content[0]).get("bodyPr")):
        attributes.pop("height", None)  # that of its text
    if named is not None:
        attributes["alternative text"] = named.get("descr") or named.get("title") or None
        attributes["hidden"] = True if named.get("hidden") in ("1", "true") else None
        for link in named.findall(f"{A}hlinkClick"):
            relation = story.source.package.relations(story.part).get(link.get(f"{RELATED}id", ""))
            attributes["link"] = relation.target if relation is not None else None
    return TreeNode(node.kind, attributes=attributes | _placement(element, story), children=node.children)


def _relative_size(element: Element) -> dict[str, Value]:
    """Return the sizes that are shares of the page or its margins."""
    sizes: dict[str, Value] = {}
    for name, tag, share in (("width", "sizeRelH", "pctWidth"), ("height", "sizeRelV", "pctHeight")):
        for size in element.findall(f"{_SIZE}{tag}"):
            if percent := number(size.findtext(f"{_SIZE}{share}")) / _PER_PERCENT:
                sizes[name] = f"{percent:g} % of {size.get('relativeFrom', 'page')}"
    return sizes


def content_of(relation: str, story: Story) -> str | None:
    """Return what identifies the content of a related part; the name of the file if it is outside of the document."""
    found = story.source.package.relations(story.part).get(relation)
    if found is None:
        return None
    return PurePosixPath(found.target).name if found.external else story.source.package.digest(found.target)


def _read(element: Element, story: Story, scale: Scale) -> TreeNode:
    match tag_of(element):
        case "pic":
            return _picture(element, story, scale)
        case "wsp" | "cxnSp":
            return _shape(element, story, scale)
        case "wgp" | "grpSp":
            return _group(element, story, scale)
        case "chart":
            relation = story.source.package.relations(story.part).get(element.get(f"{RELATED}id", ""))
            return read_chart(story.source, relation.target if relation is not None else "")
        case "relIds":
            return TreeNode("diagram")
        case _:
            return TreeNode("drawing")


def _picture(element: Element, story: Story, scale: Scale) -> TreeNode:
    parts = parts_of(element)
    attributes = outline(parts.get("spPr"), None, story.source.formats.theme, scale)
    filling = parts_of(parts.get("blipFill"))
    if (image := filling.get("blip")) is not None:
        key = image.get(f"{RELATED}embed") or image.get(f"{RELATED}link") or ""
        attributes["content"] = content_of(key, story)
        attributes["effects"] = ", ".join(_effect(each) for each in image if tag_of(each) != "extLst") or None
    if (crop := filling.get("srcRect")) is not None:
        attributes |= _crop(crop, attributes)
    return TreeNode("picture", attributes=attributes)


def _effect(element: Element) -> str:
    given = (f"{name} {value}" for name, value in sorted(attributes_of(element).items()))
    return " ".join([tag_of(element), *given])


def _shape(element: Element, story: Story, scale: Scale) -> TreeNode:
    parts = parts_of(element)
    attributes = outline(parts.get("spPr"), parts.get("style"), story.source.formats.theme, scale)
    text = parts_of(parts.get("txbx")).get("txbxContent")
    if text is None:
        return TreeNode("shape", attributes=attributes)
    body = attributes_of(parts["bodyPr"]) if "bodyPr" in parts else {}
    attributes["vertical alignment"] = _ANCHORS.get(body.get("anchor", "t"))
    attributes["text direction"] = None if body.get("vert", "horz") == "horz" else body["vert"]
    children = story.source.read_blocks(text, story.box())
    return TreeNode("text box", attributes=attributes, children=tuple(children))


def _group(element: Element, story: Story, scale: Scale) -> TreeNode:
    parts = parts_of(element)
    attributes = outline(parts.get("grpSpPr"), None, story.source.formats.theme, scale)
    frame = parts_of(parts.get("grpSpPr")).get("xfrm")
    inner = scale.within(frame) if frame is not None else scale
    shapes = [each for each in element if tag_of(each) in ("pic", "wsp", "cxnSp", "grpSp", "wgp")]
    return TreeNode(
        "group", attributes=attributes, children=tuple(_read(each, story, inner) for each in shapes)
    )


def _crop(crop: Element, shown: dict[str, Value]) -> dict[str, Value]:
    """Return how much of the picture, at the size it is shown in, is cut off at each side."""
    cut: dict[str, Value] = {}
    for sides, size in ((("l", "r"), shown.get("width")), (("t", "b"), shown.get("height"))):
        shares = [number(crop.get(side)) / _WHOLE for side in sides]
        rest = 1 - sum(shares)
        for side, share in zip(sides, shares, strict=True):
            if share and rest > 0 and isinstance(size, Length):
                cut[f"crop {_SIDES[side]}"] = Length(size.cm / rest * share)
    return cut


def _placement(element: Element, story: Story) -> dict[str, Value]:
    if tag_of(element) == "inline":
        return {"placement": "in line"}
    attributes: dict[str, Value] = {"placement": "floating", **_wrap(element, story)}
    for axis, tag in (("horizontal", "positionH"), ("vertical", "positionV")):
        for position in element.iter(f"{_PLACE}{tag}"):
            offset, aligned = position.find(f"{_PLACE}posOffset"), position.find(f"{_PLACE}align")
            attributes[f"{axis} origin"] = position.get("relativeFrom")
            if aligned is not None:
                attributes[f"{axis} position"] = (aligned.text or "").strip()
            elif offset is not None:
                attributes[f"{axis} position"] = emus((offset.text or "").strip())
    return attributes


def _wrap(element: Element, story: Story) -> dict[str, Value]:
    for child in element:
        if (kind := _WRAPS.get(tag_of(child))) is not None:
            side = child.get("wrapText", "bothSides")
            return {"wrap": kind, "wrap side": None if side == "bothSides" else side}
    if story.part != story.source.package.main:
        return {"wrap": "none"}  # LibreOffice puts it behind the text of a header, wherever it was
    behind = element.get("behindDoc") in ("1", "true")
    return {"wrap": "behind text" if behind else "in front of text"}
