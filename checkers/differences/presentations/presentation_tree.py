"""Presentations (pptx) as trees.

Kinds of nodes, each with what it holds:

- presentation: slides, custom shows
- slide (no name; hidden, background, transition): its shapes from back to front, effects, notes, comments, the master
- shape, line, picture, media, object, chart (series), table (columns, rows with cells), group (its shapes): named, but
  for media and objects
- placeholder, named by its role: title, subtitle, body, date, footer, slide number
- paragraph: spans with the formats of their characters; of shapes, placeholders, cells, notes
- effect, named by the shape that it animates
- master: the shapes of the master and layout that a slide shows

Formats and places are those that a slide has in the end. What LibreOffice does not keep is left out: names of layouts
and masters, their placeholders as such, sections, tab stops, descriptions of shapes but pictures.
"""

from __future__ import annotations

from typing import Any

import pptx
from pptx.opc.constants import RELATIONSHIP_TYPE

from checkers.archives import parsing, repacked
from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.pages import Pages
from checkers.differences.presentations.settings import find_related, read_custom_shows, read_settings
from checkers.differences.presentations.slides import SlideReader, read_title
from checkers.differences.presentations.table_styles import read_styles
from checkers.differences.presentations.xml import find
from checkers.differences.tree import TreeNode


def read_pptx_tree(data: bytes, name: str) -> TreeNode:
    """Read a presentation; `name` is for messages. Raises Unusable when the file is damaged or hostile."""
    package = repacked(data, name)
    with parsing(name, "presentation"):
        return _read(pptx.Presentation(package))


def _read(presentation: Any) -> TreeNode:
    part, pages = presentation.part, Pages()
    slides = [pages.open(slide.part) for slide in presentation.slides]
    deck = Deck(
        default_styles=find(presentation.element, "p:defaultTextStyle"),
        table_styles=read_styles(find_related(part, RELATIONSHIP_TYPE.TABLE_STYLES)),
        titles={
            str(page.part.partname): read_title(page, number) for number, page in enumerate(slides, start=1)
        },
    )
    reader = SlideReader(deck, pages)
    return TreeNode(
        "presentation",
        attributes=read_settings(part),
        children=(*(reader.read(page) for page in slides), *read_custom_shows(part, deck)),
    )
