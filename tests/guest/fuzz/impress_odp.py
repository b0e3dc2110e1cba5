"""The state of an .odp file, read from its XML with odfpy's names."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree
from odf.namespaces import DRAWNS, FONS, OFFICENS, PRESENTATIONNS, STYLENS, SVGNS, TABLENS, TEXTNS, XLINKNS

from tests.guest.fuzz.impress_state import Paragraph, cell_state, digest, paragraph_state
from tests.guest.fuzz.promises import State

_SHAPES: Final = {
    "frame",
    "custom-shape",
    "rect",
    "ellipse",
    "line",
    "connector",
    "path",
    "polygon",
    "polyline",
    "g",
}
_GEOMETRY: Final = ("x", "y", "width", "height", "x1", "y1", "x2", "y2")
_LOOKS: Final = {
    "bold": "font-weight",
    "italic": "font-style",
    "underline": "text-underline-style",
    "strike": "text-line-through-style",
    "size": "font-size",
    "color": "color",
}
_FONTS: Final = ("font-name", "font-name-asian", "font-name-complex", "font-family", "font-family-asian")


@dataclass
class _File:
    archive: zipfile.ZipFile
    styles: dict[tuple[str, str], Any]
    """The automatic styles by family and name."""


def read_odp(content: bytes) -> State:
    """The state of a presentation's file."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    root, common = (etree.fromstring(archive.read(name)) for name in ("content.xml", "styles.xml"))
    pages = root.findall(f".//{{{OFFICENS}}}presentation/{{{DRAWNS}}}page")
    layout = common.find(f".//{{{STYLENS}}}master-page").get(f"{{{STYLENS}}}page-layout-name")
    size = common.find(f".//{{{STYLENS}}}page-layout[@{{{STYLENS}}}name='{layout}']/*")
    state: State = {
        "width": _length(size.get(f"{{{FONS}}}page-width")),
        "height": _length(size.get(f"{{{FONS}}}page-height")),
        "slides": len(pages),
    }
    file = _File(archive, _automatic(root))
    for number, page in enumerate(pages, start=1):
        state.update(_slide(f"slide/{number}", page, file))
    masters = _File(archive, _automatic(common))
    for number, master in enumerate(common.iter(f"{{{STYLENS}}}master-page"), start=1):
        for index, shape in enumerate(_shapes(master)):
            state.update(_box(f"master/{number}/box/{index}", shape, masters))
    return state


def _automatic(root: Any) -> dict[tuple[str, str], Any]:
    styles = root.find(f"{{{OFFICENS}}}automatic-styles")
    return {
        (style.get(f"{{{STYLENS}}}family", style.tag), style.get(f"{{{STYLENS}}}name")): style
        for style in (styles if styles is not None else ())
    }


def _shapes(parent: Any) -> list[Any]:
    return [
        item
        for item in parent
        if item.tag.startswith(f"{{{DRAWNS}}}") and item.tag.rpartition("}")[2] in _SHAPES
    ]


def _slide(place: str, page: Any, file: _File) -> State:
    look = _properties("drawing-page", page.get(f"{{{DRAWNS}}}style-name"), file)
    fill = {name: look.pop(name) for name in list(look) if name.startswith(("fill", "background-visible"))}
    shapes = _shapes(page)
    notes = page.find(f"{{{PRESENTATIONNS}}}notes")
    ids = {
        shape.get("{http://www.w3.org/XML/1998/namespace}id"): f"box {index}"
        for index, shape in enumerate(shapes)
    }
    targets = "{urn:oasis:names:tc:opendocument:xmlns:smil-compatible:1.0}targetElement"
    state: State = {
        f"{place}/hidden": look.pop("visibility", "") == "hidden",
        f"{place}/background": fill.get("fill-color", "")[1:].upper()
        if fill.get("fill") == "solid"
        else _text_of(fill)
        if fill.get("fill", "none") != "none"
        else "",
        f"{place}/transition": _text_of(look),
        f"{place}/boxes": len(shapes),
        f"{place}/notes": ""
        if notes is None
        else "\n".join("".join(p.itertext()) for p in notes.iter(f"{{{TEXTNS}}}p")),
        f"{place}/timing": [
            f"{item.tag.rpartition('}')[2]} {ids.get(item.get(targets), '?')}"
            for item in page.iter()
            if isinstance(item.tag, str) and item.get(targets)
        ],
        f"{place}/name": page.get(f"{{{DRAWNS}}}name"),
    }
    for index, shape in enumerate(shapes):
        state.update(_box(f"{place}/box/{index}", shape, file))
    return state


