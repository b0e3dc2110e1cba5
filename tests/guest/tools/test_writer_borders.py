"""Writer's tools on text in and around fields, notes, frames and content controls."""

from __future__ import annotations

import re
from typing import Any

import docx
import pytest
from lxml import etree

from tests.guest.tools.office import PREFIX, Office
from tests.guest.tools.office_files import member

pytestmark = pytest.mark.guest

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ACROSS = "across the border"
_PARAGRAPHS = """
text = document.Text

def paragraph(before, content, after):
    text.insertControlCharacter(text.End, 0, False)
    text.insertString(text.End, before, False)
    text.insertTextContent(text.End, content, False)
    text.insertString(text.End, after, False)

number = document.createInstance("com.sun.star.text.TextField.PageNumber")
number.NumberingType = 4
paragraph("Page ", number, " of many")
note = document.createInstance("com.sun.star.text.Footnote")
paragraph("Noted", note, "word")
note.String = "A footnote"
mark = document.createInstance("com.sun.star.text.Bookmark")
mark.Name = "here"
paragraph("Book", mark, "mark")
frame = document.createInstance("com.sun.star.text.TextFrame")
frame.AnchorType = uno.Enum("com.sun.star.text.TextContentAnchorType", "AS_CHARACTER")
paragraph("Fra", frame, "med")
frame.Text.String = "Inside the frame"
"""


def form() -> Any:
    """Two lines, "Client: Acme Ltd" and "Total due: 100 EUR", whose ends are content controls."""
    document = docx.Document()
    for number, (label, value) in enumerate((("Client: ", "Acme Ltd"), ("Total due: ", "100 EUR")), 1):
        run = document.add_paragraph(label).runs[0]
        run._r.addnext(
            etree.fromstring(
                f'<w:sdt xmlns:w="{_WORD}"><w:sdtPr><w:alias w:val="c{number}"/><w:id w:val="{number}"/><w:text/>'
                f"</w:sdtPr><w:sdtContent><w:r><w:t>{value}</w:t></w:r></w:sdtContent></w:sdt>"
            )
        )
    return document


def controls(office: Office) -> list[str]:
    """The texts of the saved file's content controls."""
    office.call("writer.save")
    content = member(office.file("form.docx"), "word/document.xml")
    return [re.sub("<[^>]+>", "", item) for item in re.findall(r"<w:sdtContent>.*?</w:sdtContent>", content)]


@pytest.mark.effect(f"{PREFIX}writer.find_and_replace")
def test_content_controls_outlive_what_is_replaced_in_and_around_them(office: Office) -> None:
    office.open("libreoffice_writer", "form.docx", form().save)
    office.call("writer.find_and_replace", pattern="Acme", replacement="Bolt")
    assert _ACROSS in office.refusal("writer.find_and_replace", pattern="due: 100", replacement="due: 200")
    assert controls(office) == ["Bolt Ltd", "100 EUR"]
    office.call("writer.find_and_replace", pattern="Total.*EUR", replacement="To pay: ")
    assert controls(office) == ["Bolt Ltd", "100 EUR"]
    assert office.data("writer.env_info")["paragraphs"][-1]["text"] == "To pay: 100 EUR"


@pytest.mark.error(f"{PREFIX}writer.find_and_replace", f"{PREFIX}writer.set_color")
def test_text_across_a_border_is_not_said_to_be_absent(office: Office) -> None:
    document = docx.Document()
    document.add_paragraph("Start")
    office.open("libreoffice_writer", "borders.docx", document.save)
    office.script(_PARAGRAPHS)
    for pattern in ("Page 1", "1 of", "Noted1", "Framed"):
        assert _ACROSS in office.refusal("writer.set_color", pattern=pattern, color=255), pattern
    assert "Nothing in" in office.refusal("writer.set_color", pattern="absent", color=255)
    for pattern in ("Bookmark", "A footnote", "Inside the frame"):
        office.call("writer.set_color", pattern=pattern, color=255)
    assert (
        "2 more in fields"
        in office.call("writer.find_and_replace", pattern="Start|1", replacement="End").text
    )
    assert (
        office.call("writer.find_and_replace", pattern="Bookmark", replacement="Bookmarks").text
        == "Replaced 1 matches in borders.docx."
    )
