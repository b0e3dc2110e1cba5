"""The blocks of a docx document: paragraphs and tables in order."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element

from checkers.differences.documents.characters import character_format
from checkers.differences.documents.fields import control_kind
from checkers.differences.documents.formulas import M
from checkers.differences.documents.paragraphs import ParagraphFormat, paragraph_attributes, read_format
from checkers.differences.documents.properties import W, inherit, is_on, read_properties, tag_of, value
from checkers.differences.documents.segments import Segment
from checkers.differences.documents.story import Story
from checkers.differences.documents.tables import read_table
from checkers.differences.documents.text import read_text
from checkers.differences.tree import Attributes, TreeNode, Value

_CONTAINERS = {"smartTag", "customXml", "ins", "moveTo", "del", "moveFrom"}


def read_blocks(parent: Element, story: Story) -> list[TreeNode]:
    """Read the paragraphs and tables in a body, header, note, cell or text box."""
    nodes: list[TreeNode] = []
    for child in parent:
        match tag_of(child):
            case "p":
                _add_paragraph(child, story, nodes)
            case "tbl":
                nodes.append(_read_table(child, story))
            case "sdt":
                outer, kind = story.control, control_kind(child)
                story.control = kind if kind is not None else outer
                for content in child.findall(f"{W}sdtContent"):
                    nodes += read_blocks(content, story)
                story.control = outer
            case tag if tag in _CONTAINERS:
                nodes += read_blocks(child, story)
    return nodes


def _add_paragraph(paragraph: Element, story: Story, nodes: list[TreeNode]) -> None:
    """Read a paragraph and add it: as several where the page or column breaks in it, or not at all.

    One that only ends the result of an index is left out, as are blank ones that end a section: LibreOffice leaves one
    out each time it opens the document.
    """
    own = paragraph.find(f"{W}pPr")
    section_break = _section_break(own, story)
    continues_index = story.is_in_derived_result
    resolved = read_format(own, story.source.formats, story.table)
    segments = _segments(read_text(paragraph, resolved, story), resolved, story)
    is_empty = len(segments) == 1 and segments[0].is_empty
    if is_empty and section_break:
        while nodes and _is_blank(nodes[-1]):
            nodes.pop()
        if nodes and "section break" not in nodes[-1].attributes:
            nodes[-1] = _with_attributes(nodes[-1], section_break)
            return
    if is_empty and continues_index:
        return
    attributes = {**_attributes(own, resolved, story), **_formula_alignment(paragraph)}
    nodes += [_paragraph(segment, attributes, resolved, story) for segment in segments]
    nodes[-1] = _with_attributes(nodes[-1], section_break)


def _segments(segments: list[Segment], resolved: ParagraphFormat, story: Story) -> list[Segment]:
    """Return the content of a paragraph where what breaks the page or column begins a segment that is not empty.

    A break at the end belongs to the paragraph after it.
    """
    segments[0].break_before, story.break_before = story.break_before, None
    if story.table is None and is_on(resolved.properties, "pageBreakBefore"):
        segments[0].break_before = "page"
    if len(segments) > 1 and segments[-1].is_empty and not story.source.formats.splits_at_breaks:
        story.break_before = segments[-1].break_before
        segments[-2:] = [segments[-2].with_points(segments[-1])]
    if len(segments) > 1 and segments[0].is_empty:
        segments[:2] = [segments[1].with_points(segments[0])]
    if story.table is not None:  # LibreOffice drops the spaces there
        segments[-1] = segments[-1].without_end_spaces()
    return segments


def _is_blank(node: TreeNode) -> bool:
    is_free = not node.attributes.keys() & {"section break", "break before", "comment", "bookmark"}
    return node.kind == "paragraph" and is_free and not (node.text or node.children)


def _paragraph(segment: Segment, attributes: Attributes, resolved: ParagraphFormat, story: Story) -> TreeNode:
    formats = story.source.formats
    default = formats.styles.text(resolved.style, None, resolved.table)
    own: dict[str, Value] = {**attributes, **segment.attributes}
    if segment.break_before is not None:
        own["break before"] = segment.break_before
    if segment.pieces:
        del own["size of mark"]
    return TreeNode(
        "paragraph",
        attributes=own,
        spans=segment.spans(default, formats.theme),
        children=segment.objects,
    )


def _attributes(own: Element | None, resolved: ParagraphFormat, story: Story) -> dict[str, Value]:
    formats = story.source.formats
    attributes = paragraph_attributes(resolved, formats, boxed=story.boxed)
    mark = read_properties(own.find(f"{W}rPr") if own is not None else None)
    text = inherit(formats.styles.text(resolved.style, value(mark, "rStyle"), resolved.table), mark)
    if story.boxed or story.part != story.source.package.main:
        attributes.pop("without line numbers", None)
    attributes["size of mark"] = character_format(text, formats.theme)["size"]
    for tag, name in (("ins", "end inserted by"), ("del", "end deleted by")):
        if tag in mark:
            attributes[name] = mark[tag].get("author", "")
    if "pPrChange" in resolved.properties:
        attributes["format changed by"] = resolved.properties["pPrChange"].get("author", "")
    return attributes


def _section_break(own: Element | None, story: Story) -> dict[str, Value]:
    section = own.find(f"{W}sectPr") if own is not None else None
    return {} if section is None else {"section break": story.source.section_breaks.get(section)}


def _with_attributes(node: TreeNode, attributes: Attributes) -> TreeNode:
    return replace(node, attributes={**node.attributes, **attributes})


def _formula_alignment(paragraph: Element) -> dict[str, Value]:
    """Return the alignment of a formula that has a paragraph for itself."""
    content = [each for each in paragraph if tag_of(each) not in ("pPr", "r")]
    if len(content) != 1 or tag_of(content[0]) != "oMathPara":
        return {}
    properties = {tag_of(each): each for part in content[0] for each in part}
    given = properties["jc"].get(f"{M}val", "") if "jc" in properties else "centerGroup"
    return {"alignment": "center" if given == "centerGroup" else given}


def _read_table(element: Element, story: Story) -> TreeNode:
    """Read a table. A break that its first paragraph begins with is its own."""
    kind, story.break_before = story.break_before, None
    table = read_table(element, story)
    first = element.find(f"{W}tr/{W}tc/{W}p/{W}pPr")
    if is_on(read_properties(first), "pageBreakBefore"):
        kind = "page"
    return _with_attributes(table, {"break before": kind})
