"""Styles of an OpenDocument file: what they and the styles that they inherit from set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from checkers.differences.open_documents.xml_names import local, value_of
from checkers.differences.tree import Value
from checkers.odf import q, style_chain

Properties = Mapping[str, Value]
_NAME, _FAMILY, _PARENT = q("style:name"), q("style:family"), q("style:parent-style-name")
_OWN = (_NAME, _FAMILY, _PARENT, q("style:display-name"), q("style:next-style-name"), q("style:class"))
_NOISE = re.compile(r"(paragraph-)?rsid|.*-(asian|complex)|hyphenation-.*|shadow-offset-.*")
"""What LibreOffice notes for itself, or sets for scripts that a text does not have."""
_USUAL = {"writing-mode": ("lr-tb", "page")}
"""Values that are the same as none."""


class Styles:
    """The styles of a file, automatic ones included."""

    def __init__(self, *roots: Element) -> None:
        """`roots` are those of styles.xml and content.xml; a later automatic style replaces an earlier one."""
        self._styles: dict[tuple[str, str], Element] = {}
        self._defaults: dict[str, Element] = {}
        self._others: dict[tuple[str, str], Element] = {}
        self._fonts: dict[str, str] = {}
        self.named: dict[tuple[str, str], Element] = {}
        for root in roots:
            for part in root:
                self._collect(part, named=local(part.tag) == "styles")

    def _collect(self, part: Element, *, named: bool) -> None:
        for element in part:
            key = (element.get(_FAMILY, ""), element.get(_NAME, ""))
            if element.tag == q("style:style"):
                self._styles[key] = element
                if named:
                    self.named[key] = element
            elif element.tag == q("style:default-style"):
                self._defaults[key[0]] = element
            elif element.tag == q("style:font-face"):
                self._fonts[key[1]] = element.get(q("svg:font-family"), "").strip("'")
            elif key[1]:
                self._others[local(element.tag), key[1]] = element

    def properties(self, family: str, name: str) -> dict[str, Value]:
        """Return what holds where a style is used, by kind and name: "text font-weight".

        "style" is the nearest style that has a name of its own.
        """
        found: dict[str, Value] = {}
        for element in reversed([*style_chain(self._styles, self._defaults, family, name)]):
            found |= self.own_properties(element)
            if self.named.get((family, element.get(_NAME, ""))) is element:
                found["style"] = element.get(q("style:display-name")) or element.get(_NAME, "")
        return found

    def own_properties(self, style: Element) -> dict[str, Value]:
        """Return what a style sets itself."""
        found = {local(key): value_of(value) for key, value in style.attrib.items() if key not in _OWN}
        for key in [key for key in found if key.endswith("style-name")]:
            found[key] = self.describe(str(found.pop(key)))
        for group in style:
            kind = local(group.tag).removesuffix("-properties")
            found |= {
                f"{kind} {name}": self._property(name, value)
                for key, value in group.attrib.items()
                if not _NOISE.fullmatch(name := local(key)) and value not in _USUAL.get(name, ())
            }
            found |= {f"{kind} {local(part.tag)}": described for part in group if (described := _flat(part))}
        return found

    def _property(self, name: str, value: str) -> Value:
        return self._fonts.get(value, value) if name == "font-name" else value_of(value)

    def other(self, kind: str, name: str) -> Element | None:
        """Return the element of a kind that is no style of a family: "page-layout", "list-style"."""
        return self._others.get((kind, name))

    def describe(self, name: str) -> str:
        """Return what a list's or a number's style says, without its name, which is not the user's."""
        found = next((element for (_, other), element in self._others.items() if other == name), None)
        return name if found is None else _flat(found)


def _flat(element: Element) -> str:
    """Return an element with all that is in it as one line of text, without names of styles."""
    attributes = " ".join(
        f"{local(key)}={value}"
        for key, value in sorted(element.attrib.items())
        if not local(key).endswith(("style-name", "volatile"))
        and key != _NAME
        and not _NOISE.fullmatch(local(key))
    )
    inner = "".join(_flat(child) for child in element)
    return f"<{local(element.tag)} {attributes}{inner}{(element.text or '').strip()}>"