def _box(place: str, shape: Any, file: _File) -> State:
    kind = shape.tag.rpartition("}")[2]
    content = shape.find(f"{{{DRAWNS}}}text-box")
    inner = next((item.tag.rpartition("}")[2] for item in shape), "") if kind == "frame" else ""
    style = shape.get(f"{{{DRAWNS}}}style-name")
    presentation_style = shape.get(f"{{{PRESENTATIONNS}}}style-name")
    look = _properties("presentation" if presentation_style else "graphic", presentation_style or style, file)
    if look.get("writing-mode") == "lr-tb":  # said or not, no style here has another: Undo may leave it said
        del look["writing-mode"]
    fill = {name: look.pop(name) for name in list(look) if name.startswith(("fill", "opacity"))}
    solid = fill.get("fill") == "solid" and fill.get("opacity", "100%") == "100%" and "fill-color" in fill
    state: State = {
        f"{place}/kind": f"{kind} {inner}".strip(),
        f"{place}/name": shape.get(f"{{{DRAWNS}}}name", ""),
        f"{place}/placeholder": shape.get(f"{{{PRESENTATIONNS}}}class", ""),
        f"{place}/empty": shape.get(f"{{{PRESENTATIONNS}}}placeholder", "false"),
        f"{place}/fill": fill["fill-color"][1:].upper() if solid else _text_of(fill),
        f"{place}/look": _text_of(look),
        f"{place}/rotation": re.sub(r"translate.*", "", shape.get(f"{{{DRAWNS}}}transform", "")).strip(),
    }
    if moved := re.search(r"translate ?\(([-\d.]+cm) ([-\d.]+cm)\)", shape.get(f"{{{DRAWNS}}}transform", "")):
        state[f"{place}/x"], state[f"{place}/y"] = _length(moved[1]), _length(moved[2])
    for name in _GEOMETRY:
        if (value := shape.get(f"{{{SVGNS}}}{name}")) is not None:
            state[f"{place}/{name}"] = _length(value)
    if picture := next(
        (
            target
            for item in shape.findall(f"{{{DRAWNS}}}image")
            if (target := item.get(f"{{{XLINKNS}}}href", "")) in file.archive.namelist()
        ),
        None,
    ):
        state[f"{place}/picture"] = digest(file.archive.read(picture)) if inner == "image" else ""
    if (medium := shape.find(f"{{{DRAWNS}}}plugin")) is not None:
        inside = medium.get(f"{{{XLINKNS}}}href", "").removeprefix("./")
        is_inside = inside in file.archive.namelist()
        state[f"{place}/medium"] = digest(file.archive.read(inside)) if is_inside else f"elsewhere: {inside}"
    if kind == "g":
        for index, member in enumerate(_shapes(shape)):
            state.update(_box(f"{place}/member/{index}", member, file))
    elif (table := shape.find(f"{{{TABLENS}}}table")) is not None:
        for row, cells in enumerate(table.findall(f"{{{TABLENS}}}table-row")):
            for column, cell in enumerate(cells.findall(f"{{{TABLENS}}}table-cell")):
                state.update(cell_state(f"{place}/cell/{row}/{column}", _lines(cell, file)))
    else:
        state.update(paragraph_state(place, _lines(shape if content is None else content, file)))
    return state


def _lines(holder: Any, file: _File) -> list[Paragraph]:
    """The paragraphs, those in lists too."""
    return [
        _paragraph(item, sum(parent.tag == f"{{{TEXTNS}}}list" for parent in item.iterancestors()), file)
        for item in holder.iter(f"{{{TEXTNS}}}p", f"{{{TEXTNS}}}h")
    ]


def _paragraph(element: Any, level: int, file: _File) -> Paragraph:
    style = element.get(f"{{{TEXTNS}}}style-name")
    look = _properties("paragraph", style, file, "paragraph-properties")
    line = Paragraph(align=look.pop("text-align", ""), rest=f"{level} {_text_of(look)}")
    _collect(element, line, _properties("paragraph", style, file, "text-properties"), file)
    return line


def _collect(element: Any, line: Paragraph, looks: dict[str, str], file: _File) -> None:
    if element.text:
        line.pieces.append((element.text, _looks(looks)))
    for child in element:
        kind = child.tag.rpartition("}")[2]
        if kind == "span":
            own = _properties("text", child.get(f"{{{TEXTNS}}}style-name"), file, "text-properties")
            _collect(child, line, {**looks, **own}, file)
        elif kind in ("s", "tab", "line-break"):
            text = {"s": " " * int(child.get(f"{{{TEXTNS}}}c", 1)), "tab": "\t", "line-break": "\v"}[kind]
            line.pieces.append((text, _looks(looks)))
        else:
            field = f"{kind} {child.get(f'{{{XLINKNS}}}href', '')}"
            line.pieces.append(("".join(child.itertext()), _looks({**looks, "field": field})))
        if child.tail:
            line.pieces.append((child.tail, _looks(looks)))


def _looks(properties: dict[str, str]) -> dict[str, str]:
    rest = {name: value for name, value in properties.items() if (name, value) != ("opacity", "100%")}
    looks = {look: rest.pop(name, "") for look, name in _LOOKS.items()}
    looks["font"] = ", ".join(f"{name} {rest.pop(name)}" for name in _FONTS if name in rest)
    looks["color"] = looks["color"].removeprefix("#").upper()
    ignored = (
        "-asian",
        "-complex",
        "text-underline-",
        "text-line-through-",
        "font-family-generic",
        "font-pitch",
    )
    return {
        **looks,
        "rest": _text_of({k: v for k, v in rest.items() if not any(part in k for part in ignored)}),
    }


def _properties(family: str, name: str | None, file: _File, part: str = "") -> dict[str, str]:
    """What an automatic style sets; its parent among it."""
    style = file.styles.get((family, name or ""))
    if style is None:
        return {} if part == "text-properties" else {"style": name or ""}
    values = {} if part == "text-properties" else {"style": style.get(f"{{{STYLENS}}}parent-style-name", "")}
    for child in style:
        if part and not child.tag.endswith(part):
            continue
        for key, value in child.attrib.items():
            values[key.rpartition("}")[2]] = value
    return values


def _text_of(values: dict[str, str]) -> str:
    return "; ".join(f"{name} {values[name]}" for name in sorted(values))


def _length(text: str) -> float:
    return round(float(text.removesuffix("cm")) * 1000)
