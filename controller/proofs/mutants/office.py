"""Mutants of office documents: one element of their XML changed, as LibreOffice and Office write it."""

from __future__ import annotations

import copy
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from xml.etree import ElementTree

from defusedxml.ElementTree import fromstring

from controller.proofs.mutants.mutant import ContentMutant, other_number, other_words

Element = ElementTree.Element
Change = Callable[[Element, int], bool]
"""Changes the child at an index of an element; False if that cannot be done or would change nothing."""

_SHOWN = 40
_NO_FORMAT = (
    "0",
    "false",
    "none",
    "noStrike",
    "normal",
    "transparent",
    "start",
    "left",
    "Normal",
    "BodyText",
)
"""Values of formats that change nothing."""
_SPACES = re.compile(rb"xmlns:([A-Za-z]\w*)=\"([^\"]+)\"")


def _drop(parent: Element, index: int) -> bool:
    del parent[index]
    return True


def _double(parent: Element, index: int) -> bool:
    parent.insert(index, copy.deepcopy(parent[index]))
    return True


def _swap(parent: Element, index: int) -> bool:
    if index + 1 == len(parent):
        return False
    child, following = parent[index], parent[index + 1]
    if following.tag != child.tag or (_text(following), following.attrib) == (_text(child), child.attrib):
        return False
    parent[index], parent[index + 1] = following, child
    return True


def _drop_with_text(parent: Element, index: int) -> bool:
    return bool(_text(parent[index]).strip()) and _drop(parent, index)


def _double_with_text(parent: Element, index: int) -> bool:
    return bool(_text(parent[index]).strip()) and _double(parent, index)


def _drop_format(parent: Element, index: int) -> bool:
    """Drop an element that sets a format, unless it sets what holds without it."""
    values = {_local(key): value for key, value in parent[index].attrib.items()}
    return values.get("val", "") not in _NO_FORMAT and set(values.values()) != {"0"} and _drop(parent, index)


def _without(value: str) -> str | None:
    """Remove an attribute that sets a format; one that sets what holds without it is kept."""
    return value if value in _NO_FORMAT else None


def _reword(parent: Element, index: int) -> bool:
    child = parent[index]
    if not (child.text or "").strip():
        return False
    child.text = other_words(child.text or "")
    return True


def _attribute(name: str, change: Callable[[str], str | None]) -> Change:
    """Change an attribute, given by its local name; None removes it."""

    def changed(parent: Element, index: int) -> bool:
        child = parent[index]
        key = next((key for key in child.attrib if _local(key) == name), None)
        if key is None:
            return False
        value = change(child.attrib[key])
        if value == child.attrib[key]:
            return False
        if value is None:
            del child.attrib[key]
        else:
            child.attrib[key] = value
        return True

    return changed


def _other_value(parent: Element, index: int) -> bool:
    """Change a number that no formula made in a cell of a workbook of Office's form; texts are shared strings."""
    if parent.get("t", "n") != "n" or any(_local(child.tag) == "f" for child in parent):
        return False
    parent[index].text = other_number(parent[index].text or "")
    return True


def _empty_cell(parent: Element, index: int) -> bool:
    if not len(parent[index]):
        return False
    del parent[index][:]
    parent[index].attrib.pop("t", None)
    return True


def _other_number_cell(parent: Element, index: int) -> bool:
    """Change a number that no formula made in a cell of OpenDocument's form, and the text that shows it."""
    cell = parent[index]
    key = next((key for key in cell.attrib if _local(key) == "value"), None)
    if key is None or any(_local(name) == "formula" for name in cell.attrib):
        return False
    cell.attrib[key] = other_number(cell.attrib[key])
    for shown in cell:
        shown.text = cell.attrib[key]
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """A change of every element with one of the local names `tags` in the parts that match `part`."""

    part: str
    tags: tuple[str, ...]
    kind: str
    change: Change


_WORD = r"word/document\.xml"
_SLIDE = r"ppt/slides/slide\d+\.xml"
_SHEET = r"xl/worksheets/sheet\d+\.xml"
_OPEN = r"content\.xml"
_PARAGRAPHS = ("p", "h")
_RUN_FORMATS = ("b", "i", "u", "strike", "color", "sz", "highlight")
_PARAGRAPH_FORMATS = ("jc", "spacing", "pStyle", "numPr", "ind")
_OPEN_FORMATS = (
    "font-weight",
    "font-style",
    "font-size",
    "color",
    "line-height",
    "text-align",
    "background-color",
)
_OPEN_PROPERTIES = (
    "text-properties",
    "paragraph-properties",
    "table-cell-properties",
    "drawing-page-properties",
)

