"""Edits of pages of documents and sheets: margins, orientation, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.open_document.model import OpenDocument, fragment, tag
from controller.proofs.mutants.additive.package import Element

_STORIES = ("style:header", "style:header-left", "style:header-first", "style:footer")


def _change_margins(document: OpenDocument) -> Iterator[Edit]:
    for place, properties in document.pages():
        if properties.get(tag("fo:margin-left")):
            yield Edit(place, partial(properties.set, tag("fo:margin-left"), "5.3cm"))


def _turn_pages(document: OpenDocument) -> Iterator[Edit]:
    for place, properties in document.pages():
        yield Edit(place, partial(_turn, properties))


def _change_stories(name: str) -> Rule[OpenDocument]:
    """Append a line to the header or the footer, or make one with it."""

    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, master in document.masters():
            yield Edit(place, partial(_append_line, document, master, name))

    return edits


def _turn(properties: Element) -> None:
    orientation = tag("style:print-orientation")
    turned = properties.get(orientation) == "landscape"
    properties.set(orientation, "portrait" if turned else "landscape")
    width, height = properties.get(tag("fo:page-width")), properties.get(tag("fo:page-height"))
    if width and height:
        properties.set(tag("fo:page-width"), height)
        properties.set(tag("fo:page-height"), width)


def _append_line(document: OpenDocument, master: Element, name: str) -> None:
    story = master.find(tag(name))
    if story is None:
        story = fragment(f"<{name}/>")
        before = [
            child for child in master if child.tag in [tag(each) for each in _STORIES[: _STORIES.index(name)]]
        ]
        master.insert(len(before), story)
        _give_room(document, master.get(tag("style:page-layout-name")), f"{name}-style")
    story.attrib.pop(tag("style:display"), None)
    story.append(fragment("<text:p>Draft</text:p>"))


def _give_room(document: OpenDocument, layout_name: str, style: str) -> None:
    """Set a height for a header or a footer that had none: without it none is shown."""
    for layout in document.styles.iter(tag("style:page-layout")):
        if layout.get(tag("style:name")) == layout_name:
            for room in layout.iterchildren(tag(style)):
                document.set_properties(room, "header-footer", {"fo:min-height": "0.6cm"})


RULES: dict[str, Rule[OpenDocument]] = {
    "page margins changed": _change_margins,
    "page orientation changed": _turn_pages,
    "header changed": _change_stories("style:header"),
    "footer changed": _change_stories("style:footer"),
}
