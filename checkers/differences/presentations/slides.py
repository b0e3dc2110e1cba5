"""Slides of presentations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.effects import read_effects, read_transition
from checkers.differences.presentations.fills import Attributes, find_fill, find_themed_fill, read_fill
from checkers.differences.presentations.notes import read_comments, read_notes
from checkers.differences.presentations.pages import Page, Pages
from checkers.differences.presentations.shapes import ShapeReader, identify
from checkers.differences.presentations.xml import find, get
from checkers.differences.tree import TreeNode

_OFF = ("0", "false")


@dataclass(frozen=True)
class SlideReader:
    deck: Deck
    pages: Pages
    _masters: dict[tuple[str, bool], TreeNode] = field(default_factory=dict)

    def read(self, page: Page) -> TreeNode:
        """Read a slide. It has no name: titles change, and programs renumber slides when they save."""
        tree = find(page.element, "p:cSld/p:spTree")
        shapes = ShapeReader(page, self.deck).read(tree)
        attributes: Attributes = {
            "hidden": True if get(page.element, "show") in _OFF else None,
            **_read_background(page),
            **read_transition(page.element),
        }
        return TreeNode(
            "slide",
            attributes=attributes,
            children=(
                *shapes,
                *read_effects(page.element, dict(_read_names(tree))),
                *read_notes(page, self.deck, self.pages),
                *read_comments(page),
                self._read_master(page),
            ),
        )

    def _read_master(self, page: Page) -> TreeNode:
        """Read the shapes of the layout and master that a slide shows: LibreOffice makes one page of both.

        Their placeholders are seen in those of the slide, as far as these inherit from them.
        """
        shown = get(page.element, "showMasterSp") not in _OFF
        layout = page.chain[1]
        key = (str(layout.part.partname), shown)
        if key not in self._masters:
            shapes = tuple(self._read_master_shapes(layout)) if shown else ()
            self._masters[key] = TreeNode("master", "page", children=shapes)
        return self._masters[key]

    def _read_master_shapes(self, layout: Page) -> Iterator[TreeNode]:
        if layout.parent is not None and get(layout.element, "showMasterSp") not in _OFF:
            yield from self._read_master_shapes(layout.parent)
        tree = find(layout.element, "p:cSld/p:spTree")
        yield from (node for node in ShapeReader(layout, self.deck).read(tree) if node.kind != "placeholder")


def read_title(page: Page, number: int) -> str:
    """Return what a slide is called in links: its first text, or its number."""
    for body in page.element.iter("{*}txBody"):
        if text := "".join(run.text or "" for run in body.iter("{*}t")).strip():
            return f'slide "{text}"'
    return f"slide {number}"


def _read_background(page: Page) -> Attributes:
    """Return the background of a slide, the layout's or the master's if it has none of its own."""
    for one in page.chain:
        background = find(one.element, "p:cSld/p:bg")
        if (properties := find(background, "p:bgPr")) is not None:
            return read_fill(find_fill(properties), one, name="background")
        if (reference := find(background, "p:bgRef")) is not None:
            fill = find_themed_fill(reference, one)
            return read_fill(fill, one, base=one.colour(reference), name="background")
    return {}


def _read_names(tree: Any) -> Iterator[tuple[str, str]]:
    for shape in tree.iter("{*}sp", "{*}cxnSp", "{*}pic", "{*}graphicFrame", "{*}grpSp"):
        yield get(shape.find("./*/{*}cNvPr"), "id"), " ".join(identify(shape)).strip()
