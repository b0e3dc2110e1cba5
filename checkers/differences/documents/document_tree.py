"""The tree of a text document in a docx file."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.differences.documents.blocks import read_blocks
from checkers.differences.documents.comments import read_comments
from checkers.differences.documents.lists import Lists
from checkers.differences.documents.package import DocxPackage
from checkers.differences.documents.paragraphs import Formats
from checkers.differences.documents.properties import Properties, W, is_on, read_properties, value
from checkers.differences.documents.sections import read_sections, section_breaks
from checkers.differences.documents.story import Source, Story
from checkers.differences.documents.styles import Styles
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable


def read_docx_tree(data: bytes, name: str) -> TreeNode:
    """Read a docx document into a tree: its blocks in order, then its sections. `name` is for messages.

    The same effective state gives the same tree, whether styles or direct formats make it and whichever program wrote
    the file. Left out is what does not show or is derived: properties of the document, styles that nothing uses, names
    of styles of characters and tables, results of fields that are computed, and what identifies parts in the file.

    Raises Unusable when the file is damaged or hostile.
    """
    package = DocxPackage(data, name)
    root = package.xml(package.main)
    body = root.find(f"{W}body")
    if body is None:
        raise Unusable(f"{name} has a body", "none")
    with parsing(name):
        settings = read_properties(package.related("settings"))
        source = _source(package, body, settings)
        blocks = read_blocks(body, Story.of(source, package.main, root))
        sections = read_sections(body, source, has_even_pages=is_on(settings, "evenAndOddHeaders"))
        return TreeNode("document", attributes=_attributes(root, settings), children=(*blocks, *sections))


def _source(package: DocxPackage, body: Element, settings: Properties) -> Source:
    styles = Styles(package.related("styles"))
    theme = Theme(package.related("theme"), value(settings, "themeFontLang", "eastAsia") or "")
    lists = Lists(package.related("numbering"), styles)
    return Source(
        package=package,
        formats=Formats(
            styles,
            lists,
            theme,
            hyphenates=is_on(settings, "autoHyphenation"),
            splits_at_breaks=is_on(settings, "compat/splitPgBreakAndParaMark"),
        ),
        comments=read_comments(package.related("comments"), package.related("commentsExtended")),
        notes={
            (kind, note.get(f"{W}id", "")): note
            for kind in ("footnote", "endnote")
            if (notes := package.related(f"{kind}s")) is not None
            for note in notes.iter(f"{W}{kind}")
        },
        section_breaks=section_breaks(body),
        read_blocks=read_blocks,
    )


def _attributes(root: Element, settings: Properties) -> dict[str, Value]:
    attributes: dict[str, Value] = {}
    if is_on(settings, "trackRevisions"):
        attributes["records changes"] = True
    if is_on(settings, "mirrorMargins"):
        attributes["mirrored margins"] = True
    protection = settings.get("documentProtection", {})
    if protection.get("enforcement") in ("1", "true", "on") and protection.get("edit", "none") != "none":
        attributes["protection"] = protection["edit"]
    background = root.find(f"{W}background")
    if background is not None and is_on(settings, "displayBackgroundShape"):
        attributes["background"] = f"#{background.get(f'{W}color', '')}".upper()
    return attributes
