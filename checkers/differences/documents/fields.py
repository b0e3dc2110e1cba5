"""Fields and content controls in the text of docx documents: what they compute, link to or let the user enter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import W, attributes_of, tag_of
from checkers.differences.tree import Value

_SITE = re.compile(r"^(https?://[^/?#]+)(?=[?#]|$)")
_ESCAPED = re.compile(r"\\([^A-Za-z@*#!\\])")
_FORMULA = re.compile(r"^\s*=")
_TOKEN = re.compile(r'\\[A-Za-z@*#!]|"[^"]*"|[^\s"\\]+')
_DERIVED = {
    *(
        "PAGE",
        "NUMPAGES",
        "SECTION",
        "SECTIONPAGES",
        "PAGEREF",
        "NUMWORDS",
        "NUMCHARS",
        "FILENAME",
        "FILESIZE",
    ),
    *("DATE", "TIME", "CREATEDATE", "SAVEDATE", "PRINTDATE", "EDITTIME", "REVNUM", "TEMPLATE", "DOCPROPERTY"),
    *(
        "AUTHOR",
        "TITLE",
        "SUBJECT",
        "KEYWORDS",
        "COMMENTS",
        "LASTSAVEDBY",
        "USERNAME",
        "USERINITIALS",
        "INFO",
    ),
    *("TOC", "INDEX", "TOA", "SEQ", "REF", "NOTEREF", "STYLEREF", "MERGEFIELD", "IF", "="),
}
"""Fields whose result is computed."""
_LINK = "HYPERLINK"
_INDEX = "TOC"
_WITHOUT_EFFECT = {"\\h"}
"""Switches that LibreOffice adds: the result is a link."""
_INDEX_SWITCHES = ("\\o", "\\c")
"""The switches of an index that LibreOffice keeps: the levels and the captions that it lists."""
_CHOICES = {"dropDownList", "comboBox"}
_CONTROLS = {
    "text": "text",
    "checkbox": "checkbox",
    "dropDownList": "list",
    "comboBox": "combo box",
    "date": "date",
    "picture": "picture",
}


@dataclass(slots=True)
class Field:
    """A field that is being read; `in_result` is after its instruction."""

    instruction: str = ""
    in_result: bool = False
    written: bool = False
    """Whether what stands for its result is in the text."""

    @property
    def name(self) -> str:
        return re.match(r"\s*(=|\w*)", self.instruction)[1].upper()  # type: ignore[index]  # it matches always

    @property
    def is_derived(self) -> bool:
        return self.name in _DERIVED

    @property
    def extra(self) -> dict[str, Value]:
        """What is known of the text of its result: the target of a link, or the instruction."""
        if self.name != _LINK:
            return {"field": _canonical(self.instruction)} if self.name else {}
        tokens = [token.strip('"') for token in _tokens(self.instruction)[1:]]
        anchor = tokens[tokens.index("\\l") + 1] if "\\l" in tokens[:-1] else ""
        target = tokens[0] if tokens and not tokens[0].startswith("\\") else ""
        return {"link": link_target(target, anchor)}

    @property
    def is_index(self) -> bool:
        return self.name == _INDEX

    @property
    def placeholder(self) -> str:
        """The text that stands for a result: the instruction, written in one way."""
        return f"{{{_canonical(self.instruction)}}}"


def link_target(address: str, anchor: str | None) -> str:
    """Return the target of a link as text; a site's address has a path."""
    address = _SITE.sub(r"\1/", address)
    return f"{address}#{anchor}" if anchor else address


def _tokens(instruction: str) -> list[str]:
    """Split an instruction into its name, switches and arguments."""
    return _TOKEN.findall(_ESCAPED.sub(r"\1", _FORMULA.sub("= ", instruction)))


def _canonical(instruction: str) -> str:
    """Return an instruction with its switches in order and without quotes and what programs add."""
    name, *rest = _tokens(instruction.replace("'", "")) or [""]
    parts = [[name.upper()]]
    for token in rest:
        if token.startswith("\\"):
            parts.append([token])
        else:
            parts[-1].append(" ".join(token.strip('"').split()))
    switches = sorted(" ".join(part) for part in parts[1:] if part[0] not in _WITHOUT_EFFECT)
    if name.upper() == _INDEX:
        switches = [each for each in switches if each.startswith(_INDEX_SWITCHES)]
    return " ".join([" ".join(parts[0]), *(each for each in switches if each != "\\* MERGEFORMAT")])


def control_kind(control: Element) -> str | None:
    """Return what a content control lets the user enter; None if it only marks a part of the document."""
    properties = control.find(f"{W}sdtPr")
    found = {tag_of(each): each for each in properties} if properties is not None else {}
    if "docPartObj" in found or "docPartList" in found or "bibliography" in found:
        return None
    for tag, shown in _CONTROLS.items():
        if tag in found:
            items = [attributes_of(item).get("displayText", "") for item in found[tag]]
            return f"{shown}: {', '.join(items)}" if tag in _CHOICES else shown
    return "rich text"