RULES = (
    Rule(_SHEET, ("v",), "value", _other_value),
    Rule(_SHEET, ("f",), "formula into its value", _drop),
    Rule(_SHEET, ("c",), "cell emptied", _empty_cell),
    Rule(rf"xl/sharedStrings\.xml|{_SHEET}", ("t",), "text", _reword),
    Rule(r"xl/workbook\.xml", ("sheet",), "sheet renamed", _attribute("name", other_words)),
    Rule(r"xl/workbook\.xml", ("sheet",), "sheets swapped", _swap),
    Rule(_WORD, ("t",), "text", _reword),
    *(Rule(_WORD, (name,), f"{name} dropped", _drop_format) for name in (*_RUN_FORMATS, *_PARAGRAPH_FORMATS)),
    Rule(_SLIDE, ("t",), "text", _reword),
    Rule(_SLIDE, ("solidFill", "bg"), "colour dropped", _drop),
    *(
        Rule(_SLIDE, ("rPr",), f"{name} dropped", _attribute(name, _without))
        for name in ("b", "i", "u", "sz", "strike")
    ),
    Rule(r"ppt/presentation\.xml", ("sldId",), "slide dropped", _drop),
    Rule(
        r"ppt/presentation\.xml",
        ("sldId",),
        "slides swapped",
        _swap,
    ),
    Rule(_OPEN, ("table-cell",), "value", _other_number_cell),
    Rule(_OPEN, ("table-cell",), "formula into its value", _attribute("formula", lambda _value: None)),
    Rule(_OPEN, ("table",), "sheet renamed", _attribute("name", other_words)),
    Rule(_OPEN, ("page",), "slide dropped", _drop),
    Rule(_OPEN, ("page",), "slides swapped", _swap),
    Rule(_OPEN, (*_PARAGRAPHS, "span"), "text", _reword),
    *(Rule(_OPEN, _OPEN_PROPERTIES, f"{name} dropped", _attribute(name, _without)) for name in _OPEN_FORMATS),
    *(
        Rule(part, _PARAGRAPHS, kind, change)
        for part in (_WORD, _SLIDE, _OPEN)
        for kind, change in (
            ("paragraph dropped", _drop_with_text),
            ("paragraph doubled", _double_with_text),
            ("paragraphs swapped", _swap),
        )
    ),
)


def is_office(data: bytes) -> bool:
    """Whether the content is a document of LibreOffice's or Office's form."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return {"[Content_Types].xml", "mimetype"} & set(package.namelist()) != set()
    except (OSError, zipfile.BadZipFile):
        return False


def office_mutants(data: bytes) -> Iterator[ContentMutant]:
    """Each element that a rule names, changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist() if name.endswith(".xml")}
    for part, source in parts.items():
        rules = [rule for rule in RULES if re.fullmatch(rule.part, part)]
        if not rules:
            continue
        elements = list(fromstring(source).iter())
        above = {child: parent for parent in elements for child in parent}
        for number, parent in enumerate(elements):
            for index, child in enumerate(parent):
                shown = _text(child).strip() or _text(above.get(parent, parent)).strip()
                for rule in rules:
                    if _local(child.tag) not in rule.tags or _shows_a_number(parent):
                        continue
                    if (shown or rule.part not in (_WORD, _SLIDE)) and rule.change(
                        copy.deepcopy(parent), index
                    ):
                        place = f"{part}, {_local(child.tag)} of {shown[:_SHOWN]!r}"
                        yield ContentMutant(
                            rule.kind, place, partial(_apply_rule, data, part, number, index, rule)
                        )


def _apply_rule(data: bytes, part: str, number: int, index: int, rule: Rule) -> bytes:
    """Return the package with the rule applied to the child at `index` of the element at `number` of a part."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(buffer, "w") as written:
        for info in package.infolist():
            content = package.read(info)
            if info.filename == part:
                for prefix, space in _SPACES.findall(content):
                    ElementTree.register_namespace(prefix.decode(), space.decode())
                root = fromstring(content)
                rule.change(list(root.iter())[number], index)
                content = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
            written.writestr(info, content)
    return buffer.getvalue()


def _shows_a_number(element: Element) -> bool:
    """Whether it is a cell of OpenDocument's form whose text only shows its value."""
    return any(_local(key) == "value" for key in element.attrib)


def _text(element: Element) -> str:
    return "".join(element.itertext())


def _local(name: str) -> str:
    return name.rpartition("}")[2]
