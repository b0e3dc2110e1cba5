"""The pages of a presentation (slides, layouts, masters, notes) with their theme: its colours and fonts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml

from checkers.differences.presentations.colours import Colour, Components, read_colour, read_scheme
from checkers.differences.presentations.xml import children, choose_alternatives, find, get, local_name

_COLOURS = {"srgbClr", "sysClr", "schemeClr", "prstClr", "scrgbClr", "hslClr"}
_INHERITED = {
    "sld": RELATIONSHIP_TYPE.SLIDE_LAYOUT,
    "sldLayout": RELATIONSHIP_TYPE.SLIDE_MASTER,
    "notes": RELATIONSHIP_TYPE.NOTES_MASTER,
}
"""What a page inherits from, by its root element."""
_FONTS = {"+mj": "major", "+mn": "minor"}
_SUBSTITUTES = {
    "Liberation Sans": "Arial",
    "Liberation Serif": "Times New Roman",
    "Liberation Mono": "Courier New",
    "Carlito": "Calibri",
    "Caladea": "Cambria",
}
"""Fonts in whose place LibreOffice saves the one of the same widths that is common on Windows."""


@dataclass(frozen=True)
class Theme:
    element: Any
    colours: Mapping[str, Components]

    def font(self, name: str) -> str:
        """Return a font's name; "+mn-lt" and such name the theme's."""
        if name[:3] in _FONTS:
            name = get(
                find(self.element, f"a:themeElements/a:fontScheme/a:{_FONTS[name[:3]]}Font/a:latin"),
                "typeface",
            )
        return _SUBSTITUTES.get(name, name)

    def format(self, kind: str, number: int) -> Any:
        """Return a format of a kind such as "lnStyleLst", counted from 1; None if the theme has none."""
        formats = list(children(find(self.element, f"a:themeElements/a:fmtScheme/a:{kind}")))
        return formats[number - 1] if 1 <= number <= len(formats) else None


@dataclass(frozen=True)
class Page:
    """A slide, layout, master or page of notes.

    Attributes:
        element: Its root element.
        part: Its part of the package, to which its relationships belong.
        parent: The page it inherits from: the layout of a slide, the master of a layout.
        colour_names: What the names of colours stand for, such as "tx1" for "dk1".
    """

    element: Any
    part: Any
    theme: Theme
    parent: Page | None
    colour_names: Mapping[str, str]

    @property
    def chain(self) -> list[Page]:
        """The page itself, its layout, its master, as far as there are."""
        return [self, *(self.parent.chain if self.parent is not None else ())]

    def colour(self, holder: Any, base: Colour | None = None) -> Colour | None:
        """Return the colour in an element; `base` is the one that `phClr` stands for."""
        for element in children(holder):
            if local_name(element) in _COLOURS:
                return read_colour(element, lambda name: self._named(name, base))
        return None

    def named_colour(self, name: str) -> Colour:
        """Return a colour of the theme, such as "tx1"."""
        return Colour(self._named(name, None))

    def _named(self, name: str, base: Colour | None) -> Components:
        if name == "phClr":
            return base.rgb if base is not None else (0, 0, 0)
        return self.theme.colours.get(self.colour_names.get(name, name), (0, 0, 0))

    def fingerprint(self, relationship: str) -> str:
        """Return a short hash of a picture's or other medium's bytes, or where it is if it is outside the file."""
        if not relationship:
            return ""
        relation = self.part.rels[relationship]
        return (
            relation.target_ref
            if relation.is_external
            else sha256(relation.target_part.blob).hexdigest()[:16]
        )


@dataclass
class Pages:
    """Opens the pages of a presentation, each once."""

    _pages: dict[str, Page] = field(default_factory=dict)
    _themes: dict[str, Theme] = field(default_factory=dict)

    def open(self, part: Any) -> Page:
        name = str(part.partname)
        if name not in self._pages:
            self._pages[name] = self._open(part)
        return self._pages[name]

    def _open(self, part: Any) -> Page:
        element = part._element  # python-pptx has no public name for it
        choose_alternatives(element)
        kind = _INHERITED.get(local_name(element))
        parent = self.open(part.part_related_by(kind)) if kind is not None else None
        theme = (
            parent.theme
            if parent is not None
            else self._open_theme(part.part_related_by(RELATIONSHIP_TYPE.THEME))
        )
        names = find(element, "p:clrMapOvr/a:overrideClrMapping" if parent is not None else "p:clrMap")
        if names is None and parent is not None:
            return Page(element, part, theme, parent, parent.colour_names)
        return Page(element, part, theme, parent, dict(names.attrib) if names is not None else {})

    def _open_theme(self, part: Any) -> Theme:
        name = str(part.partname)
        if name not in self._themes:
            root = parse_xml(part.blob)
            self._themes[name] = Theme(root, read_scheme(find(root, "a:themeElements/a:clrScheme")))
        return self._themes[name]
