"""The reader of a paragraph of a docx document: its text, and what stands in it."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element

from checkers.differences.documents.drawings import layer_of, read_drawing
from checkers.differences.documents.fields import Field, control_kind, link_target
from checkers.differences.documents.formulas import written
from checkers.differences.documents.package import RELATED
from checkers.differences.documents.paragraphs import ParagraphFormat
from checkers.differences.documents.properties import (
    Properties,
    W,
    attributes_of,
    inherit,
    read_properties,
    tag_of,
    value,
)
from checkers.differences.documents.segments import Extra, Piece, Segment, joined
from checkers.differences.documents.story import Range, Story
from checkers.differences.documents.vml import read_picture
from checkers.differences.tree import Span, TreeNode

OBJECT = "￼"
"""Stands in the text for a note, and for a picture or other object in its line."""

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BLANKS = " \t\r\n"
"""What is left out at the ends of a text unless that says otherwise."""
_CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "‑", "softHyphen": "\N{SOFT HYPHEN}"}
_AUTOMATIC = ("_", "OLE_LINK")
"""How the names of bookmarks begin that programs make for themselves."""
_KNOWN = {"wps", "wpg", "wp14", "w14"}
"""Extensions of the format whose content is read."""
_BLACK = "000000"
"""The colour that LibreOffice gives text in a text box that has an automatic one."""
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_CONTAINERS = {"smartTag", "customXml", "dir", "bdo", "ruby", "rubyBase"}
_PICTURES = {"drawing", "pict", "object"}


def read_text(paragraph: Element, resolved: ParagraphFormat, story: Story) -> list[Segment]:
    """Read the content of a paragraph, split at its breaks of the page and column."""
    reader = _Reader(resolved, story)
    control: Extra = {"content control": story.control} if story.control is not None else {}
    reader.read(paragraph, control)
    return reader.segments


class _Reader:
    def __init__(self, resolved: ParagraphFormat, story: Story) -> None:
        self.segments = [Segment()]
        self._resolved = resolved
        self._story = story

    def read(self, parent: Element, extra: Extra) -> None:
        for child in parent:
            attributes = attributes_of(child)
            match tag_of(child):
                case "r":
                    self._run(child, extra)
                case "hyperlink":
                    self.read(child, {**extra, "link": self._link(child)})
                case "ins" | "moveTo":
                    self.read(child, {**extra, "inserted by": attributes.get("author", "")})
                case "del" | "moveFrom":
                    kept = {name: each for name, each in extra.items() if name != "inserted by"}
                    self.read(child, {**kept, "deleted by": attributes.get("author", "")})
                case "sdt":
                    kind = control_kind(child)
                    for content in child.findall(f"{W}sdtContent"):
                        self.read(content, {**extra, "content control": kind} if kind is not None else extra)
                case "fldSimple":
                    self._story.fields.append(Field(attributes.get("instr", ""), in_result=True))
                    self.read(child, extra)
                    self._end_field(None, extra)
                case "bookmarkStart" | "commentRangeStart" | "bookmarkEnd" | "commentRangeEnd" as tag:
                    self._range(tag, attributes)
                case "oMath":
                    self._write(f"⟨{written(child)}⟩", None, extra)
                case "oMathPara":
                    self.read(child, extra)
                case tag if tag in _CONTAINERS:
                    self.read(child, extra)

    def _run(self, run: Element, extra: Extra) -> None:
        own = read_properties(run.find(f"{W}rPr"))
        styles = self._story.source.formats.styles
        properties = inherit(
            styles.text(self._resolved.style, value(own, "rStyle"), self._resolved.table), own
        )
        if self._story.boxed and value(properties, "color") == _BLACK:
            properties = {name: each for name, each in properties.items() if name != "color"}
        if "rPrChange" in own:
            extra = {**extra, "format changed by": own["rPrChange"].get("author", "")}
        for child in run:
            self._content(child, properties, extra)

    def _content(self, child: Element, properties: Properties, extra: Extra) -> None:
        match tag_of(child):
            case "fldChar":
                self._field(child, properties, extra)
            case "instrText" if self._story.fields:
                self._story.fields[-1].instruction += child.text or ""
            case "t" | "delText":
                text = child.text or ""
                is_whole = child.get(_SPACE) == "preserve"
                self._write(text if is_whole else text.strip(_BLANKS), properties, extra)
            case "sym":
                given = attributes_of(child)
                fonts = {"rFonts": dict.fromkeys(("ascii", "hAnsi", "eastAsia", "cs"), given.get("font", ""))}
                self._write(chr(int(given.get("char", "20"), 16)), {**properties, **fonts}, extra)
            case "br":
                self._break(attributes_of(child).get("type", "textWrapping"), properties, extra)
            case "commentReference":
                self._comment(attributes_of(child).get("id", ""))
            case "AlternateContent":
                for content in _alternative(child):
                    self._content(content, properties, extra)
            case tag if tag in _CHARACTERS:
                self._write(_CHARACTERS[tag], properties, extra)
            case tag if tag in _NOTES:
                self._note(_NOTES[tag], attributes_of(child).get("id", ""), extra)
            case tag if tag in _PICTURES:
                self._drawing(child, extra)
            case tag if tag in _CONTAINERS:
                self.read(child, extra)

    def _write(self, text: str, properties: Properties | None, extra: Extra) -> None:
        story = self._story
        if not text or story.is_in_instruction:
            return
        if story.is_in_derived_result:
            self._placeholder(properties, extra)
            return
        for field in story.fields:
            extra = {**field.extra, **extra}
        self._put(text, properties, extra)

    def _put(self, text: str, properties: Properties | None, extra: Extra, *ranges: str) -> None:
        """Put text into the paragraph with what it is in the range of: that of these kinds, or of all."""
        for each in sorted(self._story.ranges.values(), key=lambda each: each.text):
            each.is_used = True
            if not ranges or each.name in ranges:
                extra = {**extra, each.name: joined(extra.get(each.name), each.text)}
        self.segments[-1].pieces.append(Piece(text, properties, extra))

    def _break(self, kind: str, properties: Properties, extra: Extra) -> None:
        if kind == "textWrapping":
            self._write("\n", properties, extra)
        elif not self._story.is_in_derived_result:
            self.segments.append(Segment(break_before=kind))

    def _field(self, mark: Element, properties: Properties, extra: Extra) -> None:
        fields, kind = self._story.fields, mark.get(f"{W}fldCharType")
        if kind == "begin" and mark in self._story.marks.fields:
            fields.append(Field())
        elif kind == "separate" and fields:
            fields[-1].in_result = True
        elif kind == "end" and fields:
            self._end_field(properties, extra)

    def _end_field(self, properties: Properties | None, extra: Extra) -> None:
        fields = self._story.fields
        fields[-1].in_result = True
        if fields[-1].is_derived and not self._story.is_in_instruction:
            self._placeholder(properties, extra)
        fields.pop()

    def _placeholder(self, properties: Properties | None, extra: Extra) -> None:
        """Write what stands for the result of the outermost derived field, once."""
        field = next(each for each in self._story.fields if each.is_derived)
        if not field.written:
            field.written = True
            self._put(field.placeholder, None if field.is_index else properties, extra, "comment")

    def _range(self, tag: str, attributes: dict[str, str]) -> None:
        kind = tag.removesuffix("Start").removesuffix("End")
        identity = attributes.get("id", "")
        key, ranges = f"{kind} {identity}", self._story.ranges
        if tag.endswith("End"):
            if key in ranges and not (ended := ranges.pop(key)).is_used:
                self._point(ended.name, ended.text)
        elif kind == "bookmark":
            name = attributes.get("name", "")
            if not name.startswith(_AUTOMATIC) and identity in self._story.marks.bookmarks:
                ranges[key] = Range("bookmark", name)
        elif identity in self._story.source.comments:
            ranges[key] = Range("comment", self._story.source.comments[identity])
            self._story.commented.add(identity)

    def _comment(self, identity: str) -> None:
        comment = self._story.source.comments.get(identity)
        if comment is not None and identity not in self._story.commented:
            self._point("comment", comment)

    def _point(self, name: str, text: str) -> None:
        self.segments[-1].points.append((name, text, len(self.segments[-1].pieces)))

    def _note(self, kind: str, key: str, extra: Extra) -> None:
        source, part = self._story.source, self._story.source.package.related_path(f"{kind}s")
        note = source.notes.get((kind, key))
        if note is None or self._story.part == part or self._story.is_in_derived_result:
            return
        if (kind, key) not in source.notes_read:
            blocks = source.read_blocks(note, Story.of(source, part, note))
            source.notes_read[kind, key] = _without_space(blocks)
        self._write(OBJECT, None, extra)
        self.segments[-1].children.append(TreeNode(kind, children=source.notes_read[kind, key]))

    def _drawing(self, element: Element, extra: Extra) -> None:
        if tag_of(element) == "drawing":
            read = ((layer_of(each), read_drawing(each, self._story)) for each in element)
            drawn = [(layer, node) for layer, node in read if node is not None]
        else:
            drawn = list(read_picture(element, self._story))
        for layer, node in drawn:
            if layer is None:
                self._write(OBJECT, None, extra)
                self.segments[-1].children.append(node)
            else:
                self.segments[-1].floating.append((layer, node))

    def _link(self, element: Element) -> str | None:
        relations = self._story.source.package.relations(self._story.part)
        relation = relations.get(element.get(f"{RELATED}id", ""))
        target = link_target(relation.target if relation is not None else "", element.get(f"{W}anchor"))
        return target or None


def _alternative(element: Element) -> Element:
    """Return the first of the alternatives in an `mc:AlternateContent` that holds what is read here."""
    known = [each for each in element if set(each.get("Requires", "").split()) <= _KNOWN]
    return known[0] if known else element


def _without_space(blocks: list[TreeNode]) -> tuple[TreeNode, ...]:
    """Return the blocks of a note without the space between its number and its text."""
    if not blocks or not blocks[0].spans:
        return tuple(blocks)
    first = blocks[0].spans[0]
    spans = (Span(first.text.lstrip(), first.format), *blocks[0].spans[1:])
    return (replace(blocks[0], spans=spans), *blocks[1:])
