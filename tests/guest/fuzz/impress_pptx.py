"""The state of a .pptx file, read with python-pptx and from its XML."""

from __future__ import annotations

import copy
import io
import re
from typing import Any, Final

import pptx
from lxml import etree
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.oxml.ns import qn

from tests.guest.fuzz.impress_state import Paragraph, cell_state, digest, paragraph_state
from tests.guest.fuzz.promises import State

_MEDIA: Final = "http://schemas.microsoft.com/office/powerpoint/2010/main"
_FONTS: Final = ("a:latin", "a:ea", "a:cs", "a:sym")
_FILLS: Final = ("a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill")
_FIELDS: Final = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER)


def read_pptx(content: bytes) -> State:
    """The state of a presentation's file."""
    presentation = pptx.Presentation(io.BytesIO(content))
    state: State = {
        "width": round(presentation.slide_width / 360),
        "height": round(presentation.slide_height / 360),
        "slides": len(presentation.slides),
    }
    for number, slide in enumerate(presentation.slides, start=1):
        state.update(_slide(f"slide/{number}", slide))
    for number, master in enumerate(presentation.slide_masters, start=1):
        for index, shape in enumerate(master.shapes):
            if shape.is_placeholder and shape.placeholder_format.type in _FIELDS:
                continue  # their texts are saved as the view shows them: "<date/time>" or the date
            state.update(_box(f"master/{number}/box/{index}", shape, master.part))
    return state


def _slide(place: str, slide: Any) -> State:
    element = slide._element
    background = element.find(f"{qn('p:cSld')}/{qn('p:bg')}")
    ids = {str(shape.shape_id): f"box {index}" for index, shape in enumerate(slide.shapes)}
    state: State = {
        f"{place}/hidden": element.get("show") == "0",
        f"{place}/background": _background(background, slide.part),
        f"{place}/boxes": len(slide.shapes),
        f"{place}/notes": slide.notes_slide.notes_text_frame.text
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame
        else "",
        f"{place}/transition": "".join(_xml(item, slide.part) for item in element.iter(qn("p:transition"))),
        f"{place}/timing": _timing(element.find(qn("p:timing")), ids),
    }
    for index, shape in enumerate(slide.shapes):
        state.update(_box(f"{place}/box/{index}", shape, slide.part))
    return state


def _background(background: Any, part: Any) -> str:
    if background is None:
        return ""
    colour = background.find(f".//{qn('a:solidFill')}/{qn('a:srgbClr')}")
    return colour.get("val").upper() if colour is not None else _xml(background, part)


def _timing(timing: Any, ids: dict[str, str]) -> list[str]:
    """The effects' targets, with what is done to them."""
    if timing is None:
        return []
    return [
        f"{target.getparent().getparent().getparent().tag.rpartition('}')[2]} {ids.get(target.get('spid'), '?')}"
        for target in timing.iter(qn("p:spTgt"))
    ]


def _box(place: str, shape: Any, part: Any) -> State:
    """A shape: name, kind, place, fill, text; of groups and tables the members and cells."""
    properties = shape._element.find(qn("p:spPr"))
    state: State = {
        f"{place}/kind": str(shape.shape_type).split(" ")[0],
        f"{place}/name": re.sub(r"\d+$", "", shape.name),  # LibreOffice numbers boxes without a name anew
        f"{place}/x": _hundredths(shape.left),
        f"{place}/y": _hundredths(shape.top),
        f"{place}/width": _hundredths(shape.width),
        f"{place}/height": _hundredths(shape.height),
        f"{place}/rotation": 0.0
        if _is_connector(shape._element)
        else round(getattr(shape, "rotation", 0), 1),
        f"{place}/placeholder": str(shape.placeholder_format.type) if shape.is_placeholder else "",
    }
    if properties is not None:
        state[f"{place}/fill"] = _fill(properties, part)
        state[f"{place}/look"] = _look(properties, part)
    blip = shape._element.find(f"{qn('p:blipFill')}/{qn('a:blip')}")
    if blip is not None and blip.get(qn("r:embed")):
        state[f"{place}/picture"] = digest(part.related_part(blip.get(qn("r:embed"))).blob)
    medium = shape._element.find(f".//{{{_MEDIA}}}media")
    if medium is not None:
        inside = medium.get(qn("r:embed"))
        state[f"{place}/medium"] = digest(part.related_part(inside).blob) if inside else "elsewhere"
    if shape.has_text_frame:
        state.update(paragraph_state(place, _lines(shape._element.find(qn("p:txBody")), part)))
    if getattr(shape, "has_table", False) and shape.has_table:
        for row, cells in enumerate(shape.table.rows):
            for column, cell in enumerate(cells.cells):
                at = f"{place}/cell/{row}/{column}"
                state.update(cell_state(at, _lines(cell._tc.find(qn("a:txBody")), part)))
                state[f"{at}/look"] = _xml(cell._tc.tcPr, part) if cell._tc.tcPr is not None else ""
    if hasattr(shape, "shapes"):
        for index, member in enumerate(shape.shapes):
            inner = f"{place}/member/{index}"
            state.update(_box(inner, member, part))
            if _fits_text(member):
                del state[f"{inner}/width"]
            if f"{inner}/width" not in state:
                state.pop(f"{place}/width", None)
    return state


