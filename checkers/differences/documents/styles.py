"""The styles of a docx document, and what holds for text and paragraphs by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import (
    NONE,
    Properties,
    W,
    inherit,
    read_properties,
    value,
)

_INCOMPLETE_DEFAULTS: Properties = {
    "rFonts": dict.fromkeys(("ascii", "hAnsi", "cs", "eastAsia"), "Times New Roman"),
    "sz": {"val": "20"},
    "szCs": {"val": "20"},
    "lang": {"val": "en-US"},
}
"""What holds where the defaults of a document say nothing."""
_WITHOUT_DEFAULTS: Properties = {
    "rFonts": dict.fromkeys(("ascii", "hAnsi", "cs", "eastAsia"), "Calibri"),
    "sz": {"val": "22"},
    "szCs": {"val": "24"},
    "lang": {"val": "en-US"},
}
_PARAGRAPHS_WITHOUT_DEFAULTS: Properties = {"widowControl": {"val": "0"}}
"""What LibreOffice takes if a document has no defaults."""
_DEFAULT_NAMES = {"paragraph": "normal", "table": "normal table"}
"""The styles that are the default ones if none says that it is: LibreOffice does not."""
_SAME_NAMES = {
    "Text Body": "Body Text",
    "Footnote": "Footnote Text",
    "Endnote": "Endnote Text",
    **{f"Toc {level}": f"TOC {level}" for level in range(1, 10)},
}
"""Names of one style in programs and their versions."""


@dataclass(frozen=True, slots=True)
class Style:
    """A style as it is defined; `conditions` are those of a table's parts, such as "firstRow"."""

    name: str
    base: str | None
    run: Properties = field(default_factory=dict)
    paragraph: Properties = field(default_factory=dict)
    table: Properties = field(default_factory=dict)
    cell: Properties = field(default_factory=dict)
    conditions: Mapping[str, Style] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableLook:
    """What a table style gives the text in a cell."""

    paragraph: Properties = field(default_factory=dict)
    run: Properties = field(default_factory=dict)


class Styles:
    """The styles of a document, by their id."""

    def __init__(self, root: Element | None) -> None:
        self._by_id: dict[str, Style] = {}
        self._default: dict[str, str] = {}
        self.run_defaults, self.paragraph_defaults = _WITHOUT_DEFAULTS, _PARAGRAPHS_WITHOUT_DEFAULTS
        self.chain = cache(self._chain)
        self.run_properties = cache(self._run_properties)
        if root is None:
            return
        for element in root.iter(f"{W}style"):
            key, kind = element.get(f"{W}styleId", ""), element.get(f"{W}type", "paragraph")
            self._by_id[key] = _style(element)
            if element.get(f"{W}default", "0") in ("1", "true", "on"):
                self._default.setdefault(kind, key)
        for kind in ("paragraph", "table"):
            if kind not in self._default and (named := self._named(_DEFAULT_NAMES[kind])) is not None:
                self._default[kind] = named
        if (defaults := root.find(f"{W}docDefaults")) is not None:
            self.run_defaults = inherit(
                _INCOMPLETE_DEFAULTS, read_properties(defaults.find(f"{W}rPrDefault/{W}rPr"))
            )
            if (paragraphs := defaults.find(f"{W}pPrDefault")) is not None:
                self.paragraph_defaults = read_properties(paragraphs.find(f"{W}pPr"))

    def used(self, key: str | None, kind: str) -> str | None:
        """Return the id of the style that holds if a part names the style `key`: it, or else the default one."""
        known = key if key is not None and key in self._by_id else None
        return known if known is not None else self._default.get(kind)

    def name(self, key: str | None) -> str:
        """Return the name of a style as programs show it."""
        if key is None or key not in self._by_id:
            return "Normal"
        name = " ".join(word[:1].upper() + word[1:] for word in self._by_id[key].name.split())
        return _SAME_NAMES.get(name, name)

    def text(
        self, paragraph_style: str | None, character_style: str | None, table: TableLook | None
    ) -> Properties:
        """Return the properties of text that none are set on.

        A character style overrides a paragraph style also where both switch the same on: Writer reads it so, where
        Word would switch it off.
        """
        return inherit(
            self.run_defaults,
            table.run if table is not None else NONE,
            self.run_properties(paragraph_style),
            self.run_properties(character_style),
        )

    def _named(self, name: str) -> str | None:
        return next((key for key, style in self._by_id.items() if style.name.lower() == name), None)

    def _run_properties(self, key: str | None) -> Properties:
        return inherit(*(style.run for style in self.chain(key)))

    def _chain(self, key: str | None) -> tuple[Style, ...]:
        """Return a style and those it is based on, the first of these first."""
        return tuple(self._ancestry(key))[::-1]

    def _ancestry(self, key: str | None) -> Iterator[Style]:
        visited = set()
        while key is not None and key in self._by_id and key not in visited:
            visited.add(key)
            yield self._by_id[key]
            key = self._by_id[key].base


def _style(element: Element) -> Style:
    properties = read_properties(element)
    return Style(
        name=value(properties, "name") or "",
        base=value(properties, "basedOn"),
        run=read_properties(element.find(f"{W}rPr")),
        paragraph=read_properties(element.find(f"{W}pPr")),
        table=read_properties(element.find(f"{W}tblPr")),
        cell=read_properties(element.find(f"{W}tcPr")),
        conditions={part.get(f"{W}type", ""): _style(part) for part in element.findall(f"{W}tblStylePr")},
    )
