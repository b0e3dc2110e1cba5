"""What is known while the stories of a docx document are read: its body, headers, notes and text boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from checkers.differences.documents.fields import Field
from checkers.differences.documents.package import DocxPackage
from checkers.differences.documents.paragraphs import Formats
from checkers.differences.documents.properties import W
from checkers.differences.documents.styles import TableLook
from checkers.differences.tree import TreeNode


@dataclass(frozen=True, slots=True)
class Source:
    """A document that is being read.

    Attributes:
        package: Its file.
        formats: What formats are resolved with.
        comments: The comments by their id, as text.
        notes: The footnotes and endnotes by their kind and id.
        section_breaks: How each section but the first begins, by the `w:sectPr` of the one before it.
        read_blocks: The reader of paragraphs and tables, for what stands in notes and text boxes.
        notes_read: The content of the notes that have been read.
    """

    package: DocxPackage
    formats: Formats
    comments: Mapping[str, str]
    notes: Mapping[tuple[str, str], Element]
    section_breaks: Mapping[Element, str]
    read_blocks: Callable[[Element, Story], list[TreeNode]]
    notes_read: dict[tuple[str, str], tuple[TreeNode, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class Range:
    """A comment or bookmark, `name`, whose range has begun; `is_used` once there is text in it."""

    name: str
    text: str
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """The beginnings that have an end: the ids of bookmarks and the beginnings of fields.

    LibreOffice writes others too; what follows them would be taken for what is in them.
    """

    bookmarks: frozenset[str]
    fields: frozenset[Element]

    @classmethod
    def of(cls, root: Element) -> Marks:
        """Find those in a part or a note."""
        begun: list[Element] = []
        fields: set[Element] = set()
        for mark in root.iter(f"{W}fldChar"):
            kind = mark.get(f"{W}fldCharType")
            if kind == "begin":
                begun.append(mark)
            elif kind == "end" and begun:
                fields.add(begun.pop())
        bookmarks = frozenset(each.get(f"{W}id", "") for each in root.iter(f"{W}bookmarkEnd"))
        return cls(bookmarks, frozenset(fields))


@dataclass(slots=True)
class Story:
    """A text that is being read, and what goes on from one paragraph of it to the next.

    Attributes:
        source: The document.
        part: The path of the part that it is in, to which relations refer.
        marks: What begins in it and ends.
        boxed: Whether it is in a text box.
        table: What a table's style gives the text in the cell that is being read; None outside of tables.
        control: The kind of the content control around the blocks that are being read, if any.
        fields: The fields that have begun, the outermost first.
        ranges: The comments and bookmarks whose range has begun, by the id of the range.
        commented: The ids of the comments that have or had a range.
        break_before: The page or column break that the next paragraph begins with, if any.
    """

    source: Source
    part: str
    marks: Marks
    boxed: bool = False
    table: TableLook | None = None
    control: str | None = None
    fields: list[Field] = field(default_factory=list)
    ranges: dict[str, Range] = field(default_factory=dict)
    commented: set[str] = field(default_factory=set)
    break_before: str | None = None

    @property
    def is_in_instruction(self) -> bool:
        return any(not each.in_result for each in self.fields)

    @property
    def is_in_derived_result(self) -> bool:
        return any(each.in_result and each.is_derived for each in self.fields)

    @classmethod
    def of(cls, source: Source, part: str, root: Element) -> Story:
        """Return the story of a part, or of a note in it, that has this root."""
        return cls(source, part, Marks.of(root))

    def box(self) -> Story:
        """Return the story of a text box in this one."""
        return Story(self.source, self.part, self.marks, boxed=True)