def _fits_text(shape: Any) -> bool:
    """Whether the text is not wrapped: LibreOffice gives such a group's member another width at any touch."""
    properties = shape._element.find(f"{qn('p:txBody')}/{qn('a:bodyPr')}")
    return properties is not None and properties.get("wrap") == "none"


def _fill(properties: Any, part: Any) -> str:
    for name in _FILLS:
        fill = properties.find(qn(name))
        if fill is not None:
            colour = fill.find(qn("a:srgbClr"))
            plain = name == "a:solidFill" and colour is not None and len(colour) == 0
            return str(colour.get("val")).upper() if plain else _xml(fill, part)
    return ""


def _is_connector(element: Any) -> bool:
    """Whether the shape is a connector: LibreOffice changes its bends and its rotation when it shows the slide."""
    return bool(element.tag == qn("p:cxnSp"))


def _look(properties: Any, part: Any) -> str:
    rest = copy.deepcopy(properties)
    routed = ("a:prstGeom",) if _is_connector(properties.getparent()) else ()
    for name in (*_FILLS, "a:xfrm", *routed):
        for child in rest.findall(qn(name)):
            rest.remove(child)
    for path in rest.iter(qn("a:path")):  # in the units of the size
        path.clear()
    return _xml(rest, part)


def _lines(body: Any, part: Any) -> list[Paragraph]:
    return [_paragraph(item, part) for item in body.findall(qn("a:p"))] if body is not None else []


def _paragraph(element: Any, part: Any) -> Paragraph:
    line = Paragraph()
    properties = element.find(qn("a:pPr"))
    if properties is not None:
        line.align = properties.get("algn", "")
        rest = copy.deepcopy(properties)
        rest.attrib.pop("algn", None)
        line.rest = _xml(rest, part) if len(rest) or rest.attrib else ""
    for item in element:
        kind = item.tag.rpartition("}")[2]
        if kind in ("r", "fld"):
            text = "".join(item.itertext(qn("a:t"))) if kind == "r" else f"<{item.get('type')}>"
            line.pieces.append((text, _looks(item.find(qn("a:rPr")), part, kind)))
        elif kind == "br":
            line.pieces.append(("\v", _looks(item.find(qn("a:rPr")), part, kind)))
    return line


def _looks(element: Any, part: Any, kind: str) -> dict[str, str]:
    if element is None:
        return {"rest": kind}
    rest = copy.deepcopy(element)
    for child in rest.findall(qn("a:uFillTx")):  # comes with every underline
        rest.remove(child)
    fonts = []
    for name in _FONTS:
        font = rest.find(qn(name))
        if font is not None:
            fonts.append(f"{name[2:]} {font.get('typeface')}")
            rest.remove(font)
    colour = ""
    fill = rest.find(qn("a:solidFill"))
    if fill is not None:
        colour = (
            fill[0].get("val").upper()
            if fill[0].tag == qn("a:srgbClr") and len(fill[0]) == 0
            else _xml(fill, part)
        )
        rest.remove(fill)
    looks = {
        "bold": rest.attrib.pop("b", ""),
        "italic": rest.attrib.pop("i", "0"),
        "underline": rest.attrib.pop("u", "none"),
        "strike": rest.attrib.pop("strike", "noStrike"),
        "size": rest.attrib.pop("sz", ""),
    }
    return {**looks, "font": ", ".join(fonts), "color": colour, "rest": f"{kind} {_xml(rest, part)}"}


def _xml(element: Any, part: Any) -> str:
    """Canonical XML, related parts named by their content."""

    def content(match: re.Match[str]) -> str:
        relation = part.rels[match[2]]
        target = relation.target_ref if relation.is_external else digest(relation.target_part.blob)
        return f'{match[1]}="{target}"'

    text = etree.tostring(element, method="c14n", exclusive=True).decode()
    text = re.sub(r' xmlns:\w+="[^"]*"', "", text)
    return re.sub(r'(r:(?:embed|id|link))="(\w+)"', content, text)


def _hundredths(emus: int | None) -> int | None:
    return None if emus is None else round(emus / 360)
