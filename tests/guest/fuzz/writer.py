"""Writer: text documents with difficult features; a copy is always saved as ODT and read from its XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.fuzz.promises import Promise, State
from tests.guest.fuzz.writer_model import listed
from tests.guest.fuzz.writer_odt import FEATURES, document
from tests.guest.fuzz.writer_promises import PROMISES
from tests.guest.fuzz.writer_reader import read_document
from tests.guest.fuzz.writer_texts import pixel
from tests.guest.tools.office import FOLDER

FORMATS = {"docx": "MS Word 2007 XML", "txt": "Text (encoded)"}
"""LibreOffice's filters of the formats besides ODT."""

_VIEW = """
import os
import re
seen = []

def offset_of(position):
    walker = position.getText().createTextCursorByRange(position.getStart())
    walker.gotoStartOfParagraph(True)
    return len(walker.getString())

def view_place():
    selection = document.CurrentController.getSelection()
    place = {"kind": "no text", "selected": "", "paragraph": 0, "offset": 0}
    text = None
    if selection.supportsService("com.sun.star.text.TextRanges"):
        cursor = document.CurrentController.getViewCursor()
        text = cursor.getText()
        place["offset"] = offset_of(cursor)
        walker = text.createTextCursorByRange(cursor.getStart())
        walker.gotoStartOfParagraph(False)
        while walker.gotoPreviousParagraph(False):
            place["paragraph"] += 1
        place["kind"] = "body" if text == document.getText() else text.ImplementationName
        place["selected"] = cursor.getString()
    seen.append((text, place, selection))
    # fields with numbers of pages follow from where LibreOffice breaks the pages
    return {**place, "selected": re.sub(r"\\bPage \\d+ of \\d+", "Page # of #", place["selected"])}

def restore_place(index):
    text, place, selection = seen[index]
    if text is None:
        document.CurrentController.select(selection)
        return
    cursor = text.createTextCursor()
    cursor.gotoStart(False)
    for _ in range(place["paragraph"]):
        cursor.gotoNextParagraph(False)
    cursor.goRight(place["offset"], False)
    # the anchor of a comment is a step without a character; the text may end before, where Undo did not restore it
    while offset_of(cursor) < place["offset"] and cursor.goRight(1, False):
        pass
    if place["selected"]:
        cursor.goRight(len(place["selected"]), True)
    while len(cursor.getString()) < len(place["selected"]) and cursor.goRight(1, True):
        pass
    document.CurrentController.select(cursor)
"""

_PLACE = """
text = document.getText()
place = {place!r}
if place["kind"] == "header" and document.StyleFamilies.getByName("PageStyles").getByName("Standard").HeaderIsOn:
    text = document.StyleFamilies.getByName("PageStyles").getByName("Standard").HeaderText
if place["kind"] == "cell" and document.TextTables.Count:
    text = document.TextTables.getByIndex(0).getCellByName("A1")
cursor = text.createTextCursor()
for _ in range(place["paragraph"]):
    cursor.gotoNextParagraph(False)
end = text.createTextCursorByRange(cursor)
end.gotoEndOfParagraph(True)
cursor.goRight(min(place["offset"], len(end.getString())), False)
if place["length"]:  # an empty selection is no cursor: LibreOffice formats a cursor's word
    cursor.goRight(place["length"], True)
document.CurrentController.select(cursor)
if place["kind"] == "picture" and document.GraphicObjects.Count:
    document.CurrentController.select(document.GraphicObjects.getByIndex(0))
if place["kind"] == "cells" and document.TextTables.Count:
    table = document.TextTables.getByIndex(0)
    document.CurrentController.select(table.createCursorByCellName("A1"))
    if len(table.CellNames) > 1:
        cells = table.createCursorByCellName(table.CellNames[0])
        cells.gotoCellByName(table.CellNames[-1], True)
        document.CurrentController.select(cells)
document.RecordChanges = {record!r}
"""

_STORE = """
path = opened.rpartition(".")[0] + {ending!r}
document.storeAsURL(path, properties(FilterName={filter!r}))
opened = path
"""

_LAY_OUT = "document.CurrentController.PageCount"
"""Writer lays out a long document while it is idle, and makes styles of its notes then."""


class WriterSubject(OfficeSubject):
    """Writer with a document of some features, its cursor anywhere."""

    name = "writer"
    app = "libreoffice_writer"
    promises: ClassVar[Sequence[Promise]] = PROMISES

    def documents(self) -> st.SearchStrategy[Any]:
        place = st.fixed_dictionaries(
            {
                "kind": st.sampled_from(
                    ("body", "body", "body", "body", "header", "cell", "cells", "picture")
                ),
                "paragraph": st.integers(0, 6),
                "offset": st.sampled_from((0, 0, 3, 5, 1000)),
                "length": st.sampled_from((0, 0, 0, 0, 4, 200)),
            }
        )
        return st.fixed_dictionaries(
            {
                "format": st.sampled_from(("odt", "odt", "docx", "docx", "txt")),
                "features": st.lists(st.sampled_from(list(FEATURES)), min_size=1, max_size=5, unique=True),
                "place": place,
                "record": st.sampled_from((False, False, False, False, True)),
            }
        )

    def make(self, document_: Any) -> tuple[str, str, bytes]:
        return "text.odt", "writer8", document(document_["features"])

    def beside(self) -> Mapping[str, bytes]:
        return {"picture.png": pixel(), "no picture.png": b"no picture"}

    def open(self, document: Any) -> None:
        super().open(document)
        self._document = document
        if document["format"] != "odt":
            ending = f".{document['format']}"
            self.python.run(_STORE.format(ending=ending, filter=FORMATS[document["format"]]))
        self.python.run(_LAY_OUT)
        self.python.run(_VIEW)
        self.python.run(_PLACE.format(place=document["place"], record=document["record"]))

    def read(self, name: str, content: bytes) -> State:
        state = read_document(content)
        listing = self.python.value(f"[name for name in sorted(os.listdir({FOLDER!r})) if name[0] != '.']")
        return {
            **state,
            "format": self._document["format"],
            "record": self._document["record"],
            "files": listing,
        }

    def view(self) -> str:
        return "view_place()"

    def has_redo(self) -> bool:
        """Not while changes are recorded: LibreOffice's Redo splits and joins these in another way."""
        return not self._document["record"]

    def disturbed(self, after: State) -> tuple[str, ...]:
        """To save a copy, LibreOffice takes recorded deletions out and puts them back, not always in their formats.

        Nor always within the bookmark that ends with them.
        """
        deleted = any(change[0] == "deletion" for change in listed(after["changes"]))
        return ("*/runs", "*/look", "*/marks") if deleted and self._document["record"] else ()

    def undo(self) -> None:
        """Take back one step and put the cursor, which LibreOffice moves to what it changed, where it was."""
        super().undo()
        self.python.run("restore_place(-2)")

    def redo(self) -> None:
        super().redo()
        self.python.run("restore_place(-2)")
